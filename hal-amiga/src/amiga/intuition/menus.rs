//! Copies of menu strips, first counted, then filled, each under `LockIBase`.
//!
//! Source: RKRM Libraries, "Intuition Menus"; `intuition/intuition.h`.

use amiga_sys as sys;

use super::Intuition;
use super::copy::{ATTEMPTS, add, copy_screen, copy_window, push, text_room};
use super::readable::{structure, text};
use super::walk::{self, Locked};
use crate::desktop::{WalkError, WindowHandle};
use crate::geometry::Rect;
use crate::memory::List;
use crate::menus::{MenuEntry, MenuPlace, MenuStrip};
use crate::text::{Span, TextPool};

impl Intuition {
    /// Copies the menu strip of one window.
    pub(crate) fn menus(&self, handle: WindowHandle) -> Result<MenuStrip, WalkError> {
        for attempt in 0..ATTEMPTS {
            let count = self.count_entries(handle).ok_or(WalkError::WindowGone)? + attempt * 4;
            let entries = List::with_capacity(count)?;
            let pool = TextPool::with_capacity(text_room(count, attempt))?;
            let _locked = Locked::new(self.base());
            // SAFETY: under LockIBase; texts are copied at once. Nothing allocates, since the room is checked before.
            unsafe {
                let found = walk::find_window(self.base(), handle.0).ok_or(WalkError::WindowGone)?;
                if let Some(strip) = copy_strip(found, entries, pool) {
                    return Ok(strip);
                }
            }
        }
        // A strip that grows all the time gives no copy; its owner would have to stop first.
        Err(WalkError::OutOfMemory)
    }

    /// How many menus, items and sub-items a window has; `None` when it has closed.
    fn count_entries(&self, handle: WindowHandle) -> Option<usize> {
        let _locked = Locked::new(self.base());
        let mut count = 0;
        // SAFETY: under LockIBase.
        unsafe {
            let (_, window) = walk::find_window(self.base(), handle.0)?;
            let mut visit = |_, _| {
                count += 1;
                Some(())
            };
            for_each(window, &mut visit);
        }
        Some(count)
    }

    /// Whether a menu is drawn, or an item highlighted.
    pub(crate) fn is_marked(&self, handle: WindowHandle, place: MenuPlace) -> bool {
        let _locked = Locked::new(self.base());
        // SAFETY: under LockIBase; the structures found are in memory.
        unsafe {
            let find = || {
                let (_, window) = walk::find_window(self.base(), handle.0)?;
                let menu = walk::menus(window).nth(place.menu.into())?;
                let Some(item) = place.item else {
                    return Some(u32::from((*menu).Flags) & sys::MIDRAWN);
                };
                let mut item = walk::items((*menu).FirstItem).nth(item.into())?;
                if let Some(sub) = place.sub {
                    item = walk::items((*item).SubItem).nth(sub.into())?;
                }
                Some(u32::from((*item).Flags) & sys::HIGHITEM)
            };
            find().is_some_and(|flag| flag != 0)
        }
    }
}

/// A structure of the strip.
#[derive(Clone, Copy)]
enum Entry {
    Menu(*const sys::Menu),
    Item(*const sys::MenuItem),
}

impl Entry {
    /// Title or text.
    ///
    /// # Safety
    /// Under `LockIBase`; the structure is in memory; the text must be copied before the lock ends.
    unsafe fn text<'a>(self) -> Option<&'a [u8]> {
        // SAFETY: by contract; the IntuiText is checked before it is read.
        unsafe {
            match self {
                Self::Menu(menu) => text((*menu).MenuName),
                Self::Item(item) if u32::from((*item).Flags) & sys::ITEMTEXT != 0 => {
                    text((*structure((*item).ItemFill.cast::<sys::IntuiText>())?).IText)
                }
                Self::Item(_) => None,
            }
        }
    }

    /// The copy, its text being in the pool already.
    ///
    /// # Safety
    /// Under `LockIBase`; the structure is in memory.
    unsafe fn copy(self, place: MenuPlace, text: Span) -> MenuEntry {
        // SAFETY: by contract.
        unsafe {
            match self {
                Self::Menu(menu) => MenuEntry {
                    place,
                    text,
                    command: None,
                    checkable: false,
                    checked: false,
                    enabled: u32::from((*menu).Flags) & sys::MENUENABLED != 0,
                    bounds: Rect {
                        left: (*menu).LeftEdge,
                        top: (*menu).TopEdge,
                        width: (*menu).Width,
                        height: (*menu).Height,
                    },
                },
                Self::Item(item) => {
                    let flags = u32::from((*item).Flags);
                    let command = (*item).Command as u8;
                    MenuEntry {
                        place,
                        text,
                        command: Some(command).filter(|command| flags & sys::COMMSEQ != 0 && *command != 0),
                        checkable: flags & sys::CHECKIT != 0,
                        checked: flags & sys::CHECKED != 0,
                        enabled: flags & sys::ITEMENABLED != 0,
                        bounds: Rect {
                            left: (*item).LeftEdge,
                            top: (*item).TopEdge,
                            width: (*item).Width,
                            height: (*item).Height,
                        },
                    }
                }
            }
        }
    }
}

/// Calls `visit` for menus, items and sub-items in their order, until it says `None`.
///
/// # Safety
/// Under `LockIBase`; the window is in the list.
unsafe fn for_each(
    window: *const sys::Window,
    visit: &mut dyn FnMut(MenuPlace, Entry) -> Option<()>,
) -> Option<()> {
    // SAFETY: by contract.
    unsafe {
        for (number, menu) in (0..).zip(walk::menus(window)) {
            let mut place = MenuPlace {
                menu: number,
                ..MenuPlace::default()
            };
            visit(place, Entry::Menu(menu))?;
            for (number, item) in (0..).zip(walk::items((*menu).FirstItem)) {
                place.item = Some(number);
                place.sub = None;
                visit(place, Entry::Item(item))?;
                for (number, sub) in (0..).zip(walk::items((*item).SubItem)) {
                    place.sub = Some(number);
                    visit(place, Entry::Item(sub))?;
                }
            }
        }
    }
    Some(())
}

/// Fills a copy that has room; `None` when it has not enough, by now.
///
/// # Safety
/// Under `LockIBase`; screen and window are in the lists.
unsafe fn copy_strip(
    (screen, window): (*const sys::Screen, *const sys::Window),
    mut entries: List<MenuEntry>,
    mut pool: TextPool,
) -> Option<MenuStrip> {
    // SAFETY: by contract; texts are copied at once.
    unsafe {
        let screen_copy = copy_screen(screen, &mut pool)?;
        let window_copy = copy_window(window, 0, &mut pool)?;
        let mut copy = |place, entry: Entry| {
            let span = add(&mut pool, entry.text().unwrap_or(&[]))?;
            push(&mut entries, entry.copy(place, span))
        };
        for_each(window, &mut copy)?;
        Some(MenuStrip {
            window: window_copy,
            screen: screen_copy,
            bar_height: i16::from((*screen).BarHeight),
            bar_border: i16::from((*screen).BarHBorder),
            entries,
            text: pool,
        })
    }
}
