//! Replies: the header, the return codes, and where the bytes go.
//!
//! A reply is `RC <code> <count>` and an LF, followed by exactly `count` bytes. The count comes first, so a server
//! writes a body twice over the same snapshot: into a [`Counter`], then, after the header, through [`Portion`]s of
//! whatever size its output buffer has. Nothing is ever cut. Source: `docs/wire.md`, "Replies".

use crate::number;

/// How a request ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum ReturnCode {
    /// Done.
    Ok = 0,
    /// Well-formed, but nothing matched.
    Warn = 5,
    /// Bad syntax, not allowed, or refused by the application that was asked.
    Error = 10,
    /// What was waited for did not happen in time.
    Timeout = 15,
    /// Tried, and failed.
    Fail = 20,
}

impl ReturnCode {
    /// The return code with this number.
    pub const fn from_number(number: i32) -> Option<ReturnCode> {
        Some(match number {
            0 => ReturnCode::Ok,
            5 => ReturnCode::Warn,
            10 => ReturnCode::Error,
            15 => ReturnCode::Timeout,
            20 => ReturnCode::Fail,
            _ => return None,
        })
    }

    /// The number on the wire.
    pub const fn number(self) -> u32 {
        self as u32
    }
}

/// A place that takes bytes in order. It never fails: what has no room is the sink's own affair.
pub trait Sink {
    /// Takes all of `bytes`.
    fn put(&mut self, bytes: &[u8]);

    /// Takes one byte.
    fn put_byte(&mut self, byte: u8) {
        self.put(&[byte]);
    }
}

/// A closure is a sink: on a PC, `|bytes: &[u8]| vector.extend_from_slice(bytes)`.
impl<F: FnMut(&[u8])> Sink for F {
    fn put(&mut self, bytes: &[u8]) {
        self(bytes);
    }
}

#[cfg(test)]
impl Sink for Vec<u8> {
    fn put(&mut self, bytes: &[u8]) {
        self.extend_from_slice(bytes);
    }
}

/// Takes bytes and only counts them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counter {
    count: u32,
}

impl Counter {
    /// Starts at 0.
    pub const fn new() -> Counter {
        Counter { count: 0 }
    }

    /// How many bytes were taken; it stays at `u32::MAX` once there.
    pub const fn count(&self) -> u32 {
        self.count
    }
}

impl Sink for Counter {
    fn put(&mut self, bytes: &[u8]) {
        self.count = self.count.saturating_add(bytes.len() as u32);
    }
}

/// One portion of a longer text: leaves out the first bytes, keeps as many as its buffer holds, drops the rest.
///
/// A server sends a long body by writing it again and again, each time with a portion that starts where the one
/// before ended.
#[derive(Debug)]
pub struct Portion<'b> {
    skip: u32,
    buffer: &'b mut [u8],
    used: usize,
    overflowed: bool,
}

impl<'b> Portion<'b> {
    /// A portion that leaves out `skip` bytes and keeps what follows in `buffer`.
    pub fn new(skip: u32, buffer: &'b mut [u8]) -> Portion<'b> {
        Portion {
            skip,
            buffer,
            used: 0,
            overflowed: false,
        }
    }

    /// The bytes kept.
    pub fn bytes(&self) -> &[u8] {
        self.buffer.get(..self.used).unwrap_or(&[])
    }

    /// How many bytes were kept.
    pub fn len(&self) -> usize {
        self.used
    }

    /// Whether no byte was kept.
    pub fn is_empty(&self) -> bool {
        self.used == 0
    }

    /// Whether bytes came for which the buffer had no room.
    pub fn is_full(&self) -> bool {
        self.overflowed
    }
}

impl Sink for Portion<'_> {
    fn put(&mut self, bytes: &[u8]) {
        let Some((left_out, wanted)) = bytes.split_at_checked(self.skip as usize) else {
            self.skip -= bytes.len() as u32;
            return;
        };
        self.skip -= left_out.len() as u32;
        let room = self.buffer.get_mut(self.used..).unwrap_or(&mut []);
        let kept = wanted.len().min(room.len());
        for (place, byte) in room.iter_mut().zip(wanted) {
            *place = *byte;
        }
        self.used += kept;
        self.overflowed |= kept < wanted.len();
    }
}

/// Writes the header of a reply whose body has `count` bytes; at most [`crate::limits::MAX_HEADER`] bytes.
pub fn write_header(sink: &mut dyn Sink, code: ReturnCode, count: u32) {
    sink.put(b"RC ");
    number::write_u32(sink, code.number());
    sink.put_byte(b' ');
    number::write_u32(sink, count);
    sink.put_byte(b'\n');
}

#[cfg(test)]
mod tests {
    use super::{Counter, Portion, ReturnCode, Sink, write_header};

    #[test]
    fn headers_are_exact() {
        let mut header = Vec::new();
        write_header(&mut header, ReturnCode::Ok, 228);
        write_header(&mut header, ReturnCode::Fail, u32::MAX);
        assert_eq!(header, b"RC 0 228\nRC 20 4294967295\n");
    }

    #[test]
    fn return_codes_are_pinned() {
        for (code, number) in [
            (ReturnCode::Ok, 0),
            (ReturnCode::Warn, 5),
            (ReturnCode::Error, 10),
            (ReturnCode::Timeout, 15),
            (ReturnCode::Fail, 20),
        ] {
            assert_eq!(code.number(), number);
            assert_eq!(ReturnCode::from_number(number as i32), Some(code));
        }
        assert_eq!(ReturnCode::from_number(7), None);
    }

    #[test]
    fn portions_of_any_size_add_up_to_the_whole() {
        let pieces: [&[u8]; 5] = [b"abc", b"", b"d", b"efghij", b"klmnopqrstuvwxyz"];
        let write = |sink: &mut dyn Sink| pieces.iter().for_each(|piece| sink.put(piece));
        let mut counter = Counter::new();
        write(&mut counter);
        assert_eq!(counter.count(), 26);
        for size in 1..=30 {
            let (mut whole, mut buffer) = (Vec::new(), [0; 30]);
            loop {
                let mut portion = Portion::new(whole.len() as u32, &mut buffer[..size]);
                write(&mut portion);
                let full = portion.is_full();
                assert_eq!(portion.is_empty(), portion.bytes().is_empty());
                whole.extend_from_slice(portion.bytes());
                if !full {
                    break;
                }
            }
            assert_eq!(whole, b"abcdefghijklmnopqrstuvwxyz");
        }
    }
}
