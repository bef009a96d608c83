//! The folder that the emulated machine boots from.

use anyhow::{Context, Result, bail};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

/// A host folder that the machine sees as its boot volume. What the guest writes appears in it at once.
pub struct BootVolume {
    folder: PathBuf,
    ours: BTreeSet<PathBuf>,
}

impl BootVolume {
    /// Makes the folder, with `startup` as its `S/Startup-Sequence`.
    pub(crate) fn create(folder: &Path, startup: &str) -> Result<BootVolume> {
        let mut volume = BootVolume {
            folder: folder.to_path_buf(),
            ours: BTreeSet::new(),
        };
        volume.write("S/Startup-Sequence", &latin1(startup)?)?;
        Ok(volume)
    }

    /// Writes a file at a guest path relative to the volume, such as `C/Program`.
    pub(crate) fn write(&mut self, guest: &str, contents: &[u8]) -> Result<()> {
        let path = self.path(guest);
        if let Some(parent) = path.parent() {
            std::fs::create_dir_all(parent)
                .with_context(|| format!("could not create {}", parent.display()))?;
        }
        std::fs::write(&path, contents).with_context(|| format!("could not write {}", path.display()))?;
        self.ours.insert(path);
        Ok(())
    }

    /// Copies a host file to a guest path.
    pub(crate) fn copy(&mut self, host: &Path, guest: &str) -> Result<()> {
        let contents = std::fs::read(host).with_context(|| {
            format!(
                "could not read {} for the boot volume; `cargo xtask build` makes the Amiga programs",
                host.display()
            )
        })?;
        self.write(guest, &contents)
    }

    /// The host path of a guest path relative to the volume.
    pub fn path(&self, guest: &str) -> PathBuf {
        self.folder.join(guest)
    }

    /// Host paths of all files that the guest made, in order.
    ///
    /// # Errors
    /// The folder cannot be read.
    pub fn results(&self) -> Result<Vec<PathBuf>> {
        let mut found = Vec::new();
        let mut folders = vec![self.folder.clone()];
        while let Some(folder) = folders.pop() {
            for entry in
                std::fs::read_dir(&folder).with_context(|| format!("could not list {}", folder.display()))?
            {
                let entry = entry?;
                if entry.file_type()?.is_dir() {
                    folders.push(entry.path());
                } else if !self.ours.contains(&entry.path()) {
                    found.push(entry.path());
                }
            }
        }
        found.sort();
        Ok(found)
    }
}

/// Text in the Amiga's own character set.
pub(crate) fn latin1(text: &str) -> Result<Vec<u8>> {
    text.chars()
        .map(|character| match u8::try_from(u32::from(character)) {
            Ok(byte) => Ok(byte),
            Err(_) => bail!("\"{character}\" is not in ISO 8859-1, the character set of the Amiga"),
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_guests_own_files_are_results() {
        let folder = tempfile::tempdir().unwrap();
        let mut volume = BootVolume::create(folder.path(), "Echo \u{fc}\n").unwrap();
        volume.write("C/Tool", b"x").unwrap();
        std::fs::create_dir(folder.path().join("T")).unwrap();
        std::fs::write(folder.path().join("T/result"), "1").unwrap();
        assert_eq!(volume.results().unwrap(), [folder.path().join("T/result")]);
        assert_eq!(
            std::fs::read(volume.path("S/Startup-Sequence")).unwrap(),
            b"Echo \xfc\n"
        );
        assert!(latin1("\u{20ac}").is_err());
    }
}
