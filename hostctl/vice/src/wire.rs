//! Frames of the binary monitor: how a request is written and how replies are found in a stream of bytes.
//!
//! Promise: [`Decoder`] takes the stream in pieces of any size, never panics, never holds more than one frame of at
//! most [`BODY_MAXIMUM`] bytes, and finds the next frame again after bytes that belong to none.
//!
//! Source: the VICE manual, chapter "Binary monitor", sections on the request and the response header.
//!
//! All integers are little-endian.
//!
//! | offset | request | response |
//! |---|---|---|
//! | 0 | `02` | `02` |
//! | 1 | API version | API version |
//! | 2 | body length, u32 | body length, u32 |
//! | 6 | request id, u32 | type, u8 |
//! | 7 | | error code, u8 |
//! | 8 | | request id, u32 |
//! | 10 | command, u8 | |
//! | 11 or 12 | body | body |

use crate::error::{Error, Result};

/// First byte of every frame in both directions.
pub const START: u8 = 0x02;
/// The API version that this client speaks.
pub const API_VERSION: u8 = 0x02;
/// Length of a request's header in bytes.
pub const REQUEST_HEADER: usize = 11;
/// Length of a response's header in bytes.
pub const RESPONSE_HEADER: usize = 12;
/// The request id that marks a frame as an event.
pub const EVENT_REQUEST: u32 = 0xffff_ffff;
/// Longest body that the decoder believes, in bytes (16 MiB). The largest real one, a display, is about 160 KB.
pub const BODY_MAXIMUM: usize = 16 * 1024 * 1024;

/// One frame from VICE: a reply or an event.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Frame {
    /// API version of the frame, 1 or 2.
    pub api: u8,
    /// Response type: mostly the command's number, 0 for every error.
    pub kind: u8,
    /// Error code, 0 for success.
    pub error: u8,
    /// Id of the request that this frame answers, [`EVENT_REQUEST`] for an event.
    pub request: u32,
    /// What follows the header.
    pub body: Vec<u8>,
}

impl Frame {
    /// Whether VICE sent this frame of its own accord.
    pub fn is_event(&self) -> bool {
        self.request == EVENT_REQUEST
    }

    /// The bytes of this frame as VICE sends them.
    pub fn encode(&self) -> Vec<u8> {
        let mut bytes = Vec::with_capacity(RESPONSE_HEADER + self.body.len());
        bytes.extend([START, self.api]);
        bytes.extend((self.body.len() as u32).to_le_bytes());
        bytes.extend([self.kind, self.error]);
        bytes.extend(self.request.to_le_bytes());
        bytes.extend(&self.body);
        bytes
    }
}

/// The bytes of a request.
///
/// # Errors
/// [`Error::Argument`] when the body is longer than [`BODY_MAXIMUM`].
pub fn encode_request(api: u8, request: u32, command: u8, body: &[u8]) -> Result<Vec<u8>> {
    if body.len() > BODY_MAXIMUM {
        return Err(Error::Argument(format!(
            "a request body of {} bytes is longer than the {BODY_MAXIMUM} bytes that a frame may have; \
             split the request",
            body.len()
        )));
    }
    let mut bytes = Vec::with_capacity(REQUEST_HEADER + body.len());
    bytes.extend([START, api]);
    bytes.extend((body.len() as u32).to_le_bytes());
    bytes.extend(request.to_le_bytes());
    bytes.push(command);
    bytes.extend(body);
    Ok(bytes)
}

/// Finds frames in the bytes that VICE sends.
///
/// A header counts as one when it begins with [`START`], its API version is 1 or 2, its body is at most
/// [`BODY_MAXIMUM`] long, and it is either of type 0 with an error code and no body, or of another type without an error
/// code. Anything else costs one byte, and the search goes on behind it. A stray start byte right before a frame is
/// told from the frame by these rules.
#[derive(Debug, Default)]
pub struct Decoder {
    header: [u8; RESPONSE_HEADER],
    header_length: usize,
    body: Vec<u8>,
    skipped: u64,
}

impl Decoder {
    /// A decoder that waits for a frame's first byte.
    pub fn new() -> Self {
        Self::default()
    }

    /// Takes bytes from the front of `input` until a frame is complete or `input` is empty.
    ///
    /// Call it again with the rest of `input` after a frame: several may have arrived together.
    pub fn accept(&mut self, input: &mut &[u8]) -> Option<Frame> {
        loop {
            if self.header_length < RESPONSE_HEADER {
                let (&byte, rest) = input.split_first()?;
                *input = rest;
                self.header[self.header_length] = byte;
                self.header_length += 1;
                self.drop_implausible();
                if self.header_length < RESPONSE_HEADER {
                    continue;
                }
            }
            let missing = self.body_length() - self.body.len();
            let (taken, rest) = input.split_at(missing.min(input.len()));
            self.body.extend_from_slice(taken);
            *input = rest;
            if taken.len() < missing {
                return None;
            }
            return Some(self.take_frame());
        }
    }

    /// How many bytes belonged to no frame so far.
    pub fn skipped(&self) -> u64 {
        self.skipped
    }

    /// Whether the first bytes of a frame have come, but not all of it.
    pub fn is_inside_frame(&self) -> bool {
        self.header_length > 0
    }

    fn body_length(&self) -> usize {
        let [_, _, a, b, c, d, ..] = self.header;
        u32::from_le_bytes([a, b, c, d]) as usize
    }

    /// Drops bytes from the front of the header until what is left can be the beginning of a header.
    fn drop_implausible(&mut self) {
        while self.header_length > 0 && !self.is_plausible() {
            self.header.copy_within(1..self.header_length, 0);
            self.header_length -= 1;
            self.skipped += 1;
        }
    }

    fn is_plausible(&self) -> bool {
        (self.header[0] == START)
            && (self.header_length < 2 || matches!(self.header[1], 1 | 2))
            && (self.header_length < 6 || self.body_length() <= BODY_MAXIMUM)
            && (self.header_length < 8 || self.is_error_as_vice_sends_it())
    }

    fn is_error_as_vice_sends_it(&self) -> bool {
        match (self.header[6], self.header[7]) {
            (0, error) => error != 0 && self.body_length() == 0,
            (_, error) => error == 0,
        }
    }

    fn take_frame(&mut self) -> Frame {
        let [_, api, _, _, _, _, kind, error, a, b, c, d] = self.header;
        self.header_length = 0;
        Frame {
            api,
            kind,
            error,
            request: u32::from_le_bytes([a, b, c, d]),
            body: std::mem::take(&mut self.body),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn stopped() -> Frame {
        Frame {
            api: 2,
            kind: 0x62,
            error: 0,
            request: EVENT_REQUEST,
            body: vec![0xc0, 0xf7],
        }
    }

    fn decode_all(decoder: &mut Decoder, mut input: &[u8]) -> Vec<Frame> {
        std::iter::from_fn(|| decoder.accept(&mut input)).collect()
    }

    #[test]
    fn a_frame_split_anywhere_is_found() {
        let frames = [
            stopped(),
            Frame {
                kind: 0x81,
                request: 0x1001,
                body: vec![],
                ..stopped()
            },
            stopped(),
        ];
        let bytes: Vec<u8> = frames.iter().flat_map(Frame::encode).collect();
        for first in 0..=bytes.len() {
            for second in first..=bytes.len() {
                let mut decoder = Decoder::new();
                let mut found = decode_all(&mut decoder, &bytes[..first]);
                found.extend(decode_all(&mut decoder, &bytes[first..second]));
                found.extend(decode_all(&mut decoder, &bytes[second..]));
                assert_eq!(found, frames, "split at {first} and {second}");
                assert_eq!(decoder.skipped(), 0);
            }
        }
    }

    #[test]
    fn bytes_before_a_frame_are_skipped_and_counted() {
        let mut bytes = b"\x00\x02\x02\x02\x07noise\x02\x05".to_vec();
        let noise = bytes.len() as u64;
        bytes.extend(stopped().encode());
        let mut decoder = Decoder::new();
        let mut found = decode_all(&mut decoder, &bytes);
        // "02 02 02 07 6e 6f" reads as a length far above the maximum, so it is no header.
        assert_eq!(found.pop(), Some(stopped()));
        assert!(found.is_empty());
        assert_eq!(decoder.skipped(), noise);
    }

    #[test]
    fn a_length_above_the_maximum_is_no_header() {
        let mut bytes = vec![START, API_VERSION];
        bytes.extend((BODY_MAXIMUM as u32 + 1).to_le_bytes());
        bytes.extend(stopped().encode());
        let mut decoder = Decoder::new();
        assert_eq!(decode_all(&mut decoder, &bytes), [stopped()]);
        assert_eq!(decoder.skipped(), 6);
    }

    #[test]
    fn requests_have_the_recorded_shape() {
        assert_eq!(
            encode_request(2, 0x1006, 0x83, &[9]).unwrap(),
            [0x02, 0x02, 1, 0, 0, 0, 0x06, 0x10, 0, 0, 0x83, 9]
        );
        assert!(encode_request(2, 1, 0x02, &vec![0; BODY_MAXIMUM + 1]).is_err());
    }
}
