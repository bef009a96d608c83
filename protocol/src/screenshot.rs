//! The 24-byte header of a SCREENSHOT body.
//!
//! All fields are big-endian. The palette (3 bytes per colour: red, green, blue) and the pixels follow: for planar
//! pictures every bit plane from top to bottom, one after the other; for chunky ones the rows.
//! Source: `docs/wire.md`, "Screenshots".

/// Size of the header in bytes.
pub const HEADER_SIZE: usize = 24;

/// How pixels are stored.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PixelFormat {
    /// Bit planes.
    Planar,
    /// Whole bytes per pixel, as Picasso96 stores them.
    Chunky,
}

/// What comes before palette and pixels.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ScreenshotHeader {
    /// Width in pixels.
    pub width: u16,
    /// Height in rows.
    pub height: u16,
    /// How pixels are stored.
    pub pixel_format: PixelFormat,
    /// Bit planes of a planar picture, bytes per pixel of a chunky one.
    pub depth: u8,
    /// Bytes per row, of each plane in a planar picture.
    pub bytes_per_row: u16,
    /// `ViewPort->Modes` of a planar picture, 0 for a chunky one.
    pub view_modes: u16,
    /// Colours of the palette, at most 256.
    pub colors: u16,
    /// Left edge of the window in the picture, in pixels.
    pub crop_left: u16,
    /// Top edge of the window in the picture, in pixels.
    pub crop_top: u16,
    /// Width of the window; 0 when no window was asked for.
    pub crop_width: u16,
    /// Height of the window; 0 when no window was asked for.
    pub crop_height: u16,
    /// Picasso96's RGBFTYPE of a chunky picture (1 to 13), 0 for a planar one.
    pub rgb_format: u16,
}

impl ScreenshotHeader {
    /// The bytes on the wire.
    pub fn to_bytes(&self) -> [u8; HEADER_SIZE] {
        let [width_high, width_low] = self.width.to_be_bytes();
        let [height_high, height_low] = self.height.to_be_bytes();
        let format = u8::from(self.pixel_format == PixelFormat::Chunky);
        let mut bytes = [0; HEADER_SIZE];
        let start = [width_high, width_low, height_high, height_low, format, self.depth];
        let words = [
            self.bytes_per_row,
            self.view_modes,
            self.colors,
            self.crop_left,
            self.crop_top,
            self.crop_width,
            self.crop_height,
            self.rgb_format,
        ];
        let all = start
            .into_iter()
            .chain(words.into_iter().flat_map(u16::to_be_bytes));
        for (place, byte) in bytes.iter_mut().zip(all) {
            *place = byte;
        }
        bytes
    }

    /// Reads the bytes on the wire; `None` when the pixel format is neither 0 nor 1. The reserved word is not looked
    /// at.
    pub fn from_bytes(bytes: &[u8; HEADER_SIZE]) -> Option<ScreenshotHeader> {
        let word = |at: usize| u16::from_be_bytes([bytes[at], bytes[at + 1]]);
        Some(ScreenshotHeader {
            width: word(0),
            height: word(2),
            pixel_format: match bytes[4] {
                0 => PixelFormat::Planar,
                1 => PixelFormat::Chunky,
                _ => return None,
            },
            depth: bytes[5],
            bytes_per_row: word(6),
            view_modes: word(8),
            colors: word(10),
            crop_left: word(12),
            crop_top: word(14),
            crop_width: word(16),
            crop_height: word(18),
            rgb_format: word(20),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::{PixelFormat, ScreenshotHeader};

    const HEADER: ScreenshotHeader = ScreenshotHeader {
        width: 8,
        height: 1,
        pixel_format: PixelFormat::Planar,
        depth: 1,
        bytes_per_row: 1,
        view_modes: 0,
        colors: 2,
        crop_left: 0,
        crop_top: 0,
        crop_width: 0,
        crop_height: 0,
        rgb_format: 0,
    };

    #[test]
    fn bytes_are_pinned() {
        assert_eq!(
            HEADER.to_bytes(),
            [
                0, 8, 0, 1, 0, 1, 0, 1, 0, 0, 0, 2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0
            ]
        );
    }

    #[test]
    fn every_field_has_its_place() {
        let header = ScreenshotHeader {
            width: 0x0102,
            height: 0x0304,
            pixel_format: PixelFormat::Chunky,
            depth: 6,
            bytes_per_row: 0x0708,
            view_modes: 0x090A,
            colors: 0x0B0C,
            crop_left: 0x0D0E,
            crop_top: 0x0F10,
            crop_width: 0x1112,
            crop_height: 0x1314,
            rgb_format: 0x1516,
        };
        let bytes = header.to_bytes();
        assert_eq!(bytes[..8], [1, 2, 3, 4, 1, 6, 7, 8]);
        assert_eq!(
            bytes[8..],
            [9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 0, 0]
        );
        assert_eq!(ScreenshotHeader::from_bytes(&bytes), Some(header));
        let mut bad = bytes;
        bad[4] = 2;
        assert_eq!(ScreenshotHeader::from_bytes(&bad), None);
    }
}
