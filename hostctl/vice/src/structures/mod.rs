//! What VICE sends back: the bodies of replies and events as types.
//!
//! Promise: decoding never panics and never allocates more than the body is long. Arrays whose items say their own
//! size are read by that size, so that fields which a newer VICE appends are skipped.
//!
//! Source: the VICE manual, chapter "Binary monitor", section "Responses".

mod catalogue;
mod checkpoint;
mod display;
mod history;
mod registers;
mod resource;

pub use catalogue::{Bank, RegisterDescription, ViceVersion, decode_banks, decode_register_descriptions};
pub use checkpoint::Checkpoint;
pub use display::{Colour, Display, decode_palette};
pub use history::{HistoryEntry, decode_history};
pub use registers::{RegisterValue, decode_registers};
pub use resource::ResourceValue;

use crate::error::{Error, Result};

/// Reads a body from front to back.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Reader<'a> {
    what: &'static str,
    rest: &'a [u8],
}

impl<'a> Reader<'a> {
    /// A reader that names `what` in its errors.
    pub(crate) fn new(what: &'static str, body: &'a [u8]) -> Self {
        Reader { what, rest: body }
    }

    pub(crate) fn bytes(&mut self, length: usize) -> Result<&'a [u8]> {
        if length > self.rest.len() {
            return Err(self.malformed(format!("{length} more bytes expected, {} there", self.rest.len())));
        }
        let (taken, rest) = self.rest.split_at(length);
        self.rest = rest;
        Ok(taken)
    }

    fn array<const N: usize>(&mut self) -> Result<[u8; N]> {
        let mut array = [0; N];
        array.copy_from_slice(self.bytes(N)?);
        Ok(array)
    }

    pub(crate) fn u8(&mut self) -> Result<u8> {
        self.array::<1>().map(|[byte]| byte)
    }

    pub(crate) fn u16(&mut self) -> Result<u16> {
        self.array().map(u16::from_le_bytes)
    }

    pub(crate) fn u32(&mut self) -> Result<u32> {
        self.array().map(u32::from_le_bytes)
    }

    pub(crate) fn u64(&mut self) -> Result<u64> {
        self.array().map(u64::from_le_bytes)
    }

    /// A part that begins with its own length in one byte.
    pub(crate) fn sized(&mut self) -> Result<Reader<'a>> {
        let length = self.u8()?;
        Ok(Reader {
            what: self.what,
            rest: self.bytes(length.into())?,
        })
    }

    /// A text with its length in front. Names on the wire are ASCII; anything else is replaced.
    pub(crate) fn text(&mut self) -> Result<String> {
        Ok(String::from_utf8_lossy(self.sized()?.rest).into_owned())
    }

    pub(crate) fn rest(self) -> &'a [u8] {
        self.rest
    }

    pub(crate) fn malformed(&self, detail: impl Into<String>) -> Error {
        Error::Malformed {
            what: self.what,
            detail: detail.into(),
        }
    }
}

/// The bytes of a MEM_GET reply.
///
/// The length field has 16 bits, so 65,536 bytes are announced as 0; the body's length decides.
///
/// # Errors
/// [`Error::Malformed`] when the field does not fit the body.
pub fn decode_memory(body: &[u8]) -> Result<&[u8]> {
    let mut reader = Reader::new("memory reply", body);
    let announced = reader.u16()?;
    let bytes = reader.rest();
    let fits = match announced {
        0 => bytes.len() == 0x1_0000,
        length => bytes.len() == usize::from(length),
    };
    if !fits {
        return Err(reader.malformed(format!("{announced} bytes announced, {} there", bytes.len())));
    }
    Ok(bytes)
}

/// The number of checkpoints in a CHECKPOINT_LIST reply.
///
/// # Errors
/// [`Error::Malformed`] when the body is too short.
pub fn decode_checkpoint_count(body: &[u8]) -> Result<u32> {
    Reader::new("checkpoint list", body).u32()
}

/// The program counter of an UNDUMP reply, and of STOPPED and RESUMED events.
///
/// # Errors
/// [`Error::Malformed`] when the body is too short.
pub fn decode_program_counter(body: &[u8]) -> Result<u16> {
    Reader::new("program counter", body).u16()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sixty_four_kilobytes_are_announced_as_zero() {
        let mut body = vec![0, 0];
        body.resize(2 + 0x1_0000, 0x55);
        assert_eq!(decode_memory(&body).unwrap().len(), 0x1_0000);
        assert!(decode_memory(&body[..0x1_0001]).is_err());
        assert!(decode_memory(&[0, 0]).is_err());
        assert!(decode_memory(&[2, 0, 1]).is_err());
        assert_eq!(decode_memory(&[2, 0, 1, 9]).unwrap(), [1, 9]);
    }
}
