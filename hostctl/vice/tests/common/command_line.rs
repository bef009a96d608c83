//! The command line in this process, on a fake.

use clap::Parser;
use serde_json::Value;
use std::io::Cursor;
use vice_monitor::cli::{Arguments, run_with};
use vice_monitor::error::Error;
use vice_monitor::fake::FakeVice;

/// A program that has nothing but these commands.
#[derive(Parser)]
#[command(name = "vice")]
pub struct Program {
    #[command(flatten)]
    /// They.
    pub arguments: Arguments,
}

/// Runs a command; gives its result and its output.
pub fn run(fake: &FakeVice, words: &[&str], input: &str) -> (Result<(), Error>, String) {
    let address = fake.address();
    let words = ["vice", "--address", &address]
        .into_iter()
        .chain(words.iter().copied());
    let program = Program::try_parse_from(words).expect("the words are a command");
    let mut output = Vec::new();
    let result = run_with(
        &program.arguments,
        &mut Cursor::new(input.to_owned()),
        &mut output,
    );
    (result.map(drop), String::from_utf8(output).expect("UTF-8"))
}

/// The text of a command that succeeds.
#[track_caller]
pub fn text(fake: &FakeVice, words: &[&str]) -> String {
    let (result, output) = run(fake, words, "");
    result.expect("the command succeeds");
    output.trim_end().to_owned()
}

/// The JSON of a command that succeeds.
#[track_caller]
pub fn json(fake: &FakeVice, words: &[&str]) -> Value {
    let output = text(fake, &[&["--json"], words].concat());
    serde_json::from_str(&output).expect("one JSON object")
}
