//! Where the things are that tests on the emulated machine need. `cargo xtask test` sets the variables.

use anyhow::{Context, Result};
use std::path::{Path, PathBuf};

/// Folders and programs that `cargo xtask setup` and `build` made.
#[derive(Clone, Debug)]
pub struct Environment {
    /// Folder of the Amiga programs: `AmiPilotServer`, `GTApp` and so on.
    pub programs: PathBuf,
    /// The `hostctl` binary for this PC.
    pub hostctl: PathBuf,
    /// The Python environment with amitools and the original client.
    pub venv: PathBuf,
    /// Where the pictures and logs of failed tests go.
    pub evidence: PathBuf,
}

impl Environment {
    /// The environment below a Cargo target folder: `amiga/`, `debug/hostctl`, `venv/`, `evidence/`.
    pub fn below(target: &Path) -> Environment {
        Environment {
            programs: target.join("amiga"),
            hostctl: target.join("debug/hostctl"),
            venv: target.join("venv"),
            evidence: target.join("evidence"),
        }
    }

    /// The environment below the folder that the variable `AMIPILOT_TARGET` names.
    ///
    /// # Errors
    /// The variable is not set: the tests were started by hand, without `cargo xtask test`.
    pub fn from_variables() -> Result<Environment> {
        let target = std::env::var_os("AMIPILOT_TARGET")
            .context("AMIPILOT_TARGET is not set: start these tests with `cargo xtask test`, which builds what they need")?;
        Ok(Environment::below(Path::new(&target)))
    }

    /// An Amiga program.
    pub fn program(&self, name: &str) -> PathBuf {
        self.programs.join(name)
    }

    /// A program of the Python environment.
    pub fn venv_program(&self, name: &str) -> PathBuf {
        self.venv.join("bin").join(name)
    }
}
