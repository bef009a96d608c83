//! The size report: where the bytes are.

use std::fmt::Write;
use std::path::Path;

use anyhow::Result;

use crate::elf::{Content, Section};
use crate::symbols::{self, Kind};

/// How many functions the report lists.
const LISTED: usize = 10;

/// Describes sections and the largest functions.
///
/// # Errors
/// When objdump is missing or fails.
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
    let mut functions = symbols::read(elf)?;
    functions.retain(|symbol| symbol.kind == Kind::Function);
    functions.sort_by(|left, right| right.size.cmp(&left.size).then(left.name.cmp(&right.name)));
    for function in functions.iter().take(LISTED) {
        writeln!(report, "{} {}", function.size, function.name)?;
    }
    Ok(report)
}
