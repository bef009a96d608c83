//! intuition.library and gadtools.library: copies of what is on the screens.
//!
//! Locking: a walk under `LockIBase` copies raw fields into memory that was allocated before; when the lists grew
//! meanwhile it starts again. Objects are asked afterwards, under `Forbid`, each after a check that the window and the
//! gadget are still where they were. No other lock is taken inside either.
//! Source: RKRM Libraries, "Intuition Gadgets", "GadTools"; spec §4.2 to §4.5.

mod boopsi;
mod copy;
mod menus;
mod pointer;
mod probe;
pub(super) mod readable;
mod walk;

use amiga_sys as sys;

use super::exec::{Library, sys_base, without_tasks};
use crate::desktop::{ScreenHandle, WalkError, WindowHandle};
use walk::Locked;

/// The open libraries.
pub(crate) struct Intuition {
    library: Library,
    gadtools: Option<Library>,
    layers: Option<Library>,
    /// Whether this is AROS, whose gadtools answers for the kind of its gadgets.
    is_aros: bool,
}

impl Intuition {
    /// Opens intuition.library; `None` before version 37. gadtools.library is wanted, not needed.
    pub(crate) fn open() -> Option<Self> {
        let library = Library::open(c"intuition.library", 37)?;
        let gadtools = Library::open(c"gadtools.library", 37);
        let layers = Library::open(c"layers.library", 37);
        // SAFETY: FindResident only searches the list of modules.
        let resident = unsafe { sys::FindResident(sys_base(), c"aros.library".as_ptr().cast()) };
        Some(Self {
            library,
            gadtools,
            layers,
            is_aros: !resident.is_null(),
        })
    }

    fn base(&self) -> *mut sys::Library {
        self.library.base()
    }

    /// Version and revision of intuition.library.
    pub(crate) fn version(&self) -> (u16, u16) {
        self.library.version()
    }

    /// Version and revision of gadtools.library; zero when it could not be opened.
    pub(crate) fn gadtools_version(&self) -> (u16, u16) {
        self.gadtools.as_ref().map_or((0, 0), Library::version)
    }

    /// Whether the window is in a screen's list.
    pub(crate) fn is_open(&self, window: WindowHandle) -> bool {
        let _locked = Locked::new(self.base());
        // SAFETY: under LockIBase.
        unsafe { walk::find_window(self.base(), window.0).is_some() }
    }

    /// The active window; `None` when no window is active.
    pub(crate) fn active_window(&self) -> Option<WindowHandle> {
        let _locked = Locked::new(self.base());
        // SAFETY: an open intuition.library's base is `struct IntuitionBase`; under LockIBase.
        let window = unsafe { (*self.base().cast::<sys::IntuitionBase>()).ActiveWindow };
        if window.is_null() {
            None
        } else {
            Some(WindowHandle(window as usize as u32))
        }
    }

    /// Whether the screen is in the list.
    pub(crate) fn is_screen_open(&self, screen: ScreenHandle) -> bool {
        let _locked = Locked::new(self.base());
        // SAFETY: under LockIBase.
        unsafe { walk::screens(self.base()).any(|open| open as usize as u32 == screen.0) }
    }

    /// Asks for the window's screen and the window to come to the front, and for the window to become active.
    pub(crate) fn bring_forward(&self, window: WindowHandle) -> Result<(), WalkError> {
        without_tasks(|| {
            // SAFETY: under Forbid the window found stays open until the calls are made; each puts a request to
            // Intuition or acts at once.
            unsafe {
                let (screen, window) =
                    walk::find_window(self.base(), window.0).ok_or(WalkError::WindowGone)?;
                if walk::screens(self.base()).next() != Some(screen) {
                    sys::ScreenToFront(self.base(), screen.cast_mut());
                }
                sys::WindowToFront(self.base(), window.cast_mut());
                sys::ActivateWindow(self.base(), window.cast_mut());
            }
            Ok(())
        })
    }

    /// Whether the window is active and its screen is the frontmost one.
    pub(crate) fn is_forward(&self, window: WindowHandle) -> bool {
        const ACTIVE: u32 = 0x2000;
        let _locked = Locked::new(self.base());
        // SAFETY: under LockIBase.
        unsafe {
            walk::find_window(self.base(), window.0).is_some_and(|(screen, window)| {
                (*window).Flags & ACTIVE != 0 && walk::screens(self.base()).next() == Some(screen)
            })
        }
    }
}
