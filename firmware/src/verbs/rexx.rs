//! Verbs that ask other programs: MUIREXX and WHERE, and the part of CLICK and TYPE that asks for a place. Spec §2.17,
//! §2.20.

use crate::body::Reply;
use crate::locator;
use crate::messages;
use crate::rexx::{Command, not_sent};
use crate::task::Task;
use crate::verbs::{Context, Outcome};
use core::ops::ControlFlow::{Break, Continue};
use hal_amiga::{Machine, RexxError, WindowHandle};
use protocol::manifest::{Kind, Manifest};
use protocol::request::Fields;
use protocol::{ReturnCode, Word, limits};

/// What is tried behind the base name when there is no port of that name: the first one of a program with several.
const FIRST: &[u8] = b".1";

/// MUIREXX: a command to the port with the base name, or to the first one with a number.
#[inline(never)]
pub(super) fn command<M: Machine>(context: &mut Context<'_, M>, request: &Fields<'_>) -> Outcome {
    let mut name = [0; limits::MAX_PORT_BASE + FIRST.len()];
    let length = request.text().len().min(limits::MAX_PORT_BASE);
    let bytes = request.text().bytes().take(length);
    for (place, byte) in name.iter_mut().zip(bytes.chain(FIRST.iter().copied())) {
        *place = byte;
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
    outcome(match send(length) {
        Err(RexxError::NoPort) => send(length + FIRST.len()),
        sent => sent,
    })
}

/// WHERE: the window must be open before its application is asked.
#[inline(never)]
pub(super) fn place<M: Machine>(context: &mut Context<'_, M>, request: &Fields<'_>) -> Outcome {
    let manifest = Manifest::new(&context.shared.manifest);
    let gadget = locator::named(manifest, request.rest())?;
    if gadget.kind != Kind::WhereGadget {
        return Break(Reply::text(ReturnCode::Error, messages::IS_GADGET));
    }
    let title = manifest.title(&gadget);
    let window = locator::named_window(context.machine, request.screen(), title)?;
    ask(context, request.rest(), window, request.timeout)
}

/// Asks for the place of the manifest's gadget with this logical name, which lies in `window`.
#[inline(never)]
pub(super) fn ask<M: Machine>(
    context: &mut Context<'_, M>,
    name: &Word<'_>,
    window: WindowHandle,
    timeout: u32,
) -> Outcome {
    let manifest = Manifest::new(&context.shared.manifest);
    let gadget = locator::named(manifest, name)?;
    outcome(Command::ask_place(
        context.machine,
        manifest,
        &gadget,
        window,
        context.now,
        timeout,
    ))
}

/// The task of a command that was sent, or the reply that says why not.
fn outcome(sent: Result<Command, RexxError>) -> Outcome {
    match sent {
        Ok(command) => Continue(Task::Command(command)),
        Err(error) => Break(not_sent(error)),
    }
}
