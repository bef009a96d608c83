//! The simulated Amiga's screens, windows and gadgets as the firmware sees them.

use super::SimulatedAmiga;
use super::structures::{RawScreen, RawWindow};
use super::world::{Due, World};
use crate::classify::{DISABLED, SELECTED, classify, label_owner};
use crate::requester::{is_made_of_buttons, may_be_requester};
use crate::{
    Desktop, Gadget, GadgetTree, List, OutOfMemory, Outline, Screen, TextPool, WalkError, Window,
    WindowHandle,
};

impl World {
    pub(super) fn allocate<T>(&mut self, capacity: usize) -> Result<List<T>, OutOfMemory> {
        self.faults.allocate()?;
        List::with_capacity(capacity)
    }

    pub(super) fn copy_screen(screen: &RawScreen, text: &mut TextPool) -> Result<Screen, OutOfMemory> {
        Ok(Screen {
            handle: screen.handle,
            title: text.add(&screen.title)?,
            bounds: screen.bounds,
        })
    }

    pub(super) fn copy_window(
        &self,
        window: &RawWindow,
        screen: u16,
        text: &mut TextPool,
    ) -> Result<Window, OutOfMemory> {
        let active = if self.active == Some(window.handle) {
            0x2000
        } else {
            0
        };
        let gadgets = window
            .gadgets
            .iter()
            .map(|gadget| (gadget.system(), gadget.class.map(str::as_bytes), gadget.id));
        Ok(Window {
            handle: window.handle,
            screen,
            title: window.title.as_deref().map(|title| text.add(title)).transpose()?,
            bounds: window.bounds,
            flags: window.flags | active,
            has_requester: window.has_requester,
            is_requester: may_be_requester(window.flags) && is_made_of_buttons(gadgets),
            owner: window.owner,
        })
    }

    fn outline(&mut self) -> Result<Outline, OutOfMemory> {
        let mut screens = self.allocate(self.screens.len())?;
        let mut windows = self.allocate(self.windows.len())?;
        self.faults.allocate()?;
        let mut text = TextPool::new();
        for (index, screen) in (0..).zip(&self.screens) {
            screens.push(Self::copy_screen(screen, &mut text)?)?;
            for window in self
                .windows
                .iter()
                .filter(|window| window.screen == screen.handle)
            {
                windows.push(self.copy_window(window, index, &mut text)?)?;
            }
        }
        Ok(Outline {
            screens,
            windows,
            text,
        })
    }
}

impl Desktop for SimulatedAmiga {
    fn outline(&mut self) -> Result<Outline, OutOfMemory> {
        self.step();
        self.world().outline()
    }

    fn gadgets(&mut self, handle: WindowHandle) -> Result<GadgetTree, WalkError> {
        self.step();
        let mut world = self.world();
        let raw = world.window(handle).cloned().ok_or(WalkError::WindowGone)?;
        let raw_screen = world.screen(raw.screen).cloned().ok_or(WalkError::WindowGone)?;
        let mut facts = world.allocate(raw.gadgets.len())?;
        let mut gadgets = world.allocate(raw.gadgets.len())?;
        world.faults.allocate()?;
        let mut text = TextPool::new();
        let screen = World::copy_screen(&raw_screen, &mut text)?;
        let window = world.copy_window(&raw, 0, &mut text)?;
        drop(world);
        for gadget in &raw.gadgets {
            facts.push(gadget.facts(raw.bounds))?;
        }
        for (index, gadget) in raw.gadgets.iter().enumerate() {
            // A window may close between any two gadgets.
            self.step();
            if !self.has_window(handle) {
                return Err(WalkError::WindowGone);
            }
            let label = raw.gadgets[label_owner(&facts, index)]
                .label
                .as_deref()
                .unwrap_or_default();
            let value = gadget
                .string
                .as_ref()
                .map(|string| text.add(&string.buffer))
                .transpose()?;
            gadgets.push(Gadget {
                id: gadget.id.into(),
                kind: classify(&facts, index),
                system: gadget.system(),
                class: text.add(gadget.class.unwrap_or_default().as_bytes())?,
                label: text.add(label)?,
                value,
                bounds: gadget.bounds_in(raw.bounds),
                disabled: gadget.flags & DISABLED != 0,
                selected: gadget.flags & SELECTED != 0,
            })?;
        }
        Ok(GadgetTree {
            window,
            screen,
            gadgets,
            text,
        })
    }

    fn is_open(&mut self, window: WindowHandle) -> bool {
        self.step();
        self.has_window(window)
    }

    fn bring_forward(&mut self, window: WindowHandle) -> Result<(), WalkError> {
        self.step();
        let mut world = self.world();
        if world.window(window).is_none() {
            return Err(WalkError::WindowGone);
        }
        let delay = world.activation_delay;
        world.plan(delay, Due::Forward(window));
        Ok(())
    }

    fn is_forward(&mut self, window: WindowHandle) -> bool {
        self.step();
        let world = self.world();
        let screen = world.window(window).map(|window| window.screen);
        world.active == Some(window)
            && screen.is_some()
            && world.screens.first().map(|front| front.handle) == screen
    }
}
