//! `cargo xtask setup`: everything that the other tasks need. Each step is done again only when its reason changed.

use crate::packages;
use crate::paths::Paths;
use crate::stamp::{fingerprint, once};
use crate::step::{run as run_command, step};
use crate::versions;
use anyhow::Result;
use std::process::Command;

/// What the Python environment holds. amitools works with this machine68k and not with 0.4.
const PYTHON_PACKAGES: [&str; 4] = [
    "amitools==0.8.1",
    "machine68k==0.3.0",
    "amipilot==1.1.0",
    "pyserial==3.5",
];

/// Ways to panic that a sysroot can be built for: with a message, or straight to the end, for the smallest code.
pub const PANIC_WAYS: [&str; 2] = ["abort", "immediate-abort"];

/// Does all steps.
///
/// # Errors
/// The first step that fails, with what to do about it.
pub fn run(paths: &Paths) -> Result<()> {
    step("setup: Debian packages", packages::install_missing)?;
    let versions = step("setup: versions of the compiler and LLVM", versions::check)?;
    let python = PYTHON_PACKAGES.join(" ");
    step(
        "setup: Python environment (amitools, the original client)",
        || once(paths, "python", &python, || python_environment(paths)),
    )?;
    let generator = generator_reason(paths, &versions)?;
    step("setup: the code generator", || {
        once(paths, "codegen", &generator, || code_generator(paths))
    })?;
    // The sysroot is plain bitcode of rustc's: of the generator only the module that builds it matters.
    let recipe = std::fs::read_to_string(paths.root.join("xtask/codegen/src/sysroot.rs"))?;
    let library = format!("{versions}\n{recipe}");
    for way in PANIC_WAYS {
        step(&format!("setup: core library for the 68000, panic={way}"), || {
            once(paths, &format!("sysroot-{way}"), &library, || sysroot(paths, way))
        })?;
    }
    Ok(())
}

/// What the code generator and everything built with it depend on.
pub fn generator_reason(paths: &Paths, versions: &str) -> Result<String> {
    let generator = fingerprint(&paths.root.join("xtask/codegen"))?;
    let scripts = fingerprint(&paths.root.join("ldscripts"))?;
    Ok(format!(
        "{versions}; code generator {generator:016x}, scripts {scripts:016x}"
    ))
}

/// Makes `target/venv` anew. Debian's own Python, since its headers are the ones that are installed.
fn python_environment(paths: &Paths) -> Result<()> {
    run_command(
        Command::new("/usr/bin/python3")
            .args(["-m", "venv", "--clear"])
            .arg(paths.venv()),
    )?;
    run_command(
        Command::new(paths.venv().join("bin/pip"))
            .args(["install", "--disable-pip-version-check", "--no-input"])
            .args(PYTHON_PACKAGES),
    )
}

/// Builds the linker in a target folder of its own.
fn code_generator(paths: &Paths) -> Result<()> {
    run_command(
        Command::new("cargo")
            .args(["build", "--release", "--locked", "--manifest-path"])
            .arg(paths.root.join("xtask/codegen/Cargo.toml"))
            .arg("--target-dir")
            .arg(paths.codegen())
            .env("LLVM_SYS_221_PREFIX", versions::llvm_folder())
            .env_remove("CARGO_TARGET_DIR"),
    )
}

/// Builds `core` and `alloc` as bitcode.
fn sysroot(paths: &Paths, way: &str) -> Result<()> {
    run_command(
        Command::new(paths.linker())
            .arg("--build-sysroot")
            .arg(paths.sysroots().join(way))
            .args(["--panic", way])
            .env("RUSTC", versions::RUSTC),
    )
}
