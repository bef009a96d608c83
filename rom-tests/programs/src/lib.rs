//! Programs for the tests on an emulated Amiga. Each is a binary of its own:
//!
//! | program | what it is for |
//! |---|---|
//! | `GTApp` | a window with one gadget of each GadTools kind and a menu strip, to be driven by the tests |
//! | `QuietDebug` | silences the debug text of AROS, which would get between the bytes on the serial line |
//! | `ShowMemory` | prints how much memory is free, for tests on leaks and for `cargo xtask size` |
//! | `Misbehave` | leaks or panics, to test that everything is given back all the same |
//! | `HoldSerial` | keeps the serial port from others for some seconds |
//! | `TwoScreens` | a screen of its own with a window that can be sized |
//! | `Overlap` | two windows one behind the other |
//! | `ManyGadgets` | a window with 150 gadgets |
//! | `LongMenu` | 60 menu items, and sub-items at the edge of the screen |
//! | `Asker` | asks by requesters, and has two windows of one title that are none |
//! | `Flicker` | opens and closes a window all the time |
//! | `JunkGadgets` | custom gadgets that are no BOOPSI objects |
//! | `CheckRexx` | calls every function of the test volume's `rexxsyslib.library` |
//! | `Exchange` | sends commands to a commodity, and tries the test volume's `commodities.library` out |
//! | `RexxPeer` | an ARexx port that answers as its commands tell: well, badly, late or never |
//! | `Cooperate` | a window with a box that the program draws itself, and the port that tells where it is |
//!
//! They use the program frame of `hal-amiga`, and call AmigaOS themselves where the frame has nothing for it.
#![no_std]

#[cfg(target_arch = "m68k")]
pub mod rexx_port;
#[cfg(target_arch = "m68k")]
pub mod window;
