//! Directory entries as FSLIST and FSSTAT tell them: read into one private copy, then written line by line.

use super::{date, not_done};
use crate::body::{Body, Reply};
use crate::task::Progress;
use hal_amiga::{FileEntry, FileError, Files, Instant, List, Lock, Scan, TextPool};
use protocol::ReturnCode;
use protocol::reply::Sink;
use protocol::text::{EntryKind, EntryLine, Protection};

/// Entries read at one go; then other clients get their turn.
const AT_ONCE: u32 = 4;

/// Entries and their texts.
#[derive(Debug, Default)]
pub(crate) struct Listing {
    entries: List<FileEntry>,
    texts: TextPool,
}

impl Listing {
    /// The one entry of an object itself.
    pub(crate) fn of<F: Files>(files: &mut F, lock: &Lock) -> Result<Self, FileError> {
        let mut listing = Self::default();
        let entry = files.examine(lock, &mut listing.texts)?;
        listing.entries.push(entry)?;
        Ok(listing)
    }

    /// Its only entry is a directory.
    pub(crate) fn is_directory(&self) -> bool {
        self.entries.first().is_some_and(|entry| entry.is_directory)
    }

    /// Bytes of its only entry.
    pub(crate) fn size(&self) -> u32 {
        self.entries.first().map_or(0, |entry| entry.size)
    }

    /// Writes the line of one entry. Spec §2.8.
    pub(crate) fn piece(&self, index: usize, sink: &mut dyn Sink) -> bool {
        let Some(entry) = self.entries.get(index) else {
            return false;
        };
        let mut date = [0; 18];
        EntryLine {
            name: self.texts.get(entry.name),
            kind: if entry.is_directory {
                EntryKind::Directory
            } else {
                EntryKind::File
            },
            size: entry.size,
            protection: Protection::from_bits(entry.protection),
            date: date::write(entry.date, &mut date),
            comment: self.texts.get(entry.comment),
        }
        .write_to(sink);
        true
    }
}

/// A directory being read.
#[derive(Debug)]
pub(crate) struct ListingTask {
    scan: Scan,
    listing: Listing,
}

impl ListingTask {
    /// Begins at the first entry.
    pub(crate) fn new(scan: Scan) -> Self {
        Self {
            scan,
            listing: Listing::default(),
        }
    }

    /// Reads some entries.
    pub(crate) fn advance<F: Files>(&mut self, files: &mut F, now: Instant) -> Progress {
        for _ in 0..AT_ONCE {
            let Listing { entries, texts } = &mut self.listing;
            match files.next_entry(&mut self.scan, texts) {
                Ok(Some(entry)) => {
                    if entries.push(entry).is_err() {
                        return Progress::Done(Reply::out_of_memory());
                    }
                }
                Ok(None) => {
                    let listing = core::mem::take(&mut self.listing);
                    return Progress::Done(Reply::new(ReturnCode::Ok, Body::Entries(listing)));
                }
                Err(error) => return Progress::Done(not_done(error, "; nothing is listed").into()),
            }
        }
        Progress::Pending(Some(now))
    }
}
