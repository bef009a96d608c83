//! A macro for enumerations whose variants are words on the wire, so that a word is written down once.

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

            /// The value with this name; ASCII letters match in either case.
            pub fn from_word(word: &$crate::word::Word<'_>) -> Option<$type> {
                $type::ALL.iter().copied().find(|value| word.eq_ignore_case(value.as_str().as_bytes()))
            }

            /// As [`Self::from_word`], from plain bytes.
            pub fn from_bytes(bytes: &[u8]) -> Option<$type> {
                $type::from_word(&$crate::word::Word::plain(bytes))
            }
        }
    };
}

pub(crate) use wire_names;
