//! What a request may turn into when it cannot be answered at once: an entry that is looked at on every event and at
//! its deadline.

use crate::body::Reply;
use crate::files::{ListingTask, Upload};
use crate::gesture::Gesture;
use crate::manifest::Loading;
use crate::rexx::Command;
use crate::server::Shared;
use crate::wait::Wait;
use core::ops::ControlFlow::{Break, Continue};
use hal_amiga::{Instant, Machine};
use protocol::request::Fields;

/// A request under way.
#[derive(Debug)]
pub(crate) enum Task {
    /// Input events being given to the machine.
    Gesture(Gesture),
    /// A condition that is looked at again and again.
    Wait(Wait),
    /// A directory being read.
    Listing(ListingTask),
    /// A file coming in.
    Upload(Upload),
    /// A command to another program, whose answer is awaited.
    Command(Command),
    /// A manifest being read.
    Manifest(Loading),
}

/// What became of a task when it was advanced.
#[derive(Debug)]
pub(crate) enum Progress {
    /// It goes on at this moment; `None` when it waits for another gesture to end.
    Pending(Option<Instant>),
    /// It is over.
    Done(Reply),
    /// The clicks are over; what they were to bring about is awaited now.
    Await(Wait),
}

impl Task {
    /// Does what is due. `request` is the request that the task came from; `may_act` says that no earlier gesture is
    /// under way.
    #[inline(never)]
    pub(crate) fn advance<M: Machine>(
        &mut self,
        machine: &mut M,
        shared: &mut Shared,
        request: &Fields<'_>,
        may_act: bool,
    ) -> Progress {
        loop {
            let progress = match self {
                Self::Gesture(gesture) if may_act => gesture.advance(machine, request),
                Self::Gesture(_) => Progress::Pending(None),
                Self::Wait(wait) => wait.advance(machine, request),
                Self::Listing(listing) => {
                    let now = machine.now();
                    listing.advance(machine, now)
                }
                Self::Command(command) => match command.advance(machine, shared, request) {
                    Break(progress) => progress,
                    Continue(gesture) => {
                        // Its turn comes with its ticket.
                        *self = Self::Gesture(gesture);
                        Progress::Pending(Some(machine.now()))
                    }
                },
                Self::Upload(upload) => match upload.advance(machine) {
                    Some(reply) => Progress::Done(reply),
                    None => Progress::Pending(Some(machine.now())),
                },
                Self::Manifest(loading) => loading.advance(machine, shared),
            };
            match progress {
                Progress::Await(wait) => *self = Self::Wait(wait),
                progress => return progress,
            }
        }
    }

    /// Ends the task early; whatever it holds down is let go, and half a file is deleted.
    pub(crate) fn cancel<M: Machine>(&mut self, machine: &mut M) {
        match self {
            Self::Gesture(gesture) => gesture.release(machine),
            Self::Upload(upload) => upload.abandon(machine),
            Self::Command(command) => command.abandon(machine),
            Self::Wait(_) | Self::Listing(_) | Self::Manifest(_) => (),
        }
    }

    /// The place in the queue of gestures; `None` for what gives no input.
    pub(crate) fn ticket(&self) -> Option<u32> {
        match self {
            Self::Gesture(gesture) => Some(gesture.ticket()),
            Self::Wait(_) | Self::Listing(_) | Self::Upload(_) | Self::Command(_) | Self::Manifest(_) => None,
        }
    }
}
