//! Where the mouse pointer is, and which window lies there.
//!
//! The order of a screen's windows from front to back is known to its layers alone: the list at `Screen->FirstWindow`
//! is in no such order. Source: RKRM Libraries, "Layers"; layers.library autodocs, `WhichLayer`; spec §4.10.

use crate::desktop::{ScreenHandle, WindowHandle};
use crate::geometry::{Point, Rect};

/// The pointer on a screen, as it was.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PointerPlace {
    /// In pixels of the screen, at its own resolution. Outside the screen when the pointer is on another one.
    pub position: Point,
    /// The window that is in front there; `None` where no window is.
    pub window: Option<WindowHandle>,
}

/// Why the place of the pointer is not known.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PointerError {
    /// The screen has closed.
    ScreenGone,
    /// Somebody changes the screen's layers right now: a window is being dragged, or a menu is open.
    Busy,
}

/// A machine's pointer.
pub trait Pointer {
    /// Where the pointer is on this screen, and over which window. Never waits.
    ///
    /// # Errors
    /// [`PointerError`].
    fn pointer(&mut self, screen: ScreenHandle) -> Result<PointerPlace, PointerError>;

    /// Where a window stands on its screen; `None` when it has closed. Much cheaper than a copy of its gadgets.
    fn window_place(&mut self, window: WindowHandle) -> Option<Rect>;
}
