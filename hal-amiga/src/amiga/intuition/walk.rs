//! Walks over Intuition's lists of screens, windows and gadgets.
//!
//! Each walk runs under `LockIBase` ([`Locked`]) or `Forbid`, reads and does nothing else, checks every pointer before
//! it follows it, and stops after a sane number of steps, so that a list that runs in a circle cannot hang the machine.
//! Source: RKRM Libraries, "Intuition Screens", "Intuition Windows"; intuition.library autodocs, `LockIBase`.

use amiga_sys as sys;

use super::super::context::Context;
use super::readable::structure;

const SCREENS: usize = 64;
const WINDOWS: usize = 512;
const GADGETS: usize = 4096;
// A menu number has room for this many (intuition/intuition.h, `SHIFTMENU` and others).
const MENUS: usize = 31;
const ITEMS: usize = 63;

/// `LockIBase`, given back when dropped, or by the panic guard.
pub(crate) struct Locked {
    base: *mut sys::Library,
    key: u32,
}

impl Locked {
    #[inline(never)]
    pub(crate) fn new(base: *mut sys::Library) -> Self {
        // SAFETY: intuition.library is open; the lock is given back by `drop`, and nothing in between takes another.
        let key = unsafe { sys::LockIBase(base, 0) };
        if let Some(context) = Context::current() {
            context.intuition_lock.set(Some((base, key)));
        }
        Self { base, key }
    }
}

impl Drop for Locked {
    #[inline(never)]
    fn drop(&mut self) {
        if let Some(context) = Context::current() {
            context.intuition_lock.set(None);
        }
        // SAFETY: the lock is held with this key.
        unsafe { sys::UnlockIBase(self.base, self.key) };
    }
}

/// Screens from the frontmost on.
///
/// # Safety
/// Under `LockIBase` or `Forbid`.
pub(crate) unsafe fn screens(base: *mut sys::Library) -> impl Iterator<Item = *const sys::Screen> {
    // SAFETY: an open intuition.library's base is `struct IntuitionBase`; the list stands still by contract.
    unsafe {
        let first = (*base.cast::<sys::IntuitionBase>()).FirstScreen;
        chain(first, SCREENS, |screen| (*screen).NextScreen)
    }
}

/// The windows of a screen in the order of its list.
///
/// # Safety
/// As [`screens`], which gave the screen under the same lock.
pub(crate) unsafe fn windows(screen: *const sys::Screen) -> impl Iterator<Item = *const sys::Window> {
    // SAFETY: by contract.
    unsafe { chain((*screen).FirstWindow, WINDOWS, |window| (*window).NextWindow) }
}

/// The gadgets of a window in the order of its list.
///
/// # Safety
/// As [`windows`], which gave the window under the same lock.
pub(crate) unsafe fn gadgets(window: *const sys::Window) -> impl Iterator<Item = *const sys::Gadget> {
    // SAFETY: by contract.
    unsafe { chain((*window).FirstGadget, GADGETS, |gadget| (*gadget).NextGadget) }
}

/// The menus of a window in the order of its strip.
///
/// # Safety
/// As [`windows`], which gave the window under the same lock.
pub(crate) unsafe fn menus(window: *const sys::Window) -> impl Iterator<Item = *const sys::Menu> {
    // SAFETY: by contract.
    unsafe { chain((*window).MenuStrip, MENUS, |menu| (*menu).NextMenu) }
}

/// Menu items from this one on: those of a menu from its `FirstItem`, sub-items from their item's `SubItem`.
///
/// # Safety
/// As [`menus`]; the pointer comes from a menu or an item of the same strip.
pub(crate) unsafe fn items(first: *mut sys::MenuItem) -> impl Iterator<Item = *const sys::MenuItem> {
    // SAFETY: by contract.
    unsafe { chain(first, ITEMS, |item| (*item).NextItem) }
}

/// Finds a window in the lists by its address alone.
///
/// # Safety
/// As [`screens`].
#[inline(never)]
pub(crate) unsafe fn find_window(
    base: *mut sys::Library,
    handle: u32,
) -> Option<(*const sys::Screen, *const sys::Window)> {
    // SAFETY: by contract.
    unsafe {
        for screen in screens(base) {
            for window in windows(screen) {
                if window as usize as u32 == handle {
                    return Some((screen, window));
                }
            }
        }
    }
    None
}

/// Follows a list; each structure is checked before it is handed out.
///
/// # Safety
/// `next` is only called on pointers that passed the check; the list must stand still meanwhile.
unsafe fn chain<T>(
    first: *mut T,
    limit: usize,
    next: unsafe fn(*const T) -> *mut T,
) -> impl Iterator<Item = *const T> {
    let mut current = first.cast_const();
    let mut left = limit;
    core::iter::from_fn(move || {
        let item = structure(current)?;
        left = left.checked_sub(1)?;
        // SAFETY: the structure is in memory.
        current = unsafe { next(item) };
        Some(item)
    })
}
