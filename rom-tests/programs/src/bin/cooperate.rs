//! Cooperate: the window `Cooperate Fixture` (70,40, 240 by 100) with a box that the program draws itself, so that nobody
//! finds a gadget there, and the ARexx port `COOPERATE.WHERE` that tells where the box is.
//!
//! `WHERE box` is answered with the box's left edge, top edge, width and height in the window, borders included. Some
//! names are there for tests: `crooked` (three numbers), `nowhere` (code 10 with a reason), `lazy` (the box, after 3 s). Any
//! other name: code 10. The window's title tells what happened: `Cooperate Fixture: hit` after a click into the box,
//! `: missed` after one beside it, `: typed` once `ok` was typed after a hit. A close gadget or Ctrl-C end it.
#![no_std]
#![no_main]

use amiga_programs::rexx_port::{Command, RexxPort};
use amiga_programs::window::{USUAL_GADGETS, Window};
use amiga_sys as sys;
use core::ptr;
use hal_amiga::amiga::{Context, Library, ReturnCode};
use hal_amiga::amiga_program;

amiga_program!("Cooperate", "$VER: Cooperate 2.0 (1.12.2026)", stack 4096, main);

/// Left edge, top edge, width, height of the box; and how a program says that.
const BOX: (i16, i16, i16, i16) = (120, 60, 80, 24);
const BOX_TEXT: &[u8] = b"120 60 80 24";

fn main(context: &Context) -> ReturnCode {
    match run(context) {
        Some(()) => ReturnCode::OK,
        None => {
            context
                .console()
                .line(b"Cooperate: no rexxsyslib.library, no memory, or it runs already.");
            ReturnCode::FAIL
        }
    }
}

fn run(context: &Context) -> Option<()> {
    let intuition = Library::open(c"intuition.library", 37)?;
    let graphics = Library::open(c"graphics.library", 37)?;
    let port = RexxPort::open(c"COOPERATE.WHERE")?;
    // SAFETY: there are no gadgets, and the default public screen; the window is open as long as it is drawn in.
    let window = unsafe {
        let window = Window::open(
            &intuition,
            c"Cooperate Fixture",
            (70, 40, 240, 100),
            USUAL_GADGETS,
            ptr::null_mut(),
            ptr::null_mut(),
        )?;
        let wanted = sys::IDCMP_CLOSEWINDOW | sys::IDCMP_MOUSEBUTTONS | sys::IDCMP_VANILLAKEY;
        sys::ModifyIDCMP(intuition.base(), window.as_ptr(), wanted);
        let (left, top, width, height) = BOX;
        let raster = (*window.as_ptr()).RPort;
        sys::SetAPen(graphics.base(), raster, 3);
        sys::RectFill(
            graphics.base(),
            raster,
            left.into(),
            top.into(),
            (left + width - 1).into(),
            (top + height - 1).into(),
        );
        window
    };
    let mut hit = false;
    let mut last = 0;
    while !context.take_ctrl_c() {
        while let Some(command) = port.next() {
            answer(context, &port, command);
        }
        while let Some((class, code, _)) = window.next_message() {
            match class {
                sys::IDCMP_CLOSEWINDOW => return Some(()),
                // SELECTDOWN
                sys::IDCMP_MOUSEBUTTONS if code == 0x68 => {
                    hit = is_in_box(&window);
                    window.set_title(if hit {
                        c"Cooperate Fixture: hit"
                    } else {
                        c"Cooperate Fixture: missed"
                    });
                }
                sys::IDCMP_VANILLAKEY => {
                    if hit && last == u16::from(b'o') && code == u16::from(b'k') {
                        window.set_title(c"Cooperate Fixture: typed");
                    }
                    last = code;
                }
                _ => {}
            }
        }
        context.sleep(2);
    }
    Some(())
}

/// Whether the pointer is in the box.
fn is_in_box(window: &Window<'_>) -> bool {
    // SAFETY: the window is open.
    let (x, y) = unsafe { ((*window.as_ptr()).MouseX, (*window.as_ptr()).MouseY) };
    let (left, top, width, height) = BOX;
    (left..left + width).contains(&x) && (top..top + height).contains(&y)
}

/// Answers where something is.
fn answer(context: &Context, port: &RexxPort, command: Command) {
    let name = command.text().strip_prefix(b"WHERE ").unwrap_or(b"");
    if name.eq_ignore_ascii_case(b"box") {
        port.answer(command, 0, BOX_TEXT);
    } else if name.eq_ignore_ascii_case(b"lazy") {
        context.sleep(150);
        port.answer(command, 0, BOX_TEXT);
    } else if name.eq_ignore_ascii_case(b"crooked") {
        port.answer(command, 0, b"120 60 80");
    } else if name.eq_ignore_ascii_case(b"nowhere") {
        port.answer(command, 10, b"it is scrolled out of sight");
    } else {
        port.answer(command, 10, b"unknown name");
    }
}
