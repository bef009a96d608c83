//! Replaces exec's `RawPutChar` by a routine that does nothing, so that the debug text of AROS stays off the serial line.
//!
//! For test machines only: the routine stays in place, in memory that is never freed, until the machine is reset.
//! Source: exec.library autodoc of `SetFunction`; `RawPutChar` is at offset −516.
#![no_std]
#![no_main]

use amiga_sys as sys;
use hal_amiga::amiga::{Context, ReturnCode};
use hal_amiga::amiga_program;

amiga_program!("QuietDebug", "$VER: QuietDebug 2.0 (1.12.2026)", stack 4096, main);

const RAW_PUT_CHAR: i32 = -516;
/// The instruction `rts`.
const RETURN: u16 = 0x4E75;

fn main(context: &Context) -> ReturnCode {
    // SAFETY: the routine lies in public memory that nobody frees, and is a whole one: it only returns. The caches are
    // cleared before anyone can call it.
    let placed = unsafe {
        let exec = sys::abs_exec_library();
        let routine = sys::AllocMem(exec, 8, sys::MEMF_PUBLIC).cast::<u16>();
        if routine.is_null() {
            false
        } else {
            routine.write_volatile(RETURN);
            sys::CacheClearU(exec);
            sys::SetFunction(exec, exec, RAW_PUT_CHAR, routine as usize);
            true
        }
    };
    if placed {
        return ReturnCode::OK;
    }
    context
        .console()
        .line(b"QuietDebug: not enough memory for 8 bytes.");
    ReturnCode::FAIL
}
