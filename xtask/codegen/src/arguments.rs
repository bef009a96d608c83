//! What rustc and the environment tell the linker.

use std::path::PathBuf;

use anyhow::{Context, Result, bail};

use crate::mutants::Mutant;

/// Which kind of program is wanted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Target {
    /// An Amiga hunk executable.
    Amiga,
    /// A static m68k Linux program for `qemu-m68k`.
    Linux,
}

/// Everything that one link needs to know.
#[derive(Debug)]
pub struct Options {
    /// Objects and libraries in rustc's order.
    pub inputs: Vec<PathBuf>,
    /// The file to write.
    pub output: PathBuf,
    /// Kind of program, from `AMIPILOT_LINK`; `amiga` unless set.
    pub target: Target,
    /// Folder with linker scripts and runtime, from `AMIPILOT_LDSCRIPTS`.
    pub scripts: PathBuf,
    /// Deliberate fault, from `AMIPILOT_MUTANT`.
    pub mutant: Option<Mutant>,
    /// Folder that intermediate files stay in, from `AMIPILOT_KEEP`.
    pub keep: Option<PathBuf>,
    /// File that the size report goes to, from `AMIPILOT_REPORT`.
    pub report: Option<PathBuf>,
}

impl Options {
    /// Reads a command line in the style of `ld`, as rustc writes it with `-C linker-flavor=ld`.
    ///
    /// # Errors
    /// When there is no output, or an environment variable has a value that is not known.
    pub fn read(arguments: impl Iterator<Item = String>) -> Result<Self> {
        let mut inputs = Vec::new();
        let mut output = None;
        let mut arguments = arguments;
        while let Some(argument) = arguments.next() {
            match argument.as_str() {
                "-o" => output = arguments.next().map(PathBuf::from),
                // These take a value that is of no use here.
                "-L" | "-z" | "-T" | "-m" | "-plugin" => drop(arguments.next()),
                _ if argument.starts_with('-') => {}
                _ => inputs.push(PathBuf::from(argument)),
            }
        }
        let variable = |name: &str| std::env::var(name).ok().filter(|text| !text.is_empty());
        let target = match variable("AMIPILOT_LINK").as_deref() {
            None | Some("amiga") => Target::Amiga,
            Some("linux") => Target::Linux,
            Some(other) => bail!("AMIPILOT_LINK is `{other}`; it may be `amiga` or `linux`"),
        };
        let scripts = match variable("AMIPILOT_LDSCRIPTS") {
            Some(path) => PathBuf::from(path),
            None => PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../ldscripts"),
        };
        let keep = variable("AMIPILOT_KEEP").map(PathBuf::from);
        if let Some(folder) = &keep {
            std::fs::create_dir_all(folder)
                .with_context(|| format!("cannot make the folder {} (AMIPILOT_KEEP)", folder.display()))?;
        }
        Ok(Self {
            inputs,
            output: output.context("no output file: rustc passes `-o FILE` to its linker")?,
            target,
            scripts,
            mutant: variable("AMIPILOT_MUTANT")
                .map(|name| Mutant::named(&name))
                .transpose()?,
            keep,
            report: variable("AMIPILOT_REPORT").map(PathBuf::from),
        })
    }
}
