//! Register values, which travel with ids alone; REGISTERS_AVAILABLE gives the names.

use super::Reader;
use crate::error::Result;

/// The value of one register.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RegisterValue {
    /// The id that REGISTERS_AVAILABLE names.
    pub id: u8,
    /// The value; 8-bit registers use the lower byte.
    pub value: u16,
}

/// Reads a REGISTER_INFO body.
///
/// # Errors
/// [`crate::error::Error::Malformed`] when an item is missing or too short.
pub fn decode_registers(body: &[u8]) -> Result<Vec<RegisterValue>> {
    read_registers(&mut Reader::new("register list", body))
}

/// Reads a counted list of registers, as it stands in REGISTER_INFO and in each item of CPUHISTORY.
pub(super) fn read_registers(reader: &mut Reader<'_>) -> Result<Vec<RegisterValue>> {
    let count = reader.u16()?;
    let mut values = Vec::new();
    for _ in 0..count {
        let mut item = reader.sized()?;
        values.push(RegisterValue {
            id: item.u8()?,
            value: item.u16()?,
        });
    }
    Ok(values)
}
