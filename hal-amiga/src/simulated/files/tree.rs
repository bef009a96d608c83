//! The tree of the simulated volumes: objects, names, links, and how a path is resolved. As AmigaDOS does it.

use crate::files::{DateStamp, FileError};

/// Number of an object in its [`Tree`].
pub(super) type Id = usize;

/// Most soft links on the way of one path.
const MOST_LINKS: u32 = 16;

/// The longest name; a file system of the old kind cuts longer ones without a word.
const LONGEST_NAME: usize = 30;

/// What an object is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Kind {
    Directory,
    File(Vec<u8>),
    /// Leads wherever the path leads.
    SoftLink(Vec<u8>),
    /// Leads to that object.
    HardLink(Id),
}

/// A file, a directory or a link.
#[derive(Debug, Clone)]
pub(super) struct Object {
    /// `None` for the root of a volume.
    pub parent: Option<Id>,
    pub name: Vec<u8>,
    pub kind: Kind,
    pub protection: u32,
    pub comment: Vec<u8>,
    pub date: DateStamp,
    /// Shared locks and readers.
    pub shared: u32,
    /// Whether a writer has it.
    pub exclusive: bool,
}

impl Object {
    pub fn new(parent: Option<Id>, name: &[u8], kind: Kind) -> Self {
        Self {
            parent,
            name: name.to_vec(),
            kind,
            protection: 0,
            comment: Vec::new(),
            date: DateStamp {
                days: 17_866,
                minutes: 754,
                ticks: 2_300,
            },
            shared: 0,
            exclusive: false,
        }
    }
}

/// A volume's own properties.
#[derive(Debug, Clone, Copy)]
pub(super) struct Volume {
    pub root: Id,
    pub write_protected: bool,
    /// Bytes that all of its files together can have; `None` for as many as there are.
    pub capacity: Option<usize>,
}

/// All volumes.
#[derive(Debug, Clone, Default)]
pub(super) struct Tree {
    /// `None` where an object was deleted; numbers are not used again.
    objects: Vec<Option<Object>>,
    pub volumes: Vec<Volume>,
    pub assigns: Vec<(Vec<u8>, Id)>,
    /// The program's own directory.
    pub current: Id,
}

/// A byte of a name as AmigaDOS compares it: case does not count in ASCII and Latin-1.
fn folded(byte: u8) -> u8 {
    match byte {
        b'a'..=b'z' | 0xE0..=0xF6 | 0xF8..=0xFE => byte - 32,
        byte => byte,
    }
}

/// Whether two names are one.
pub(super) fn same_name(one: &[u8], other: &[u8]) -> bool {
    one.iter()
        .copied()
        .map(folded)
        .eq(other.iter().copied().map(folded))
}

/// A name as the file system keeps it.
fn kept(name: &[u8]) -> &[u8] {
    &name[..name.len().min(LONGEST_NAME)]
}

impl Tree {
    pub fn object(&self, id: Id) -> &Object {
        self.objects[id].as_ref().expect("the object exists")
    }

    pub fn object_mut(&mut self, id: Id) -> &mut Object {
        self.objects[id].as_mut().expect("the object exists")
    }

    pub fn add(&mut self, mut object: Object) -> Id {
        object.name = kept(&object.name).to_vec();
        self.objects.push(Some(object));
        self.objects.len() - 1
    }

    pub fn remove(&mut self, id: Id) {
        self.objects[id] = None;
    }

    /// All objects that exist.
    pub fn all(&self) -> impl Iterator<Item = (Id, &Object)> {
        self.objects
            .iter()
            .enumerate()
            .filter_map(|(id, object)| Some((id, object.as_ref()?)))
    }

    /// What a directory holds, in order.
    pub fn children(&self, directory: Id) -> impl Iterator<Item = (Id, &Object)> {
        self.all()
            .filter(move |(_, object)| object.parent == Some(directory))
    }

    /// The entry of a directory with this name: the link itself, where it is one.
    pub fn child(&self, directory: Id, name: &[u8]) -> Option<Id> {
        let mut children = self.children(directory);
        Some(children.find(|(_, child)| same_name(&child.name, kept(name)))?.0)
    }

    /// Forgets all locks, as a reset does.
    pub fn forget_locks(&mut self) {
        for object in self.objects.iter_mut().flatten() {
            object.shared = 0;
            object.exclusive = false;
        }
    }

    /// The root above an object.
    pub fn root(&self, mut id: Id) -> Id {
        while let Some(parent) = self.object(id).parent {
            id = parent;
        }
        id
    }

    /// The volume that an object is on.
    pub fn volume(&self, id: Id) -> Volume {
        let root = self.root(id);
        *self
            .volumes
            .iter()
            .find(|volume| volume.root == root)
            .expect("every root is a volume's")
    }

    /// Bytes that can still be written on the volume of an object.
    pub fn room(&self, id: Id) -> usize {
        let volume = self.volume(id);
        let used = self.all().filter(|(id, _)| self.root(*id) == volume.root);
        let used: usize = used
            .map(|(_, object)| match &object.kind {
                Kind::File(bytes) => bytes.len(),
                _ => 0,
            })
            .sum();
        volume
            .capacity
            .map_or(usize::MAX, |capacity| capacity.saturating_sub(used))
    }

    /// Where the path before a colon leads: a volume, an assign, or the volume of `start` when nothing is before it.
    fn device(&self, start: Id, name: &[u8]) -> Result<Id, FileError> {
        if name.is_empty() {
            return Ok(self.root(start));
        }
        // Handlers without a file system do not know the packet.
        if [&b"CON"[..], b"RAW", b"NIL", b"SER", b"PAR", b"PRT"]
            .iter()
            .any(|handler| same_name(handler, name))
        {
            return Err(FileError::ACTION_NOT_KNOWN);
        }
        let mut roots = self.volumes.iter().map(|volume| volume.root);
        let assign = self.assigns.iter().find(|(assign, _)| same_name(assign, name));
        roots
            .find(|root| same_name(&self.object(*root).name, name))
            .or(assign.map(|(_, id)| *id))
            .ok_or(FileError::NOT_MOUNTED)
    }

    /// The object that a path names. Its last link is followed when `follow` says so.
    pub fn resolve(&self, start: Id, path: &[u8], follow: bool) -> Result<Id, FileError> {
        self.resolve_in(start, path, follow, MOST_LINKS)
    }

    fn resolve_in(&self, start: Id, path: &[u8], follow: bool, links: u32) -> Result<Id, FileError> {
        let (mut here, mut rest) = match path.iter().position(|byte| *byte == b':') {
            Some(colon) => (self.device(start, &path[..colon])?, &path[colon + 1..]),
            None => (start, path),
        };
        while !rest.is_empty() {
            let length = rest.iter().position(|byte| *byte == b'/').unwrap_or(rest.len());
            let (component, tail) = rest.split_at(length);
            rest = tail.get(1..).unwrap_or(&[]);
            if component.is_empty() {
                here = self.object(here).parent.ok_or(FileError::NOT_FOUND)?;
                continue;
            }
            if self.object(here).kind != Kind::Directory {
                return Err(FileError::WRONG_TYPE);
            }
            let child = self.child(here, component).ok_or(FileError::NOT_FOUND)?;
            if rest.is_empty() && !follow {
                return Ok(child);
            }
            here = match &self.object(child).kind {
                Kind::SoftLink(_) if links == 0 => return Err(FileError::NOT_FOUND),
                Kind::SoftLink(path) => self.resolve_in(here, path, true, links - 1)?,
                Kind::HardLink(target) => *target,
                _ => child,
            };
        }
        Ok(here)
    }
}
