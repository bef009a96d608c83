//! The simulated Amiga's pointer and layers.

use super::SimulatedAmiga;
use super::menus::BAR_HEIGHT;
use crate::{Point, Pointer, PointerError, PointerPlace, Rect, ScreenHandle, WindowHandle};

impl Pointer for SimulatedAmiga {
    fn pointer(&mut self, screen: ScreenHandle) -> Result<PointerPlace, PointerError> {
        self.step();
        let world = self.world();
        let raw = world.screen(screen).ok_or(PointerError::ScreenGone)?;
        if world.layers_busy {
            return Err(PointerError::Busy);
        }
        let position = Point {
            x: world.pointer.x - raw.bounds.left,
            y: world.pointer.y - raw.bounds.top,
        };
        let on_screen = position.x >= 0 && position.x < raw.bounds.width && position.y >= 0;
        let windows = world.depth.iter().filter_map(|handle| world.window(*handle));
        let window = windows
            .filter(|window| window.screen == screen && on_screen)
            .find(|window| {
                window.bounds.contains(position)
                    // The layer of the screen's bar lies between windows and backdrop windows.
                    && !(window.flags & 0x0100 != 0 && position.y <= BAR_HEIGHT)
            })
            .map(|window| window.handle);
        Ok(PointerPlace { position, window })
    }

    fn window_place(&mut self, window: WindowHandle) -> Option<Rect> {
        self.step();
        self.window_bounds(window)
    }
}

impl SimulatedAmiga {
    /// Whether somebody holds the screens' layers, as while a window is dragged.
    pub fn set_layers_busy(&self, busy: bool) {
        self.world().layers_busy = busy;
    }

    /// Puts the pointer on a pixel of the view, as a user would.
    pub fn set_pointer(&self, x: i16, y: i16) {
        self.world().pointer = Point { x, y };
    }

    /// Drags a screen down by so many rows.
    pub fn drag_screen(&self, screen: ScreenHandle, rows: i16) {
        if let Some(screen) = self
            .world()
            .screens
            .iter_mut()
            .find(|other| other.handle == screen)
        {
            screen.bounds.top += rows;
        }
    }
}
