//! One client on one line: its requests one after another, each answered before the next is read. Spec §1.1 to §1.3.
//!
//! A session is always in one [`State`], and says when it wants to be looked at again though nothing has happened.
//! The request under way stays in the line assembler until its reply has been handed over, so no copy of it is made.

mod incoming;

use crate::body::{Body, Reply};
use crate::line::ClientLine;
use crate::messages;
use crate::output::{Outgoing, OutputBuffer, Written};
use crate::server::Shared;
use crate::task::{Progress, Task};
use crate::verbs::{self, Context};
use core::ops::ControlFlow::{Break, Continue};
use hal_amiga::{FileError, Instant, List, Machine, TransportError};
use incoming::Incoming;
use protocol::request::{Fields, ParseError};
use protocol::{Line, LineAssembler, ReturnCode, Verb, limits};

/// Milliseconds without a byte after which half a line, or a body that goes on no further, is given up.
const SILENCE: u32 = limits::PARTIAL_LINE_TIMEOUT * 1000;

/// Milliseconds without a byte taken after which the rest of a reply is given up: nobody is there to read it.
const STALLED: u32 = 30_000;

/// What a session is doing.
#[derive(Debug)]
enum State {
    /// Collecting a line.
    Listening,
    /// Throwing away so many bytes of the body that came with a refused line; then comes its reply.
    Skipping(u32, Reply),
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
    incoming: Incoming,
    output: OutputBuffer,
    /// When a byte last came or went.
    last_byte: Instant,
    /// When to look at the session again though nothing has happened.
    due: Option<Instant>,
    /// What the count of wakes was when the line came to rest; `None` while a reply has yet to leave the machine.
    at_rest: Option<u32>,
    /// Wakes between that and the first byte of the present line.
    idle_wakes: u32,
    /// Why the file that was sent last ends in zeros; the next request is told.
    damaged: Option<FileError>,
    /// The text of the last reply that was not RC 0, for WHY.
    last_error: List<u8>,
}

impl<'c> Session<'c> {
    /// A session that waits for its first line.
    pub(crate) fn new(client: &'c mut dyn ClientLine, shared: &Shared, now: Instant) -> Self {
        Self {
            client,
            assembler: LineAssembler::new(),
            state: State::Listening,
            incoming: Incoming::new(),
            output: OutputBuffer::new(),
            last_byte: now,
            due: None,
            at_rest: Some(shared.wakes()),
            idle_wakes: 0,
            damaged: None,
            last_error: List::new(),
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
            State::Listening | State::Skipping(..) => self.client.is_drained(),
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
            State::Skipping(..) => self.skip(machine, shared),
            State::Working(Task::Upload(_)) => self.receive(machine, shared),
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

    /// Collects bytes up to the end of a line, and starts its request.
    #[inline(never)]
    fn listen<M: Machine>(&mut self, machine: &mut M, shared: &mut Shared) -> Result<bool, TransportError> {
        if shared.is_quitting() {
            return Ok(false);
        }
        let now = machine.now();
        while let Some(byte) = self.incoming.next(self.client)? {
            if self.assembler.is_empty() {
                self.idle_wakes = self
                    .at_rest
                    .map_or(0, |rest| shared.wakes_since(rest).saturating_sub(1));
            }
            self.last_byte = now;
            match self.assembler.push(byte).map(|line| line.counted_body()) {
                None => (),
                Some(body) => {
                    self.begin(machine, shared, now, body.unwrap_or(0));
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

    /// The report of a bad file, when there is one and the request is of a kind that waits for it. A new client begins
    /// with VERSION and has no file of ours.
    fn report_damage(damaged: &mut Option<FileError>, request: &Fields<'_>) -> Option<Reply> {
        match request.verb {
            Verb::Version => *damaged = None,
            Verb::Auth | Verb::Quit | Verb::Ping | Verb::Info | Verb::Why => (),
            _ => {
                let report = |error| Reply::new(ReturnCode::Fail, Body::Damaged(error));
                return damaged.take().map(report);
            }
        }
        None
    }

    /// Starts the request of the line that has just ended, with so many bytes of a body behind it.
    #[inline(never)]
    fn begin<M: Machine>(&mut self, machine: &mut M, shared: &mut Shared, now: Instant, body: u32) {
        let unreadable = |error| Break(Reply::new(ReturnCode::Error, Body::Unreadable(error)));
        let outcome = match self.assembler.line() {
            Some(Line::Text(text)) => match Fields::read(text) {
                Ok(request) => {
                    let line_errors = self.client.errors();
                    let idle_wakes = self.idle_wakes;
                    let mut context = Context {
                        machine,
                        shared,
                        now,
                        line_errors,
                        idle_wakes,
                        last_error: &mut self.last_error,
                    };
                    match Self::report_damage(&mut self.damaged, &request) {
                        Some(report) => Break(report),
                        None => verbs::start(&mut context, &request),
                    }
                }
                Err(error) => unreadable(error),
            },
            _ => unreadable(ParseError::LINE_TOO_LONG),
        };
        match outcome {
            Continue(task) => self.state = State::Working(task),
            Break(reply) => self.answer_after(body, reply, now),
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
            match Fields::read(text(&self.assembler)) {
                Ok(request) => {
                    let may_act = task.ticket() == served;
                    task.advance(machine, shared, &request, may_act)
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
        if reply.code != ReturnCode::Ok {
            // Without memory for it the text of the error before must go, too.
            self.last_error = reply.body.to_text(text(&self.assembler)).unwrap_or_default();
        }
        self.state = State::Answering(Outgoing::new(reply, text(&self.assembler)));
    }

    /// Goes on sending the reply.
    #[inline(never)]
    fn answer<M: Machine>(&mut self, machine: &mut M) -> Result<bool, TransportError> {
        let State::Answering(outgoing) = &mut self.state else {
            return Ok(false);
        };
        let line = text(&self.assembler);
        let written = outgoing.write(machine, line, &mut self.output, self.client)?;
        let now = machine.now();
        match written {
            Written::All => {
                self.damaged = outgoing.fault().or(self.damaged);
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
