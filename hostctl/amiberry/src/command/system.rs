//! Life cycle, saved states, configuration.

use super::argument::{due, maybe};
use super::{Kind, Needs, Specification};
use crate::value::{Form, Shape};

pub(super) const RUN: &[Specification] = &[
    Specification::query("PING", "Ask for a sign of life", Shape::Message),
    Specification::query("HELP", "Show Amiberry's own list of commands", Shape::Lines),
    Specification::query(
        "GET_VERSION",
        "Show the versions of Amiberry and SDL",
        Shape::Record(&[("version", Form::Text), ("sdl", Form::Text)]),
    ),
    Specification::query(
        "GET_STATUS",
        "Show whether the machine is paused, its configuration and floppies",
        Shape::Record(&[
            ("Paused", Form::Truth),
            ("Config", Form::Text),
            ("Floppy#", Form::Text),
        ]),
    ),
    Specification::action("QUIT", "End the emulator", &[]),
    Specification::action("PAUSE", "Let the machine stand still", &[]),
    Specification::action("RESUME", "Let the machine run on", &[]),
    Specification::action(
        "RESET",
        "Reset the machine",
        &[maybe("KIND", Kind::Word(&["HARD", "SOFT", "KEYBOARD"]))],
    ),
    Specification::action(
        "FRAME_ADVANCE",
        "Run a paused machine for some frames",
        &[maybe("FRAMES", Kind::Number(1, 100))],
    )
    .answers(Shape::Message)
    .needing(Needs::Paused),
    Specification::action(
        "SCREENSHOT",
        "Write a picture; for clicks on it, use capture",
        &[
            due("FILE", Kind::Path),
            maybe("ACTIONABLE", Kind::Word(&["ACTIONABLE"])),
        ],
    )
    .answers(Shape::Picture),
];

pub(super) const STATE: &[Specification] = &[
    Specification::action(
        "SAVESTATE",
        "Save the machine's state and its configuration",
        &[due("STATE", Kind::Path), due("CONFIG", Kind::Path)],
    )
    .needing(Needs::NotStopped),
    Specification::action(
        "LOADSTATE",
        "Load a state; it happens later, and a bad file is not reported",
        &[due("STATE", Kind::Path)],
    ),
    Specification::action(
        "QUICKSAVE",
        "Save the state to a slot",
        &[maybe("SLOT", Kind::Number(0, 9))],
    )
    .answers(Shape::Message)
    .needing(Needs::NotStopped),
    Specification::action(
        "QUICKLOAD",
        "Load the state of a slot",
        &[maybe("SLOT", Kind::Number(0, 9))],
    )
    .answers(Shape::Message),
];

const READABLE: Kind = Kind::Word(&[
    "chipmem_size",
    "fastmem_size",
    "bogomem_size",
    "z3fastmem_size",
    "cpu_model",
    "cpu_speed",
    "cpu_compatible",
    "cpu_24bit_addressing",
    "chipset",
    "ntsc",
    "floppy_speed",
    "nr_floppies",
    "gfx_width",
    "gfx_height",
    "gfx_fullscreen",
    "sound_output",
    "sound_stereo",
    "joyport0",
    "joyport1",
    "description",
    "tablet_mode",
    "mouse_untrap",
]);
const WRITABLE: Kind = Kind::Word(&[
    "floppy_speed",
    "cpu_speed",
    "turbo_emulation",
    "gfx_fullscreen",
    "sound_output",
    "sound_stereo",
    "sound_volume",
    "ntsc",
    "tablet_mode",
    "mouse_untrap",
]);

pub(super) const CONFIG: &[Specification] = &[
    Specification::action(
        "LOAD_CONFIG",
        "Load a configuration; newer servers only make it the pending one",
        &[due("FILE", Kind::Path)],
    ),
    Specification::action(
        "SAVE_CONFIG",
        "Write the pending configuration; commit the settings session first to include its edits",
        &[due("FILE", Kind::Path)],
    )
    .newer(),
    Specification::query(
        "LIST_CONFIGS",
        "List configuration files",
        Shape::Names("<no configs found>"),
    ),
    Specification::query("GET_CONFIG", "Show a pending option", Shape::Message)
        .with(&[due("OPTION", READABLE)]),
    Specification::action(
        "SET_CONFIG",
        "Change an option",
        &[due("OPTION", WRITABLE), due("VALUE", Kind::Text)],
    ),
];
