//! What an argument may be, and how it is sent.

/// An argument of a command.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Argument {
    /// Its name, as the help shows it.
    pub name: &'static str,
    /// What it may be.
    pub kind: Kind,
    /// Whether it may be left out.
    pub optional: bool,
}

/// What an argument may be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A decimal number in this range, both ends included.
    Number(i64, i64),
    /// One of these numbers.
    OneOf(&'static [i64]),
    /// One of these words, in any case, sent as written here.
    Word(&'static [&'static str]),
    /// One of these words, sent as its place in the list, counted from 0; or that number itself.
    Choice(&'static [&'static str]),
    /// On or off, sent as 1 or 0.
    Switch,
    /// A 32-bit number as `0x1f`, `$1f` or decimal.
    Address,
    /// A 32-bit address as hexadecimal digits, with or without `0x` or `$`; sent bare.
    Hexadecimal,
    /// As [`Kind::Hexadecimal`], or `ALL`.
    HexadecimalOrAll,
    /// A path; made absolute, since Amiberry runs in another folder.
    Path,
    /// A text without control characters.
    Text,
    /// -1 for the highest speed, 0 for cycle-exact, above 0 in percent.
    Speed,
}

impl Kind {
    /// The argument as it is sent.
    ///
    /// # Errors
    /// A text that says what is due.
    pub fn check(self, word: &str) -> Result<String, String> {
        let due = || format!("{word:?} does not fit; {} is due", self.due());
        let number = || strict_number(word);
        match self {
            Kind::Number(low, high) => match number() {
                Some(value) if (low..=high).contains(&value) => Ok(value.to_string()),
                _ => Err(due()),
            },
            Kind::Speed => match number() {
                Some(value) if (-1..=100_000).contains(&value) => Ok(value.to_string()),
                _ => Err(due()),
            },
            Kind::OneOf(values) => match number() {
                Some(value) if values.contains(&value) => Ok(value.to_string()),
                _ => Err(due()),
            },
            Kind::Word(words) => {
                let found = words.iter().find(|known| known.eq_ignore_ascii_case(word));
                found.map(|known| (*known).to_owned()).ok_or_else(due)
            }
            Kind::Choice(words) => {
                let place = words.iter().position(|known| known.eq_ignore_ascii_case(word));
                let place = place.or_else(|| {
                    usize::try_from(number()?)
                        .ok()
                        .filter(|place| *place < words.len())
                });
                place.map(|place| place.to_string()).ok_or_else(due)
            }
            Kind::Switch => match word.to_ascii_lowercase().as_str() {
                "1" | "on" | "true" | "yes" => Ok("1".into()),
                "0" | "off" | "false" | "no" => Ok("0".into()),
                _ => Err(due()),
            },
            Kind::Address => {
                if let Some(digits) = word.strip_prefix("0x").or_else(|| word.strip_prefix('$')) {
                    return hexadecimal(digits)
                        .map(|()| format!("0x{digits}"))
                        .ok_or_else(due);
                }
                match number() {
                    Some(value) if u32::try_from(value).is_ok() => Ok(value.to_string()),
                    _ => Err(due()),
                }
            }
            Kind::HexadecimalOrAll if word.eq_ignore_ascii_case("all") => Ok("ALL".into()),
            Kind::Hexadecimal | Kind::HexadecimalOrAll => {
                let digits = word
                    .strip_prefix("0x")
                    .or_else(|| word.strip_prefix('$'))
                    .unwrap_or(word);
                hexadecimal(digits).map(|()| digits.to_owned()).ok_or_else(due)
            }
            Kind::Path => {
                let path = std::path::absolute(word).map_err(|_| due())?;
                path.to_str().map(str::to_owned).ok_or_else(due)
            }
            Kind::Text if word.is_empty() || word.chars().any(char::is_control) => Err(due()),
            Kind::Text => Ok(word.to_owned()),
        }
    }

    /// What is due, in words.
    pub fn due(self) -> String {
        match self {
            Kind::Number(low, high) => format!("a number from {low} to {high}"),
            Kind::OneOf(values) => {
                let values: Vec<String> = values.iter().map(i64::to_string).collect();
                format!("one of {}", values.join(", "))
            }
            Kind::Word(words) => words.join(", "),
            Kind::Choice(words) => format!("{}, or its number from 0", words.join(", ")),
            Kind::Switch => "on or off".into(),
            Kind::Address => "a number up to 32 bits: 0x1f, $1f or 31".into(),
            Kind::Hexadecimal => "a hexadecimal address, for example f80000".into(),
            Kind::HexadecimalOrAll => "a hexadecimal address, or ALL".into(),
            Kind::Path => "a path".into(),
            Kind::Text => "a text".into(),
            Kind::Speed => "-1 (highest), 0 (cycle-exact) or a percentage".into(),
        }
    }
}

/// Decimal digits, with a minus at most; `+5`, ` 5`, `05` and `5x` are refused, since servers read them differently.
fn strict_number(word: &str) -> Option<i64> {
    let value: i64 = word.parse().ok()?;
    (value.to_string() == word).then_some(value)
}

fn hexadecimal(digits: &str) -> Option<()> {
    let fits = (1..=8).contains(&digits.len()) && digits.bytes().all(|digit| digit.is_ascii_hexdigit());
    fits.then_some(())
}

/// An argument that must be given.
pub(super) const fn due(name: &'static str, kind: Kind) -> Argument {
    Argument {
        name,
        kind,
        optional: false,
    }
}

/// An argument that may be left out.
pub(super) const fn maybe(name: &'static str, kind: Kind) -> Argument {
    Argument {
        name,
        kind,
        optional: true,
    }
}

#[cfg(test)]
mod tests {
    use super::Kind;

    #[test]
    fn each_kind_takes_what_it_says() {
        const WORDS: &[&str] = &["OFF", "ON"];
        for (kind, word, sent) in [
            (Kind::Number(-1, 3), "-1", "-1"),
            (Kind::OneOf(&[0, 100]), "100", "100"),
            (Kind::Word(WORDS), "on", "ON"),
            (Kind::Choice(WORDS), "on", "1"),
            (Kind::Choice(WORDS), "0", "0"),
            (Kind::Switch, "Yes", "1"),
            (Kind::Address, "$dff180", "0xdff180"),
            (Kind::Address, "0x4", "0x4"),
            (Kind::Address, "31", "31"),
            (Kind::Hexadecimal, "0xF80010", "F80010"),
            (Kind::HexadecimalOrAll, "all", "ALL"),
            (Kind::Path, "/a/b c", "/a/b c"),
            (Kind::Text, "é", "é"),
            (Kind::Speed, "-1", "-1"),
        ] {
            assert_eq!(kind.check(word).as_deref(), Ok(sent), "{kind:?}");
        }
        assert!(Kind::Path.check("x").unwrap().len() > 2, "made absolute");
        for (kind, word) in [
            (Kind::Number(0, 3), "4"),
            (Kind::Number(0, 3), "+1"),
            (Kind::Number(0, 30), "07"),
            (Kind::OneOf(&[0, 100]), "1"),
            (Kind::Word(WORDS), "1"),
            (Kind::Choice(WORDS), "2"),
            (Kind::Switch, "2"),
            (Kind::Address, "0x"),
            (Kind::Address, "010"),
            (Kind::Address, "4294967296"),
            (Kind::Address, "-1"),
            (Kind::Hexadecimal, "123456789"),
            (Kind::Hexadecimal, "all"),
            (Kind::Path, ""),
            (Kind::Text, "a\u{7}"),
            (Kind::Speed, "-2"),
        ] {
            assert!(
                kind.check(word).unwrap_err().contains("is due"),
                "{kind:?} {word}"
            );
        }
    }
}
