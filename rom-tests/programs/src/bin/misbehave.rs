//! Ends badly on purpose, to test that the program frame of `hal-amiga` gives everything back all the same.
//!
//! `Misbehave LEAK` forgets a block of memory, which the frame reports and frees; `Misbehave PANIC` holds memory and the
//! serial line and then panics, which the frame reports with return code 20.
#![no_std]
#![no_main]

use hal_amiga::List;
use hal_amiga::amiga::{Arguments, Context, Paula, ReturnCode};
use hal_amiga::amiga_program;

amiga_program!("Misbehave", "$VER: Misbehave 2.0 (1.12.2026)", stack 4096, main);

const BYTES: usize = 1000;

fn main(context: &Context) -> ReturnCode {
    let arguments = match Arguments::<2>::read(context, c"LEAK/S,PANIC/S") {
        Ok(arguments) => arguments,
        Err(error) => {
            error.print(context);
            return ReturnCode::FAIL;
        }
    };
    let Ok(block) = List::<u8>::with_capacity(BYTES) else {
        context.console().line(b"Misbehave: not enough memory.");
        return ReturnCode::FAIL;
    };
    if arguments.switch(0) {
        core::mem::forget(block);
    } else if arguments.switch(1) {
        let line = Paula::open(9600, true);
        panic_when(line.is_ok() && block.capacity() >= BYTES);
    }
    ReturnCode::OK
}

/// Panics when it is told to.
#[inline(never)]
fn panic_when(told: bool) {
    assert!(!told, "on purpose");
}
