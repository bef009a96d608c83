//! Finds the window and the gadget that a request names. Spec §2.0.
//!
//! A window is the first whose title holds the pattern, a gadget the first of that window that fits. What was found
//! is then known by its [`Identity`], and never looked for by its id again: of two gadgets with one id, the one that
//! matched is the one that is acted on.

use crate::body::{Body, Reply};
use crate::model;
use core::ops::ControlFlow::{self, Break, Continue};
use hal_amiga::{Desktop, Gadget, GadgetTree, Outline, WalkError, Window, WindowHandle};
use protocol::request::{Condition, Request, Target};
use protocol::{ReturnCode, Word};

/// Whether a window of `outline` has a title that holds `pattern` and lies on a screen whose default title holds
/// `screen`. A window without title matches nothing.
fn window_matches(outline: &Outline, window: &Window, screen: Option<Word<'_>>, pattern: Word<'_>) -> bool {
    let Some(title) = window.title else { return false };
    pattern.is_contained_in(outline.text.get(title)) && is_on_screen(outline, window, screen)
}

/// Whether the window lies on a screen whose default title holds `screen`; without `screen`, every window does.
pub(crate) fn is_on_screen(outline: &Outline, window: &Window, screen: Option<Word<'_>>) -> bool {
    let Some(pattern) = screen else { return true };
    let screen = outline.screens.get(usize::from(window.screen));
    screen.is_some_and(|screen| pattern.is_contained_in(outline.text.get(screen.title)))
}

/// The first window that fits, in Intuition's order.
pub(crate) fn find_window<'o>(
    outline: &'o Outline,
    screen: Option<Word<'_>>,
    pattern: Word<'_>,
) -> Option<&'o Window> {
    outline
        .windows
        .iter()
        .find(|window| window_matches(outline, window, screen, pattern))
}

/// The patterns for screen and window of a request that looks for a window.
pub(crate) fn window_patterns<'l>(request: &Request<'l>) -> Option<(Option<Word<'l>>, Word<'l>)> {
    match *request {
        Request::Tree { screen, window } => Some((screen, window)),
        Request::Menu { screen, window }
        | Request::MenuPick { screen, window, .. }
        | Request::WindowMove { screen, window, .. }
        | Request::WindowSize { screen, window, .. } => Some((screen, window)),
        Request::Click { target, .. }
        | Request::Type { target, .. }
        | Request::GetText { target }
        | Request::Drag { target, .. } => target_patterns(target),
        Request::WaitFor {
            screen, condition, ..
        } => match condition {
            Condition::Window(pattern) | Condition::NoWindow(pattern) => Some((screen, pattern)),
            Condition::Requester => None,
            Condition::Text { target, .. } => target_patterns(target),
        },
        _ => None,
    }
}

/// The patterns for screen and window of a locator.
fn target_patterns(target: Target<'_>) -> Option<(Option<Word<'_>>, Word<'_>)> {
    match target {
        Target::ById { screen, window, .. } | Target::ByRole { screen, window, .. } => Some((screen, window)),
        Target::ByName { .. } => None,
    }
}

/// Which gadget it is: of which window, at which place of the window's list, with which id.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Identity {
    /// Its window.
    pub(crate) window: WindowHandle,
    /// Its place in the window's list, from 0.
    position: usize,
    /// Its id, which must still be found at that place.
    id: u32,
}

impl Identity {
    /// The same gadget in a later copy of its window; `None` when another is in its place.
    pub(crate) fn find_in<'t>(&self, tree: &'t GadgetTree) -> Option<&'t Gadget> {
        tree.gadgets
            .get(self.position)
            .filter(|gadget| gadget.id == self.id)
    }
}

/// A window's gadgets, and which of them was meant.
#[derive(Debug)]
pub(crate) struct Found {
    /// The copy that the gadget was found in.
    pub(crate) tree: GadgetTree,
    /// The gadget's place in it.
    pub(crate) position: usize,
}

impl Found {
    /// What is kept of it once the copy is freed.
    pub(crate) fn identity(&self) -> Identity {
        Self::identity_at(&self.tree, self.position)
    }

    /// The same for another gadget of a copy.
    pub(crate) fn identity_at(tree: &GadgetTree, position: usize) -> Identity {
        let id = tree.gadgets.get(position).map_or(0, |gadget| gadget.id);
        Identity {
            window: tree.window.handle,
            position,
            id,
        }
    }
}

/// The gadget of `tree` that `target` means.
fn find_gadget(tree: &GadgetTree, target: Target<'_>) -> Option<usize> {
    match target {
        Target::ById { id, .. } => tree.gadgets.iter().position(|gadget| gadget.id == id),
        Target::ByRole {
            role, label, index, ..
        } => {
            let wanted = usize::try_from(index).ok()?;
            let mut matches = tree.gadgets.iter().enumerate().filter(|(_, gadget)| {
                role.is_none_or(|role| model::gadget_role(tree, gadget) == role)
                    && label.is_none_or(|label| has_label(tree, gadget, label))
            });
            matches.nth(wanted).map(|(position, _)| position)
        }
        Target::ByName { .. } => None,
    }
}

/// Whether the gadget's label holds `pattern`; a gadget without label matches nothing.
fn has_label(tree: &GadgetTree, gadget: &Gadget, pattern: Word<'_>) -> bool {
    !gadget.label.is_empty() && pattern.is_contained_in(tree.text.get(gadget.label))
}

/// The window that the patterns name, as it is, its title not kept; breaks with the reply that says why not.
pub(crate) fn window<D: Desktop>(
    desktop: &mut D,
    screen: Option<Word<'_>>,
    pattern: Word<'_>,
) -> ControlFlow<Reply, Window> {
    let Ok(outline) = desktop.outline() else {
        return Break(Reply::out_of_memory());
    };
    match find_window(&outline, screen, pattern) {
        Some(window) => Continue(Window {
            title: None,
            ..*window
        }),
        None => Break(Reply::new(ReturnCode::Warn, Body::NoWindow(outline))),
    }
}

/// Copies the gadgets of the window that the patterns name; breaks with the reply that says why not.
pub(crate) fn window_gadgets<D: Desktop>(
    desktop: &mut D,
    screen: Option<Word<'_>>,
    pattern: Word<'_>,
) -> ControlFlow<Reply, GadgetTree> {
    // The outline is freed before: both copies at once would need memory for both.
    let handle = window(desktop, screen, pattern)?.handle;
    match desktop.gadgets(handle) {
        Ok(tree) => Continue(tree),
        Err(error) => Break(walk_failed(error)),
    }
}

/// Finds the gadget that `target` means; breaks with the reply that says why not.
pub(crate) fn resolve<D: Desktop>(desktop: &mut D, target: Target<'_>) -> ControlFlow<Reply, Found> {
    let Some((screen, pattern)) = target_patterns(target) else {
        return Break(Reply::text(ReturnCode::Error, crate::messages::NO_MANIFEST));
    };
    let tree = window_gadgets(desktop, screen, pattern)?;
    match find_gadget(&tree, target) {
        Some(position) => Continue(Found { tree, position }),
        None => Break(Reply::new(ReturnCode::Warn, Body::NoGadget(tree))),
    }
}

/// The reply to a request whose window could not be copied.
pub(crate) fn walk_failed(error: WalkError) -> Reply {
    match error {
        WalkError::WindowGone => Reply::text(ReturnCode::Warn, crate::messages::WINDOW_GONE),
        WalkError::OutOfMemory => Reply::out_of_memory(),
    }
}
