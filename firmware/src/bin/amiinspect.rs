//! `AmiInspect`: prints the gadgets of a window from the shell, as the server's TREE does, without a server.
//!
//! Spec §3.5. Return codes: 0 printed, 5 no such window, 20 bad arguments or no memory.
#![no_std]
#![no_main]

use firmware::inspect::{self, InspectError};
use hal_amiga::amiga::{AmigaMachine, Arguments, Console, Context, ReturnCode};
use protocol::Sink;

hal_amiga::amiga_program!("AmiInspect", "$VER: AmiInspect 2.0 (01.12.2026)", stack 8192, main);

/// The shell's output as a place for text.
struct Output(Console);

impl Sink for Output {
    fn put(&mut self, bytes: &[u8]) {
        self.0.text(bytes);
    }
}

/// Prints the window that the arguments name.
fn main(context: &Context) -> ReturnCode {
    let arguments = match Arguments::<3>::read(context, inspect::TEMPLATE) {
        Ok(arguments) => arguments,
        Err(error) => {
            error.print(context);
            return ReturnCode::FAIL;
        }
    };
    let mut machine = match AmigaMachine::open(context) {
        Ok(machine) => machine,
        Err(error) => {
            error.print(context);
            return ReturnCode::FAIL;
        }
    };
    let mut output = Output(context.console());
    let printed = if arguments.switch(1) {
        Err(InspectError::PickNotInBuild)
    } else {
        inspect::print_window(&mut machine, arguments.text(0), &mut output)
    };
    match printed {
        Ok(()) => ReturnCode::OK,
        Err(error) => {
            output.put(b"AmiInspect: ");
            output.put(error.as_str().as_bytes());
            output.put(b"\n");
            ReturnCode(error.code().number())
        }
    }
}
