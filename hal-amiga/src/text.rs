//! Copies of texts in one block: titles, labels and values of a snapshot.
//!
//! A snapshot of a window holds many short texts. One block for all of them costs one allocation and no header per
//! text, and frees at once. Bytes are Latin-1, as AmigaOS keeps them.

use crate::memory::{List, OutOfMemory};

/// Where a text lies in its [`TextPool`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Span {
    start: u32,
    length: u16,
}

impl Span {
    /// Bytes in the text.
    pub fn len(self) -> usize {
        usize::from(self.length)
    }

    /// Whether the text has no bytes.
    pub fn is_empty(self) -> bool {
        self.length == 0
    }
}

/// The texts of one snapshot.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct TextPool(List<u8>);

impl TextPool {
    /// An empty pool, which owns no memory yet.
    pub const fn new() -> Self {
        Self(List::new())
    }

    /// An empty pool with room for exactly `bytes`.
    ///
    /// # Errors
    /// [`OutOfMemory`] when the machine has no such block.
    pub fn with_capacity(bytes: usize) -> Result<Self, OutOfMemory> {
        Ok(Self(List::with_capacity(bytes)?))
    }

    /// Copies a text in; more than 65,535 bytes are cut there.
    ///
    /// # Errors
    /// [`OutOfMemory`] when the pool cannot grow.
    pub fn add(&mut self, text: &[u8]) -> Result<Span, OutOfMemory> {
        let text = &text[..text.len().min(usize::from(u16::MAX))];
        let start = self.0.len() as u32;
        self.0.extend(text)?;
        Ok(Span {
            start,
            length: text.len() as u16,
        })
    }

    /// Makes room for `bytes` more.
    ///
    /// # Errors
    /// [`OutOfMemory`] when the pool cannot grow so far; it is unchanged.
    pub fn reserve(&mut self, bytes: usize) -> Result<(), OutOfMemory> {
        self.0.reserve(bytes)
    }

    /// The text at `span`; empty when the span is of another pool and reaches past this one.
    pub fn get(&self, span: Span) -> &[u8] {
        let start = span.start as usize;
        self.0.get(start..start + span.len()).unwrap_or(&[])
    }

    /// Bytes that fit before the pool has to ask for memory.
    pub fn spare(&self) -> usize {
        self.0.capacity() - self.0.len()
    }
}
