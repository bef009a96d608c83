//! FSPUT: a file coming in, written whole or not at all.
//!
//! The bytes go to a helper file beside the one that is meant (`names`), block by block. Once all are on the disk, the
//! helper takes the file's place. AmigaDOS' `Rename` never replaces a file, so that takes three steps: the old file
//! becomes `NAME.ap-old`, the new one becomes `NAME`, the old one is deleted. A machine that is switched off between two
//! of them has the old file or the new one under its name, or the old one as `NAME.ap-old` only: whatever request names
//! the file next gives it its name back ([`super::restore`]).
//!
//! The new file gets the old one's protection bits and comment, as a file that is written over would keep them; only
//! the archive bit is cleared, since the contents are new. A file that is protected from writing or deletion stays.
//!
//! One step of AmigaDOS at a time, so that other clients are served between.

use super::messages::{self, UNTOUCHED};
use super::names::{self, Helper};
use super::{Child, Refusal, Roots, child, locate, not_done, remove_leftover, restore};
use crate::body::Reply;
use hal_amiga::files::protection;
use hal_amiga::{FileError, Files, List, Lock, TextPool, Writer};
use protocol::ReturnCode;
use protocol::request::Fields;

/// Bytes written at once.
const BLOCK: usize = 2048;

/// The longest name that every file system keeps whole.
const SAFE_NAME: usize = 30;

/// What comes next.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Stage {
    /// Take bytes, write blocks, and close the helper after the last one.
    Receive,
    /// Give the helper protection bits and comment of the old file.
    Attributes,
    /// Put the old file aside.
    SetAside,
    /// Give the helper the file's name.
    NewName,
    /// Delete the old file.
    DeleteOld,
}

/// Protection bits and comment of the file that is replaced.
#[derive(Debug)]
struct Attributes {
    protection: u32,
    texts: TextPool,
    comment: hal_amiga::Span,
}

/// A file coming in.
#[derive(Debug)]
pub(crate) struct Upload {
    directory: Lock,
    leaf: List<u8>,
    writer: Option<Writer>,
    block: List<u8>,
    /// Bytes still to come.
    left: u32,
    /// Milliseconds that may pass without a byte.
    patience: u32,
    old: Option<Attributes>,
    stage: Stage,
}

impl Upload {
    /// Checks the place, makes the helper file, and waits for the bytes that the request counts.
    #[inline(never)]
    pub(crate) fn begin<F: Files>(
        files: &mut F,
        roots: &Roots,
        request: &Fields<'_>,
    ) -> Result<Self, Refusal> {
        let place = locate(files, roots, request.text())?;
        if place.is_bare || place.leaf.is_empty() {
            return Err(Refusal::Text(ReturnCode::Error, messages::NO_NAME));
        }
        if names::is_reserved(&place.leaf) {
            return Err(Refusal::Text(ReturnCode::Error, messages::RESERVED_NAME));
        }
        let mut upload = Self {
            directory: place.directory,
            leaf: place.leaf,
            writer: None,
            block: List::new(),
            left: request.number(0).as_id(),
            patience: request.timeout.saturating_mul(1000).min(LONGEST),
            old: None,
            stage: Stage::Receive,
        };
        upload.prepare(files)?;
        Ok(upload)
    }

    /// Clears away what a cut has left, looks at the old file, and makes the helper.
    #[inline(never)]
    fn prepare<F: Files>(&mut self, files: &mut F) -> Result<(), Refusal> {
        let untouched = |error| not_done(error, UNTOUCHED);
        let Self { directory, leaf, .. } = self;
        let mut texts = TextPool::new();
        let mut found = child(files, directory, leaf, &mut texts).map_err(untouched)?;
        if let Child::Missing = found {
            restore(files, directory, leaf).map_err(untouched)?;
            found = child(files, directory, leaf, &mut texts).map_err(untouched)?;
        }
        match found {
            Child::Missing => (),
            Child::Elsewhere => return Err(Refusal::Text(ReturnCode::Error, messages::LEADS_ELSEWHERE)),
            Child::Here(entry) if entry.is_directory => return Err(untouched(FileError::WRONG_TYPE)),
            Child::Here(entry) if entry.protection & protection::WRITE != 0 => {
                return Err(untouched(FileError::WRITE_PROTECTED));
            }
            Child::Here(entry) if entry.protection & protection::DELETE != 0 => {
                return Err(untouched(FileError::DELETE_PROTECTED));
            }
            Child::Here(entry) => {
                remove_leftover(files, directory, leaf).map_err(untouched)?;
                self.old = Some(Attributes {
                    protection: entry.protection & !protection::ARCHIVED,
                    comment: entry.comment,
                    texts,
                });
            }
        }
        let helper = Helper::New.name(leaf);
        match files.delete(directory, helper.as_slice()) {
            Err(error) if !error.is_missing() => return Err(untouched(error)),
            _ => (),
        }
        self.block =
            List::with_capacity(BLOCK.min(self.left as usize)).map_err(|_| Refusal::out_of_memory())?;
        self.writer = Some(files.create(directory, helper.as_slice()).map_err(untouched)?);
        Ok(())
    }

    /// Bytes still to come.
    pub(crate) fn left(&self) -> u32 {
        self.left
    }

    /// Milliseconds that may pass without a byte.
    pub(crate) fn patience(&self) -> u32 {
        self.patience
    }

    /// Whether it takes another byte before it is advanced.
    pub(crate) fn takes_bytes(&self) -> bool {
        self.left > 0 && self.block.len() < BLOCK
    }

    /// Takes one byte.
    pub(crate) fn push(&mut self, byte: u8) {
        // The block has had its room from the start.
        let _ = self.block.push(byte);
        self.left -= 1;
    }

    /// Does the next step; its reply once it is over. Without the bytes that it takes first, it does nothing.
    pub(crate) fn advance<F: Files>(&mut self, files: &mut F) -> Option<Reply> {
        if self.takes_bytes() {
            return None;
        }
        match self.step(files) {
            Ok(true) => None,
            Ok(false) => Some(Reply::text(ReturnCode::Ok, "written")),
            Err((error, consequence)) => {
                self.abandon(files);
                Some(not_done(error, consequence).into())
            }
        }
    }

    /// Gives up: the helper goes, the old file has never been touched, or has its name again.
    pub(crate) fn abandon<F: Files>(&mut self, files: &mut F) {
        self.writer = None;
        // Nobody could be told; the next FSPUT of this name tries again.
        let _ = files.delete(&self.directory, Helper::New.name(&self.leaf).as_slice());
    }

    /// One step. `false` when it was the last one.
    #[inline(never)]
    fn step<F: Files>(&mut self, files: &mut F) -> Result<bool, (FileError, &'static str)> {
        let untouched = |error| (error, UNTOUCHED);
        let new = Helper::New.name(&self.leaf);
        let old = Helper::Old.name(&self.leaf);
        match self.stage {
            Stage::Receive if !self.block.is_empty() => {
                if let Some(writer) = &mut self.writer {
                    files.write(writer, &self.block).map_err(untouched)?;
                }
                self.block.clear();
            }
            Stage::Receive => {
                if let Some(writer) = self.writer.take() {
                    files.close(writer).map_err(untouched)?;
                }
                self.stage = if self.old.is_some() {
                    Stage::Attributes
                } else {
                    Stage::NewName
                };
            }
            Stage::Attributes => {
                if let Some(Attributes {
                    protection,
                    texts,
                    comment,
                }) = &self.old
                {
                    let comment = texts.get(*comment);
                    files
                        .set_attributes(&self.directory, new.as_slice(), *protection, comment)
                        .map_err(untouched)?;
                }
                self.stage = Stage::SetAside;
            }
            Stage::SetAside => {
                files
                    .rename(&self.directory, &self.leaf, old.as_slice())
                    .map_err(untouched)?;
                self.stage = Stage::NewName;
            }
            Stage::NewName => {
                if let Err(error) = self.take_name(files, new.as_slice()) {
                    return Err(self.take_back(files, error, old.as_slice()));
                }
                self.stage = Stage::DeleteOld;
            }
            Stage::DeleteOld => {
                if self.old.is_some() {
                    // The new file is in place; what is left of the old one, the next FSPUT deletes.
                    let _ = files.delete(&self.directory, old.as_slice());
                }
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Gives the helper the file's name, whole.
    #[inline(never)]
    fn take_name<F: Files>(&self, files: &mut F, helper: &[u8]) -> Result<(), FileError> {
        files.rename(&self.directory, helper, &self.leaf)?;
        if self.leaf.len() <= SAFE_NAME {
            return Ok(());
        }
        // The old file system cuts a longer name without a word, and two such names would become one.
        match child(files, &self.directory, &self.leaf, &mut TextPool::new())? {
            Child::Here(_) => Ok(()),
            _ => {
                files.rename(&self.directory, &self.leaf, helper)?;
                Err(FileError::INVALID_NAME)
            }
        }
    }

    /// After the helper could not take the file's name: gives the old file its own back.
    fn take_back<F: Files>(&self, files: &mut F, error: FileError, old: &[u8]) -> (FileError, &'static str) {
        if self.old.is_some() && files.rename(&self.directory, old, &self.leaf).is_err() {
            return (error, messages::OLD_FILE_ASIDE);
        }
        (error, UNTOUCHED)
    }
}

/// The longest patience in milliseconds, well inside what two moments may be apart.
const LONGEST: u32 = 20 * 24 * 3600 * 1000;
