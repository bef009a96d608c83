//! Programs for the tests on an emulated Amiga. Each is a binary of its own:
//!
//! | program | what it is for |
//! |---|---|
//! | `GTApp` | a window with one gadget of each GadTools kind and a menu strip, to be driven by the tests |
//! | `QuietDebug` | silences the debug text of AROS, which would get between the bytes on the serial line |
//! | `ShowMemory` | prints how much memory is free, for tests on leaks and for `cargo xtask size` |
//! | `Misbehave` | leaks or panics, to test that everything is given back all the same |
//! | `HoldSerial` | keeps the serial port from others for some seconds |
//!
//! They use the program frame of `hal-amiga`, and call AmigaOS themselves where the frame has nothing for it.
#![no_std]
