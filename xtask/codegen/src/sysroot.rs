//! Builds `core`, `alloc` and an empty `compiler_builtins` as bitcode for the 68000.
//!
//! `cargo build -Zbuild-std` cannot do it: it wants native code of `compiler_builtins`, and LLVM's m68k back end crashes on
//! that. What `compiler_builtins` would offer (multiplication, division, memory functions) is in `ldscripts/`.

use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Result, bail};

use crate::compile::run;

/// The LLVM whose C API this crate was built against.
pub const LLVM_MAJOR: &str = "22";
/// rustc's name of the target.
pub const TARGET: &str = "m68k-unknown-none-elf";

/// What a panic does.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Panic {
    /// Formats its message and calls the panic handler, which does not return.
    Abort,
    /// Stops at once, with no message and none of the code that makes one.
    ImmediateAbort,
}

impl Panic {
    /// Reads a strategy by rustc's name for it.
    ///
    /// # Errors
    /// When there is no such strategy.
    pub fn named(name: &str) -> Result<Self> {
        match name {
            "abort" => Ok(Self::Abort),
            "immediate-abort" => Ok(Self::ImmediateAbort),
            _ => bail!("the panic strategy `{name}`; there are `abort` and `immediate-abort`"),
        }
    }

    /// The flags that rustc wants for it, here and for every crate that uses this sysroot.
    pub fn flags(self) -> &'static [&'static str] {
        match self {
            Self::Abort => &["-Cpanic=abort"],
            Self::ImmediateAbort => &["-Zunstable-options", "-Cpanic=immediate-abort"],
        }
    }
}

/// Builds the sysroot in `folder`, unless it is there already for this compiler.
///
/// The compiler is `$RUSTC`, or `rustc`; it needs its own library source beside it.
///
/// # Errors
/// When the compiler's LLVM is not the one of this crate, its source is missing, or it fails.
pub fn build(folder: &Path, panic: Panic) -> Result<()> {
    let compiler = std::env::var("RUSTC").unwrap_or_else(|_| "rustc".into());
    let version = run(Command::new(&compiler).arg("-vV"))?;
    check_llvm(&compiler, &version)?;
    let stamp_file = folder.join("stamp");
    let stamp = format!("{version}{panic:?}\n");
    if std::fs::read_to_string(&stamp_file).is_ok_and(|text| text == stamp) {
        return Ok(());
    }
    let library = library_source(&compiler)?;
    let output = folder.join("lib/rustlib").join(TARGET).join("lib");
    if output.exists() {
        std::fs::remove_dir_all(&output)?;
    }
    std::fs::create_dir_all(&output)?;
    let builtins = folder.join("compiler_builtins.rs");
    std::fs::write(
        &builtins,
        "#![feature(compiler_builtins)]\n#![compiler_builtins]\n#![no_std]\n",
    )?;
    let sources = [
        ("core", library.join("core/src/lib.rs")),
        ("compiler_builtins", builtins),
        ("alloc", library.join("alloc/src/lib.rs")),
    ];
    for (name, source) in sources {
        let mut command = Command::new(&compiler);
        command.env("RUSTC_BOOTSTRAP", "1").args([
            "--crate-name",
            name,
            "--crate-type",
            "rlib",
            "--edition",
            "2024",
        ]);
        command.args([
            "--target",
            TARGET,
            "--cap-lints",
            "allow",
            "-Clinker-plugin-lto",
            "-Copt-level=s",
        ]);
        command.args([
            "-Ccodegen-units=1",
            "-Ctarget-cpu=M68000",
            "-Zforce-unstable-if-unmarked",
        ]);
        command
            .args(panic.flags())
            .arg("--sysroot")
            .arg(folder)
            .arg("--out-dir")
            .arg(&output)
            .arg(source);
        run(&mut command)?;
    }
    std::fs::write(stamp_file, stamp)?;
    Ok(())
}

/// Refuses a compiler that writes bitcode for another LLVM.
fn check_llvm(compiler: &str, version: &str) -> Result<()> {
    let line = version
        .lines()
        .find_map(|line| line.strip_prefix("LLVM version: "))
        .unwrap_or("unknown");
    if line.split('.').next() != Some(LLVM_MAJOR) {
        bail!(
            "`{compiler}` has LLVM {line}, but this code generator reads bitcode with LLVM {LLVM_MAJOR}. The two must \
             have the same major version. Known to work: Debian's rustc-web 1.96 with llvm-22. Either set RUSTC to such a \
             compiler, or change `llvm-sys` in xtask/codegen/Cargo.toml to the crate for LLVM {line}."
        );
    }
    Ok(())
}

/// Finds the library source that belongs to the compiler.
fn library_source(compiler: &str) -> Result<PathBuf> {
    let sysroot = run(Command::new(compiler).args(["--print", "sysroot"]))?;
    let candidates =
        [Path::new(sysroot.trim()), Path::new("/usr")].map(|root| root.join("lib/rustlib/src/rust/library"));
    match candidates
        .iter()
        .find(|path| path.join("core/src/lib.rs").exists())
    {
        Some(path) => Ok(path.clone()),
        None => bail!(
            "no library source for `{compiler}`: looked in {} and {}. Debian has it in the package rust-web-src, rustup in \
             the component rust-src.",
            candidates[0].display(),
            candidates[1].display()
        ),
    }
}
