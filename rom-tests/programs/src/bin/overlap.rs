//! Overlap: the window `Small behind` (60,60, 100 by 60) and in front of it `Large in front` (50,50, 300 by 120), each
//! with button 1. Both were opened in the other order and then put so, as programs may: the order of Intuition's list
//! is not that of the screen. A close gadget or Ctrl-C end it.
#![no_std]
#![no_main]

use amiga_programs::window::{self, USUAL_GADGETS, Window};
use amiga_sys as sys;
use core::ptr;
use hal_amiga::amiga::{Context, Library, ReturnCode};
use hal_amiga::amiga_program;

amiga_program!("Overlap", "$VER: Overlap 2.0 (1.12.2026)", stack 4096, main);

fn main(context: &Context) -> ReturnCode {
    run(context).map_or(ReturnCode::FAIL, |()| ReturnCode::OK)
}

fn run(context: &Context) -> Option<()> {
    let intuition = Library::open(c"intuition.library", 37)?;
    let mut first = [window::button(1, (20, 20, 200, 80))];
    let mut second = [window::button(1, (20, 20, 60, 30))];
    // SAFETY: the windows close before their gadgets go.
    unsafe {
        let open =
            |title, place, list| Window::open(&intuition, title, place, USUAL_GADGETS, list, ptr::null_mut());
        let large = open(c"Large in front", (50, 50, 300, 120), window::link(&mut first))?;
        let small = open(c"Small behind", (60, 60, 100, 60), window::link(&mut second))?;
        sys::WindowToFront(intuition.base(), large.as_ptr());
        window::serve(context, &[&large, &small], |_, _, _, _| ());
    }
    Some(())
}
