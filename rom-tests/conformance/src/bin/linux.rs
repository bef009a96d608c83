//! The conformance suite as an m68k Linux program, for `qemu-m68k`.

#![no_std]
#![no_main]

use core::panic::PanicInfo;

use conformance::{Host, panics, run};

unsafe extern "C" {
    fn linux_write(file: u32, bytes: *const u8, length: u32) -> i32;
}

struct Linux;

impl Host for Linux {
    fn write(&mut self, text: &str) {
        // SAFETY: the kernel only reads the text.
        unsafe { linux_write(1, text.as_ptr(), text.len() as u32) };
    }

    fn catches(&mut self, action: fn(), message: &mut dyn core::fmt::Write) -> bool {
        panics::catches(action, message)
    }
}

/// Called by the startup code.
// SAFETY: no other symbol of the program has this name.
#[unsafe(no_mangle)]
extern "C" fn amiga_main(_argument: *const u8, _length: u32) -> u32 {
    run(&mut Linux);
    0
}

#[panic_handler]
fn panic(info: &PanicInfo<'_>) -> ! {
    panics::handle(info)
}
