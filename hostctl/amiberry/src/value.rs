//! Typed answers: what the fields of a reply mean.

use crate::error::{Error, Result};
use serde_json::{Map, json};

/// A typed value out of a reply.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Value {
    /// Nothing, as for an empty drive.
    Nothing,
    /// A number.
    Integer(i64),
    /// Yes or no.
    Truth(bool),
    /// A text.
    Text(String),
    /// Several values.
    List(Vec<Value>),
    /// Named values, in the order they came.
    Record(Vec<(String, Value)>),
}

impl Value {
    /// A named value of a record.
    pub fn get(&self, name: &str) -> Option<&Value> {
        match self {
            Value::Record(fields) => fields.iter().find(|(key, _)| key == name).map(|(_, value)| value),
            _ => None,
        }
    }

    /// The number in it.
    pub fn integer(&self) -> Option<i64> {
        match self {
            Value::Integer(number) => Some(*number),
            _ => None,
        }
    }

    /// The text in it.
    pub fn text(&self) -> Option<&str> {
        match self {
            Value::Text(text) => Some(text),
            _ => None,
        }
    }

    /// As JSON.
    pub fn json(&self) -> serde_json::Value {
        match self {
            Value::Nothing => serde_json::Value::Null,
            Value::Integer(number) => json!(number),
            Value::Truth(truth) => json!(truth),
            Value::Text(text) => json!(text),
            Value::List(items) => items.iter().map(Value::json).collect(),
            Value::Record(fields) => {
                let fields: Map<_, _> = fields
                    .iter()
                    .map(|(key, value)| (key.clone(), value.json()))
                    .collect();
                serde_json::Value::Object(fields)
            }
        }
    }

    /// As text for people: a record has one `name value` line per field, a list one line per item.
    pub fn show(&self) -> String {
        match self {
            Value::Nothing => "-".into(),
            Value::Integer(number) => number.to_string(),
            Value::Truth(truth) => (if *truth { "yes" } else { "no" }).into(),
            Value::Text(text) => text.clone(),
            Value::List(items) => items.iter().map(Value::line).collect::<Vec<_>>().join("\n"),
            Value::Record(fields) => {
                let lines = fields
                    .iter()
                    .map(|(key, value)| format!("{key} {}", value.line()));
                lines.collect::<Vec<_>>().join("\n")
            }
        }
    }

    fn line(&self) -> String {
        self.show().replace('\n', ", ")
    }
}

/// How a field is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// A decimal number.
    Integer,
    /// Bare hexadecimal digits.
    Hexadecimal,
    /// `0` or `1`.
    Flag,
    /// `true` or `false`.
    Truth,
    /// Any text.
    Text,
    /// A text, or nothing when it is empty or `<empty>`.
    Optional,
    /// A decimal number before this unit.
    Unit(&'static str),
}

impl Form {
    /// Reads a field.
    ///
    /// # Errors
    /// [`crate::error::Reason::NotUnderstood`] with the field's name.
    pub fn read(self, command: &str, name: &str, text: &str) -> Result<Value> {
        let value = match self {
            Form::Integer => text.parse().ok().map(Value::Integer),
            Form::Hexadecimal => i64::from_str_radix(text, 16).ok().map(Value::Integer),
            Form::Unit(unit) => text
                .strip_suffix(unit)
                .and_then(|number| number.parse().ok())
                .map(Value::Integer),
            Form::Flag | Form::Truth => match (self, text) {
                (Form::Flag, "0") | (Form::Truth, "false") => Some(Value::Truth(false)),
                (Form::Flag, "1") | (Form::Truth, "true") => Some(Value::Truth(true)),
                _ => None,
            },
            Form::Text => Some(Value::Text(text.into())),
            Form::Optional if text.is_empty() || text == "<empty>" => Some(Value::Nothing),
            Form::Optional => Some(Value::Text(text.into())),
        };
        value.ok_or_else(|| {
            Error::not_understood(format!(
                "the answer to {command} has {name}={text:?}, which is no {self:?}. A newer Amiberry may have changed it; \
                 `raw {command}` shows the fields"
            ))
        })
    }
}

/// A field's name and form. In a record, `#` stands for a digit, and `?` at the end for a field that may be missing.
pub type Field = (&'static str, Form);

/// The shape of the fields after `OK`.
#[derive(Clone, Copy, Debug)]
pub enum Shape {
    /// None. A text that a newer server adds is kept.
    Done,
    /// A text.
    Message,
    /// Fields by their place; later ones may be missing.
    Places(&'static [Field]),
    /// `key=value` fields; unknown keys are kept as texts.
    Record(&'static [Field]),
    /// A list of texts, or one text that says that there are none.
    Names(&'static str),
    /// Lines; a first field that ends in a colon is a heading.
    Lines,
    /// `unit…=kind:path` of hard drives.
    HardDrives,
    /// `count=`, then one record per breakpoint.
    Breakpoints,
    /// Records when the first field has a key, else a text: SCREENSHOT.
    Picture,
}

impl Shape {
    /// Reads the fields.
    ///
    /// # Errors
    /// [`crate::error::Reason::NotUnderstood`].
    pub fn read(&self, command: &str, fields: &[String]) -> Result<Value> {
        let texts =
            |fields: &[String]| Value::List(fields.iter().map(|field| Value::Text(field.clone())).collect());
        match self {
            Shape::Done if fields.is_empty() => Ok(Value::Nothing),
            Shape::Done | Shape::Message => Ok(Value::Text(fields.join(" "))),
            Shape::Places(expected) => {
                if fields.is_empty() {
                    return Err(Error::not_understood(format!(
                        "the answer to {command} has no fields"
                    )));
                }
                let pairs = expected.iter().zip(fields);
                let read = pairs
                    .map(|((name, form), text)| Ok(((*name).to_owned(), form.read(command, name, text)?)));
                Ok(Value::Record(read.collect::<Result<_>>()?))
            }
            Shape::Record(expected) => record(command, expected, fields),
            Shape::Names(none) if fields.first().is_some_and(|field| field == none) => {
                Ok(Value::List(Vec::new()))
            }
            Shape::Names(_) => Ok(texts(fields)),
            Shape::Lines => Ok(texts(
                &fields[usize::from(fields.first().is_some_and(|field| field.ends_with(':')))..],
            )),
            Shape::HardDrives if fields.first().is_some_and(|field| field.starts_with('<')) => {
                Ok(Value::List(Vec::new()))
            }
            Shape::HardDrives => Ok(Value::List(
                fields
                    .iter()
                    .map(|field| hard_drive(field))
                    .collect::<Result<_>>()?,
            )),
            Shape::Breakpoints if fields.first().is_some_and(|field| field.starts_with("count=")) => {
                const FIELDS: &[Field] = &[
                    ("slot", Form::Integer),
                    ("address", Form::Hexadecimal),
                    ("type", Form::Integer),
                    ("enabled", Form::Flag),
                ];
                let read = |field: &String| {
                    let words: Vec<String> = field.split(' ').map(str::to_owned).collect();
                    record(command, FIELDS, &words)
                };
                Ok(Value::List(fields[1..].iter().map(read).collect::<Result<_>>()?))
            }
            Shape::Breakpoints => Ok(Value::List(Vec::new())),
            Shape::Picture if fields.len() == 1 => Ok(Value::Record(vec![(
                "path".into(),
                Value::Text(fields[0].clone()),
            )])),
            Shape::Picture => record(command, crate::automation::CAPTURE_FIELDS, fields),
        }
    }
}

/// Whether a key has this name, where `#` stands for a digit.
fn matches(name: &str, key: &str) -> bool {
    let name = name.trim_end_matches('?');
    name.len() == key.len()
        && name
            .bytes()
            .zip(key.bytes())
            .all(|(name, key)| name == key || (name == b'#' && key.is_ascii_digit()))
}

fn record(command: &str, expected: &[Field], fields: &[String]) -> Result<Value> {
    let mut values = Vec::with_capacity(fields.len());
    for field in fields {
        let (key, text) = field.split_once('=').ok_or_else(|| {
            Error::not_understood(format!(
                "the answer to {command} has the field {field:?} where key=value is due"
            ))
        })?;
        let form = expected
            .iter()
            .find(|(name, _)| matches(name, key))
            .map_or(Form::Text, |(_, form)| *form);
        values.push((key.to_owned(), form.read(command, key, text)?));
    }
    let missing = expected
        .iter()
        .find(|(name, _)| !name.contains(['?', '#']) && !values.iter().any(|(key, _)| key == name));
    match missing {
        Some((name, _)) => Err(Error::not_understood(format!(
            "the answer to {command} lacks {name}. Another version may have changed it; `raw {command}` shows the fields"
        ))),
        None => Ok(Value::Record(values)),
    }
}

fn hard_drive(field: &str) -> Result<Value> {
    let parts = field
        .split_once('=')
        .and_then(|(unit, rest)| Some((unit, rest.split_once(':')?)));
    let (unit, (kind, path)) = parts
        .ok_or_else(|| Error::not_understood(format!("{field:?} is no hard drive: unit=kind:path is due")))?;
    let writable = path.strip_suffix(" (readonly)");
    Ok(Value::Record(vec![
        ("unit".into(), Value::Text(unit.into())),
        ("kind".into(), Value::Text(kind.into())),
        ("path".into(), Value::Text(writable.unwrap_or(path).into())),
        ("read_only".into(), Value::Truth(writable.is_some())),
    ]))
}
