//! Finds the window and the gadget that a request names. Spec §2.0.
//!
//! A window is the first whose title holds the pattern, a gadget the first of that window that fits. What was found
//! is then known by its [`Identity`], and never looked for by its id again: of two gadgets with one id, the one that
//! matched is the one that is acted on.

use crate::body::{Body, Reply};
use crate::messages;
use crate::model;
use core::ops::ControlFlow::{self, Break, Continue};
use hal_amiga::{Desktop, Gadget, GadgetTree, Outline, WalkError, Window, WindowHandle};
use protocol::manifest::{Entry, Kind, Manifest};
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

/// What a request means by its gadget.
#[derive(Debug)]
#[allow(
    clippy::large_enum_variant,
    reason = "it is taken apart where it is made, and a box would be one more allocation to fail"
)]
pub(crate) enum Target {
    /// A gadget of this copy of its window.
    Gadget(Found),
    /// A place in this window that only the window's application knows, by the logical name that the request gives in
    /// the place of the window.
    Where(WindowHandle),
}

/// The gadget of `tree` with this id, or else the one that the request means by role, label and index.
#[inline(never)]
fn find_gadget(tree: &GadgetTree, request: &Fields<'_>, id: Option<u32>) -> Option<usize> {
    let mut left = match id {
        Some(_) => 0,
        None => request.number(0).as_count()?,
    };
    for (position, gadget) in tree.gadgets.iter().enumerate() {
        let matches = if let Some(id) = id {
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

/// The manifest's gadget with this logical name; breaks with the reply that says why not.
#[inline(never)]
pub(crate) fn named<'m>(manifest: Manifest<'m>, name: &Word<'_>) -> ControlFlow<Reply, Entry<'m>> {
    match manifest.gadget(name) {
        Some(entry) => Continue(entry),
        None if manifest.is_empty() => Break(Reply::text(ReturnCode::Error, messages::NO_MANIFEST)),
        None => Break(Reply::text(ReturnCode::Error, messages::NO_SUCH_NAME)),
    }
}

/// The window of a manifest's gadget, on a screen that fits; breaks with the reply that says why not.
#[inline(never)]
pub(crate) fn named_window<D: Desktop>(
    desktop: &mut D,
    screen: &Word<'_>,
    title: &[u8],
) -> ControlFlow<Reply, WindowHandle> {
    let Ok(outline) = desktop.outline() else {
        return Break(Reply::out_of_memory());
    };
    let title = Word::plain(title);
    match find_window(&outline, screen, &title) {
        Some(window) => Continue(window.handle),
        None => Break(messages::no_named_window(screen, &title)),
    }
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
    gadgets(desktop, handle)
}

/// Copies the gadgets of a window.
fn gadgets<D: Desktop>(desktop: &mut D, window: WindowHandle) -> ControlFlow<Reply, GadgetTree> {
    match desktop.gadgets(window) {
        Ok(tree) => Continue(tree),
        Err(error) => Break(walk_failed(error)),
    }
}

/// Finds what the request means by its gadget, with the entries of a manifest for logical names; breaks with the reply
/// that says why not.
#[inline(never)]
pub(crate) fn target<D: Desktop>(
    desktop: &mut D,
    entries: &[u8],
    request: &Fields<'_>,
) -> ControlFlow<Reply, Target> {
    let (handle, id) = match request.locator {
        Locator::Name => {
            let manifest = Manifest::new(entries);
            let entry = named(manifest, request.window())?;
            let window = named_window(desktop, request.screen(), manifest.title(&entry))?;
            if entry.kind == Kind::WhereGadget {
                return Continue(Target::Where(window));
            }
            (window, Some(entry.id))
        }
        Locator::Id => (window(desktop, request)?.handle, Some(request.number(0).as_id())),
        Locator::Role => (window(desktop, request)?.handle, None),
    };
    let tree = gadgets(desktop, handle)?;
    match find_gadget(&tree, request, id) {
        Some(position) => Continue(Target::Gadget(Found { tree, position })),
        None => Break(Reply::new(ReturnCode::Warn, Body::NoGadget(tree))),
    }
}

/// As [`target`], where a gadget itself is needed.
#[inline(never)]
pub(crate) fn resolve<D: Desktop>(
    desktop: &mut D,
    entries: &[u8],
    request: &Fields<'_>,
) -> ControlFlow<Reply, Found> {
    match target(desktop, entries, request)? {
        Target::Gadget(found) => Continue(found),
        Target::Where(_) => Break(Reply::text(ReturnCode::Error, messages::IS_WHERE_GADGET)),
    }
}

/// The gadget of `tree` that a manifest's name means, as the end of a drag; breaks with the reply that says why not.
#[inline(never)]
pub(crate) fn named_in(
    tree: &GadgetTree,
    entries: &[u8],
    name: &Word<'_>,
) -> ControlFlow<Reply, Option<usize>> {
    let manifest = Manifest::new(entries);
    let entry = named(manifest, name)?;
    if entry.kind == Kind::WhereGadget {
        return Break(Reply::text(ReturnCode::Error, messages::IS_WHERE_GADGET));
    }
    let title = Word::plain(manifest.title(&entry));
    let is_here = |span| title.is_contained_in(tree.text.get(span));
    if !tree.window.title.is_some_and(is_here) {
        return Break(Reply::text(ReturnCode::Error, messages::OTHER_WINDOW));
    }
    Continue(tree.gadgets.iter().position(|gadget| gadget.id == entry.id))
}

/// The reply to a request whose window could not be copied.
pub(crate) fn walk_failed(error: WalkError) -> Reply {
    match error {
        WalkError::WindowGone => Reply::text(ReturnCode::Warn, messages::WINDOW_GONE),
        WalkError::OutOfMemory => Reply::out_of_memory(),
    }
}
