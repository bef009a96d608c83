//! One connection to the binary monitor: requests with time limits, replies matched by request id, events kept apart.
//!
//! Promise: events may come at any moment, also between the parts of a reply, and are queued ([`Client::next_event`]).
//! A reply that comes after its time limit is dropped when it arrives. A request is sent at most once. Nothing here
//! blocks longer than its limit, and the event queue is bounded.
//!
//! Source: the VICE manual, chapter "Binary monitor"; the order of frames as VICE 3.10 sends them.

mod calls;
mod events;
mod stream;

pub use events::Stop;
pub use stream::{Stream, connect_tcp};

use crate::command::{Command, CommandCode};
use crate::error::{Error, ErrorCode, Result};
use crate::event::Event;
use crate::wire::{API_VERSION, Decoder, EVENT_REQUEST, Frame, encode_request};
use std::collections::VecDeque;
use std::io::ErrorKind;
use std::time::{Duration, Instant};

/// Events that wait to be fetched; the oldest is dropped when one more comes.
pub const EVENT_QUEUE: usize = 1024;
/// Frames that may precede the last frame of one reply.
const PARTS_MAXIMUM: usize = 65_536;
/// Bytes outside frames after which the line is given up.
const NOISE_MAXIMUM: u64 = 65_536;

/// How long replies may take.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// For most commands.
    pub request: Duration,
    /// For DISPLAY_GET, DUMP, UNDUMP and AUTOSTART, which take VICE longer.
    pub slow: Duration,
}

impl Default for Limits {
    fn default() -> Self {
        Limits {
            request: Duration::from_secs(10),
            slow: Duration::from_secs(30),
        }
    }
}

impl Limits {
    fn of(&self, command: CommandCode) -> Duration {
        match command {
            CommandCode::DisplayGet | CommandCode::Dump | CommandCode::Undump | CommandCode::Autostart => {
                self.slow
            }
            _ => self.request,
        }
    }
}

/// Whether the emulated machine runs, as far as events told.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RunState {
    /// No frame has told yet.
    Unknown,
    /// The monitor is open: the machine stands still.
    Stopped {
        /// Where, when an event said so.
        pc: Option<u16>,
    },
    /// The machine runs.
    Running,
}

/// All frames of one reply.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reply {
    /// Frames with the same request id that came before the last: the checkpoints of CHECKPOINT_LIST.
    pub parts: Vec<Frame>,
    /// The frame that ends the reply.
    pub last: Frame,
}

/// A request whose reply has not come yet.
struct Pending {
    request: u32,
    name: String,
    command: u8,
    /// The reply's type; `None` accepts any.
    expected: Option<u8>,
}

/// A connection to VICE.
pub struct Client {
    stream: Box<dyn Stream>,
    decoder: Decoder,
    buffer: Vec<u8>,
    unread: std::ops::Range<usize>,
    events: VecDeque<Event>,
    dropped_events: u64,
    late_frames: u64,
    next_request: u32,
    state: RunState,
    found_running: Option<bool>,
    limits: Limits,
}

impl Client {
    /// A client over a fresh connection. Nothing is sent yet.
    ///
    /// `first_request` is the id of the first request; the following ones count up from it.
    pub fn new(stream: Box<dyn Stream>, limits: Limits, first_request: u32) -> Client {
        Client {
            stream,
            decoder: Decoder::new(),
            buffer: vec![0; 16 * 1024],
            unread: 0..0,
            events: VecDeque::new(),
            dropped_events: 0,
            late_frames: 0,
            next_request: first_request,
            state: RunState::Unknown,
            found_running: None,
            limits,
        }
    }

    /// Whether the machine runs.
    pub fn state(&self) -> RunState {
        self.state
    }

    /// Whether the machine ran before our first request opened the monitor; `None` before the first reply.
    pub fn found_running(&self) -> Option<bool> {
        self.found_running
    }

    /// The time limits.
    pub fn limits(&self) -> Limits {
        self.limits
    }

    /// Changes the time limits of the following calls.
    pub fn set_limits(&mut self, limits: Limits) {
        self.limits = limits;
    }

    /// How many frames answered a request that was given up before.
    pub fn late_frames(&self) -> u64 {
        self.late_frames
    }

    /// How many events were dropped because nobody fetched them.
    pub fn dropped_events(&self) -> u64 {
        self.dropped_events
    }

    /// Sends a command and waits for its reply.
    ///
    /// # Errors
    /// [`Error::Argument`] when it cannot be sent, [`Error::Refused`] when VICE answers with an error code,
    /// [`Error::NoAnswer`], [`Error::Noise`], [`Error::Unexpected`] or [`Error::Lost`] when the line fails.
    pub fn call(&mut self, command: &Command) -> Result<Reply> {
        let code = command.code();
        let body = command.body()?;
        let limit = self.limits.of(code);
        self.exchange(
            code.name(),
            API_VERSION,
            code.byte(),
            &body,
            Some(code.reply_kind()),
            limit,
        )
    }

    /// Sends any command with any body, also ones that VICE must refuse.
    ///
    /// The first frame with the request's id that is not a CHECKPOINT_LIST part ends the reply.
    ///
    /// # Errors
    /// As [`Client::call`], but never [`Error::Unexpected`].
    pub fn call_raw(&mut self, api: u8, command: u8, body: &[u8]) -> Result<Reply> {
        let code = CommandCode::from_byte(command);
        let name = code.map_or_else(
            || format!("command ${command:02x}"),
            |code| code.name().to_owned(),
        );
        let limit = code.map_or(self.limits.request, |code| self.limits.of(code));
        self.exchange(&name, api, command, body, None, limit)
    }

    fn exchange(
        &mut self,
        name: &str,
        api: u8,
        command: u8,
        body: &[u8],
        expected: Option<u8>,
        limit: Duration,
    ) -> Result<Reply> {
        let pending = self.start(name, api, command, body, expected, limit)?;
        self.finish(&pending, limit)
    }

    /// Sends a PING and waits for its reply at most `wait`. VICE answers late when it serves another client first; after
    /// `patience` without an answer, `notice` is called once.
    ///
    /// # Errors
    /// [`Error::NoAnswer`] when `wait` is over; otherwise as [`Client::call`].
    pub fn greet(&mut self, wait: Duration, patience: Duration, notice: &mut dyn FnMut()) -> Result<()> {
        let code = CommandCode::Ping;
        let pending = self.start(
            code.name(),
            API_VERSION,
            code.byte(),
            &[],
            Some(code.reply_kind()),
            wait,
        )?;
        match self.finish(&pending, patience.min(wait)) {
            Err(Error::NoAnswer { .. }) if patience < wait => notice(),
            other => return other.map(drop),
        }
        self.finish(&pending, wait - patience).map(drop)
    }

    fn start(
        &mut self,
        name: &str,
        api: u8,
        command: u8,
        body: &[u8],
        expected: Option<u8>,
        limit: Duration,
    ) -> Result<Pending> {
        let request = self.take_request_id();
        self.send(&encode_request(api, request, command, body)?, name, limit)?;
        Ok(Pending {
            request,
            name: name.to_owned(),
            command,
            expected,
        })
    }

    fn finish(&mut self, pending: &Pending, limit: Duration) -> Result<Reply> {
        let name = &pending.name;
        let begin = Instant::now();
        let mut parts = Vec::new();
        loop {
            let left = limit.saturating_sub(begin.elapsed());
            let Some(frame) = self.receive(left, name)? else {
                return Err(self.silence(name, limit));
            };
            if frame.is_event() {
                self.take_event(&frame);
                continue;
            }
            if frame.request != pending.request {
                self.late_frames += 1;
                continue;
            }
            self.note_first_reply();
            if let Some(code) = ErrorCode::from_byte(frame.error) {
                return Err(Error::Refused {
                    command: name.clone(),
                    code,
                });
            }
            let is_part = pending.command == CommandCode::CheckpointList.byte()
                && frame.kind == CommandCode::CheckpointGet.byte()
                && parts.len() < PARTS_MAXIMUM;
            if is_part {
                parts.push(frame);
            } else if pending.expected.is_none_or(|kind| kind == frame.kind) {
                return Ok(Reply { parts, last: frame });
            } else {
                return Err(Error::Unexpected {
                    command: name.clone(),
                    kind: frame.kind,
                });
            }
        }
    }

    fn take_request_id(&mut self) -> u32 {
        let request = if self.next_request == EVENT_REQUEST {
            1
        } else {
            self.next_request
        };
        self.next_request = request + 1;
        request
    }

    fn silence(&self, name: &str, waited: Duration) -> Error {
        match self.decoder.skipped() {
            0 => Error::NoAnswer {
                command: name.to_owned(),
                waited,
            },
            skipped => Error::Noise { skipped },
        }
    }

    /// The first reply tells how we found the machine: it ran when the monitor had to open first.
    fn note_first_reply(&mut self) {
        if self.found_running.is_none() {
            self.found_running = Some(self.state != RunState::Unknown);
        }
        if self.state == RunState::Unknown {
            self.state = RunState::Stopped { pc: None };
        }
    }

    fn send(&mut self, bytes: &[u8], during: &str, limit: Duration) -> Result<()> {
        let lost = |source| Error::Lost {
            during: during.to_owned(),
            source: Some(source),
        };
        self.stream
            .set_limit(limit.max(Duration::from_millis(1)))
            .map_err(lost)?;
        self.stream
            .write_all(bytes)
            .and_then(|()| self.stream.flush())
            .map_err(lost)
    }

    /// The next frame, or `None` when none is complete within `limit`.
    fn receive(&mut self, limit: Duration, during: &str) -> Result<Option<Frame>> {
        let begin = Instant::now();
        loop {
            let mut rest = &self.buffer[self.unread.clone()];
            let frame = self.decoder.accept(&mut rest);
            self.unread.start = self.unread.end - rest.len();
            if frame.is_some() {
                return Ok(frame);
            }
            if self.decoder.skipped() > NOISE_MAXIMUM {
                return Err(Error::Noise {
                    skipped: self.decoder.skipped(),
                });
            }
            let left = limit.saturating_sub(begin.elapsed());
            if left.is_zero() {
                return Ok(None);
            }
            let lost = |source| Error::Lost {
                during: during.to_owned(),
                source,
            };
            self.stream
                .set_limit(left.max(Duration::from_millis(1)))
                .map_err(|error| lost(Some(error)))?;
            match self.stream.read(&mut self.buffer) {
                Ok(0) => return Err(lost(None)),
                Ok(length) => self.unread = 0..length,
                Err(error)
                    if matches!(
                        error.kind(),
                        ErrorKind::WouldBlock | ErrorKind::TimedOut | ErrorKind::Interrupted
                    ) => {}
                Err(error) => return Err(lost(Some(error))),
            }
        }
    }
}
