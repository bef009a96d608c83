//! LongMenu: the window `Long Menu` (0,12, 200 by 50) with 60 menu items, 20 in each of three menus that reach over the
//! right edge of the screen, and one item there with two sub-items. Its title is `Picked NN` after the pick of item NN
//! of the last menu, `Picked sub N` after that of sub-item N. The close gadget or Ctrl-C end it.
#![no_std]
#![no_main]

use amiga_programs::window::{self, USUAL_GADGETS, Window};
use amiga_sys as sys;
use core::ffi::CStr;
use core::ptr;
use hal_amiga::amiga::{Context, Library, ReturnCode};
use hal_amiga::amiga_program;

amiga_program!("LongMenu", "$VER: LongMenu 2.0 (1.12.2026)", stack 8192, main);

/// Which item of the last menu has the sub-items.
const PARENT: usize = 9;

fn main(context: &Context) -> ReturnCode {
    run(context).map_or(ReturnCode::FAIL, |()| ReturnCode::OK)
}

fn line(kind: u32, label: Option<&'static CStr>) -> sys::NewMenu {
    sys::NewMenu {
        nm_Type: kind as u8,
        nm_Label: label.map_or(ptr::null(), |label| label.as_ptr().cast()),
        nm_CommKey: ptr::null(),
        nm_Flags: 0,
        nm_MutualExclude: 0,
        nm_UserData: ptr::null_mut(),
    }
}

fn run(context: &Context) -> Option<()> {
    let intuition = Library::open(c"intuition.library", 37)?;
    let gadtools = Library::open(c"gadtools.library", 37)?;
    let mut lines = [line(sys::NM_END, None); 66];
    let mut used = 0;
    let mut add = |entry| {
        lines[used] = entry;
        used += 1;
    };
    let titles = [
        c"A first menu with a title so long",
        c"A second one, long as well",
        c"Edge",
    ];
    for title in titles {
        add(line(sys::NM_TITLE, Some(title)));
        for item in 0..20 {
            let last = title == c"Edge";
            let label = if last && item == PARENT {
                c"An item with more of them below"
            } else {
                c"One of sixty items"
            };
            add(line(sys::NM_ITEM, Some(label)));
            if last && item == PARENT {
                add(line(sys::NM_SUB, Some(c"First sub-item")));
                add(line(sys::NM_SUB, Some(c"Second sub-item")));
            }
        }
    }
    let mut done = sys::TagItem {
        ti_Tag: 0,
        ti_Data: 0,
    };
    // SAFETY: NM_END ends the array; the strip is taken off the window before both go; tag lists are empty.
    unsafe {
        let place = (0, 12, 200, 50);
        let window = Window::open(
            &intuition,
            c"Long Menu",
            place,
            USUAL_GADGETS | sys::WFLG_NEWLOOKMENUS,
            ptr::null_mut(),
            ptr::null_mut(),
        )?;
        let visual = sys::GetVisualInfoA(gadtools.base(), (*window.as_ptr()).WScreen, &raw const done);
        let strip = sys::CreateMenusA(gadtools.base(), lines.as_ptr(), &raw mut done);
        if !strip.is_null() && sys::LayoutMenusA(gadtools.base(), strip, visual, &raw const done) != 0 {
            sys::SetMenuStrip(intuition.base(), window.as_ptr(), strip);
            window::serve(context, &[&window], |window, class, code, _| {
                if class == sys::IDCMP_MENUPICK {
                    window.set_title(title_after(code));
                }
            });
            sys::ClearMenuStrip(intuition.base(), window.as_ptr());
        }
        sys::FreeMenus(gadtools.base(), strip);
        sys::FreeVisualInfo(gadtools.base(), visual);
    }
    Some(())
}

/// The title after a pick (intuition/intuition.h, `MENUNUM`, `ITEMNUM`, `SUBNUM`).
fn title_after(code: u16) -> &'static CStr {
    match (code & 0x1F, code >> 5 & 0x3F, code >> 11) {
        (2, 9, 0) => c"Picked sub 0",
        (2, 9, 1) => c"Picked sub 1",
        (2, 19, _) => c"Picked 19",
        (2, 0, _) => c"Picked 0",
        _ => c"Picked another",
    }
}
