//! `cargo xtask build`: the programs for the Amiga, as hunk executables in `target/amiga`.

use crate::hunks;
use crate::paths::Paths;
use crate::setup::generator_reason;
use crate::step::{run as run_command, step};
use crate::versions::{self, RUSTC};
use anyhow::{Context, Result};
use std::path::PathBuf;
use std::process::Command;

/// The compilation target: its bitcode is all that is used of LLVM's m68k support.
const TARGET: &str = "m68k-unknown-none-elf";

/// What the linker shall make.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A hunk executable for AmigaOS.
    Amiga,
    /// A static Linux program for `qemu-m68k`.
    Linux,
}

/// Some programs of one package that are built alike.
pub struct Programs<'names> {
    /// The package.
    pub package: &'names str,
    /// Names of the binaries.
    pub binaries: &'names [&'names str],
    /// Cargo features to switch on.
    pub features: &'names str,
    /// `abort` or `immediate-abort`: which sysroot.
    pub panic: &'names str,
    /// What comes out.
    pub kind: Kind,
    /// A deliberate fault of the code generator, for tests of the tests.
    pub mutant: Option<&'names str>,
}

/// The programs of the product and of its tests.
const PROGRAMS: [Programs; 2] = [
    Programs {
        package: "firmware",
        binaries: &["AmiPilotServer", "AmiInspect"],
        features: "amiga",
        panic: "immediate-abort",
        kind: Kind::Amiga,
        mutant: None,
    },
    Programs {
        package: "amiga-programs",
        binaries: &[
            "GTApp",
            "QuietDebug",
            "ShowMemory",
            "HoldSerial",
            "CheckRexx",
            "Exchange",
            "RexxPeer",
            "Cooperate",
            "TwoScreens",
            "Overlap",
            "ManyGadgets",
            "LongMenu",
            "Asker",
            "Flicker",
            "JunkGadgets",
        ],
        features: "amiga",
        panic: "abort",
        kind: Kind::Amiga,
        mutant: None,
    },
];

/// The shared libraries of the tests, without `.library`.
const LIBRARIES: Programs = Programs {
    package: "amiga-libraries",
    binaries: &["rexxsyslib", "commodities"],
    features: "amiga",
    panic: "immediate-abort",
    kind: Kind::Amiga,
    mutant: None,
};

/// Builds all and lets an independent reader look at each hunk file.
///
/// # Errors
/// A program does not build, holds an opcode that a 68000 lacks, or is no proper hunk file.
pub fn run(paths: &Paths) -> Result<()> {
    for programs in &PROGRAMS {
        finish(paths, programs)?;
    }
    finish_as(paths, &LIBRARIES, "libs", ".library")
}

/// Builds some programs for the Amiga into `target/amiga`.
///
/// # Errors
/// As for [`run`].
pub fn finish(paths: &Paths, programs: &Programs) -> Result<()> {
    finish_as(paths, programs, "", "")
}

/// Builds some binaries into a folder below `target/amiga`, with `suffix` after their names.
fn finish_as(paths: &Paths, programs: &Programs, folder: &str, suffix: &str) -> Result<()> {
    step(
        &format!("build: {} for the Amiga", programs.binaries.join(", ")),
        || {
            let folder = paths.amiga().join(folder);
            std::fs::create_dir_all(&folder)
                .with_context(|| format!("could not create {}", folder.display()))?;
            for file in build(paths, programs)? {
                let name = file.file_name().context("a program without a name")?;
                let finished = folder.join(format!("{}{suffix}", name.to_string_lossy()));
                std::fs::copy(&file, &finished).with_context(|| {
                    format!("could not copy {} to {}", file.display(), finished.display())
                })?;
                hunks::listing(paths, &finished)?;
            }
            Ok(())
        },
    )
}

/// Builds some programs and gives the files, in the order of their names. The linker checks every opcode.
///
/// # Errors
/// Compiler or code generator stop: they have said why.
pub fn build(paths: &Paths, programs: &Programs) -> Result<Vec<PathBuf>> {
    let generator = generator_reason(paths, &versions::check()?)?;
    let (kind, folder) = match programs.kind {
        Kind::Amiga => ("amiga", "m68k-amiga"),
        Kind::Linux => ("linux", "m68k-linux"),
    };
    let target = paths.target.join(folder).join(programs.panic);
    let mut flags = vec![
        format!("--sysroot={}", paths.sysroots().join(programs.panic).display()),
        "-Clinker-plugin-lto".into(),
        "-Clinker-flavor=ld".into(),
        format!("-Clinker={}", paths.linker().display()),
        "-Ctarget-cpu=M68000".into(),
        // Another code generator gives another program, which cargo cannot know of by itself.
        format!("--cfg=code_generator=\"{generator}\""),
    ];
    if programs.panic == "immediate-abort" {
        flags.extend(["-Zunstable-options".into(), "-Cpanic=immediate-abort".into()]);
    }
    let mut command = Command::new("cargo");
    command.current_dir(&paths.root).args([
        // A fault changes the program alone: cargo takes another flag for it as the reason to link it again.
        if programs.mutant.is_some() {
            "rustc"
        } else {
            "build"
        },
        "--quiet",
        "--profile",
        "amiga",
        "--ignore-rust-version",
    ]);
    command.args([
        "--target",
        TARGET,
        "--package",
        programs.package,
        "--features",
        programs.features,
    ]);
    for binary in programs.binaries {
        command.args(["--bin", binary]);
    }
    command
        .arg("--target-dir")
        .arg(&target)
        .env_remove("CARGO_TARGET_DIR");
    command.env("RUSTC", RUSTC).env("RUSTC_BOOTSTRAP", "1");
    // Flags may hold blanks, which this form of the variable keeps apart.
    command
        .env_remove("RUSTFLAGS")
        .env("CARGO_ENCODED_RUSTFLAGS", flags.join("\u{1f}"));
    command
        .env("AMIPILOT_LINK", kind)
        .env("AMIPILOT_LDSCRIPTS", paths.root.join("ldscripts"));
    command.env_remove("AMIPILOT_MUTANT");
    if let Some(mutant) = programs.mutant {
        command.env("AMIPILOT_MUTANT", mutant);
        command.args(["--".into(), format!("--cfg=mutant=\"{mutant}\"")]);
    }
    run_command(&mut command)?;
    let made = target.join(TARGET).join("amiga");
    Ok(programs.binaries.iter().map(|binary| made.join(binary)).collect())
}
