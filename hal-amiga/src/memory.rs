//! A growing array whose every growth may fail, since an Amiga has no swap and 1 MB.
//!
//! [`List`] is the only container of unbounded length in the project. It never panics for want of memory: growing
//! returns [`OutOfMemory`], and what was in the list stays.

use alloc::vec::Vec;
use core::ops::{Deref, DerefMut};

/// The machine has no block of memory of the wanted size.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct OutOfMemory;

/// A growing array; reading goes through its slice.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct List<T>(Vec<T>);

impl<T> Default for List<T> {
    fn default() -> Self {
        Self::new()
    }
}

impl<T> List<T> {
    /// An empty list, which owns no memory yet.
    pub const fn new() -> Self {
        Self(Vec::new())
    }

    /// An empty list with room for exactly `capacity` elements.
    ///
    /// # Errors
    /// [`OutOfMemory`] when the machine has no such block.
    pub fn with_capacity(capacity: usize) -> Result<Self, OutOfMemory> {
        let mut elements = Vec::new();
        elements.try_reserve_exact(capacity).map_err(|_| OutOfMemory)?;
        Ok(Self(elements))
    }

    /// Adds one element at the end, growing by half when full.
    ///
    /// # Errors
    /// [`OutOfMemory`] when the list is full and cannot grow; the list is unchanged.
    pub fn push(&mut self, element: T) -> Result<(), OutOfMemory> {
        if self.0.len() == self.0.capacity() {
            let more = (self.0.len() / 2).max(4);
            self.0.try_reserve_exact(more).map_err(|_| OutOfMemory)?;
        }
        self.0.push(element);
        Ok(())
    }

    /// Makes room for `more` elements.
    ///
    /// # Errors
    /// [`OutOfMemory`] when the list cannot grow so far; it is unchanged.
    #[inline(never)]
    pub fn reserve(&mut self, more: usize) -> Result<(), OutOfMemory> {
        self.0.try_reserve_exact(more).map_err(|_| OutOfMemory)
    }

    /// Elements that fit before the list has to ask for memory.
    pub fn capacity(&self) -> usize {
        self.0.capacity()
    }

    /// Takes the element at `index` out, moving the last one into its place; `None` past the end.
    pub fn swap_remove(&mut self, index: usize) -> Option<T> {
        if index < self.0.len() {
            Some(self.0.swap_remove(index))
        } else {
            None
        }
    }

    /// Forgets all elements and keeps the memory.
    pub fn clear(&mut self) {
        self.0.clear();
    }

    /// Shortens to `length` elements; longer than the list changes nothing.
    pub fn truncate(&mut self, length: usize) {
        self.0.truncate(length);
    }
}

impl<T: Copy> List<T> {
    /// Adds all of `elements` at the end, growing by half at least.
    ///
    /// # Errors
    /// [`OutOfMemory`] when the list cannot grow so far; the list is unchanged.
    pub fn extend(&mut self, elements: &[T]) -> Result<(), OutOfMemory> {
        if self.0.capacity() - self.0.len() < elements.len() {
            let more = elements.len().max(self.0.len() / 2);
            self.0.try_reserve_exact(more).map_err(|_| OutOfMemory)?;
        }
        self.0.extend_from_slice(elements);
        Ok(())
    }
}

impl<T> Deref for List<T> {
    type Target = [T];
    fn deref(&self) -> &[T] {
        &self.0
    }
}

impl<T> DerefMut for List<T> {
    fn deref_mut(&mut self) -> &mut [T] {
        &mut self.0
    }
}
