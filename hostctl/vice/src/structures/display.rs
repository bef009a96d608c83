//! The picture: its size, where the inner part lies, its pixels as palette indexes, and the palette.

use super::Reader;
use crate::error::Result;

/// A picture of the machine's whole video canvas.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Display {
    /// Width in pixels.
    pub width: u16,
    /// Height in pixels.
    pub height: u16,
    /// Left edge of the inner part, the area inside the border.
    pub inner_x: u16,
    /// Upper edge of the inner part.
    pub inner_y: u16,
    /// Width of the inner part.
    pub inner_width: u16,
    /// Height of the inner part.
    pub inner_height: u16,
    /// One palette index per pixel, row by row, `width` × `height` of them.
    pub pixels: Vec<u8>,
}

/// A colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "the names say it")]
pub struct Colour {
    pub red: u8,
    pub green: u8,
    pub blue: u8,
}

/// Length of the fields that this client knows, from width to bits per pixel.
const KNOWN_FIELDS: usize = 13;

impl Display {
    /// Reads a DISPLAY_GET body. Fields which a newer VICE appends to the known ones are skipped.
    ///
    /// # Errors
    /// [`crate::error::Error::Malformed`] when it is not 8 bits per pixel or the pixels do not fill the picture.
    pub fn decode(body: &[u8]) -> Result<Display> {
        let mut reader = Reader::new("display", body);
        let length = reader.u32()? as usize;
        if length < KNOWN_FIELDS {
            return Err(reader.malformed(format!(
                "{length} bytes of fields, at least {KNOWN_FIELDS} expected"
            )));
        }
        let mut fields = Reader::new("display", reader.bytes(length)?);
        let (width, height) = (fields.u16()?, fields.u16()?);
        let (inner_x, inner_y) = (fields.u16()?, fields.u16()?);
        let (inner_width, inner_height) = (fields.u16()?, fields.u16()?);
        let bits = fields.u8()?;
        if bits != 8 {
            return Err(reader.malformed(format!("{bits} bits per pixel, only 8 are known")));
        }
        let pixel_length = reader.u32()? as usize;
        let pixels = reader.bytes(pixel_length)?.to_vec();
        if pixels.len() != usize::from(width) * usize::from(height) {
            return Err(reader.malformed(format!("{pixel_length} pixels for {width} × {height}")));
        }
        Ok(Display {
            width,
            height,
            inner_x,
            inner_y,
            inner_width,
            inner_height,
            pixels,
        })
    }
}

/// Reads a PALETTE_GET body.
///
/// # Errors
/// [`crate::error::Error::Malformed`] when an item is missing or too short.
pub fn decode_palette(body: &[u8]) -> Result<Vec<Colour>> {
    let mut reader = Reader::new("palette", body);
    let count = reader.u16()?;
    let mut colours = Vec::new();
    for _ in 0..count {
        let mut item = reader.sized()?;
        colours.push(Colour {
            red: item.u8()?,
            green: item.u8()?,
            blue: item.u8()?,
        });
    }
    Ok(colours)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn body(fields: u32, extra: &[u8], bits: u8, pixels: &[u8]) -> Vec<u8> {
        let mut body = fields.to_le_bytes().to_vec();
        body.extend([2, 0, 2, 0, 0, 0, 1, 0, 2, 0, 1, 0, bits]);
        body.extend(extra);
        body.extend((pixels.len() as u32).to_le_bytes());
        body.extend(pixels);
        body
    }

    #[test]
    fn appended_fields_are_skipped_and_sizes_are_checked() {
        let display = Display::decode(&body(15, &[9, 9], 8, &[1, 2, 3, 4])).unwrap();
        assert_eq!((display.width, display.height, display.inner_y), (2, 2, 1));
        assert_eq!(display.pixels, [1, 2, 3, 4]);
        for wrong in [
            body(13, &[], 8, &[1, 2, 3]),
            body(13, &[], 4, &[1, 2, 3, 4]),
            body(12, &[], 8, &[1, 2, 3, 4]),
        ] {
            assert!(Display::decode(&wrong).is_err());
        }
    }
}
