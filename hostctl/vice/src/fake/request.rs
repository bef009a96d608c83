//! Requests as the server finds them in its input.
//!
//! Source: VICE 3.10's behaviour: bytes before a start byte are skipped; a header with an unknown API version is dropped
//! after six bytes without a reply.

use crate::wire::{REQUEST_HEADER, START};

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
