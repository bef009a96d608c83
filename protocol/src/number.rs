//! Whole numbers as text, both ways, without `core::fmt` and without a 32-bit division.
//!
//! A 68000 divides 32 by 16 bits at most; decimal digits come from repeated subtraction of powers of ten instead.

use crate::reply::Sink;
use crate::word::Word;

/// The powers of ten that a `u32` can hold, but for the last digit.
static POWERS: [u32; 9] = [
    1_000_000_000,
    100_000_000,
    10_000_000,
    1_000_000,
    100_000,
    10_000,
    1_000,
    100,
    10,
];

/// Writes `value` in decimal, without leading zeros.
pub fn write_u32(sink: &mut dyn Sink, value: u32) {
    let mut rest = value;
    let mut digits = [0; POWERS.len() + 1];
    let mut length = 0;
    let mut append = |digit| {
        if let Some(place) = digits.get_mut(length) {
            *place = digit;
        }
        length += 1;
        length
    };
    let mut started = false;
    for power in &POWERS {
        let mut digit = b'0';
        while rest >= *power {
            rest -= *power;
            digit += 1;
        }
        if started || digit != b'0' {
            started = true;
            append(digit);
        }
    }
    let length = append(b'0' + rest as u8);
    // At once, since every call of a sink takes time on a 68000.
    sink.put(digits.get(..length).unwrap_or(&[]));
}

/// Writes `value` in decimal, with a `-` when it is negative.
pub fn write_i32(sink: &mut dyn Sink, value: i32) {
    if value < 0 {
        sink.put_byte(b'-');
    }
    write_u32(sink, value.unsigned_abs());
}

/// Writes the last `digits` (1 to 8) hexadecimal digits of `value`, in upper case, with leading zeros.
pub fn write_hex(sink: &mut dyn Sink, value: u32, digits: u8) {
    for place in (0..digits.min(8)).rev() {
        let nibble = (value >> (u32::from(place) * 4)) as u8 & 15;
        sink.put_byte(if nibble < 10 {
            b'0' + nibble
        } else {
            b'A' - 10 + nibble
        });
    }
}

/// A decimal number as AmiPilot 1.1 reads it: leading blanks, a sign, digits up to the first other byte. Text without
/// digits is 0. What is too large for 32 bits becomes the largest number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Number {
    negative: bool,
    magnitude: u32,
}

impl Number {
    /// The number 0.
    pub const ZERO: Number = Number {
        negative: false,
        magnitude: 0,
    };

    /// Reads the number at the start of `word`. It never fails.
    pub fn from_word(word: &Word<'_>) -> Number {
        let mut number = Number::ZERO;
        let mut before_digits = true;
        for byte in word.bytes() {
            match byte {
                b' ' | b'\t'..=b'\r' if before_digits => continue,
                b'-' if before_digits => number.negative = true,
                b'+' if before_digits => (),
                b'0'..=b'9' => number.append(byte - b'0'),
                _ => break,
            }
            before_digits = false;
        }
        number
    }

    /// Appends a decimal digit.
    fn append(&mut self, digit: u8) {
        const LAST: u32 = u32::MAX / 10;
        let room = self.magnitude < LAST || (self.magnitude == LAST && u32::from(digit) <= u32::MAX % 10);
        self.magnitude = if room {
            self.magnitude * 10 + u32::from(digit)
        } else {
            u32::MAX
        };
    }

    /// Whether it is below zero.
    pub const fn is_negative(self) -> bool {
        self.negative && self.magnitude != 0
    }

    /// As a gadget id: 32 bits, where -1 is the same as 4294967295.
    pub const fn as_id(self) -> u32 {
        if self.negative {
            self.magnitude.wrapping_neg()
        } else {
            self.magnitude
        }
    }

    /// As an `i32`; what does not fit becomes the nearest that does.
    pub const fn as_i32(self) -> i32 {
        match (self.negative, self.magnitude) {
            (false, 0..=0x7FFF_FFFF) => self.magnitude as i32,
            (false, _) => i32::MAX,
            (true, 0..=0x7FFF_FFFF) => -(self.magnitude as i32),
            (true, _) => i32::MIN,
        }
    }

    /// As an `i16`, the size of a screen coordinate; what does not fit becomes the nearest that does.
    pub const fn as_i16(self) -> i16 {
        match self.as_i32() {
            ..=-0x8000 => i16::MIN,
            0x7FFF.. => i16::MAX,
            value => value as i16,
        }
    }

    /// As a count: `None` below zero.
    pub const fn as_count(self) -> Option<u32> {
        if self.is_negative() {
            None
        } else {
            Some(self.magnitude)
        }
    }

    /// As a time-out in seconds: `default` when it is 0 or less.
    pub const fn as_timeout(self, default: u32) -> u32 {
        if self.negative || self.magnitude == 0 {
            default
        } else {
            self.magnitude
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Number, write_hex, write_i32, write_u32};
    use crate::word::Word;

    fn read(text: &str) -> Number {
        Number::from_word(&Word::plain(text.as_bytes()))
    }

    #[test]
    fn writers_agree_with_the_standard_library() {
        let mut values = vec![
            0,
            1,
            9,
            10,
            11,
            99,
            100,
            65_535,
            65_536,
            0x7FFF_FFFF,
            0x8000_0000,
            u32::MAX,
        ];
        values.extend((0..32).map(|shift| 0x9E37_79B9_u32 >> shift));
        for value in values {
            let (mut decimal, mut signed, mut hex) = (Vec::new(), Vec::new(), Vec::new());
            write_u32(&mut decimal, value);
            write_i32(&mut signed, value as i32);
            write_hex(&mut hex, value, 8);
            assert_eq!(decimal, value.to_string().into_bytes());
            assert_eq!(signed, (value as i32).to_string().into_bytes());
            assert_eq!(hex, format!("{value:08X}").into_bytes());
        }
    }

    #[test]
    fn reading_is_forgiving() {
        for (text, expected) in [
            ("", 0),
            ("abc", 0),
            ("0x10", 0),
            (" 12x", 12),
            ("-7", -7),
            ("+7", 7),
            ("--7", 0),
            ("-", 0),
        ] {
            assert_eq!(read(text).as_i32(), expected, "{text:?}");
        }
    }

    #[test]
    fn edges_saturate_and_ids_wrap() {
        assert_eq!(read("-1").as_id(), 0xFFFF_FFFF);
        assert_eq!(read("4294967295").as_id(), 0xFFFF_FFFF);
        assert_eq!(read("4294967296").as_id(), 0xFFFF_FFFF);
        assert_eq!(read("2147483648").as_i32(), i32::MAX);
        assert_eq!(read("-2147483648").as_i32(), i32::MIN);
        assert_eq!(read("-2147483649").as_i32(), i32::MIN);
        assert_eq!(
            (
                read("32768").as_i16(),
                read("-40000").as_i16(),
                read("-5").as_i16()
            ),
            (i16::MAX, i16::MIN, -5)
        );
        assert_eq!(
            (read("-0").as_count(), read("-1").as_count(), read("5").as_count()),
            (Some(0), None, Some(5))
        );
        assert_eq!(
            (
                read("0").as_timeout(10),
                read("-3").as_timeout(10),
                read("3").as_timeout(10)
            ),
            (10, 10, 3)
        );
    }
}
