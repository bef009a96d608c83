//! The conformance suite of the m68k code generator.
//!
//! One table of cases, run from the same source on the PC, under `qemu-m68k` and on the emulated Amiga as a 68000 and as a
//! 68020. Each case prints one line `name: result`; the outputs of all four must be equal byte for byte. The PC's is the
//! expected one: there the same Rust went through a back end that the whole world tests.
//!
//! Every input goes through [`core::hint::black_box`], so that the optimiser cannot compute the result at build time.

#![no_std]

pub mod cases;
mod output;
#[cfg(any(feature = "amiga", feature = "linux-m68k"))]
pub mod panics;

pub use output::Output;

/// What a case needs of the machine that it runs on.
pub trait Host {
    /// Prints text.
    fn write(&mut self, text: &str);
    /// Runs `action`, which may panic, and writes the panic's message to `message`; false when it came back in peace.
    fn catches(&mut self, action: fn(), message: &mut dyn core::fmt::Write) -> bool;
}

/// One case: its name, and what prints its result.
pub struct Case {
    /// What it exercises; differs from all others.
    pub name: &'static str,
    /// Prints the result, without a line end.
    pub run: fn(&mut Output<'_>),
}

/// Runs every case, and prints the count at the end.
pub fn run(host: &mut dyn Host) {
    let mut count = 0u32;
    for group in cases::GROUPS {
        for case in *group {
            host.write(case.name);
            host.write(": ");
            (case.run)(&mut Output::new(host));
            host.write("\n");
            count += 1;
        }
    }
    Output::new(host).number(count.into());
    host.write(" cases\n");
}
