//! Text between the PC (UTF-8) and the Amiga (ISO 8859-1, called Latin-1).
//!
//! Latin-1 has one byte for each of the first 256 Unicode characters. A letter may reach us in two parts, as a base
//! and a combining accent (macOS file names do that), so the pairs that Latin-1 has are composed first. What has no
//! Latin-1 form is refused by name; nothing is replaced in silence.

use crate::failure::{Failure, FailureKind};

/// For each combining accent: the base letters, and the Latin-1 letters that they make with it, in the same order.
const COMPOSITIONS: [(char, &str, &str); 7] = [
    ('\u{300}', "AEIOUaeiou", "ÀÈÌÒÙàèìòù"),
    ('\u{301}', "AEIOUYaeiouy", "ÁÉÍÓÚÝáéíóúý"),
    ('\u{302}', "AEIOUaeiou", "ÂÊÎÔÛâêîôû"),
    ('\u{303}', "ANOano", "ÃÑÕãñõ"),
    ('\u{308}', "AEIOUaeiouy", "ÄËÏÖÜäëïöüÿ"),
    ('\u{30a}', "Aa", "Åå"),
    ('\u{327}', "Cc", "Çç"),
];

/// The Latin-1 letter that `base` makes with a combining `accent`.
fn compose(base: char, accent: char) -> Option<char> {
    let (_, bases, composed) = COMPOSITIONS.iter().find(|(mark, _, _)| *mark == accent)?;
    let place = bases.chars().position(|letter| letter == base)?;
    composed.chars().nth(place)
}

/// The Latin-1 bytes of `text`, which is the `what` of a request, for example "the window pattern".
///
/// # Errors
/// [`FailureKind::NotLatin1`] names the first character that has no Latin-1 form. Line feed, carriage return and NUL
/// are refused too: they end a request line.
pub fn encode(what: &str, text: &str) -> Result<Vec<u8>, Failure> {
    let mut bytes = Vec::with_capacity(text.len());
    let mut characters = text.chars().enumerate().peekable();
    while let Some((place, character)) = characters.next() {
        let composed = characters.peek().and_then(|(_, next)| compose(character, *next));
        if composed.is_some() {
            characters.next();
        }
        let character = composed.unwrap_or(character);
        if matches!(character, '\n' | '\r' | '\0') {
            return Err(refusal(what, character, place, "it would end the request line"));
        }
        match u8::try_from(u32::from(character)) {
            Ok(byte) => bytes.push(byte),
            Err(_) => {
                return Err(refusal(
                    what,
                    character,
                    place,
                    "Latin-1, the Amiga's character set, lacks it",
                ));
            }
        }
    }
    Ok(bytes)
}

fn refusal(what: &str, character: char, place: usize, reason: &str) -> Failure {
    let shown = if character.is_control() {
        String::new()
    } else {
        format!("\"{character}\", ")
    };
    Failure::new(
        FailureKind::NotLatin1,
        format!(
            "{what} holds {shown}U+{:04X}, as its character {}: {reason}. Nothing was sent; leave it out or use \
             another character.",
            u32::from(character),
            place + 1
        ),
    )
}

/// The text of Latin-1 bytes. Every byte has a character, so this cannot fail.
pub fn decode(bytes: impl IntoIterator<Item = u8>) -> String {
    bytes.into_iter().map(char::from).collect()
}

#[cfg(test)]
mod tests {
    use super::{decode, encode};
    use crate::failure::FailureKind;

    #[test]
    fn every_byte_but_the_line_ends_survives_the_round_trip() {
        for byte in 1..=255_u8 {
            if byte == b'\n' || byte == b'\r' {
                continue;
            }
            assert_eq!(encode("the text", &decode([byte])), Ok(vec![byte]));
        }
    }

    #[test]
    fn accents_in_two_parts_become_one_byte() {
        assert_eq!(encode("the text", "Zu\u{308}rich"), Ok(b"Z\xFCrich".to_vec()));
        assert_eq!(
            encode("the text", "A\u{30a}n\u{303}c\u{327}E\u{301}"),
            Ok(b"\xC5\xF1\xE7\xC9".to_vec())
        );
    }

    #[test]
    fn composed_letters_are_all_latin_1() {
        for (mark, bases, composed) in super::COMPOSITIONS {
            assert_eq!(
                bases.chars().count(),
                composed.chars().count(),
                "U+{:04X}",
                u32::from(mark)
            );
            assert!(
                composed
                    .chars()
                    .all(|letter| (0xC0..=0xFF).contains(&u32::from(letter)))
            );
        }
    }

    #[test]
    fn what_latin_1_lacks_is_named() {
        let failure = encode("the text", "10 \u{20ac}").unwrap_err();
        assert_eq!(failure.kind, FailureKind::NotLatin1);
        assert!(
            failure
                .message
                .contains("the text holds \"€\", U+20AC, as its character 4"),
            "{failure}"
        );
        // An accent that no Latin-1 letter carries is refused, not dropped.
        assert!(
            encode("the text", "x\u{308}")
                .unwrap_err()
                .message
                .contains("U+0308")
        );
        assert!(encode("the text", "a\nb").unwrap_err().message.contains("U+000A"));
        assert!(encode("the text", "a\0").is_err());
    }
}
