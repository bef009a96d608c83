//! Files and directories, reached through locks so that what was checked is what is used.
//!
//! A path is resolved once, by [`Files::lock`]. From then on the object is known by its lock, whatever happens to
//! names, assigns and links meanwhile: it is examined, scanned and opened through the lock, and its place is found by
//! climbing from it ([`Files::parent`], [`Files::is_same`]). Objects that are made, renamed or deleted are named by a
//! directory's lock and one *leaf*: a name without `:` and `/`, which cannot lead out of that directory unless it is a
//! link. The types here own what they stand for and give it back when dropped.
//!
//! Source: dos.library autodocs (`Lock`, `ParentDir`, `SameLock`, `Examine`, `ExNext`, `OpenFromLock`, `Rename`);
//! "AmigaDOS Manual", 3rd edition, chapter "AmigaDOS Packet Interface".

use crate::text::{Span, TextPool};

#[cfg(target_arch = "m68k")]
use crate::amiga::files as platform;
#[cfg(all(feature = "simulated", not(target_arch = "m68k")))]
use crate::simulated::files as platform;

pub use platform::{Lock, Reader, Scan, Writer};

/// A crate built for neither machine has no files: none of these types has a value.
#[cfg(not(any(feature = "simulated", target_arch = "m68k")))]
mod platform {
    /// A shared lock on a file or directory.
    #[derive(Debug)]
    pub enum Lock {}
    /// A directory being scanned.
    #[derive(Debug)]
    pub enum Scan {}
    /// A file open for reading.
    #[derive(Debug)]
    pub enum Reader {}
    /// A new file open for writing.
    #[derive(Debug)]
    pub enum Writer {}
}

/// Why AmigaDOS refused: a number of dos/dos.h, `ERROR_…`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct FileError(pub u16);

impl FileError {
    /// No error of AmigaDOS: a file ended before it should.
    pub const SHORTER: Self = Self(0);
    /// `ERROR_NO_FREE_STORE`
    pub const NO_MEMORY: Self = Self(103);
    /// `ERROR_OBJECT_IN_USE`
    pub const IN_USE: Self = Self(202);
    /// `ERROR_OBJECT_EXISTS`
    pub const EXISTS: Self = Self(203);
    /// `ERROR_DIR_NOT_FOUND`
    pub const DIRECTORY_NOT_FOUND: Self = Self(204);
    /// `ERROR_OBJECT_NOT_FOUND`
    pub const NOT_FOUND: Self = Self(205);
    /// `ERROR_ACTION_NOT_KNOWN`: the device has no file system, or an old one.
    pub const ACTION_NOT_KNOWN: Self = Self(209);
    /// `ERROR_INVALID_COMPONENT_NAME`: a name with a NUL, or too long.
    pub const INVALID_NAME: Self = Self(210);
    /// `ERROR_OBJECT_WRONG_TYPE`
    pub const WRONG_TYPE: Self = Self(212);
    /// `ERROR_DISK_NOT_VALIDATED`
    pub const NOT_VALIDATED: Self = Self(213);
    /// `ERROR_DISK_WRITE_PROTECTED`
    pub const DISK_PROTECTED: Self = Self(214);
    /// `ERROR_DIRECTORY_NOT_EMPTY`
    pub const NOT_EMPTY: Self = Self(216);
    /// `ERROR_DEVICE_NOT_MOUNTED`
    pub const NOT_MOUNTED: Self = Self(218);
    /// `ERROR_DISK_FULL`
    pub const DISK_FULL: Self = Self(221);
    /// `ERROR_DELETE_PROTECTED`
    pub const DELETE_PROTECTED: Self = Self(222);
    /// `ERROR_WRITE_PROTECTED`
    pub const WRITE_PROTECTED: Self = Self(223);
    /// `ERROR_READ_PROTECTED`
    pub const READ_PROTECTED: Self = Self(224);
    /// `ERROR_NOT_A_DOS_DISK`
    pub const NOT_A_DOS_DISK: Self = Self(225);
    /// `ERROR_NO_DISK`
    pub const NO_DISK: Self = Self(226);

    /// Whether it says that there is no such object, drawer, volume or device.
    pub const fn is_missing(self) -> bool {
        matches!(
            self,
            Self::NOT_FOUND | Self::DIRECTORY_NOT_FOUND | Self::NOT_MOUNTED
        )
    }
}

impl From<crate::OutOfMemory> for FileError {
    fn from(_: crate::OutOfMemory) -> Self {
        Self::NO_MEMORY
    }
}

/// A date as AmigaDOS keeps it. Nothing says that its numbers are in range.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct DateStamp {
    /// Days since 1 January 1978.
    pub days: i32,
    /// Minutes since midnight.
    pub minutes: i32,
    /// Ticks of 1/50 s since the minute began.
    pub ticks: i32,
}

/// Protection bits (dos/dos.h, `FIBF_…`). The four of the owner deny when they are set.
pub mod protection {
    /// The file may not be deleted.
    pub const DELETE: u32 = 1;
    /// The file may not be written.
    pub const WRITE: u32 = 4;
    /// The file has not changed since it was archived.
    pub const ARCHIVED: u32 = 16;
}

/// What a file or directory is; its texts are in the pool that was given along.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct FileEntry {
    /// Its own name; of a volume's root the volume's name.
    pub name: Span,
    /// Its comment, mostly empty.
    pub comment: Span,
    /// Whether it is a directory.
    pub is_directory: bool,
    /// Size in bytes; 0 for directories.
    pub size: u32,
    /// All of its protection bits.
    pub protection: u32,
    /// When it was last changed.
    pub date: DateStamp,
}

/// Files and directories. No call ever brings up a requester; each may take as long as the disk does.
///
/// All fail with the [`FileError`] that AmigaDOS gives, or with [`FileError::NO_MEMORY`].
pub trait Files {
    /// Locks an object for shared use. With `directory` the name is a leaf in it, else a whole path, which is resolved
    /// against the program's own directory. Links are followed: the lock is on what they lead to.
    ///
    /// # Errors
    /// Also [`FileError::INVALID_NAME`] for a name with a NUL, a path of more than 255 bytes, or a leaf of more than 107.
    fn lock(&mut self, directory: Option<&Lock>, name: &[u8]) -> Result<Lock, FileError>;

    /// The directory that holds the object; `None` for the root of a volume.
    ///
    /// # Errors
    /// As AmigaDOS says.
    fn parent(&mut self, lock: &Lock) -> Result<Option<Lock>, FileError>;

    /// Whether both are locks on one object.
    fn is_same(&mut self, one: &Lock, other: &Lock) -> bool;

    /// What the object is.
    ///
    /// # Errors
    /// As AmigaDOS says.
    fn examine(&mut self, lock: &Lock, texts: &mut TextPool) -> Result<FileEntry, FileError>;

    /// Begins to go through a directory.
    ///
    /// # Errors
    /// As AmigaDOS says.
    fn scan(&mut self, directory: Lock) -> Result<Scan, FileError>;

    /// The next entry; `None` after the last one.
    ///
    /// # Errors
    /// As AmigaDOS says; the scan is over then.
    fn next_entry(&mut self, scan: &mut Scan, texts: &mut TextPool) -> Result<Option<FileEntry>, FileError>;

    /// Makes a directory.
    ///
    /// # Errors
    /// [`FileError::EXISTS`] when the name is taken, and others.
    fn make_directory(&mut self, directory: &Lock, leaf: &[u8]) -> Result<Lock, FileError>;

    /// Deletes a file, an empty directory or a link (never what it leads to).
    ///
    /// # Errors
    /// As AmigaDOS says.
    fn delete(&mut self, directory: &Lock, leaf: &[u8]) -> Result<(), FileError>;

    /// Gives an entry of the directory another name. It never replaces one.
    ///
    /// # Errors
    /// [`FileError::EXISTS`] when the new name is taken, and others.
    fn rename(&mut self, directory: &Lock, leaf: &[u8], new: &[u8]) -> Result<(), FileError>;

    /// Sets protection bits and comment. A file system that knows no comments is no error.
    ///
    /// # Errors
    /// As AmigaDOS says.
    fn set_attributes(
        &mut self,
        directory: &Lock,
        leaf: &[u8],
        protection: u32,
        comment: &[u8],
    ) -> Result<(), FileError>;

    /// Opens a file for reading through its lock.
    ///
    /// # Errors
    /// As AmigaDOS says.
    fn open(&mut self, file: Lock) -> Result<Reader, FileError>;

    /// Reads up to `buffer.len()` bytes: how many, 0 at the end of the file.
    ///
    /// # Errors
    /// As AmigaDOS says.
    fn read(&mut self, reader: &mut Reader, buffer: &mut [u8]) -> Result<usize, FileError>;

    /// Makes a file and opens it for writing, alone. A file of that name is emptied, so the caller has seen to it that
    /// there is none.
    ///
    /// # Errors
    /// [`FileError::WRONG_TYPE`] when the name turns out to be a link that leads to another directory; and others.
    fn create(&mut self, directory: &Lock, leaf: &[u8]) -> Result<Writer, FileError>;

    /// Writes all bytes.
    ///
    /// # Errors
    /// As AmigaDOS says; some of the bytes may be in the file.
    fn write(&mut self, writer: &mut Writer, bytes: &[u8]) -> Result<(), FileError>;

    /// Closes the file, which brings the last bytes to the disk. Dropping a [`Writer`] closes it, too, but tells nobody
    /// of errors.
    ///
    /// # Errors
    /// As AmigaDOS says.
    fn close(&mut self, writer: Writer) -> Result<(), FileError>;
}
