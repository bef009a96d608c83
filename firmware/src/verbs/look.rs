//! Verbs that look and change nothing: SCREENS, TREE, GETTEXT, WAITFOR. Spec §2.1, §2.4, §2.13, §2.15.

use crate::body::{Body, Reply};
use crate::locator;
use crate::task::Task;
use crate::verbs::Outcome;
use crate::wait::{self, Subject, Wait};
use core::ops::ControlFlow::{Break, Continue};
use hal_amiga::{Desktop, Instant};
use protocol::request::{Condition, Target};
use protocol::{ReturnCode, Word};

/// SCREENS: a line per screen.
#[inline(never)]
pub(super) fn screens<D: Desktop>(desktop: &mut D) -> Outcome {
    Break(match desktop.outline() {
        Ok(outline) => Reply::new(ReturnCode::Ok, Body::Screens(outline)),
        Err(_) => Reply::out_of_memory(),
    })
}

/// TREE: the first window that fits, and its gadgets.
#[inline(never)]
pub(super) fn tree<D: Desktop>(desktop: &mut D, screen: Option<Word<'_>>, window: Word<'_>) -> Outcome {
    let tree = locator::window_gadgets(desktop, screen, window)?;
    Break(Reply::new(ReturnCode::Ok, Body::Tree(tree)))
}

/// GETTEXT: contents or label of the gadget that matches, not of another with the same id.
#[inline(never)]
pub(super) fn get_text<D: Desktop>(desktop: &mut D, target: Target<'_>) -> Outcome {
    let found = locator::resolve(desktop, target)?;
    Break(Reply::new(ReturnCode::Ok, Body::GadgetText(found)))
}

/// WAITFOR: a wait. A gadget whose text is awaited must be there at the start.
#[inline(never)]
pub(super) fn wait_for<D: Desktop>(
    desktop: &mut D,
    now: Instant,
    condition: Condition<'_>,
    timeout: u32,
) -> Outcome {
    let subject = match condition {
        Condition::Text { target, .. } => Subject::Gadget(locator::resolve(desktop, target)?.identity()),
        Condition::Window(_) | Condition::NoWindow(_) | Condition::Requester => Subject::Any,
    };
    Continue(Task::Wait(Wait::new(now, wait::deadline(now, timeout), subject)))
}
