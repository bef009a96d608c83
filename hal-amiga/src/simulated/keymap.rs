//! The keymap of the simulated Amiga: German in its layout, with dead keys for accents.
//!
//! Characters that the firmware types are found by [`keystrokes`], and the simulated console turns the key codes back
//! by [`Decoder`]: a text arrives only if codes, qualifiers and dead keys were all right.
//! Source of the key numbers: RKRM Libraries, "Keymap Library"; the layout is of its own kind and no copy of a Commodore keymap.

use crate::{InputError, Key, Keystrokes, Qualifiers};

/// Space.
const SPACE: u8 = 0x40;

/// Rows of keys: the number of the first key, then plain and shifted characters, key by key.
const ROWS: [(u8, &str, &str); 6] = [
    (0x01, "1234567890\u{df}", "!\"\u{a7}$%&/()=?"),
    (0x10, "qwertzuiop\u{fc}+", "QWERTZUIOP\u{dc}*"),
    (0x20, "asdfghjkl\u{f6}\u{e4}#", "ASDFGHJKL\u{d6}\u{c4}^"),
    (0x30, "<", ">"),
    (0x31, "yxcvbnm,.-", "YXCVBNM;:_"),
    (SPACE, " ", " "),
];

/// Characters on a key together with Alt: character, key number.
const ALTERNATES: [(char, u8); 12] = [
    ('@', 0x10),
    ('[', 0x08),
    (']', 0x09),
    ('{', 0x07),
    ('}', 0x0A),
    ('\\', 0x0B),
    ('|', 0x30),
    ('~', 0x1B),
    ('\'', 0x2B),
    ('\u{b5}', 0x37),
    ('\u{b0}', 0x11),
    ('\u{e7}', 0x33),
];

/// Dead keys: number, qualifiers, the accent by itself (on space), and letter and accented letter in turn.
const DEAD_KEYS: [(u8, Qualifiers, char, &str); 5] = [
    (
        0x0C,
        Qualifiers(0),
        '\u{b4}',
        "a\u{e1}e\u{e9}i\u{ed}o\u{f3}u\u{fa}y\u{fd}A\u{c1}E\u{c9}I\u{cd}O\u{d3}U\u{da}",
    ),
    (
        0x0C,
        Qualifiers::LEFT_SHIFT,
        '`',
        "a\u{e0}e\u{e8}i\u{ec}o\u{f2}u\u{f9}A\u{c0}E\u{c8}I\u{cc}O\u{d2}U\u{d9}",
    ),
    (
        0x23,
        Qualifiers::LEFT_ALT,
        '\0',
        "a\u{e2}e\u{ea}i\u{ee}o\u{f4}u\u{fb}A\u{c2}E\u{ca}I\u{ce}O\u{d4}U\u{db}",
    ),
    (
        0x26,
        Qualifiers::LEFT_ALT,
        '\0',
        "a\u{e3}n\u{f1}o\u{f5}A\u{c3}N\u{d1}O\u{d5}",
    ),
    (
        0x27,
        Qualifiers::LEFT_ALT,
        '\u{a8}',
        "e\u{eb}i\u{ef}y\u{ff}E\u{cb}I\u{cf}",
    ),
];

/// A text as Latin-1 bytes; what Latin-1 lacks becomes `?`.
pub fn latin1(text: &str) -> Vec<u8> {
    text.chars()
        .map(|character| u8::try_from(u32::from(character)).unwrap_or(b'?'))
        .collect()
}

/// The key that gives this character by itself.
fn direct(character: char) -> Option<Key> {
    for (first, plain, shifted) in ROWS {
        for (row, qualifiers) in [(plain, Qualifiers::default()), (shifted, Qualifiers::LEFT_SHIFT)] {
            if let Some(place) = row.chars().position(|candidate| candidate == character) {
                return Some(Key {
                    code: first + place as u8,
                    qualifiers,
                });
            }
        }
    }
    let (_, code) = *ALTERNATES.iter().find(|(candidate, _)| *candidate == character)?;
    Some(Key {
        code,
        qualifiers: Qualifiers::LEFT_ALT,
    })
}

/// The keys that produce a Latin-1 character; line feed is Return, 9 is Tab, 27 is Escape.
///
/// # Errors
/// [`InputError::NotProducible`] for characters that no keys give.
pub fn keystrokes(character: u8) -> Result<Keystrokes, InputError> {
    let control = match character {
        b'\n' | b'\r' => Some(0x44),
        b'\t' => Some(0x42),
        0x1B => Some(0x45),
        _ => None,
    };
    if let Some(code) = control {
        return Ok(Keystrokes::new(&[Key {
            code,
            qualifiers: Qualifiers::default(),
        }]));
    }
    let character = char::from(character);
    if let Some(key) = direct(character) {
        return Ok(Keystrokes::new(&[key]));
    }
    for (code, qualifiers, alone, letters) in DEAD_KEYS {
        let dead = Key { code, qualifiers };
        if alone == character && alone != '\0' {
            return Ok(Keystrokes::new(&[
                dead,
                Key {
                    code: SPACE,
                    qualifiers: Qualifiers::default(),
                },
            ]));
        }
        if let Some(letter) = letter_under(letters, character) {
            return Ok(Keystrokes::new(&[
                dead,
                direct(letter).ok_or(InputError::NotProducible)?,
            ]));
        }
    }
    Err(InputError::NotProducible)
}

/// The letter that becomes `accented`.
fn letter_under(letters: &str, accented: char) -> Option<char> {
    pairs(letters)
        .find(|(_, candidate)| *candidate == accented)
        .map(|(letter, _)| letter)
}

fn pairs(letters: &str) -> impl Iterator<Item = (char, char)> {
    letters.chars().step_by(2).zip(letters.chars().skip(1).step_by(2))
}

/// Turns key codes back into characters, remembering dead keys.
#[derive(Debug, Clone, Default)]
pub struct Decoder {
    dead: Option<usize>,
}

impl Decoder {
    /// The character that striking this key gives; `None` for a dead key and for keys that give none.
    pub fn strike(&mut self, code: u8, qualifiers: Qualifiers) -> Option<u8> {
        let shift = qualifiers.0
            & (Qualifiers::LEFT_SHIFT.0 | Qualifiers::RIGHT_SHIFT.0 | Qualifiers::CAPS_LOCK.0)
            != 0;
        let alt = qualifiers.0 & (Qualifiers::LEFT_ALT.0 | Qualifiers::RIGHT_ALT.0) != 0;
        let held = match (shift, alt) {
            (false, false) => Qualifiers::default(),
            (true, false) => Qualifiers::LEFT_SHIFT,
            (false, true) => Qualifiers::LEFT_ALT,
            (true, true) => Qualifiers::LEFT_SHIFT.with(Qualifiers::LEFT_ALT),
        };
        let dead = DEAD_KEYS
            .iter()
            .position(|(number, needed, _, _)| *number == code && *needed == held);
        if dead.is_some() {
            self.dead = dead;
            return None;
        }
        let plain = Self::direct(code, held)?;
        let Some(dead) = self.dead.take() else {
            return u8::try_from(u32::from(plain)).ok();
        };
        let (_, _, alone, letters) = DEAD_KEYS[dead];
        let accented = pairs(letters)
            .find(|(letter, _)| *letter == plain)
            .map(|(_, accented)| accented);
        let character = match accented {
            Some(accented) => accented,
            None if plain == ' ' && alone != '\0' => alone,
            None => plain,
        };
        u8::try_from(u32::from(character)).ok()
    }

    fn direct(code: u8, held: Qualifiers) -> Option<char> {
        if held == Qualifiers::LEFT_ALT {
            return ALTERNATES
                .iter()
                .find(|(_, number)| *number == code)
                .map(|(character, _)| *character);
        }
        ROWS.iter().find_map(|(first, plain, shifted)| {
            let row = if held == Qualifiers::default() {
                plain
            } else {
                shifted
            };
            row.chars().nth(usize::from(code.checked_sub(*first)?))
        })
    }
}
