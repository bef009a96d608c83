//! One client on one line: its requests one after another, each answered before the next is read. Spec §1.1 to §1.3.
//!
//! A session is always in one [`State`], and says when it wants to be looked at again though nothing has happened.
//! The request under way stays in the line assembler until its reply has been handed over, so no copy of it is made.

use crate::body::{Body, Reply};
use crate::line::ClientLine;
use crate::messages;
use crate::output::{Outgoing, OutputBuffer, Written};
use crate::server::Shared;
use crate::task::{Progress, Task};
use crate::verbs::{self, Context};
use core::ops::ControlFlow::{Break, Continue};
use hal_amiga::{Instant, Machine, TransportError};
use protocol::request::ParseError;
use protocol::{Line, LineAssembler, ReturnCode, limits};

/// Bytes that are taken from the line at once.
const INPUT: usize = 32;

/// Milliseconds without a byte after which half a line, or a body that goes on no further, is given up.
const SILENCE: u32 = limits::PARTIAL_LINE_TIMEOUT * 1000;

/// Milliseconds without a byte taken after which the rest of a reply is given up: nobody is there to read it.
const STALLED: u32 = 30_000;

/// What a session is doing.
#[derive(Debug)]
enum State {
    /// Collecting a line.
    Listening,
    /// Throwing away so many bytes of the body that came with a refused line.
    Skipping(u32),
    /// Busy with a request that takes time.
    Working(Task),
    /// Sending a reply.
    Answering(Outgoing),
    /// The line is gone.
    Closed,
}

/// One client on one line.
pub(crate) struct Session<'c> {
    client: &'c mut dyn ClientLine,
    assembler: LineAssembler,
    state: State,
    /// Bytes taken from the line and not looked at yet.
    input: [u8; INPUT],
    input_start: usize,
    input_end: usize,
    output: OutputBuffer,
    /// When a byte last came or went.
    last_byte: Instant,
    /// When to look at the session again though nothing has happened.
    due: Option<Instant>,
    /// What the count of wakes was when the line came to rest; `None` while a reply has yet to leave the machine.
    at_rest: Option<u32>,
    /// Wakes between that and the first byte of the present line.
    idle_wakes: u32,
}

impl<'c> Session<'c> {
    /// A session that waits for its first line.
    pub(crate) fn new(client: &'c mut dyn ClientLine, shared: &Shared, now: Instant) -> Self {
        Self {
            client,
            assembler: LineAssembler::new(),
            state: State::Listening,
            input: [0; INPUT],
            input_start: 0,
            input_end: 0,
            output: OutputBuffer::new(),
            last_byte: now,
            due: None,
            at_rest: Some(shared.wakes()),
            idle_wakes: 0,
        }
    }

    /// When to look at the session again though nothing has happened; `None` when only an event matters.
    pub(crate) fn due(&self) -> Option<Instant> {
        self.due
    }

    /// Whether the line is gone.
    pub(crate) fn is_closed(&self) -> bool {
        matches!(self.state, State::Closed)
    }

    /// Whether no request is under way and every reply has left the machine.
    pub(crate) fn is_at_rest(&mut self) -> bool {
        match self.state {
            State::Closed => true,
            State::Listening | State::Skipping(_) => self.client.is_drained(),
            State::Working(_) | State::Answering(_) => false,
        }
    }

    /// The place of this session's gesture in the queue, if it has one.
    pub(crate) fn ticket(&self) -> Option<u32> {
        match &self.state {
            State::Working(task) => task.ticket(),
            _ => None,
        }
    }

    /// Notes whether the line has come to rest. To be called after each wait.
    pub(crate) fn note_rest(&mut self, shared: &Shared) {
        if self.at_rest.is_none() && matches!(self.state, State::Listening) && self.client.is_drained() {
            self.at_rest = Some(shared.wakes());
        }
    }

    /// Does what can be done now, and says whether anything was. `served` is the ticket of the gesture whose turn it is.
    #[inline(never)]
    pub(crate) fn advance<M: Machine>(
        &mut self,
        machine: &mut M,
        shared: &mut Shared,
        served: Option<u32>,
    ) -> bool {
        self.due = None;
        let result = match self.state {
            State::Listening => self.listen(machine, shared),
            State::Skipping(left) => self.skip(machine, shared, left),
            State::Working(_) => self.work(machine, shared, served),
            State::Answering(_) => self.answer(machine),
            State::Closed => Ok(false),
        };
        result.unwrap_or_else(|_: TransportError| {
            self.close(machine);
            true
        })
    }

    /// Ends what is under way, since nobody is there any more.
    #[inline(never)]
    fn close<M: Machine>(&mut self, machine: &mut M) {
        if let State::Working(task) = &mut self.state {
            task.cancel(machine);
        }
        self.state = State::Closed;
    }

    /// The next byte from the line; `None` when none is there now.
    fn next_byte(&mut self) -> Result<Option<u8>, TransportError> {
        if self.input_start == self.input_end {
            self.input_start = 0;
            self.input_end = 0;
            self.input_end = self.client.receive(&mut self.input)?;
        }
        let byte = self
            .input
            .get(self.input_start..self.input_end)
            .and_then(|bytes| bytes.first().copied());
        self.input_start += usize::from(byte.is_some());
        Ok(byte)
    }

    /// Collects bytes up to the end of a line, and starts its request.
    #[inline(never)]
    fn listen<M: Machine>(&mut self, machine: &mut M, shared: &mut Shared) -> Result<bool, TransportError> {
        if shared.is_quitting() {
            return Ok(false);
        }
        let now = machine.now();
        while let Some(byte) = self.next_byte()? {
            if self.assembler.is_empty() {
                self.idle_wakes = self
                    .at_rest
                    .map_or(0, |rest| shared.wakes_since(rest).saturating_sub(1));
            }
            self.last_byte = now;
            match self.assembler.push(byte).map(|line| line.counted_body()) {
                None => (),
                Some(Some(left @ 1..)) => {
                    self.state = State::Skipping(left);
                    return Ok(true);
                }
                Some(_) => {
                    self.begin(machine, shared, now);
                    return Ok(true);
                }
            }
        }
        if !self.assembler.is_empty() && self.is_silent(now, SILENCE) {
            self.assembler.discard_partial();
        }
        Ok(false)
    }

    /// Whether no byte has come or gone for so long; if not, the session is due when that will be so.
    fn is_silent(&mut self, now: Instant, milliseconds: u32) -> bool {
        let end = self.last_byte.plus_millis(milliseconds);
        let reached = now.reached(end);
        if !reached {
            self.due = Some(end);
        }
        reached
    }

    /// Throws away the body of a line, so that it is not read as lines; then answers the line.
    #[inline(never)]
    fn skip<M: Machine>(
        &mut self,
        machine: &mut M,
        shared: &mut Shared,
        mut left: u32,
    ) -> Result<bool, TransportError> {
        let now = machine.now();
        while left > 0 && self.next_byte()?.is_some() {
            left -= 1;
            self.last_byte = now;
        }
        if left == 0 || shared.is_quitting() || self.is_silent(now, SILENCE) {
            self.begin(machine, shared, now);
            return Ok(true);
        }
        self.state = State::Skipping(left);
        Ok(false)
    }

    /// Starts the request of the line that has just ended.
    #[inline(never)]
    fn begin<M: Machine>(&mut self, machine: &mut M, shared: &mut Shared, now: Instant) {
        let unreadable = |error| Break(Reply::new(ReturnCode::Error, Body::Unreadable(error)));
        let outcome = match self.assembler.line() {
            Some(Line::Text(text)) => match protocol::parse(text) {
                Ok(request) => {
                    let line_errors = self.client.errors();
                    let idle_wakes = self.idle_wakes;
                    let mut context = Context {
                        machine,
                        shared,
                        now,
                        line_errors,
                        idle_wakes,
                    };
                    verbs::start(&mut context, &request)
                }
                Err(error) => unreadable(error),
            },
            _ => unreadable(ParseError::LINE_TOO_LONG),
        };
        match outcome {
            Continue(task) => self.state = State::Working(task),
            Break(reply) => self.reply(reply, now),
        }
    }

    /// Goes on with the request under way.
    #[inline(never)]
    fn work<M: Machine>(
        &mut self,
        machine: &mut M,
        shared: &mut Shared,
        served: Option<u32>,
    ) -> Result<bool, TransportError> {
        let State::Working(task) = &mut self.state else {
            return Ok(false);
        };
        if !self.client.is_up() {
            return Err(TransportError::Closed);
        }
        let progress = if shared.is_quitting() {
            task.cancel(machine);
            Progress::Done(Reply::text(ReturnCode::Fail, messages::SERVER_ENDS))
        } else {
            match protocol::parse(text(&self.assembler)) {
                Ok(request) => {
                    let may_act = task.ticket() == served;
                    task.advance(machine, &request, may_act)
                }
                Err(error) => Progress::Done(Reply::new(ReturnCode::Error, Body::Unreadable(error))),
            }
        };
        match progress {
            Progress::Done(reply) => {
                let now = machine.now();
                self.reply(reply, now);
                Ok(true)
            }
            Progress::Pending(due) => {
                self.due = due;
                Ok(false)
            }
            Progress::Await(wait) => {
                self.state = State::Working(Task::Wait(wait));
                Ok(true)
            }
        }
    }

    /// Starts sending a reply.
    #[inline(never)]
    fn reply(&mut self, reply: Reply, now: Instant) {
        self.at_rest = None;
        self.output.clear();
        self.last_byte = now;
        self.state = State::Answering(Outgoing::new(reply, text(&self.assembler)));
    }

    /// Goes on sending the reply.
    #[inline(never)]
    fn answer<M: Machine>(&mut self, machine: &mut M) -> Result<bool, TransportError> {
        let State::Answering(outgoing) = &mut self.state else {
            return Ok(false);
        };
        let written = outgoing.write(text(&self.assembler), &mut self.output, self.client)?;
        let now = machine.now();
        match written {
            Written::All => {
                self.state = State::Listening;
                return Ok(true);
            }
            Written::Part => self.last_byte = now,
            Written::Nothing => (),
        }
        if self.is_silent(now, STALLED) {
            self.state = State::Listening;
            return Ok(true);
        }
        Ok(false)
    }
}

/// The request that the assembler holds.
fn text(assembler: &LineAssembler) -> &[u8] {
    match assembler.line() {
        Some(Line::Text(text)) => text,
        _ => &[],
    }
}
