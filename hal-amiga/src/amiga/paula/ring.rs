//! A ring of bytes between one interrupt handler and one task.
//!
//! One side only puts, the other only takes; each writes its own 16-bit index, which a 68000 does in one piece. So
//! neither side ever has to lock the other out.

use core::cell::{Cell, UnsafeCell};

/// A ring for `SIZE` − 1 bytes; `SIZE` is a power of two, at most 32,768.
pub(super) struct Ring<const SIZE: usize> {
    put: Cell<u16>,
    taken: Cell<u16>,
    bytes: UnsafeCell<[u8; SIZE]>,
}

impl<const SIZE: usize> Ring<SIZE> {
    const MASK: u16 = {
        assert!(SIZE.is_power_of_two() && SIZE <= 32_768);
        SIZE as u16 - 1
    };

    pub(super) const fn new() -> Self {
        Self {
            put: Cell::new(0),
            taken: Cell::new(0),
            bytes: UnsafeCell::new([0; SIZE]),
        }
    }

    /// An index as the other side left it.
    fn look(index: &Cell<u16>) -> u16 {
        // SAFETY: a valid cell; volatile, because the other side may have changed it since.
        unsafe { index.as_ptr().read_volatile() }
    }

    /// Bytes in the ring.
    pub(super) fn used(&self) -> u16 {
        Self::look(&self.put).wrapping_sub(Self::look(&self.taken)) & Self::MASK
    }

    /// Whether no byte fits.
    pub(super) fn is_full(&self) -> bool {
        self.used() == Self::MASK
    }

    /// Puts one byte; `false` when the ring is full.
    pub(super) fn put(&self, byte: u8) -> bool {
        if self.is_full() {
            return false;
        }
        let place = Self::look(&self.put);
        // SAFETY: the place is inside, and free: the other side does not touch it before the index moves.
        unsafe {
            self.bytes
                .get()
                .cast::<u8>()
                .add(place.into())
                .write_volatile(byte);
            self.put
                .as_ptr()
                .write_volatile(place.wrapping_add(1) & Self::MASK);
        }
        true
    }

    /// Takes one byte; `None` when the ring is empty.
    pub(super) fn take(&self) -> Option<u8> {
        if self.used() == 0 {
            return None;
        }
        let place = Self::look(&self.taken);
        // SAFETY: the place is inside, and filled: the other side does not touch it before the index moves.
        unsafe {
            let byte = self.bytes.get().cast::<u8>().add(place.into()).read_volatile();
            self.taken
                .as_ptr()
                .write_volatile(place.wrapping_add(1) & Self::MASK);
            Some(byte)
        }
    }
}
