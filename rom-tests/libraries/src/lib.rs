//! Shared libraries and devices for the tests on an emulated Amiga, loaded from `LIBS:` and `DEVS:` of the test volume.
//!
//! The free ROM that the tests boot has none of them. Each is a binary of its own:
//!
//! | binary | file on the volume | what it is for |
//! |---|---|---|
//! | `rexxsyslib` | `Libs/rexxsyslib.library` | argument strings and messages of ARexx |
//! | `commodities` | `Libs/commodities.library` | brokers and the commands that Exchange sends them |
//!
//! What they share is the module `skeleton`: RomTag, jump table, and the functions that every library has.
#![no_std]

#[cfg(target_arch = "m68k")]
pub mod skeleton;
