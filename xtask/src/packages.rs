//! The Debian packages that the Amiga side needs, and how they are installed.

use crate::step::{output, run};
use anyhow::{Result, bail};
use std::process::Command;

/// All packages, with what each is for.
pub const PACKAGES: [(&str, &str); 17] = [
    (
        "rustc-web",
        "the compiler whose core library we have the source of",
    ),
    ("rust-web-src", "that source"),
    ("llvm-22", "llvm-link and opt, of the compiler's own LLVM version"),
    (
        "llvm-22-dev",
        "the library that the code generator reads bitcode with",
    ),
    ("gcc-m68k-linux-gnu", "turns the generated C into 68000 code"),
    ("binutils-m68k-linux-gnu", "assembler, linker, disassembler"),
    ("gcc", "links programs for this PC, and builds a part of amitools"),
    ("g++", "links the code generator with LLVM"),
    ("libc6-dev", "headers for the same"),
    (
        "qemu-user",
        "runs the conformance suite without an emulated machine",
    ),
    ("fs-uae", "the emulated Amigas"),
    ("libgl1-mesa-dri", "the software renderer that it draws with"),
    ("xvfb", "a display for pictures of them"),
    ("imagemagick", "takes those pictures"),
    ("python3", "runs the original client and amitools"),
    ("python3-venv", "keeps them apart from the system's Python"),
    ("python3-dev", "headers for the part of amitools that is built"),
];

/// Installs what is missing when we are root, and else stops with the command to run.
///
/// # Errors
/// Packages are missing and we are not root, or apt-get fails.
pub fn install_missing() -> Result<()> {
    let missing = missing()?;
    if missing.is_empty() {
        return Ok(());
    }
    if !is_root()? {
        bail!(
            "these Debian packages are missing: {}.\nInstall them with this command, and start again:\n\n    \
             sudo apt-get update && sudo apt-get install -y --no-install-recommends {0}\n",
            missing.join(" ")
        );
    }
    for (name, purpose) in PACKAGES.iter().filter(|(name, _)| missing.contains(name)) {
        eprintln!("    {name}: {purpose}");
    }
    let apt = |arguments: &[&str]| {
        let mut command = Command::new("apt-get");
        command.args(arguments).env("DEBIAN_FRONTEND", "noninteractive");
        run(&mut command)
    };
    apt(&["update"])?;
    let mut arguments = vec!["install", "-y", "--no-install-recommends"];
    arguments.extend(&missing);
    apt(&arguments)
}

/// The packages that are not installed.
fn missing() -> Result<Vec<&'static str>> {
    let mut query = Command::new("dpkg-query");
    query
        .args(["-W", "-f=${Package} ${db:Status-Status}\\n"])
        .args(PACKAGES.map(|(name, _)| name));
    let Ok(answer) = query.output() else {
        bail!(
            "dpkg-query is not here: this is no Debian system. The Amiga side is built and tested on Debian 12; \
             docs/toolchain.md lists what it needs, for other systems"
        );
    };
    // dpkg-query fails when it knows one of them not at all; the others are listed all the same.
    let installed = String::from_utf8_lossy(&answer.stdout).into_owned();
    let is_there = |name: &str| installed.lines().any(|line| line == format!("{name} installed"));
    Ok(PACKAGES
        .iter()
        .map(|(name, _)| *name)
        .filter(|name| !is_there(name))
        .collect())
}

/// True when this process may install packages.
fn is_root() -> Result<bool> {
    Ok(output(Command::new("id").arg("-u"))?.trim() == "0")
}
