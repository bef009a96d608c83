//! The processor's last instructions.

use super::registers::read_registers;
use super::{Reader, RegisterValue};
use crate::error::Result;

/// One executed instruction.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HistoryEntry {
    /// The registers before it. Raster line and cycle are placeholders (`ffff`) in VICE 3.10.
    pub registers: Vec<RegisterValue>,
    /// The clock cycle at which it began.
    pub cycle: u64,
    /// Its bytes, opcode first. There may be more than the instruction uses.
    pub instruction: Vec<u8>,
}

/// Reads a CPUHISTORY body, oldest instruction first.
///
/// # Errors
/// [`crate::error::Error::Malformed`] when an item is missing or too short.
pub fn decode_history(body: &[u8]) -> Result<Vec<HistoryEntry>> {
    let mut reader = Reader::new("processor history", body);
    let count = reader.u32()?;
    let mut entries = Vec::new();
    for _ in 0..count {
        let mut item = reader.sized()?;
        entries.push(HistoryEntry {
            registers: read_registers(&mut item)?,
            cycle: item.u64()?,
            instruction: item.sized()?.rest().to_vec(),
        });
    }
    Ok(entries)
}
