//! What a command prints: text for people, or one JSON object per line.

use crate::error::{Error, Result};
use serde_json::{Value, json};
use std::io::Write;

/// Where results go.
pub(super) struct Output<'a> {
    writer: &'a mut dyn Write,
    json: bool,
}

impl<'a> Output<'a> {
    pub(super) fn new(writer: &'a mut dyn Write, json: bool) -> Self {
        Output { writer, json }
    }

    /// Prints a result in the form that was asked for.
    pub(super) fn show(&mut self, text: &str, json: &Value) -> Result<()> {
        let written = if self.json {
            writeln!(self.writer, "{json}")
        } else {
            writeln!(self.writer, "{text}")
        };
        written
            .and_then(|()| self.writer.flush())
            .map_err(|source| Error::File {
                path: "standard output".into(),
                source,
            })
    }

    /// Prints that something was done.
    pub(super) fn done(&mut self, text: &str) -> Result<()> {
        self.show(text, &json!({ "ok": true, "message": text }))
    }

    /// Prints an error, with `--json` only: people get it from the program's end.
    pub(super) fn error(&mut self, error: &Error) -> Result<()> {
        if !self.json {
            return Ok(());
        }
        let json = json!({
            "error": { "code": error.exit_code(), "reason": error.name(), "message": error.to_string() }
        });
        self.show("", &json)
    }
}
