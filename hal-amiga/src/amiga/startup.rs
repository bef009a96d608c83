//! The frame around every program: checks the system, gives the program a stack and a ledger, and cleans up after it.
//!
//! [`start`] promises, whatever the program does and however it ends, a panic included: everything that the ledger
//! lists is released, the process has its old stack, `pr_WindowPtr` and `tc_UserData` back, and the return code says
//! how it went. On a Kickstart before 37 it says so with functions that Kickstart 1.2 has, and ends with return code 20.
//!
//! Source: RKRM Libraries, "Exec: Tasks"; dos.library and exec.library autodocs (`StackSwap`).

use core::panic::PanicInfo;

use amiga_sys as sys;

use super::context::Context;
use super::dos::Console;
use super::exec::{self, exec_base, sys_base};
use super::trampolines::{amipilot_abandon, amipilot_call_on_stack, amipilot_guard};

/// What a program answers to the shell (dos/dos.h, `RETURN_…`).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ReturnCode(pub u32);

impl ReturnCode {
    /// Done.
    pub const OK: Self = Self(0);
    /// Done, with something to note: nothing found.
    pub const WARN: Self = Self(5);
    /// Not done.
    pub const ERROR: Self = Self(10);
    /// Could not even begin.
    pub const FAIL: Self = Self(20);
}

/// What a program is to [`start`].
pub struct Program {
    /// Stands before its messages.
    pub name: &'static str,
    /// Bytes of stack that it needs; the shell's 4,000 bytes are never relied upon.
    pub stack: u32,
    /// The program itself.
    pub main: fn(&Context) -> ReturnCode,
}

/// The lowest Kickstart that the project runs on: AmigaOS 2.04.
const KICKSTART: u16 = 37;

/// What an unused word of the stack holds, to measure how deep the stack went.
const UNUSED: u32 = 0x5AFE_5AFE;

/// Makes a function the program's `main`, and puts its version cookie where the shell's `Version` finds it.
///
/// `amiga_program!("Name", "$VER: Name 1.0 (1.1.2026)", stack 8192, main);` with `fn main(&Context) -> ReturnCode`.
#[macro_export]
macro_rules! amiga_program {
    ($name:literal, $version:literal, stack $stack:literal, $main:path) => {
        #[used]
        static VERSION: [u8; { $version.len() + 1 }] = {
            let mut cookie = [0; { $version.len() + 1 }];
            let mut index = 0;
            while index < $version.len() {
                cookie[index] = $version.as_bytes()[index];
                index += 1;
            }
            cookie
        };

        static PROGRAM: $crate::amiga::Program = $crate::amiga::Program {
            name: $name,
            stack: $stack,
            main: $main,
        };

        /// What the startup code in `ldscripts/startup-amiga.s` calls.
        // SAFETY: no other symbol has this name; the startup code calls it once, on the process that runs the program.
        #[unsafe(no_mangle)]
        pub extern "C" fn amiga_main(_argument: *const u8, _length: u32) -> u32 {
            // SAFETY: as above.
            unsafe { $crate::amiga::start(&PROGRAM) }
        }
    };
}

/// Runs a program; the result is for the shell.
///
/// # Safety
/// Called by a program's entry, once per run, on the process that AmigaDOS made or lent for it.
pub unsafe fn start(program: &'static Program) -> u32 {
    // SAFETY: the calls below exist since Kickstart 1.2 up to the check, and since 37 after it; every pointer is checked
    // or comes from exec.
    unsafe {
        (&raw const ABORT).read_volatile();
        let Some(task) = exec::this_task() else {
            return ReturnCode::FAIL.0;
        };
        let process = task.cast::<sys::Process>();
        if (*process).pr_CLI == 0 {
            refuse_workbench(process);
            return ReturnCode::FAIL.0;
        }
        let dos = sys::OpenLibrary(sys_base(), c"dos.library".as_ptr().cast(), 33);
        if dos.is_null() {
            return ReturnCode::FAIL.0;
        }
        let result = if (*exec_base()).LibNode.lib_Version < KICKSTART {
            let mut console = Console::new(dos);
            console.text(program.name.as_bytes());
            console.text(b": needs AmigaOS 2.04 (Kickstart 37) or later; this is Kickstart ");
            console.number((*exec_base()).LibNode.lib_Version.into());
            console.line(b".");
            ReturnCode::FAIL.0
        } else {
            run(program, process, dos)
        };
        sys::CloseLibrary(sys_base(), dos);
        result
    }
}

/// Answers the Workbench, which a program for the shell has nothing to say to.
///
/// # Safety
/// `process` runs this code and was started by Workbench.
unsafe fn refuse_workbench(process: *mut sys::Process) {
    // SAFETY: Workbench sends one message to a program that it starts and unloads it upon the reply; Forbid, which ends
    // with the process, keeps the code in memory until then.
    unsafe {
        let port = &raw mut (*process).pr_MsgPort;
        sys::WaitPort(sys_base(), port);
        let message = sys::GetMsg(sys_base(), port);
        sys::Forbid(sys_base());
        sys::ReplyMsg(sys_base(), message);
    }
}

/// # Safety
/// `process` runs this code; exec is of version 37 or later; `dos` is open.
unsafe fn run(program: &'static Program, process: *mut sys::Process, dos: *mut sys::Library) -> u32 {
    // SAFETY: the stack is ours and as large as said; the process' fields are ours to change while we run, and get
    // their old values back.
    unsafe {
        let size = program.stack & !7;
        let stack = sys::AllocMem(sys_base(), size, sys::MEMF_ANY).cast::<u32>();
        if stack.is_null() {
            let mut console = Console::new(dos);
            console.text(program.name.as_bytes());
            console.line(b": not enough memory for the stack; end other programs and try again.");
            return ReturnCode::FAIL.0;
        }
        for word in 0..size as usize / 4 {
            stack.add(word).write(UNUSED);
        }
        let context = Context::new(program, dos, (stack.cast(), size));
        let task = &raw mut (*process).pr_Task;
        let former = ((*task).tc_UserData, (*process).pr_WindowPtr);
        (*task).tc_UserData = (&raw const context).cast_mut().cast();
        (*process).pr_WindowPtr = usize::MAX as sys::APTR;

        let top = stack.cast::<u8>().add(size as usize);
        let mut swap = sys::StackSwapStruct {
            stk_Lower: stack.cast(),
            stk_Upper: top as u32,
            stk_Pointer: top.cast(),
        };
        let argument = (&raw const context) as u32;
        let result = amipilot_call_on_stack(on_own_stack, argument, &raw mut swap, sys_base());

        (*process).pr_WindowPtr = former.1;
        (*task).tc_UserData = former.0;
        sys::FreeMem(sys_base(), stack.cast(), size);
        result
    }
}

/// Runs the program under the guard, then releases what it left.
extern "C" fn on_own_stack(argument: u32) -> u32 {
    // SAFETY: `run` passes its context, which outlives this call; the guard's context is used by the guard alone.
    unsafe {
        let context = &*(argument as usize as *const Context);
        let result = amipilot_guard(call_main, argument, context.guard.get());
        if context.ledger.entries() > 0 && !context.failed.get() {
            let mut console = Console::new(context.dos);
            console.text(context.name().as_bytes());
            console.text(b": internal error: left unreleased at exit: ");
            console.number(context.ledger.entries());
            console.text(b" entries, ");
            console.number(context.ledger.bytes());
            console.line(b" bytes; released now.");
        }
        context.ledger.release_all();
        result
    }
}

extern "C" fn call_main(argument: u32) -> u32 {
    // SAFETY: as in `on_own_stack`.
    let context = unsafe { &*(argument as usize as *const Context) };
    (context.program.main)(context).0
}

impl Context {
    /// The most bytes of stack in use so far.
    pub fn stack_used(&self) -> u32 {
        let (lowest, size) = self.stack;
        let words = size as usize / 4;
        // SAFETY: the stack lies there for the whole run; whole words are read.
        let unused = (0..words)
            .take_while(|&word| unsafe { lowest.cast::<u32>().add(word).read_volatile() } == UNUSED)
            .count();
        size - unused as u32 * 4
    }
}

/// Ends the program after an internal error: releases everything and returns 20 to the shell.
fn abandon(place: Option<(&str, u32)>) -> ! {
    let Some(context) = Context::current() else {
        loop {
            // A task without a context has nobody to return to: it sleeps, so that the rest of the machine goes on.
            exec::wait(0);
        }
    };
    context.unlock_all();
    let mut console = Console::new(context.dos);
    console.text(context.name().as_bytes());
    console.text(b": internal error");
    if let Some((file, line)) = place {
        console.text(b" at ");
        console.text(file.as_bytes());
        console.text(b":");
        console.number(line);
    }
    console.line(b"; everything was released. Please report it with what you did before.");
    drop(console);
    context.failed.set(true);
    // SAFETY: `on_own_stack` is on the stack below, with this guard; what is skipped owns nothing but ledger entries.
    unsafe { amipilot_abandon(context.guard.get(), ReturnCode::FAIL.0) }
}

#[panic_handler]
fn panic(information: &PanicInfo<'_>) -> ! {
    abandon(
        information
            .location()
            .map(|location| (location.file(), location.line())),
    )
}

/// Refers to [`amipilot_abort`]: the linker takes out of a library only what something refers to, and a trap in the
/// compiler's output does not refer to the function that it becomes a call of.
static ABORT: extern "C" fn() -> ! = amipilot_abort;

/// What the code generator calls where the compiler put a trap.
// SAFETY: the linker's runtime knows this one symbol by this name.
#[unsafe(no_mangle)]
pub extern "C" fn amipilot_abort() -> ! {
    abandon(None)
}
