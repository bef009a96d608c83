//! RexxPeer: the ARexx port `REXXPEER.1`, which answers as its commands tell. Ends with the command `QUIT` or by
//! Ctrl-C.
//!
//! | command | answer |
//! |---|---|
//! | `OK TEXT` | code 0 and the text |
//! | `BARE` | code 0, no text |
//! | `LONG` | code 0 and 5,000 digits |
//! | `ERROR TEXT` | code 10 and the text |
//! | `NUMBER` | code 20, and the number 12 in the place of a text, as the interpreter has it |
//! | `JUNK` | code 0, and the address of no string |
//! | `SLOW` | code 0 and `slow` after 3 s |
//! | `KEEP` | none, until `RELEASE` or the end of the program |
//! | `RELEASE` | code 0 and the number of messages kept, which are answered with code 0 and `late` |
#![no_std]
#![no_main]

use amiga_programs::rexx_port::{Command, RexxPort};
use hal_amiga::amiga::{Context, ReturnCode};
use hal_amiga::amiga_program;

amiga_program!("RexxPeer", "$VER: RexxPeer 2.0 (1.12.2026)", stack 4096, main);

/// Commands that can be kept.
const KEPT: usize = 8;
/// Digits of a long answer.
const LONG: [u8; 5000] = {
    let mut digits = [b'0'; 5000];
    let mut place = 0;
    while place < digits.len() {
        digits[place] = b'0' + (place % 10) as u8;
        place += 1;
    }
    digits
};

fn main(context: &Context) -> ReturnCode {
    let Some(port) = RexxPort::open(c"REXXPEER.1") else {
        context
            .console()
            .line(b"RexxPeer: no rexxsyslib.library, no memory, or it runs already.");
        return ReturnCode::FAIL;
    };
    let mut kept: [Option<Command>; KEPT] = [const { None }; KEPT];
    while !context.take_ctrl_c() {
        let Some(command) = port.next() else {
            context.sleep(2);
            continue;
        };
        let text = command.text();
        let (verb, rest) = match text.iter().position(|&byte| byte == b' ') {
            Some(blank) => (&text[..blank], blank + 1),
            None => (text, text.len()),
        };
        match verb {
            b"OK" => echo(&port, command, 0, rest),
            b"ERROR" => echo(&port, command, 10, rest),
            b"BARE" => port.answer(command, 0, b""),
            b"LONG" => port.answer(command, 0, &LONG),
            b"NUMBER" => port.answer_raw(command, 20, 12),
            b"JUNK" => port.answer_raw(command, 0, 0x00DF_F007),
            b"SLOW" => {
                context.sleep(150);
                port.answer(command, 0, b"slow");
            }
            b"KEEP" => match kept.iter_mut().find(|place| place.is_none()) {
                Some(place) => *place = Some(command),
                None => port.answer(command, 10, b"full"),
            },
            b"RELEASE" => {
                let count = release(&port, &mut kept);
                port.answer(command, 0, &[b'0' + count]);
            }
            b"QUIT" => {
                port.answer(command, 0, b"");
                break;
            }
            _ => port.answer(command, 5, b"unknown command"),
        }
    }
    release(&port, &mut kept);
    ReturnCode::OK
}

/// Answers with the command's own text from `start` on.
fn echo(port: &RexxPort, command: Command, code: i32, start: usize) {
    let mut text = [0; 256];
    let given = command.text().get(start..).unwrap_or(&[]);
    let length = given.len().min(text.len());
    text[..length].copy_from_slice(&given[..length]);
    port.answer(command, code, &text[..length]);
}

/// Answers everything that was kept; how many that were.
fn release(port: &RexxPort, kept: &mut [Option<Command>]) -> u8 {
    let mut count = 0;
    for place in kept {
        if let Some(command) = place.take() {
            port.answer(command, 0, b"late");
            count += 1;
        }
    }
    count
}
