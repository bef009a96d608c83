//! A checkpoint: breakpoint, watchpoint or tracepoint.

use super::Reader;
use crate::command::{Memspace, Operations};
use crate::error::Result;

/// One checkpoint as VICE reports it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Checkpoint {
    /// Its number; numbers count up from 1 and are not used again.
    pub number: u32,
    /// Whether this report is about a hit just now.
    pub hit: bool,
    /// First address.
    pub start: u16,
    /// Last address, inclusive.
    pub end: u16,
    /// Whether the machine stops.
    pub stop: bool,
    /// Whether it is active.
    pub enabled: bool,
    /// Which accesses trigger it.
    pub operations: Operations,
    /// Whether it vanishes after its first hit.
    pub temporary: bool,
    /// How often it was hit.
    pub hits: u32,
    /// How many hits it will still ignore.
    pub ignore: u32,
    /// Whether it has a condition. The condition itself cannot be read.
    pub has_condition: bool,
    /// Where it is.
    pub memspace: Memspace,
}

impl Checkpoint {
    /// Reads a CHECKPOINT_INFO body; bytes after the known 23 are skipped.
    ///
    /// # Errors
    /// [`crate::error::Error::Malformed`] when it is shorter.
    pub fn decode(body: &[u8]) -> Result<Checkpoint> {
        let mut reader = Reader::new("checkpoint", body);
        Ok(Checkpoint {
            number: reader.u32()?,
            hit: reader.u8()? != 0,
            start: reader.u16()?,
            end: reader.u16()?,
            stop: reader.u8()? != 0,
            enabled: reader.u8()? != 0,
            operations: Operations(reader.u8()?),
            temporary: reader.u8()? != 0,
            hits: reader.u32()?,
            ignore: reader.u32()?,
            has_condition: reader.u8()? != 0,
            memspace: Memspace(reader.u8()?),
        })
    }
}
