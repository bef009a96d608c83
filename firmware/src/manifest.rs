//! MANIFEST: reads a file of logical names, a piece at each turn. Spec §2.5, §5.1, §5.2.
//!
//! One manifest is loaded at a time, for all clients. What is kept of it are its texts, in one block. A manifest that
//! cannot be read leaves none.

use crate::body::Reply;
use crate::files::{self, Path};
use crate::messages::{self, Collected};
use crate::server::Shared;
use crate::task::Progress;
use hal_amiga::{FileError, Files, List, Machine, OutOfMemory, Reader, TextPool};
use protocol::ReturnCode;
use protocol::limits::MAX_MANIFEST_FILE;
use protocol::manifest::{self, Manifest, ManifestError};
use protocol::request::Fields;
use protocol::text::write_manifest_report;

/// Bytes that are read at each turn: so many are judged in about 10 ms at 7 MHz.
const PIECE: usize = 128;

/// A manifest being read.
#[derive(Debug)]
pub(crate) struct Loading(
    /// One: a block of its own, since it is larger than what other requests keep.
    List<State>,
);

#[derive(Debug)]
struct State {
    file: Reader,
    bytes_read: u32,
    reader: manifest::Reader,
    /// The entries so far.
    entries: List<u8>,
}

/// Why a manifest is not loaded.
enum Failure {
    /// AmigaDOS refused.
    File(FileError),
    /// What the file says.
    Refused(ManifestError),
    TooLarge,
}

impl From<FileError> for Failure {
    fn from(error: FileError) -> Self {
        Self::File(error)
    }
}

impl From<OutOfMemory> for Failure {
    fn from(_: OutOfMemory) -> Self {
        Self::File(FileError::NO_MEMORY)
    }
}

impl From<ManifestError> for Failure {
    fn from(error: ManifestError) -> Self {
        Self::Refused(error)
    }
}

impl Failure {
    fn reply(self) -> Reply {
        match self {
            Self::File(error) => files::not_done(error, "").into(),
            Self::TooLarge => Reply::text(ReturnCode::Fail, messages::MANIFEST_TOO_LARGE),
            Self::Refused(error) => {
                let mut text = Collected::new();
                error.write_to(&mut text);
                text.reply(ReturnCode::Error)
            }
        }
    }
}

impl Loading {
    /// Forgets the manifest that is loaded, and opens the file that the request names.
    #[inline(never)]
    pub(crate) fn begin<M: Machine>(
        machine: &mut M,
        shared: &mut Shared,
        request: &Fields<'_>,
    ) -> Result<Self, Reply> {
        shared.manifest = List::new();
        Self::open(machine, request).map_err(Failure::reply)
    }

    fn open<F: Files>(files: &mut F, request: &Fields<'_>) -> Result<Self, Failure> {
        let path = Path::new(request.text());
        if path.is_stream() {
            return Err(FileError::ACTION_NOT_KNOWN.into());
        }
        let lock = files.lock(None, path.as_slice())?;
        let entry = files.examine(&lock, &mut TextPool::new())?;
        if entry.is_directory {
            return Err(FileError::WRONG_TYPE.into());
        }
        if entry.size > MAX_MANIFEST_FILE {
            return Err(Failure::TooLarge);
        }
        let mut state = List::with_capacity(1)?;
        state.push(State {
            file: files.open(lock)?,
            bytes_read: 0,
            reader: manifest::Reader::new(),
            entries: List::new(),
        })?;
        Ok(Self(state))
    }

    /// Reads on.
    #[inline(never)]
    pub(crate) fn advance<M: Machine>(&mut self, machine: &mut M, shared: &mut Shared) -> Progress {
        let Some(state) = self.0.first_mut() else {
            return Progress::Done(Reply::out_of_memory());
        };
        match state.read(machine) {
            Ok(false) => Progress::Pending(Some(machine.now())),
            Ok(true) => {
                shared.manifest = core::mem::take(&mut state.entries);
                Progress::Done(report(&shared.manifest, state.reader.counts()))
            }
            Err(failure) => Progress::Done(failure.reply()),
        }
    }
}

impl State {
    /// Reads one piece. Whether it was the last.
    fn read<F: Files>(&mut self, files: &mut F) -> Result<bool, Failure> {
        let mut piece = [0; PIECE];
        let count = files.read(&mut self.file, &mut piece)?;
        self.bytes_read += count as u32;
        if self.bytes_read > MAX_MANIFEST_FILE {
            return Err(Failure::TooLarge);
        }
        for byte in piece.iter().take(count) {
            if self.reader.push(*byte, &self.entries)? {
                self.add()?;
            }
        }
        if count > 0 {
            return Ok(false);
        }
        if self.reader.finish(&self.entries)? {
            self.add()?;
        }
        Ok(true)
    }

    /// Keeps the entry that was read last.
    fn add(&mut self) -> Result<(), OutOfMemory> {
        let (header, name, title) = self.reader.entry().parts();
        self.entries.extend(&header)?;
        self.entries.extend(name)?;
        self.entries.extend(title)
    }
}

/// The reply once a manifest is loaded.
fn report(entries: &[u8], (windows, gadgets): (u32, u32)) -> Reply {
    let mut text = Collected::new();
    write_manifest_report(&mut text, Manifest::new(entries).application(), windows, gadgets);
    text.reply(ReturnCode::Ok)
}
