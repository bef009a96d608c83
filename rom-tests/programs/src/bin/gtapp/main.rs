//! GTApp: one gadget of each GadTools kind and a menu strip, for the tests to find, act on and read back.
//!
//! The window `GTApp Fixture` opens at 40,20 on the default public screen, 480 by 200 pixels, with close, drag, depth
//! and size gadgets. Places of the gadgets are those of the simulated twin (`hal-amiga`, `simulated::GtApp`):
//!
//! | id | kind | label | left, top, width, height |
//! |---|---|---|---|
//! | 1 | button | `Connect` | 20, 20, 100, 14 |
//! | 2 | string, 80 characters | `Host:` | 80, 40, 200, 14 |
//! | 3 | check box | `Enabled` | 20, 60, 26, 11 |
//! | 4 | integer, 23 | `Port:` | 80, 76, 100, 14 |
//! | 5 | slider, 0 to 15, at 5 | `Volume:` | 120, 96, 160, 14 |
//! | 6 | cycle: Telnet, FTP, SSH | `Protocol:` | 100, 116, 120, 14 |
//! | 7 | mx: 7N1, 8N1 | none | 20, 136, 17, 9 |
//! | 8 | list view, `Line 01` to `Line 20` | `Lines` | 300, 30, 150, 80 |
//! | 9 | string, disabled, so read-only | `Status:` | 80, 166, 300, 14 |
//!
//! Gadget 9 tells what happened: `pressed N` after the N-th press of gadget 1, `typed TEXT` when Return ends gadget 2,
//! `level N` after each change of gadget 5, `menu M/I/S` after each pick (positions from 0; S is −1 for an item without sub-items). The close gadget, the menu
//! item Quit and Ctrl-C end it. Source: RKRM Libraries, "GadTools".
#![no_std]
#![no_main]

mod fixture;
mod gadgets;
mod menus;
mod status;

use hal_amiga::amiga::{Context, ReturnCode};
use hal_amiga::amiga_program;

amiga_program!("GTApp", "$VER: GTApp 2.0 (1.12.2026)", stack 8192, main);

fn main(context: &Context) -> ReturnCode {
    let mut lines = gadgets::Lines::new();
    match fixture::Fixture::open(&mut lines) {
        Ok(mut fixture) => {
            fixture.run();
            ReturnCode::OK
        }
        Err(missing) => {
            let mut console = context.console();
            console.text(b"GTApp: cannot open ");
            console.line(missing);
            ReturnCode::FAIL
        }
    }
}
