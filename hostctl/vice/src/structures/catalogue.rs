//! What the emulated machine has: banks, registers, the emulator's version.

use super::Reader;
use crate::error::Result;
use std::fmt;

/// One memory bank. Several names may share a number.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bank {
    /// The number that MEM_GET takes.
    pub number: u16,
    /// The name, for example `ram`.
    pub name: String,
}

/// The name and size of one register.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RegisterDescription {
    /// The id in REGISTER_INFO.
    pub id: u8,
    /// Its width in bits.
    pub bits: u8,
    /// The name, for example `PC`.
    pub name: String,
}

/// The version of the running emulator.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ViceVersion {
    /// The parts of the version number, most significant first; usually four.
    pub parts: Vec<u8>,
    /// The source revision, 0 when the build does not know it.
    pub revision: u32,
}

impl ViceVersion {
    /// Reads a VICE_INFO body.
    ///
    /// # Errors
    /// [`crate::error::Error::Malformed`] when a part is missing.
    pub fn decode(body: &[u8]) -> Result<ViceVersion> {
        let mut reader = Reader::new("version", body);
        let parts = reader.sized()?.rest().to_vec();
        let revision = reader.sized()?.u32()?;
        Ok(ViceVersion { parts, revision })
    }
}

impl fmt::Display for ViceVersion {
    /// The usual notation: at least two parts, trailing zeros left out (`3.10`).
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let used = self
            .parts
            .iter()
            .rposition(|part| *part != 0)
            .map_or(0, |last| last + 1)
            .max(2);
        let parts: Vec<String> = self.parts.iter().take(used).map(u8::to_string).collect();
        formatter.write_str(&parts.join("."))
    }
}

/// Reads a BANKS_AVAILABLE body.
///
/// # Errors
/// [`crate::error::Error::Malformed`] when an item is missing or too short.
pub fn decode_banks(body: &[u8]) -> Result<Vec<Bank>> {
    let mut reader = Reader::new("bank list", body);
    let count = reader.u16()?;
    let mut banks = Vec::new();
    for _ in 0..count {
        let mut item = reader.sized()?;
        banks.push(Bank {
            number: item.u16()?,
            name: item.text()?,
        });
    }
    Ok(banks)
}

/// Reads a REGISTERS_AVAILABLE body.
///
/// # Errors
/// [`crate::error::Error::Malformed`] when an item is missing or too short.
pub fn decode_register_descriptions(body: &[u8]) -> Result<Vec<RegisterDescription>> {
    let mut reader = Reader::new("list of register names", body);
    let count = reader.u16()?;
    let mut descriptions = Vec::new();
    for _ in 0..count {
        let mut item = reader.sized()?;
        descriptions.push(RegisterDescription {
            id: item.u8()?,
            bits: item.u8()?,
            name: item.text()?,
        });
    }
    Ok(descriptions)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn unknown_ends_of_items_are_skipped() {
        let body = [
            2, 0, 8, 0, 0, 3, b'c', b'p', b'u', 0xaa, 0xbb, 6, 1, 0, 3, b'r', b'a', b'm',
        ];
        let banks = decode_banks(&body).unwrap();
        assert_eq!(banks.len(), 2);
        assert_eq!((banks[0].number, banks[0].name.as_str()), (0, "cpu"));
        assert_eq!((banks[1].number, banks[1].name.as_str()), (1, "ram"));
        let body = [1, 0, 6, 3, 16, 2, b'P', b'C', 0xff];
        assert_eq!(
            decode_register_descriptions(&body).unwrap(),
            [RegisterDescription {
                id: 3,
                bits: 16,
                name: "PC".into()
            }]
        );
    }

    #[test]
    fn versions_read_as_people_write_them() {
        let version = |parts: &[u8]| {
            ViceVersion {
                parts: parts.to_vec(),
                revision: 0,
            }
            .to_string()
        };
        assert_eq!(version(&[3, 10, 0, 0]), "3.10");
        assert_eq!(version(&[3, 6, 1, 0]), "3.6.1");
        assert_eq!(version(&[4, 0, 0, 0]), "4.0");
    }
}
