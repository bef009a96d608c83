//! The machine as a whole, and the one place where the program sleeps.

use crate::{Clock, Desktop, Files, Input, Instant, Menus, Pointer, Rexx};

/// Why [`Machine::wait`] returned.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Wake {
    /// Somebody asked the program to end (Ctrl-C).
    pub quit: bool,
}

/// Free memory, as `AvailMem` tells it, and what the program itself holds. All in bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct MemoryReport {
    /// Free chip memory.
    pub chip_free: u32,
    /// Largest free block of chip memory.
    pub chip_largest: u32,
    /// Free fast memory.
    pub fast_free: u32,
    /// Largest free block of fast memory.
    pub fast_largest: u32,
    /// Held by this program beyond its code: what its ledger lists, stack included.
    pub allocated: u32,
    /// Of that, the stack.
    pub stack: u32,
    /// The most stack in use so far; 0 where it is not measured.
    pub stack_used: u32,
}

/// Versions and processor.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct SystemReport {
    /// exec.library version and revision.
    pub exec: (u16, u16),
    /// intuition.library version and revision.
    pub intuition: (u16, u16),
    /// gadtools.library version and revision; zero where it could not be opened.
    pub gadtools: (u16, u16),
    /// Processor number: 68000, 68010, 68020, 68030, 68040, 68060.
    pub processor: u32,
}

/// All that the firmware needs of a computer, lines to clients apart.
pub trait Machine: Desktop + Menus + Pointer + Input + Clock + Files + Rexx {
    /// Sleeps until `until`, or until a transport became ready to read or write, or until the program is asked to
    /// end; without `until`, for as long as nothing happens. Takes no processor time meanwhile. May return early.
    fn wait(&mut self, until: Option<Instant>) -> Wake;

    /// How much memory is free, and held.
    fn memory(&mut self) -> MemoryReport;

    /// Versions and processor.
    fn system(&mut self) -> SystemReport;
}
