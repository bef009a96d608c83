//! Text for the keyboard buffer: from Unicode to PETSCII.
//!
//! Keys without a character are written in braces: `{clr}`, `{home}`, `{down}`, `{f1}`, or `{$93}` for any code.
//!
//! Source: the C64 Programmer's Reference Guide, appendix "ASCII and CHR$ codes".

use crate::error::{Error, Result};

/// What becomes of capital letters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LetterCase {
    /// All letters are typed without shift, as BASIC wants its commands.
    Unshifted,
    /// Capital letters are typed with shift: capitals in the lower-case character set, graphics in the other.
    Shifted,
}

/// Keys that have a name instead of a character.
const NAMED: [(&str, u8); 27] = [
    ("stop", 0x03),
    ("return", 0x0d),
    ("home", 0x13),
    ("clr", 0x93),
    ("del", 0x14),
    ("inst", 0x94),
    ("down", 0x11),
    ("up", 0x91),
    ("right", 0x1d),
    ("left", 0x9d),
    ("rvson", 0x12),
    ("rvsoff", 0x92),
    ("lower", 0x0e),
    ("upper", 0x8e),
    ("f1", 0x85),
    ("f2", 0x89),
    ("f3", 0x86),
    ("f4", 0x8a),
    ("f5", 0x87),
    ("f6", 0x8b),
    ("f7", 0x88),
    ("f8", 0x8c),
    ("white", 0x05),
    ("red", 0x1c),
    ("green", 0x1e),
    ("blue", 0x1f),
    ("black", 0x90),
];

/// The codes that type `text`. A line end (`\n`, `\r` or both together) becomes the RETURN key.
///
/// # Errors
/// [`Error::Argument`] that names the first character or key name that no key types.
pub fn encode(text: &str, case: LetterCase) -> Result<Vec<u8>> {
    let mut codes = Vec::with_capacity(text.len());
    let mut rest = text;
    while let Some(character) = rest.chars().next() {
        rest = &rest[character.len_utf8()..];
        match character {
            '{' => {
                let Some((name, after)) = rest.split_once('}') else {
                    return Err(Error::Argument(
                        "a key name begins with '{', but has no '}' at its end".into(),
                    ));
                };
                codes.push(named_key(name)?);
                rest = after;
            }
            '\r' => {
                rest = rest.strip_prefix('\n').unwrap_or(rest);
                codes.push(0x0d);
            }
            other => codes.push(key(other, case)?),
        }
    }
    Ok(codes)
}

fn key(character: char, case: LetterCase) -> Result<u8> {
    Ok(match character {
        '\n' => 0x0d,
        ' '..='@' | '[' | ']' => character as u8,
        'a'..='z' => character as u8 - b'a' + 0x41,
        'A'..='Z' if case == LetterCase::Unshifted => character as u8,
        'A'..='Z' => character as u8 - b'A' + 0xc1,
        '£' => 0x5c,
        '^' | '↑' => 0x5e,
        '←' => 0x5f,
        '_' => 0xa4,
        '|' => 0xdd,
        'π' => 0xde,
        other => {
            return Err(Error::Argument(format!(
                "no key types '{other}' (U+{:04X}). Write its code as {{$NN}} if you know it",
                u32::from(other)
            )));
        }
    })
}

fn named_key(name: &str) -> Result<u8> {
    if let Some(code) = name
        .strip_prefix('$')
        .and_then(|digits| u8::from_str_radix(digits, 16).ok())
    {
        return Ok(code);
    }
    let lower = name.to_ascii_lowercase();
    NAMED
        .iter()
        .find(|(known, _)| *known == lower)
        .map(|(_, code)| *code)
        .ok_or_else(|| Error::NotFound {
            what: "key",
            name: name.to_owned(),
            known: NAMED
                .iter()
                .map(|(known, _)| (*known).to_owned())
                .chain(["$NN".to_owned()])
                .collect(),
        })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_line_ends_and_named_keys() {
        let unshifted = |text| encode(text, LetterCase::Unshifted).unwrap();
        assert_eq!(unshifted("PRINT 6*7\n"), b"PRINT 6*7\r");
        assert_eq!(unshifted("print\r\n"), b"PRINT\r");
        assert_eq!(unshifted("{clr}{$41}{F1}£^"), [0x93, 0x41, 0x85, 0x5c, 0x5e]);
        assert_eq!(encode("Ab", LetterCase::Shifted).unwrap(), [0xc1, 0x42]);
    }

    #[test]
    fn what_no_key_types_is_named() {
        let message = |text| encode(text, LetterCase::Unshifted).unwrap_err().to_string();
        assert!(message("aé").contains("'é' (U+00E9)"));
        assert!(message("{nosuch}").contains("nosuch"));
        assert!(message("{clr").contains("'}'"));
        assert!(message("~").contains('~'));
    }
}
