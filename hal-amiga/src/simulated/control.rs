//! What a test does with a simulated Amiga: opens screens and windows, looks at them, plans faults and events.

use super::events::{LogEntry, Program};
use super::line::{self, Client, Line};
use super::structures::{NewWindow, RawGadget};
use super::world::Due;
use super::{Behaviour, SimulatedAmiga, keymap};
use crate::classify::SELECTED;
use crate::{MemoryReport, Point, Rect, ScreenHandle, SystemReport, WindowHandle};

impl SimulatedAmiga {
    /// A new line to a client: the firmware's end and the test's.
    pub fn line(&self) -> (Line, Client) {
        line::open(self)
    }

    /// The frontmost screen.
    ///
    /// # Panics
    /// When no screen is open.
    pub fn front_screen(&self) -> ScreenHandle {
        self.world().screens[0].handle
    }

    /// Opens a screen in front of the others.
    pub fn open_screen(&self, title: &str, bounds: Rect) -> ScreenHandle {
        self.world().open_screen(&keymap::latin1(title), bounds)
    }

    /// Closes a screen and its windows.
    pub fn close_screen(&self, screen: ScreenHandle) {
        let mut world = self.world();
        let windows: Vec<_> = world
            .windows
            .iter()
            .filter(|window| window.screen == screen)
            .map(|window| window.handle)
            .collect();
        for window in windows {
            world.close_window(window);
        }
        world.screens.retain(|other| other.handle != screen);
    }

    /// Adds a program, which gets the messages of the windows that are opened for it.
    pub fn add_program(&self, program: impl Program + 'static) -> usize {
        let mut world = self.world();
        world.programs.push(Some(Box::new(program)));
        world.programs.len() - 1
    }

    /// Opens a window in front of the others of its screen, for a program or for nobody.
    pub fn open_window(
        &self,
        screen: ScreenHandle,
        window: NewWindow,
        program: Option<usize>,
    ) -> WindowHandle {
        self.world().open_window(screen, window, program)
    }

    /// Closes a window; one that is not open is left alone.
    pub fn close_window(&self, window: WindowHandle) {
        self.world().close_window(window);
    }

    /// Whether a window is open.
    pub fn has_window(&self, window: WindowHandle) -> bool {
        self.world().window(window).is_some()
    }

    /// The active window.
    pub fn active_window(&self) -> Option<WindowHandle> {
        self.world().active
    }

    /// Makes a window active at once, or none.
    pub fn activate(&self, window: Option<WindowHandle>) {
        let mut world = self.world();
        match window {
            Some(window) => world.activate(window),
            None => world.active = None,
        }
    }

    /// Puts a window in front of the others of its screen.
    pub fn window_to_front(&self, window: WindowHandle) {
        self.world().window_to_front(window);
    }

    /// Moves a window by so many pixels, kept on its screen.
    pub fn move_window(&self, window: WindowHandle, dx: i16, dy: i16) {
        self.world().move_window(window, dx, dy);
    }

    /// Changes a window as a test likes: its title, and whether a requester is in it.
    pub fn set_window(&self, window: WindowHandle, title: Option<&str>, has_requester: bool) {
        if let Some(window) = self.world().window_mut(window) {
            window.title = title.map(keymap::latin1);
            window.has_requester = has_requester;
        }
    }

    /// Where a window stands on its screen.
    pub fn window_bounds(&self, window: WindowHandle) -> Option<Rect> {
        self.world().window(window).map(|window| window.bounds)
    }

    /// A copy of the gadget with an id; of several with one id the one that carries the state.
    pub fn gadget(&self, window: WindowHandle, id: u16) -> Option<RawGadget> {
        let world = self.world();
        let index = world.gadget_index(window, id)?;
        world.window(window)?.gadgets.get(index).cloned()
    }

    /// Changes the gadget with an id as its program would; `change` must not use the machine.
    pub fn change_gadget(&self, window: WindowHandle, id: u16, change: impl FnOnce(&mut RawGadget)) {
        let mut world = self.world();
        let Some(index) = world.gadget_index(window, id) else {
            return;
        };
        if let Some(gadget) = world
            .window_mut(window)
            .and_then(|window| window.gadgets.get_mut(index))
        {
            change(gadget);
        }
    }

    /// The text of a string gadget.
    pub fn text(&self, window: WindowHandle, id: u16) -> Option<Vec<u8>> {
        Some(self.gadget(window, id)?.string?.buffer)
    }

    /// Sets the text of a string gadget, as its program would.
    pub fn set_text(&self, window: WindowHandle, id: u16, text: &[u8]) {
        self.change_gadget(window, id, |gadget| {
            if let Some(string) = &mut gadget.string {
                string.buffer = text.to_vec();
                string.cursor = string.cursor.min(text.len());
            }
        });
    }

    /// The level of a slider, the choice of a cycle gadget or radio buttons, the line of a list, 0 or 1 of a check box.
    pub fn state(&self, window: WindowHandle, id: u16) -> Option<i32> {
        let gadget = self.gadget(window, id)?;
        match gadget.behaviour {
            Behaviour::Level { level, .. } => Some(level.into()),
            Behaviour::Cycle { active, .. } | Behaviour::RadioGroup { active, .. } => Some(active.into()),
            Behaviour::List { selected, .. } => selected.map(i32::from),
            Behaviour::Toggle => Some(i32::from(gadget.flags & SELECTED != 0)),
            Behaviour::Radio { .. } => {
                let world = self.world();
                let gadgets = &world.window(window)?.gadgets;
                gadgets
                    .iter()
                    .filter(|other| other.id == id)
                    .find_map(|other| match other.behaviour {
                        Behaviour::Radio { index } if other.flags & SELECTED != 0 => Some(index.into()),
                        _ => None,
                    })
            }
            _ => None,
        }
    }

    /// Does something so many milliseconds from now.
    pub fn after(&self, milliseconds: u32, action: impl FnOnce(&SimulatedAmiga) + Send + 'static) {
        self.world().plan(milliseconds, Due::Action(Box::new(action)));
        self.notify();
    }

    /// Does something after so many more steps of the firmware: calls of the machine's traits, and gadgets copied
    /// within one call.
    pub fn after_steps(&self, steps: u32, action: impl FnOnce(&SimulatedAmiga) + Send + 'static) {
        let mut world = self.world();
        let due = world.faults.steps + steps;
        world.faults.actions.push((due, Box::new(action)));
    }

    /// Steps taken so far, see [`SimulatedAmiga::after_steps`].
    pub fn steps(&self) -> u32 {
        self.world().faults.steps
    }

    /// Lets so many more blocks of memory be had for copies of screens, windows and gadgets, then none; `None` ends the
    /// shortage.
    pub fn limit_allocations(&self, blocks: Option<u32>) {
        let mut world = self.world();
        world.faults.allocations_end = blocks.map(|blocks| world.faults.allocations + blocks);
    }

    /// Blocks of memory asked for so far.
    pub fn allocations(&self) -> u32 {
        self.world().faults.allocations
    }

    /// Lets input.device refuse one event: the first one from now on counts as 1.
    pub fn refuse_event(&self, number: u32) {
        let mut world = self.world();
        world.faults.refuse_event = Some(world.faults.events + number);
    }

    /// How long activation, and the reaction of programs, take in milliseconds; 20 each at the start.
    pub fn set_delays(&self, activation: u32, reaction: u32) {
        let mut world = self.world();
        world.activation_delay = activation;
        world.reaction_delay = reaction;
    }

    /// What the machine tells of its memory.
    pub fn set_memory(&self, memory: MemoryReport) {
        self.world().memory = memory;
    }

    /// What the machine tells of its versions and processor.
    pub fn set_system(&self, system: SystemReport) {
        self.world().system = system;
    }

    /// Lets the machine lose every key struck sooner than so many milliseconds after the last one.
    pub fn set_key_time(&self, milliseconds: u32) {
        self.world().key_time = milliseconds;
    }

    /// From now on a new window may get the handle of one that closed, as addresses are used again on an Amiga.
    pub fn reuse_handles(&self) {
        self.world().free_handles = Some(Vec::new());
    }

    /// Asks the firmware to end, as Ctrl-C does.
    pub fn request_quit(&self) {
        self.world().quit = true;
        self.notify();
    }

    /// What to do whenever the firmware would sleep for ever: `action` lets something happen (sends bytes, say) and says
    /// `true`, and the firmware sleeps on until that wakes it; or it says `false`, and the wait ends as
    /// [`SimulatedAmiga::is_asleep`] tells.
    pub fn when_asleep(&self, action: impl FnMut(&SimulatedAmiga) -> bool + Send + 'static) {
        self.world().sleeper = Some(Box::new(action));
    }

    /// Whether the firmware waits with nothing left to happen. [`Machine::wait`](crate::Machine::wait) returned at once then, so that the test
    /// goes on: on an Amiga it would sleep until the next byte.
    pub fn is_asleep(&self) -> bool {
        self.world().asleep
    }

    /// How often [`Machine::wait`](crate::Machine::wait) returned because something happened.
    pub fn wakes(&self) -> u32 {
        self.world().wakes
    }

    /// Everything that happened so far.
    pub fn log(&self) -> Vec<LogEntry> {
        self.world().log.clone()
    }

    /// Whether no key and no mouse button is held.
    pub fn nothing_held(&self) -> bool {
        let world = self.world();
        world.held_keys.is_empty() && world.held_buttons.is_empty()
    }

    /// Where the pointer is, in pixels of the view.
    pub fn pointer(&self) -> Point {
        self.world().pointer
    }
}
