//! Files and directories over dos.library.
//!
//! Every lock and every open file is in the ledger. Names go to dos.library through a copy that ends with NUL; leaves are
//! used with the directory's lock as current directory, which is the shell's again before the call returns.
//!
//! What gap remains: dos.library follows a soft link that another program puts in a leaf's place between a check and its
//! use. [`Files::create`] therefore asks the open file for its directory afterwards; at worst an empty file is made where
//! the link leads. File systems before 2.0 that cannot tell the directory of an open file are believed.
//!
//! Source: dos.library autodocs; "AmigaDOS Manual", 3rd edition.

use amiga_sys as sys;

use super::context::Context;
use super::ledger::Held;
use super::machine::AmigaMachine;
use crate::files::{DateStamp, FileEntry, FileError, Files};
use crate::memory::List;
use crate::text::TextPool;

/// `ERROR_NO_MORE_ENTRIES` (dos/dos.h).
const NO_MORE_ENTRIES: u16 = 232;

/// `SHARED_LOCK`
const SHARED: i32 = -2;

/// `MODE_NEWFILE`
const NEW_FILE: i32 = 1006;

/// Bytes for a path and its NUL.
const PATH: usize = 256;

/// Bytes for a leaf and its NUL; `fib_FileName` has no more.
const LEAF: usize = 108;

/// A shared lock on a file or directory.
#[derive(Debug)]
pub struct Lock {
    lock: sys::BPTR,
    held: Held,
}

/// A directory being scanned.
#[derive(Debug)]
pub struct Scan {
    directory: Lock,
    info: InfoBlock,
}

/// A file open for reading.
#[derive(Debug)]
pub struct Reader(OpenFile);

/// A new file open for writing.
#[derive(Debug)]
pub struct Writer(OpenFile);

/// An open file.
#[derive(Debug)]
struct OpenFile {
    handle: sys::BPTR,
    held: Held,
}

/// # Safety
/// `lock` is a lock of this program that nobody else gives back.
unsafe fn unlock(lock: usize) {
    if let Some(context) = Context::current() {
        // SAFETY: by contract.
        unsafe { sys::UnLock(context.dos, lock as sys::BPTR) };
    }
}

/// # Safety
/// `handle` is an open file of this program that nobody else closes.
unsafe fn close(handle: usize) {
    if let Some(context) = Context::current() {
        // SAFETY: by contract. Nobody could be told of an error here.
        unsafe { sys::Close(context.dos, handle as sys::BPTR) };
    }
}

/// A name as dos.library takes it.
struct Name<const SIZE: usize>([u8; SIZE]);

impl<const SIZE: usize> Name<SIZE> {
    fn new(name: &[u8]) -> Result<Self, FileError> {
        let mut bytes = [0; SIZE];
        if name.len() >= SIZE || name.contains(&0) {
            return Err(FileError::INVALID_NAME);
        }
        for (place, byte) in bytes.iter_mut().zip(name) {
            *place = *byte;
        }
        Ok(Self(bytes))
    }

    fn as_ptr(&self) -> *const u8 {
        self.0.as_ptr()
    }
}

/// A `struct FileInfoBlock`, which must lie at an address divisible by four: the ledger's blocks do.
#[derive(Debug)]
struct InfoBlock(List<[u32; WORDS]>);

/// 32-bit words of a `struct FileInfoBlock`.
const WORDS: usize = size_of::<sys::FileInfoBlock>() / 4;

impl InfoBlock {
    fn new() -> Result<Self, FileError> {
        let mut block = List::with_capacity(1)?;
        block.push([0; WORDS])?;
        Ok(Self(block))
    }

    fn as_mut_ptr(&mut self) -> *mut sys::FileInfoBlock {
        self.0.as_mut_ptr().cast()
    }

    /// What dos.library filled in.
    fn entry(&mut self, texts: &mut TextPool) -> Result<FileEntry, FileError> {
        // SAFETY: the block is one FileInfoBlock, zeroed or filled in, and of numbers and bytes alone.
        let info = unsafe { &*self.as_mut_ptr() };
        let is_directory = info.fib_DirEntryType >= 0;
        Ok(FileEntry {
            name: texts.add(until_nul(&info.fib_FileName))?,
            comment: texts.add(until_nul(&info.fib_Comment))?,
            is_directory,
            size: if is_directory { 0 } else { info.fib_Size as u32 },
            protection: info.fib_Protection as u32,
            date: DateStamp {
                days: info.fib_Date.ds_Days,
                minutes: info.fib_Date.ds_Minute,
                ticks: info.fib_Date.ds_Tick,
            },
        })
    }
}

/// The bytes before the first NUL.
fn until_nul(text: &[u8]) -> &[u8] {
    text.split(|byte| *byte == 0).next().unwrap_or(text)
}

impl AmigaMachine<'_> {
    fn dos(&self) -> *mut sys::Library {
        self.context.dos
    }

    /// Why the last call failed.
    fn file_error(&self) -> FileError {
        // SAFETY: IoErr reads the process' own field.
        let code = unsafe { sys::IoErr(self.dos()) };
        FileError(u16::try_from(code).unwrap_or(FileError::NOT_FOUND.0))
    }

    /// What a call that gives `DOSTRUE` for success came to.
    fn outcome(&self, result: i32) -> Result<(), FileError> {
        if result == 0 {
            Err(self.file_error())
        } else {
            Ok(())
        }
    }

    /// Takes over a lock that a call gave.
    fn own(&self, lock: sys::BPTR) -> Result<Lock, FileError> {
        if lock == 0 {
            return Err(self.file_error());
        }
        // SAFETY: the lock is new and given back once.
        let held = unsafe { Held::new(unlock, lock as usize) }?;
        Ok(Lock { lock, held })
    }

    /// Takes over an open file that a call gave.
    fn own_file(&self, handle: sys::BPTR) -> Result<OpenFile, FileError> {
        if handle == 0 {
            return Err(self.file_error());
        }
        // SAFETY: the file is newly open and closed once.
        let held = unsafe { Held::new(close, handle as usize) }?;
        Ok(OpenFile { handle, held })
    }

    /// Runs `work` with the lock as current directory. It must not panic.
    fn within<Result>(&self, directory: &Lock, work: impl FnOnce(*mut sys::Library) -> Result) -> Result {
        // SAFETY: the lock outlives the call, and the former directory is put back before it ends.
        let former = unsafe { sys::CurrentDir(self.dos(), directory.lock) };
        let result = work(self.dos());
        // SAFETY: as above.
        unsafe { sys::CurrentDir(self.dos(), former) };
        result
    }
}

impl Files for AmigaMachine<'_> {
    fn lock(&mut self, directory: Option<&Lock>, name: &[u8]) -> Result<Lock, FileError> {
        let name = match directory {
            Some(_) if name.len() >= LEAF => return Err(FileError::INVALID_NAME),
            _ => Name::<PATH>::new(name)?,
        };
        // SAFETY: the name ends with NUL.
        let lock = |dos| unsafe { sys::Lock(dos, name.as_ptr(), SHARED) };
        let lock = match directory {
            Some(directory) => self.within(directory, lock),
            None => lock(self.dos()),
        };
        self.own(lock)
    }

    fn parent(&mut self, lock: &Lock) -> Result<Option<Lock>, FileError> {
        // SAFETY: the lock is held.
        let parent = unsafe { sys::ParentDir(self.dos(), lock.lock) };
        if parent != 0 {
            return self.own(parent).map(Some);
        }
        match self.file_error() {
            FileError(0) => Ok(None),
            error => Err(error),
        }
    }

    fn is_same(&mut self, one: &Lock, other: &Lock) -> bool {
        const SAME: i32 = 0;
        // SAFETY: both locks are held.
        unsafe { sys::SameLock(self.dos(), one.lock, other.lock) == SAME }
    }

    fn examine(&mut self, lock: &Lock, texts: &mut TextPool) -> Result<FileEntry, FileError> {
        let mut info = InfoBlock::new()?;
        // SAFETY: the lock is held; the block is as large and aligned as it must be.
        self.outcome(unsafe { sys::Examine(self.dos(), lock.lock, info.as_mut_ptr()) })?;
        info.entry(texts)
    }

    fn scan(&mut self, directory: Lock) -> Result<Scan, FileError> {
        let mut info = InfoBlock::new()?;
        // SAFETY: as in `examine`.
        self.outcome(unsafe { sys::Examine(self.dos(), directory.lock, info.as_mut_ptr()) })?;
        Ok(Scan { directory, info })
    }

    fn next_entry(&mut self, scan: &mut Scan, texts: &mut TextPool) -> Result<Option<FileEntry>, FileError> {
        // SAFETY: the block was filled in for this lock by Examine or ExNext, and is not changed between.
        let result = unsafe { sys::ExNext(self.dos(), scan.directory.lock, scan.info.as_mut_ptr()) };
        match self.outcome(result) {
            Ok(()) => scan.info.entry(texts).map(Some),
            Err(FileError(NO_MORE_ENTRIES)) => Ok(None),
            Err(error) => Err(error),
        }
    }

    fn make_directory(&mut self, directory: &Lock, leaf: &[u8]) -> Result<Lock, FileError> {
        let name = Name::<LEAF>::new(leaf)?;
        // SAFETY: the name ends with NUL.
        let made = self.within(directory, |dos| unsafe { sys::CreateDir(dos, name.as_ptr()) });
        self.own(made)
    }

    fn delete(&mut self, directory: &Lock, leaf: &[u8]) -> Result<(), FileError> {
        let name = Name::<LEAF>::new(leaf)?;
        // SAFETY: the name ends with NUL.
        let result = self.within(directory, |dos| unsafe { sys::DeleteFile(dos, name.as_ptr()) });
        self.outcome(result)
    }

    fn rename(&mut self, directory: &Lock, leaf: &[u8], new: &[u8]) -> Result<(), FileError> {
        let (leaf, new) = (Name::<LEAF>::new(leaf)?, Name::<LEAF>::new(new)?);
        // SAFETY: both names end with NUL.
        let result = self.within(directory, |dos| unsafe {
            sys::Rename(dos, leaf.as_ptr(), new.as_ptr())
        });
        self.outcome(result)
    }

    fn set_attributes(
        &mut self,
        directory: &Lock,
        leaf: &[u8],
        protection: u32,
        comment: &[u8],
    ) -> Result<(), FileError> {
        let (leaf, text) = (Name::<LEAF>::new(leaf)?, Name::<LEAF>::new(comment)?);
        if !comment.is_empty() {
            // SAFETY: both texts end with NUL.
            let result = self.within(directory, |dos| unsafe {
                sys::SetComment(dos, leaf.as_ptr(), text.as_ptr())
            });
            match self.outcome(result) {
                Err(error) if error != FileError::ACTION_NOT_KNOWN => return Err(error),
                _ => (),
            }
        }
        // SAFETY: the name ends with NUL.
        let result = self.within(directory, |dos| unsafe {
            sys::SetProtection(dos, leaf.as_ptr(), protection as i32)
        });
        self.outcome(result)
    }

    fn open(&mut self, file: Lock) -> Result<Reader, FileError> {
        // SAFETY: the lock is held, and belongs to the open file from then on when the call succeeds.
        let handle = unsafe { sys::OpenFromLock(self.dos(), file.lock) };
        if handle != 0 {
            file.held.disown();
        }
        self.own_file(handle).map(Reader)
    }

    fn read(&mut self, reader: &mut Reader, buffer: &mut [u8]) -> Result<usize, FileError> {
        let length = i32::try_from(buffer.len()).unwrap_or(i32::MAX);
        // SAFETY: the file is open; the buffer is as long as said and lives through the call.
        let count = unsafe {
            let handle = reader.0.handle;
            sys::Read(self.dos(), handle, buffer.as_mut_ptr().cast(), length)
        };
        usize::try_from(count).map_err(|_| self.file_error())
    }

    fn create(&mut self, directory: &Lock, leaf: &[u8]) -> Result<Writer, FileError> {
        let name = Name::<LEAF>::new(leaf)?;
        // SAFETY: the name ends with NUL.
        let handle = self.within(directory, |dos| unsafe {
            sys::Open(dos, name.as_ptr(), NEW_FILE)
        });
        let file = self.own_file(handle)?;
        // SAFETY: the file is open.
        let parent = unsafe { sys::ParentOfFH(self.dos(), file.handle) };
        if parent != 0 {
            let parent = self.own(parent)?;
            if !self.is_same(&parent, directory) {
                return Err(FileError::WRONG_TYPE);
            }
        }
        Ok(Writer(file))
    }

    fn write(&mut self, writer: &mut Writer, bytes: &[u8]) -> Result<(), FileError> {
        let length = i32::try_from(bytes.len()).unwrap_or(i32::MAX);
        // SAFETY: the file is open; the buffer is as long as said and lives through the call.
        let count = unsafe {
            let handle = writer.0.handle;
            sys::Write(self.dos(), handle, bytes.as_ptr().cast(), length)
        };
        if count == length {
            return Ok(());
        }
        match self.file_error() {
            FileError(0) => Err(FileError::DISK_FULL),
            error => Err(error),
        }
    }

    fn close(&mut self, writer: Writer) -> Result<(), FileError> {
        let OpenFile { handle, held } = writer.0;
        held.disown();
        // SAFETY: the file is open, and nobody else closes it since it left the ledger.
        self.outcome(unsafe { sys::Close(self.dos(), handle) })
    }
}
