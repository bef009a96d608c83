//! The size report: where the bytes are.

use std::fmt::Write;
use std::path::Path;

use anyhow::Result;

use crate::compile::{run, tool};
use crate::elf::{Content, Section};

/// How many functions the report lists.
const LISTED: usize = 10;

/// Describes sections and the largest symbols.
///
/// # Errors
/// When `nm` is missing or fails.
pub fn text(elf: &Path, sections: &[Section]) -> Result<String> {
    let mut report = String::new();
    for content in [Content::Code, Content::Data, Content::Zeros] {
        let total: u32 = sections
            .iter()
            .filter(|section| section.content == content)
            .map(|section| section.length)
            .sum();
        let name = match content {
            Content::Code => "code",
            Content::Data => "data",
            Content::Zeros => "bss",
        };
        writeln!(report, "{name} {total}")?;
    }
    let symbols = run(tool("nm")
        .args(["--print-size", "--size-sort", "--reverse-sort"])
        .arg(elf))?;
    for line in symbols.lines().take(LISTED) {
        let mut words = line.split_whitespace().skip(1);
        if let (Some(size), Some(_), Some(name)) = (words.next(), words.next(), words.next()) {
            writeln!(report, "{} {name}", u32::from_str_radix(size, 16)?)?;
        }
    }
    Ok(report)
}
