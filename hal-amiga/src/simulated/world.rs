//! The state of the simulated Amiga: what is open, what is held, what is due.

use super::Style;
use super::events::{Idcmp, LogEntry, Program};
use super::faults::{Action, Faults};
use super::files::FileSystem;
use super::keymap::Decoder;
use super::line::Pipe;
use super::menus::{OpenMenu, RawStrip, SubPanels};
use super::rexx::Ports;
use super::structures::{NewWindow, RawGadget, RawScreen, RawWindow};
use crate::{Instant, MemoryReport, MouseButton, Point, Rect, ScreenHandle, SystemReport, WindowHandle};

/// What a test does when the firmware would sleep for ever; says whether it did anything.
pub(super) type Sleeper = Box<dyn FnMut(&super::SimulatedAmiga) -> bool + Send>;

/// Something that is due at a moment.
pub(super) enum Due {
    /// `ScreenToFront`, `WindowToFront` and `ActivateWindow` take effect.
    Forward(WindowHandle),
    /// A program takes a message from its port.
    Message(usize, WindowHandle, Idcmp),
    /// What a test asked for.
    Action(Action),
}

/// A gadget that the left button is held on.
#[derive(Debug, Clone, Copy)]
pub(super) struct Pressed {
    pub window: WindowHandle,
    pub gadget: usize,
    /// Where the pointer was on the screen.
    pub start: Point,
    /// Pixels from the left end of a knob to the pointer, while it is dragged.
    pub grip: Option<i16>,
}

/// Everything there is.
pub(super) struct World {
    pub now: u32,
    /// `Some` when time is that of the PC.
    pub real_time: Option<std::time::Instant>,
    /// Frontmost first.
    pub screens: Vec<RawScreen>,
    /// In `Screen->FirstWindow` order, all screens together.
    pub windows: Vec<RawWindow>,
    /// Frontmost first.
    pub depth: Vec<WindowHandle>,
    pub active: Option<WindowHandle>,
    pub pointer: Point,
    pub pressed: Option<Pressed>,
    /// Window and gadget whose text is being edited.
    pub editing: Option<(WindowHandle, usize)>,
    /// The menus that are open.
    pub open_menu: Option<OpenMenu>,
    pub sub_panels: SubPanels,
    pub menu_marks: bool,
    pub layers_busy: bool,
    pub held_keys: Vec<u8>,
    pub held_buttons: Vec<MouseButton>,
    pub decoder: Decoder,
    /// Milliseconds that a key needs; a key struck sooner after the last one is lost.
    pub key_time: u32,
    pub last_key: Option<u32>,
    /// Ordered by time, then by the order in which they were planned.
    pub agenda: Vec<(u32, u64, Due)>,
    pub planned: u64,
    pub programs: Vec<Option<Box<dyn Program>>>,
    pub lines: Vec<Pipe>,
    pub ports: Ports,
    /// A line's signal is set.
    pub signal: bool,
    pub quit: bool,
    pub asleep: bool,
    pub wakes: u32,
    pub sleeper: Option<Sleeper>,
    pub log: Vec<LogEntry>,
    pub faults: Faults,
    pub files: FileSystem,
    pub next_handle: u32,
    /// Handles of closed windows, where addresses are to be used again.
    pub free_handles: Option<Vec<u32>>,
    pub memory: MemoryReport,
    pub system: SystemReport,
    pub activation_delay: u32,
    pub reaction_delay: u32,
}

impl World {
    pub fn new() -> Self {
        let mut world = Self {
            now: 0,
            real_time: None,
            screens: Vec::new(),
            windows: Vec::new(),
            depth: Vec::new(),
            active: None,
            pointer: Point::default(),
            pressed: None,
            editing: None,
            open_menu: None,
            sub_panels: SubPanels::Pushed,
            menu_marks: true,
            layers_busy: false,
            held_keys: Vec::new(),
            held_buttons: Vec::new(),
            decoder: Decoder::default(),
            key_time: 0,
            last_key: None,
            agenda: Vec::new(),
            planned: 0,
            programs: Vec::new(),
            lines: Vec::new(),
            ports: Ports::default(),
            signal: false,
            quit: false,
            asleep: false,
            wakes: 0,
            sleeper: None,
            log: Vec::new(),
            faults: Faults::default(),
            files: FileSystem::default(),
            next_handle: 0x0000_4000,
            free_handles: None,
            // An A500 with 1 MB and Kickstart 3.1.
            memory: MemoryReport {
                chip_free: 400_000,
                chip_largest: 380_000,
                fast_free: 500_000,
                fast_largest: 490_000,
                allocated: 12_000,
                stack: 8_192,
                stack_used: 0,
            },
            system: SystemReport {
                exec: (40, 10),
                intuition: (40, 85),
                gadtools: (40, 4),
                processor: 68_000,
            },
            activation_delay: 20,
            reaction_delay: 20,
        };
        world.open_screen(
            b"Workbench Screen",
            Rect {
                left: 0,
                top: 0,
                width: 640,
                height: 256,
            },
        );
        world
    }

    pub fn instant(&self) -> Instant {
        Instant::from_millis(self.now)
    }

    pub fn plan(&mut self, delay: u32, due: Due) {
        self.planned += 1;
        self.agenda.push((self.now + delay, self.planned, due));
        self.agenda.sort_by_key(|(time, order, _)| (*time, *order));
    }

    /// Sends a message to the program of a window, which takes it a little later.
    pub fn deliver(&mut self, window: WindowHandle, message: Idcmp) {
        self.log
            .push(LogEntry::Message(self.instant(), window, message.clone()));
        if let Some(program) = self.window(window).and_then(|window| window.program) {
            self.plan(self.reaction_delay, Due::Message(program, window, message));
        }
    }

    fn handle(&mut self) -> u32 {
        if let Some(handle) = self.free_handles.as_mut().and_then(Vec::pop) {
            return handle;
        }
        self.next_handle += 0x100;
        self.next_handle
    }

    pub fn open_screen(&mut self, title: &[u8], bounds: Rect) -> ScreenHandle {
        let handle = ScreenHandle(self.handle());
        self.screens.insert(
            0,
            RawScreen {
                handle,
                title: title.to_vec(),
                bounds,
            },
        );
        handle
    }

    pub fn screen(&self, handle: ScreenHandle) -> Option<&RawScreen> {
        self.screens.iter().find(|screen| screen.handle == handle)
    }

    pub fn screen_to_front(&mut self, handle: ScreenHandle) {
        if let Some(place) = self.screens.iter().position(|screen| screen.handle == handle) {
            let screen = self.screens.remove(place);
            self.screens.insert(0, screen);
        }
    }

    pub fn open_window(
        &mut self,
        screen: ScreenHandle,
        new: NewWindow,
        program: Option<usize>,
    ) -> WindowHandle {
        let handle = WindowHandle(self.handle());
        let mut gadgets = system_gadgets(&new);
        gadgets.extend(new.gadgets);
        let window = RawWindow {
            handle,
            screen,
            title: new.title,
            bounds: new.bounds,
            flags: new.flags & !0x3000,
            gadgets,
            owner: new.owner,
            has_requester: new.has_requester,
            minimum: new.minimum,
            maximum: new.maximum,
            menus: RawStrip::default(),
            program,
        };
        // Intuition puts a new window at the head of the screen's list.
        self.windows.insert(0, window);
        self.depth.insert(0, handle);
        if new.flags & 0x1000 != 0 {
            self.activate(handle);
        }
        self.log.push(LogEntry::Opened(self.instant(), handle));
        handle
    }

    pub fn close_window(&mut self, handle: WindowHandle) {
        let Some(place) = self.windows.iter().position(|window| window.handle == handle) else {
            return;
        };
        self.windows.remove(place);
        self.depth.retain(|other| *other != handle);
        self.agenda
            .retain(|(_, _, due)| !matches!(due, Due::Message(_, window, _) if *window == handle));
        if self.active == Some(handle) {
            self.active = None;
        }
        if self.pressed.is_some_and(|pressed| pressed.window == handle) {
            self.pressed = None;
        }
        if self.editing.is_some_and(|(window, _)| window == handle) {
            self.editing = None;
        }
        if self.open_menu.is_some_and(|open| open.window == handle) {
            self.open_menu = None;
        }
        if let Some(free) = &mut self.free_handles {
            free.push(handle.0);
        }
        self.log.push(LogEntry::Closed(self.instant(), handle));
    }

    pub fn window(&self, handle: WindowHandle) -> Option<&RawWindow> {
        self.windows.iter().find(|window| window.handle == handle)
    }

    pub fn window_mut(&mut self, handle: WindowHandle) -> Option<&mut RawWindow> {
        self.windows.iter_mut().find(|window| window.handle == handle)
    }

    /// The first gadget of a window that has the id and does something, else the first with the id.
    pub fn gadget_index(&self, window: WindowHandle, id: u16) -> Option<usize> {
        let gadgets = &self.window(window)?.gadgets;
        let with_id = |gadget: &RawGadget| gadget.id == id && gadget.behaviour != super::Behaviour::System;
        let main = |gadget: &RawGadget| {
            !matches!(
                gadget.behaviour,
                super::Behaviour::Inert | super::Behaviour::Press
            )
        };
        let best = gadgets.iter().position(|gadget| with_id(gadget) && main(gadget));
        best.or_else(|| gadgets.iter().position(with_id))
    }

    pub fn window_to_front(&mut self, handle: WindowHandle) {
        if let Some(place) = self.depth.iter().position(|other| *other == handle) {
            self.depth.remove(place);
            self.depth.insert(0, handle);
        }
    }

    pub fn activate(&mut self, handle: WindowHandle) {
        if self.active != Some(handle) && self.window(handle).is_some() {
            self.active = Some(handle);
            self.editing = None;
        }
    }

    pub fn forward(&mut self, handle: WindowHandle) {
        if let Some(screen) = self.window(handle).map(|window| window.screen) {
            self.screen_to_front(screen);
            self.window_to_front(handle);
            self.activate(handle);
        }
    }
}

/// The system gadgets that a window's flags ask for, in the order in which they stand in its list.
fn system_gadgets(new: &NewWindow) -> Vec<RawGadget> {
    let class = (new.style == Style::Aros).then_some("");
    let rect = |left, top, width, height| Rect {
        left,
        top,
        width,
        height,
    };
    let mut gadgets = Vec::new();
    if new.flags & 0x0001 != 0 {
        gadgets.push(RawGadget::system_gadget(
            0x10,
            0x0018,
            rect(-17, -9, 18, 10),
            class,
        ));
    }
    if new.flags & 0x0004 != 0 {
        gadgets.push(RawGadget::system_gadget(
            0x40,
            0x0010,
            rect(-23, 0, 24, 11),
            class,
        ));
    }
    if new.flags & 0x0008 != 0 {
        gadgets.push(RawGadget::system_gadget(0x80, 0, rect(0, 0, 20, 11), class));
    }
    if new.flags & 0x0002 != 0 {
        gadgets.push(RawGadget::system_gadget(0x20, 0x0020, rect(0, 0, 0, 11), class));
    }
    gadgets
}
