//! Where things are in the repository and below its target folder.

use std::path::{Path, PathBuf};

/// The repository's root and the target folder.
pub struct Paths {
    /// The folder with the workspace's `Cargo.toml`.
    pub root: PathBuf,
    /// Cargo's target folder: `target`, or what `CARGO_TARGET_DIR` says.
    pub target: PathBuf,
}

impl Paths {
    /// Finds both. The root is known from the place of this crate.
    pub fn find() -> Paths {
        let manifest = Path::new(env!("CARGO_MANIFEST_DIR"));
        let root = manifest.parent().unwrap_or(manifest).to_path_buf();
        let target = match std::env::var_os("CARGO_TARGET_DIR") {
            Some(target) => root.join(target),
            None => root.join("target"),
        };
        Paths { root, target }
    }

    /// The finished Amiga programs.
    pub fn amiga(&self) -> PathBuf {
        self.target.join("amiga")
    }

    /// The Python environment.
    pub fn venv(&self) -> PathBuf {
        self.target.join("venv")
    }

    /// Cargo's target folder of the code generator, which is a workspace of its own.
    pub fn codegen(&self) -> PathBuf {
        self.target.join("codegen")
    }

    /// The linker that makes 68000 programs out of LLVM bitcode.
    pub fn linker(&self) -> PathBuf {
        self.codegen().join("release/m68k-link")
    }

    /// The folder of the sysroots, one for each way to panic.
    pub fn sysroots(&self) -> PathBuf {
        self.target.join("sysroot")
    }

    /// What tests on the emulated machine use.
    pub fn environment(&self) -> harness::Environment {
        harness::Environment::below(&self.target)
    }
}
