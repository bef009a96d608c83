//! Input events, memory, registers, the debugger.

use super::argument::{due, maybe};
use super::{Argument, Kind, Needs, Specification};
use crate::automation::{GUARDED_FIELDS, SETTINGS_FIELDS, STATE_FIELDS};
use crate::client::Effect;
use crate::value::{Form, Shape};

const PORT: Argument = due("PORT", Kind::Number(0, 3));
const BUTTONS: Argument = due("BUTTONS", Kind::Number(0, 7));
const TABLET: Kind = Kind::Word(&["off", "mousehack", "real"]);
const UNTRAP: Kind = Kind::Word(&["off", "middle", "magic", "both"]);
const REVISION: Kind = Kind::Number(0, i64::MAX);
const PIXEL: Kind = Kind::Number(-1_000_000, 1_000_000);
/// The modes of a port, in the order of their numbers.
pub const PORT_MODES: &[&str] = &[
    "default",
    "wheelmouse",
    "mouse",
    "joystick",
    "gamepad",
    "analog_joystick",
    "cdtv_remote",
    "cd32_pad",
    "lightpen",
];

/// RELEASE_MOUSE_BUTTONS may be repeated, although it changes something.
const RELEASE: Specification = {
    let mut release =
        Specification::action("RELEASE_MOUSE_BUTTONS", "Let all mouse buttons go", &[]).answers(
            Shape::Record(&[("schema_version", Form::Integer), ("button_mask", Form::Integer)]),
        );
    release.effect = Effect::Repeatable;
    release
};

pub(super) const INPUT: &[Specification] = &[
    Specification::action(
        "SEND_KEY",
        "Press (1) or release (0) a key by its raw code; it stays down until released",
        &[due("CODE", Kind::Number(0, 0x67)), due("DOWN", Kind::Switch)],
    ),
    Specification::action(
        "SEND_MOUSE",
        "Move the mouse by a distance; buttons left 1, right 2, middle 4",
        &[due("X", PIXEL), due("Y", PIXEL), BUTTONS],
    ),
    Specification::action(
        "SEND_MOUSE_ABS",
        "Move the mouse to a window position; for pictures, use move and click",
        &[due("X", PIXEL), due("Y", PIXEL), BUTTONS],
    ),
    Specification::action(
        "SET_MOUSE_SPEED",
        "Set the mouse's speed",
        &[due("SPEED", Kind::Number(10, 200))],
    ),
    Specification::query(
        "GET_MOUSE_SPEED",
        "Show the mouse's speed",
        Shape::Places(&[("speed", Form::Integer)]),
    ),
    Specification::action(
        "SET_JOYPORT_MODE",
        "Set what is in a port; it happens a moment later",
        &[PORT, due("MODE", Kind::Choice(PORT_MODES))],
    ),
    Specification::query(
        "GET_JOYPORT_MODE",
        "Show what is in a port",
        Shape::Places(&[("mode", Form::Integer), ("name", Form::Text)]),
    )
    .with(&[PORT]),
    Specification::action(
        "SET_AUTOFIRE",
        "Set a port's autofire",
        &[
            PORT,
            due(
                "MODE",
                Kind::Choice(&["off", "normal", "toggle", "always", "toggle_noaf"]),
            ),
        ],
    ),
    Specification::query(
        "GET_AUTOFIRE",
        "Show a port's autofire",
        Shape::Places(&[("mode", Form::Integer)]),
    )
    .with(&[PORT]),
    Specification::action(
        "SEND_JOYSTICK",
        "Set a stick for the moment of this command; to hold it, use joystick",
        &[
            PORT,
            due("DIRECTIONS", Kind::Number(0, 15)),
            due("BUTTONS", Kind::Number(0, 127)),
        ],
    )
    .newer(),
    Specification::query(
        "GET_GUI_AUTOMATION_STATE",
        "Show what guarded input depends on",
        Shape::Record(STATE_FIELDS),
    ),
    Specification::action(
        "SET_GUI_AUTOMATION_CONFIG",
        "Change tablet mode and mouse untrap if they are still the expected ones",
        &[
            due("EXPECTED_TABLET", TABLET),
            due("EXPECTED_UNTRAP", UNTRAP),
            due("REVISION", REVISION),
            due("TABLET", TABLET),
            due("UNTRAP", UNTRAP),
        ],
    )
    .answers(Shape::Record(SETTINGS_FIELDS)),
    Specification::action(
        "SEND_MOUSE_ABS_GUARDED",
        "Move the mouse to a window position if nothing changed; for pictures, use move and click",
        &[
            due("X", PIXEL),
            due("Y", PIXEL),
            BUTTONS,
            due("RUNTIME", Kind::Text),
            due("GEOMETRY", REVISION),
            due("MONITOR", Kind::Number(-1, 1_000_000)),
            due("REVISION", REVISION),
        ],
    )
    .answers(Shape::Record(GUARDED_FIELDS)),
    RELEASE,
];

const WIDTH: Argument = due("WIDTH", Kind::OneOf(&[1, 2, 4]));
const ADDRESS: Argument = due("ADDRESS", Kind::Address);

pub(super) const HARDWARE: &[Specification] = &[
    Specification::query(
        "READ_MEM",
        "Read 1, 2 or 4 bytes",
        Shape::Places(&[("value", Form::Integer)]),
    )
    .with(&[ADDRESS, WIDTH]),
    Specification::action(
        "WRITE_MEM",
        "Write 1, 2 or 4 bytes",
        &[ADDRESS, WIDTH, due("VALUE", Kind::Address)],
    ),
    Specification::query(
        "GET_CPU_REGS",
        "Show the processor's registers",
        Shape::Record(&[
            ("D#", Form::Hexadecimal),
            ("A#", Form::Hexadecimal),
            ("PC", Form::Hexadecimal),
            ("SR", Form::Hexadecimal),
            ("T", Form::Integer),
            ("S", Form::Flag),
            ("X", Form::Flag),
            ("N", Form::Flag),
            ("Z", Form::Flag),
            ("V", Form::Flag),
            ("C", Form::Flag),
            ("USP", Form::Hexadecimal),
            ("ISP", Form::Hexadecimal),
        ]),
    ),
    Specification::query(
        "GET_CUSTOM_REGS",
        "Show custom chip registers",
        Shape::Record(&[
            ("DMACON", Form::Hexadecimal),
            ("INTENA", Form::Hexadecimal),
            ("INTREQ", Form::Hexadecimal),
            ("dma_master", Form::Flag),
            ("dma_blitter", Form::Flag),
            ("dma_copper", Form::Flag),
            ("dma_bitplane", Form::Flag),
            ("dma_disk", Form::Flag),
            ("dma_audio", Form::Integer),
            ("COP1LC", Form::Hexadecimal),
            ("COP2LC", Form::Hexadecimal),
        ]),
    ),
    Specification::query(
        "GET_COPPER_STATE",
        "Show the copper",
        Shape::Record(&[
            ("COP1LC", Form::Hexadecimal),
            ("COP2LC", Form::Hexadecimal),
            ("enabled", Form::Flag),
        ]),
    ),
    Specification::query(
        "GET_BLITTER_STATE",
        "Show the blitter",
        Shape::Record(&[
            ("BLTCON0", Form::Hexadecimal),
            ("BLTCON1", Form::Hexadecimal),
            ("BLTSIZE_H", Form::Integer),
            ("BLTSIZE_V", Form::Integer),
            ("BLTAPT", Form::Hexadecimal),
            ("BLTBPT", Form::Hexadecimal),
            ("BLTCPT", Form::Hexadecimal),
            ("BLTDPT", Form::Hexadecimal),
            ("busy", Form::Flag),
            ("dma_enabled", Form::Flag),
        ]),
    ),
    Specification::query(
        "GET_DRIVE_STATE",
        "Show one or all floppy drives",
        Shape::Record(&[
            ("DF#_motor", Form::Flag),
            ("DF#_track", Form::Integer),
            ("DF#_writing", Form::Flag),
            ("DF#_disabled", Form::Flag),
            ("DF#_protected", Form::Flag),
            ("DF#_inserted", Form::Flag),
            ("DF#_disk", Form::Optional),
        ]),
    )
    .with(&[maybe("DRIVE", Kind::Number(0, 3))]),
    Specification::query(
        "GET_AUDIO_STATE",
        "Show the sound channels",
        Shape::Record(&[
            ("ch#_dma", Form::Flag),
            ("master", Form::Integer),
            ("sndbuf", Form::Integer),
            ("sndbuf_status", Form::Integer),
        ]),
    ),
    Specification::query(
        "GET_DMA_STATE",
        "Show which DMA channels are on",
        Shape::Record(&[
            ("DMACON", Form::Hexadecimal),
            ("master", Form::Flag),
            ("blitter_priority", Form::Flag),
            ("blitter", Form::Flag),
            ("copper", Form::Flag),
            ("bitplane", Form::Flag),
            ("sprite", Form::Flag),
            ("disk", Form::Flag),
            ("audio#", Form::Flag),
        ]),
    ),
    Specification::query(
        "DISASSEMBLE",
        "Show instructions; from the program counter without an address",
        Shape::Lines,
    )
    .with(&[
        maybe("ADDRESS", Kind::Hexadecimal),
        maybe("COUNT", Kind::Number(1, 50)),
    ]),
];

pub(super) const DEBUG: &[Specification] = &[
    Specification::action("DEBUG_ACTIVATE", "Stop the machine in the debugger", &[]).answers(Shape::Message),
    Specification::action("DEBUG_DEACTIVATE", "Leave the debugger", &[]).answers(Shape::Message),
    Specification::query(
        "DEBUG_STATUS",
        "Show whether the debugger has stopped the machine, and why",
        Shape::Record(&[
            ("active", Form::Flag),
            ("stopped", Form::Flag),
            ("debugging", Form::Flag),
            ("exception_debugging", Form::Flag),
            ("reason?", Form::Optional),
        ]),
    ),
    Specification::action(
        "DEBUG_STEP",
        "Execute instructions",
        &[maybe("COUNT", Kind::Number(1, 10_000))],
    )
    .answers(Shape::Message)
    .needing(Needs::Stopped),
    Specification::action(
        "DEBUG_STEP_OVER",
        "Execute an instruction, a subroutine as one",
        &[],
    )
    .answers(Shape::Message)
    .needing(Needs::Stopped),
    Specification::action("DEBUG_CONTINUE", "Let the stopped machine run on", &[])
        .answers(Shape::Message)
        .needing(Needs::Stopped),
    Specification::action(
        "SET_BREAKPOINT",
        "Set a breakpoint",
        &[
            due("ADDRESS", Kind::Hexadecimal),
            maybe("SLOT", Kind::Number(0, 19)),
        ],
    )
    .answers(Shape::Message),
    Specification::action(
        "CLEAR_BREAKPOINT",
        "Clear one or all breakpoints",
        &[maybe("ADDRESS", Kind::HexadecimalOrAll)],
    )
    .answers(Shape::Message),
    Specification::query("LIST_BREAKPOINTS", "List breakpoints", Shape::Breakpoints),
];
