//! JunkGadgets: the window `Junk` (0,12, 200 by 60) with gadgets 1 to 5 of type `GTYP_CUSTOMGADGET` that are no BOOPSI
//! objects, as some programs have them: where an object has its class, they have a pointer into memory that holds no
//! class, an odd one, one into the ROM, one to where no memory is, and none. Intuition gets to know nothing of them:
//! they hang at the end of the window's list, and are taken off before it closes. Ctrl-C ends it.
#![no_std]
#![no_main]

use amiga_programs::window::{self, Window};
use amiga_sys as sys;
use core::ptr;
use hal_amiga::amiga::{Context, Library, ReturnCode};
use hal_amiga::amiga_program;

amiga_program!("JunkGadgets", "$VER: JunkGadgets 2.0 (1.12.2026)", stack 4096, main);

/// A gadget, and before it what an object would have there.
#[repr(C)]
struct Junk {
    class: u32,
    gadget: sys::Gadget,
}

fn main(context: &Context) -> ReturnCode {
    run(context).map_or(ReturnCode::FAIL, |()| ReturnCode::OK)
}

fn run(context: &Context) -> Option<()> {
    let intuition = Library::open(c"intuition.library", 37)?;
    let nonsense = [0x1234_5678u32; 16];
    let junk = |id: u16, class: u32| Junk {
        class,
        gadget: sys::Gadget {
            GadgetType: sys::GTYP_CUSTOMGADGET as u16,
            Flags: 0,
            ..window::button(id, (20 + id as i16 * 20, 20, 16, 10))
        },
    };
    let mut gadgets = [
        junk(1, nonsense.as_ptr() as u32),
        junk(2, nonsense.as_ptr() as u32 + 1),
        junk(3, 0x00F8_0100),
        junk(4, 0x00B0_0000),
        junk(5, 0),
    ];
    let mut next = ptr::null_mut();
    for junk in gadgets.iter_mut().rev() {
        junk.gadget.NextGadget = next;
        next = &raw mut junk.gadget;
    }
    // SAFETY: the list is changed while nobody else runs, and put back in the same way before the window closes; the
    // drag bar's gadget is in it at least.
    unsafe {
        let window = Window::open(
            &intuition,
            c"Junk",
            (0, 12, 200, 60),
            sys::WFLG_DRAGBAR,
            ptr::null_mut(),
            ptr::null_mut(),
        )?;
        let exec = sys::abs_exec_library();
        sys::Forbid(exec);
        let mut last = (*window.as_ptr()).FirstGadget;
        while !(*last).NextGadget.is_null() {
            last = (*last).NextGadget;
        }
        (*last).NextGadget = next;
        sys::Permit(exec);
        while !context.take_ctrl_c() {
            context.sleep(10);
        }
        sys::Forbid(exec);
        (*last).NextGadget = ptr::null_mut();
        sys::Permit(exec);
    }
    Some(())
}
