//! The machine behind the fake server: memory, registers, checkpoints and the rest of what commands can change.
//!
//! It has no processor: running means that typed keys appear on the screen, that the first enabled checkpoint is hit, and
//! that a JAM opcode at the program counter is noticed. That is all that a client can see.

use crate::command::{Memspace, Operations};
use crate::disassembler;
use crate::event::{CHECKPOINT_INFO, JAM, REGISTER_INFO, RESUMED, STOPPED};
use crate::structures::{Checkpoint, ResourceValue};
use crate::wire::{API_VERSION, EVENT_REQUEST, Frame};
use std::collections::BTreeMap;

/// First address of the screen.
pub const SCREEN: u16 = 0x0400;
/// Id of the program counter, as on a C64.
pub const PC: u8 = 3;

/// One register.
#[derive(Clone, Debug)]
pub struct Register {
    /// Its id.
    pub id: u8,
    /// Its width.
    pub bits: u8,
    /// Its name.
    pub name: &'static str,
    /// Its value.
    pub value: u16,
}

/// The state of the fake machine. Tests may look at all of it, and change it.
#[derive(Clone, Debug)]
#[allow(
    missing_docs,
    reason = "the fields are the machine's parts by their usual names"
)]
pub struct Machine {
    pub memory: Vec<u8>,
    pub registers: Vec<Register>,
    pub checkpoints: BTreeMap<u32, Checkpoint>,
    pub conditions: BTreeMap<u32, String>,
    pub resources: BTreeMap<String, ResourceValue>,
    pub snapshots: BTreeMap<String, (Vec<u8>, u16)>,
    pub running: bool,
    /// Keys that the machine has not taken yet.
    pub keys: Vec<u8>,
    /// Every value that was set on a control port: the port, counted from 0, and its lines.
    pub joystick_log: Vec<(u16, u8)>,
    pub userport: u8,
    /// Every reset: its kind.
    pub resets: Vec<u8>,
    /// The file that was started last.
    pub autostarted: Option<String>,
    pub quit: bool,
    pub(super) next_checkpoint: u32,
    pub(super) history: Vec<(u16, [u8; 4])>,
    cursor: u16,
}

impl Default for Machine {
    /// A C64 after its start: it runs, and its screen says READY.
    fn default() -> Self {
        let register = |id, bits, name, value| Register {
            id,
            bits,
            name,
            value,
        };
        let integer = |name: &str, value| (name.to_owned(), ResourceValue::Integer(value));
        let mut machine = Machine {
            memory: vec![0; 0x1_0000],
            registers: vec![
                register(PC, 16, "PC", 0xf7c0),
                register(0, 8, "A", 0),
                register(1, 8, "X", 0),
                register(2, 8, "Y", 8),
                register(4, 8, "SP", 0xf9),
                register(5, 8, "FL", 0x22),
                register(0x35, 16, "LIN", 0),
                register(0x36, 16, "CYC", 2),
            ],
            checkpoints: BTreeMap::new(),
            conditions: BTreeMap::new(),
            resources: BTreeMap::from([
                integer("JoyPort1Device", 1),
                integer("JoyPort2Device", 1),
                integer("JAMAction", 1),
                integer("MachineVideoStandard", 1),
                (
                    "SoundDeviceName".to_owned(),
                    ResourceValue::Text("dummy".to_owned()),
                ),
            ]),
            snapshots: BTreeMap::new(),
            running: true,
            keys: Vec::new(),
            joystick_log: Vec::new(),
            userport: 0xff,
            resets: Vec::new(),
            autostarted: None,
            quit: false,
            next_checkpoint: 1,
            history: Vec::new(),
            cursor: SCREEN,
        };
        machine.memory[usize::from(SCREEN)..0x07e8].fill(0x20);
        // The video chip's choice of screen, read by clients that look for it: 16 KB number 0, screen at $0400.
        machine.memory[0xdd00] = 0x97;
        machine.memory[0xd018] = 0x15;
        machine.print("READY.\r");
        machine
    }
}

impl Machine {
    /// Puts PETSCII text on the screen, as the machine would. Only letters, digits and signs are known.
    pub fn print(&mut self, text: &str) {
        for byte in text.bytes() {
            if byte == b'\r' {
                self.cursor = SCREEN + ((self.cursor - SCREEN) / 40 + 1) % 25 * 40;
                continue;
            }
            self.memory[usize::from(self.cursor)] = byte & 0x3f;
            self.cursor = SCREEN + (self.cursor - SCREEN + 1) % 1000;
        }
    }

    /// The program counter.
    pub fn pc(&self) -> u16 {
        self.registers
            .iter()
            .find(|register| register.id == PC)
            .map_or(0, |register| register.value)
    }

    /// Sets the program counter.
    pub fn set_pc(&mut self, value: u16) {
        if let Some(register) = self.registers.iter_mut().find(|register| register.id == PC) {
            register.value = value;
        }
    }

    /// An event's frame.
    pub fn event(kind: u8, body: Vec<u8>) -> Frame {
        Frame {
            api: API_VERSION,
            kind,
            error: 0,
            request: EVENT_REQUEST,
            body,
        }
    }

    /// Opens the monitor when the machine runs: the events that tell of it.
    pub fn open(&mut self, tail: u8) -> Vec<Frame> {
        if !self.running {
            return Vec::new();
        }
        self.running = false;
        self.stopped(tail)
    }

    /// Closes the monitor and lets the machine run until it stops by itself, if it does: the events that tell of it.
    pub fn run(&mut self, tail: u8) -> Vec<Frame> {
        self.running = true;
        let mut events = vec![Self::event(RESUMED, self.pc().to_le_bytes().to_vec())];
        let keys: String = std::mem::take(&mut self.keys)
            .into_iter()
            .map(char::from)
            .collect();
        self.print(&keys);
        let jams = disassembler::name(self.memory[usize::from(self.pc())]) == "JAM";
        if jams && self.resources.get("JAMAction") == Some(&ResourceValue::Integer(0)) {
            events.push(Self::event(JAM, Vec::new()));
            events.extend(self.open(tail));
            return events;
        }
        let hit = self
            .checkpoints
            .values_mut()
            .find(|checkpoint| checkpoint.enabled);
        if let Some(checkpoint) = hit {
            checkpoint.hit = true;
            checkpoint.hits += 1;
            let (seen, target) = (*checkpoint, checkpoint.start);
            checkpoint.hit = false;
            events.push(Self::event(CHECKPOINT_INFO, checkpoint_body(&seen)));
            if seen.temporary {
                self.checkpoints.remove(&seen.number);
            }
            if seen.stop {
                if seen.operations.contains(Operations::EXECUTE) {
                    self.set_pc(target);
                }
                events.extend(self.open(tail));
            }
        }
        events
    }

    /// Executes `count` instructions as if none of them jumped: the events that tell of it.
    pub fn step(&mut self, count: u16, tail: u8) -> Vec<Frame> {
        let mut events = vec![Self::event(RESUMED, self.pc().to_le_bytes().to_vec())];
        for _ in 0..count {
            let pc = self.pc();
            let byte = |offset: u16| self.memory[usize::from(pc.wrapping_add(offset))];
            let bytes = [byte(0), byte(1), byte(2), 0xff];
            self.history.push((pc, bytes));
            self.set_pc(pc.wrapping_add(disassembler::length(bytes[0]) as u16));
        }
        events.extend(self.stopped(tail));
        events
    }

    /// The register list of a memory space: drives have one when their unit is 8.
    pub fn register_list(&self, memspace: u8) -> Option<&[Register]> {
        matches!(Memspace(memspace), Memspace::COMPUTER | Memspace(1)).then_some(&self.registers)
    }

    /// A REGISTER_INFO body.
    pub fn register_body(&self, tail: u8) -> Vec<u8> {
        let mut body = (self.registers.len() as u16).to_le_bytes().to_vec();
        for register in &self.registers {
            let [low, high] = register.value.to_le_bytes();
            push_item(&mut body, &[register.id, low, high], tail);
        }
        body
    }

    fn stopped(&self, tail: u8) -> Vec<Frame> {
        vec![
            Self::event(REGISTER_INFO, self.register_body(tail)),
            Self::event(STOPPED, self.pc().to_le_bytes().to_vec()),
        ]
    }
}

/// Appends an array item with its size, and `tail` bytes that no client knows.
pub fn push_item(body: &mut Vec<u8>, item: &[u8], tail: u8) {
    body.push(item.len() as u8 + tail);
    body.extend(item);
    body.extend((0..tail).map(|_| 0xee));
}

/// A CHECKPOINT_INFO body.
pub fn checkpoint_body(checkpoint: &Checkpoint) -> Vec<u8> {
    let mut body = checkpoint.number.to_le_bytes().to_vec();
    body.push(u8::from(checkpoint.hit));
    body.extend(checkpoint.start.to_le_bytes());
    body.extend(checkpoint.end.to_le_bytes());
    body.extend([
        u8::from(checkpoint.stop),
        u8::from(checkpoint.enabled),
        checkpoint.operations.0,
    ]);
    body.push(u8::from(checkpoint.temporary));
    body.extend(checkpoint.hits.to_le_bytes());
    body.extend(checkpoint.ignore.to_le_bytes());
    body.extend([u8::from(checkpoint.has_condition), checkpoint.memspace.0]);
    body
}
