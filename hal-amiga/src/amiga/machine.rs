//! The machine as the firmware sees it: all parts of the system behind one value, and the one place that sleeps.

use amiga_sys as sys;

use super::context::Context;
use super::dos::CTRL_C;
use super::exec::{self, available, exec_base};
use super::input::InputDevice;
use super::intuition::Intuition;
use super::rexx::RexxHost;
use super::timer::Timer;
use crate::clock::{Clock, Instant};
use crate::desktop::{Desktop, GadgetTree, Outline, ScreenHandle, WalkError, WindowHandle};
use crate::geometry::Rect;
use crate::input::{Input, InputError, InputEvent, Keystrokes};
use crate::machine::{Machine, MemoryReport, SystemReport, Wake};
use crate::memory::OutOfMemory;
use crate::menus::{MenuPlace, MenuStrip, Menus};
use crate::pointer::{Pointer, PointerError, PointerPlace};
use crate::rexx::{CommandAnswer, CommandHandle, Rexx, RexxError};

/// The part of the system that a machine could not do without, and that could not be opened.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MachineError {
    /// intuition.library, version 37.
    Intuition,
    /// input.device, or no memory for its request.
    Input,
    /// timer.device, or no memory for its request.
    Timer,
}

impl MachineError {
    /// Prints what is missing and what to do, after `NAME: `.
    pub fn print(self, context: &Context) {
        let mut console = context.console();
        console.text(context.name().as_bytes());
        console.line(match self {
            Self::Intuition => {
                b": needs intuition.library 37 (AmigaOS 2.04) or later, and memory for it; check with Version."
            }
            Self::Input => b": cannot open input.device; end other programs to free memory and try again.",
            Self::Timer => b": cannot open timer.device; end other programs to free memory and try again.",
        });
    }
}

/// An Amiga. Lines to clients are opened beside it and tell it their signals by [`AmigaMachine::watch`].
pub struct AmigaMachine<'context> {
    pub(super) context: &'context Context,
    intuition: Intuition,
    input: InputDevice,
    timer: Timer,
    rexx: RexxHost,
    watched: u32,
}

impl<'context> AmigaMachine<'context> {
    /// Opens what the machine consists of.
    ///
    /// # Errors
    /// [`MachineError`] names the first part that is missing.
    pub fn open(context: &'context Context) -> Result<Self, MachineError> {
        Ok(Self {
            context,
            intuition: Intuition::open().ok_or(MachineError::Intuition)?,
            input: InputDevice::open().ok_or(MachineError::Input)?,
            timer: Timer::open().ok_or(MachineError::Timer)?,
            rexx: RexxHost::new(),
            watched: 0,
        })
    }

    /// Has [`Machine::wait`] return for these signals, too.
    pub fn watch(&mut self, mask: u32) {
        self.watched |= mask;
    }

    /// The active window; `None` when no window is active.
    pub fn active_window(&self) -> Option<WindowHandle> {
        self.intuition.active_window()
    }
}

impl Clock for AmigaMachine<'_> {
    fn now(&mut self) -> Instant {
        self.timer.now()
    }
}

impl Desktop for AmigaMachine<'_> {
    fn outline(&mut self) -> Result<Outline, OutOfMemory> {
        self.intuition.outline()
    }

    fn gadgets(&mut self, window: WindowHandle) -> Result<GadgetTree, WalkError> {
        self.intuition.gadgets(window)
    }

    fn is_open(&mut self, window: WindowHandle) -> bool {
        self.intuition.is_open(window)
    }

    fn bring_forward(&mut self, window: WindowHandle) -> Result<(), WalkError> {
        self.intuition.bring_forward(window)
    }

    fn is_forward(&mut self, window: WindowHandle) -> bool {
        self.intuition.is_forward(window)
    }
}

impl Menus for AmigaMachine<'_> {
    fn menus(&mut self, window: WindowHandle) -> Result<MenuStrip, WalkError> {
        self.intuition.menus(window)
    }

    fn is_marked(&mut self, window: WindowHandle, place: MenuPlace) -> bool {
        self.intuition.is_marked(window, place)
    }
}

impl Pointer for AmigaMachine<'_> {
    fn pointer(&mut self, screen: ScreenHandle) -> Result<PointerPlace, PointerError> {
        self.intuition.pointer(screen)
    }

    fn window_place(&mut self, window: WindowHandle) -> Option<Rect> {
        self.intuition.window_place(window)
    }
}

impl Input for AmigaMachine<'_> {
    fn send(&mut self, event: InputEvent) -> Result<(), InputError> {
        match event {
            InputEvent::Pointer { screen, .. } if !self.intuition.is_screen_open(screen) => {
                Err(InputError::ScreenGone)
            }
            event => self.input.send(event),
        }
    }

    fn keystrokes(&mut self, character: u8) -> Result<Keystrokes, InputError> {
        self.input.keystrokes(character)
    }
}

impl Rexx for AmigaMachine<'_> {
    fn send_command(&mut self, port: &[u8], command: &[u8]) -> Result<CommandHandle, RexxError> {
        self.rexx.send(port, command)
    }

    fn take_answer(&mut self, command: CommandHandle) -> Option<Result<CommandAnswer, OutOfMemory>> {
        self.rexx.take_answer(command)
    }

    fn abandon_command(&mut self, command: CommandHandle) {
        self.rexx.abandon(command);
    }
}

impl Machine for AmigaMachine<'_> {
    fn wait(&mut self, until: Option<Instant>) -> Wake {
        let signals = self.watched | CTRL_C | self.rexx.mask();
        let came = match until {
            None => exec::wait(signals),
            Some(until) => match until.millis_since(self.timer.now()) {
                0 => exec::take_signals(signals),
                milliseconds => {
                    self.timer.arm(milliseconds);
                    let came = exec::wait(signals | self.timer.mask());
                    self.timer.disarm();
                    came
                }
            },
        };
        if came & self.rexx.mask() != 0 {
            self.rexx.collect();
        }
        Wake {
            quit: came & CTRL_C != 0,
        }
    }

    fn memory(&mut self) -> MemoryReport {
        let stack = self.context.stack_size();
        MemoryReport {
            chip_free: available(sys::MEMF_CHIP),
            chip_largest: available(sys::MEMF_CHIP | sys::MEMF_LARGEST),
            fast_free: available(sys::MEMF_FAST),
            fast_largest: available(sys::MEMF_FAST | sys::MEMF_LARGEST),
            allocated: self.context.allocated() + stack,
            stack,
            stack_used: self.context.stack_used(),
        }
    }

    fn system(&mut self) -> SystemReport {
        // SAFETY: ExecBase's public fields.
        let (library, flags) = unsafe { ((*exec_base()).LibNode, (*exec_base()).AttnFlags) };
        // exec/execbase.h, AFF_…; the highest bit set names the processor.
        const PROCESSORS: [(u16, u32); 5] = [
            (0x80, 68_060),
            (0x08, 68_040),
            (0x04, 68_030),
            (0x02, 68_020),
            (0x01, 68_010),
        ];
        let processor = PROCESSORS
            .iter()
            .find(|(bit, _)| flags & bit != 0)
            .map_or(68_000, |&(_, number)| number);
        SystemReport {
            exec: (library.lib_Version, library.lib_Revision),
            intuition: self.intuition.version(),
            gadtools: self.intuition.gadtools_version(),
            processor,
        }
    }
}
