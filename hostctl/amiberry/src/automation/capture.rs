//! A picture that can be clicked on: its description, the check that both belong together, the mapping of pixels.
//!
//! The description is kept beside the picture, in a JSON file, so that a later command can click on it. It holds the
//! picture's length and CRC-32: a picture that was replaced or edited is refused.

use super::{CAPTURE_FIELDS, State, number, text};
use crate::client::Client;
use crate::error::{Error, Reason, Result};
use crate::value::{Form, Value};
use serde_json::json;
use std::path::{Path, PathBuf};

/// Longest picture file that is read.
const LONGEST: u64 = 256 << 20;

/// The picture's description.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Capture {
    /// The fields as Amiberry sent them.
    fields: Vec<(String, Value)>,
    /// The address of the Amiberry.
    pub address: String,
    /// The picture's length in bytes.
    length: u64,
    /// The picture's CRC-32.
    checksum: u32,
}

/// Where the description of a picture is.
pub fn description_path(picture: &Path) -> PathBuf {
    let mut name = picture.as_os_str().to_owned();
    name.push(".json");
    name.into()
}

/// A half-open rectangle in pixels.
struct Rectangle {
    left: i64,
    top: i64,
    width: i64,
    height: i64,
}

impl Capture {
    /// Takes a picture, checks it, and writes its description beside it.
    ///
    /// # Errors
    /// [`Reason::UnsupportedCapability`] for a renderer that cannot do it; [`Reason::CaptureNotActionable`] when the file
    /// is not the picture that Amiberry described; [`Reason::File`]; as [`Client::call`].
    pub fn take(client: &Client, picture: &str) -> Result<Capture> {
        let record = client.run("SCREENSHOT", &[picture, "ACTIONABLE"])?;
        let capture = Capture::from_record(record, client.connector().describe())?;
        let path = PathBuf::from(text(&capture.record(), "path")?);
        let (length, checksum) = capture.read_picture(&path)?;
        let capture = Capture {
            length,
            checksum,
            ..capture
        };
        let description = description_path(&path);
        std::fs::write(&description, format!("{:#}\n", capture.json()))
            .map_err(|error| Error::file(&description, &error))?;
        Ok(capture)
    }

    /// Reads the description of a picture, and checks that the picture is still the same.
    ///
    /// # Errors
    /// [`Reason::CaptureUnknown`] without a description; [`Reason::CaptureNotActionable`] when either was changed.
    pub fn load(picture: &Path) -> Result<Capture> {
        let description = description_path(picture);
        let shown = std::fs::read_to_string(&description).map_err(|error| {
            Error::new(
                Reason::CaptureUnknown,
                format!(
                    "{}: {error}. Only a picture made by `capture` can be clicked on",
                    description.display()
                ),
            )
        })?;
        let broken = || not_actionable(&description, "it is not a description that `capture` wrote");
        let json: serde_json::Value = serde_json::from_str(&shown).map_err(|_| broken())?;
        let field = |(name, form): &(&str, Form)| {
            let value = match form {
                Form::Integer => Value::Integer(json[name].as_i64()?),
                _ => Value::Text(json[name].as_str()?.to_owned()),
            };
            Some(((*name).to_owned(), value))
        };
        let fields = CAPTURE_FIELDS
            .iter()
            .map(field)
            .collect::<Option<_>>()
            .ok_or_else(broken)?;
        let address = json["address"].as_str().ok_or_else(broken)?;
        let mut capture =
            Capture::from_record(Value::Record(fields), address.to_owned()).map_err(|_| broken())?;
        capture.length = json["picture_length"].as_u64().ok_or_else(broken)?;
        capture.checksum = json["picture_crc32"]
            .as_u64()
            .and_then(|value| value.try_into().ok())
            .ok_or_else(broken)?;
        if capture.read_picture(picture)? != (capture.length, capture.checksum) {
            return Err(not_actionable(
                picture,
                "the picture was changed after it was taken",
            ));
        }
        Ok(capture)
    }

    fn from_record(record: Value, address: String) -> Result<Capture> {
        let Value::Record(fields) = record else {
            return Err(Error::not_understood("the answer to SCREENSHOT is no record"));
        };
        let capture = Capture {
            fields,
            address,
            length: 0,
            checksum: 0,
        };
        if capture.number("schema_version")? != 1 {
            return Err(Error::new(
                Reason::UnsupportedCapability,
                "the picture's description has another schema version than 1. Use a newer hostctl",
            ));
        }
        let image = Rectangle {
            left: 0,
            top: 0,
            width: capture.number("image_width")?,
            height: capture.number("image_height")?,
        };
        let window = Rectangle {
            left: 0,
            top: 0,
            width: capture.number("window_width")?,
            height: capture.number("window_height")?,
        };
        for (inner, outer) in [
            (capture.rectangle("source")?, image),
            (capture.rectangle("viewport")?, window),
        ] {
            let sane = |low: i64, length: i64, limit: i64| {
                (0..=1 << 20).contains(&low) && (1..=1 << 20).contains(&length) && low + length <= limit
            };
            if !sane(inner.left, inner.width, outer.width) || !sane(inner.top, inner.height, outer.height) {
                return Err(Error::not_understood(
                    "the rectangles of the picture's description lie outside of picture or window. Take a new capture",
                ));
            }
        }
        Ok(capture)
    }

    /// The fields as a record.
    pub fn record(&self) -> Value {
        Value::Record(self.fields.clone())
    }

    fn number(&self, name: &str) -> Result<i64> {
        number(&self.record(), name)
    }

    fn rectangle(&self, name: &str) -> Result<Rectangle> {
        let part = |part: &str| self.number(&format!("{name}_{part}"));
        Ok(Rectangle {
            left: part("x")?,
            top: part("y")?,
            width: part("width")?,
            height: part("height")?,
        })
    }

    /// The description as JSON.
    pub fn json(&self) -> serde_json::Value {
        let mut json = self.record().json();
        json["address"] = json!(self.address);
        json["picture_length"] = json!(self.length);
        json["picture_crc32"] = json!(self.checksum);
        json
    }

    /// Reads the picture once; gives its length and CRC-32 when it is a PNG of the described size.
    fn read_picture(&self, path: &Path) -> Result<(u64, u32)> {
        let failed = |error| Error::file(path, &error);
        if std::fs::metadata(path).map_err(failed)?.len() > LONGEST {
            return Err(not_actionable(
                path,
                "the file is too long for a picture of a window",
            ));
        }
        let bytes = std::fs::read(path).map_err(failed)?;
        let wrong = |what: &str| not_actionable(path, what);
        let mut reader = png::Decoder::new(std::io::Cursor::new(&bytes))
            .read_info()
            .map_err(|error| wrong(&format!("it is no PNG picture ({error})")))?;
        let (width, height) = (reader.info().width, reader.info().height);
        if (i64::from(width), i64::from(height))
            != (self.number("image_width")?, self.number("image_height")?)
        {
            return Err(wrong(&format!(
                "it has {width}x{height} pixels, not those of its description"
            )));
        }
        while reader
            .next_row()
            .map_err(|error| wrong(&format!("it is incomplete ({error})")))?
            .is_some()
        {}
        let checksum = crc::Crc::<u32>::new(&crc::CRC_32_ISO_HDLC).checksum(&bytes);
        Ok((bytes.len() as u64, checksum))
    }

    /// Goes on when the state is the one that the picture was taken in.
    ///
    /// # Errors
    /// [`Reason::CaptureStale`] or [`Reason::InputNotReady`].
    pub fn check(&self, state: &State) -> Result<()> {
        if !state.geometry_valid {
            return Err(Error::new(
                Reason::InputNotReady,
                "Amiberry's window has no valid geometry now. Wait until it has drawn, and take a new capture",
            ));
        }
        let stale = |what: &str| {
            Err(Error::new(
                Reason::CaptureStale,
                format!("{what} since the picture was taken. Take a new capture and choose the pixel on it"),
            ))
        };
        if text(&self.record(), "runtime_id")? != state.runtime_id {
            return stale("Amiberry was started anew");
        }
        if self.number("geometry_revision")? != state.geometry_revision {
            return stale("the window or the picture's size changed");
        }
        if self.number("monitor_id")? != state.monitor_id {
            return stale("another emulated monitor became active");
        }
        Ok(())
    }

    /// The position in the window of a pixel's centre.
    ///
    /// # Errors
    /// [`Reason::CoordinateOutOfBounds`] for a pixel outside of the picture or of its live part.
    pub fn map(&self, (x, y): (i64, i64)) -> Result<(i64, i64)> {
        let (source, viewport) = (self.rectangle("source")?, self.rectangle("viewport")?);
        let (right, bottom) = (source.left + source.width, source.top + source.height);
        if !(source.left..right).contains(&x) || !(source.top..bottom).contains(&y) {
            return Err(Error::new(
                Reason::CoordinateOutOfBounds,
                format!(
                    "pixel {x},{y} is outside of the picture's live part: x {} to {}, y {} to {}",
                    source.left,
                    right - 1,
                    source.top,
                    bottom - 1
                ),
            ));
        }
        let scale = |offset: i64, from: i64, to: i64| ((2 * offset + 1) * to / (2 * from)).min(to - 1);
        Ok((
            viewport.left + scale(x - source.left, source.width, viewport.width),
            viewport.top + scale(y - source.top, source.height, viewport.height),
        ))
    }
}

fn not_actionable(path: &Path, what: &str) -> Error {
    Error::new(
        Reason::CaptureNotActionable,
        format!("{}: {what}. Take a new capture", path.display()),
    )
}
