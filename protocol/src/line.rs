//! Takes bytes as they arrive and gives back request lines.
//!
//! An LF ends a line, one CR directly before it is dropped, empty lines are skipped. A NUL ends the text of a line
//! early: what follows, up to the LF, is ignored. Over-long lines are reported once, at their LF, and never executed.
//! Source: `docs/wire.md`, "Request lines".

use crate::limits::MAX_LINE_CONTENT;
use crate::request;

/// A line that has arrived.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Line<'a> {
    /// A whole line, at least one byte long, for [`request::parse`].
    Text(&'a [u8]),
    /// A line of more than [`MAX_LINE_CONTENT`] bytes. It must not be executed. These are its first bytes.
    TooLong(&'a [u8]),
}

impl Line<'_> {
    /// How many body bytes the line says will follow its LF: not `None` for FSPUT only, even when FSPUT is refused.
    /// The receiver must read them (or throw them away) before the next line.
    pub fn counted_body(&self) -> Option<u32> {
        match self {
            Line::Text(text) => request::counted_body(text, true),
            Line::TooLong(start) => request::counted_body(start, false),
        }
    }
}

/// Builds lines out of single bytes.
///
/// Body bytes that follow a line (FSPUT) are not lines: the caller takes them off the input itself.
#[derive(Debug)]
pub struct LineAssembler {
    buffer: [u8; MAX_LINE_CONTENT],
    /// Bytes since the last LF, one more than the buffer holds at most.
    received: u16,
    /// Where the text ends, when a NUL has ended it.
    text_end: Option<u16>,
    /// The line was given out; the next byte starts a new one.
    finished: bool,
}

impl Default for LineAssembler {
    fn default() -> Self {
        LineAssembler::new()
    }
}

impl LineAssembler {
    /// An assembler at the start of a line.
    pub const fn new() -> LineAssembler {
        LineAssembler {
            buffer: [0; MAX_LINE_CONTENT],
            received: 0,
            text_end: None,
            finished: false,
        }
    }

    /// Takes the next byte; gives the line that it ends, if any.
    pub fn push(&mut self, byte: u8) -> Option<Line<'_>> {
        if self.finished {
            self.discard_partial();
        }
        match byte {
            b'\n' => return self.finish(),
            0 if self.text_end.is_none() => self.text_end = Some(self.received),
            _ => (),
        }
        if let Some(place) = self.buffer.get_mut(usize::from(self.received)) {
            *place = byte;
        }
        if usize::from(self.received) <= MAX_LINE_CONTENT {
            self.received += 1;
        }
        None
    }

    /// Gives out what the LF has ended.
    fn finish(&mut self) -> Option<Line<'_>> {
        self.finished = true;
        self.line()
    }

    /// The line that the last byte ended; `None` once another byte has come, and after an empty line. A server whose
    /// answer takes time keeps its request here rather than copying it.
    pub fn line(&self) -> Option<Line<'_>> {
        if !self.finished {
            return None;
        }
        let text_end = self.text_end.map(usize::from);
        let Some(content) = self.buffer.get(..usize::from(self.received)) else {
            let kept = text_end.unwrap_or(MAX_LINE_CONTENT).min(MAX_LINE_CONTENT);
            return Some(Line::TooLong(self.buffer.get(..kept).unwrap_or(&[])));
        };
        let text = match (text_end, content) {
            (Some(end), _) => content.get(..end).unwrap_or(content),
            (None, [text @ .., b'\r']) => text,
            (None, text) => text,
        };
        if text.is_empty() {
            None
        } else {
            Some(Line::Text(text))
        }
    }

    /// Whether no byte has come since the last LF.
    pub fn is_empty(&self) -> bool {
        self.finished || self.received == 0
    }

    /// Forgets the bytes since the last LF: half a line that its sender will never end.
    pub fn discard_partial(&mut self) {
        self.received = 0;
        self.text_end = None;
        self.finished = false;
    }
}

#[cfg(test)]
mod tests {
    use super::{Line, LineAssembler};

    /// The lines of `input`; `!` before those that were too long.
    fn lines(input: &[u8]) -> Vec<String> {
        let mut assembler = LineAssembler::new();
        let mut lines = Vec::new();
        for byte in input {
            match assembler.push(*byte) {
                Some(Line::Text(text)) => lines.push(text.escape_ascii().to_string()),
                Some(Line::TooLong(start)) => lines.push(format!("!{}", start.len())),
                None => (),
            }
        }
        lines
    }

    #[test]
    fn ends_of_lines() {
        assert_eq!(
            lines(b"\n\r\nVERSION\r\nTREE x\n\n a\r\r\nhalf"),
            ["VERSION", "TREE x", " a\\r"]
        );
    }

    #[test]
    fn a_nul_ends_the_text() {
        assert_eq!(lines(b"QUIT\0 ignored\r\n\0noise\nPING\n"), ["QUIT", "PING"]);
        assert_eq!(lines(b"a\r\0\n"), ["a\\r"]);
    }

    #[test]
    fn over_long_lines_are_reported_once() {
        let long = |count: usize, end: &[u8]| [&vec![b'x'; count][..], end].concat();
        assert_eq!(lines(&long(511, b"\n"))[0].len(), 511);
        assert_eq!(lines(&long(510, b"\r\n"))[0].len(), 510);
        assert_eq!(lines(&long(511, b"\r\nPING\n")), ["!511", "PING"]);
        assert_eq!(lines(&long(512, b"\nPING\n")), ["!511", "PING"]);
        assert_eq!(lines(&long(200_000, b"\nPING\n")), ["!511", "PING"]);
        assert_eq!(lines(&[&b"ab\0"[..], &long(600, b"\n")].concat()), ["!2"]);
        assert_eq!(lines(&long(513, b"\0\n")), ["!511"]);
    }

    #[test]
    fn half_a_line_can_be_dropped() {
        let mut assembler = LineAssembler::new();
        assert!(assembler.is_empty());
        for byte in b"TREE wro\0ng" {
            assert_eq!(assembler.push(*byte), None);
        }
        assert!(!assembler.is_empty());
        assembler.discard_partial();
        assert!(assembler.is_empty());
        for byte in b"PING" {
            assembler.push(*byte);
        }
        assert_eq!(assembler.push(b'\n'), Some(Line::Text(b"PING")));
        assert!(assembler.is_empty());
        assert_eq!(
            assembler.line(),
            Some(Line::Text(b"PING")),
            "the line stays until the next byte"
        );
        assembler.push(b'x');
        assert_eq!(assembler.line(), None);
    }

    #[test]
    fn the_body_of_a_refused_put_is_known() {
        assert_eq!(Line::Text(b"FSPUT RAM:x 12").counted_body(), Some(12));
        assert_eq!(Line::Text(b"fsput \"a b\" 7 TIMEOUT=3").counted_body(), Some(7));
        assert_eq!(Line::Text(b"FSPUT RAM:x -3").counted_body(), Some(0));
        assert_eq!(Line::Text(b"FSPUT RAM:x").counted_body(), Some(0));
        assert_eq!(Line::Text(b"FSGET RAM:x 12").counted_body(), None);
        assert_eq!(Line::TooLong(b"FSPUT x 12 zzz").counted_body(), Some(12));
        assert_eq!(Line::TooLong(b"FSPUT x 12").counted_body(), None);
    }
}
