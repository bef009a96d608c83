//! Verbs that look and change nothing: SCREENS, TREE, MENU, GETTEXT, PICK, WAITFOR. Spec §2.1, §2.4, §2.9, §2.13 to
//! §2.15.

use crate::body::{Body, Reply};
use crate::locator::{self, Found};
use crate::messages;
use crate::task::Task;
use crate::verbs::{Context, Outcome};
use crate::wait::{self, Subject, Wait};
use core::ops::ControlFlow::{Break, Continue};
use hal_amiga::{Desktop, Gadget, Machine, PointerError};
use protocol::ReturnCode;
use protocol::request::{Fields, Form};

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
pub(super) fn tree<D: Desktop>(desktop: &mut D, request: &Fields<'_>) -> Outcome {
    let tree = locator::window_gadgets(desktop, request)?;
    Break(Reply::new(ReturnCode::Ok, Body::Tree(tree)))
}

/// GETTEXT: contents or label of the gadget that matches, not of another with the same id.
#[inline(never)]
pub(super) fn get_text<M: Machine>(context: &mut Context<'_, M>, request: &Fields<'_>) -> Outcome {
    let found = locator::resolve(context.machine, &context.shared.manifest, request)?;
    Break(Reply::new(ReturnCode::Ok, Body::GadgetText(found)))
}

/// WAITFOR: a wait. A gadget whose text is awaited must be there at the start.
#[inline(never)]
pub(super) fn wait_for<M: Machine>(context: &mut Context<'_, M>, request: &Fields<'_>) -> Outcome {
    let subject = match request.form {
        Form::Text => {
            let found = locator::resolve(context.machine, &context.shared.manifest, request)?;
            Subject::Gadget(found.identity())
        }
        _ => Subject::Any,
    };
    let deadline = wait::deadline(context.now, request.timeout);
    Continue(Task::Wait(Wait::new(context.now, deadline, subject)))
}

/// MENU: the menus of the first window that fits.
#[inline(never)]
pub(super) fn menu<M: Machine>(machine: &mut M, request: &Fields<'_>) -> Outcome {
    let window = locator::window(machine, request)?.handle;
    Break(match machine.menus(window) {
        Ok(strip) => Reply::new(ReturnCode::Ok, Body::Menu(strip)),
        Err(error) => locator::walk_failed(error),
    })
}

/// PICK: the window whose layer is in front at the pointer, and the last of its gadgets there.
#[inline(never)]
pub(super) fn pick<M: Machine>(machine: &mut M, request: &Fields<'_>) -> Outcome {
    let no_screen = Reply::text(ReturnCode::Warn, messages::NO_SUCH_SCREEN);
    let Ok(outline) = machine.outline() else {
        return Break(Reply::out_of_memory());
    };
    let fits = |title| request.screen().is_contained_in(outline.text.get(title));
    let Some(screen) = outline.screens.iter().find(|screen| fits(screen.title)) else {
        return Break(no_screen);
    };
    let screen = screen.handle;
    // Both copies at once would need memory for both.
    drop(outline);
    let pointer = match machine.pointer(screen) {
        Ok(pointer) => pointer,
        Err(PointerError::ScreenGone) => return Break(no_screen),
        Err(PointerError::Busy) => return Break(Reply::text(ReturnCode::Fail, messages::LAYERS_BUSY)),
    };
    let Some(window) = pointer.window else {
        return Break(Reply::text(ReturnCode::Warn, messages::NO_WINDOW_THERE));
    };
    Break(match machine.gadgets(window) {
        Ok(tree) => {
            let window = tree.window.bounds;
            let is_there = |gadget: &Gadget| gadget.bounds.within(window).contains(pointer.position);
            let position = tree
                .gadgets
                .iter()
                .rposition(is_there)
                .unwrap_or(tree.gadgets.len());
            Reply::new(ReturnCode::Ok, Body::Picked(Found { tree, position }))
        }
        Err(error) => locator::walk_failed(error),
    })
}
