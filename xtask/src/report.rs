//! What a test run found: counted for its last line, and written down for a long run.

use crate::paths::Paths;
use crate::step::output;
use anyhow::{Context, Result};
use std::fmt::Write;
use std::path::PathBuf;
use std::process::Command;
use std::time::Duration;

/// Tests print lines that begin so for what a report should keep: seeds, counts, figures.
const REPORT_MARK: &str = "report: ";

/// What one part of a test run found.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Section {
    /// Its name.
    pub name: String,
    /// Checks that held.
    pub passed: u32,
    /// Checks that did not.
    pub failed: u32,
    /// How long it took.
    pub time: Duration,
    /// Lines for the report.
    pub notes: Vec<String>,
}

impl Section {
    /// Counts one line of output: the closing line of a Rust test program, or a note.
    pub fn look_at(&mut self, line: &str) {
        if let Some(counts) = line.strip_prefix("test result: ") {
            let count = |what: &str| {
                let words: Vec<&str> = counts.split([' ', ';']).filter(|word| !word.is_empty()).collect();
                let at = words.iter().position(|word| *word == what)?;
                words[at.checked_sub(1)?].parse::<u32>().ok()
            };
            self.passed += count("passed").unwrap_or(0);
            self.failed += count("failed").unwrap_or(0);
        }
        if let Some((_, note)) = line.split_once(REPORT_MARK) {
            self.notes.push(note.to_string());
        }
    }
}

/// The closing line of a run.
pub fn summary(sections: &[Section]) -> String {
    let passed: u32 = sections.iter().map(|section| section.passed).sum();
    let failed: u32 = sections.iter().map(|section| section.failed).sum();
    format!("{passed} passed, {failed} failed")
}

/// Writes `docs/reports/long-<date>.md`, and gives its path.
///
/// # Errors
/// The file cannot be written, or git does not tell the commit.
pub fn write(
    paths: &Paths,
    versions: &str,
    counts: &[(&str, &str)],
    sections: &[Section],
) -> Result<PathBuf> {
    let date = output(Command::new("date").args(["-u", "+%Y-%m-%d"]))?;
    let commit = output(
        Command::new("git")
            .current_dir(&paths.root)
            .args(["describe", "--always", "--dirty"]),
    )?;
    let mut text = format!("# Long test run of {}\n\n", date.trim());
    // Writing to a string cannot fail.
    let _ = writeln!(
        text,
        "`cargo xtask test --long` at commit {}, built with {versions}.\n",
        commit.trim()
    );
    for (name, value) in counts {
        let _ = writeln!(text, "- `{name}={value}`");
    }
    text.push_str("\n| part | passed | failed | seconds |\n|---|---|---|---|\n");
    for section in sections {
        let seconds = section.time.as_secs_f64();
        let _ = writeln!(
            text,
            "| {} | {} | {} | {seconds:.1} |",
            section.name, section.passed, section.failed
        );
    }
    let _ = writeln!(text, "\n{}.", summary(sections));
    for section in sections.iter().filter(|section| !section.notes.is_empty()) {
        let _ = writeln!(text, "\n## {}\n", section.name);
        for note in &section.notes {
            let _ = writeln!(text, "- {note}");
        }
    }
    let folder = paths.root.join("docs/reports");
    std::fs::create_dir_all(&folder).context("could not create docs/reports")?;
    let path = folder.join(format!("long-{}.md", date.trim()));
    std::fs::write(&path, text).with_context(|| format!("could not write {}", path.display()))?;
    Ok(path)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_of_test_programs_add_up_and_notes_are_kept() {
        let mut section = Section::default();
        section.look_at(
            "test result: ok. 12 passed; 0 failed; 3 ignored; 0 measured; 0 filtered out; finished in 1s",
        );
        section.look_at("test result: FAILED. 2 passed; 1 failed; 0 ignored; 0 measured; 0 filtered out");
        section.look_at("report: 100000 inputs, seed 7");
        section.look_at("anything else");
        assert_eq!((section.passed, section.failed), (14, 1));
        assert_eq!(section.notes, ["100000 inputs, seed 7"]);
        assert_eq!(summary(&[section]), "14 passed, 1 failed");
    }
}
