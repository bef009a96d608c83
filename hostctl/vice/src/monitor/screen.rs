//! The text on the emulated screen: reading it and waiting for it.
//!
//! Source: the C64 Programmer's Reference Guide for where screen memory lies: $dd00 of CIA 2 chooses the video chip's
//! 16 KB, the upper half of $d018 the screen in it, bit 1 of $d018 the character set.

use super::Monitor;
use crate::command::Memspace;
use crate::error::{Error, Result};
use crate::screen::{CharacterSet, Screen};
use std::time::{Duration, Instant};

/// Pause between two looks at the screen, during which the machine runs.
const POLL_PAUSE: Duration = Duration::from_millis(100);

/// Where the text is and how it is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ScreenOptions {
    /// First address of screen memory; `None` asks the C64's video chip.
    pub address: Option<u16>,
    /// Codes in a row, at least 1.
    pub columns: u16,
    /// Rows, at least 1.
    pub rows: u16,
    /// Which characters the codes show; `None` asks the C64's video chip.
    pub characters: Option<CharacterSet>,
}

impl Default for ScreenOptions {
    /// The C64's screen after a reset: 25 rows of 40 at $0400, capital letters.
    fn default() -> Self {
        ScreenOptions {
            address: Some(0x0400),
            columns: 40,
            rows: 25,
            characters: Some(CharacterSet::Uppercase),
        }
    }
}

impl Monitor {
    /// Reads the screen's text.
    ///
    /// # Errors
    /// [`Error::Argument`] when the screen is empty or does not end by $ffff; as [`Monitor::read_memory`] otherwise.
    pub fn screen(&mut self, options: ScreenOptions) -> Result<Screen> {
        let (mut address, mut characters) = (options.address, options.characters);
        if address.is_none() || characters.is_none() {
            match self.video_layout() {
                Ok((asked_address, asked_characters)) => {
                    address.get_or_insert(asked_address);
                    characters.get_or_insert(asked_characters);
                }
                // Other machines have no such chip; only the characters have a choice that is mostly right.
                Err(Error::NotFound { .. }) if address.is_some() => {}
                Err(error) => return Err(error),
            }
        }
        let address = address.unwrap_or_default();
        let length = u32::from(options.columns) * u32::from(options.rows);
        let end = u16::try_from(u32::from(address) + length.saturating_sub(1));
        let (Ok(end), true) = (end, length > 0) else {
            return Err(Error::Argument(format!(
                "a screen of {} × {} at ${address:04x} is empty or does not end by $ffff",
                options.columns, options.rows
            )));
        };
        let codes = self.read_memory(address, end, Memspace::COMPUTER, 0)?;
        Ok(Screen::new(
            &codes,
            characters.unwrap_or(CharacterSet::Uppercase),
            options.columns.into(),
        ))
    }

    /// What the C64's video chip shows: the address of screen memory and the character set.
    fn video_layout(&mut self) -> Result<(u16, CharacterSet)> {
        let io = self.bank("io")?;
        let choice = self.read_memory(0xdd00, 0xdd00, Memspace::COMPUTER, io)?[0];
        let layout = self.read_memory(0xd018, 0xd018, Memspace::COMPUTER, io)?[0];
        let set = if layout & 2 == 0 {
            CharacterSet::Uppercase
        } else {
            CharacterSet::Lowercase
        };
        Ok((
            u16::from(3 - (choice & 3)) * 0x4000 + u16::from(layout >> 4) * 0x0400,
            set,
        ))
    }

    /// Looks at the screen until `text` stands on it, and lets the machine run between two looks. Gives the row, the
    /// column and the screen. Upper and lower case count as equal. A lost connection is made anew.
    ///
    /// # Errors
    /// [`Error::Deadline`] when the text does not appear within `limit`; [`Error::Stopped`] when a checkpoint or a
    /// hanging processor stops the machine meanwhile; [`Error::Argument`] when `text` is empty.
    pub fn wait_for_text(
        &mut self,
        text: &str,
        options: ScreenOptions,
        limit: Duration,
    ) -> Result<(usize, usize, Screen)> {
        if text.is_empty() {
            return Err(Error::Argument("the text to wait for is empty".into()));
        }
        let begin = Instant::now();
        loop {
            match self.look_for_text(text, options) {
                Ok(Some(found)) => return Ok(found),
                Ok(None) => {}
                Err(Error::Lost { .. }) if begin.elapsed() < limit => {
                    std::thread::sleep(POLL_PAUSE);
                    match self.reconnect_within(limit.saturating_sub(begin.elapsed()), &mut |_| {}) {
                        Ok(()) | Err(Error::Lost { .. }) => {}
                        Err(error) => return Err(error),
                    }
                }
                Err(error) => return Err(error),
            }
            if begin.elapsed() >= limit {
                return Err(Error::Deadline {
                    what: format!("the text '{text}' on the screen"),
                    waited: limit,
                });
            }
        }
    }

    fn look_for_text(
        &mut self,
        text: &str,
        options: ScreenOptions,
    ) -> Result<Option<(usize, usize, Screen)>> {
        let screen = self.screen(options)?;
        if let Some((row, column)) = screen.find(text) {
            return Ok(Some((row, column, screen)));
        }
        self.client.resume()?;
        match self.client.wait_for_stop(POLL_PAUSE) {
            Err(Error::Deadline { .. }) => Ok(None),
            Err(error) => Err(error),
            Ok(stop) if stop.jammed => Err(Error::Stopped {
                pc: Some(stop.pc),
                why: "the processor hangs (JAM)".into(),
            }),
            Ok(stop) => match stop.hits.iter().rev().find(|hit| hit.stop) {
                Some(hit) => Err(Error::Stopped {
                    pc: Some(stop.pc),
                    why: format!("checkpoint {} was hit; disable it or continue", hit.number),
                }),
                // VICE may open the monitor twice for one request: the next look closes it again.
                None => Ok(None),
            },
        }
    }
}
