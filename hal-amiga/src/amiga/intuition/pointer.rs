//! The pointer, and the window whose layer is in front there.
//!
//! A screen's layers are locked while a menu is open or a window is dragged, and Intuition may need `LockIBase`
//! meanwhile. So the layers are only ever asked for (`AttemptSemaphore`), never waited for, and only after `LockIBase`.
//! Source: layers.library autodocs, `WhichLayer`; intuition.library autodocs, `LockIBase`.

use amiga_sys as sys;

use super::super::exec::{Library, sys_base};
use super::Intuition;
use super::readable::structure;
use super::walk::{self, Locked};
use crate::desktop::{ScreenHandle, WindowHandle};
use crate::geometry::{Point, Rect};
use crate::pointer::{PointerError, PointerPlace};

impl Intuition {
    /// Where the pointer is on this screen, and over which window.
    pub(crate) fn pointer(&self, handle: ScreenHandle) -> Result<PointerPlace, PointerError> {
        let layers = self.layers.as_ref().ok_or(PointerError::Busy)?;
        let _locked = Locked::new(self.base());
        // SAFETY: under LockIBase; the screen is in the list.
        unsafe {
            let screen = walk::screens(self.base())
                .find(|screen| *screen as usize as u32 == handle.0)
                .ok_or(PointerError::ScreenGone)?;
            let position = Point {
                x: (*screen).MouseX,
                y: (*screen).MouseY,
            };
            let owner = window_at(layers, screen, position).ok_or(PointerError::Busy)?;
            // The layer may be that of the screen's bar, or of a window that is not in the list any more.
            let window = walk::windows(screen).find(|window| *window as usize as u32 == owner);
            Ok(PointerPlace {
                position,
                window: window.map(|window| WindowHandle(window as usize as u32)),
            })
        }
    }

    /// Where a window stands on its screen.
    pub(crate) fn window_place(&self, handle: WindowHandle) -> Option<Rect> {
        let _locked = Locked::new(self.base());
        // SAFETY: under LockIBase; the window is in the list.
        unsafe {
            let (_, window) = walk::find_window(self.base(), handle.0)?;
            Some(Rect {
                left: (*window).LeftEdge,
                top: (*window).TopEdge,
                width: (*window).Width,
                height: (*window).Height,
            })
        }
    }
}

/// Address of the window that owns the frontmost layer at a point, 0 where none does; `None` when the layers are locked.
///
/// # Safety
/// Under `LockIBase`; the screen is in the list.
unsafe fn window_at(layers: &Library, screen: *const sys::Screen, point: Point) -> Option<u32> {
    // SAFETY: the screen's layers exist as long as it does; the semaphore that LockLayerInfo takes is given back at once.
    unsafe {
        let information = &raw const (*screen).LayerInfo;
        let semaphore = (&raw const (*information).Lock).cast_mut();
        if sys::AttemptSemaphore(sys_base(), semaphore) == 0 {
            return None;
        }
        let layer = sys::WhichLayer(
            layers.base(),
            information.cast_mut(),
            point.x.into(),
            point.y.into(),
        );
        let owner = structure(layer.cast_const()).map_or(0, |layer| (*layer).Window as usize as u32);
        sys::ReleaseSemaphore(sys_base(), semaphore);
        Some(owner)
    }
}
