//! Verbs that act with mouse and keyboard: CLICK, TYPE, DRAG, WINDOWMOVE, WINDOWSIZE, MENUPICK. Spec §2.2, §2.3, §2.10
//! to §2.12.

use crate::body::{Body, Reply};
use crate::gesture::{self, Gesture};
use crate::locator::{self, Found, Target};
use crate::messages;
use crate::task::Task;
use crate::verbs::{Context, Outcome, rexx};
use core::ops::ControlFlow::{Break, Continue};
use hal_amiga::Machine;
use protocol::limits::DEFAULT_TIMEOUT;
use protocol::request::{Fields, Form};
use protocol::{ReturnCode, Verb};

/// CLICK and TYPE: finds the gadget at once, so that a gadget that is not there is told at once, and queues the
/// gesture behind those under way.
#[inline(never)]
pub(super) fn gesture<M: Machine>(context: &mut Context<'_, M>, request: &Fields<'_>) -> Outcome {
    let found = match locator::target(context.machine, &context.shared.manifest, request)? {
        Target::Gadget(found) => found,
        Target::Where(window) => return rexx::ask(context, request.window(), window, DEFAULT_TIMEOUT),
    };
    let now = context.machine.now();
    match Gesture::on_gadget(&found, context.shared.next_ticket(), context.now, now) {
        Some(gesture) => Continue(Task::Gesture(gesture)),
        None => Break(Reply::text(ReturnCode::Warn, messages::GADGET_GONE)),
    }
}

/// DRAG: source and destination are found at once, in one copy of the window.
#[inline(never)]
pub(super) fn drag<M: Machine>(context: &mut Context<'_, M>, request: &Fields<'_>) -> Outcome {
    let entries = &context.shared.manifest;
    let found = locator::resolve(context.machine, entries, request)?;
    let position = match request.form {
        Form::ToId => {
            let id = request.number(1).as_id();
            found.tree.gadgets.iter().position(|gadget| gadget.id == id)
        }
        Form::ToName => locator::named_in(&found.tree, entries, request.rest())?,
        _ => None,
    };
    let destination = position.map(|position| Found::identity_at(&found.tree, position));
    if destination.is_none() && request.form != Form::Offset {
        return Break(Reply::new(ReturnCode::Warn, Body::NoGadget(found.tree)));
    }
    let ticket = context.shared.next_ticket();
    Continue(Task::Gesture(Gesture::from_gadget(
        &found,
        destination,
        ticket,
        context.now,
    )))
}

/// WINDOWMOVE and WINDOWSIZE: refused at once when the window has not the system gadget for it.
#[inline(never)]
pub(super) fn frame<M: Machine>(context: &mut Context<'_, M>, request: &Fields<'_>) -> Outcome {
    let window = locator::window(context.machine, request)?;
    // WFLG_SIZEGADGET, WFLG_DRAGBAR
    let (flag, missing) = match request.verb {
        Verb::WindowSize => (0x0001, messages::NO_SIZE_GADGET),
        _ => (0x0002, messages::NO_DRAG_BAR),
    };
    if window.flags & flag == 0 {
        return Break(Reply::text(ReturnCode::Fail, missing));
    }
    let ticket = context.shared.next_ticket();
    Continue(Task::Gesture(Gesture::on_window(
        window.handle,
        ticket,
        context.now,
    )))
}

/// MENUPICK: what cannot be picked is told at once, before any input.
#[inline(never)]
pub(super) fn menu_pick<M: Machine>(context: &mut Context<'_, M>, request: &Fields<'_>) -> Outcome {
    let window = locator::window(context.machine, request)?.handle;
    match context.machine.menus(window) {
        Ok(strip) => {
            if let Err((code, text)) = gesture::check_pick(&strip, request) {
                return Break(Reply::text(code, text));
            }
        }
        Err(error) => return Break(locator::walk_failed(error)),
    }
    let ticket = context.shared.next_ticket();
    Continue(Task::Gesture(Gesture::on_window(window, ticket, context.now)))
}
