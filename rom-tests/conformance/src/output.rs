//! How a case prints: with its own digits for numbers, so that a fault in `core::fmt` shows in the cases about it and
//! nowhere else.

use core::fmt;
use core::hint::black_box;

use crate::Host;

/// Where a case writes its result.
pub struct Output<'host> {
    host: &'host mut dyn Host,
    digest: u32,
}

impl<'host> Output<'host> {
    /// Starts with an empty digest.
    pub fn new(host: &'host mut dyn Host) -> Self {
        Self {
            host,
            digest: 0x811c_9dc5,
        }
    }

    /// Prints text.
    pub fn text(&mut self, text: &str) {
        self.host.write(text);
    }

    /// Prints a number in decimal digits.
    pub fn number(&mut self, mut number: u64) {
        let mut digits = [0u8; 20];
        let mut start = digits.len();
        loop {
            start -= 1;
            digits[start] = b'0' + (number % 10) as u8;
            number /= 10;
            if number == 0 {
                break;
            }
        }
        self.text(core::str::from_utf8(&digits[start..]).unwrap_or("?"));
    }

    /// Prints eight hexadecimal digits and a blank.
    pub fn hex(&mut self, number: u32) {
        let mut digits = [b' '; 9];
        for (index, digit) in digits[..8].iter_mut().enumerate() {
            *digit = b"0123456789abcdef"[(number >> (28 - 4 * index)) as usize & 15];
        }
        self.text(core::str::from_utf8(&digits).unwrap_or("?"));
    }

    /// Adds bytes to the digest of this case (FNV-1a, 32 bits), for results that are too many to print.
    pub fn add(&mut self, bytes: &[u8]) {
        for byte in bytes {
            self.digest = (self.digest ^ u32::from(*byte)).wrapping_mul(0x0100_0193);
        }
    }

    /// Prints the digest.
    pub fn digest(&mut self) {
        self.hex(black_box(self.digest));
    }

    /// Runs `action`, which should panic, and prints the message.
    pub fn panics(&mut self, action: fn()) {
        let mut message = Message {
            text: [0; 120],
            length: 0,
        };
        let caught = self.host.catches(action, &mut message);
        self.text(if caught { "panicked: " } else { "came back " });
        let text = message.text;
        self.text(core::str::from_utf8(&text[..message.length]).unwrap_or("?"));
    }
}

impl fmt::Write for Output<'_> {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        self.text(text);
        Ok(())
    }
}

/// Takes a panic's message; what does not fit is cut.
struct Message {
    text: [u8; 120],
    length: usize,
}

impl fmt::Write for Message {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        for byte in text.bytes() {
            if let Some(place) = self.text.get_mut(self.length) {
                *place = byte;
                self.length += 1;
            }
        }
        Ok(())
    }
}
