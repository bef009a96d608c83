//! Events of a connection: the queue, what they say about the machine's state, and waiting for them.

use super::{Client, EVENT_QUEUE, RunState};
use crate::command::Command;
use crate::error::{Error, Result};
use crate::event::Event;
use crate::structures::{Checkpoint, RegisterValue};
use crate::wire::Frame;
use std::time::{Duration, Instant};

/// Hits that one [`Stop`] remembers.
const HITS_MAXIMUM: usize = 64;

/// Why and where the machine stopped.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Stop {
    /// The program counter.
    pub pc: u16,
    /// The registers that came with the stop.
    pub registers: Vec<RegisterValue>,
    /// Checkpoints that were hit on the way, the last 64 of them, also those that only trace.
    pub hits: Vec<Checkpoint>,
    /// Whether the processor hangs.
    pub jammed: bool,
}

impl Client {
    /// The oldest event that was not fetched yet, waiting for one at most `limit`.
    ///
    /// # Errors
    /// [`Error::Lost`] or [`Error::Noise`] when the line fails.
    pub fn next_event(&mut self, limit: Duration) -> Result<Option<Event>> {
        let begin = Instant::now();
        loop {
            if let Some(event) = self.events.pop_front() {
                return Ok(Some(event));
            }
            let left = limit.saturating_sub(begin.elapsed());
            match self.receive(left, "a wait for events")? {
                None => return Ok(None),
                Some(frame) if frame.is_event() => self.take_event(&frame),
                Some(_) => self.late_frames += 1,
            }
        }
    }

    /// Forgets all events that came so far.
    pub fn discard_events(&mut self) {
        self.events.clear();
    }

    /// Waits until the machine stops.
    ///
    /// # Errors
    /// [`Error::Deadline`] when it does not within `limit`; what the line says otherwise.
    pub fn wait_for_stop(&mut self, limit: Duration) -> Result<Stop> {
        let begin = Instant::now();
        let mut stop = Stop::default();
        while let Some(event) = self.next_event(limit.saturating_sub(begin.elapsed()))? {
            match event {
                Event::Registers(registers) => stop.registers = registers,
                Event::Checkpoint(checkpoint) => {
                    if stop.hits.len() == HITS_MAXIMUM {
                        stop.hits.remove(0);
                    }
                    stop.hits.push(checkpoint);
                }
                Event::Jam { .. } => stop.jammed = true,
                Event::Stopped { pc } => return Ok(Stop { pc, ..stop }),
                Event::Resumed { .. } | Event::Other { .. } => {}
            }
        }
        Err(Error::Deadline {
            what: "a stop of the machine".into(),
            waited: limit,
        })
    }

    /// Closes the monitor and waits until VICE says that the machine runs. Does nothing when it runs already.
    ///
    /// # Errors
    /// [`Error::Deadline`] when VICE does not say so within the request limit; what the call says otherwise.
    pub fn resume(&mut self) -> Result<()> {
        if self.state == RunState::Running {
            return Ok(());
        }
        self.call(&Command::Exit)?;
        self.wait_for_resume()
    }

    /// Waits for the event that follows every reply to a command that leaves the monitor.
    ///
    /// Events that come after it stay in the queue; earlier ones are forgotten.
    ///
    /// # Errors
    /// [`Error::Deadline`] when it does not come within the request limit; what the line says otherwise.
    pub fn wait_for_resume(&mut self) -> Result<()> {
        self.discard_events();
        if self.state == RunState::Running {
            return Ok(());
        }
        let limit = self.limits.request;
        let begin = Instant::now();
        while let Some(event) = self.next_event(limit.saturating_sub(begin.elapsed()))? {
            if matches!(event, Event::Resumed { .. }) {
                return Ok(());
            }
        }
        Err(Error::Deadline {
            what: "the RESUMED event".into(),
            waited: limit,
        })
    }

    /// Notes what an event says about the machine and queues it. A known type with an unreadable body is kept as it came.
    pub(super) fn take_event(&mut self, frame: &Frame) {
        let event = Event::decode(frame).unwrap_or_else(|_| Event::Other {
            kind: frame.kind,
            body: frame.body.clone(),
        });
        match event {
            Event::Stopped { pc } => self.state = RunState::Stopped { pc: Some(pc) },
            Event::Resumed { .. } => self.state = RunState::Running,
            _ => {}
        }
        if self.events.len() == EVENT_QUEUE {
            self.events.pop_front();
            self.dropped_events += 1;
        }
        self.events.push_back(event);
    }
}
