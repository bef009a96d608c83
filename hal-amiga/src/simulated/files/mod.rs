//! Files on volumes in memory, with links, protection, and faults on demand. A volume behaves like AmigaDOS' old file
//! system: it compares names without case and cuts those of more than 30 bytes.
//!
//! Every call of [`Files`] is counted. A test may let the n-th call of a kind fail, or cut the power before any call:
//! from then on no call changes anything, until [`SimulatedAmiga::power_up`](super::SimulatedAmiga::power_up).

mod control;
mod tree;

use super::SimulatedAmiga;
use crate::files::{FileEntry, FileError, Files, protection};
use crate::text::TextPool;
use tree::{Id, Kind, Object, Tree};

/// A call of [`Files`], to be counted or to fail.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum FileCall {
    /// [`Files::lock`]
    Lock,
    /// [`Files::parent`]
    Parent,
    /// [`Files::examine`]
    Examine,
    /// [`Files::scan`]
    Scan,
    /// [`Files::next_entry`]
    NextEntry,
    /// [`Files::make_directory`]
    MakeDirectory,
    /// [`Files::delete`]
    Delete,
    /// [`Files::rename`]
    Rename,
    /// [`Files::set_attributes`]
    SetAttributes,
    /// [`Files::open`]
    Open,
    /// [`Files::read`]
    Read,
    /// [`Files::create`]
    Create,
    /// [`Files::write`]
    Write,
    /// [`Files::close`]
    Close,
}

/// The state of all files of a machine.
#[derive(Debug, Default)]
pub(super) struct FileSystem {
    tree: Tree,
    calls: u32,
    /// The number of the call before which the power goes.
    cut: Option<u32>,
    is_cut: bool,
    /// Counts resets: what was locked before one is not locked after it.
    generation: u32,
    faults: Vec<(FileCall, u32, FileError)>,
}

/// What every lock and open file is.
#[derive(Debug)]
struct Handle {
    machine: SimulatedAmiga,
    object: Id,
    exclusive: bool,
    generation: u32,
}

impl Drop for Handle {
    fn drop(&mut self) {
        let mut world = self.machine.world();
        let files = &mut world.files;
        if files.generation != self.generation {
            return;
        }
        let object = files.tree.object_mut(self.object);
        if self.exclusive {
            object.exclusive = false;
        } else {
            object.shared -= 1;
        }
    }
}

/// A shared lock on a file or directory.
#[derive(Debug)]
pub struct Lock(Handle);

/// A directory being scanned.
#[derive(Debug)]
pub struct Scan {
    directory: Handle,
    next: Id,
}

/// A file open for reading.
#[derive(Debug)]
pub struct Reader {
    file: Handle,
    position: usize,
}

/// A new file open for writing.
#[derive(Debug)]
pub struct Writer(Handle);

impl FileSystem {
    /// Counts a call; the error with which it is to fail, if any.
    fn begin(&mut self, call: FileCall) -> Result<(), FileError> {
        if self.cut == Some(self.calls) {
            self.is_cut = true;
        }
        self.calls += 1;
        if self.is_cut {
            return Err(FileError::NO_DISK);
        }
        let mut result = Ok(());
        self.faults.retain_mut(|(faulty, number, error)| {
            if *faulty != call {
                return true;
            }
            *number -= 1;
            if *number == 0 {
                result = Err(*error);
            }
            *number > 0
        });
        result
    }

    /// Refuses to change a volume that is write-protected.
    fn check_writable(&self, id: Id) -> Result<(), FileError> {
        if self.tree.volume(id).write_protected {
            Err(FileError::DISK_PROTECTED)
        } else {
            Ok(())
        }
    }

    /// The entry of this name in a directory.
    fn entry(&self, directory: Id, name: &[u8]) -> Result<Id, FileError> {
        self.tree.child(directory, name).ok_or(FileError::NOT_FOUND)
    }

    /// What [`Files::examine`] tells of an object.
    fn describe(&self, id: Id, texts: &mut TextPool) -> Result<FileEntry, FileError> {
        let object = self.tree.object(id);
        let target = match object.kind {
            Kind::HardLink(target) => self.tree.object(target),
            _ => object,
        };
        Ok(FileEntry {
            name: texts.add(&object.name)?,
            comment: texts.add(&object.comment)?,
            is_directory: target.kind == Kind::Directory,
            size: match &target.kind {
                Kind::File(bytes) => bytes.len() as u32,
                _ => 0,
            },
            protection: object.protection,
            date: object.date,
        })
    }
}

/// Refuses what AmigaDOS' own buffers cannot hold.
fn check_name(name: &[u8], longest: usize) -> Result<(), FileError> {
    if name.len() > longest || name.contains(&0) {
        Err(FileError::INVALID_NAME)
    } else {
        Ok(())
    }
}

impl SimulatedAmiga {
    /// Counts a call and does it unless it is to fail.
    fn call<T>(
        &mut self,
        call: FileCall,
        work: impl FnOnce(&mut FileSystem) -> Result<T, FileError>,
    ) -> Result<T, FileError> {
        self.step();
        let mut world = self.world();
        if matches!(
            call,
            FileCall::Lock | FileCall::Open | FileCall::Create | FileCall::Scan | FileCall::NextEntry
        ) {
            world.faults.allocate()?;
        }
        world.files.begin(call)?;
        work(&mut world.files)
    }

    /// A handle for an object that `call` has counted.
    fn handle(&self, object: Id, exclusive: bool) -> Handle {
        Handle {
            machine: self.clone(),
            object,
            exclusive,
            generation: self.world().files.generation,
        }
    }

    fn lock_object(
        &mut self,
        call: FileCall,
        find: impl FnOnce(&mut FileSystem) -> Result<Id, FileError>,
    ) -> Result<Lock, FileError> {
        let object = self.call(call, |files| {
            let object = find(files)?;
            if files.tree.object(object).exclusive {
                return Err(FileError::IN_USE);
            }
            files.tree.object_mut(object).shared += 1;
            Ok(object)
        })?;
        Ok(Lock(self.handle(object, false)))
    }
}

impl Files for SimulatedAmiga {
    fn lock(&mut self, directory: Option<&Lock>, name: &[u8]) -> Result<Lock, FileError> {
        check_name(name, if directory.is_some() { 107 } else { 255 })?;
        let directory = directory.map(|directory| directory.0.object);
        self.lock_object(FileCall::Lock, |files| {
            let start = directory.unwrap_or(files.tree.current);
            files.tree.resolve(start, name, true)
        })
    }

    fn parent(&mut self, lock: &Lock) -> Result<Option<Lock>, FileError> {
        let parent = self.call(FileCall::Parent, |files| {
            let parent = files.tree.object(lock.0.object).parent;
            if let Some(parent) = parent {
                files.tree.object_mut(parent).shared += 1;
            }
            Ok(parent)
        })?;
        Ok(parent.map(|parent| Lock(self.handle(parent, false))))
    }

    fn is_same(&mut self, one: &Lock, other: &Lock) -> bool {
        self.step();
        one.0.object == other.0.object
    }

    fn examine(&mut self, lock: &Lock, texts: &mut TextPool) -> Result<FileEntry, FileError> {
        self.call(FileCall::Examine, |files| files.describe(lock.0.object, texts))
    }

    fn scan(&mut self, directory: Lock) -> Result<Scan, FileError> {
        self.call(FileCall::Scan, |_| Ok(()))?;
        Ok(Scan {
            directory: directory.0,
            next: 0,
        })
    }

    fn next_entry(&mut self, scan: &mut Scan, texts: &mut TextPool) -> Result<Option<FileEntry>, FileError> {
        self.call(FileCall::NextEntry, |files| {
            let mut children = files.tree.children(scan.directory.object).map(|(id, _)| id);
            let Some(id) = children.find(|id| *id >= scan.next) else {
                return Ok(None);
            };
            scan.next = id + 1;
            files.describe(id, texts).map(Some)
        })
    }

    fn make_directory(&mut self, directory: &Lock, leaf: &[u8]) -> Result<Lock, FileError> {
        check_name(leaf, 107)?;
        let directory = directory.0.object;
        self.lock_object(FileCall::MakeDirectory, |files| {
            files.check_writable(directory)?;
            let (parent, name) = match files.tree.child(directory, leaf) {
                None => (directory, leaf.to_vec()),
                // dos.library follows a soft link that leads to nothing yet.
                Some(link) => files.missing_target(directory, link)?,
            };
            Ok(files.tree.add(Object::new(Some(parent), &name, Kind::Directory)))
        })
    }

    fn delete(&mut self, directory: &Lock, leaf: &[u8]) -> Result<(), FileError> {
        check_name(leaf, 107)?;
        self.call(FileCall::Delete, |files| {
            let id = files.entry(directory.0.object, leaf)?;
            files.check_writable(id)?;
            let object = files.tree.object(id);
            if object.exclusive || object.shared > 0 {
                Err(FileError::IN_USE)
            } else if files.tree.children(id).next().is_some() {
                Err(FileError::NOT_EMPTY)
            } else if object.protection & protection::DELETE != 0 {
                Err(FileError::DELETE_PROTECTED)
            } else {
                files.tree.remove(id);
                Ok(())
            }
        })
    }

    fn rename(&mut self, directory: &Lock, leaf: &[u8], new: &[u8]) -> Result<(), FileError> {
        check_name(leaf, 107)?;
        check_name(new, 107)?;
        self.call(FileCall::Rename, |files| {
            let id = files.entry(directory.0.object, leaf)?;
            files.check_writable(id)?;
            if files
                .tree
                .child(directory.0.object, new)
                .is_some_and(|other| other != id)
            {
                return Err(FileError::EXISTS);
            }
            let object = files.tree.object_mut(id);
            if object.exclusive || object.shared > 0 {
                return Err(FileError::IN_USE);
            }
            object.name = new[..new.len().min(30)].to_vec();
            Ok(())
        })
    }

    fn set_attributes(
        &mut self,
        directory: &Lock,
        leaf: &[u8],
        protection: u32,
        comment: &[u8],
    ) -> Result<(), FileError> {
        self.call(FileCall::SetAttributes, |files| {
            let id = files.entry(directory.0.object, leaf)?;
            files.check_writable(id)?;
            let object = files.tree.object_mut(id);
            object.protection = protection;
            object.comment = comment.to_vec();
            Ok(())
        })
    }

    fn open(&mut self, file: Lock) -> Result<Reader, FileError> {
        self.call(FileCall::Open, |files| match files.tree.object(file.0.object) {
            Object {
                kind: Kind::File(_),
                protection,
                ..
            } if protection & 8 == 0 => Ok(()),
            Object {
                kind: Kind::File(_), ..
            } => Err(FileError::READ_PROTECTED),
            _ => Err(FileError::WRONG_TYPE),
        })?;
        Ok(Reader {
            file: file.0,
            position: 0,
        })
    }

    fn read(&mut self, reader: &mut Reader, buffer: &mut [u8]) -> Result<usize, FileError> {
        self.call(FileCall::Read, |files| {
            let Kind::File(bytes) = &files.tree.object(reader.file.object).kind else {
                return Err(FileError::WRONG_TYPE);
            };
            let rest = bytes.get(reader.position..).unwrap_or(&[]);
            let count = rest.len().min(buffer.len());
            buffer[..count].copy_from_slice(&rest[..count]);
            reader.position += count;
            Ok(count)
        })
    }

    fn create(&mut self, directory: &Lock, leaf: &[u8]) -> Result<Writer, FileError> {
        check_name(leaf, 107)?;
        let directory = directory.0.object;
        let (parent, object) = self.call(FileCall::Create, |files| {
            files.check_writable(directory)?;
            let (parent, object) = match files.tree.child(directory, leaf) {
                None => (directory, None),
                Some(child) => match files.tree.object(child).kind {
                    Kind::SoftLink(_) => {
                        let (parent, name) = files.missing_target(directory, child)?;
                        let file = Object::new(Some(parent), &name, Kind::File(Vec::new()));
                        (parent, Some(files.tree.add(file)))
                    }
                    Kind::Directory | Kind::HardLink(_) => return Err(FileError::WRONG_TYPE),
                    Kind::File(_) => (directory, Some(child)),
                },
            };
            let object = match object {
                Some(object) => object,
                None => files
                    .tree
                    .add(Object::new(Some(directory), leaf, Kind::File(Vec::new()))),
            };
            let file = files.tree.object_mut(object);
            if file.exclusive || file.shared > 0 {
                return Err(FileError::IN_USE);
            }
            file.exclusive = true;
            file.kind = Kind::File(Vec::new());
            Ok((parent, object))
        })?;
        let writer = Writer(self.handle(object, true));
        if parent != directory {
            return Err(FileError::WRONG_TYPE);
        }
        Ok(writer)
    }

    fn write(&mut self, writer: &mut Writer, bytes: &[u8]) -> Result<(), FileError> {
        self.call(FileCall::Write, |files| {
            let room = files.tree.room(writer.0.object);
            let fits = bytes.len().min(room);
            if let Kind::File(contents) = &mut files.tree.object_mut(writer.0.object).kind {
                contents.extend_from_slice(&bytes[..fits]);
            }
            if fits < bytes.len() {
                Err(FileError::DISK_FULL)
            } else {
                Ok(())
            }
        })
    }

    fn close(&mut self, writer: Writer) -> Result<(), FileError> {
        let result = self.call(FileCall::Close, |_| Ok(()));
        drop(writer);
        result
    }
}

impl FileSystem {
    /// Directory and name of what a soft link leads to, when there is nothing yet.
    fn missing_target(&self, directory: Id, link: Id) -> Result<(Id, Vec<u8>), FileError> {
        let Kind::SoftLink(path) = &self.tree.object(link).kind else {
            return Err(FileError::EXISTS);
        };
        if self.tree.resolve(directory, path, true).is_ok() {
            return Err(FileError::EXISTS);
        }
        let split = path
            .iter()
            .rposition(|byte| matches!(byte, b'/' | b':'))
            .map_or(0, |at| at + 1);
        let parent = self.tree.resolve(directory, &path[..split], true)?;
        let name = &path[split..];
        if self.tree.child(parent, name).is_some() {
            // A ring of links.
            return Err(FileError::NOT_FOUND);
        }
        Ok((parent, name.to_vec()))
    }
}
