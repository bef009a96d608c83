//! Clicks on pictures: capture, map, act, release.
//!
//! Promise: a capture is used only while emulator, window and monitor are those of the picture. A pixel is mapped once.
//! After anything may have been pressed, [`release`] is sent in every path, also after Ctrl-C and a lost connection,
//! until Amiberry confirms it; else the error is [`Reason::CleanupUnconfirmed`]. No input is ever sent twice.
//!
//! Source: Amiberry's description of screenshot-driven automation.

mod action;
mod capture;

pub use action::{Button, Gesture, Outcome, Settings, Timing, perform};
pub use capture::{Capture, description_path};

use crate::client::{Client, Effect};
use crate::error::{Error, Reason, Result};
use crate::refusal;
use crate::value::{Field, Form, Shape, Value};
use crate::wire::{Framing, Reply};
use std::time::{Duration, Instant};

/// The fields of an actionable picture.
pub const CAPTURE_FIELDS: &[Field] = &[
    ("schema_version", Form::Integer),
    ("path", Form::Text),
    ("runtime_id", Form::Text),
    ("capture_nonce", Form::Text),
    ("geometry_revision", Form::Integer),
    ("monitor_id", Form::Integer),
    ("display_mode", Form::Text),
    ("renderer", Form::Text),
    ("image_width", Form::Integer),
    ("image_height", Form::Integer),
    ("source_x", Form::Integer),
    ("source_y", Form::Integer),
    ("source_width", Form::Integer),
    ("source_height", Form::Integer),
    ("viewport_x", Form::Integer),
    ("viewport_y", Form::Integer),
    ("viewport_width", Form::Integer),
    ("viewport_height", Form::Integer),
    ("window_width", Form::Integer),
    ("window_height", Form::Integer),
];
/// The fields of the automation state.
pub const STATE_FIELDS: &[Field] = &[
    ("schema_version", Form::Integer),
    ("runtime_id", Form::Text),
    ("geometry_revision", Form::Integer),
    ("monitor_id", Form::Integer),
    ("geometry_valid", Form::Truth),
    ("pending_tablet_mode", Form::Text),
    ("effective_tablet_mode", Form::Text),
    ("pending_mouse_untrap", Form::Text),
    ("effective_mouse_untrap", Form::Text),
    ("pending_effective_diverged", Form::Truth),
    ("input_config_revision", Form::Integer),
    ("focus_ready", Form::Truth),
    ("supported_button_mask", Form::Integer),
    ("button_mask", Form::Integer),
];
/// The fields after a change of the input settings.
pub const SETTINGS_FIELDS: &[Field] = &[
    ("schema_version", Form::Integer),
    ("reason", Form::Text),
    ("pending_tablet_mode", Form::Text),
    ("effective_tablet_mode", Form::Text),
    ("pending_mouse_untrap", Form::Text),
    ("effective_mouse_untrap", Form::Text),
    ("pending_effective_diverged", Form::Truth),
    ("input_config_revision", Form::Integer),
];
/// The fields after guarded input.
pub const GUARDED_FIELDS: &[Field] = &[
    ("schema_version", Form::Integer),
    ("applied", Form::Truth),
    ("reason", Form::Text),
    ("runtime_id", Form::Text),
    ("geometry_revision", Form::Integer),
    ("monitor_id", Form::Integer),
    ("input_config_revision", Form::Integer),
    ("button_mask", Form::Integer),
    ("x?", Form::Integer),
    ("y?", Form::Integer),
];

/// A record's text.
fn text(record: &Value, name: &str) -> Result<String> {
    let found = record.get(name).and_then(Value::text).map(str::to_owned);
    found.ok_or_else(|| Error::not_understood(format!("{name} is missing")))
}

/// A record's number.
fn number(record: &Value, name: &str) -> Result<i64> {
    let found = record.get(name).and_then(Value::integer);
    found.ok_or_else(|| Error::not_understood(format!("{name} is missing")))
}

/// What guarded input depends on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct State {
    /// The emulator's run.
    pub runtime_id: String,
    /// Changes with the window and the picture; only compared for equality.
    pub geometry_revision: i64,
    /// The active monitor; -1 for none.
    pub monitor_id: i64,
    /// Whether the geometry holds for the active monitor.
    pub geometry_valid: bool,
    /// Tablet mode and untrap as asked for.
    pub pending: Settings,
    /// Tablet mode and untrap as they are.
    pub effective: Settings,
    /// Changes with each of them.
    pub input_config_revision: i64,
    /// Whether the window and the guest take input.
    pub focus_ready: bool,
    /// The buttons that are down: left 1, right 2, middle 4.
    pub button_mask: i64,
}

/// Asks for the state.
///
/// # Errors
/// As [`Client::call`].
pub fn state(client: &Client) -> Result<State> {
    let record = client.run("GET_GUI_AUTOMATION_STATE", &[])?;
    let schema = number(&record, "schema_version")?;
    if schema != 1 {
        return Err(Error::new(
            Reason::UnsupportedCapability,
            format!(
                "Amiberry's automation has schema version {schema}; this tool knows version 1. Use a newer hostctl"
            ),
        ));
    }
    let settings = |kind: &str| -> Result<Settings> {
        Ok(Settings {
            tablet: text(&record, &format!("{kind}_tablet_mode"))?,
            untrap: text(&record, &format!("{kind}_mouse_untrap"))?,
        })
    };
    Ok(State {
        runtime_id: text(&record, "runtime_id")?,
        geometry_revision: number(&record, "geometry_revision")?,
        monitor_id: number(&record, "monitor_id")?,
        geometry_valid: record.get("geometry_valid") == Some(&Value::Truth(true)),
        pending: settings("pending")?,
        effective: settings("effective")?,
        input_config_revision: number(&record, "input_config_revision")?,
        focus_ready: record.get("focus_ready") == Some(&Value::Truth(true)),
        button_mask: number(&record, "button_mask")?,
    })
}

/// Pauses between attempts to release.
const RELEASE_PAUSE: Duration = Duration::from_millis(100);

/// Lets all mouse buttons go, and tries again until Amiberry confirms it or `limit` is over. No interrupt stops it.
///
/// # Errors
/// [`Reason::CleanupUnconfirmed`].
pub fn release(client: &Client, limit: Duration) -> Result<()> {
    let begin = Instant::now();
    let mut last;
    loop {
        let reply = client.exchange_for_cleanup("RELEASE_MOUSE_BUTTONS", &[], begin, limit);
        match reply {
            Ok(reply) if reply.ok && reply.value("button_mask") == Some("0") => return Ok(()),
            Ok(Reply { fields, .. }) => last = fields.join(" "),
            Err(error) => last = error.message,
        }
        if begin.elapsed() + RELEASE_PAUSE >= limit {
            break;
        }
        std::thread::sleep(RELEASE_PAUSE);
    }
    Err(Error::new(
        Reason::CleanupUnconfirmed,
        format!(
            "a mouse button may still be down: Amiberry did not confirm its release ({last}). Send `release`, or press \
             and release the button in its window"
        ),
    ))
}

/// Sends a change of the input settings, if they are still `expected` at `revision`.
///
/// # Errors
/// [`Reason::InputConfigConflict`]; as [`Client::call`].
pub fn change_settings(
    client: &Client,
    expected: &Settings,
    revision: i64,
    wanted: &Settings,
) -> Result<Value> {
    let revision = revision.to_string();
    let words = [
        &expected.tablet,
        &expected.untrap,
        &revision,
        &wanted.tablet,
        &wanted.untrap,
    ];
    client.run("SET_GUI_AUTOMATION_CONFIG", &words.map(String::as_str))
}

/// Moves the pointer to a position in the window with these buttons down, if nothing changed since `state`.
///
/// # Errors
/// A rejection, see [`crate::refusal::REJECTIONS`]; [`Reason::OutcomeUnknown`].
pub fn guarded(client: &Client, (x, y): (i64, i64), mask: u8, state: &State) -> Result<()> {
    let numbers = [
        x,
        y,
        i64::from(mask),
        state.geometry_revision,
        state.monitor_id,
        state.input_config_revision,
    ];
    let [x, y, mask, geometry, monitor, revision] = numbers.map(|number| number.to_string());
    let words = [&x, &y, &mask, &state.runtime_id, &geometry, &monitor, &revision].map(String::as_str);
    let call = crate::command::Call::new("SEND_MOUSE_ABS_GUARDED", &words)?;
    let reply = client.exchange(
        "SEND_MOUSE_ABS_GUARDED",
        call.arguments(),
        Effect::Once,
        Framing::Line,
    )?;
    if !reply.ok {
        return Err(refusal::error("SEND_MOUSE_ABS_GUARDED", &reply));
    }
    let record = Shape::Record(GUARDED_FIELDS).read("SEND_MOUSE_ABS_GUARDED", &reply.fields)?;
    let applied = record.get("applied") == Some(&Value::Truth(true));
    if applied && record.get("button_mask") == Some(&Value::Integer(mask.parse().unwrap_or(-1))) {
        return Ok(());
    }
    Err(Error::new(
        Reason::ActionRejected,
        format!(
            "Amiberry did not apply the guarded input as asked: {}",
            reply.text()
        ),
    ))
}
