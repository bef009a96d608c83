//! What VICE reports of its own accord, apart from replies.
//!
//! Promise: every frame with the event id becomes an [`Event`]; one of an unknown type is kept as it came.
//!
//! Source: the VICE manual, chapter "Binary monitor", section "Responses"; for JAM also the behaviour of VICE 3.10.

use crate::error::Result;
use crate::structures::{Checkpoint, RegisterValue, decode_program_counter, decode_registers};
use crate::wire::Frame;

/// Type of a JAM event.
pub const JAM: u8 = 0x61;
/// Type of a STOPPED event.
pub const STOPPED: u8 = 0x62;
/// Type of a RESUMED event.
pub const RESUMED: u8 = 0x63;
/// Type of a CHECKPOINT_INFO frame.
pub const CHECKPOINT_INFO: u8 = 0x11;
/// Type of a REGISTER_INFO frame.
pub const REGISTER_INFO: u8 = 0x31;

/// Something that happened in the machine.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Event {
    /// The registers, sent when the monitor opens.
    Registers(Vec<RegisterValue>),
    /// The monitor opened: the machine stands still.
    Stopped {
        /// Where.
        pc: u16,
    },
    /// The monitor closed: the machine runs.
    Resumed {
        /// From where.
        pc: u16,
    },
    /// A checkpoint was hit.
    Checkpoint(Checkpoint),
    /// The processor met an instruction that hangs it. Only sent when the resource `JAMAction` is 0.
    Jam {
        /// Where: the manual promises it, VICE 3.10 leaves it out.
        pc: Option<u16>,
    },
    /// An event of a type that this client does not know.
    Other {
        /// Its type.
        kind: u8,
        /// Its body.
        body: Vec<u8>,
    },
}

/// The types that VICE sends as events, with the manual's names.
pub const ALL: [(u8, &str); 5] = [
    (CHECKPOINT_INFO, "CHECKPOINT_INFO"),
    (REGISTER_INFO, "REGISTER_INFO"),
    (JAM, "JAM"),
    (STOPPED, "STOPPED"),
    (RESUMED, "RESUMED"),
];

impl Event {
    /// Reads an event from its frame.
    ///
    /// # Errors
    /// [`crate::error::Error::Malformed`] when the type is known, but the body too short.
    pub fn decode(frame: &Frame) -> Result<Event> {
        let body = &frame.body;
        Ok(match frame.kind {
            CHECKPOINT_INFO => Event::Checkpoint(Checkpoint::decode(body)?),
            REGISTER_INFO => Event::Registers(decode_registers(body)?),
            JAM if body.is_empty() => Event::Jam { pc: None },
            JAM => Event::Jam {
                pc: Some(decode_program_counter(body)?),
            },
            STOPPED => Event::Stopped {
                pc: decode_program_counter(body)?,
            },
            RESUMED => Event::Resumed {
                pc: decode_program_counter(body)?,
            },
            kind => Event::Other {
                kind,
                body: body.clone(),
            },
        })
    }
}
