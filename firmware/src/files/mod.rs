//! Files for clients: below the roots that the user granted at start, and nowhere else. Spec §2.8.
//!
//! Whether an object lies below a root is judged by identity, never by its path: from its lock upwards, is one of the
//! directories a root? What passed is then used through that same lock, so that an assign, a link or a renamed drawer
//! cannot put another object in its place. New names are used as a leaf in a directory that passed.

mod date;
mod download;
mod listing;
pub(crate) mod messages;
mod names;
mod place;
mod upload;

pub(crate) use download::Download;
pub(crate) use listing::{Listing, ListingTask};
pub(crate) use place::{Child, Path, child, is_below, locate, lock_below, remove_leftover, restore};
pub(crate) use upload::Upload;

use crate::body::{Body, Reply};
use hal_amiga::{FileError, Files, List, Lock, OutOfMemory};
use protocol::ReturnCode;

/// Most bytes of root names in the text of a refusal.
const NAMES_SHOWN: usize = 200;

/// The directories below which clients may work.
#[derive(Default)]
pub(crate) struct Roots {
    locks: List<Lock>,
    /// Their names as the user gave them, with `, ` between.
    names: List<u8>,
}

impl Roots {
    /// Grants a directory and all that is below it.
    pub(crate) fn grant<F: Files>(&mut self, files: &mut F, path: &[u8]) -> Result<(), FileError> {
        let lock = files.lock(None, path)?;
        let mut texts = hal_amiga::TextPool::new();
        if !files.examine(&lock, &mut texts)?.is_directory {
            return Err(FileError::WRONG_TYPE);
        }
        if !self.locks.is_empty() {
            self.names.extend(b", ")?;
        }
        self.names.extend(path)?;
        Ok(self.locks.push(lock)?)
    }

    /// Whether none is granted.
    pub(crate) fn is_empty(&self) -> bool {
        self.locks.is_empty()
    }

    /// The refusal of what lies outside.
    #[inline(never)]
    pub(crate) fn refusal(&self) -> Refusal {
        let mut text = List::new();
        match outside(&mut text, &self.names) {
            Ok(()) => Refusal::Outside(text),
            Err(OutOfMemory) => Refusal::out_of_memory(),
        }
    }
}

/// Why a request about files is refused. It passes through many hands, so it is much smaller than the reply that it
/// becomes.
#[derive(Debug)]
pub(crate) enum Refusal {
    /// A fixed text.
    Text(ReturnCode, &'static str),
    /// AmigaDOS refused the path of the request, with this consequence.
    File(ReturnCode, FileError, &'static str),
    /// The object lies outside of the roots; the text names them.
    Outside(List<u8>),
}

impl Refusal {
    /// There is no memory.
    pub(crate) const fn out_of_memory() -> Self {
        Self::Text(ReturnCode::Fail, crate::messages::OUT_OF_MEMORY)
    }

    /// Whether something was not found.
    const fn is_about_missing(&self) -> bool {
        matches!(
            self,
            Self::Text(ReturnCode::Warn, _) | Self::File(ReturnCode::Warn, ..)
        )
    }
}

impl From<Refusal> for Reply {
    #[inline(never)]
    fn from(refusal: Refusal) -> Self {
        match refusal {
            Refusal::Text(code, text) => Self::text(code, text),
            Refusal::File(code, error, consequence) => Self::new(code, Body::FileError(error, consequence)),
            Refusal::Outside(text) => Self::new(ReturnCode::Error, Body::Copied(text)),
        }
    }
}

/// Writes the text of a refusal.
fn outside(text: &mut List<u8>, names: &[u8]) -> Result<(), OutOfMemory> {
    text.extend(b"outside of what FSROOT grants: ")?;
    match names.get(..NAMES_SHOWN) {
        Some(shown) if names.len() > NAMES_SHOWN => {
            text.extend(shown)?;
            text.extend(b"...")
        }
        _ => text.extend(names),
    }
}

/// The refusal of a request that AmigaDOS refused: RC 5 when the object is missing, 10 for a device that holds no files,
/// else 20. `consequence` says what that means.
pub(crate) fn failure(error: FileError, consequence: &'static str) -> Refusal {
    let code = match error {
        FileError::ACTION_NOT_KNOWN => ReturnCode::Error,
        error if error.is_missing() => ReturnCode::Warn,
        _ => ReturnCode::Fail,
    };
    Refusal::File(code, error, consequence)
}

/// As [`failure`], for something that was found and then could not be done: always RC 20.
pub(crate) fn not_done(error: FileError, consequence: &'static str) -> Refusal {
    Refusal::File(ReturnCode::Fail, error, consequence)
}

/// The refusal when no root was granted.
pub(crate) fn no_roots() -> Refusal {
    Refusal::Text(ReturnCode::Error, messages::NO_ROOTS)
}
