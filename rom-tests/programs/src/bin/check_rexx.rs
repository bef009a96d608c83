//! Calls every function of the test volume's `rexxsyslib.library` and prints what is wrong: `CheckRexx`. Ends with
//! `all right` and return code 0, or with 5 when something was wrong, 20 when there is no library.
//! Source: rexxsyslib.library autodocs; rexx/storage.h.
#![no_std]
#![no_main]

use amiga_sys as sys;
use core::ptr;
use hal_amiga::amiga::{Console, Context, Library, ReturnCode};
use hal_amiga::amiga_program;

amiga_program!("CheckRexx", "$VER: CheckRexx 2.0 (1.12.2026)", stack 4096, main);

/// Notes what is wrong.
struct Checks {
    console: Console,
    wrong: u32,
}

impl Checks {
    fn that(&mut self, right: bool, what: &str) {
        if !right {
            self.console.text(b"wrong: ");
            self.console.line(what.as_bytes());
            self.wrong += 1;
        }
    }
}

fn main(context: &Context) -> ReturnCode {
    let mut checks = Checks {
        console: context.console(),
        wrong: 0,
    };
    let Some(library) = Library::open(c"rexxsyslib.library", 36) else {
        checks.console.line(b"there is no rexxsyslib.library");
        return ReturnCode::FAIL;
    };
    strings(&mut checks, library.base());
    messages(&mut checks, library.base());
    checks.that(library.version() == (40, 1), "version");
    drop(library);
    unloading(&mut checks);
    if checks.wrong > 0 {
        return ReturnCode::WARN;
    }
    checks.console.line(b"all right");
    ReturnCode::OK
}

/// Whether an argument string has these bytes, a NUL behind them, and says so.
unsafe fn is_string(base: *mut sys::Library, string: *const u8, expected: &[u8]) -> bool {
    // SAFETY: the caller has it from the library.
    unsafe {
        !string.is_null()
            && sys::LengthArgstring(base, string) == expected.len() as u32
            && core::slice::from_raw_parts(string, expected.len()) == expected
            && string.add(expected.len()).read() == 0
    }
}

fn strings(checks: &mut Checks, base: *mut sys::Library) {
    // SAFETY: the library is open; each string is freed once.
    unsafe {
        for text in [&b""[..], b"x", b"with \0 inside", &[b'y'; 1000]] {
            let string = sys::CreateArgstring(base, text.as_ptr().cast(), text.len() as u32);
            checks.that(is_string(base, string, text), "an argument string");
            sys::DeleteArgstring(base, string);
        }
        let too_long = sys::CreateArgstring(base, ptr::null(), 65_536);
        checks.that(too_long.is_null(), "a string longer than its header can say");
        sys::DeleteArgstring(base, ptr::null_mut());
    }
}

fn messages(checks: &mut Checks, base: *mut sys::Library) {
    // SAFETY: the library is open; message and port are ours and freed once.
    unsafe {
        let port = sys::CreateMsgPort(sys::abs_exec_library());
        let message = sys::CreateRexxMsg(base, port, c"ext".as_ptr().cast(), c"HOST".as_ptr().cast());
        checks.that(!message.is_null() && !port.is_null(), "memory");
        if message.is_null() || port.is_null() {
            return;
        }
        checks.that((*message).rm_Node.mn_ReplyPort == port, "the reply port");
        checks.that((*message).rm_LibBase == base.cast(), "the library base");
        checks.that(
            sys::IsRexxMsg(base, message) == 0,
            "a program's message is none of the interpreter's",
        );
        (*message).rm_Args[0] = c"text".as_ptr().cast_mut().cast();
        (*message).rm_Args[1] = (-123_456i32) as usize as sys::STRPTR;
        (*message).rm_Args[2] = ptr::null_mut();
        checks.that(sys::FillRexxMsg(base, message, 3, 0b110) != 0, "FillRexxMsg");
        for (argument, text) in [(0, &b"text"[..]), (1, b"-123456"), (2, b"0")] {
            let string = (*message).rm_Args[argument].cast::<u8>();
            checks.that(is_string(base, string, text), "an argument of FillRexxMsg");
        }
        sys::ClearRexxMsg(base, message, 16);
        checks.that(
            (*message).rm_Args.iter().all(|argument| argument.is_null()),
            "ClearRexxMsg",
        );
        sys::DeleteRexxMsg(base, message);
        sys::DeleteMsgPort(sys::abs_exec_library(), port);
        sys::LockRexxBase(base, 0);
        sys::UnlockRexxBase(base, 0);
    }
}

/// Nobody has the library open any more: it can be unloaded.
fn unloading(checks: &mut Checks) {
    // SAFETY: nothing of exec's lists is used after Permit.
    unsafe {
        let exec = sys::abs_exec_library();
        let find = || {
            let list = &raw mut (*exec.cast::<sys::ExecBase>()).LibList;
            sys::FindName(exec, list, c"rexxsyslib.library".as_ptr().cast()).cast::<sys::Library>()
        };
        sys::Forbid(exec);
        let loaded = find();
        if !loaded.is_null() {
            sys::RemLibrary(exec, loaded);
        }
        let left = find();
        sys::Permit(exec);
        checks.that(!loaded.is_null() && left.is_null(), "unloading");
    }
}
