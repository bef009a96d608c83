//! Request lines and reply records.
//!
//! A request is `COMMAND (TAB ARGUMENT)* LF`; nothing is escaped, so an argument with a TAB, a line feed, a carriage
//! return or a NUL cannot be sent and is refused here. A reply is `OK` or `ERROR`, then fields, each after a TAB, then
//! LF. Amiberry 8.3.0 ends each field of DISASSEMBLE with a line feed of its own: [`Framing::Continued`] reads that.
//!
//! Promise: the decoder takes any cutting of the bytes, keeps at most [`MAXIMUM_REPLY`] of them, and never guesses: a line
//! that begins with neither word is an error.
//!
//! Source: Amiberry's description of its IPC interface and its observed behaviour.

use crate::error::{Error, Result};

/// Longest request in bytes, line feed included: newer servers close the connection beyond that.
pub const MAXIMUM_REQUEST: usize = 65_536;
/// Longest reply in bytes that we take; the longest known one (HELP) has some 4,000.
pub const MAXIMUM_REPLY: usize = 1 << 20;

/// Writes a request line.
///
/// # Errors
/// [`crate::error::Reason::Argument`] when the name is no name, an argument holds a control character that the protocol
/// cannot carry, the last argument is empty (the server would not see it), or the line is too long.
pub fn encode(command: &str, arguments: &[String]) -> Result<Vec<u8>> {
    let is_name = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'_';
    if command.is_empty() || !command.bytes().all(is_name) {
        return Err(Error::argument(format!(
            "{command:?} is no command name: letters, digits and underscores only"
        )));
    }
    let mut line = String::from(command);
    for argument in arguments {
        if let Some(bad) = argument
            .chars()
            .find(|character| matches!(character, '\t' | '\n' | '\r' | '\0'))
        {
            return Err(Error::argument(format!(
                "{argument:?} holds {bad:?}, which Amiberry's protocol cannot carry. Rename the file, or leave it out"
            )));
        }
        line.push('\t');
        line.push_str(argument);
    }
    if arguments.last().is_some_and(String::is_empty) {
        return Err(Error::argument(format!(
            "the last argument of {command} is empty; Amiberry would not see it"
        )));
    }
    line.push('\n');
    if line.len() > MAXIMUM_REQUEST {
        return Err(Error::argument(format!(
            "the request has {} bytes; Amiberry takes {MAXIMUM_REQUEST} at most",
            line.len()
        )));
    }
    Ok(line.into_bytes())
}

/// A reply record.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reply {
    /// Whether it began with `OK`.
    pub ok: bool,
    /// The fields after the first word. Bytes that are not UTF-8 are shown as U+FFFD.
    pub fields: Vec<String>,
}

impl Reply {
    /// The value of the first field `key=…`.
    pub fn value(&self, key: &str) -> Option<&str> {
        self.fields
            .iter()
            .find_map(|field| field.split_once('=').filter(|(name, _)| *name == key))
            .map(|(_, value)| value)
    }

    /// All fields, blanks between.
    pub fn text(&self) -> String {
        self.fields.join(" ")
    }
}

/// Where a record ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Framing {
    /// At its line feed.
    Line,
    /// At a line feed that no TAB follows, or at the end of the connection.
    Continued,
}

/// Finds records in a stream of bytes.
#[derive(Clone, Debug)]
pub struct Decoder {
    framing: Framing,
    bytes: Vec<u8>,
    /// Up to where no end of a record is.
    searched: usize,
    finished: bool,
}

impl Decoder {
    /// A decoder at the beginning of a record.
    pub fn new(framing: Framing) -> Decoder {
        Decoder {
            framing,
            bytes: Vec::new(),
            searched: 0,
            finished: false,
        }
    }

    /// Takes bytes.
    ///
    /// # Errors
    /// [`crate::error::Reason::NotUnderstood`] when a record becomes longer than [`MAXIMUM_REPLY`]; the bytes are dropped.
    pub fn push(&mut self, bytes: &[u8]) -> Result<()> {
        if self.bytes.len() + bytes.len() > MAXIMUM_REPLY {
            self.bytes = Vec::new();
            self.searched = 0;
            return Err(Error::not_understood(format!(
                "more than {MAXIMUM_REPLY} bytes came without the end of a reply. Is this socket Amiberry's?"
            )));
        }
        self.bytes.extend_from_slice(bytes);
        Ok(())
    }

    /// Says that no more bytes come.
    pub fn finish(&mut self) {
        self.finished = true;
    }

    /// Whether [`Decoder::finish`] was called.
    pub fn is_finished(&self) -> bool {
        self.finished
    }

    /// How many bytes wait for the rest of their record.
    pub fn pending(&self) -> usize {
        self.bytes.len()
    }

    /// The next complete record.
    ///
    /// # Errors
    /// [`crate::error::Reason::NotUnderstood`] for a line that begins with neither `OK` nor `ERROR`; it is dropped.
    pub fn next_reply(&mut self) -> Result<Option<Reply>> {
        loop {
            let Some(end) = self.record_end() else {
                return Ok(None);
            };
            let record: Vec<u8> = self.bytes.drain(..end).collect();
            self.searched = 0;
            // The last field's own line feed leaves an empty line behind.
            if record.iter().all(|byte| matches!(byte, b'\n' | b'\r')) {
                continue;
            }
            return parse(&record).map(Some);
        }
    }

    /// Where the first record ends, its line feed included.
    fn record_end(&mut self) -> Option<usize> {
        while let Some(found) = self.bytes[self.searched..].iter().position(|byte| *byte == b'\n') {
            let end = self.searched + found + 1;
            let blank = self.bytes[..end].iter().all(|byte| matches!(byte, b'\n' | b'\r'));
            match (self.framing, self.bytes.get(end)) {
                (Framing::Continued, Some(b'\t')) if !blank => self.searched = end,
                (Framing::Continued, None) if !self.finished && !blank => return None,
                _ => return Some(end),
            }
        }
        self.searched = match self.framing {
            Framing::Line => self.bytes.len(),
            // The line feed before the end may turn out to be the end, so it is looked at again.
            Framing::Continued => self.searched,
        };
        None
    }
}

fn parse(record: &[u8]) -> Result<Reply> {
    let text = String::from_utf8_lossy(record);
    let text = text.trim_end_matches(['\n', '\r']);
    let mut fields = text
        .split('\t')
        .map(|field| field.trim_end_matches(['\n', '\r']).to_owned());
    let first = fields.next().unwrap_or_default();
    let ok = match first.as_str() {
        "OK" => true,
        "ERROR" => false,
        _ => {
            let shown: String = text.chars().take(60).collect();
            return Err(Error::not_understood(format!(
                "{shown:?} is no reply: it begins with neither OK nor ERROR. Is this socket Amiberry's?"
            )));
        }
    };
    Ok(Reply {
        ok,
        fields: fields.collect(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::error::Reason;

    fn decode(framing: Framing, bytes: &[u8]) -> Vec<Reply> {
        let mut decoder = Decoder::new(framing);
        let mut replies = Vec::new();
        for byte in bytes {
            decoder.push(&[*byte]).unwrap();
            replies.extend(decoder.next_reply().unwrap());
        }
        decoder.finish();
        replies.extend(decoder.next_reply().unwrap());
        assert_eq!(decoder.pending(), 0);
        replies
    }

    #[test]
    fn requests_are_lines_of_fields() {
        let words = |words: &[&str]| words.iter().map(|word| (*word).to_owned()).collect::<Vec<_>>();
        assert_eq!(encode("PING", &[]).unwrap(), b"PING\n");
        assert_eq!(encode("A_1", &words(&["", "b c"])).unwrap(), b"A_1\t\tb c\n");
        for (name, arguments) in [
            ("", words(&[])),
            ("TWO WORDS", words(&[])),
            ("X\n", words(&[])),
            ("X", words(&["a\tb"])),
            ("X", words(&["a\nQUIT"])),
            ("X", words(&["a\r"])),
            ("X", words(&["a\0"])),
            ("X", words(&["a", ""])),
            ("X", words(&[&"a".repeat(MAXIMUM_REQUEST)])),
        ] {
            assert_eq!(
                encode(name, &arguments).unwrap_err().reason,
                Reason::Argument,
                "{name:?}"
            );
        }
        assert_eq!(
            encode("X", &words(&[&"a".repeat(MAXIMUM_REQUEST - 3)]))
                .unwrap()
                .len(),
            MAXIMUM_REQUEST
        );
    }

    #[test]
    fn records_are_found_byte_by_byte() {
        let replies = decode(Framing::Line, b"OK\tPONG\r\nERROR\tNo\tk=v=w\n\nOK\n");
        assert_eq!(replies.len(), 3);
        assert_eq!(
            replies[0],
            Reply {
                ok: true,
                fields: vec!["PONG".into()]
            }
        );
        assert_eq!(replies[1].value("k"), Some("v=w"));
        assert!(replies[2].fields.is_empty());
    }

    #[test]
    fn continued_records_end_with_their_last_line() {
        for end in ["", "\n"] {
            let bytes = format!("OK\ta\n\tb\n\tc\n{end}");
            let replies = decode(Framing::Continued, bytes.as_bytes());
            assert_eq!(
                replies,
                [Reply {
                    ok: true,
                    fields: vec!["a".into(), "b".into(), "c".into()]
                }]
            );
        }
    }

    #[test]
    fn other_lines_are_errors_and_memory_is_bounded() {
        let mut decoder = Decoder::new(Framing::Line);
        decoder.push(b"HTTP/1.1 200\nOK\n").unwrap();
        assert_eq!(decoder.next_reply().unwrap_err().reason, Reason::NotUnderstood);
        assert!(decoder.next_reply().unwrap().unwrap().ok);
        decoder.push(&vec![b'x'; MAXIMUM_REPLY]).unwrap();
        assert_eq!(decoder.push(b"x").unwrap_err().reason, Reason::NotUnderstood);
        assert_eq!(decoder.pending(), 0);
    }
}
