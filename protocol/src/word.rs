//! One argument of a request, borrowed from its line.
//!
//! Inside quotes `\"` and `\\` stand for one byte each. A [`Word`] keeps the bytes as they were sent and resolves
//! them when they are read, so that no buffer is needed and nothing is cut. Source: `docs/wire.md`, "Words".

use core::fmt::{self, Write};

/// A word of a request line: Latin-1 bytes, with escapes resolved on the fly.
#[derive(Clone, Copy)]
pub struct Word<'l> {
    raw: &'l [u8],
    escaped: bool,
}

impl<'l> Word<'l> {
    /// A word that means exactly these bytes.
    pub const fn plain(bytes: &'l [u8]) -> Word<'l> {
        Word {
            raw: bytes,
            escaped: false,
        }
    }

    /// The inside of a quoted word that holds `\"` or `\\`.
    pub(crate) const fn escaped(raw: &'l [u8]) -> Word<'l> {
        Word { raw, escaped: true }
    }

    /// The bytes that the word means.
    pub fn bytes(&self) -> WordBytes<'l> {
        WordBytes {
            rest: self.raw,
            escaped: self.escaped,
        }
    }

    /// The bytes without copying, when the word holds no escape.
    pub fn as_slice(&self) -> Option<&'l [u8]> {
        if self.escaped { None } else { Some(self.raw) }
    }

    /// How many bytes the word means.
    pub fn len(&self) -> usize {
        if self.escaped {
            self.bytes().count()
        } else {
            self.raw.len()
        }
    }

    /// Whether the word means no byte at all, as `""` does.
    pub fn is_empty(&self) -> bool {
        self.raw.is_empty()
    }

    /// Whether the word means exactly `other`.
    pub fn equals(&self, other: &[u8]) -> bool {
        self.bytes().eq(other.iter().copied())
    }

    /// Whether the word means `other` when ASCII letters match in either case.
    pub fn eq_ignore_case(&self, other: &[u8]) -> bool {
        self.bytes()
            .map(|byte| byte.to_ascii_lowercase())
            .eq(other.iter().map(u8::to_ascii_lowercase))
    }

    /// Whether `text` holds the word as a substring, letter case included: the rule of window, screen and label
    /// patterns. The empty word is in every text.
    pub fn is_contained_in(&self, text: &[u8]) -> bool {
        let mut rest = text;
        loop {
            let mut candidate = rest.iter().copied();
            if self.bytes().all(|byte| candidate.next() == Some(byte)) {
                return true;
            }
            match rest {
                [] => return false,
                [_, tail @ ..] => rest = tail,
            }
        }
    }

    /// Copies the word to the start of `buffer` and gives that part back, or `None` when it does not fit.
    pub fn copy_to<'b>(&self, buffer: &'b mut [u8]) -> Option<&'b [u8]> {
        let mut length = 0;
        for byte in self.bytes() {
            *buffer.get_mut(length)? = byte;
            length += 1;
        }
        buffer.get(..length)
    }

    /// Splits at the first byte `separator`, which must not be `"` or `\`: what comes before, what comes after.
    pub(crate) fn split_once(&self, separator: u8) -> Option<(Word<'l>, Word<'l>)> {
        let at = self.raw.iter().position(|byte| *byte == separator)?;
        let before = self.raw.get(..at)?;
        let after = self.raw.get(at + 1..)?;
        Some((
            Word {
                raw: before,
                escaped: self.escaped,
            },
            Word {
                raw: after,
                escaped: self.escaped,
            },
        ))
    }
}

impl fmt::Debug for Word<'_> {
    /// As a quoted text; bytes other than printable ASCII as `\x` and two digits.
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_char('"')?;
        for byte in self.bytes() {
            write!(formatter, "{}", byte.escape_ascii())?;
        }
        formatter.write_char('"')
    }
}

impl PartialEq for Word<'_> {
    /// Words are equal when they mean the same bytes, however they were quoted.
    fn eq(&self, other: &Word<'_>) -> bool {
        self.bytes().eq(other.bytes())
    }
}

impl Eq for Word<'_> {}

/// The bytes of a [`Word`]; see [`Word::bytes`].
#[derive(Clone, Debug)]
pub struct WordBytes<'l> {
    rest: &'l [u8],
    escaped: bool,
}

impl Iterator for WordBytes<'_> {
    type Item = u8;

    fn next(&mut self) -> Option<u8> {
        let (byte, rest) = match self.rest {
            [b'\\', byte @ (b'"' | b'\\'), rest @ ..] if self.escaped => (*byte, rest),
            [byte, rest @ ..] => (*byte, rest),
            [] => return None,
        };
        self.rest = rest;
        Some(byte)
    }
}

#[cfg(test)]
mod tests {
    use super::Word;

    fn meaning(word: Word<'_>) -> Vec<u8> {
        word.bytes().collect()
    }

    #[test]
    fn only_two_escapes_are_resolved() {
        assert_eq!(meaning(Word::escaped(br#"a\"b\\c\n\"#)), br#"a"b\c\n\"#);
        assert_eq!(meaning(Word::plain(br#"a\"b"#)), br#"a\"b"#);
        assert_eq!(Word::escaped(br#"\"\\"#).len(), 2);
        assert_eq!(Word::escaped(br#"\"\\"#), Word::plain(br#""\"#));
    }

    #[test]
    fn containment_is_case_sensitive_and_resolves_escapes() {
        assert!(Word::plain(b"Tools").is_contained_in(b"GadTools"));
        assert!(!Word::plain(b"tools").is_contained_in(b"GadTools"));
        assert!(Word::plain(b"").is_contained_in(b""));
        assert!(Word::plain(b"aab").is_contained_in(b"aaab"));
        assert!(!Word::plain(b"ab").is_contained_in(b"a"));
        assert!(Word::escaped(br#"say \"hi\""#).is_contained_in(br#"I say "hi" now"#));
    }

    #[test]
    fn a_copy_fits_whole_or_not_at_all() {
        let mut buffer = [0; 3];
        assert_eq!(
            Word::escaped(br#"a\"b"#).copy_to(&mut buffer),
            Some(&br#"a"b"#[..])
        );
        assert_eq!(Word::plain(b"abcd").copy_to(&mut buffer), None);
        assert_eq!(Word::plain(b"").copy_to(&mut []), Some(&b""[..]));
    }

    #[test]
    fn splitting_keeps_later_separators() {
        let (key, value) = Word::plain(b"A=B=C").split_once(b'=').unwrap();
        assert!(key.equals(b"A") && value.equals(b"B=C"));
        assert!(Word::plain(b"A").split_once(b'=').is_none());
    }
}
