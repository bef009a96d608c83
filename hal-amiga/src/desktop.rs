//! Screens, windows and gadgets, as private copies.
//!
//! A copy is taken in one go and then belongs to the caller: nothing in it changes or dangles, whatever programs do
//! meanwhile. Handles name an object for later; each use checks first that it is still there.
//! Spec §2.1, §2.13, §4.2 to §4.5.

use crate::classify::{GadgetKind, SystemGadget};
use crate::geometry::Rect;
use crate::memory::{List, OutOfMemory};
use crate::text::{Span, TextPool};

/// Names a screen; never dereferenced without a check that it is still open.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ScreenHandle(pub u32);

/// Names a window; never dereferenced without a check that it is still open.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct WindowHandle(pub u32);

/// Names the task that listens to a window's IDCMP port; only for comparison.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TaskHandle(pub u32);

/// A screen as it was.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Screen {
    /// Names it for later.
    pub handle: ScreenHandle,
    /// `Screen->DefaultTitle`; empty when it has none.
    pub title: Span,
    /// Place and size in its view.
    pub bounds: Rect,
}

/// A window as it was.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Window {
    /// Names it for later.
    pub handle: WindowHandle,
    /// Index of its screen in [`Outline::screens`].
    pub screen: u16,
    /// `Window->Title`; `None` when it has none.
    pub title: Option<Span>,
    /// Place on its screen and size, borders included.
    pub bounds: Rect,
    /// `Window->Flags` (intuition/intuition.h, `WFLG_…`).
    pub flags: u32,
    /// Whether a requester is in it (`FirstRequest` is not NULL).
    pub has_requester: bool,
    /// Whether it is a requester itself, see [`crate::requester`].
    pub is_requester: bool,
    /// Who listens to it; `None` for a window without IDCMP.
    pub owner: Option<TaskHandle>,
}

impl Window {
    /// Whether it was the active window (`WFLG_WINDOWACTIVE`).
    pub fn is_active(&self) -> bool {
        self.flags & 0x2000 != 0
    }

    /// Whether it has a close gadget (`WFLG_CLOSEGADGET`).
    pub fn has_close_gadget(&self) -> bool {
        self.flags & 0x0008 != 0
    }
}

/// Every screen and window as they were at one moment.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Outline {
    /// Screens in `IntuitionBase->FirstScreen` order: frontmost first.
    pub screens: List<Screen>,
    /// Windows, screen by screen, in `Screen->FirstWindow` order.
    pub windows: List<Window>,
    /// The titles.
    pub text: TextPool,
}

/// A gadget as it was.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Gadget {
    /// `GadgetID`, or `GA_ID` of a BOOPSI gadget; 0 for system gadgets.
    pub id: u32,
    /// What it is.
    pub kind: GadgetKind,
    /// Close, depth, drag, size, zoom; or none of these.
    pub system: SystemGadget,
    /// BOOPSI class name; empty when it is no BOOPSI gadget.
    pub class: Span,
    /// Its label; empty when it has none that can be read.
    pub label: Span,
    /// Contents of a classic string gadget.
    pub value: Option<Span>,
    /// Place in the window, borders included, relative flags resolved.
    pub bounds: Rect,
    /// `GFLG_DISABLED`.
    pub disabled: bool,
    /// `GFLG_SELECTED`.
    pub selected: bool,
}

/// The gadgets of one window as they were at one moment, and the window with them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GadgetTree {
    /// The window; its [`Window::screen`] is 0.
    pub window: Window,
    /// Its screen.
    pub screen: Screen,
    /// Gadgets in `Window->FirstGadget` order, system gadgets included.
    pub gadgets: List<Gadget>,
    /// All texts, those of window and screen included.
    pub text: TextPool,
}

/// Why a window could not be copied or reached.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum WalkError {
    /// It has closed.
    WindowGone,
    /// There is no memory for the copy.
    OutOfMemory,
}

impl From<OutOfMemory> for WalkError {
    fn from(_: OutOfMemory) -> Self {
        Self::OutOfMemory
    }
}

/// A machine's screens and windows.
pub trait Desktop {
    /// Copies every screen and window.
    ///
    /// # Errors
    /// [`OutOfMemory`] when there is no memory for the copy.
    fn outline(&mut self) -> Result<Outline, OutOfMemory>;

    /// Copies the gadgets of one window.
    ///
    /// # Errors
    /// [`WalkError::WindowGone`] when it has closed, also midway; [`WalkError::OutOfMemory`].
    fn gadgets(&mut self, window: WindowHandle) -> Result<GadgetTree, WalkError>;

    /// Whether the window is still open.
    fn is_open(&mut self, window: WindowHandle) -> bool;

    /// Asks for the window's screen and the window to come to the front and for the window to become active. Intuition
    /// does this later: see [`Desktop::is_forward`].
    ///
    /// # Errors
    /// [`WalkError::WindowGone`] when it has closed.
    fn bring_forward(&mut self, window: WindowHandle) -> Result<(), WalkError>;

    /// Whether the window is active and its screen is the frontmost one.
    fn is_forward(&mut self, window: WindowHandle) -> bool;
}
