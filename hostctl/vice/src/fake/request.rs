//! Requests as the server finds them in its input.
//!
//! Source: VICE 3.10's behaviour: bytes before a start byte are skipped; a header with an unknown API version is dropped
//! after six bytes without a reply.

use crate::error::ErrorCode;
use crate::wire::{Frame, REQUEST_HEADER, START};

/// Longest request body that the fake takes. MEM_SET of the whole memory is the longest real one.
const BODY_MAXIMUM: usize = 0x1_0000 + 8;

/// One request.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Request {
    /// The API version.
    pub api: u8,
    /// The id to be sent back.
    pub id: u32,
    /// The command's number.
    pub command: u8,
    /// The body.
    pub body: Vec<u8>,
}

/// Finds requests in bytes that arrive in pieces.
#[derive(Debug, Default)]
pub struct RequestDecoder {
    held: Vec<u8>,
}

impl RequestDecoder {
    /// Takes bytes.
    pub fn push(&mut self, bytes: &[u8]) {
        self.held.extend(bytes);
    }

    /// The next complete request.
    pub fn next_request(&mut self) -> Option<Request> {
        loop {
            let start = self
                .held
                .iter()
                .position(|byte| *byte == START)
                .unwrap_or(self.held.len());
            self.held.drain(..start);
            let [_, api, a, b, c, d, ..] = self.held[..] else {
                return None;
            };
            let length = u32::from_le_bytes([a, b, c, d]) as usize;
            if !matches!(api, 1 | 2) || length > BODY_MAXIMUM {
                self.held.drain(..6);
                continue;
            }
            let whole = REQUEST_HEADER + length;
            if self.held.len() < whole {
                return None;
            }
            let bytes: Vec<u8> = self.held.drain(..whole).collect();
            let id = u32::from_le_bytes([bytes[6], bytes[7], bytes[8], bytes[9]]);
            return Some(Request {
                api,
                id,
                command: bytes[10],
                body: bytes[REQUEST_HEADER..].to_vec(),
            });
        }
    }
}

/// The code of a refusal, and the events that follow it.
pub(super) type Refusal = (ErrorCode, Vec<Frame>);

/// Reads numbers from the front of a body.
pub(super) struct Body<'a>(pub(super) &'a [u8]);

impl<'a> Body<'a> {
    pub(super) fn take(&mut self, length: usize) -> Result<&'a [u8], Refusal> {
        let (taken, rest) = self
            .0
            .split_at_checked(length)
            .ok_or((ErrorCode::InvalidLength, Vec::new()))?;
        self.0 = rest;
        Ok(taken)
    }

    pub(super) fn u8(&mut self) -> Result<u8, Refusal> {
        self.take(1).map(|bytes| bytes[0])
    }

    pub(super) fn u16(&mut self) -> Result<u16, Refusal> {
        self.take(2).map(|bytes| u16::from_le_bytes([bytes[0], bytes[1]]))
    }

    pub(super) fn u32(&mut self) -> Result<u32, Refusal> {
        self.take(4)
            .map(|bytes| u32::from_le_bytes([bytes[0], bytes[1], bytes[2], bytes[3]]))
    }

    pub(super) fn text(&mut self) -> Result<String, Refusal> {
        let length = self.u8()?;
        self.take(length.into())
            .map(|bytes| String::from_utf8_lossy(bytes).into_owned())
    }
}
