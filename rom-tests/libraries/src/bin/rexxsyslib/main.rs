//! A `rexxsyslib.library` for tests: argument strings and messages of ARexx, no interpreter.
//!
//! `IsRexxMsg` says yes to messages of an interpreter alone, as Commodore's does: to those whose node is named by the
//! library's own string `REXX` ([`Rexx::name`]). A message that a program made with `CreateRexxMsg` is none of them.
//! Source: rexxsyslib.library autodocs; rexx/storage.h, rexx/rxslib.h (the offset of `rl_REXX`).
#![no_std]
#![no_main]

mod messages;
mod strings;

use amiga_libraries::amiga_library;
use amiga_libraries::skeleton::{Base, Functions, Kind, Registers, State};
use amiga_sys as sys;

amiga_library!(Kind::Library, "rexxsyslib.library", version 40, revision 1, "1.12.2026", Rexx, FUNCTIONS);

const FUNCTIONS: Functions = Functions::new::<Rexx>()
    .with(-126, strings::create)
    .with(-132, strings::delete)
    .with(-138, strings::length)
    .with(-144, messages::create)
    .with(-150, messages::delete)
    .with(-156, messages::clear)
    .with(-162, messages::fill)
    .with(-168, messages::is_from_interpreter)
    .with(-450, lock)
    .with(-456, unlock);

/// What the library keeps behind its base.
#[repr(C)]
pub struct Rexx {
    /// Of `struct RxsLib`, up to `rl_REXX`; no program of the tests looks at it.
    _private: [u32; 7],
    /// `rl_REXX`: the string that names messages of an interpreter.
    name: *const sys::NexxStr,
    name_string: sys::NexxStr,
    semaphore: sys::SignalSemaphore,
}

// The skeleton puts this behind 48 bytes of its own; `rl_REXX` is at 76.
const _: () = assert!(48 + core::mem::offset_of!(Rexx, name) == 76);

impl State for Rexx {
    fn new() -> Option<Self> {
        // SAFETY: numbers and pointers of which zero is a value; `start` fills the semaphore in.
        let mut state: Self = unsafe { core::mem::zeroed() };
        state.name_string.ns_Length = 4;
        for (place, byte) in state.name_string.ns_Buff.iter_mut().zip(b"REXX") {
            *place = *byte as sys::BYTE;
        }
        Some(state)
    }

    unsafe fn start(base: *mut Base<Self>) {
        // SAFETY: the state stays where it is now.
        unsafe {
            let state = &raw mut (*base).state;
            (*state).name = &raw const (*state).name_string;
            sys::InitSemaphore(sys::abs_exec_library(), &raw mut (*state).semaphore);
        }
    }
}

/// LockRexxBase(d0 = resource): there is one, the whole.
unsafe extern "C" fn lock(registers: &mut Registers) -> u32 {
    // SAFETY: called through this library's base.
    unsafe {
        let base = registers.base::<Rexx>();
        sys::ObtainSemaphore(sys::abs_exec_library(), &raw mut (*base).state.semaphore);
    }
    0
}

/// UnlockRexxBase(d0 = resource)
unsafe extern "C" fn unlock(registers: &mut Registers) -> u32 {
    // SAFETY: as for `lock`, which the caller called before.
    unsafe {
        let base = registers.base::<Rexx>();
        sys::ReleaseSemaphore(sys::abs_exec_library(), &raw mut (*base).state.semaphore);
    }
    0
}
