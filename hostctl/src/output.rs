//! Results as text for people or as JSON for programs.
//!
//! A command hands over both forms; the user's `--json` picks one. JSON is one line and ends in a line feed.

use std::io::Write;

use anyhow::Context;
use serde::Serialize;
use serde_json::json;

use crate::failure::{Failure, FailureKind};

/// Where results go, and in which form.
pub struct Output<'w> {
    json: bool,
    writer: &'w mut dyn Write,
}

impl<'w> Output<'w> {
    /// Results go to `writer`, as JSON when `json` says so.
    pub fn new(json: bool, writer: &'w mut dyn Write) -> Output<'w> {
        Output { json, writer }
    }

    /// Shows a result: `text`, or `value` as JSON.
    ///
    /// # Errors
    /// When the stream does not take it, as when a pipe's reader has gone.
    pub fn show(&mut self, text: &str, value: &impl Serialize) -> anyhow::Result<()> {
        let mut shown = if self.json {
            serde_json::to_string(value)?
        } else {
            String::from(text)
        };
        if !shown.ends_with('\n') {
            shown.push('\n');
        }
        self.writer
            .write_all(shown.as_bytes())
            .context("the result could not be written")?;
        self.writer.flush().context("the result could not be written")
    }

    /// Shows that something without a result was done: nothing as text, `{"ok":true}` as JSON.
    ///
    /// # Errors
    /// As [`Output::show`].
    pub fn show_done(&mut self) -> anyhow::Result<()> {
        if self.json {
            self.show("", &json!({ "ok": true }))
        } else {
            Ok(())
        }
    }
}

/// The class of `error`: that of the [`Failure`] in it. All else comes from the writing of results.
pub fn failure_kind(error: &anyhow::Error) -> FailureKind {
    error
        .downcast_ref::<Failure>()
        .map_or(FailureKind::Output, |failure| failure.kind)
}

/// An error as it goes to the error stream, its line feed included.
pub fn failure_text(error: &anyhow::Error, json: bool) -> String {
    let message = format!("{error:#}");
    if !json {
        return format!("hostctl: {message}\n");
    }
    let kind = failure_kind(error);
    let error = json!({ "error": {
        "exit_code": kind.exit_code(),
        "name": kind.name(),
        "message": message,
    }});
    format!("{error}\n")
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::{Output, failure_kind, failure_text};
    use crate::failure::{Failure, FailureKind};

    fn shown(json: bool, show: impl FnOnce(&mut Output<'_>) -> anyhow::Result<()>) -> String {
        let mut bytes = Vec::new();
        show(&mut Output::new(json, &mut bytes)).unwrap();
        String::from_utf8(bytes).unwrap()
    }

    #[test]
    fn both_forms_end_in_one_line_feed() {
        assert_eq!(shown(false, |output| output.show("a\nb\n", &json!({}))), "a\nb\n");
        assert_eq!(shown(false, |output| output.show("", &json!({}))), "\n");
        assert_eq!(
            shown(true, |output| output.show("a", &json!({ "text": "Zürich" }))),
            "{\"text\":\"Zürich\"}\n"
        );
        assert_eq!(shown(false, |output| output.show_done()), "");
        assert_eq!(shown(true, |output| output.show_done()), "{\"ok\":true}\n");
    }

    #[test]
    fn a_stream_that_refuses_is_a_failure() {
        let mut full: [u8; 0] = [];
        let mut writer = &mut full[..];
        let error = Output::new(false, &mut writer)
            .show("text", &json!({}))
            .unwrap_err();
        assert_eq!(failure_kind(&error), FailureKind::Output);
        assert!(failure_text(&error, false).starts_with("hostctl: the result could not be written: "));
    }

    #[test]
    fn failures_have_both_forms() {
        let failure = anyhow::Error::from(Failure::new(FailureKind::NotFound, "no \"X\""));
        assert_eq!(failure_text(&failure, false), "hostctl: no \"X\"\n");
        let json = failure_text(&failure, true);
        assert_eq!(
            json,
            "{\"error\":{\"exit_code\":110,\"message\":\"no \\\"X\\\"\",\"name\":\"not-found\"}}\n"
        );
    }
}
