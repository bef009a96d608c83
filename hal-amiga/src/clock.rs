//! Time as the firmware counts it: milliseconds since the program started.

/// A moment in milliseconds since the program started. Wraps after 49 days; two moments at most 24 days apart compare
/// rightly across the wrap.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Instant(u32);

impl Instant {
    /// The moment `milliseconds` after the start.
    pub const fn from_millis(milliseconds: u32) -> Self {
        Self(milliseconds)
    }

    /// Milliseconds since the start, modulo 2^32.
    pub const fn as_millis(self) -> u32 {
        self.0
    }

    /// The moment that many milliseconds later.
    pub const fn plus_millis(self, milliseconds: u32) -> Self {
        Self(self.0.wrapping_add(milliseconds))
    }

    /// Milliseconds from `earlier` to here; 0 when `earlier` is in fact later.
    pub const fn millis_since(self, earlier: Instant) -> u32 {
        let difference = self.0.wrapping_sub(earlier.0);
        if difference > u32::MAX / 2 { 0 } else { difference }
    }

    /// Whether this moment is at or after `other`.
    pub const fn reached(self, other: Instant) -> bool {
        self.0.wrapping_sub(other.0) <= u32::MAX / 2
    }

    /// The earlier of two moments.
    pub const fn earlier(self, other: Instant) -> Instant {
        if self.reached(other) { other } else { self }
    }
}

/// A clock that only goes forward, whatever the user sets the date to.
pub trait Clock {
    /// The present moment.
    fn now(&mut self) -> Instant;
}
