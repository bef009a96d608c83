//! TwoScreens: a screen of its own, `Second Screen`, 640 by 200 pixels and in the back, with the window
//! `Second Window` (20,20, 160 by 80, size gadget, 80 by 40 to 640 by 400) that holds button 1. The close gadget or
//! Ctrl-C end it.
#![no_std]
#![no_main]

use amiga_programs::window::{self, USUAL_GADGETS, Window};
use amiga_sys as sys;
use core::ptr;
use hal_amiga::amiga::{Context, Library, ReturnCode};
use hal_amiga::amiga_program;

amiga_program!("TwoScreens", "$VER: TwoScreens 2.0 (1.12.2026)", stack 4096, main);

fn main(context: &Context) -> ReturnCode {
    run(context).map_or(ReturnCode::FAIL, |()| ReturnCode::OK)
}

fn run(context: &Context) -> Option<()> {
    let intuition = Library::open(c"intuition.library", 37)?;
    let tag = |name, data| sys::TagItem {
        ti_Tag: name,
        ti_Data: data,
    };
    let tags = [
        tag(sys::SA_Width, 640),
        tag(sys::SA_Height, 200),
        tag(sys::SA_Depth, 1),
        tag(sys::SA_DisplayID, sys::HIRES_KEY),
        tag(sys::SA_Title, c"Second Screen".as_ptr() as u32),
        tag(sys::SA_Behind, 1),
        tag(0, 0),
    ];
    let mut gadgets = [window::button(1, (20, 20, 80, 14))];
    // SAFETY: the tags end with TAG_DONE; the window closes before its screen and its gadgets go.
    unsafe {
        let screen = sys::OpenScreenTagList(intuition.base(), ptr::null(), tags.as_ptr());
        if screen.is_null() {
            return None;
        }
        let flags = USUAL_GADGETS | sys::WFLG_SIZEGADGET;
        let place = (20, 20, 160, 80);
        let list = window::link(&mut gadgets);
        let opened = Window::open(&intuition, c"Second Window", place, flags, list, screen);
        if let Some(window) = &opened {
            window::serve(context, &[window], |_, _, _, _| ());
        }
        drop(opened);
        sys::CloseScreen(intuition.base(), screen);
    }
    Some(())
}
