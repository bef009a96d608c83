//! A greeted server: requests go out one at a time, and each gets its whole reply or a failure that says why not.
//!
//! A serial line may hold anything when we come: the reply of a client that was ended, a boot log, noise. So the
//! hand-shake drops what lies there, sends VERSION, and looks for its reply anywhere in what comes back. When none
//! comes, what did come tells a dead cable from a wrong baud rate. Source: `docs/wire.md`, "VERSION" and "AUTH".

mod handshake;

use std::time::{Duration, Instant};

use protocol::client::reply::{NotAReply, ReplyParser, ReplyPart};
use protocol::client::request;
use protocol::{Request, ReturnCode, Sink};

use crate::connection::{Connection, ConnectionError};
use crate::failure::{Failure, FailureKind};
use crate::latin1;

/// The longest reply body that is believed, in bytes: eight times what a screenshot may have.
const MAX_BODY: u32 = 4 << 20;

/// What the server says of itself.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Server {
    /// Its version, one word.
    pub version: String,
    /// Verbs of AmiPilot 1.1 that it has.
    pub stable: Vec<String>,
    /// Verbs that it has beyond those.
    pub extended: Vec<String>,
}

/// A whole reply.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Reply {
    code: i32,
    body: Vec<u8>,
}

/// A connection to a server that has answered the hand-shake.
pub struct Session {
    connection: Connection,
    server: Server,
    /// The longest silence of the server.
    patience: Duration,
}

impl Session {
    /// Greets the server and shows it the password, in Latin-1. `patience` is the longest silence from now on.
    ///
    /// # Errors
    /// [`FailureKind::NoAnswer`], [`FailureKind::Noise`], [`FailureKind::WrongProtocol`], [`FailureKind::Password`],
    /// [`FailureKind::ConnectionLost`].
    pub fn open(mut connection: Connection, password: &[u8], patience: Duration) -> Result<Session, Failure> {
        let server = handshake::greet(&mut connection, password, patience)?;
        Ok(Session {
            connection,
            server,
            patience,
        })
    }

    /// What the server says of itself.
    pub fn server(&self) -> &Server {
        &self.server
    }

    /// Sends `request` and gives the body of its reply. `work` is what the server may need beyond the usual patience.
    ///
    /// # Errors
    /// The failure that belongs to the return code, or that of the connection.
    pub fn request(&mut self, request: &Request<'_>, work: Duration) -> Result<Vec<u8>, Failure> {
        let verb = request.verb().as_str();
        send(&mut self.connection, request, self.patience)?;
        let reply = self.receive(verb, self.patience.saturating_add(work))?;
        match ReturnCode::from_number(reply.code) {
            Some(ReturnCode::Ok) => Ok(reply.body),
            Some(code) => Err(unsuccessful(verb, code, &reply.body)),
            None => Err(Failure::new(
                FailureKind::BadReply,
                format!(
                    "{verb}: the server answers with the unknown return code {}; its message: {}",
                    reply.code,
                    latin1::decode(reply.body)
                ),
            )),
        }
    }

    /// Reads one reply. `first_patience` is for its first byte, the usual patience for each silence within it.
    fn receive(&mut self, verb: &str, first_patience: Duration) -> Result<Reply, Failure> {
        let mut parser = ReplyParser::new();
        let mut reply = Reply {
            code: 0,
            body: Vec::new(),
        };
        let mut buffer = [0; 4096];
        let mut received = 0;
        let mut deadline = Instant::now() + first_patience;
        loop {
            let count = self.connection.receive(&mut buffer, deadline).map_err(|error| {
                interrupted(
                    verb,
                    &self.connection,
                    &error,
                    received,
                    first_patience,
                    self.patience,
                )
            })?;
            received += count;
            deadline = Instant::now() + self.patience;
            let mut input = &buffer[..count];
            while let Some(part) = parser
                .take(&mut input)
                .map_err(|error| out_of_step(verb, error))?
            {
                match part {
                    ReplyPart::Header(header) if header.count > MAX_BODY => {
                        return Err(out_of_step(verb, NotAReply));
                    }
                    ReplyPart::Header(header) => reply.code = header.code,
                    ReplyPart::Body(bytes) => reply.body.extend_from_slice(bytes),
                    ReplyPart::End => return Ok(reply),
                }
            }
        }
    }
}

/// A vector that takes a request line.
struct Line(Vec<u8>);

impl Sink for Line {
    fn put(&mut self, bytes: &[u8]) {
        self.0.extend_from_slice(bytes);
    }
}

/// Sends one request line.
fn send(connection: &mut Connection, request: &Request<'_>, patience: Duration) -> Result<(), Failure> {
    let verb = request.verb().as_str();
    let mut line = Line(Vec::new());
    request::write(&mut line, request)
        .map_err(|error| Failure::usage(format!("{verb} cannot be sent: {error}")))?;
    connection.send(&line.0, patience).map_err(|error| match error {
        ConnectionError::TimedOut => Failure::new(
            FailureKind::ConnectionLost,
            format!(
                "{} takes no bytes. With --rtscts the other end holds the line (the server needs its RTSCTS option, the \
                 cable the wires RTS and CTS); try without.",
                connection.description()
            ),
        ),
        error => Failure::new(
            FailureKind::ConnectionLost,
            format!("{verb} could not be sent by {}: {error}", connection.description()),
        ),
    })
}

/// The reply did not come, or not to its end.
fn interrupted(
    verb: &str,
    connection: &Connection,
    error: &ConnectionError,
    received: usize,
    first_patience: Duration,
    patience: Duration,
) -> Failure {
    let silence = if received == 0 { first_patience } else { patience }.as_secs_f32();
    let how = match (error, received) {
        (ConnectionError::TimedOut, 0) => format!(
            "no reply within {silence} s. The server answered before, so it may be busy or have crashed: look at the \
             Amiga, or allow more with --timeout"
        ),
        (ConnectionError::TimedOut, _) => format!(
            "the reply stopped after {received} bytes and {silence} s passed without another. Bytes may have been lost: \
             try a lower baud rate, or --rtscts at both ends"
        ),
        (error, 0) => format!("no reply: {error}"),
        (error, _) => format!("the reply stopped after {received} bytes: {error}"),
    };
    Failure::new(
        FailureKind::ConnectionLost,
        format!("{verb} by {}: {how}", connection.description()),
    )
}

/// What came is not the form of a reply.
fn out_of_step(verb: &str, error: NotAReply) -> Failure {
    Failure::new(FailureKind::BadReply, format!("{verb}: {error}"))
}

/// The failure of a return code other than 0.
fn unsuccessful(verb: &str, code: ReturnCode, body: &[u8]) -> Failure {
    let (kind, otherwise) = match code {
        ReturnCode::Ok | ReturnCode::Warn => (
            FailureKind::NotFound,
            "nothing matches: no such window, gadget or screen. `hostctl screens` and `hostctl tree WINDOW` show what \
             is there; letter case counts",
        ),
        ReturnCode::Error => (
            FailureKind::Refused,
            "the server refuses the request and gives no reason",
        ),
        ReturnCode::Timeout => (
            FailureKind::TimedOut,
            "what was waited for did not happen in time",
        ),
        ReturnCode::Fail => (
            FailureKind::ActionFailed,
            "the server tried, and failed; it gives no reason",
        ),
    };
    let text = latin1::decode(body.iter().copied());
    let text = text.trim();
    Failure::new(
        kind,
        format!("{verb}: {}", if text.is_empty() { otherwise } else { text }),
    )
}

#[cfg(test)]
mod tests;
