//! The conformance suite as an Amiga program: prints to its standard output.

#![no_std]
#![no_main]

use core::panic::PanicInfo;

use amiga_sys::{CloseLibrary, Library, OpenLibrary, Output, Write, abs_exec_library};
use conformance::{Host, panics, run};

unsafe extern "C" {
    fn amipilot_call_on_stack(
        function: extern "C" fn(u32) -> u32,
        argument: u32,
        stack: *mut [u32; 3],
        exec_base: *mut Library,
    ) -> u32;
}

/// Bytes of stack: the formatting cases need more than the shell's 4000.
const STACK: usize = 32_000;

#[repr(align(4))]
struct Stack([u8; STACK]);

static mut OWN_STACK: Stack = Stack([0; STACK]);

struct Amiga {
    dos: *mut Library,
    text: [u8; 512],
    length: usize,
}

impl Amiga {
    fn flush(&mut self) {
        // SAFETY: `dos` is open, and the text stays where it is during the call.
        unsafe {
            let output = Output(self.dos);
            Write(
                self.dos,
                output,
                self.text.as_mut_ptr().cast(),
                self.length as i32,
            );
        }
        self.length = 0;
    }
}

impl Host for Amiga {
    fn write(&mut self, text: &str) {
        for byte in text.bytes() {
            if self.length == self.text.len() {
                self.flush();
            }
            self.text[self.length] = byte;
            self.length += 1;
        }
        if text == "\n" {
            self.flush();
        }
    }

    fn catches(&mut self, action: fn(), message: &mut dyn core::fmt::Write) -> bool {
        panics::catches(action, message)
    }
}

extern "C" fn on_own_stack(dos: u32) -> u32 {
    let mut amiga = Amiga {
        dos: dos as *mut Library,
        text: [0; 512],
        length: 0,
    };
    run(&mut amiga);
    amiga.flush();
    0
}

/// Called by the startup code.
// SAFETY: no other symbol of the program has this name.
#[unsafe(no_mangle)]
extern "C" fn amiga_main(_argument: *const u8, _length: u32) -> u32 {
    // SAFETY: exec's base is at address 4 on every Amiga; dos.library is closed again; the stack belongs to this program
    // alone, which runs once at a time.
    unsafe {
        let exec = abs_exec_library();
        let dos = OpenLibrary(exec, c"dos.library".as_ptr().cast(), 37);
        if dos.is_null() {
            return 20;
        }
        let lower = core::ptr::addr_of_mut!(OWN_STACK.0) as u32;
        let upper = lower + STACK as u32;
        let mut stack = [lower, upper, upper];
        let result = amipilot_call_on_stack(on_own_stack, dos as u32, &mut stack, exec);
        CloseLibrary(exec, dos);
        result
    }
}

#[panic_handler]
fn panic(info: &PanicInfo<'_>) -> ! {
    panics::handle(info)
}
