//! Takes the serial port as `HoldSerial` and keeps it: `HoldSerial [SECONDS]`, 10 seconds unless told, or until Ctrl-C.
//! Prints `holding` when it has it. Source: misc.resource autodocs.
#![no_std]
#![no_main]

use amiga_sys as sys;
use hal_amiga::amiga::{Arguments, Context, ReturnCode};
use hal_amiga::amiga_program;

amiga_program!("HoldSerial", "$VER: HoldSerial 2.0 (1.12.2026)", stack 4096, main);

fn main(context: &Context) -> ReturnCode {
    let seconds = match Arguments::<1>::read(context, c"SECONDS/N") {
        Ok(arguments) => arguments.number(0).unwrap_or(10).max(0) as u32,
        Err(error) => {
            error.print(context);
            return ReturnCode::FAIL;
        }
    };
    // SAFETY: the resource stays in memory; both units are given back below, or were never taken.
    unsafe {
        let misc = sys::OpenResource(sys::abs_exec_library(), c"misc.resource".as_ptr().cast());
        if misc.is_null() {
            context.console().line(b"HoldSerial: there is no misc.resource.");
            return ReturnCode::FAIL;
        }
        let name = c"HoldSerial".as_ptr().cast();
        if !sys::AllocMiscResource(misc, sys::MR_SERIALPORT, name).is_null() {
            context
                .console()
                .line(b"HoldSerial: somebody else has the serial port.");
            return ReturnCode::ERROR;
        }
        let bits = sys::AllocMiscResource(misc, sys::MR_SERIALBITS, name).is_null();
        context.console().line(b"holding");
        for _ in 0..seconds * 5 {
            if context.take_ctrl_c() {
                break;
            }
            context.sleep(10);
        }
        if bits {
            sys::FreeMiscResource(misc, sys::MR_SERIALBITS);
        }
        sys::FreeMiscResource(misc, sys::MR_SERIALPORT);
    }
    ReturnCode::OK
}
