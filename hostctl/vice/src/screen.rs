//! Text on the screen: screen codes to Unicode, rows, and search.
//!
//! Source: the C64 Programmer's Reference Guide, appendix "Screen display codes"; block and line graphics are shown by
//! the Unicode characters that look like them, others as `·`.

/// Which of the two character sets the video chip shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CharacterSet {
    /// Capital letters and graphics, as after a reset.
    Uppercase,
    /// Small and capital letters.
    Lowercase,
}

/// What stands for a graphic that has no Unicode character.
const UNKNOWN: char = '·';

/// The characters of codes $40 to $7f in the set with capital letters and graphics.
const GRAPHICS: [char; 64] = [
    '─', '♠', '│', '─', UNKNOWN, UNKNOWN, UNKNOWN, UNKNOWN, UNKNOWN, '╮', '╰', '╯', UNKNOWN, '╲', '╱',
    UNKNOWN, UNKNOWN, '●', UNKNOWN, '♥', UNKNOWN, '╭', '╳', '○', '♣', UNKNOWN, '♦', '┼', UNKNOWN, '│', 'π',
    '◥', ' ', '▌', '▄', '▔', '▁', '▏', '▒', '▕', UNKNOWN, '◤', UNKNOWN, '├', '▗', '└', '┐', '▂', '┌', '┴',
    '┬', '┤', '▎', '▍', UNKNOWN, UNKNOWN, UNKNOWN, '▃', UNKNOWN, '▖', '▝', '┘', '▘', '▚',
];

/// The character that a screen code shows. Reversed codes ($80 and up) show the same as the others.
pub fn character(code: u8, set: CharacterSet) -> char {
    let code = code & 0x7f;
    match (code, set) {
        (0x00, _) => '@',
        (0x01..=0x1a, CharacterSet::Uppercase) => char::from(code + 0x40),
        (0x01..=0x1a, CharacterSet::Lowercase) => char::from(code + 0x60),
        (0x1b, _) => '[',
        (0x1c, _) => '£',
        (0x1d, _) => ']',
        (0x1e, _) => '↑',
        (0x1f, _) => '←',
        (0x20..=0x3f, _) => char::from(code),
        (0x41..=0x5a, CharacterSet::Lowercase) => char::from(code),
        (0x5e | 0x69, CharacterSet::Lowercase) => '▒',
        (0x7a, CharacterSet::Lowercase) => '✓',
        (_, _) => GRAPHICS[usize::from(code & 0x3f)],
    }
}

/// A screen full of text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Screen {
    rows: Vec<String>,
}

impl Screen {
    /// The text of screen memory, `columns` codes to a row. Blanks at the end of a row are left out.
    ///
    /// # Panics
    /// When `columns` is 0.
    pub fn new(codes: &[u8], set: CharacterSet, columns: usize) -> Screen {
        let row = |codes: &[u8]| {
            let text: String = codes.iter().map(|code| character(*code, set)).collect();
            text.trim_end().to_owned()
        };
        Screen {
            rows: codes.chunks(columns).map(row).collect(),
        }
    }

    /// The rows from top to bottom.
    pub fn rows(&self) -> &[String] {
        &self.rows
    }

    /// Where `text` stands: row and column of its first character, counted from 0. Upper and lower case count as equal.
    pub fn find(&self, text: &str) -> Option<(usize, usize)> {
        let wanted: Vec<char> = text.chars().flat_map(char::to_lowercase).collect();
        self.rows.iter().enumerate().find_map(|(row, line)| {
            let line: Vec<char> = line.chars().flat_map(char::to_lowercase).collect();
            let found = line
                .windows(wanted.len().max(1))
                .position(|part| part == wanted)?;
            Some((row, found))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_sets_show_their_letters() {
        let codes = [0x12, 0x05, 0x01, 0x04, 0x19, 0x2e, 0x41, 0x1c, 0x85];
        assert_eq!(
            Screen::new(&codes, CharacterSet::Uppercase, 40).rows(),
            ["READY.♠£E"]
        );
        assert_eq!(
            Screen::new(&codes, CharacterSet::Lowercase, 40).rows(),
            ["ready.A£e"]
        );
    }

    #[test]
    fn text_is_found_by_row_and_column() {
        let mut codes = vec![0x20; 80];
        codes[42] = 0x0f;
        codes[43] = 0x0b;
        let screen = Screen::new(&codes, CharacterSet::Uppercase, 40);
        assert_eq!(screen.rows(), ["", "  OK"]);
        assert_eq!(screen.find("ok"), Some((1, 2)));
        assert_eq!(screen.find("okay"), None);
        assert_eq!(screen.find(""), None);
    }
}
