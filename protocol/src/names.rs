//! Lists of words in one run of bytes, and a macro for enumerations whose variants are words on the wire, so that a word
//! is written down once.

use crate::word::Word;

/// Declares a field-less enumeration with `ALL`, `as_str` and `from_word`.
macro_rules! wire_names {
    ($(#[$outer:meta])* pub enum $type:ident { $($(#[$inner:meta])* $variant:ident = $name:literal,)+ }) => {
        $(#[$outer])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        #[repr(u8)]
        pub enum $type {
            $($(#[$inner])* $variant,)+
        }

        impl $type {
            /// Every value, in the order of its declaration.
            pub const ALL: &'static [$type] = &[$($type::$variant,)+];

            /// The word on the wire.
            pub const fn as_str(self) -> &'static str {
                match self {
                    $($type::$variant => $name,)+
                }
            }

            /// All words, a 0 after each: a table of texts costs eight bytes more per word.
            const WORDS: &'static [u8] = concat!($($name, "\0",)+).as_bytes();

            /// The bytes of the word on the wire.
            pub fn as_bytes(self) -> &'static [u8] {
                $crate::names::nth(Self::WORDS, self as usize)
            }

            /// The value with this name; ASCII letters match in either case.
            pub fn from_word(word: &$crate::word::Word<'_>) -> Option<$type> {
                let index = $crate::names::position(Self::WORDS, word)?;
                $type::ALL.get(index).copied()
            }

            /// As [`Self::from_word`], from plain bytes.
            pub fn from_bytes(bytes: &[u8]) -> Option<$type> {
                $type::from_word(&$crate::word::Word::plain(bytes))
            }
        }
    };
}

pub(crate) use wire_names;

/// The word with this index in a list of words with a 0 after each; empty past the last one.
#[inline(never)]
pub fn nth(words: &'static [u8], index: usize) -> &'static [u8] {
    let (mut word, mut rest) = split(words);
    for _ in 0..index {
        (word, rest) = split(rest);
    }
    word
}

/// Which word of such a list it is; ASCII letters match in either case.
#[inline(never)]
pub(crate) fn position(words: &[u8], wanted: &Word<'_>) -> Option<usize> {
    let mut index = 0;
    let mut rest = words;
    while !rest.is_empty() {
        let (word, after) = split(rest);
        if wanted.eq_ignore_case(word) {
            return Some(index);
        }
        rest = after;
        index += 1;
    }
    None
}

/// The first word of such a list, and the list without it.
#[inline(never)]
fn split(words: &[u8]) -> (&[u8], &[u8]) {
    let mut rest = words;
    while let [byte, after @ ..] = rest {
        if *byte == 0 {
            return (words.get(..words.len() - rest.len()).unwrap_or(words), after);
        }
        rest = after;
    }
    (words, rest)
}
