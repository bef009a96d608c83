//! Pictures: from palette indexes to a PNG file, cut and stretched.
//!
//! Promise: pixels are repeated or left out, never mixed, so colours stay those of the palette.
//!
//! Source: the VICE manual for the display's geometry. Pixel aspects are those of the C64's video chips: a PAL pixel is
//! 0.9365 times as wide as high, an NTSC pixel 0.75 times.

use crate::error::{Error, Result};
use crate::structures::{Colour, Display};
use std::path::Path;

/// A part of the display in pixels.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "the names say it")]
pub struct Area {
    pub x: u16,
    pub y: u16,
    pub width: u16,
    pub height: u16,
}

/// What to keep of the display.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Crop {
    /// The whole canvas, also what no monitor shows.
    Full,
    /// The part inside the border.
    Inner,
    /// The inner part with this many pixels of border around it.
    Border(u16),
    /// An area of the canvas.
    Area(Area),
}

impl Crop {
    /// The area that is kept of `display`.
    ///
    /// # Errors
    /// [`Error::Argument`] when it is empty or not wholly inside the display.
    pub fn area(self, display: &Display) -> Result<Area> {
        let inner = Area {
            x: display.inner_x,
            y: display.inner_y,
            width: display.inner_width,
            height: display.inner_height,
        };
        let area = match self {
            Crop::Full => Area {
                x: 0,
                y: 0,
                width: display.width,
                height: display.height,
            },
            Crop::Inner => inner,
            Crop::Border(border) => {
                let x = inner.x.saturating_sub(border);
                let y = inner.y.saturating_sub(border);
                let right = (u32::from(inner.x) + u32::from(inner.width) + u32::from(border))
                    .min(display.width.into());
                let bottom = (u32::from(inner.y) + u32::from(inner.height) + u32::from(border))
                    .min(display.height.into());
                Area {
                    x,
                    y,
                    width: (right as u16).saturating_sub(x),
                    height: (bottom as u16).saturating_sub(y),
                }
            }
            Crop::Area(area) => area,
        };
        let inside = u32::from(area.x) + u32::from(area.width) <= u32::from(display.width)
            && u32::from(area.y) + u32::from(area.height) <= u32::from(display.height);
        if area.width == 0 || area.height == 0 || !inside {
            return Err(Error::Argument(format!(
                "an area of {} × {} at {},{} is not inside the display of {} × {}",
                area.width, area.height, area.x, area.y, display.width, display.height
            )));
        }
        Ok(area)
    }
}

/// How wide a pixel is, relative to its height.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Aspect {
    /// As wide as high: one pixel of the machine is one of the picture.
    Square,
    /// As on a PAL monitor.
    Pal,
    /// As on an NTSC monitor.
    Ntsc,
}

impl Aspect {
    /// The width of a pixel whose height is 1.
    pub fn ratio(self) -> f64 {
        match self {
            Aspect::Square => 1.0,
            Aspect::Pal => 0.936_507_94,
            Aspect::Ntsc => 0.75,
        }
    }
}

/// A finished picture.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Picture {
    /// Width in pixels.
    pub width: u32,
    /// Height in pixels.
    pub height: u32,
    /// Palette indexes, row by row.
    pub pixels: Vec<u8>,
    /// The palette, at most 256 colours.
    pub palette: Vec<Colour>,
}

/// Largest factor of [`Picture::new`].
pub const SCALE_MAXIMUM: u32 = 16;

impl Picture {
    /// Cuts and stretches a display.
    ///
    /// `scale` is the height of a pixel of the machine in the picture, 1 to [`SCALE_MAXIMUM`]; its width follows from `aspect`.
    ///
    /// # Errors
    /// [`Error::Argument`] for a wrong crop or scale; [`Error::Malformed`] when a pixel is not in the palette.
    pub fn new(
        display: &Display,
        palette: &[Colour],
        crop: Crop,
        aspect: Aspect,
        scale: u32,
    ) -> Result<Picture> {
        if !(1..=SCALE_MAXIMUM).contains(&scale) {
            return Err(Error::Argument(format!(
                "a scale of {scale} is not between 1 and {SCALE_MAXIMUM}"
            )));
        }
        let area = crop.area(display)?;
        let height = u32::from(area.height) * scale;
        let width = ((f64::from(area.width) * f64::from(scale) * aspect.ratio()).round() as u32).max(1);
        let columns: Vec<usize> = (0..width)
            .map(|x| usize::from(area.x) + (u64::from(x) * u64::from(area.width) / u64::from(width)) as usize)
            .collect();
        let mut pixels = Vec::with_capacity(width as usize * height as usize);
        for y in 0..height {
            let row = (usize::from(area.y) + (y / scale) as usize) * usize::from(display.width);
            pixels.extend(columns.iter().map(|column| display.pixels[row + column]));
        }
        if let Some(pixel) = pixels.iter().find(|pixel| usize::from(**pixel) >= palette.len()) {
            return Err(Error::Malformed {
                what: "display",
                detail: format!(
                    "a pixel has colour {pixel}, but the palette has {} colours",
                    palette.len()
                ),
            });
        }
        Ok(Picture {
            width,
            height,
            pixels,
            palette: palette.iter().copied().take(256).collect(),
        })
    }

    /// The picture as a PNG file with a palette.
    ///
    /// # Errors
    /// [`Error::Malformed`] when the encoder refuses it.
    pub fn to_png(&self) -> Result<Vec<u8>> {
        let refused = |error: png::EncodingError| Error::Malformed {
            what: "picture",
            detail: error.to_string(),
        };
        let mut file = Vec::new();
        let mut encoder = png::Encoder::new(&mut file, self.width, self.height);
        encoder.set_color(png::ColorType::Indexed);
        encoder.set_depth(png::BitDepth::Eight);
        let palette: Vec<u8> = self
            .palette
            .iter()
            .flat_map(|colour| [colour.red, colour.green, colour.blue])
            .collect();
        encoder.set_palette(palette);
        let mut writer = encoder.write_header().map_err(refused)?;
        writer.write_image_data(&self.pixels).map_err(refused)?;
        writer.finish().map_err(refused)?;
        Ok(file)
    }

    /// Writes the picture to a PNG file.
    ///
    /// # Errors
    /// As [`Picture::to_png`], and [`Error::File`].
    pub fn save(&self, path: &Path) -> Result<()> {
        let file = self.to_png()?;
        std::fs::write(path, file).map_err(|source| Error::File {
            path: path.to_owned(),
            source,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn display() -> Display {
        let pixels = (0..48).map(|index| (index % 3) as u8).collect();
        Display {
            width: 8,
            height: 6,
            inner_x: 2,
            inner_y: 1,
            inner_width: 4,
            inner_height: 4,
            pixels,
        }
    }

    const PALETTE: [Colour; 3] = [
        Colour {
            red: 0,
            green: 0,
            blue: 0,
        },
        Colour {
            red: 255,
            green: 255,
            blue: 255,
        },
        Colour {
            red: 10,
            green: 20,
            blue: 30,
        },
    ];

    #[test]
    fn the_png_holds_the_cut_pixels() {
        let picture = Picture::new(&display(), &PALETTE, Crop::Inner, Aspect::Square, 2).unwrap();
        assert_eq!((picture.width, picture.height), (8, 8));
        let decoder = png::Decoder::new(std::io::Cursor::new(picture.to_png().unwrap()));
        let mut reader = decoder.read_info().unwrap();
        let mut pixels = vec![0; reader.output_buffer_size().unwrap()];
        let info = reader.next_frame(&mut pixels).unwrap();
        assert_eq!((info.width, info.height), (8, 8));
        assert_eq!(
            reader.info().palette.as_deref(),
            Some(&[0, 0, 0, 255, 255, 255, 10, 20, 30][..])
        );
        // Row 1 of the display from column 2 on is 10 % 3, 11 % 3, …; each pixel is doubled.
        assert_eq!(pixels[..8], [1, 1, 2, 2, 0, 0, 1, 1]);
        assert_eq!(pixels[..8], pixels[8..16]);
    }

    #[test]
    fn crops_and_aspects_have_their_sizes() {
        let size = |crop, aspect, scale| {
            let picture = Picture::new(&display(), &PALETTE, crop, aspect, scale).unwrap();
            (picture.width, picture.height)
        };
        assert_eq!(size(Crop::Full, Aspect::Square, 1), (8, 6));
        assert_eq!(size(Crop::Full, Aspect::Ntsc, 4), (24, 24));
        assert_eq!(size(Crop::Full, Aspect::Pal, 10), (75, 60));
        assert_eq!(size(Crop::Border(1), Aspect::Square, 1), (6, 6));
        assert_eq!(size(Crop::Border(9), Aspect::Square, 1), (8, 6));
    }

    #[test]
    fn areas_outside_and_unknown_colours_are_refused() {
        let outside = Crop::Area(Area {
            x: 5,
            y: 0,
            width: 4,
            height: 1,
        });
        assert!(Picture::new(&display(), &PALETTE, outside, Aspect::Square, 1).is_err());
        assert!(Picture::new(&display(), &PALETTE, Crop::Full, Aspect::Square, 17).is_err());
        assert!(Picture::new(&display(), &PALETTE[..2], Crop::Full, Aspect::Square, 1).is_err());
    }
}
