//! A `commodities.library` for tests: brokers, and the commands that Exchange sends them. No input passes through its
//! objects.
//!
//! `BrokerCommand` (-198), which Exchange uses and no document of Commodore's tells, takes a broker's name in a0 and a
//! `CXCMD_…` in d0, and answers in d0 with 0, or -1 when there is no such broker. Source: commodities.library autodocs;
//! libraries/commodities.h; for `BrokerCommand` AROS' documentation.
#![no_std]
#![no_main]

mod objects;

use amiga_libraries::amiga_library;
use amiga_libraries::skeleton::{Base, Functions, Kind, State};
use amiga_sys as sys;
use core::ptr;

amiga_library!(Kind::Library, "commodities.library", version 40, revision 1, "1.12.2026", Commodities, FUNCTIONS);

const FUNCTIONS: Functions = Functions::new::<Commodities>()
    .with(-30, objects::create)
    .with(-36, objects::broker)
    .with(-42, objects::activate)
    .with(-48, objects::delete)
    .with(-54, objects::delete_all)
    .with(-60, objects::kind)
    .with(-78, objects::set_priority)
    .with(-84, objects::attach)
    .with(-90, objects::attach)
    .with(-102, objects::remove)
    .with(-138, objects::message_type)
    .with(-150, objects::message_id)
    .with(-198, objects::command);

/// What the library keeps behind its base.
pub struct Commodities {
    /// All brokers.
    brokers: *mut objects::Object,
    /// All commands that were sent and not seen to be replied.
    commands: *mut objects::Command,
    semaphore: sys::SignalSemaphore,
}

impl State for Commodities {
    fn new() -> Option<Self> {
        Some(Self {
            brokers: ptr::null_mut(),
            commands: ptr::null_mut(),
            // SAFETY: numbers and pointers of which zero is a value; `start` fills the semaphore in.
            semaphore: unsafe { core::mem::zeroed() },
        })
    }

    unsafe fn start(base: *mut Base<Self>) {
        // SAFETY: the state stays where it is now.
        unsafe { sys::InitSemaphore(sys::abs_exec_library(), &raw mut (*base).state.semaphore) };
    }
}
