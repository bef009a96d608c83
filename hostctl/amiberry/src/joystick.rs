//! Sticks and pads: a state is held as long as its connection stays.
//!
//! Promise: refused combinations are refused before anything is sent. The stick is released in every path; Amiberry also
//! drops the state when the connection ends, so a lost connection releases it. When no reply confirms the release, the
//! error is [`Reason::CleanupUnconfirmed`].
//!
//! Source: Amiberry's description of SEND_JOYSTICK (newer than 8.3.0).

use crate::client::{Client, Effect, Line};
use crate::command::hardware::PORT_MODES;
use crate::error::{Error, Reason, Result};
use crate::interrupt::Interrupt;
use crate::refusal;
use crate::wire::{Framing, encode};
use std::time::{Duration, Instant};

/// The names of directions and buttons, with their bits: directions in the low byte, buttons in the high one.
const NAMES: &[(&str, u16)] = &[
    ("left", 1),
    ("right", 2),
    ("up", 4),
    ("down", 8),
    ("fire", 1 << 8),
    ("red", 1 << 8),
    ("second", 2 << 8),
    ("blue", 2 << 8),
    ("green", 4 << 8),
    ("yellow", 8 << 8),
    ("reverse", 16 << 8),
    ("forward", 32 << 8),
    ("play", 64 << 8),
];
/// The buttons that only a CD32 pad has.
const PAD_ONLY: u8 = 0b111_1100;
const JOYSTICK: i64 = 3;
const GAMEPAD: i64 = 4;
const CD32_PAD: i64 = 7;
const POLL: Duration = Duration::from_millis(50);

/// What is held.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Stick {
    /// Left 1, right 2, up 4, down 8; never two opposite ones.
    directions: u8,
    /// Red 1, blue 2, green 4, yellow 8, reverse 16, forward 32, play 64.
    buttons: u8,
}

impl Stick {
    /// Reads names with `+` between, for example `left+fire`; `none` is the stick at rest.
    ///
    /// # Errors
    /// [`Reason::Argument`] for unknown names and for opposite directions.
    pub fn parse(text: &str) -> Result<Stick> {
        let mut bits = 0;
        for word in text.split('+').filter(|word| *word != "none") {
            let known = NAMES.iter().find(|(name, _)| name.eq_ignore_ascii_case(word));
            bits |= known.map(|(_, bit)| bit).ok_or_else(|| {
                let names: Vec<&str> = NAMES.iter().map(|(name, _)| *name).collect();
                Error::argument(format!(
                    "{word:?} is none of {}, none. Write left+fire, for example",
                    names.join(", ")
                ))
            })?;
        }
        let [buttons, directions] = bits.to_be_bytes();
        if directions & 3 == 3 || directions & 12 == 12 {
            return Err(Error::argument(format!(
                "{text}: a stick cannot go in two opposite directions"
            )));
        }
        Ok(Stick { directions, buttons })
    }

    /// The port mode that this needs when the present one does not do; `None` when it does.
    fn mode_needed(self, present: i64) -> Option<i64> {
        let pad = self.buttons & PAD_ONLY != 0;
        match present {
            CD32_PAD => None,
            JOYSTICK | GAMEPAD if !pad => None,
            _ if pad => Some(CD32_PAD),
            _ => Some(JOYSTICK),
        }
    }

    fn check_port(self, port: u8) -> Result<()> {
        if port > 3 {
            return Err(Error::argument(format!("port {port}: there are ports 0 to 3")));
        }
        if port > 1 && self.buttons & PAD_ONLY != 0 {
            return Err(Error::argument(format!(
                "port {port} takes no CD32 pad; its buttons work on ports 0 and 1"
            )));
        }
        Ok(())
    }
}

/// Plays states on a port, each for its time, then releases. Gives the port mode's number.
///
/// # Errors
/// [`Reason::Argument`] before anything is sent; [`Reason::UnsupportedCapability`] for a server without SEND_JOYSTICK;
/// [`Reason::Deadline`] when the port's mode does not come; [`Reason::CleanupUnconfirmed`].
pub fn play(client: &Client, port: u8, steps: &[(Stick, Duration)], mode_within: Duration) -> Result<i64> {
    for (stick, _) in steps {
        stick.check_port(port)?;
    }
    client.require("SEND_JOYSTICK")?;
    let mode = set_mode(client, port, steps, mode_within)?;
    let line = client.open()?;
    let mut held = Held {
        line,
        port,
        interrupt: Interrupt::new(),
        down: false,
    };
    let result = steps.iter().try_for_each(|(stick, time)| {
        client.interrupt().check()?;
        held.send(*stick)?;
        client.interrupt().sleep(*time)
    });
    let released = held.release();
    match (result, released) {
        (result, Ok(())) => result.map(|()| mode),
        (Ok(()), Err(error)) => Err(error),
        (Err(cause), Err(mut error)) => {
            error
                .message
                .push_str(&format!(" The cause before that: {cause}."));
            Err(error)
        }
    }
}

/// Sets a mode that fits all steps, and waits until the port has it.
fn set_mode(client: &Client, port: u8, steps: &[(Stick, Duration)], within: Duration) -> Result<i64> {
    let port = port.to_string();
    let present = || -> Result<i64> {
        let answer = client.run("GET_JOYPORT_MODE", &[&port])?;
        Ok(answer
            .get("mode")
            .and_then(crate::value::Value::integer)
            .unwrap_or_default())
    };
    let mode = present()?;
    let needed = steps
        .iter()
        .filter_map(|(stick, _)| stick.mode_needed(mode))
        .max();
    let Some(needed) = needed else { return Ok(mode) };
    client.run("SET_JOYPORT_MODE", &[&port, &needed.to_string()])?;
    let begin = Instant::now();
    while present()? != needed {
        if begin.elapsed() >= within {
            let name = usize::try_from(needed)
                .ok()
                .and_then(|place| PORT_MODES.get(place))
                .unwrap_or(&"?");
            return Err(Error::new(
                Reason::Deadline,
                format!("port {port} did not become {name} in time. Is the emulation paused?"),
            ));
        }
        client.interrupt().sleep(POLL)?;
    }
    Ok(needed)
}

/// A stick that is held; released when dropped, at the latest by the connection's end.
struct Held {
    line: Line,
    port: u8,
    /// Never set: a change is waited for in any case.
    interrupt: Interrupt,
    down: bool,
}

impl Held {
    fn send(&mut self, stick: Stick) -> Result<()> {
        let words = [self.port, stick.directions, stick.buttons].map(|number| number.to_string());
        let request = encode("SEND_JOYSTICK", &words)?;
        self.down = true;
        let reply = self.line.exchange(
            "SEND_JOYSTICK",
            &request,
            Effect::Once,
            Framing::Line,
            &self.interrupt,
        )?;
        if reply.ok {
            self.down = stick != Stick::default();
            return Ok(());
        }
        Err(refusal::error("SEND_JOYSTICK", &reply))
    }

    fn release(&mut self) -> Result<()> {
        if !self.down {
            return Ok(());
        }
        self.send(Stick::default()).map_err(|error| {
            Error::new(
                Reason::CleanupUnconfirmed,
                format!(
                    "Amiberry did not confirm that the stick in port {} is released ({error}). It releases it when it \
                     notices that the connection has ended.",
                    self.port
                ),
            )
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_become_bits_and_opposites_are_refused() {
        let stick = |text| Stick::parse(text).map(|stick| (stick.directions, stick.buttons));
        assert_eq!(stick("left+up+Fire"), Ok((5, 1)));
        assert_eq!(stick("red+blue+green+yellow+reverse+forward+play"), Ok((0, 127)));
        assert_eq!(stick("none"), Ok((0, 0)));
        for wrong in ["left+right", "up+down", "jump", "", "left+"] {
            assert_eq!(stick(wrong).unwrap_err().reason, Reason::Argument, "{wrong}");
        }
        let play = Stick::parse("play").unwrap();
        assert!(
            play.check_port(2).is_err()
                && play.check_port(1).is_ok()
                && Stick::default().check_port(4).is_err()
        );
        assert_eq!(
            (play.mode_needed(JOYSTICK), play.mode_needed(CD32_PAD)),
            (Some(CD32_PAD), None)
        );
        assert_eq!(
            (
                Stick::default().mode_needed(0),
                Stick::default().mode_needed(GAMEPAD)
            ),
            (Some(JOYSTICK), None)
        );
    }
}
