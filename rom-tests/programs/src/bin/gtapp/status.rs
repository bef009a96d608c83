//! The text of the status gadget, put together without formatting code.

/// A text of at most 127 bytes with the NUL that AmigaOS wants behind it.
pub struct Status {
    length: usize,
    bytes: [u8; 128],
}

impl Status {
    /// The empty text.
    pub fn new() -> Self {
        Self {
            length: 0,
            bytes: [0; 128],
        }
    }

    /// Adds bytes; what does not fit is dropped.
    pub fn text(mut self, text: &[u8]) -> Self {
        for &byte in text {
            if self.length < self.bytes.len() - 1 {
                self.bytes[self.length] = byte;
                self.length += 1;
            }
        }
        self
    }

    /// Adds a number in decimal.
    pub fn number(self, number: u32) -> Self {
        let own = self;
        let rest = if number >= 10 {
            own.number(number / 10)
        } else {
            own
        };
        rest.text(&[b'0' + (number % 10) as u8])
    }

    /// The address of the text.
    pub fn as_ptr(&self) -> *const u8 {
        self.bytes.as_ptr()
    }
}
