//! Takes replies apart as their bytes arrive.
//!
//! A reply is a header line and exactly as many bytes as the header says. Source: `docs/wire.md`, "Replies".

use core::fmt;

use crate::limits::MAX_HEADER;
use crate::reply::ReturnCode;

/// The header of a reply.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ReplyHeader {
    /// The return code as it was sent; [`ReplyHeader::return_code`] names it.
    pub code: i32,
    /// How many bytes follow the header.
    pub count: u32,
}

/// What came is no reply. The connection is out of step and should be closed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NotAReply;

impl fmt::Display for NotAReply {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(
            "what came back is no AmiPilot reply (RC code count). On a serial line the usual reason is a different baud \
             rate or another program on the line; on TCP, another service on that port. Check, then connect again",
        )
    }
}

impl core::error::Error for NotAReply {}

impl ReplyHeader {
    /// Reads a header line, given without its LF. A CR at its end is tolerated.
    ///
    /// # Errors
    /// When it is not `RC`, a number and a count of 0 or more.
    pub fn parse(line: &[u8]) -> Result<ReplyHeader, NotAReply> {
        let line = core::str::from_utf8(line).map_err(|_| NotAReply)?;
        let mut fields = line.split_ascii_whitespace();
        let header = match (fields.next(), fields.next(), fields.next(), fields.next()) {
            (Some("RC"), Some(code), Some(count), None) => ReplyHeader {
                code: code.parse().map_err(|_| NotAReply)?,
                count: count.parse().map_err(|_| NotAReply)?,
            },
            _ => return Err(NotAReply),
        };
        Ok(header)
    }

    /// The return code, when it is one of the protocol's.
    pub const fn return_code(&self) -> Option<ReturnCode> {
        ReturnCode::from_number(self.code)
    }
}

/// A part of a reply. They come in this order: one header, any number of body parts, one end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ReplyPart<'b> {
    /// The header.
    Header(ReplyHeader),
    /// The next bytes of the body; never empty.
    Body(&'b [u8]),
    /// The reply is complete.
    End,
}

/// Takes a stream of replies apart, wherever it was cut on its way.
#[derive(Debug)]
pub struct ReplyParser {
    header: [u8; MAX_HEADER],
    /// Bytes in `header`.
    used: usize,
    /// Body bytes still to come; `None` while the header is being read.
    remaining: Option<u32>,
}

impl Default for ReplyParser {
    fn default() -> Self {
        ReplyParser::new()
    }
}

impl ReplyParser {
    /// A parser at the start of a reply.
    pub const fn new() -> ReplyParser {
        ReplyParser {
            header: [0; MAX_HEADER],
            used: 0,
            remaining: None,
        }
    }

    /// Whether no part of a reply is outstanding.
    pub const fn is_idle(&self) -> bool {
        self.used == 0 && self.remaining.is_none()
    }

    /// Takes the next part off the front of `input`; `None` when more bytes are needed.
    ///
    /// # Errors
    /// When the bytes are no reply. The parser is useless from then on.
    pub fn take<'b>(&mut self, input: &mut &'b [u8]) -> Result<Option<ReplyPart<'b>>, NotAReply> {
        match self.remaining {
            None => self.take_header(input),
            Some(0) => {
                self.remaining = None;
                Ok(Some(ReplyPart::End))
            }
            Some(_) if input.is_empty() => Ok(None),
            Some(remaining) => {
                let count = input.len().min(remaining as usize);
                let (body, rest) = input.split_at(count);
                *input = rest;
                self.remaining = Some(remaining - count as u32);
                Ok(Some(ReplyPart::Body(body)))
            }
        }
    }

    fn take_header<'b>(&mut self, input: &mut &'b [u8]) -> Result<Option<ReplyPart<'b>>, NotAReply> {
        while let Some((byte, rest)) = input.split_first() {
            *input = rest;
            if *byte == b'\n' {
                let header = ReplyHeader::parse(&self.header[..self.used])?;
                self.used = 0;
                self.remaining = Some(header.count);
                return Ok(Some(ReplyPart::Header(header)));
            }
            // The LF counts among the bytes of a header, so the last place is never used.
            if self.used + 1 == MAX_HEADER {
                return Err(NotAReply);
            }
            self.header[self.used] = *byte;
            self.used += 1;
        }
        Ok(None)
    }
}

#[cfg(test)]
mod tests {
    use super::{NotAReply, ReplyHeader, ReplyParser, ReplyPart};

    #[test]
    fn headers() {
        assert_eq!(
            ReplyHeader::parse(b"RC 0 228"),
            Ok(ReplyHeader { code: 0, count: 228 })
        );
        assert_eq!(
            ReplyHeader::parse(b"RC 20 0\r"),
            Ok(ReplyHeader { code: 20, count: 0 })
        );
        for bad in [
            "",
            "RC 0",
            "RC 0 1 2",
            "rc 0 1",
            "RC x 1",
            "RC 0 -1",
            "RC 0 4294967296",
            "RC 0 1.5",
        ] {
            assert_eq!(ReplyHeader::parse(bad.as_bytes()), Err(NotAReply), "{bad}");
        }
        assert_eq!(ReplyHeader::parse(b"RC 0 \xFF"), Err(NotAReply));
    }

    #[test]
    fn replies_survive_any_cut() {
        let stream = b"RC 0 3\na\nbRC 5 0\nRC 10 4\noops";
        for size in 1..=stream.len() {
            let (mut parser, mut seen) = (ReplyParser::new(), String::new());
            for piece in stream.chunks(size) {
                let mut input = piece;
                while let Some(part) = parser.take(&mut input).unwrap() {
                    match part {
                        ReplyPart::Header(header) => seen += &format!("<{} {}>", header.code, header.count),
                        ReplyPart::Body(body) => seen += core::str::from_utf8(body).unwrap(),
                        ReplyPart::End => seen += ".",
                    }
                }
            }
            assert_eq!(seen, "<0 3>a\nb.<5 0>.<10 4>oops.");
            assert!(parser.is_idle());
        }
    }

    #[test]
    fn noise_is_no_reply() {
        let mut input: &[u8] = &[b'x'; 100];
        assert_eq!(ReplyParser::new().take(&mut input), Err(NotAReply));
    }
}
