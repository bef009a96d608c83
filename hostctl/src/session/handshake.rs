//! The greeting: VERSION until it is answered, then AUTH.
//!
//! Replies carry no number, so a reply that was meant for an earlier client must not be taken for ours. The VERSION
//! reply is known by its first word; everything in front of it is dropped.

use std::time::{Duration, Instant};

use protocol::client::reply::{ReplyHeader, ReplyParser, ReplyPart};
use protocol::client::version::{ServerVersion, VersionError};
use protocol::limits::MAX_HEADER;
use protocol::{Request, Word};

use super::{MAX_BODY, Reply, Server, send};
use crate::connection::{Connection, ConnectionError};
use crate::failure::{Failure, FailureKind};
use crate::latin1;

/// A line that was quiet for this long holds no more of a former reply. USB adapters hand bytes on every 16 ms.
const QUIET: Duration = Duration::from_millis(40);

/// How long a line that does not get quiet is drained.
const DRAIN_LIMIT: Duration = Duration::from_secs(1);

/// How often VERSION is sent within the patience. Twice as a rule: the first may end half a line of another client.
const ATTEMPTS: u32 = 3;

/// How many bytes are read in search of a reply. No server sends as much before it is asked; a flood would fill memory.
const SEARCHED: usize = 1 << 16;

/// Bytes of unreadable input that are shown in a message.
const SHOWN: usize = 24;

/// Greets the server; see [`super::Session::open`].
pub(super) fn greet(
    connection: &mut Connection,
    password: &[u8],
    patience: Duration,
) -> Result<Server, Failure> {
    let mut stream = Stream {
        seen: Vec::new(),
        place: 0,
    };
    connection
        .discard(QUIET, DRAIN_LIMIT)
        .map_err(|error| closed(connection, &error))?;
    let server = ask_version(connection, &mut stream, patience)?;
    send(
        connection,
        &Request::Auth {
            password: Word::plain(password),
        },
        patience,
    )?;
    let deadline = Instant::now() + patience;
    let reply = loop {
        match stream.next(connection, deadline) {
            // VERSION was sent more than once, and each is answered.
            Ok(reply) if is_version(&reply) => {}
            Ok(reply) => break reply,
            Err(ConnectionError::TimedOut) => {
                return Err(Failure::new(
                    FailureKind::ConnectionLost,
                    format!(
                        "the server at {} told its version, then did not answer AUTH within {} s. Bytes may have been \
                         lost on the line: try again, or a lower baud rate.",
                        connection.description(),
                        patience.as_secs_f32()
                    ),
                ));
            }
            Err(error) => return Err(closed(connection, &error)),
        }
    };
    if reply.code == 0 {
        Ok(server)
    } else {
        Err(wrong_password(&reply))
    }
}

/// Sends VERSION until it is answered.
fn ask_version(
    connection: &mut Connection,
    stream: &mut Stream,
    patience: Duration,
) -> Result<Server, Failure> {
    let mut other_reply = None;
    for _ in 0..ATTEMPTS {
        send(connection, &Request::Version, patience)?;
        let deadline = Instant::now() + patience / ATTEMPTS;
        loop {
            match stream.next(connection, deadline) {
                Ok(reply) if is_version(&reply) => return read_version(&reply.body),
                Ok(reply) => {
                    // Our VERSION ended a line of somebody else, and this is the answer to that: ask again.
                    let refused = reply.code != 0;
                    other_reply = Some(reply);
                    if refused {
                        break;
                    }
                }
                Err(ConnectionError::TimedOut) => break,
                Err(error) if stream.seen.is_empty() => return Err(closed(connection, &error)),
                Err(error) => return Err(unreadable(connection, &stream.seen, other_reply, Some(&error))),
            }
        }
    }
    if stream.seen.is_empty() {
        Err(silent(connection, patience))
    } else {
        Err(unreadable(connection, &stream.seen, other_reply, None))
    }
}

/// Everything that came, and how far it is understood.
struct Stream {
    seen: Vec<u8>,
    place: usize,
}

impl Stream {
    /// The next whole reply after whatever else is on the line. A flood of other bytes counts as none in time.
    fn next(&mut self, connection: &mut Connection, deadline: Instant) -> Result<Reply, ConnectionError> {
        let mut buffer = [0; 1024];
        loop {
            if let Some(reply) = self.take() {
                return Ok(reply);
            }
            if self.seen.len() > SEARCHED {
                return Err(ConnectionError::TimedOut);
            }
            let count = connection.receive(&mut buffer, deadline)?;
            self.seen.extend_from_slice(&buffer[..count]);
        }
    }

    /// Takes the first whole reply that starts at some place in what is not yet understood.
    fn take(&mut self) -> Option<Reply> {
        for start in self.place..self.seen.len() {
            let rest = &self.seen[start..];
            if !starts_like_a_header(rest) {
                continue;
            }
            if let Some((reply, length)) = parse(rest) {
                self.place = start + length;
                return Some(reply);
            }
        }
        None
    }
}

/// Whether a whole header stands at the start of `bytes`.
fn starts_like_a_header(bytes: &[u8]) -> bool {
    let end = bytes.iter().take(MAX_HEADER).position(|byte| *byte == b'\n');
    end.is_some_and(|end| {
        let header = ReplyHeader::parse(&bytes[..end]);
        // Blanks in front are no part of a header; without this a reply could start one byte too early.
        !bytes[0].is_ascii_whitespace() && header.is_ok_and(|header| header.count <= MAX_BODY)
    })
}

/// The whole reply at the start of `bytes`, and its length with the header.
fn parse(bytes: &[u8]) -> Option<(Reply, usize)> {
    let mut parser = ReplyParser::new();
    let mut reply = Reply {
        code: 0,
        body: Vec::new(),
    };
    let mut input = bytes;
    while let Ok(Some(part)) = parser.take(&mut input) {
        match part {
            ReplyPart::Header(header) => reply.code = header.code,
            ReplyPart::Body(body) => reply.body.extend_from_slice(body),
            ReplyPart::End => return Some((reply, bytes.len() - input.len())),
        }
    }
    None
}

/// Whether this is the answer to VERSION, of whatever protocol.
fn is_version(reply: &Reply) -> bool {
    reply.code == 0 && !matches!(ServerVersion::parse(&reply.body), Err(VersionError::NotAmiPilot))
}

fn read_version(body: &[u8]) -> Result<Server, Failure> {
    let version = ServerVersion::parse(body)
        .map_err(|error| Failure::new(FailureKind::WrongProtocol, error.to_string()))?;
    let words = |key| {
        version
            .words(key)
            .map(|word| latin1::decode(word.iter().copied()))
            .collect()
    };
    Ok(Server {
        version: version.version.into(),
        stable: words("STABLE"),
        extended: words("EXTENDED"),
    })
}

fn wrong_password(reply: &Reply) -> Failure {
    let text = latin1::decode(reply.body.iter().copied());
    let reason = if text.trim().is_empty() {
        String::new()
    } else {
        format!(" It says: {}", text.trim())
    };
    Failure::new(
        FailureKind::Password,
        format!(
            "the server refused the password. Give the one that it was started with (its TCPPASSWORD) by --password or \
             AMIPILOT_PASSWORD.{reason}"
        ),
    )
}

fn closed(connection: &Connection, error: &ConnectionError) -> Failure {
    Failure::new(
        FailureKind::ConnectionLost,
        format!(
            "{}: {error} before the server was greeted. A server that was told with TCPALLOW whom to serve closes the \
             connection of all others; a newer client takes the place of an older one.",
            connection.description()
        ),
    )
}

fn silent(connection: &Connection, patience: Duration) -> Failure {
    Failure::new(
        FailureKind::NoAnswer,
        format!(
            "{} is open, but not one byte came back within {} s. Likely, in this order: AmiPilotServer is not running \
             (on the Amiga: Run AmiPilotServer SERIAL BAUD 19200); the cable is not a null-modem cable, whose TXD and \
             RXD are crossed; it is in another socket; the machine is off.",
            connection.description(),
            patience.as_secs_f32()
        ),
    )
}

/// Bytes came, but no VERSION reply.
fn unreadable(
    connection: &Connection,
    seen: &[u8],
    other_reply: Option<Reply>,
    error: Option<&ConnectionError>,
) -> Failure {
    let name = connection.description();
    if let Some(reply) = other_reply {
        let text = latin1::decode(reply.body);
        return Failure::new(
            FailureKind::WrongProtocol,
            format!(
                "what is at {name} answers in AmiPilot's form, but not to VERSION as a server does: RC {} \"{}\"",
                reply.code,
                text.trim()
            ),
        );
    }
    if let (Some(error), Some(_)) = (
        error,
        (0..seen.len()).find(|start| starts_like_a_header(&seen[*start..])),
    ) {
        return Failure::new(
            FailureKind::ConnectionLost,
            format!("{name}: the reply to VERSION stopped in the middle: {error}. Try again."),
        );
    }
    let shown = seen[..seen.len().min(SHOWN)].escape_ascii().to_string();
    let more = if seen.len() > SHOWN { "…" } else { "" };
    let printable = seen
        .iter()
        .filter(|byte| byte.is_ascii_graphic() || byte.is_ascii_whitespace())
        .count();
    let advice = if seen.starts_with(b"VERSION") {
        "That is our own request: the line echoes. A loop-back plug is in the socket, or a Shell (AUX:) or a terminal \
         program answers instead of AmiPilotServer."
    } else if printable == seen.len() {
        "That is readable text, so the line is good: something else answers, such as another service on that port, a \
         Shell or a program that prints to the serial line."
    } else {
        "Most often the baud rates differ: --baud here and BAUD of the server must be the same number. Else another \
         program talks on the line."
    };
    Failure::new(
        FailureKind::Noise,
        format!(
            "{} bytes came back by {name}, but no reply: \"{shown}{more}\". {advice}",
            seen.len()
        ),
    )
}
