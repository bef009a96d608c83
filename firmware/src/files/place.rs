//! From a path to what it means: an object below a root, or a directory below a root and one leaf in it.

use super::names::{self, Helper};
use super::{Refusal, Roots, failure, not_done};
use hal_amiga::{FileEntry, FileError, Files, List, Lock, TextPool};
use protocol::{Word, limits};

/// Most directories that are climbed from an object. A path of 255 bytes goes less deep, and a broken disk may hold a
/// ring.
const DEEPEST: u32 = 256;

/// Handlers that come with AmigaDOS and hold no files, by name. They are not even asked: some open a window for it, or
/// answer when the other end of a cable does.
const STREAMS: [&[u8]; 9] = [
    b"CON", b"RAW", b"NIL", b"SER", b"PAR", b"PRT", b"AUX", b"PIPE", b"CONSOLE",
];

/// A path as bytes.
pub(crate) struct Path {
    bytes: [u8; limits::MAX_PATH],
    length: usize,
}

impl Path {
    /// The path that a word means.
    pub(crate) fn new(word: &Word<'_>) -> Self {
        let mut bytes = [0; limits::MAX_PATH];
        let length = word.copy_to(&mut bytes).map_or(0, <[u8]>::len);
        Self { bytes, length }
    }

    /// Whether it leads to a handler that holds no files: `CON:…` and the like, or `*`, the shell's own window.
    pub(crate) fn is_stream(&self) -> bool {
        let path = self.as_slice();
        let device = path
            .iter()
            .position(|byte| *byte == b':')
            .and_then(|colon| path.get(..colon));
        path == b"*"
            || device.is_some_and(|device| STREAMS.iter().any(|stream| names::is_same(stream, device)))
    }

    /// All of it.
    pub(crate) fn as_slice(&self) -> &[u8] {
        self.bytes.get(..self.length).unwrap_or(&[])
    }

    /// Splits into the path of a directory and a leaf. One slash at the end is left out as AmigaDOS does (`a/` is `a`), a
    /// second one climbs (`a//` is what holds `a`), and then there is no leaf.
    pub(crate) fn split(&self) -> (&[u8], &[u8]) {
        let path = match self.as_slice() {
            [start @ .., last, b'/'] if !matches!(last, b'/' | b':') => {
                self.as_slice().get(..start.len() + 1).unwrap_or(&[])
            }
            path => path,
        };
        let is_separator = |byte: &u8| matches!(byte, b'/' | b':');
        let start = path.iter().rposition(is_separator).map_or(0, |at| at + 1);
        let (directory, leaf) = path.split_at(start);
        match directory {
            [shorter @ .., last, b'/'] if !matches!(last, b'/' | b':') => {
                (directory.get(..shorter.len() + 1).unwrap_or(directory), leaf)
            }
            _ => (directory, leaf),
        }
    }
}

/// Whether the object is a root or lies below one.
pub(crate) fn is_below<F: Files>(files: &mut F, roots: &Roots, lock: &Lock) -> Result<bool, FileError> {
    let is_root = |files: &mut F, lock: &Lock| roots.locks.iter().any(|root| files.is_same(lock, root));
    if is_root(files, lock) {
        return Ok(true);
    }
    let mut climbed = files.parent(lock)?;
    for _ in 0..DEEPEST {
        let Some(here) = climbed else { return Ok(false) };
        if is_root(files, &here) {
            return Ok(true);
        }
        climbed = files.parent(&here)?;
    }
    Ok(false)
}

/// Refuses an object that is neither a root nor below one.
fn check_below<F: Files>(files: &mut F, roots: &Roots, lock: &Lock) -> Result<(), Refusal> {
    match is_below(files, roots, lock) {
        Ok(true) => Ok(()),
        Ok(false) => Err(roots.refusal()),
        Err(error) => Err(not_done(error, "")),
    }
}

/// A lock on the object that a path names, which is below a root. A file that a cut has left without its name gets it
/// back first.
pub(crate) fn lock_below<F: Files>(files: &mut F, roots: &Roots, path: &Word<'_>) -> Result<Lock, Refusal> {
    if roots.is_empty() {
        return Err(super::no_roots());
    }
    let bytes = Path::new(path);
    if bytes.is_stream() {
        return Err(failure(FileError::ACTION_NOT_KNOWN, ""));
    }
    let lock = match files.lock(None, bytes.as_slice()) {
        Err(error) if error.is_missing() => {
            let place = locate(files, roots, path).map_err(|refusal| match refusal {
                // What cannot be placed is as missing as it was.
                refusal if refusal.is_about_missing() => failure(error, ""),
                refusal => refusal,
            })?;
            restore(files, &place.directory, &place.leaf).map_err(|error| not_done(error, ""))?;
            files.lock(Some(&place.directory), &place.leaf)
        }
        lock => lock,
    };
    let lock = lock.map_err(|error| failure(error, ""))?;
    check_below(files, roots, &lock)?;
    Ok(lock)
}

/// A directory that is below a root, and a name in it.
#[derive(Debug)]
pub(crate) struct Place {
    /// The directory.
    pub(crate) directory: Lock,
    /// The name, without `:` and `/`. Empty when the path has none, as `WORK:`.
    pub(crate) leaf: List<u8>,
    /// Whether the path was a name alone, without any directory.
    pub(crate) is_bare: bool,
}

/// Where a path leads to, whether anything is there or not.
pub(crate) fn locate<F: Files>(files: &mut F, roots: &Roots, path: &Word<'_>) -> Result<Place, Refusal> {
    if roots.is_empty() {
        return Err(super::no_roots());
    }
    let path = Path::new(path);
    if path.is_stream() {
        return Err(failure(FileError::ACTION_NOT_KNOWN, ""));
    }
    let (directory, leaf) = path.split();
    let is_bare = directory.is_empty();
    let directory = files.lock(None, directory).map_err(|error| failure(error, ""))?;
    check_below(files, roots, &directory)?;
    let mut copy = List::new();
    copy.extend(leaf).map_err(|_| Refusal::out_of_memory())?;
    Ok(Place {
        directory,
        leaf: copy,
        is_bare,
    })
}

/// What a directory has under a name.
#[derive(Debug)]
pub(crate) enum Child {
    /// Nothing, or a link that leads to nothing.
    Missing,
    /// A file or directory that lies in it.
    Here(FileEntry),
    /// Something of another name or in another directory: a link leads there, or the disk has cut the name.
    Elsewhere,
}

/// Looks up a name in a directory.
pub(crate) fn child<F: Files>(
    files: &mut F,
    directory: &Lock,
    leaf: &[u8],
    texts: &mut TextPool,
) -> Result<Child, FileError> {
    let lock = match files.lock(Some(directory), leaf) {
        Err(error) if error.is_missing() => return Ok(Child::Missing),
        lock => lock?,
    };
    let entry = files.examine(&lock, texts)?;
    let parent = files.parent(&lock)?;
    let is_here = parent.is_some_and(|parent| files.is_same(&parent, directory))
        && names::is_same(texts.get(entry.name), leaf);
    Ok(if is_here {
        Child::Here(entry)
    } else {
        Child::Elsewhere
    })
}

/// Gives a file that is not there its name back, when a replacement was cut after it had taken it away.
pub(crate) fn restore<F: Files>(files: &mut F, directory: &Lock, leaf: &[u8]) -> Result<(), FileError> {
    let old = Helper::Old.name(leaf);
    let mut texts = TextPool::new();
    match child(files, directory, old.as_slice(), &mut texts)? {
        Child::Here(_) if !leaf.is_empty() => files.rename(directory, old.as_slice(), leaf),
        _ => Ok(()),
    }
}

/// Deletes the replaced file of a replacement that was cut just before it would have done so itself.
pub(crate) fn remove_leftover<F: Files>(
    files: &mut F,
    directory: &Lock,
    leaf: &[u8],
) -> Result<(), FileError> {
    match files.delete(directory, Helper::Old.name(leaf).as_slice()) {
        Err(error) if !error.is_missing() => Err(error),
        _ => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::Path;
    use protocol::Word;

    #[test]
    fn streams_are_known_by_name() {
        for path in ["NIL:", "con:0/0/1/1/x", "Raw:", "*", "PIPE:a"] {
            assert!(Path::new(&Word::plain(path.as_bytes())).is_stream(), "{path}");
        }
        for path in ["RAM:", "CON", "CONS:", "WORK:NIL:", ":", "", "**"] {
            assert!(!Path::new(&Word::plain(path.as_bytes())).is_stream(), "{path}");
        }
    }

    #[test]
    fn a_path_splits_where_amigados_would() {
        for (path, directory, leaf) in [
            ("WORK:a", "WORK:", "a"),
            ("WORK:a/b", "WORK:a", "b"),
            ("WORK:a/b/", "WORK:a", "b"),
            ("WORK:a//b", "WORK:a//", "b"),
            ("WORK:a/b//c", "WORK:a/b//", "c"),
            ("WORK:/a", "WORK:/", "a"),
            ("WORK:a//", "WORK:a//", ""),
            ("WORK:", "WORK:", ""),
            ("a", "", "a"),
            ("a/", "", "a"),
            ("/a", "/", "a"),
            ("/", "/", ""),
            (":a", ":", "a"),
            ("", "", ""),
            ("a:b:c", "a:b:", "c"),
        ] {
            let split = Path::new(&Word::plain(path.as_bytes()));
            let (before, after) = split.split();
            assert_eq!(
                (before, after),
                (directory.as_bytes(), leaf.as_bytes()),
                "of {path}"
            );
        }
    }
}
