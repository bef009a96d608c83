//! Remembers what a step of `setup` was done for, so that it is done again only when that changed.

use crate::paths::Paths;
use anyhow::{Context, Result};
use std::hash::{DefaultHasher, Hasher};
use std::path::Path;

/// Does `work` unless it was done for the same `reason` before. The reason is kept as text below the target folder,
/// after the work succeeded.
///
/// # Errors
/// Those of `work`, or the stamp cannot be written.
pub fn once(paths: &Paths, name: &str, reason: &str, work: impl FnOnce() -> Result<()>) -> Result<()> {
    let stamp = paths.target.join("stamps").join(name);
    if std::fs::read_to_string(&stamp).is_ok_and(|done| done == reason) {
        return Ok(());
    }
    work()?;
    let folder = stamp.parent().unwrap_or(Path::new("."));
    std::fs::create_dir_all(folder).with_context(|| format!("could not create {}", folder.display()))?;
    std::fs::write(&stamp, reason).with_context(|| format!("could not write {}", stamp.display()))
}

/// A number that changes when any file below `folder` changes, its own build results left out.
///
/// # Errors
/// A file cannot be read.
pub fn fingerprint(folder: &Path) -> Result<u64> {
    let mut files = Vec::new();
    let mut folders = vec![folder.to_path_buf()];
    while let Some(folder) = folders.pop() {
        for entry in
            std::fs::read_dir(&folder).with_context(|| format!("could not list {}", folder.display()))?
        {
            let entry = entry?;
            if !entry.file_type()?.is_dir() {
                files.push(entry.path());
            } else if entry.file_name() != "target" {
                folders.push(entry.path());
            }
        }
    }
    files.sort();
    let mut hasher = DefaultHasher::new();
    for file in files {
        hasher.write(file.as_os_str().as_encoded_bytes());
        hasher.write(&std::fs::read(&file).with_context(|| format!("could not read {}", file.display()))?);
    }
    Ok(hasher.finish())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn work_is_done_once_for_a_reason_and_again_for_another_or_after_a_failure() {
        let target = std::env::temp_dir().join(format!("xtask-stamp-test-{}", std::process::id()));
        let paths = Paths {
            root: target.clone(),
            target: target.clone(),
        };
        let mut count = 0;
        let mut attempt = |reason: &str, fail: bool| {
            let _ = once(&paths, "a", reason, || {
                count += 1;
                anyhow::ensure!(!fail, "on purpose");
                Ok(())
            });
            count
        };
        assert_eq!(attempt("1", true), 1);
        assert_eq!(attempt("1", false), 2);
        assert_eq!(attempt("1", false), 2);
        assert_eq!(attempt("2", false), 3);
        std::fs::remove_dir_all(target).unwrap();
    }
}
