//! Finds the window and the gadget that a request names. Spec §2.0.
//!
//! A window is the first whose title holds the pattern, a gadget the first of that window that fits. What was found
//! is then known by its [`Identity`], and never looked for by its id again: of two gadgets with one id, the one that
//! matched is the one that is acted on.

use crate::body::{Body, Reply};
use crate::model;
use core::ops::ControlFlow::{self, Break, Continue};
use hal_amiga::{Desktop, Gadget, GadgetTree, Outline, WalkError, Window, WindowHandle};
use protocol::request::{Fields, Locator};
use protocol::{ReturnCode, Word};

/// Whether the window lies on a screen whose default title holds `screen`; the empty pattern is in every title.
pub(crate) fn is_on_screen(outline: &Outline, window: &Window, screen: &Word<'_>) -> bool {
    let title = outline.screens.get(usize::from(window.screen));
    title.is_some_and(|place| screen.is_contained_in(outline.text.get(place.title)))
}

/// The first window that fits, in Intuition's order: its title holds `pattern`, and the default title of its screen
/// holds `screen`. A window without title matches nothing.
#[inline(never)]
pub(crate) fn find_window<'o>(
    outline: &'o Outline,
    screen: &Word<'_>,
    pattern: &Word<'_>,
) -> Option<&'o Window> {
    outline.windows.iter().find(|window| {
        window
            .title
            .is_some_and(|title| pattern.is_contained_in(outline.text.get(title)))
            && is_on_screen(outline, window, screen)
    })
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

/// The gadget of `tree` that the request means.
#[inline(never)]
fn find_gadget(tree: &GadgetTree, request: &Fields<'_>) -> Option<usize> {
    let number = request.number(0);
    let by_id = request.locator == Locator::Id;
    let id = number.as_id();
    let mut left = if by_id { 0 } else { number.as_count()? };
    for (position, gadget) in tree.gadgets.iter().enumerate() {
        let matches = if by_id {
            gadget.id == id
        } else {
            request
                .role
                .is_none_or(|role| model::gadget_role(tree, gadget) == role)
                && (request.label().is_empty() || has_label(tree, gadget, request.label()))
        };
        if matches {
            if left == 0 {
                return Some(position);
            }
            left -= 1;
        }
    }
    None
}

/// Whether the gadget's label holds `pattern`; a gadget without label matches nothing.
fn has_label(tree: &GadgetTree, gadget: &Gadget, pattern: &Word<'_>) -> bool {
    !gadget.label.is_empty() && pattern.is_contained_in(tree.text.get(gadget.label))
}

/// The window that the request names, as it is, its title not kept; breaks with the reply that says why not.
#[inline(never)]
pub(crate) fn window<D: Desktop>(desktop: &mut D, request: &Fields<'_>) -> ControlFlow<Reply, Window> {
    let Ok(outline) = desktop.outline() else {
        return Break(Reply::out_of_memory());
    };
    match find_window(&outline, request.screen(), request.window()) {
        Some(window) => Continue(Window {
            title: None,
            ..*window
        }),
        None => Break(Reply::new(ReturnCode::Warn, Body::NoWindow(outline))),
    }
}

/// Copies the gadgets of the window that the request names; breaks with the reply that says why not.
#[inline(never)]
pub(crate) fn window_gadgets<D: Desktop>(
    desktop: &mut D,
    request: &Fields<'_>,
) -> ControlFlow<Reply, GadgetTree> {
    // The outline is freed before: both copies at once would need memory for both.
    let handle = window(desktop, request)?.handle;
    match desktop.gadgets(handle) {
        Ok(tree) => Continue(tree),
        Err(error) => Break(walk_failed(error)),
    }
}

/// Finds the gadget that the request means; breaks with the reply that says why not.
#[inline(never)]
pub(crate) fn resolve<D: Desktop>(desktop: &mut D, request: &Fields<'_>) -> ControlFlow<Reply, Found> {
    if request.locator == Locator::Name {
        return Break(Reply::text(ReturnCode::Error, crate::messages::NO_MANIFEST));
    }
    let tree = window_gadgets(desktop, request)?;
    match find_gadget(&tree, request) {
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
