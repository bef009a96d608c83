//! The value of a resource.

use super::Reader;
use crate::error::Result;
use std::fmt;

/// What RESOURCE_GET answers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ResourceValue {
    /// A text.
    Text(String),
    /// An integer.
    Integer(i32),
}

impl ResourceValue {
    /// Reads a RESOURCE_GET body.
    ///
    /// # Errors
    /// [`crate::error::Error::Malformed`] for an unknown type or an integer of no bytes or more than four.
    pub fn decode(body: &[u8]) -> Result<ResourceValue> {
        let mut reader = Reader::new("resource value", body);
        match reader.u8()? {
            0 => Ok(ResourceValue::Text(reader.text()?)),
            1 => {
                let bytes = reader.sized()?.rest();
                if bytes.is_empty() || bytes.len() > 4 {
                    return Err(reader.malformed(format!("an integer of {} bytes", bytes.len())));
                }
                let mut whole = [0; 4];
                whole[..bytes.len()].copy_from_slice(bytes);
                Ok(ResourceValue::Integer(i32::from_le_bytes(whole)))
            }
            kind => Err(reader.malformed(format!("type {kind}, where 0 is a text and 1 an integer"))),
        }
    }
}

impl fmt::Display for ResourceValue {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ResourceValue::Text(text) => formatter.write_str(text),
            ResourceValue::Integer(value) => write!(formatter, "{value}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_types_are_read_and_others_refused() {
        assert_eq!(
            ResourceValue::decode(&[0, 2, b'o', b'k']).unwrap(),
            ResourceValue::Text("ok".into())
        );
        assert_eq!(
            ResourceValue::decode(&[1, 4, 0xff, 0xff, 0xff, 0xff]).unwrap(),
            ResourceValue::Integer(-1)
        );
        assert_eq!(
            ResourceValue::decode(&[1, 2, 0x25, 0]).unwrap(),
            ResourceValue::Integer(37)
        );
        for wrong in [
            &[1, 0][..],
            &[1, 5, 0, 0, 0, 0, 0],
            &[2, 1, 0],
            &[0, 3, b'o'],
            &[],
        ] {
            assert!(ResourceValue::decode(wrong).is_err(), "{wrong:?}");
        }
    }
}
