//! Flicker: opens the window `Flicker` (530,20, 100 by 100) with 12 buttons, ids 1 to 12, and closes it again after 0 to
//! 7 ticks, all the time, until Ctrl-C.
#![no_std]
#![no_main]

use amiga_programs::window::{self, USUAL_GADGETS, Window};
use core::ptr;
use hal_amiga::amiga::{Context, Library, ReturnCode};
use hal_amiga::amiga_program;

amiga_program!("Flicker", "$VER: Flicker 2.0 (1.12.2026)", stack 6144, main);

fn main(context: &Context) -> ReturnCode {
    run(context).map_or(ReturnCode::FAIL, |()| ReturnCode::OK)
}

fn run(context: &Context) -> Option<()> {
    let intuition = Library::open(c"intuition.library", 37)?;
    let mut random = 1u32;
    while !context.take_ctrl_c() {
        let mut gadgets = [window::button(0, (10, 0, 60, 6)); 12];
        for (number, gadget) in (0..).zip(gadgets.iter_mut()) {
            gadget.GadgetID = number + 1;
            gadget.TopEdge = 14 + number as i16 * 7;
        }
        let list = window::link(&mut gadgets);
        // SAFETY: the window closes before its gadgets go.
        let window = unsafe {
            let place = (530, 20, 100, 100);
            Window::open(
                &intuition,
                c"Flicker",
                place,
                USUAL_GADGETS,
                list,
                ptr::null_mut(),
            )?
        };
        random = random.wrapping_mul(1_103_515_245).wrapping_add(12_345);
        context.sleep(random >> 16 & 7);
        drop(window);
        context.sleep(random >> 20 & 3);
    }
    Some(())
}
