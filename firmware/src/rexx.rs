//! Commands to other programs' ARexx ports: MUIREXX, and the places that a program tells of gadgets that it draws itself.
//! Spec §2.17, §2.20, §5.3.
//!
//! A command is a task that sleeps until the answer or its deadline. A command that is given up stays in flight: its
//! memory is the machine's affair, and lives until the answer comes.

use crate::body::{Body, Reply};
use crate::messages;
use crate::task::Progress;
use crate::wait;
use hal_amiga::{CommandAnswer, CommandHandle, Instant, Machine, OutOfMemory, RexxError};
use protocol::ReturnCode;

/// A command whose answer is awaited.
#[derive(Debug)]
pub(crate) struct Command {
    handle: CommandHandle,
    deadline: Instant,
}

impl Command {
    /// Sends a command to a port; breaks off with the reply that says why not.
    pub(crate) fn send<M: Machine>(
        machine: &mut M,
        port: &[u8],
        command: &[u8],
        start: Instant,
        timeout: u32,
    ) -> Result<Self, RexxError> {
        let handle = machine.send_command(port, command)?;
        let deadline = wait::deadline(start, timeout);
        Ok(Self { handle, deadline })
    }

    /// Looks whether the answer is there. The reply is that of MUIREXX.
    #[inline(never)]
    pub(crate) fn advance<M: Machine>(&mut self, machine: &mut M) -> Progress {
        Progress::Done(match machine.take_answer(self.handle) {
            Some(Ok(CommandAnswer { code: 0, text })) => Reply::new(ReturnCode::Ok, Body::Copied(text)),
            Some(Ok(answer)) => Reply::new(ReturnCode::Error, Body::Refused(answer)),
            Some(Err(OutOfMemory)) => Reply::out_of_memory(),
            None if machine.now().reached(self.deadline) => {
                self.abandon(machine);
                Reply::text(ReturnCode::Timeout, messages::NO_ANSWER)
            }
            None => return Progress::Pending(Some(self.deadline)),
        })
    }

    /// Nobody waits for the answer any more.
    pub(crate) fn abandon<M: Machine>(&mut self, machine: &mut M) {
        machine.abandon_command(self.handle);
    }
}

/// The reply to a request whose command could not be sent.
pub(crate) fn not_sent(error: RexxError) -> Reply {
    match error {
        RexxError::NoLibrary => Reply::text(ReturnCode::Error, messages::NO_REXX),
        RexxError::NoPort => Reply::text(ReturnCode::Warn, messages::NO_PORT),
        RexxError::OutOfMemory => Reply::out_of_memory(),
    }
}
