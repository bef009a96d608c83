//! Requests and their replies, over connections that a server of the old generation closes after 0.1 s.
//!
//! Promise: a request that changes something is never sent twice. When its reply is lost, the error says so
//! ([`Reason::OutcomeUnknown`]). A request that only asks is repeated once on a new connection. Every wait has a limit
//! and ends when the [`Interrupt`] is set.
//!
//! Amiberry 8.3.0 serves one connection at a time and holds the emulation up while it is open, so each request has a
//! connection of its own, closed right after the reply. Newer servers keep connections; one connection per request is
//! right for them, too. Only a held joystick needs one that stays (see [`crate::joystick`]).

use crate::command::Call;
use crate::error::{Error, Reason, Result};
use crate::instance::unreachable;
use crate::interrupt::Interrupt;
use crate::refusal;
use crate::transport::{Connection, Connector};
use crate::value::Value;
use crate::wire::{Decoder, Framing, Reply, encode};
use std::collections::BTreeSet;
use std::io::{ErrorKind, Read, Write};
use std::sync::Arc;
use std::time::{Duration, Instant};

/// Longest read between two looks at the interrupt.
const SLICE: Duration = Duration::from_millis(25);
/// Without half-closing, the end of a continued record is this much silence.
const QUIET: Duration = Duration::from_millis(200);

/// How long things may take.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Until a connection stands.
    pub connect: Duration,
    /// Until a reply is complete.
    pub reply: Duration,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits {
            connect: Duration::from_secs(5),
            reply: Duration::from_secs(10),
        }
    }
}

/// Whether a request may be repeated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Effect {
    /// It only asks, or twice is as good as once.
    Repeatable,
    /// It changes something.
    Once,
}

/// A client of one Amiberry.
pub struct Client {
    connector: Arc<dyn Connector>,
    limits: Limits,
    interrupt: Interrupt,
}

impl Client {
    /// A client; connects with the first request.
    pub fn new(connector: Arc<dyn Connector>, limits: Limits, interrupt: Interrupt) -> Client {
        Client {
            connector,
            limits,
            interrupt,
        }
    }

    /// A client of the same Amiberry that no interrupt stops, for releasing what is held. It has this one's limits, and
    /// none is longer than `left`.
    pub fn for_cleanup(&self, left: Duration) -> Client {
        let limits = Limits {
            connect: left.min(self.limits.connect),
            reply: left.min(self.limits.reply),
        };
        Client::new(Arc::clone(&self.connector), limits, Interrupt::new())
    }

    /// Sends a request that releases what is held, once, with what is left of `limit` since `begin`, though not less than a
    /// millisecond. No interrupt stops it, and it may be sent again.
    ///
    /// # Errors
    /// As [`Client::exchange`].
    pub fn exchange_for_cleanup(
        &self,
        command: &str,
        arguments: &[String],
        begin: Instant,
        limit: Duration,
    ) -> Result<Reply> {
        let left = limit
            .saturating_sub(begin.elapsed())
            .max(Duration::from_millis(1));
        self.for_cleanup(left)
            .exchange(command, arguments, Effect::Repeatable, Framing::Line)
    }

    /// The way to the Amiberry.
    pub fn connector(&self) -> &dyn Connector {
        &*self.connector
    }

    /// The flag that ends waits.
    pub fn interrupt(&self) -> &Interrupt {
        &self.interrupt
    }

    /// The time limits.
    pub fn limits(&self) -> Limits {
        self.limits
    }

    /// Opens a connection.
    ///
    /// # Errors
    /// [`Reason::RuntimeUnreachable`], [`Reason::Permission`], [`Reason::Interrupted`].
    pub fn open(&self) -> Result<Line> {
        self.interrupt.check()?;
        let connection = self
            .connector
            .connect(self.limits.connect)
            .map_err(|error| unreachable(&self.connector.describe(), &error))?;
        Ok(Line {
            connection,
            limit: self.limits.reply,
        })
    }

    /// Sends a request and gives the reply as it came, `OK` or `ERROR`.
    ///
    /// # Errors
    /// No reply; see the module's promise.
    pub fn exchange(
        &self,
        command: &str,
        arguments: &[String],
        effect: Effect,
        framing: Framing,
    ) -> Result<Reply> {
        let request = encode(command, arguments)?;
        let first = self
            .open()?
            .exchange(command, &request, effect, framing, &self.interrupt);
        match first {
            Err(error) if effect == Effect::Repeatable && error.reason == Reason::Lost => self
                .open()?
                .exchange(command, &request, effect, framing, &self.interrupt),
            other => other,
        }
    }

    /// Sends any command as it is. Nothing is known of it, so it is never repeated.
    ///
    /// # Errors
    /// As [`Client::exchange`]; an `ERROR` record is no error here.
    pub fn raw(&self, command: &str, arguments: &[String]) -> Result<Reply> {
        let framing = match command.eq_ignore_ascii_case("DISASSEMBLE") {
            true => Framing::Continued,
            false => Framing::Line,
        };
        self.exchange(command, arguments, Effect::Once, framing)
    }

    /// Sends a checked command and gives its typed answer.
    ///
    /// # Errors
    /// What Amiberry refuses, see [`crate::refusal`]; an answer of another shape; as [`Client::exchange`]. A command that
    /// this Amiberry does not know is [`Reason::UnsupportedCapability`] and names its version.
    pub fn call(&self, call: &Call) -> Result<Value> {
        self.check_needs(call)?;
        let specification = call.specification();
        let reply = self.exchange(
            specification.name,
            call.arguments(),
            specification.effect,
            specification.framing(),
        )?;
        if reply.ok {
            return specification.answer.read(specification.name, &reply.fields);
        }
        let mut error = refusal::error(specification.name, &reply);
        if error.reason == Reason::UnsupportedCapability && error.server.starts_with("Unknown command") {
            error.message = self.unknown_command(specification.name);
        }
        Err(error)
    }

    /// Sends a command by name.
    ///
    /// # Errors
    /// Arguments that do not fit; as [`Client::call`].
    pub fn run(&self, name: &str, arguments: &[&str]) -> Result<Value> {
        self.call(&Call::new(name, arguments)?)
    }

    /// The names of the commands that this Amiberry offers.
    ///
    /// # Errors
    /// As [`Client::exchange`].
    pub fn capabilities(&self) -> Result<BTreeSet<String>> {
        let reply = self.exchange("HELP", &[], Effect::Repeatable, Framing::Line)?;
        let forms = reply.fields.iter().flat_map(|field| field.split([',', ' ', '/']));
        let is_name = |word: &&str| {
            word.len() > 2
                && word
                    .bytes()
                    .all(|byte| byte.is_ascii_uppercase() || byte.is_ascii_digit() || byte == b'_')
        };
        Ok(forms.filter(is_name).map(str::to_owned).collect())
    }

    /// Goes on when this Amiberry has the command.
    ///
    /// # Errors
    /// [`Reason::UnsupportedCapability`], before anything was changed.
    pub fn require(&self, name: &str) -> Result<()> {
        if self.capabilities()?.contains(name) {
            return Ok(());
        }
        Err(Error::new(
            Reason::UnsupportedCapability,
            self.unknown_command(name),
        ))
    }

    fn unknown_command(&self, name: &str) -> String {
        let version = self.exchange("GET_VERSION", &[], Effect::Repeatable, Framing::Line);
        let version = version
            .ok()
            .and_then(|reply| reply.value("version").map(str::to_owned));
        let version = version.unwrap_or_else(|| "of unknown version".into());
        let needed = match crate::command::find(name).map(|specification| specification.since) {
            Some(crate::command::Since::AfterEightThree) => "It needs an Amiberry newer than 8.3.0",
            Some(crate::command::Since::EightThree) => {
                "It needs Amiberry 8.3.0 or newer, built with IPC and for debugging commands with its debugger"
            }
            None => "`capabilities` lists what this one has",
        };
        format!("the running Amiberry ({version}) has no {name}. {needed}")
    }

    /// Looks whether the machine is in the state that a command needs.
    fn check_needs(&self, call: &Call) -> Result<()> {
        use crate::command::Needs;
        let wrong = |text: &str| {
            let name = call.specification().name;
            Err(Error::new(
                Reason::WrongState,
                format!("{name} needs {text}; nothing was changed"),
            ))
        };
        match call.needs() {
            Needs::Nothing => Ok(()),
            Needs::Paused if !self.is_paused()? => wrong("a paused machine. Send `run pause` first"),
            Needs::Stopped if !self.is_stopped()? => wrong(
                "the debugger to have stopped the machine. Send `debug debug-activate`, or set a breakpoint",
            ),
            Needs::NotStopped if self.is_stopped()? => {
                wrong("a machine that the debugger has not stopped. Send `debug debug-continue` first")
            }
            Needs::PausedOrStopped if !self.is_paused()? && !self.is_stopped()? => {
                wrong("a machine that stands still. Send `run pause` first, or stop it in the debugger")
            }
            _ => Ok(()),
        }
    }

    fn is_paused(&self) -> Result<bool> {
        Ok(self.run("GET_STATUS", &[])?.get("Paused") == Some(&Value::Truth(true)))
    }

    fn is_stopped(&self) -> Result<bool> {
        Ok(self.run("DEBUG_STATUS", &[])?.get("stopped") == Some(&Value::Truth(true)))
    }
}

/// One open connection.
pub struct Line {
    connection: Box<dyn Connection>,
    limit: Duration,
}

impl Line {
    /// Sends one request and reads its reply.
    ///
    /// # Errors
    /// [`Reason::OutcomeUnknown`] when the reply to a request that changes something is missing; [`Reason::NoAnswer`] and
    /// [`Reason::Lost`] for others; [`Reason::NotUnderstood`]; [`Reason::Interrupted`].
    pub fn exchange(
        &mut self,
        command: &str,
        request: &[u8],
        effect: Effect,
        framing: Framing,
        interrupt: &Interrupt,
    ) -> Result<Reply> {
        let begin = Instant::now();
        let lost = |what: &str, reason| match effect {
            Effect::Repeatable => Error::new(
                reason,
                format!("{what} after {command}, which changes nothing. Try again"),
            ),
            Effect::Once => Error::new(
                Reason::OutcomeUnknown,
                format!(
                    "{what} after {command} was sent: it may be done or not. It is not sent again; look at the state"
                ),
            ),
        };
        let broken = |error: std::io::Error| lost(&format!("the connection broke ({error})"), Reason::Lost);
        self.connection.set_limit(self.limit).map_err(broken)?;
        self.connection.write_all(request).map_err(broken)?;
        self.connection.flush().map_err(broken)?;
        let half_closed = match framing {
            Framing::Continued => self.connection.half_close().map_err(broken)?,
            Framing::Line => false,
        };
        let mut decoder = Decoder::new(framing);
        let mut buffer = [0; 4096];
        let mut last = Instant::now();
        loop {
            // A reply to a change is still waited for after Ctrl-C: only it says what is to be cleaned up.
            if effect == Effect::Repeatable {
                interrupt.check()?;
            }
            let left = self.limit.saturating_sub(begin.elapsed());
            self.connection.set_limit(left.min(SLICE)).map_err(broken)?;
            match self.connection.read(&mut buffer) {
                Ok(0) => decoder.finish(),
                Ok(count) => {
                    decoder.push(&buffer[..count])?;
                    last = Instant::now();
                    if left.is_zero() {
                        return Err(lost("the reply did not end in time", Reason::NoAnswer));
                    }
                }
                Err(error) if matches!(error.kind(), ErrorKind::WouldBlock | ErrorKind::TimedOut) => {
                    if left.is_zero() {
                        return Err(lost("no reply came in time", Reason::NoAnswer));
                    }
                    if !half_closed
                        && framing == Framing::Continued
                        && decoder.pending() > 0
                        && last.elapsed() > QUIET
                    {
                        decoder.finish();
                    } else {
                        continue;
                    }
                }
                Err(error) if error.kind() == ErrorKind::Interrupted => continue,
                Err(error) => return Err(broken(error)),
            }
            if let Some(reply) = decoder.next_reply()? {
                return Ok(reply);
            }
            if decoder.is_finished() {
                return Err(lost("Amiberry closed the connection", Reason::Lost));
            }
        }
    }
}
