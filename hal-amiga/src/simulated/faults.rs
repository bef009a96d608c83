//! Faults on demand: memory that ends, windows that close while they are looked at.

use super::SimulatedAmiga;
use crate::OutOfMemory;

/// Something that happens at a count.
pub(super) type Action = Box<dyn FnOnce(&SimulatedAmiga) + Send>;

/// Counts what the firmware asks for, and what shall happen at which count.
#[derive(Default)]
pub(super) struct Faults {
    /// Steps taken so far: calls of the machine's traits, and gadgets copied within one.
    pub steps: u32,
    /// Actions, each due once `steps` reaches its number.
    pub actions: Vec<(u32, Action)>,
    /// Blocks of memory asked for so far.
    pub allocations: u32,
    /// The count from which on there is no memory.
    pub allocations_end: Option<u32>,
    /// Input events given so far.
    pub events: u32,
    /// The event that input.device refuses.
    pub refuse_event: Option<u32>,
}

impl Faults {
    /// Counts a block of memory.
    pub fn allocate(&mut self) -> Result<(), OutOfMemory> {
        self.allocations += 1;
        match self.allocations_end {
            Some(end) if self.allocations > end => Err(OutOfMemory),
            _ => Ok(()),
        }
    }

    /// Counts an input event; `false` when it is to be refused.
    pub fn event(&mut self) -> bool {
        self.events += 1;
        self.refuse_event != Some(self.events)
    }

    /// Counts a step and takes out what is due.
    pub fn step(&mut self) -> Vec<Action> {
        self.steps += 1;
        let mut due = Vec::new();
        let mut index = 0;
        while index < self.actions.len() {
            if self.actions[index].0 <= self.steps {
                due.push(self.actions.remove(index).1);
            } else {
                index += 1;
            }
        }
        due
    }
}
