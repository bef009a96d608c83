//! ManyGadgets: the window `Many Gadgets` (0,12, 640 by 200) with 150 buttons, ids 1 to 150. The close gadget or Ctrl-C
//! end it.
#![no_std]
#![no_main]

use amiga_programs::window::{self, USUAL_GADGETS, Window};
use core::ptr;
use hal_amiga::amiga::{Context, Library, ReturnCode};
use hal_amiga::amiga_program;

amiga_program!("ManyGadgets", "$VER: ManyGadgets 2.0 (1.12.2026)", stack 12288, main);

fn main(context: &Context) -> ReturnCode {
    run(context).map_or(ReturnCode::FAIL, |()| ReturnCode::OK)
}

fn run(context: &Context) -> Option<()> {
    let intuition = Library::open(c"intuition.library", 37)?;
    let mut gadgets = [window::button(0, (0, 0, 34, 12)); 150];
    for (number, gadget) in (0..).zip(gadgets.iter_mut()) {
        gadget.GadgetID = number + 1;
        gadget.LeftEdge = 10 + (number % 15) as i16 * 40;
        gadget.TopEdge = 16 + (number / 15) as i16 * 16;
    }
    let list = window::link(&mut gadgets);
    // SAFETY: the window closes before its gadgets go.
    unsafe {
        let place = (0, 12, 640, 200);
        let window = Window::open(
            &intuition,
            c"Many Gadgets",
            place,
            USUAL_GADGETS,
            list,
            ptr::null_mut(),
        )?;
        window::serve(context, &[&window], |_, _, _, _| ());
    }
    Some(())
}
