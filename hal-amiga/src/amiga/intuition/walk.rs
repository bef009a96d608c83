//! Walks over Intuition's lists of screens, windows and gadgets.
//!
//! Each walk runs under `LockIBase` ([`Locked`]) or `Forbid`, reads and does nothing else, checks every pointer before
//! it follows it, and stops after a sane number of steps, so that a list that runs in a circle cannot hang the machine.
//! Source: RKRM Libraries, "Intuition Screens", "Intuition Windows"; intuition.library autodocs, `LockIBase`.

use core::marker::PhantomData;
use core::mem::offset_of;

use amiga_sys as sys;

use super::super::context::Context;
use super::readable::holds;

const SCREENS: u16 = 64;
const WINDOWS: u16 = 512;
const GADGETS: u16 = 4096;
// A menu number has room for this many (intuition/intuition.h, `SHIFTMENU` and others).
const MENUS: u16 = 31;
const ITEMS: u16 = 63;

// `Chain` reads the next structure's address there.
const _: () = assert!(
    offset_of!(sys::Screen, NextScreen) == 0
        && offset_of!(sys::Window, NextWindow) == 0
        && offset_of!(sys::Gadget, NextGadget) == 0
        && offset_of!(sys::Menu, NextMenu) == 0
        && offset_of!(sys::MenuItem, NextItem) == 0
);

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
pub(crate) unsafe fn screens(base: *mut sys::Library) -> Chain<sys::Screen> {
    // SAFETY: an open intuition.library's base is `struct IntuitionBase`; the list stands still by contract.
    unsafe { Chain::new((*base.cast::<sys::IntuitionBase>()).FirstScreen, SCREENS) }
}

/// The windows of a screen in the order of its list.
///
/// # Safety
/// As [`screens`], which gave the screen under the same lock.
pub(crate) unsafe fn windows(screen: *const sys::Screen) -> Chain<sys::Window> {
    // SAFETY: by contract.
    unsafe { Chain::new((*screen).FirstWindow, WINDOWS) }
}

/// The gadgets of a window in the order of its list.
///
/// # Safety
/// As [`windows`], which gave the window under the same lock.
pub(crate) unsafe fn gadgets(window: *const sys::Window) -> Chain<sys::Gadget> {
    // SAFETY: by contract.
    unsafe { Chain::new((*window).FirstGadget, GADGETS) }
}

/// The menus of a window in the order of its strip.
///
/// # Safety
/// As [`windows`], which gave the window under the same lock.
pub(crate) unsafe fn menus(window: *const sys::Window) -> Chain<sys::Menu> {
    // SAFETY: by contract.
    unsafe { Chain::new((*window).MenuStrip, MENUS) }
}

/// Menu items from this one on: those of a menu from its `FirstItem`, sub-items from their item's `SubItem`.
///
/// # Safety
/// As [`menus`]; the pointer comes from a menu or an item of the same strip.
pub(crate) unsafe fn items(first: *mut sys::MenuItem) -> Chain<sys::MenuItem> {
    // SAFETY: by contract.
    unsafe { Chain::new(first, ITEMS) }
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

/// Follows a list of structures that begin with the address of the next one; each is checked before it is handed out.
pub(crate) struct Chain<T> {
    links: Links,
    structure: PhantomData<*const T>,
}

/// A [`Chain`] whatever its structures are, so that one function walks them all.
struct Links {
    /// Where the next structure is said to lie.
    next: usize,
    /// Bytes in each structure.
    size: usize,
    /// Structures that may follow before the list is taken for a circle.
    left: u16,
}

impl<T> Chain<T> {
    /// # Safety
    /// `T` begins with the address of the next structure of the list, which stands still until the last is handed out.
    unsafe fn new(first: *mut T, limit: u16) -> Self {
        Self {
            links: Links {
                next: first as usize,
                size: size_of::<T>(),
                left: limit,
            },
            structure: PhantomData,
        }
    }
}

impl<T> Iterator for Chain<T> {
    type Item = *const T;

    #[inline]
    fn next(&mut self) -> Option<*const T> {
        match self.links.step() {
            0 => None,
            address => Some(address as *const T),
        }
    }
}

impl Links {
    /// Address of the next structure; 0 at the end.
    #[inline(never)]
    fn step(&mut self) -> usize {
        let address = self.next;
        if self.left == 0 || !holds(address, self.size) {
            return 0;
        }
        self.left -= 1;
        // SAFETY: the structure is in memory and begins with an address.
        self.next = unsafe { (address as *const usize).read() };
        address
    }
}
