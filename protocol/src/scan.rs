//! Reads a request line from left to right: blanks, words, `KEY=` options and the rest of the line.
//!
//! It never looks behind the end of the line and never fails by itself: what a word must be is the parser's business.
//! Source: `docs/wire.md`, "Words".

use crate::word::Word;

/// A place in a request line.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Scanner<'l> {
    rest: &'l [u8],
    length: usize,
}

impl<'l> Scanner<'l> {
    /// Starts at the first byte of `line`.
    pub(crate) fn new(line: &'l [u8]) -> Scanner<'l> {
        Scanner {
            rest: line,
            length: line.len(),
        }
    }

    /// How many bytes lie before this place.
    pub(crate) fn offset(&self) -> usize {
        self.length - self.rest.len()
    }

    /// Skips blanks and TABs.
    pub(crate) fn skip_blanks(&mut self) {
        while let [b' ' | b'\t', rest @ ..] = self.rest {
            self.rest = rest;
        }
    }

    /// The next byte after any blanks.
    pub(crate) fn peek(&mut self) -> Option<u8> {
        self.skip_blanks();
        self.rest.first().copied()
    }

    /// Whether [`Scanner::value`] would take no byte here.
    pub(crate) fn is_at_end_of_word(&self) -> bool {
        matches!(self.rest, [] | [b' ' | b'\t', ..])
    }

    /// The next word after any blanks.
    pub(crate) fn word(&mut self) -> Option<Word<'l>> {
        self.peek()?;
        Some(self.value())
    }

    /// The word that starts right here; empty at a blank and at the end of the line.
    pub(crate) fn value(&mut self) -> Word<'l> {
        match self.rest {
            [b'"', inside @ ..] => self.quoted(inside),
            from => {
                while let [byte, rest @ ..] = self.rest
                    && !matches!(byte, b' ' | b'\t')
                {
                    self.rest = rest;
                }
                Word::plain(before(from, self.rest))
            }
        }
    }

    /// The word whose opening quote lies just before `inside`.
    fn quoted(&mut self, inside: &'l [u8]) -> Word<'l> {
        let mut escaped = false;
        let mut place = inside;
        let (raw, rest) = loop {
            place = match place {
                [] => break (inside, place),
                [b'"', after @ ..] => break (before(inside, place), after),
                [b'\\', b'"' | b'\\', after @ ..] => {
                    escaped = true;
                    after
                }
                [_, after @ ..] => after,
            };
        };
        self.rest = rest;
        if escaped {
            Word::escaped(raw)
        } else {
            Word::plain(raw)
        }
    }

    /// Takes `key` (for example `SCREEN=`) when it comes next after any blanks; its letters match in either case.
    pub(crate) fn key(&mut self, key: &[u8]) -> bool {
        self.skip_blanks();
        match self.rest.split_at_checked(key.len()) {
            Some((start, rest)) if start.eq_ignore_ascii_case(key) => {
                self.rest = rest;
                true
            }
            _ => false,
        }
    }

    /// Everything after any blanks, up to the end of the line, as it was sent.
    pub(crate) fn remainder(&mut self) -> &'l [u8] {
        self.skip_blanks();
        core::mem::take(&mut self.rest)
    }
}

/// The part of `from` that lies before its own tail `rest`.
fn before<'l>(from: &'l [u8], rest: &[u8]) -> &'l [u8] {
    from.get(..from.len() - rest.len()).unwrap_or(from)
}

#[cfg(test)]
mod tests {
    use super::Scanner;

    #[test]
    fn words_follow_the_quoting_rules() {
        let mut scanner = Scanner::new(b"\t a\"b  \"x \\\" y\"z \"open \\\\");
        let mut words = Vec::new();
        while let Some(word) = scanner.word() {
            words.push(String::from_utf8(word.bytes().collect()).unwrap());
        }
        assert_eq!(words, ["a\"b", "x \" y", "z", "open \\"]);
    }

    #[test]
    fn a_key_takes_the_value_that_touches_it() {
        let mut scanner = Scanner::new(b" screen=\"My Screen\" Screen= y");
        assert!(scanner.key(b"SCREEN=") && scanner.value().equals(b"My Screen"));
        assert!(scanner.key(b"SCREEN=") && scanner.value().is_empty());
        assert!(!scanner.key(b"SCREEN="));
        assert_eq!(scanner.remainder(), b"y");
        assert_eq!(scanner.peek(), None);
    }
}
