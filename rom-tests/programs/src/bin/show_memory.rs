//! Prints the free memory in one line:
//! `memory chip=N chip-largest=N fast=N fast-largest=N any=N any-largest=N`, all in bytes, this program itself loaded.
//! Source: exec.library autodoc of `AvailMem`.
#![no_std]
#![no_main]

use hal_amiga::amiga::{Context, ReturnCode, available};
use hal_amiga::amiga_program;

amiga_program!("ShowMemory", "$VER: ShowMemory 2.0 (1.12.2026)", stack 4096, main);

const CHIP: u32 = 2;
const FAST: u32 = 4;
const LARGEST: u32 = 0x2_0000;

fn main(context: &Context) -> ReturnCode {
    let figures: [(&[u8], u32); 6] = [
        (b"memory chip=", CHIP),
        (b" chip-largest=", CHIP | LARGEST),
        (b" fast=", FAST),
        (b" fast-largest=", FAST | LARGEST),
        (b" any=", 0),
        (b" any-largest=", LARGEST),
    ];
    let mut console = context.console();
    for (name, requirements) in figures {
        console.text(name);
        console.number(available(requirements));
    }
    console.line(b"");
    ReturnCode::OK
}
