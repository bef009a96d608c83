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
pub(crate) use place::{Child, child, is_below, locate, lock_below, remove_leftover, restore};
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
    pub(crate) fn refusal(&self) -> Reply {
        let mut text = List::new();
        match outside(&mut text, &self.names) {
            Ok(()) => Reply::new(ReturnCode::Error, Body::Copied(text)),
            Err(OutOfMemory) => Reply::out_of_memory(),
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

/// The reply to a request that AmigaDOS refused: RC 5 when the object is missing, 10 for a device that holds no files,
/// else 20. `consequence` says what that means.
pub(crate) fn failure(error: FileError, consequence: &'static str) -> Reply {
    let code = match error {
        FileError::ACTION_NOT_KNOWN => ReturnCode::Error,
        error if error.is_missing() => ReturnCode::Warn,
        _ => ReturnCode::Fail,
    };
    Reply::new(code, Body::FileError(error, consequence))
}

/// As [`failure`], for something that was found and then could not be done: always RC 20.
pub(crate) fn not_done(error: FileError, consequence: &'static str) -> Reply {
    Reply::new(ReturnCode::Fail, Body::FileError(error, consequence))
}

/// The reply when no root was granted.
pub(crate) fn no_roots() -> Reply {
    Reply::text(ReturnCode::Error, messages::NO_ROOTS)
}
