//! The words of one line of a manifest, gathered byte by byte.

/// Words that are kept: no record has more.
const WORDS: usize = 4;

/// Bytes for all of them. The longest record that is not refused has 11 + 31 + 95.
const BYTES: usize = 160;

/// What [`Fields::len`] gives for a word that did not fit.
const TOO_LONG: u8 = u8::MAX;

/// Where in the line the reader is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Place {
    Between,
    InWord,
    InQuotes,
    InComment,
    /// The line has ended; the next byte begins another.
    Ended,
}

/// The words of one line.
#[derive(Debug)]
pub(super) struct Fields {
    bytes: [u8; BYTES],
    /// Bytes kept of each word, one behind the other.
    lengths: [u8; WORDS],
    /// Bytes in all words kept.
    used: u8,
    /// Words begun, at most one more than are kept.
    count: u8,
    place: Place,
}

impl Fields {
    pub(super) const fn new() -> Fields {
        Fields {
            bytes: [0; BYTES],
            lengths: [0; WORDS],
            used: 0,
            count: 0,
            place: Place::Between,
        }
    }

    /// Words of the line, at most one more than are kept.
    pub(super) fn count(&self) -> u8 {
        self.count
    }

    /// Bytes of the word with this index; 0 when there is none.
    pub(super) fn len(&self, index: u8) -> usize {
        self.lengths
            .get(usize::from(index))
            .map_or(0, |length| usize::from(*length))
    }

    /// The word with this index; empty when there is none, or when it did not fit.
    pub(super) fn get(&self, index: u8) -> &[u8] {
        let start = (0..index).map(|before| self.len(before)).sum::<usize>();
        self.bytes.get(start..start + self.len(index)).unwrap_or(&[])
    }

    /// Ends the line.
    pub(super) fn end_line(&mut self) {
        if self.place == Place::Ended {
            self.clear();
        }
        self.place = Place::Ended;
    }

    fn clear(&mut self) {
        self.lengths = [0; WORDS];
        self.used = 0;
        self.count = 0;
    }

    /// Takes a byte of the line.
    #[inline(never)]
    pub(super) fn push(&mut self, byte: u8) {
        if self.place == Place::Ended {
            self.clear();
            self.place = Place::Between;
        }
        match (self.place, byte) {
            (Place::InComment, _) | (Place::Between, b' ' | b'\t') => (),
            (Place::InWord, b' ' | b'\t') | (Place::InQuotes, b'"') => self.place = Place::Between,
            (Place::Between, b';' | b'#') if self.may_end() => self.place = Place::InComment,
            (Place::Between, b'"') => self.begin(Place::InQuotes),
            (Place::Between, _) => {
                self.begin(Place::InWord);
                self.keep(byte);
            }
            _ => self.keep(byte),
        }
    }

    /// Whether the words so far are none or a whole record, after which a comment may come.
    fn may_end(&self) -> bool {
        self.count == 0 || super::record(self.get(0)).is_some_and(|(_, words)| self.count == words)
    }

    fn begin(&mut self, place: Place) {
        self.count = (self.count + 1).min(WORDS as u8 + 1);
        self.place = place;
    }

    /// Keeps a byte of the present word. When there is no room, the word counts as too long for anything.
    fn keep(&mut self, byte: u8) {
        let Some(length) = usize::from(self.count)
            .checked_sub(1)
            .and_then(|word| self.lengths.get_mut(word))
        else {
            return;
        };
        match self.bytes.get_mut(usize::from(self.used)) {
            Some(room) if *length < TOO_LONG => {
                *room = byte;
                *length += 1;
                self.used += 1;
            }
            _ => *length = TOO_LONG,
        }
    }
}
