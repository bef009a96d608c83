//! What the simulated Amiga does with input events, as Intuition would.
//!
//! Source: RKRM Libraries, "Intuition Gadgets", "Intuition Mouse and Keyboard"; spec §4.6.

use super::events::{Idcmp, LogEntry};
use super::menus::is_menu_key;
use super::structures::Behaviour;
use super::world::{Pressed, World};
use crate::classify::{DISABLED, GadgetType, IMMEDIATE, RELEASE_VERIFY, SELECTED, SystemGadget};
use crate::{InputError, InputEvent, MouseButton, Point, Qualifiers, Rect, WindowHandle};

/// Where a knob of that many levels stands: left end and width.
fn knob(bounds: Rect, minimum: i16, maximum: i16, level: i16) -> (i16, i16) {
    let steps = i32::from(maximum) - i32::from(minimum);
    let width = (i32::from(bounds.width) / (steps + 1).max(1)).max(6);
    let travel = (i32::from(bounds.width) - width).max(0);
    let offset = (i32::from(level) - i32::from(minimum)) * travel / steps.max(1);
    (bounds.left + offset as i16, width as i16)
}

impl World {
    /// Takes one input event.
    pub(super) fn input(&mut self, event: InputEvent) -> Result<(), InputError> {
        if !self.faults.event() {
            return Err(InputError::Refused);
        }
        self.log.push(LogEntry::Input(self.instant(), event));
        match event {
            InputEvent::Pointer { screen, x, y } => {
                let bounds = self.screen(screen).ok_or(InputError::ScreenGone)?.bounds;
                self.pointer = Point {
                    x: x.clamp(0, bounds.width - 1).saturating_add(bounds.left),
                    y: y.clamp(0, bounds.height - 1).saturating_add(bounds.top),
                };
                self.follow();
                self.menu_follow();
            }
            InputEvent::Button { button, down, .. } => {
                self.held_buttons.retain(|held| *held != button);
                if down {
                    self.held_buttons.push(button);
                }
                match (button, down) {
                    (MouseButton::Left, true) => self.press(),
                    (MouseButton::Left, false) => self.release(),
                    (MouseButton::Right, true) => self.menu_down(),
                    (MouseButton::Right, false) => self.menu_up(),
                    _ => {}
                }
            }
            InputEvent::Key {
                code,
                down,
                qualifiers,
            } => {
                self.held_keys.retain(|held| *held != code);
                if down {
                    self.held_keys.push(code);
                    self.key(code, qualifiers);
                }
            }
        }
        Ok(())
    }

    /// The frontmost window of the frontmost screen at the pointer.
    fn window_under_pointer(&self) -> Option<WindowHandle> {
        let screen = self
            .screens
            .iter()
            .find(|screen| screen.bounds.contains(self.pointer))?;
        let windows = self.depth.iter().filter_map(|handle| self.window(*handle));
        windows
            .filter(|window| window.screen == screen.handle)
            .find(|window| window.bounds.within(screen.bounds).contains(self.pointer))
            .map(|window| window.handle)
    }

    /// The pointer as a point in the window, and where the window stands.
    fn pointer_in(&self, window: WindowHandle) -> Option<(Point, Rect)> {
        let window = self.window(window)?;
        let bounds = window.bounds.within(self.screen(window.screen)?.bounds);
        Some((
            Point {
                x: self.pointer.x - bounds.left,
                y: self.pointer.y - bounds.top,
            },
            window.bounds,
        ))
    }

    fn press(&mut self) {
        // A click anywhere ends the editing of a text, without a message.
        self.editing = None;
        self.pressed = None;
        let Some(handle) = self.window_under_pointer() else {
            return;
        };
        self.activate(handle);
        let Some((point, bounds)) = self.pointer_in(handle) else {
            return;
        };
        let Some(window) = self.window(handle) else { return };
        let hit = window
            .gadgets
            .iter()
            .position(|gadget| gadget.bounds_in(bounds).contains(point));
        let Some(index) = hit else { return };
        let gadget = &window.gadgets[index];
        if gadget.flags & DISABLED != 0 || (gadget.structure() == GadgetType::Other) {
            return;
        }
        let place = gadget.bounds_in(bounds);
        let (id, activation, behaviour) = (gadget.id, gadget.activation, gadget.behaviour.clone());
        let mut pressed = Pressed {
            window: handle,
            gadget: index,
            start: self.pointer,
            grip: None,
        };
        match behaviour {
            Behaviour::Text => {
                self.start_editing(handle, index, point.x - place.left);
                return;
            }
            Behaviour::Inert => return,
            Behaviour::Radio { index: button } => {
                self.select_radio(handle, id, button);
                self.deliver(handle, Idcmp::GadgetDown { id, code: button });
                return;
            }
            Behaviour::Level {
                minimum,
                maximum,
                level,
            } => {
                let (left, width) = knob(place, minimum, maximum, level);
                if point.x < left {
                    self.set_level(handle, index, level - 1);
                } else if point.x >= left + width {
                    self.set_level(handle, index, level + 1);
                } else {
                    pressed.grip = Some(point.x - left);
                }
            }
            Behaviour::Press => self.select(handle, index, true),
            _ => {}
        }
        if activation & IMMEDIATE != 0 {
            self.deliver(handle, Idcmp::GadgetDown { id, code: 0 });
        }
        self.pressed = Some(pressed);
    }

    fn release(&mut self) {
        let Some(pressed) = self.pressed.take() else {
            return;
        };
        let Some((point, bounds)) = self.pointer_in(pressed.window) else {
            return;
        };
        let Some(gadget) = self
            .window(pressed.window)
            .and_then(|window| window.gadgets.get(pressed.gadget))
        else {
            return;
        };
        let place = gadget.bounds_in(bounds);
        let (id, activation, system) = (gadget.id, gadget.activation, gadget.system());
        let behaviour = gadget.behaviour.clone();
        if behaviour == Behaviour::Press {
            self.select(pressed.window, pressed.gadget, false);
        }
        if behaviour == Behaviour::System {
            self.release_system(pressed, system, place.contains(point));
            return;
        }
        // A knob reports wherever it is let go; all others only when the pointer is still inside.
        let level = matches!(behaviour, Behaviour::Level { .. });
        if activation & RELEASE_VERIFY == 0 || !(level || place.contains(point)) {
            return;
        }
        let code = self.use_gadget(pressed.window, pressed.gadget, point.y - place.top);
        self.deliver(pressed.window, Idcmp::GadgetUp { id, code });
    }

    /// Changes the state of a gadget that was pressed and let go at that line, and tells the message's code.
    fn use_gadget(&mut self, window: WindowHandle, gadget: usize, y: i16) -> u16 {
        let Some(gadget) = self
            .window_mut(window)
            .and_then(|window| window.gadgets.get_mut(gadget))
        else {
            return 0;
        };
        let flipped = gadget.flags ^ SELECTED;
        match &mut gadget.behaviour {
            Behaviour::Toggle => {
                gadget.flags = flipped;
                u16::from(flipped & SELECTED != 0)
            }
            Behaviour::Cycle { count, active } => {
                *active = (*active + 1) % (*count).max(1);
                *active
            }
            Behaviour::RadioGroup { count, active } => {
                *active = (y.max(0) as u16 / 12).min(count.saturating_sub(1));
                *active
            }
            Behaviour::List { count, selected, top } => {
                let line = (*top + y.max(0) as u16 / 8).min(count.saturating_sub(1));
                *selected = Some(line);
                line
            }
            Behaviour::Level { level, .. } => *level as u16,
            _ => 0,
        }
    }

    fn release_system(&mut self, pressed: Pressed, system: SystemGadget, inside: bool) {
        let handle = pressed.window;
        let (dx, dy) = (self.pointer.x - pressed.start.x, self.pointer.y - pressed.start.y);
        match system {
            SystemGadget::Close if inside => self.deliver(handle, Idcmp::CloseWindow),
            SystemGadget::Depth if inside => self.change_depth(handle),
            SystemGadget::Drag => self.move_window(handle, dx, dy),
            SystemGadget::Size => self.size_window(handle, dx, dy),
            _ => {}
        }
    }

    /// To the front, or to the back when it is there already.
    fn change_depth(&mut self, handle: WindowHandle) {
        let Some(screen) = self.window(handle).map(|window| window.screen) else {
            return;
        };
        let on_screen =
            |other: &&WindowHandle| self.window(**other).is_some_and(|window| window.screen == screen);
        let frontmost = self.depth.iter().find(on_screen) == Some(&handle);
        self.depth.retain(|other| *other != handle);
        let place = if frontmost { self.depth.len() } else { 0 };
        self.depth.insert(place, handle);
    }

    /// Moves a window by so many pixels, kept on its screen.
    pub(super) fn move_window(&mut self, handle: WindowHandle, dx: i16, dy: i16) {
        let Some(screen) = self.window(handle).and_then(|window| self.screen(window.screen)) else {
            return;
        };
        let (width, height) = (screen.bounds.width, screen.bounds.height);
        let Some(window) = self.window_mut(handle) else {
            return;
        };
        let bounds = &mut window.bounds;
        bounds.left = bounds
            .left
            .saturating_add(dx)
            .clamp(0, (width - bounds.width).max(0));
        bounds.top = bounds
            .top
            .saturating_add(dy)
            .clamp(0, (height - bounds.height).max(0));
    }

    fn size_window(&mut self, handle: WindowHandle, dx: i16, dy: i16) {
        let Some(screen) = self.window(handle).and_then(|window| self.screen(window.screen)) else {
            return;
        };
        let (right, bottom) = (screen.bounds.width, screen.bounds.height);
        let Some(window) = self.window_mut(handle) else {
            return;
        };
        let (width, height) = window.minimum;
        let (widest, highest) = window.maximum;
        let bounds = &mut window.bounds;
        bounds.width = bounds
            .width
            .saturating_add(dx)
            .clamp(width, (right - bounds.left).min(widest).max(width));
        bounds.height = bounds
            .height
            .saturating_add(dy)
            .clamp(height, (bottom - bounds.top).min(highest).max(height));
        self.deliver(handle, Idcmp::NewSize);
    }

    /// The pointer moved: a knob that is held follows.
    fn follow(&mut self) {
        let Some(pressed) = self.pressed else { return };
        let Some(grip) = pressed.grip else { return };
        let Some((point, bounds)) = self.pointer_in(pressed.window) else {
            return;
        };
        let Some(gadget) = self
            .window(pressed.window)
            .and_then(|window| window.gadgets.get(pressed.gadget))
        else {
            return;
        };
        let place = gadget.bounds_in(bounds);
        if let Behaviour::Level { minimum, maximum, .. } = gadget.behaviour {
            let (_, width) = knob(place, minimum, maximum, minimum);
            let travel = i32::from(place.width - width).max(1);
            let offset = i32::from(point.x - grip - place.left).clamp(0, travel);
            let steps = i32::from(maximum) - i32::from(minimum);
            let level = i32::from(minimum) + (offset * steps + travel / 2) / travel;
            self.set_level(pressed.window, pressed.gadget, level as i16);
        }
    }

    fn set_level(&mut self, window: WindowHandle, gadget: usize, wanted: i16) {
        let Some(gadget) = self
            .window_mut(window)
            .and_then(|window| window.gadgets.get_mut(gadget))
        else {
            return;
        };
        let id = gadget.id;
        if let Behaviour::Level {
            minimum,
            maximum,
            level,
        } = &mut gadget.behaviour
        {
            let new = wanted.clamp(*minimum, *maximum);
            if new != *level {
                *level = new;
                self.deliver(window, Idcmp::Level { id, level: new });
            }
        }
    }

    fn select(&mut self, window: WindowHandle, gadget: usize, selected: bool) {
        if let Some(gadget) = self
            .window_mut(window)
            .and_then(|window| window.gadgets.get_mut(gadget))
        {
            gadget.flags = if selected {
                gadget.flags | SELECTED
            } else {
                gadget.flags & !SELECTED
            };
        }
    }

    fn select_radio(&mut self, window: WindowHandle, id: u16, button: u16) {
        let Some(window) = self.window_mut(window) else {
            return;
        };
        for gadget in window.gadgets.iter_mut().filter(|gadget| gadget.id == id) {
            if let Behaviour::Radio { index } = gadget.behaviour {
                gadget.flags = if index == button {
                    gadget.flags | SELECTED
                } else {
                    gadget.flags & !SELECTED
                };
            }
        }
    }

    fn key(&mut self, code: u8, qualifiers: Qualifiers) {
        // Qualifier keys change nothing by themselves: what counts are the qualifiers of the event.
        if (0x60..=0x67).contains(&code) {
            return;
        }
        let too_fast = self.last_key.is_some_and(|last| self.now - last < self.key_time);
        self.last_key = Some(self.now);
        if too_fast {
            return;
        }
        match (self.editing, self.active) {
            (Some((window, gadget)), active) if active == Some(window) => {
                self.edit(window, gadget, code, qualifiers);
            }
            (_, Some(window)) if is_menu_key(qualifiers) => {
                let plain = qualifiers.without(Qualifiers::RIGHT_AMIGA);
                if let Some(character) = self.decoder.strike(code, plain) {
                    self.menu_key(window, character);
                }
            }
            (_, Some(window)) => {
                if let Some(character) = self.decoder.strike(code, qualifiers) {
                    self.deliver(window, Idcmp::VanillaKey { character });
                }
            }
            _ => {}
        }
    }
}
