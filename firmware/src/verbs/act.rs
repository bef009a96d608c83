//! Verbs that act: CLICK and TYPE. Spec §2.2 and §2.3.

use crate::body::Reply;
use crate::gesture::Gesture;
use crate::locator;
use crate::messages;
use crate::task::Task;
use crate::verbs::{Context, Outcome};
use core::ops::ControlFlow::{Break, Continue};
use hal_amiga::Machine;
use protocol::ReturnCode;
use protocol::request::Target;

/// CLICK and TYPE: finds the gadget at once, so that a gadget that is not there is told at once, and queues the
/// gesture behind those under way.
#[inline(never)]
pub(super) fn gesture<M: Machine>(context: &mut Context<'_, M>, target: Target<'_>) -> Outcome {
    let found = locator::resolve(context.machine, target)?;
    let now = context.machine.now();
    match Gesture::new(&found, context.shared.next_ticket(), context.now, now) {
        Some(gesture) => Continue(Task::Gesture(gesture)),
        None => Break(Reply::text(ReturnCode::Warn, messages::GADGET_GONE)),
    }
}
