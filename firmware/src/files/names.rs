//! Names of the helper files of a replacement, derived from the file's own name, and cut to what every disk takes.
//!
//! `NAME.ap-new` holds what is being received, `NAME.ap-old` the file that is being replaced. Of a NAME of more than 23
//! bytes only the first 14 stand there, then `~` and eight hexadecimal digits of a check sum of the whole name, so that
//! two long names do not share their helpers.

use protocol::Sink;
use protocol::number::write_hex;

/// The longest name that every file system of AmigaDOS keeps whole.
const LONGEST: usize = 30;

/// What names of helper files end in.
const SUFFIX: usize = 7;

/// The longest name that stands whole in a helper's name.
const WHOLE: usize = LONGEST - SUFFIX;

/// What a helper file is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Helper {
    /// What is being received.
    New,
    /// The file that is being replaced.
    Old,
}

impl Helper {
    const fn suffix(self) -> &'static [u8; SUFFIX] {
        match self {
            Self::New => b".ap-new",
            Self::Old => b".ap-old",
        }
    }

    /// The name of this helper for the file `leaf`.
    pub(super) fn name(self, leaf: &[u8]) -> HelperName {
        let mut name = HelperName {
            bytes: [0; LONGEST],
            length: 0,
        };
        if leaf.len() <= WHOLE {
            name.put(leaf);
        } else {
            name.put(leaf.get(..WHOLE - 9).unwrap_or(leaf));
            name.put_byte(b'~');
            write_hex(&mut name, check_sum(leaf), 8);
        }
        name.put(self.suffix());
        name
    }
}

/// A helper file's name.
#[derive(Debug)]
pub(super) struct HelperName {
    bytes: [u8; LONGEST],
    length: usize,
}

impl HelperName {
    /// Its bytes.
    pub(super) fn as_slice(&self) -> &[u8] {
        self.bytes.get(..self.length).unwrap_or(&[])
    }
}

impl Sink for HelperName {
    fn put(&mut self, bytes: &[u8]) {
        let room = self.bytes.get_mut(self.length..).unwrap_or(&mut []);
        for (place, byte) in room.iter_mut().zip(bytes) {
            *place = *byte;
        }
        self.length = (self.length + bytes.len()).min(LONGEST);
    }
}

/// A byte of a name as AmigaDOS compares it: case does not count in ASCII and Latin-1.
pub(super) const fn folded(byte: u8) -> u8 {
    match byte {
        b'a'..=b'z' | 0xE0..=0xF6 | 0xF8..=0xFE => byte - 32,
        byte => byte,
    }
}

/// Whether two names are one to AmigaDOS.
pub(super) fn is_same(one: &[u8], other: &[u8]) -> bool {
    one.len() == other.len()
        && one
            .iter()
            .zip(other)
            .all(|(one, other)| folded(*one) == folded(*other))
}

/// Whether a name is one that only helper files may have.
pub(super) fn is_reserved(leaf: &[u8]) -> bool {
    let Some(end) = leaf.len().checked_sub(SUFFIX).and_then(|start| leaf.get(start..)) else {
        return false;
    };
    is_same(end, Helper::New.suffix()) || is_same(end, Helper::Old.suffix())
}

/// FNV-1a with 32 bits over the folded name.
fn check_sum(leaf: &[u8]) -> u32 {
    leaf.iter().fold(0x811C_9DC5, |sum, byte| {
        (sum ^ u32::from(folded(*byte))).wrapping_mul(0x0100_0193)
    })
}

#[cfg(test)]
mod tests {
    use super::{Helper, is_reserved, is_same};

    #[test]
    fn helpers_have_at_most_30_bytes_and_differ() {
        let long = [b'x'; 107];
        for length in 1..=107 {
            let new = Helper::New.name(&long[..length]);
            assert!(new.as_slice().len() <= 30);
            assert!(is_reserved(new.as_slice()));
            assert_ne!(new.as_slice(), Helper::Old.name(&long[..length]).as_slice());
            if length > 1 {
                assert_ne!(new.as_slice(), Helper::New.name(&long[..length - 1]).as_slice());
            }
        }
        assert_eq!(Helper::New.name(b"S-S").as_slice(), b"S-S.ap-new");
        assert_eq!(Helper::Old.name(&[b'y'; 23]).as_slice().len(), 30);
    }

    #[test]
    fn case_does_not_count() {
        let helper = |name: &[u8]| Helper::Old.name(name).as_slice().to_vec();
        assert_eq!(
            helper(b"A name that is much too long \xE4")[14..],
            helper(b"a name that is much too long \xC4")[14..]
        );
        assert!(is_same(b"Stra\xDFe \xFC", b"STRA\xDFE \xDC"));
        assert!(!is_same(b"\xF7", b"\xD7"), "the signs for times and divided by");
        assert!(!is_same(b"a", b"ab"));
        assert!(is_reserved(b"x.AP-OLD") && !is_reserved(b"ap-old") && !is_reserved(b"x.ap-olds"));
    }
}
