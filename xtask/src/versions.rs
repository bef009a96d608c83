//! Checks that the compiler and LLVM belong together: bitcode is read only by the LLVM version that wrote it.

use crate::step::output;
use anyhow::{Context, Result, bail};
use std::path::Path;
use std::process::Command;

/// The LLVM version that the code generator is written for; its crate `llvm-sys` names it, too.
pub const LLVM: u32 = 22;
/// Debian's compiler. The one that rustup installs has no source of `core` for the m68k target with it.
pub const RUSTC: &str = "/usr/bin/rustc";

/// Where Debian installs that LLVM.
pub fn llvm_folder() -> String {
    format!("/usr/lib/llvm-{LLVM}")
}

/// Checks the versions and gives them as one line, as the reason for what is built with them.
///
/// # Errors
/// They do not fit: the message says which were found and which work.
pub fn check() -> Result<String> {
    let version = output(Command::new(RUSTC).arg("-vV"))
        .context("Debian's compiler does not run; the package rustc-web brings it")?;
    let release = field(&version, "release: ").unwrap_or("unknown");
    let llvm = field(&version, "LLVM version: ").unwrap_or("unknown");
    if major(llvm) != Some(LLVM) {
        bail!(
            "{RUSTC} is version {release} with LLVM {llvm}, and the code generator reads the bitcode of LLVM {LLVM} \
             alone. Known to work: rustc-web 1.96 (LLVM 22.1) with llvm-22. Debian may have moved rustc-web forward: \
             `apt-cache policy rustc-web` lists the versions; install one with that LLVM, or see docs/toolchain.md \
             for what a newer LLVM needs"
        );
    }
    let config = format!("{}/bin/llvm-config", llvm_folder());
    let tools = output(Command::new(&config).arg("--version"))
        .with_context(|| format!("{config} does not run; the package llvm-{LLVM}-dev brings it"))?;
    let source = "/usr/lib/rustlib/src/rust/library/core/src/lib.rs";
    if !Path::new(source).exists() {
        bail!(
            "{source} is missing; the package rust-web-src of the same version as rustc-web ({release}) brings it"
        );
    }
    Ok(format!(
        "rustc {release}, its LLVM {llvm}, tools LLVM {}",
        tools.trim()
    ))
}

/// The rest of the line that begins with `key`.
fn field<'text>(text: &'text str, key: &str) -> Option<&'text str> {
    text.lines().find_map(|line| line.strip_prefix(key))
}

/// The first number of a version.
fn major(version: &str) -> Option<u32> {
    version.split('.').next()?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn versions_are_read_from_the_compilers_own_words() {
        let text = "rustc 1.96.0\nhost: x\nrelease: 1.96.0\nLLVM version: 22.1.8\n";
        assert_eq!(field(text, "release: "), Some("1.96.0"));
        assert_eq!(field(text, "LLVM version: ").and_then(major), Some(22));
        assert_eq!(major("unknown"), None);
    }
}
