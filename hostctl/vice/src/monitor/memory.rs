//! Memory in files and ranges.
//!
//! Source: the VICE manual for MEM_GET and MEM_SET; a PRG file begins with its load address, low byte first.

use super::Monitor;
use crate::command::Memspace;
use crate::error::{Error, Result};
use std::path::Path;

impl Monitor {
    /// Reads `start` to `end`, inclusive, without side effects. All 65,536 bytes may be read at once.
    ///
    /// # Errors
    /// As [`crate::client::Client::memory_get`].
    pub fn read_memory(&mut self, start: u16, end: u16, memspace: Memspace, bank: u16) -> Result<Vec<u8>> {
        self.client.memory_get(false, start, end, memspace, bank)
    }

    /// Writes `data` from `start` on. With `side_effects`, I/O registers act as if the processor wrote them.
    ///
    /// # Errors
    /// As [`crate::client::Client::memory_set`].
    pub fn write_memory(
        &mut self,
        start: u16,
        data: &[u8],
        memspace: Memspace,
        bank: u16,
        side_effects: bool,
    ) -> Result<()> {
        self.client.memory_set(side_effects, start, memspace, bank, data)
    }

    /// Writes memory to a local file; with `as_program`, as a PRG file. Gives the number of memory bytes written.
    ///
    /// # Errors
    /// As [`Monitor::read_memory`], and [`Error::File`].
    pub fn dump_memory(
        &mut self,
        path: &Path,
        start: u16,
        end: u16,
        memspace: Memspace,
        bank: u16,
        as_program: bool,
    ) -> Result<usize> {
        let bytes = self.read_memory(start, end, memspace, bank)?;
        let mut file = if as_program {
            start.to_le_bytes().to_vec()
        } else {
            Vec::new()
        };
        file.extend(&bytes);
        std::fs::write(path, file).map_err(|source| Error::File {
            path: path.to_owned(),
            source,
        })?;
        Ok(bytes.len())
    }

    /// Writes a local file into memory at `start`, or, without it, a PRG file at its own address. Gives the first
    /// address and the number of bytes.
    ///
    /// # Errors
    /// As [`Monitor::write_memory`], [`Error::File`], and [`Error::Argument`] when the file is empty or too long.
    pub fn load_memory(
        &mut self,
        path: &Path,
        start: Option<u16>,
        memspace: Memspace,
        bank: u16,
    ) -> Result<(u16, usize)> {
        let file = std::fs::read(path).map_err(|source| Error::File {
            path: path.to_owned(),
            source,
        })?;
        let (start, data) = match (start, file.as_slice()) {
            (Some(start), data) => (start, data),
            (None, [low, high, data @ ..]) => (u16::from_le_bytes([*low, *high]), data),
            (None, _) => {
                return Err(Error::Argument(format!(
                    "{} is too short for a PRG file, which begins with its load address",
                    path.display()
                )));
            }
        };
        self.write_memory(start, data, memspace, bank, false)?;
        Ok((start, data.len()))
    }
}
