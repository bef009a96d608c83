//! A record of everything that the program owns, so that nothing is left behind when it ends.
//!
//! AmigaOS frees nothing by itself. Each block of memory and each other resource (a library, a device, an interrupt
//! vector) is a node of one list, newest first. A resource is owned by a type with a [`Held`]; dropping it releases the
//! resource and takes its node off the list. After a panic no drop runs: then [`Ledger::release_all`] releases what the
//! list names, newest first.
//!
//! Memory for `alloc` comes from here too ([`LedgerAllocator`]): `AllocMem` with `MEMF_ANY`, never chip memory by
//! request. Source: exec.library autodocs, `AllocMem`, `FreeMem`.

use core::alloc::{GlobalAlloc, Layout};
use core::cell::Cell;
use core::ptr;

use amiga_sys as sys;

use super::context::Context;
use super::exec::sys_base;
use crate::memory::OutOfMemory;

/// Releases one resource; the argument is what the owner registered.
pub(crate) type Release = unsafe fn(usize);

/// What stands before every block of memory, and before the argument of every other resource.
#[repr(C)]
struct Node {
    older: *mut Node,
    newer: *mut Node,
    /// Bytes taken from exec, this header included.
    size: u32,
    /// `None` for plain memory.
    release: Option<Release>,
}

const HEADER: usize = size_of::<Node>();

/// The list itself; lives in the program's [`Context`].
pub(crate) struct Ledger {
    newest: Cell<*mut Node>,
    bytes: Cell<u32>,
    entries: Cell<u32>,
}

impl Ledger {
    pub(crate) const fn new() -> Self {
        Self {
            newest: Cell::new(ptr::null_mut()),
            bytes: Cell::new(0),
            entries: Cell::new(0),
        }
    }

    /// Bytes taken from exec for all that is listed, headers included.
    pub(crate) fn bytes(&self) -> u32 {
        self.bytes.get()
    }

    /// Blocks and resources listed.
    pub(crate) fn entries(&self) -> u32 {
        self.entries.get()
    }

    /// Takes memory and lists it. The result points past the header and is null when there is no memory.
    #[inline(never)]
    fn add(&self, payload: usize, release: Option<Release>) -> *mut u8 {
        let size = payload.saturating_add(HEADER + 7) & !7;
        // SAFETY: AllocMem may be called by any task; null is checked.
        let node = unsafe { sys::AllocMem(sys_base(), size as u32, sys::MEMF_ANY) }.cast::<Node>();
        if node.is_null() {
            return ptr::null_mut();
        }
        let older = self.newest.get();
        // SAFETY: the block is ours, large enough and aligned to 8 bytes; `older` is null or a node of this list, which
        // only this task touches.
        unsafe {
            node.write(Node {
                older,
                newer: ptr::null_mut(),
                size: size as u32,
                release,
            });
            if !older.is_null() {
                (*older).newer = node;
            }
        }
        self.newest.set(node);
        self.bytes.set(self.bytes.get() + size as u32);
        self.entries.set(self.entries.get() + 1);
        node.wrapping_add(1).cast()
    }

    /// Takes an entry off the list and gives its memory back; does not call its release function.
    ///
    /// # Safety
    /// `payload` came from [`Ledger::add`] of this ledger and was not removed yet.
    unsafe fn remove(&self, payload: *mut u8) {
        let node = payload.cast::<Node>().wrapping_sub(1);
        // SAFETY: by contract the node is listed, so its neighbours are null or listed nodes.
        unsafe {
            let Node {
                older, newer, size, ..
            } = node.read();
            if newer.is_null() {
                self.newest.set(older);
            } else {
                (*newer).older = older;
            }
            if !older.is_null() {
                (*older).newer = newer;
            }
            self.bytes.set(self.bytes.get() - size);
            self.entries.set(self.entries.get() - 1);
            sys::FreeMem(sys_base(), node.cast(), size);
        }
    }

    /// Releases everything, newest first.
    pub(crate) fn release_all(&self) {
        while !self.newest.get().is_null() {
            let node = self.newest.get();
            let payload = node.wrapping_add(1).cast::<u8>();
            // SAFETY: the node is listed; a resource's payload is its argument; taking the node off first makes sure
            // that a release function that fails half-way is not called again.
            unsafe {
                let release = (*node).release;
                let argument = if release.is_some() {
                    payload.cast::<usize>().read()
                } else {
                    0
                };
                self.remove(payload);
                if let Some(release) = release {
                    release(argument);
                }
            }
        }
    }
}

/// An entry of the ledger for a resource that is not plain memory; dropping it releases the resource.
#[derive(Debug)]
pub(crate) struct Held(*mut u8);

impl Held {
    /// Lists a resource. When there is no memory for the entry, the resource is released at once.
    ///
    /// # Safety
    /// `release(argument)` must be right to call exactly once, at any later time while the program runs.
    ///
    /// # Errors
    /// [`OutOfMemory`].
    pub(crate) unsafe fn new(release: Release, argument: usize) -> Result<Self, OutOfMemory> {
        let payload = match Context::current() {
            Some(context) => context.ledger.add(size_of::<usize>(), Some(release)),
            None => ptr::null_mut(),
        };
        if payload.is_null() {
            // SAFETY: by contract; it is called once, since there is no entry.
            unsafe { release(argument) };
            return Err(OutOfMemory);
        }
        // SAFETY: the payload has room for one address and is aligned to 8 bytes.
        unsafe { payload.cast::<usize>().write(argument) };
        Ok(Self(payload))
    }

    /// Takes the resource off the ledger without releasing it: somebody else does that from now on.
    pub(crate) fn disown(self) {
        if let Some(context) = Context::current() {
            // SAFETY: the payload is a listed entry, made by `new`; `forget` keeps `drop` from removing it again.
            unsafe { context.ledger.remove(self.0) };
        }
        core::mem::forget(self);
    }
}

impl Drop for Held {
    fn drop(&mut self) {
        let Some(context) = Context::current() else { return };
        // SAFETY: the payload is a listed entry of a resource, made by `new` and removed only here.
        unsafe {
            let node = self.0.cast::<Node>().wrapping_sub(1);
            let release = (*node).release;
            let argument = self.0.cast::<usize>().read();
            context.ledger.remove(self.0);
            if let Some(release) = release {
                release(argument);
            }
        }
    }
}

/// The allocator behind `alloc`: no state of its own, it finds the running program's ledger.
struct LedgerAllocator;

#[global_allocator]
static ALLOCATOR: LedgerAllocator = LedgerAllocator;

// SAFETY: blocks come from AllocMem, do not overlap and stay until freed; alignments above 8 are refused with null.
unsafe impl GlobalAlloc for LedgerAllocator {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        match Context::current() {
            Some(context) if layout.align() <= 8 => context.ledger.add(layout.size(), None),
            _ => ptr::null_mut(),
        }
    }

    unsafe fn dealloc(&self, block: *mut u8, _layout: Layout) {
        if let Some(context) = Context::current() {
            // SAFETY: by the trait's contract the block came from `alloc` of the same program.
            unsafe { context.ledger.remove(block) };
        }
    }
}
