//! The simulated Amiga does what an Amiga does: input, windows, time, lines and faults.
#![cfg(feature = "simulated")]

mod input;
mod keyboard;
mod machine;

use hal_amiga::classify::DISABLED;
use hal_amiga::simulated::{GtApp, Idcmp, LogEntry, NewWindow, SimulatedAmiga, Style, keymap};
use hal_amiga::{
    Clock, Desktop, Input, InputError, InputEvent, Instant, Key, Machine, MemoryReport, MouseButton,
    OutOfMemory, Point, Qualifiers, Rect, SystemGadget, SystemReport, WalkError, WindowHandle,
};

const STYLES: [Style; 3] = [Style::V37, Style::V40, Style::Aros];

fn started(style: Style) -> (SimulatedAmiga, WindowHandle) {
    let machine = SimulatedAmiga::new();
    let window = GtApp::start(&machine, style);
    (machine, window)
}

fn pause(machine: &mut SimulatedAmiga, milliseconds: u32) {
    let until = machine.now().plus_millis(milliseconds);
    while !machine.now().reached(until) {
        machine.wait(Some(until));
    }
}

/// Puts the pointer on a point of the frontmost screen.
fn point(machine: &mut SimulatedAmiga, x: i16, y: i16) {
    let screen = machine.front_screen();
    machine
        .send(InputEvent::Pointer { screen, x, y })
        .expect("the event is taken");
}

fn left(machine: &mut SimulatedAmiga, down: bool) {
    let event = InputEvent::Button {
        button: MouseButton::Left,
        down,
        qualifiers: Qualifiers::default(),
    };
    machine.send(event).expect("the event is taken");
}

fn click(machine: &mut SimulatedAmiga, place: Point) {
    point(machine, place.x, place.y);
    left(machine, true);
    left(machine, false);
}

fn strike(machine: &mut SimulatedAmiga, code: u8, qualifiers: Qualifiers) {
    for down in [true, false] {
        machine
            .send(InputEvent::Key {
                code,
                down,
                qualifiers,
            })
            .expect("the event is taken");
    }
}

fn type_text(machine: &mut SimulatedAmiga, text: &[u8]) {
    for &character in text {
        let keys = machine
            .keystrokes(character)
            .expect("the keymap has the character");
        for &Key { code, qualifiers } in keys.as_slice() {
            strike(machine, code, qualifiers);
        }
    }
}

/// Where a gadget stands on the screen.
fn place(machine: &SimulatedAmiga, window: WindowHandle, id: u16) -> Rect {
    let bounds = machine.window_bounds(window).expect("the window is open");
    machine
        .gadget(window, id)
        .expect("the gadget is there")
        .bounds_in(bounds)
        .within(bounds)
}

fn system(machine: &mut SimulatedAmiga, window: WindowHandle, wanted: SystemGadget) -> Rect {
    let tree = machine.gadgets(window).expect("the window is open");
    let gadget = tree
        .gadgets
        .iter()
        .find(|gadget| gadget.system == wanted)
        .expect("the window has one");
    gadget.bounds.within(tree.window.bounds)
}

fn messages(machine: &SimulatedAmiga) -> Vec<Idcmp> {
    let entries = machine.log();
    entries
        .into_iter()
        .filter_map(|entry| match entry {
            LogEntry::Message(_, _, message) => Some(message),
            _ => None,
        })
        .collect()
}
