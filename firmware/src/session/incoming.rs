//! Bytes from the line: one by one for lines, and bodies that follow a line, which are taken by an upload or thrown away
//! so that they are not read as lines. Spec §1.9.
//!
//! A body counts as going on as long as bytes come: the time-out is for silence, not for the whole, so that a slow line
//! carries a file of any size. After it, what comes late is read as lines.

use super::{SILENCE, Session, State};
use crate::body::Reply;
use crate::files::messages;
use crate::line::ClientLine;
use crate::server::Shared;
use crate::task::Task;
use core::mem;
use hal_amiga::{Instant, Machine, TransportError};
use protocol::ReturnCode;

/// Bytes that are taken from the line at once.
const INPUT: usize = 32;

/// Bytes taken from the line and not looked at yet.
pub(super) struct Incoming {
    bytes: [u8; INPUT],
    start: usize,
    end: usize,
}

impl Incoming {
    /// None yet.
    pub(super) const fn new() -> Self {
        Self {
            bytes: [0; INPUT],
            start: 0,
            end: 0,
        }
    }

    /// The next byte from the line; `None` when none is there now.
    pub(super) fn next(&mut self, client: &mut dyn ClientLine) -> Result<Option<u8>, TransportError> {
        if self.start == self.end {
            self.start = 0;
            self.end = 0;
            self.end = client.receive(&mut self.bytes)?;
        }
        let byte = self
            .bytes
            .get(self.start..self.end)
            .and_then(|bytes| bytes.first().copied());
        self.start += usize::from(byte.is_some());
        Ok(byte)
    }
}

impl Session<'_> {
    /// Throws away the body of a refused line; then answers the line.
    #[inline(never)]
    pub(super) fn skip<M: Machine>(
        &mut self,
        machine: &mut M,
        shared: &mut Shared,
    ) -> Result<bool, TransportError> {
        let State::Skipping(left, _) = &mut self.state else {
            return Ok(false);
        };
        let now = machine.now();
        while *left > 0 && self.incoming.next(self.client)?.is_some() {
            *left -= 1;
            self.last_byte = now;
        }
        let ends = *left == 0 || shared.is_quitting() || self.is_silent(now, SILENCE);
        if ends && let State::Skipping(_, reply) = mem::replace(&mut self.state, State::Listening) {
            self.reply(reply, now);
        }
        Ok(ends)
    }

    /// Gives an upload the body of its line, and lets it do what it can now.
    #[inline(never)]
    pub(super) fn receive<M: Machine>(
        &mut self,
        machine: &mut M,
        shared: &mut Shared,
    ) -> Result<bool, TransportError> {
        let State::Working(Task::Upload(upload)) = &mut self.state else {
            return Ok(false);
        };
        let now = machine.now();
        while upload.takes_bytes() {
            let Some(byte) = self.incoming.next(self.client)? else {
                break;
            };
            upload.push(byte);
            self.last_byte = now;
        }
        let hungry = upload.takes_bytes();
        let silence_ends = self.last_byte.plus_millis(upload.patience());
        let end = if shared.is_quitting() {
            Some(Reply::text(ReturnCode::Fail, messages::PUT_ENDS))
        } else if hungry && now.reached(silence_ends) {
            Some(Reply::text(ReturnCode::Timeout, messages::BODY_LATE))
        } else {
            None
        };
        if let Some(reply) = end {
            upload.abandon(machine);
            self.reply(reply, now);
            return Ok(true);
        }
        if hungry {
            self.due = Some(silence_ends);
            return Ok(false);
        }
        if let Some(reply) = upload.advance(machine) {
            let left = upload.left();
            self.answer_after(left, reply, now);
        }
        Ok(true)
    }

    /// Answers a line once so many bytes of its body are thrown away.
    pub(super) fn answer_after(&mut self, left: u32, reply: Reply, now: Instant) {
        if left == 0 {
            self.reply(reply, now);
        } else {
            self.state = State::Skipping(left, reply);
        }
    }
}
