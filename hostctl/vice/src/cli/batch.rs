//! `batch`: several commands over one connection.
//!
//! A line is a command as on the command line. Words in double or single quotes may hold blanks; `#` begins a comment.
//! The first command that fails ends the batch.

use super::arguments::Command;
use super::output::Output;
use crate::error::{Error, Result};
use crate::monitor::Monitor;
use clap::Parser;
use std::io::{BufRead, BufReader};
use std::path::Path;

/// One line of a batch.
#[derive(Parser)]
#[command(no_binary_name = true, disable_help_subcommand = true)]
struct Line {
    #[command(subcommand)]
    command: Command,
}

/// Runs the commands of a file, or of `input` when the file is `-`.
pub(super) fn run(
    monitor: &mut Monitor,
    file: &Path,
    input: &mut dyn BufRead,
    output: &mut Output<'_>,
) -> Result<()> {
    if file == Path::new("-") {
        return run_lines(monitor, "standard input", input, output);
    }
    let opened = std::fs::File::open(file).map_err(|source| Error::File {
        path: file.to_owned(),
        source,
    })?;
    run_lines(
        monitor,
        &file.display().to_string(),
        &mut BufReader::new(opened),
        output,
    )
}

fn run_lines(
    monitor: &mut Monitor,
    name: &str,
    input: &mut dyn BufRead,
    output: &mut Output<'_>,
) -> Result<()> {
    for (index, line) in input.lines().enumerate() {
        let line = line.map_err(|source| Error::File {
            path: name.into(),
            source,
        })?;
        let wrong = |detail: String| Error::Argument(format!("{name}, line {}: {detail}", index + 1));
        let words = split_words(&line).map_err(wrong)?;
        if words.is_empty() {
            continue;
        }
        let parsed = Line::try_parse_from(words).map_err(|error| wrong(error.to_string()))?;
        super::run_command(monitor, &parsed.command, output)?;
    }
    Ok(())
}

/// Splits a line into words; quotes hold words together.
fn split_words(line: &str) -> std::result::Result<Vec<String>, String> {
    let mut words = Vec::new();
    let mut word: Option<String> = None;
    let mut quote = None;
    for character in line.chars() {
        match (character, quote) {
            (_, Some(open)) if character == open => quote = None,
            (_, Some(_)) => word.get_or_insert_default().push(character),
            ('"' | '\'', None) => {
                quote = Some(character);
                word.get_or_insert_default();
            }
            ('#', None) if word.is_none() => break,
            (blank, None) if blank.is_whitespace() => words.extend(word.take()),
            (other, None) => word.get_or_insert_default().push(other),
        }
    }
    if let Some(open) = quote {
        return Err(format!("a quote {open} is not closed"));
    }
    words.extend(word);
    Ok(words)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quotes_and_comments() {
        let words = |line| split_words(line).unwrap();
        assert_eq!(
            words("feed \"PRINT 6*7\" --return # types"),
            ["feed", "PRINT 6*7", "--return"]
        );
        assert_eq!(
            words("  checkpoint set $c005 --if 'A == $01'"),
            ["checkpoint", "set", "$c005", "--if", "A == $01"]
        );
        assert_eq!(words("feed \"\""), ["feed", ""]);
        assert!(words("# only a comment").is_empty());
        assert!(split_words("feed \"x").is_err());
    }
}
