//! Asker: the window `Asker` (20,30, 200 by 60). Its button 1 asks by `EasyRequest` with the window's title, its button 2
//! without a window; the title tells the answer: `Asker: yes` or `Asker: no`. Beside it two windows `Twin` of the same
//! task and title, without close gadgets, as no requester. The close gadget or Ctrl-C end it.
#![no_std]
#![no_main]

use amiga_programs::window::{self, USUAL_GADGETS, Window};
use amiga_sys as sys;
use core::ptr;
use hal_amiga::amiga::{Context, Library, ReturnCode};
use hal_amiga::amiga_program;

amiga_program!("Asker", "$VER: Asker 2.0 (1.12.2026)", stack 8192, main);

fn main(context: &Context) -> ReturnCode {
    run(context).map_or(ReturnCode::FAIL, |()| ReturnCode::OK)
}

fn run(context: &Context) -> Option<()> {
    let intuition = Library::open(c"intuition.library", 37)?;
    let mut gadgets = [
        window::button(1, (20, 20, 60, 14)),
        window::button(2, (100, 20, 60, 14)),
    ];
    let list = window::link(&mut gadgets);
    // SAFETY: the windows close before their gadgets go.
    unsafe {
        let open =
            |title, place, flags, list| Window::open(&intuition, title, place, flags, list, ptr::null_mut());
        let asker = open(c"Asker", (20, 30, 200, 60), USUAL_GADGETS, list)?;
        let bare = sys::WFLG_DRAGBAR | sys::WFLG_DEPTHGADGET;
        let _first = open(c"Twin", (20, 110, 100, 40), bare, ptr::null_mut())?;
        let _second = open(c"Twin", (140, 110, 100, 40), bare, ptr::null_mut())?;
        window::serve(context, &[&asker], |window, class, _, id| {
            if class == sys::IDCMP_GADGETUP {
                let over = if id == 1 { window.as_ptr() } else { ptr::null_mut() };
                window.set_title(if ask(&intuition, over) {
                    c"Asker: yes"
                } else {
                    c"Asker: no"
                });
            }
        });
    }
    Some(())
}

/// Asks, and waits for the answer.
///
/// # Safety
/// The window is open, or null.
unsafe fn ask(intuition: &Library, over: *mut sys::Window) -> bool {
    let easy = sys::EasyStruct {
        es_StructSize: size_of::<sys::EasyStruct>() as u32,
        es_Flags: 0,
        es_Title: ptr::null(),
        es_TextFormat: c"Shall it be?".as_ptr().cast(),
        es_GadgetFormat: c"Yes|No".as_ptr().cast(),
    };
    // SAFETY: by contract; neither text takes arguments.
    unsafe {
        sys::EasyRequestArgs(
            intuition.base(),
            over,
            &raw const easy,
            ptr::null_mut(),
            ptr::null_mut(),
        ) != 0
    }
}
