//! The handle on a simulated Amiga, and the machine's traits that the firmware uses.

use super::keymap;
use super::world::{Due, World};
use crate::{
    Clock, Input, InputError, InputEvent, Instant, Keystrokes, Machine, MemoryReport, SystemReport, Wake,
};
use std::sync::{Arc, Condvar, Mutex, MutexGuard};
use std::time::Duration;

struct Shared {
    world: Mutex<World>,
    changed: Condvar,
}

/// A simulated Amiga; clones name the same one.
#[derive(Clone)]
pub struct SimulatedAmiga(Arc<Shared>);

impl core::fmt::Debug for SimulatedAmiga {
    fn fmt(&self, formatter: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        formatter.write_str("SimulatedAmiga")
    }
}

impl Default for SimulatedAmiga {
    fn default() -> Self {
        Self::new()
    }
}

impl SimulatedAmiga {
    /// A machine with one empty screen, `Workbench Screen`, 640 by 256 pixels.
    pub fn new() -> Self {
        Self(Arc::new(Shared {
            world: Mutex::new(World::new()),
            changed: Condvar::new(),
        }))
    }

    pub(super) fn world(&self) -> MutexGuard<'_, World> {
        self.0
            .world
            .lock()
            .unwrap_or_else(std::sync::PoisonError::into_inner)
    }

    /// Wakes a firmware that waits in another thread, to look again.
    pub(super) fn notify(&self) {
        self.0.changed.notify_all();
    }

    /// Sets the signal of the lines, so that a waiting firmware wakes.
    pub(super) fn signal(&self) {
        self.world().signal = true;
        self.notify();
    }

    /// From now on time is that of the PC, and waiting really waits: for tests with a client in another thread.
    pub fn run_in_real_time(&self) {
        let mut world = self.world();
        world.real_time = std::time::Instant::now().checked_sub(Duration::from_millis(u64::from(world.now)));
    }

    /// Nothing is left to happen.
    fn fall_asleep(&self) -> Wake {
        self.world().asleep = true;
        Wake::default()
    }

    /// Counts one step of the firmware and does what is due at it.
    pub(super) fn step(&self) {
        let due = self.world().faults.step();
        for action in due {
            action(self);
        }
    }

    /// Does one thing that is due; the lock is not held while programs and tests act.
    fn perform(&self, due: Due) {
        match due {
            Due::Forward(window) => self.world().forward(window),
            Due::Action(action) => action(self),
            Due::Message(index, window, message) => {
                let program = self.world().programs.get_mut(index).and_then(Option::take);
                if let Some(mut program) = program {
                    program.react(window, &message, self);
                    self.world().programs[index] = Some(program);
                }
            }
        }
    }

    /// Sleeps as long as the next thing that is due allows; only when time is real.
    fn doze<'a>(&'a self, world: MutexGuard<'a, World>, until: Option<u32>) -> MutexGuard<'a, World> {
        let wait = until.map_or(Duration::from_secs(60), |until| {
            Duration::from_millis(u64::from(until.saturating_sub(world.now)))
        });
        let (mut world, _) = self
            .0
            .changed
            .wait_timeout(world, wait)
            .unwrap_or_else(std::sync::PoisonError::into_inner);
        tick(&mut world);
        world
    }
}

/// Takes over the time of the PC, where time is real.
fn tick(world: &mut World) {
    if let Some(start) = world.real_time {
        world.now = start.elapsed().as_millis() as u32;
    }
}

impl Clock for SimulatedAmiga {
    fn now(&mut self) -> Instant {
        let mut world = self.world();
        tick(&mut world);
        world.instant()
    }
}

impl Input for SimulatedAmiga {
    fn send(&mut self, event: InputEvent) -> Result<(), InputError> {
        self.step();
        self.world().input(event)
    }

    fn keystrokes(&mut self, character: u8) -> Result<Keystrokes, InputError> {
        self.step();
        keymap::keystrokes(character)
    }
}

impl Machine for SimulatedAmiga {
    fn wait(&mut self, until: Option<Instant>) -> Wake {
        let until = until.map(Instant::as_millis);
        self.world().asleep = false;
        loop {
            let mut world = self.world();
            tick(&mut world);
            if world
                .agenda
                .first()
                .is_some_and(|(time, _, _)| *time <= world.now)
            {
                let (_, _, due) = world.agenda.remove(0);
                drop(world);
                self.perform(due);
                continue;
            }
            if world.quit || world.signal || until.is_some_and(|until| until <= world.now) {
                world.signal = false;
                world.wakes += 1;
                return Wake {
                    quit: core::mem::take(&mut world.quit),
                };
            }
            let next = world.agenda.first().map(|(time, _, _)| *time);
            let next = match (next, until) {
                (Some(next), Some(until)) => Some(next.min(until)),
                (next, until) => next.or(until),
            };
            if world.real_time.is_some() {
                drop(self.doze(world, next));
                continue;
            }
            match next {
                Some(next) => world.now = next,
                None => {
                    let sleeper = world.sleeper.take();
                    drop(world);
                    let Some(mut sleeper) = sleeper else {
                        return self.fall_asleep();
                    };
                    let acted = sleeper(self);
                    self.world().sleeper.get_or_insert(sleeper);
                    if !acted {
                        return self.fall_asleep();
                    }
                }
            }
        }
    }

    fn memory(&mut self) -> MemoryReport {
        self.world().memory
    }

    fn system(&mut self) -> SystemReport {
        self.world().system
    }
}
