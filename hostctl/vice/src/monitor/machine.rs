//! The machine from outside: keyboard, joystick, picture, resources, reset, programs.
//!
//! Source: the VICE manual for the commands; the C64 Programmer's Reference Guide for a control port's lines.

use super::Monitor;
use crate::command::{IntegerWidth, ResetKind, ResourceSetting};
use crate::error::{Error, Result};
use crate::petscii::{self, LetterCase};
use crate::picture::{Aspect, Crop, Picture};
use crate::structures::ResourceValue;
use std::time::Duration;

/// The value of `JoyPort1Device` and `JoyPort2Device` in VICE 3.10 with which JOYPORT_SET has an effect.
pub const JOYSTICK_SIMULATION: i32 = 37;
/// How many keys VICE's queue holds. It drops what does not fit without saying so.
const KEYBOARD_QUEUE: usize = 16_384;
/// The value of a control port on which nothing is pressed.
const RELEASED: u16 = 0xff;

/// What is pressed on a joystick.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[allow(missing_docs, reason = "the names say it")]
pub struct JoystickLines {
    pub up: bool,
    pub down: bool,
    pub left: bool,
    pub right: bool,
    pub fire: bool,
}

impl JoystickLines {
    /// The lines as the port sees them: a pressed one is 0. Bit 0 is up, then down, left, right, fire.
    pub fn value(self) -> u16 {
        [self.up, self.down, self.left, self.right, self.fire]
            .into_iter()
            .enumerate()
            .fold(RELEASED, |value, (bit, pressed)| {
                value & !(u16::from(pressed) << bit)
            })
    }
}

impl Monitor {
    /// Types a text into the machine's keyboard buffer; the machine takes it when it runs. Gives the number of keys.
    ///
    /// # Errors
    /// [`Error::Argument`] when a character has no key or the text is longer than VICE's queue of 16,384 keys.
    pub fn type_text(&mut self, text: &str, case: LetterCase) -> Result<usize> {
        let keys = petscii::encode(text, case)?;
        if keys.len() > KEYBOARD_QUEUE {
            return Err(Error::Argument(format!(
                "{} keys do not fit into VICE's queue of {KEYBOARD_QUEUE}; type the text in parts",
                keys.len()
            )));
        }
        for part in keys.chunks(255) {
            self.client.keyboard_feed(part)?;
        }
        Ok(keys.len())
    }

    /// Takes a picture.
    ///
    /// `use_vic` chooses the chip on a C128 and means nothing elsewhere. Without `aspect`, the resource
    /// `MachineVideoStandard` decides; machines without it get square pixels.
    ///
    /// # Errors
    /// As [`Picture::new`], and as the calls that ask for display and palette.
    pub fn picture(
        &mut self,
        use_vic: bool,
        crop: Crop,
        aspect: Option<Aspect>,
        scale: u32,
    ) -> Result<Picture> {
        let aspect = match aspect {
            Some(aspect) => aspect,
            None => self.monitor_aspect()?,
        };
        let display = self.client.display_get(use_vic)?;
        let palette = self.client.palette_get(use_vic)?;
        Picture::new(&display, &palette, crop, aspect, scale)
    }

    fn monitor_aspect(&mut self) -> Result<Aspect> {
        match self.client.resource_get("MachineVideoStandard") {
            Ok(ResourceValue::Integer(1)) => Ok(Aspect::Pal),
            Ok(ResourceValue::Integer(2 | 3)) => Ok(Aspect::Ntsc),
            Ok(_) | Err(Error::Refused { .. }) => Ok(Aspect::Square),
            Err(error) => Err(error),
        }
    }

    /// Presses a joystick for `hold` while the machine runs, then lets go. `port` is 1 or 2, as written on the machine.
    ///
    /// The port needs the device "I/O simulation"; with `attach`, it is set first and stays set.
    ///
    /// # Errors
    /// [`Error::Argument`] when the port does not exist or has another device. When the connection fails while the
    /// joystick is held, the error says that it may still be pressed.
    pub fn joystick(&mut self, port: u16, lines: JoystickLines, hold: Duration, attach: bool) -> Result<()> {
        if !matches!(port, 1 | 2) {
            return Err(Error::Argument(format!(
                "there is no control port {port}: there are 1 and 2"
            )));
        }
        let resource = format!("JoyPort{port}Device");
        if attach {
            let value = ResourceSetting::Integer {
                value: JOYSTICK_SIMULATION as u32,
                width: IntegerWidth::Four,
            };
            self.client.resource_set(&resource, value)?;
        }
        let device = self.client.resource_get(&resource)?;
        if device != ResourceValue::Integer(JOYSTICK_SIMULATION) {
            return Err(Error::Argument(format!(
                "control port {port} has device {device}, which ignores the monitor's joystick. VICE 3.10 needs the \
                 I/O simulation, {resource}={JOYSTICK_SIMULATION}; --attach sets it"
            )));
        }
        self.client.joyport_set(port - 1, lines.value())?;
        let held = self.client.resume();
        if held.is_ok() {
            std::thread::sleep(hold);
        }
        let released = self.client.joyport_set(port - 1, RELEASED);
        held.and(released).map_err(|error| match error {
            Error::Lost { during, source } => Error::Lost {
                during: format!("{during}, with the joystick in port {port} perhaps still pressed"),
                source,
            },
            other => other,
        })
    }

    /// Sets a resource from text: as an integer (`$` marks hexadecimal) when it is one now, as a text otherwise.
    ///
    /// # Errors
    /// [`Error::Argument`] when it is an integer and the text is not; as [`crate::client::Client::resource_set`] otherwise.
    pub fn set_resource(&mut self, name: &str, text: &str) -> Result<()> {
        let value = match self.client.resource_get(name)? {
            ResourceValue::Text(_) => ResourceSetting::Text(text.as_bytes().to_vec()),
            ResourceValue::Integer(_) => {
                let parsed = match text.strip_prefix('$') {
                    Some(digits) => u32::from_str_radix(digits, 16).ok(),
                    None => text
                        .parse::<i32>()
                        .ok()
                        .map(|value| value as u32)
                        .or_else(|| text.parse().ok()),
                };
                let value = parsed.ok_or_else(|| {
                    Error::Argument(format!("{name} is an integer of 32 bits, which '{text}' is not"))
                })?;
                ResourceSetting::Integer {
                    value,
                    width: IntegerWidth::Four,
                }
            }
        };
        self.client.resource_set(name, value)
    }

    /// Resets the machine or a drive. A machine that was reset runs afterwards.
    ///
    /// # Errors
    /// As [`crate::client::Client::reset`].
    pub fn reset(&mut self, kind: ResetKind) -> Result<()> {
        self.client.reset(kind)?;
        if matches!(kind, ResetKind::Drive(_)) {
            return Ok(());
        }
        self.client.wait_for_resume()
    }

    /// Loads a file of VICE's machine and, with `run`, starts it. The machine runs afterwards, also when VICE refused.
    /// VICE may open the monitor when the program has started, or may not: nothing waits for that.
    ///
    /// # Errors
    /// As [`crate::client::Client::autostart`].
    pub fn autostart(&mut self, file: &str, index: u16, run: bool) -> Result<()> {
        let result = self.client.autostart(run, index, file);
        if matches!(result, Ok(()) | Err(Error::Refused { .. })) {
            self.client.wait_for_resume()?;
        }
        result
    }
}
