//! Exchange: sends a broker the commands that Commodore's program of this name sends. `Exchange NAME COMMAND` with
//! `disable`, `enable`, `appear`, `disappear` or `kill`; return code 5 when there is no such broker. `Exchange CHECK` makes a
//! broker of its own instead, sends it every command and looks whether it arrives; it prints `all right`, or what is wrong.
//!
//! Source: commodities.library autodocs; libraries/commodities.h.
#![no_std]
#![no_main]
#![feature(asm_experimental_arch)]

use amiga_sys as sys;
use core::ffi::CStr;
use hal_amiga::amiga::{Arguments, Context, Library, ReturnCode};
use hal_amiga::amiga_program;

amiga_program!("Exchange", "$VER: Exchange 2.0 (1.12.2026)", stack 4096, main);

/// Names of commands, and what they are.
const COMMANDS: [(&[u8], u32); 5] = [
    (b"disable", sys::CXCMD_DISABLE),
    (b"enable", sys::CXCMD_ENABLE),
    (b"appear", sys::CXCMD_APPEAR),
    (b"disappear", sys::CXCMD_DISAPPEAR),
    (b"kill", sys::CXCMD_KILL),
];

fn main(context: &Context) -> ReturnCode {
    let arguments = match Arguments::<2>::read(context, c"NAME/A,COMMAND") {
        Ok(arguments) => arguments,
        Err(error) => {
            error.print(context);
            return ReturnCode::FAIL;
        }
    };
    let Some(library) = Library::open(c"commodities.library", 37) else {
        context.console().line(b"there is no commodities.library");
        return ReturnCode::FAIL;
    };
    let name = arguments.text(0).unwrap_or(b"");
    let Some(wanted) = arguments.text(1) else {
        return check(context, &library);
    };
    let mut buffer = [0; 64];
    let length = name.len().min(buffer.len() - 1);
    buffer[..length].copy_from_slice(&name[..length]);
    let name = CStr::from_bytes_until_nul(&buffer).unwrap_or(c"");
    match COMMANDS
        .iter()
        .find(|(word, _)| word.eq_ignore_ascii_case(wanted))
    {
        Some((_, id)) if broker_command(&library, name, *id) => ReturnCode::OK,
        Some(_) => ReturnCode::WARN,
        None => ReturnCode::ERROR,
    }
}

/// `BrokerCommand`, at -198: whether there is such a broker.
fn broker_command(library: &Library, name: &CStr, id: u32) -> bool {
    let result: i32;
    // SAFETY: the library is open; the call changes d0, d1, a0 and a1 at most.
    unsafe {
        core::arch::asm!(
            "movem.l %d1/%a0-%a1, -(%sp)",
            "move.l %a6, -(%sp)",
            "move.l {basereg}, %a6",
            ".short 0x4eae", // jsr (-198, %a6)
            ".short -198",
            "move.l (%sp)+, %a6",
            "movem.l (%sp)+, %d1/%a0-%a1",
            basereg = in(reg) library.base(),
            in("a0") name.as_ptr(),
            in("d0") id,
            lateout("d0") result,
        );
    }
    result == 0
}

const NAME: &CStr = c"CheckBroker";

/// Tries the library out.
fn check(context: &Context, library: &Library) -> ReturnCode {
    let mut console = context.console();
    let mut wrong = false;
    let mut that = |right: bool, what: &[u8]| {
        if !right {
            console.text(b"wrong: ");
            console.line(what);
            wrong = true;
        }
    };
    let base = library.base();
    // SAFETY: the broker goes before its port; messages are replied before that.
    unsafe {
        let exec = sys::abs_exec_library();
        let port = sys::CreateMsgPort(exec);
        if port.is_null() {
            that(false, b"no memory");
            return ReturnCode::FAIL;
        }
        let new = sys::NewBroker {
            nb_Version: sys::NB_VERSION as i8,
            nb_Name: NAME.as_ptr().cast_mut().cast(),
            nb_Title: c"a title".as_ptr().cast_mut().cast(),
            nb_Descr: c"a description".as_ptr().cast_mut().cast(),
            nb_Unique: (sys::NBU_UNIQUE | sys::NBU_NOTIFY) as i16,
            nb_Flags: 0,
            nb_Pri: 0,
            nb_Port: port,
            nb_ReservedChannel: 0,
        };
        let mut error = -1;
        that(
            !broker_command(library, NAME, sys::CXCMD_KILL),
            b"a broker that is not there",
        );
        let broker = sys::CxBroker(base, &raw const new, &raw mut error);
        that(!broker.is_null() && error == 0, b"CxBroker");
        that(sys::CxObjType(base, broker) == sys::CX_BROKER, b"CxObjType");
        that(
            sys::ActivateCxObj(base, broker, 1) == 0,
            b"a new broker is not active",
        );
        that(sys::ActivateCxObj(base, broker, 1) == 1, b"ActivateCxObj");
        let filter = sys::CreateCxObj(base, sys::CX_FILTER, 0, 0);
        sys::AttachCxObj(base, broker, filter);
        let received = || {
            let message = sys::GetMsg(exec, port).cast::<sys::CxMsg>();
            if message.is_null() {
                return None;
            }
            let command = sys::CxMsgType(base, message) == sys::CXM_COMMAND;
            let id = sys::CxMsgID(base, message) as u32;
            sys::ReplyMsg(exec, message.cast());
            command.then_some(id)
        };
        for (name, id) in COMMANDS {
            that(broker_command(library, NAME, id), name);
            that(received() == Some(id) && received().is_none(), name);
        }
        let second = sys::CxBroker(base, &raw const new, &raw mut error);
        that(
            second.is_null() && error == sys::CBERR_DUP as i32,
            b"a second broker of the name",
        );
        that(
            received() == Some(sys::CXCMD_UNIQUE),
            b"the first broker hears of the second",
        );
        sys::DeleteCxObjAll(base, broker);
        that(
            !broker_command(library, NAME, sys::CXCMD_KILL),
            b"a deleted broker",
        );
        sys::DeleteMsgPort(exec, port);
    }
    if wrong {
        return ReturnCode::WARN;
    }
    console.line(b"all right");
    ReturnCode::OK
}
