//! The menu strip: Project with About (A), Toggle, Disabled, Sub (First with B, Second) and Quit (Q).

use amiga_sys as sys;
use core::ffi::CStr;

/// Position of Quit in its menu.
pub const QUIT: u16 = 4;

/// Where a menu pick is: positions from 0; no sub-item is `None`.
pub struct Pick {
    /// Position of the menu.
    pub menu: u16,
    /// Position of the item in its menu.
    pub item: u16,
    /// Position of the sub-item in its item.
    pub sub: Option<u16>,
}

impl Pick {
    /// Takes a menu number apart (intuition/intuition.h, `MENUNUM`, `ITEMNUM`, `SUBNUM`).
    pub fn new(code: u16) -> Self {
        let sub = code >> 11 & 0x1F;
        Self {
            menu: code & 0x1F,
            item: code >> 5 & 0x3F,
            sub: if u32::from(sub) == sys::NOSUB {
                None
            } else {
                Some(sub)
            },
        }
    }
}

fn line(kind: u32, label: Option<&CStr>, key: Option<&CStr>, flags: u32) -> sys::NewMenu {
    let pointer = |text: Option<&CStr>| text.map_or(core::ptr::null(), |text| text.as_ptr().cast());
    sys::NewMenu {
        nm_Type: kind as u8,
        nm_Label: pointer(label),
        nm_CommKey: pointer(key),
        nm_Flags: flags as u16,
        nm_MutualExclude: 0,
        nm_UserData: core::ptr::null_mut(),
    }
}

/// Makes the strip and lays it out; `None` for want of memory.
///
/// # Safety
/// `gadtools` is open, and `visual` belongs to the screen that the window will be on.
pub unsafe fn create(gadtools: *mut sys::Library, visual: sys::APTR) -> Option<*mut sys::Menu> {
    let lines = [
        line(sys::NM_TITLE, Some(c"Project"), None, 0),
        line(sys::NM_ITEM, Some(c"About"), Some(c"A"), 0),
        line(
            sys::NM_ITEM,
            Some(c"Toggle"),
            None,
            sys::CHECKIT | sys::MENUTOGGLE,
        ),
        line(sys::NM_ITEM, Some(c"Disabled"), None, sys::NM_ITEMDISABLED),
        line(sys::NM_ITEM, Some(c"Sub"), None, 0),
        line(sys::NM_SUB, Some(c"First"), Some(c"B"), 0),
        line(sys::NM_SUB, Some(c"Second"), None, 0),
        line(sys::NM_ITEM, Some(c"Quit"), Some(c"Q"), 0),
        line(sys::NM_END, None, None, 0),
    ];
    // SAFETY: NM_END ends the array; the labels are constants; the tag list is empty.
    unsafe {
        let mut done = sys::TagItem {
            ti_Tag: 0,
            ti_Data: 0,
        };
        let strip = sys::CreateMenusA(gadtools, lines.as_ptr(), &raw mut done);
        if strip.is_null() {
            return None;
        }
        if sys::LayoutMenusA(gadtools, strip, visual, &raw const done) == 0 {
            sys::FreeMenus(gadtools, strip);
            return None;
        }
        Some(strip)
    }
}
