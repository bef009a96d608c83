//! Values on the command line: numbers in three notations, seconds, bytes, areas.

use crate::picture::{Area, Aspect, Crop};
use std::time::Duration;

/// A number as `$c000`, `0xc000` or `49152`.
fn number(text: &str) -> Result<u32, String> {
    let hexadecimal = text.strip_prefix('$').or_else(|| text.strip_prefix("0x"));
    let parsed = match hexadecimal {
        Some(digits) if !digits.starts_with('+') => u32::from_str_radix(digits, 16),
        _ => text.parse(),
    };
    parsed
        .map_err(|_| format!("'{text}' is no number. Write hexadecimal as $c000 or 0xc000, decimal as 49152"))
}

/// A number of at most 16 bits.
pub(super) fn word(text: &str) -> Result<u16, String> {
    u16::try_from(number(text)?).map_err(|_| format!("{text} is above 65535 ($ffff)"))
}

/// A number of at most 8 bits.
pub(super) fn byte(text: &str) -> Result<u8, String> {
    u8::try_from(number(text)?).map_err(|_| format!("{text} is above 255 ($ff)"))
}

/// Seconds, with a fraction if need be.
pub(super) fn seconds(text: &str) -> Result<Duration, String> {
    text.parse()
        .ok()
        .filter(|seconds| (0.0..=1e6).contains(seconds))
        .map(Duration::from_secs_f64)
        .ok_or_else(|| format!("'{text}' is no time: write seconds between 0 and 1000000, for example 2.5"))
}

/// `NAME=VALUE` for a register.
pub(super) fn assignment(text: &str) -> Result<(String, u16), String> {
    let (name, value) = text
        .split_once('=')
        .ok_or_else(|| format!("'{text}': write NAME=VALUE, for example A=$01"))?;
    Ok((name.to_owned(), word(value)?))
}

/// `inner`, `full`, `border=N` or `X,Y,WIDTH,HEIGHT`.
pub(super) fn crop(text: &str) -> Result<Crop, String> {
    match text {
        "inner" => return Ok(Crop::Inner),
        "full" => return Ok(Crop::Full),
        _ => {}
    }
    if let Some(border) = text.strip_prefix("border=") {
        return word(border).map(Crop::Border);
    }
    let parts = text.split(',').map(word).collect::<Result<Vec<u16>, String>>();
    match parts.as_deref() {
        Ok([x, y, width, height]) => Ok(Crop::Area(Area {
            x: *x,
            y: *y,
            width: *width,
            height: *height,
        })),
        _ => Err(format!(
            "'{text}': write inner, full, border=N, or X,Y,WIDTH,HEIGHT in pixels"
        )),
    }
}

/// `auto` (none), `square`, `pal` or `ntsc`.
pub(super) fn aspect(text: &str) -> Result<AspectChoice, String> {
    match text {
        "auto" => Ok(AspectChoice(None)),
        "square" => Ok(AspectChoice(Some(Aspect::Square))),
        "pal" => Ok(AspectChoice(Some(Aspect::Pal))),
        "ntsc" => Ok(AspectChoice(Some(Aspect::Ntsc))),
        _ => Err(format!("'{text}': write auto, square, pal or ntsc")),
    }
}

/// The shape of a pixel; `None` asks the machine.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct AspectChoice(pub(super) Option<Aspect>);

/// Bytes as pairs of hexadecimal digits.
pub(super) fn hex(bytes: &[u8]) -> String {
    let pairs: Vec<String> = bytes.iter().map(|byte| format!("{byte:02x}")).collect();
    pairs.join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_in_three_notations() {
        assert_eq!(word("$c000"), Ok(0xc000));
        assert_eq!(word("0xC000"), Ok(0xc000));
        assert_eq!(word("49152"), Ok(0xc000));
        assert_eq!(byte("255"), Ok(255));
        for wrong in ["", "$", "$10000", "65536", "-1", "c000", "$+1"] {
            assert!(word(wrong).is_err(), "{wrong}");
        }
        assert!(byte("256").is_err());
    }

    #[test]
    fn times_areas_and_assignments() {
        assert_eq!(seconds("2.5"), Ok(Duration::from_millis(2500)));
        for wrong in ["-1", "NaN", "inf", "x", "1e9"] {
            assert!(seconds(wrong).is_err(), "{wrong}");
        }
        assert_eq!(crop("border=8"), Ok(Crop::Border(8)));
        assert_eq!(
            crop("1,2,3,4"),
            Ok(Crop::Area(Area {
                x: 1,
                y: 2,
                width: 3,
                height: 4
            }))
        );
        assert!(crop("1,2,3").is_err() && crop("all").is_err());
        assert_eq!(assignment("pc=$c000"), Ok(("pc".into(), 0xc000)));
        assert!(assignment("pc").is_err());
    }
}
