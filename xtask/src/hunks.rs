//! Amiga executables as amitools' hunktool sees them: a reader whose author knows nothing of our hunk writer.

use crate::paths::Paths;
use crate::step::shown;
use anyhow::{Context, Result, bail};
use std::path::Path;
use std::process::Command;

/// What hunktool says about a loadable file, one line for each hunk.
///
/// # Errors
/// It is none.
pub fn listing(paths: &Paths, program: &Path) -> Result<String> {
    let mut command = Command::new(paths.venv().join("bin/hunktool"));
    command.arg("info").arg(program);
    // Its exit status is 1 for good files and bad ones: only the words count.
    let output = command
        .output()
        .with_context(|| format!("could not start {}", shown(&command)))?;
    let seen = String::from_utf8_lossy(&output.stdout).into_owned();
    if !seen.contains("TYPE_LOADSEG") {
        bail!(
            "{} is no loadable hunk file: {seen}{}",
            program.display(),
            String::from_utf8_lossy(&output.stderr)
        );
    }
    Ok(seen)
}

/// Bytes that all hunks of one kind take in memory; `kind` is `CODE`, `DATA` or `BSS`.
pub fn size(listing: &str, kind: &str) -> u64 {
    let sizes = listing.lines().filter_map(|line| {
        let mut words = line
            .split_whitespace()
            .skip_while(|word| *word != kind)
            .skip_while(|word| *word != "alloc");
        u64::from_str_radix(words.nth(2)?, 16).ok()
    });
    sizes.sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_of_one_kind_are_added_up() {
        let listing = "x (0.0001s) TYPE_LOADSEG\n\
            \t#000  CODE   size 00000008  alloc size 00000010  file header @0000001c  data @00000024\n\
            \t#001  BSS    size 00000014  alloc size 00000014  file header @00000030\n\
            \t#002  CODE   size 00000008  alloc size 00000100  file header @0000001c  data @00000024\n";
        assert_eq!(size(listing, "CODE"), 0x110);
        assert_eq!(size(listing, "BSS"), 0x14);
        assert_eq!(size(listing, "DATA"), 0);
    }
}
