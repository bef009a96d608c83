//! From C and data to a linked ELF file: GCC, GNU as, GNU ld.

use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, bail};

use crate::arguments::{Options, Target};
use crate::assembly_text;

/// Prefix of the cross tools' names.
const TOOLS: &str = "m68k-linux-gnu-";

/// How GCC compiles. Each flag has its reason:
/// - `-fno-builtin`, `-fno-store-merging`, `-fno-expensive-optimizations`, `-fno-tree-loop-distribute-patterns`, `-fno-tree-vectorize`: GCC must
///   not make a wide access out of byte accesses, nor a call of `memcpy` out of a loop in `memcpy`. Debian's m68k-linux GCC
///   believes that odd addresses are harmless.
/// - `-fwrapv`, `-fno-strict-aliasing`, `-fno-delete-null-pointer-checks`: the rules of LLVM's IR, not of C. Address 4 is
///   where exec's base is.
/// - the last four of `-fno-…` before `-fno-pie`: each made the server smaller, together by 2 %. What is moved out of a loop
///   takes a register or a place on the stack, of which a 68000 has few.
/// - `-fomit-frame-pointer`: a6 is free for library bases.
const FLAGS: [&str; 21] = [
    "-m68000",
    "-Os",
    "-std=gnu11",
    "-ffreestanding",
    "-fno-builtin",
    "-fno-strict-aliasing",
    "-fwrapv",
    "-fomit-frame-pointer",
    "-fno-delete-null-pointer-checks",
    "-fno-store-merging",
    "-fno-expensive-optimizations",
    "-fno-tree-loop-distribute-patterns",
    "-fno-tree-vectorize",
    "-fno-move-loop-invariants",
    "-fno-tree-loop-im",
    "-fno-optimize-sibling-calls",
    "-fno-guess-branch-probability",
    "-fno-pie",
    "-fno-stack-protector",
    "-fno-asynchronous-unwind-tables",
    "-w",
];

/// What a build leaves behind.
pub struct Built {
    /// The linked ELF file.
    pub elf: PathBuf,
    /// The objects that went into it.
    pub objects: Vec<PathBuf>,
}

/// Compiles, assembles and links.
///
/// # Errors
/// When a tool is missing or refuses its input; the error holds what the tool said.
pub fn build(options: &Options, c_text: &str, data_text: &str, directory: &Path) -> Result<Built> {
    let source = directory.join("program.c");
    let assembly = directory.join("program.s");
    std::fs::write(&source, c_text)?;
    run(tool("gcc")
        .args(FLAGS)
        .arg("-S")
        .arg(&source)
        .arg("-o")
        .arg(&assembly))?;
    let mut text = assembly_text::improve(&std::fs::read_to_string(&assembly)?);
    text += data_text;
    std::fs::write(&assembly, text)?;
    let mut objects = Vec::new();
    let startup = match options.target {
        Target::Amiga => "startup-amiga.s",
        Target::Linux => "startup-linux.s",
    };
    let scripts = |name: &str| options.scripts.join(name);
    for file in [
        scripts(startup),
        assembly,
        scripts("runtime.s"),
        scripts("trampolines.s"),
    ] {
        let object = object_path(&file, directory);
        run(tool("as").arg("-m68000").arg(&file).arg("-o").arg(&object))?;
        objects.push(object);
    }
    let wide = object_path(&scripts("runtime64.c"), directory);
    run(tool("gcc")
        .args(FLAGS)
        .arg("-ffunction-sections")
        .arg("-c")
        .arg(scripts("runtime64.c"))
        .arg("-o")
        .arg(&wide))?;
    objects.push(wide);
    let (script, elf) = match options.target {
        Target::Amiga => ("amiga.ld", directory.join("program.elf")),
        Target::Linux => ("linux.ld", directory.join("program.elf")),
    };
    let mut link = tool("ld");
    if options.target == Target::Amiga {
        link.arg("--emit-relocs");
    }
    run(link
        .args(["--gc-sections", "--no-warn-rwx-segments", "-static", "-T"])
        .arg(scripts(script))
        .args(&objects)
        .arg("-o")
        .arg(&elf))?;
    Ok(Built { elf, objects })
}

/// A cross tool as a command.
pub fn tool(name: &str) -> Command {
    Command::new(format!("{TOOLS}{name}"))
}

fn object_path(source: &Path, directory: &Path) -> PathBuf {
    let stem = source
        .file_stem()
        .unwrap_or_default()
        .to_string_lossy()
        .into_owned();
    directory.join(format!("{stem}.o"))
}

/// Runs a command and returns what it printed.
///
/// # Errors
/// When it cannot be started or fails; the error holds its own message.
pub fn run(command: &mut Command) -> Result<String> {
    let program = command.get_program().to_string_lossy().into_owned();
    let output = command.output().with_context(|| {
        format!("cannot start `{program}`. `cargo xtask setup` installs what the Amiga build needs.")
    })?;
    if !output.status.success() {
        let message = String::from_utf8_lossy(&output.stderr);
        let short: String = message.lines().take(40).collect::<Vec<_>>().join("\n");
        bail!("`{program}` failed ({}):\n{short}", output.status);
    }
    Ok(String::from_utf8_lossy(&output.stdout).into_owned())
}
