//! Points and rectangles in pixels, as Intuition counts them.
//!
//! Coordinates are 16-bit as in `struct Window` and `struct Gadget`; arithmetic saturates, because a window may
//! report any value and a wrapped coordinate would click somewhere else.

/// A point in pixels.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Point {
    /// Pixels from the left.
    pub x: i16,
    /// Pixels from the top.
    pub y: i16,
}

/// A rectangle in pixels: left and top edge, width and height, as in `struct Window`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Rect {
    /// First pixel column.
    pub left: i16,
    /// First pixel row.
    pub top: i16,
    /// Columns; a value below zero counts as none.
    pub width: i16,
    /// Rows; a value below zero counts as none.
    pub height: i16,
}

impl Rect {
    /// The middle, by integer halves as the original computes it: edge + size / 2.
    #[inline(never)]
    pub fn centre(self) -> Point {
        Point {
            x: self.left.saturating_add(self.width / 2),
            y: self.top.saturating_add(self.height / 2),
        }
    }

    /// The same rectangle seen from an outer origin: moved by the outer rectangle's left and top edge.
    #[inline(never)]
    pub fn within(self, outer: Rect) -> Rect {
        Rect {
            left: self.left.saturating_add(outer.left),
            top: self.top.saturating_add(outer.top),
            ..self
        }
    }

    /// Whether the point lies inside; right and bottom edge are outside.
    #[inline(never)]
    pub fn contains(self, point: Point) -> bool {
        let right = self.left.saturating_add(self.width);
        let bottom = self.top.saturating_add(self.height);
        point.x >= self.left && point.x < right && point.y >= self.top && point.y < bottom
    }
}
