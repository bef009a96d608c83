//! Verbs that ask other programs: MUIREXX. Spec §2.17.

use crate::rexx::{Command, not_sent};
use crate::task::Task;
use crate::verbs::{Context, Outcome};
use core::ops::ControlFlow::{Break, Continue};
use hal_amiga::{Machine, RexxError};
use protocol::limits;
use protocol::request::Fields;

/// What is tried behind the base name when there is no port of that name: the first one of a program with several.
const FIRST: &[u8] = b".1";

/// MUIREXX: a command to the port with the base name, or to the first one with a number.
#[inline(never)]
pub(super) fn command<M: Machine>(context: &mut Context<'_, M>, request: &Fields<'_>) -> Outcome {
    let mut name = [0; limits::MAX_PORT_BASE + FIRST.len()];
    let length = request.text().len().min(limits::MAX_PORT_BASE);
    for (place, byte) in name.iter_mut().zip(request.text().bytes().take(length)) {
        *place = byte;
    }
    for (place, byte) in name.iter_mut().skip(length).zip(FIRST) {
        *place = *byte;
    }
    let mut send = |length: usize| {
        let port = name.get(..length).unwrap_or(&[]);
        Command::send(
            context.machine,
            port,
            request.command(),
            context.now,
            request.timeout,
        )
    };
    let sent = match send(length) {
        Err(RexxError::NoPort) => send(length + FIRST.len()),
        sent => sent,
    };
    match sent {
        Ok(command) => Continue(Task::Command(command)),
        Err(error) => Break(not_sent(error)),
    }
}
