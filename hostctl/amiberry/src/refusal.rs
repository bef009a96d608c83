//! `ERROR` records: what each of Amiberry's texts means, and the rejections of guarded input.
//!
//! Source: the error columns of Amiberry's description; the order of [`REJECTIONS`] is the server's order of checks.

use crate::error::{Error, Reason};
use crate::wire::Reply;

/// The known beginnings of error texts, and their reason. Any other text is [`Reason::Refused`].
pub const TEXTS: &[(&str, Reason)] = &[
    ("Unknown command: ", Reason::UnsupportedCapability),
    ("Usage: ", Reason::Refused),
    ("Missing ", Reason::Refused),
    ("Invalid reset type", Reason::Refused),
    ("Emulation must be paused first", Reason::WrongState),
    ("Invalid frame count: ", Reason::Refused),
    ("No active input monitor", Reason::InputNotReady),
    ("reason=unsupported_renderer", Reason::UnsupportedCapability),
    ("Failed to capture coherent actionable screenshot", Reason::Failed),
    ("Failed to create screenshot", Reason::Failed),
    ("Failed to save screenshot to: ", Reason::Failed),
    ("Invalid slot number: ", Reason::Refused),
    ("Slot must be 0-9", Reason::Refused),
    ("Slot must be 0-19", Reason::Refused),
    ("Failed to load config", Reason::Failed),
    ("Unknown option: ", Reason::NotFound),
    ("Invalid tablet_mode state", Reason::Failed),
    ("Invalid mouse_untrap state", Reason::Failed),
    ("Invalid value for ", Reason::Refused),
    ("Invalid tablet_mode value", Reason::Refused),
    ("Invalid mouse_untrap value", Reason::Refused),
    ("Invalid drive number: ", Reason::Refused),
    ("Drive number must be 0-3", Reason::Refused),
    ("Invalid disk or drive number", Reason::Refused),
    (
        "Speed must be 0 (turbo), 100 (1x), 200 (2x), 400 (4x), or 800 (8x)",
        Reason::Refused,
    ),
    ("Drive must be 0-3", Reason::Refused),
    ("No disk in drive ", Reason::NotFound),
    ("Invalid argument", Reason::Refused),
    ("File or directory not found: ", Reason::NotFound),
    (
        "Path must be an LHA/LZH/LZX archive or a WHDLoad game directory",
        Reason::Refused,
    ),
    ("No WHDLoad game is currently loaded", Reason::NotFound),
    ("Volume must be 0-100", Reason::Refused),
    ("OCS chipset limited to 512KB chip RAM", Reason::Refused),
    ("Invalid keycode or state", Reason::Refused),
    ("Absolute mouse input rejected", Reason::InputNotReady),
    ("Mouse speed must be 10-200", Reason::Refused),
    ("Port must be 0-3", Reason::Refused),
    ("Invalid address or width", Reason::Refused),
    ("Invalid width (use 1, 2, or 4)", Reason::Refused),
    ("Invalid address, width, or value", Reason::Refused),
    ("Invalid instruction count", Reason::Refused),
    ("Instruction count must be 1-10000", Reason::Refused),
    ("Debugger is not stopped", Reason::WrongState),
    ("Invalid address: ", Reason::Refused),
    ("No free breakpoint slots", Reason::Failed),
    ("No breakpoint at address ", Reason::NotFound),
];

/// Declares the rejections once.
macro_rules! rejections {
    ($($name:literal, $reason:ident, $advice:literal;)+) => {
        /// The rejections of guarded input and of its settings: name, reason, what to do.
        pub const REJECTIONS: &[(&str, Reason, &str)] = &[$(($name, Reason::$reason, $advice),)+];
    };
}

rejections! {
    "malformed_request", ActionRejected, "This Amiberry may want other arguments: compare its HELP";
    "geometry_invalid", InputNotReady, "Amiberry has not drawn its window yet: wait, and take a new capture";
    "runtime_mismatch", CaptureStale, "Amiberry was started anew since the capture: take a new one";
    "geometry_revision_mismatch", CaptureStale, "the window or the picture's size changed: take a new capture";
    "monitor_mismatch", CaptureStale, "another emulated monitor is active now: take a new capture";
    "input_config_revision_mismatch", InputConfigConflict, "somebody changed the input settings meanwhile: try again";
    "settings_incompatible", InputNotReady, "absolute input needs tablet mode mousehack or real";
    "focus_not_ready", InputNotReady, "bring Amiberry's window to the front, and let the guest start its mouse driver";
    "unsupported_button_mask", ActionRejected, "only left, right and middle button exist";
    "coordinate_out_of_bounds", CoordinateOutOfBounds, "the pixel lies outside the window";
    "input_rejected", ActionRejected, "the emulation refused the input";
    "input_config_conflict", InputConfigConflict, "somebody changed tablet mode or mouse untrap meanwhile: try again";
}

/// The error that an `ERROR` record stands for.
pub fn error(command: &str, reply: &Reply) -> Error {
    let server = reply.text();
    if let Some(name) = reply.value("reason")
        && let Some((name, reason, advice)) = REJECTIONS.iter().find(|(known, _, _)| *known == name)
    {
        return Error {
            reason: *reason,
            message: format!("Amiberry rejected {command} ({name}): {advice}"),
            server,
            rejection: Some((*name).into()),
        };
    }
    let known = TEXTS.iter().find(|(text, _)| server.starts_with(text));
    let reason = known.map_or(Reason::Refused, |(_, reason)| *reason);
    let advice = match reason {
        Reason::WrongState => ". `run get-status` and `debug debug-status` show the machine's state",
        Reason::NotFound => ". Look at the list of what there is",
        Reason::Failed => ". Look at the path, its folder and Amiberry's log",
        Reason::UnsupportedCapability => ". `capabilities` shows what this Amiberry has",
        Reason::InputNotReady => ". The window needs the focus, and the guest its mouse driver",
        _ => "",
    };
    Error {
        reason,
        message: format!("Amiberry refused {command}: {server}{advice}"),
        server,
        rejection: None,
    }
}
