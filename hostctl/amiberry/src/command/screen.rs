//! Audio, video, machine.

use super::argument::{due, maybe};
use super::{Kind, Specification};
use crate::value::{Field, Form, Shape};

const FLAG: Shape = Shape::Places(&[("on", Form::Flag), ("name", Form::Text)]);
const MODE: Shape = Shape::Places(&[("mode", Form::Integer), ("name", Form::Text)]);
const SWITCH: super::Argument = due("ON", Kind::Switch);

pub(super) const AUDIO: &[Specification] = &[
    Specification::action(
        "SET_VOLUME",
        "Set the volume",
        &[due("VOLUME", Kind::Number(0, 100))],
    ),
    Specification::query(
        "GET_VOLUME",
        "Show the volume; 8.3.0 counts attenuation, so 0 is loudest",
        Shape::Places(&[("volume", Form::Integer)]),
    ),
    Specification::action("MUTE", "Switch the sound off", &[]),
    Specification::action("UNMUTE", "Switch the sound on", &[]),
    Specification::action(
        "SET_SOUND_MODE",
        "Set how sound is made",
        &[due("MODE", Kind::Choice(&["off", "normal", "stereo", "best"]))],
    ),
    Specification::query("GET_SOUND_MODE", "Show how sound is made", MODE),
];

const SIZE: &[Field] = &[("width", Form::Integer), ("height", Form::Integer)];

pub(super) const VIDEO: &[Specification] = &[
    Specification::action("TOGGLE_FULLSCREEN", "Switch between window and full screen", &[]),
    Specification::action("TOGGLE_MOUSE_GRAB", "Catch or free the mouse", &[]),
    Specification::action("SET_WARP", "Switch warp speed", &[SWITCH]),
    Specification::query("GET_WARP", "Show whether warp speed is on", FLAG),
    Specification::action(
        "SET_DISPLAY_MODE",
        "Set the display mode",
        &[due("MODE", Kind::Choice(&["window", "fullscreen", "fullwindow"]))],
    ),
    Specification::query("GET_DISPLAY_MODE", "Show the display mode", MODE),
    Specification::action("SET_NTSC", "Switch between NTSC and PAL", &[SWITCH]),
    Specification::query("GET_NTSC", "Show whether it is NTSC or PAL", FLAG),
    Specification::action("TOGGLE_STATUS_LINE", "Show the next kind of status line", &[]).answers(MODE),
    Specification::action(
        "TOGGLE_RTG",
        "Switch between chip set and graphics board",
        &[maybe("MONITOR", Kind::Number(0, 9))],
    )
    .answers(Shape::Message),
    Specification::query(
        "GET_FPS",
        "Show the frame rate; idle may exceed 100 %",
        Shape::Record(&[
            ("fps", Form::Integer),
            ("idle", Form::Unit("%")),
            ("lines", Form::Integer),
            ("lace", Form::Truth),
        ]),
    ),
    Specification::action(
        "SET_WINDOW_SIZE",
        "Set the window's size",
        &[
            due("WIDTH", Kind::Number(320, 3840)),
            due("HEIGHT", Kind::Number(200, 2160)),
        ],
    )
    .answers(Shape::Message),
    Specification::query("GET_WINDOW_SIZE", "Show the window's size", Shape::Record(SIZE)),
    Specification::action(
        "SET_SCALING",
        "Set how pixels are scaled",
        &[due(
            "METHOD",
            Kind::Word(&[
                "auto", "nearest", "linear", "integer", "stretch", "-1", "0", "1", "2", "3",
            ]),
        )],
    )
    .answers(MODE),
    Specification::query(
        "GET_SCALING",
        "Show how pixels are scaled",
        Shape::Record(&[("method", Form::Integer), ("method_name", Form::Text)]),
    ),
    Specification::action(
        "SET_LINE_MODE",
        "Set how lines are drawn",
        &[due(
            "MODE",
            Kind::Word(&["none", "single", "double", "doubled", "scanlines", "0", "1", "2"]),
        )],
    )
    .answers(MODE),
    Specification::query(
        "GET_LINE_MODE",
        "Show how lines are drawn",
        Shape::Record(&[
            ("mode", Form::Integer),
            ("name", Form::Text),
            ("vresolution", Form::Integer),
            ("pscanlines", Form::Integer),
            ("iscanlines", Form::Integer),
        ]),
    ),
    Specification::action(
        "SET_RESOLUTION",
        "Set the horizontal resolution",
        &[due(
            "MODE",
            Kind::Word(&[
                "lores",
                "low",
                "hires",
                "high",
                "superhires",
                "super",
                "0",
                "1",
                "2",
            ]),
        )],
    )
    .answers(MODE),
    Specification::query("GET_RESOLUTION", "Show the horizontal resolution", MODE),
    Specification::action("SET_AUTOCROP", "Cut empty borders off", &[SWITCH]).answers(FLAG),
    Specification::query("GET_AUTOCROP", "Show whether empty borders are cut off", FLAG),
    Specification::query(
        "GET_LED_STATUS",
        "Show the machine's lights",
        Shape::Record(&[
            ("power", Form::Integer),
            ("df#", Form::Text),
            ("hd", Form::Integer),
            ("cd", Form::Integer),
            ("caps", Form::Flag),
        ]),
    ),
];

pub(super) const MACHINE: &[Specification] = &[
    Specification::action(
        "SET_CHIPSET",
        "Set the chip set",
        &[due(
            "CHIPSET",
            Kind::Word(&[
                "OCS",
                "ECS_AGNUS",
                "ECS_DENISE",
                "ECS",
                "AGA",
                "0",
                "1",
                "2",
                "3",
                "4",
            ]),
        )],
    ),
    Specification::query(
        "GET_CHIPSET",
        "Show the chip set",
        Shape::Places(&[("mask", Form::Integer), ("name", Form::Text)]),
    ),
    Specification::action(
        "SET_CPU_SPEED",
        "Set the processor's speed",
        &[due("SPEED", Kind::Speed)],
    ),
    Specification::query(
        "GET_CPU_SPEED",
        "Show the processor's speed",
        Shape::Places(&[("speed", Form::Integer), ("name", Form::Text)]),
    ),
    Specification::action(
        "SET_CPU_MODEL",
        "Set the processor",
        &[due(
            "MODEL",
            Kind::OneOf(&[68000, 68010, 68020, 68030, 68040, 68060]),
        )],
    )
    .answers(Shape::Message),
    Specification::query(
        "GET_CPU_MODEL",
        "Show the processor; 8.3.0 writes a wrong name",
        Shape::Record(&[
            ("model", Form::Integer),
            ("name", Form::Text),
            ("fpu", Form::Integer),
            ("24bit", Form::Truth),
            ("compatible", Form::Truth),
            ("cycle_exact", Form::Truth),
        ]),
    ),
    Specification::query(
        "GET_MEMORY_CONFIG",
        "Show the memory sizes in KB",
        Shape::Record(&[
            ("chip", Form::Unit("KB")),
            ("fast", Form::Unit("KB")),
            ("bogo", Form::Unit("KB")),
            ("z3", Form::Unit("KB")),
            ("rtg", Form::Unit("KB")),
        ]),
    ),
    Specification::action(
        "SET_CHIP_MEM",
        "Set chip memory in KB",
        &[due("SIZE", Kind::OneOf(&[256, 512, 1024, 2048, 4096, 8192]))],
    )
    .answers(Shape::Message),
    Specification::action(
        "SET_FAST_MEM",
        "Set fast memory in KB",
        &[due(
            "SIZE",
            Kind::OneOf(&[0, 64, 128, 256, 512, 1024, 2048, 4096, 8192]),
        )],
    )
    .answers(Shape::Message),
    Specification::action(
        "SET_SLOW_MEM",
        "Set slow memory in KB",
        &[due("SIZE", Kind::OneOf(&[0, 256, 512, 1024, 1536, 1792]))],
    )
    .answers(Shape::Message),
    Specification::action(
        "SET_Z3_MEM",
        "Set Zorro III memory in MB",
        &[due(
            "SIZE",
            Kind::OneOf(&[0, 1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024]),
        )],
    )
    .answers(Shape::Message),
];
