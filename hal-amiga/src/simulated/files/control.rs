//! What a test does with the files of a simulated Amiga: makes volumes, looks at files, plans faults.
//!
//! Paths are as AmigaDOS takes them. What a test asks for must be possible: a wrong path panics.

use super::FileCall;
use super::tree::{Id, Kind, Object, Tree, Volume};
use crate::files::{DateStamp, FileError};
use crate::simulated::SimulatedAmiga;
use crate::simulated::keymap::latin1;

/// Directory and name that a path for a new object means.
fn place(tree: &Tree, path: &str) -> (Id, Vec<u8>) {
    let path = latin1(path);
    let split = path
        .iter()
        .rposition(|byte| matches!(byte, b'/' | b':'))
        .map_or(0, |at| at + 1);
    let directory = tree.resolve(tree.current, &path[..split], true);
    (directory.expect("the directory exists"), path[split..].to_vec())
}

impl SimulatedAmiga {
    fn change_files<T>(&self, change: impl FnOnce(&mut Tree) -> T) -> T {
        change(&mut self.world().files.tree)
    }

    /// The object at a path, the link itself where it is one.
    fn with_object<T>(&self, path: &str, change: impl FnOnce(&mut Object) -> T) -> Option<T> {
        self.change_files(|tree| {
            let id = tree.resolve(tree.current, &latin1(path), false).ok()?;
            Some(change(tree.object_mut(id)))
        })
    }

    /// Adds an empty volume. The first one holds the program's own directory.
    pub fn add_volume(&self, name: &str) {
        self.change_files(|tree| {
            let root = tree.add(Object::new(None, &latin1(name), Kind::Directory));
            tree.volumes.push(Volume {
                root,
                write_protected: false,
                capacity: None,
            });
        });
    }

    /// Adds a directory.
    pub fn add_directory(&self, path: &str) {
        self.add_object(path, Kind::Directory);
    }

    /// Adds a file, or gives one other contents.
    pub fn add_file(&self, path: &str, contents: &[u8]) {
        let known = self.with_object(path, |object| object.kind = Kind::File(contents.to_vec()));
        if known.is_none() {
            self.add_object(path, Kind::File(contents.to_vec()));
        }
    }

    /// Adds a soft link.
    pub fn add_soft_link(&self, path: &str, target: &str) {
        self.add_object(path, Kind::SoftLink(latin1(target)));
    }

    /// Adds a hard link.
    pub fn add_hard_link(&self, path: &str, target: &str) {
        let target = self.change_files(|tree| tree.resolve(tree.current, &latin1(target), true));
        self.add_object(path, Kind::HardLink(target.expect("the target exists")));
    }

    fn add_object(&self, path: &str, kind: Kind) {
        self.change_files(|tree| {
            let (directory, name) = place(tree, path);
            assert!(tree.child(directory, &name).is_none(), "{path} exists");
            tree.add(Object::new(Some(directory), &name, kind));
        });
    }

    /// Assigns a name to a directory.
    pub fn assign(&self, name: &str, path: &str) {
        self.change_files(|tree| {
            let target = tree.resolve(tree.current, &latin1(path), true);
            tree.assigns
                .push((latin1(name), target.expect("the directory exists")));
        });
    }

    /// Makes a directory the program's own.
    pub fn change_directory(&self, path: &str) {
        self.change_files(|tree| {
            tree.current = tree
                .resolve(tree.current, &latin1(path), true)
                .expect("the directory exists");
        });
    }

    /// Contents of a file; `None` when there is none.
    pub fn file(&self, path: &str) -> Option<Vec<u8>> {
        self.with_object(path, |object| match &object.kind {
            Kind::File(contents) => Some(contents.clone()),
            _ => None,
        })?
    }

    /// Whether there is anything at a path, be it a link that leads to nothing.
    pub fn has_object(&self, path: &str) -> bool {
        self.with_object(path, |_| ()).is_some()
    }

    /// Names of what a directory holds, sorted.
    pub fn names(&self, path: &str) -> Vec<String> {
        self.change_files(|tree| {
            let directory = tree
                .resolve(tree.current, &latin1(path), true)
                .expect("the directory exists");
            let mut names: Vec<String> = tree
                .children(directory)
                .map(|(_, child)| child.name.iter().copied().map(char::from).collect())
                .collect();
            names.sort();
            names
        })
    }

    /// Protection bits and comment at a path.
    pub fn attributes(&self, path: &str) -> Option<(u32, Vec<u8>)> {
        self.with_object(path, |object| (object.protection, object.comment.clone()))
    }

    /// Sets protection bits, comment and date at a path.
    pub fn set_file(&self, path: &str, protection: u32, comment: &str, date: DateStamp) {
        let known = self.with_object(path, |object| {
            object.protection = protection;
            object.comment = latin1(comment);
            object.date = date;
        });
        known.expect("the object exists");
    }

    /// Sets whether the volume of `path` is write-protected, and how many bytes its files can have together.
    pub fn set_volume(&self, path: &str, write_protected: bool, capacity: Option<usize>) {
        self.change_files(|tree| {
            let id = tree.resolve(tree.current, &latin1(path), true);
            let root = tree.root(id.expect("the volume exists"));
            for volume in tree.volumes.iter_mut().filter(|volume| volume.root == root) {
                volume.write_protected = write_protected;
                volume.capacity = capacity;
            }
        });
    }

    /// Sets whether another program has the object at a path open for itself.
    pub fn hold_file(&self, path: &str, held: bool) {
        self.with_object(path, |object| object.exclusive = held)
            .expect("the object exists");
    }

    /// Lets the n-th call of a kind from now on (the next one is 1) fail.
    pub fn fail_file_call(&self, call: FileCall, number: u32, error: FileError) {
        self.world().files.faults.push((call, number.max(1), error));
    }

    /// Cuts the power before the call of `Files` after so many more.
    pub fn cut_power(&self, calls: u32) {
        let mut world = self.world();
        world.files.cut = Some(world.files.calls + calls);
    }

    /// Whether the power was cut.
    pub fn is_cut(&self) -> bool {
        self.world().files.is_cut
    }

    /// Power is back: the files are as they were when it went, and nothing is locked.
    pub fn power_up(&self) {
        let mut world = self.world();
        let files = &mut world.files;
        files.cut = None;
        files.is_cut = false;
        files.generation += 1;
        files.tree.forget_locks();
    }

    /// Locks and open files that exist.
    pub fn file_handles(&self) -> u32 {
        self.change_files(|tree| {
            tree.all()
                .map(|(_, object)| object.shared + u32::from(object.exclusive))
                .sum()
        })
    }
}
