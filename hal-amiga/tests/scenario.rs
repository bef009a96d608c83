//! The main scenario on the simulated Amiga, without the firmware: find the window, type, click, read back.
#![cfg(feature = "simulated")]

use hal_amiga::simulated::{GtApp, SimulatedAmiga, Style};
use hal_amiga::{
    Clock, Desktop, GadgetKind, Input, InputEvent, Machine, MouseButton, Qualifiers, WalkError, WindowHandle,
};

const STYLES: [Style; 3] = [Style::V37, Style::V40, Style::Aros];

/// Waits so many milliseconds of the machine's time.
fn pause(machine: &mut SimulatedAmiga, milliseconds: u32) {
    let until = machine.now().plus_millis(milliseconds);
    while !machine.now().reached(until) {
        machine.wait(Some(until));
    }
}

fn button(machine: &mut SimulatedAmiga, down: bool) {
    let event = InputEvent::Button {
        button: MouseButton::Left,
        down,
        qualifiers: Qualifiers::default(),
    };
    machine.send(event).expect("the event is taken");
}

/// Clicks the middle of the first gadget of that kind and id.
fn click(machine: &mut SimulatedAmiga, window: WindowHandle, id: u16, kind: GadgetKind) {
    let tree = machine.gadgets(window).expect("the window is open");
    let gadget = tree
        .gadgets
        .iter()
        .find(|gadget| gadget.id == u32::from(id) && gadget.kind == kind)
        .expect("the gadget is there");
    let place = gadget.bounds.within(tree.window.bounds).centre();
    let pointer = InputEvent::Pointer {
        screen: tree.screen.handle,
        x: place.x,
        y: place.y,
    };
    machine.send(pointer).expect("the event is taken");
    button(machine, true);
    button(machine, false);
}

fn type_text(machine: &mut SimulatedAmiga, text: &[u8]) {
    for &character in text {
        let keys = machine
            .keystrokes(character)
            .expect("the keymap has the character");
        for key in keys.as_slice() {
            for down in [true, false] {
                let event = InputEvent::Key {
                    code: key.code,
                    down,
                    qualifiers: key.qualifiers,
                };
                machine.send(event).expect("the event is taken");
            }
        }
    }
}

fn started(style: Style) -> (SimulatedAmiga, WindowHandle) {
    let machine = SimulatedAmiga::new();
    let window = GtApp::start(&machine, style);
    (machine, window)
}

#[test]
fn the_tree_has_the_same_roles_as_far_as_the_system_tells_them() {
    for style in STYLES {
        let (mut machine, window) = started(style);
        let tree = machine.gadgets(window).expect("the window is open");
        let mut expected = vec![
            (GtApp::CONNECT, GadgetKind::Button),
            (GtApp::HOST, GadgetKind::String),
            (GtApp::ENABLED, GadgetKind::Checkbox),
            (GtApp::PORT, GadgetKind::Integer),
            (GtApp::VOLUME, GadgetKind::Slider),
            (GtApp::FORMAT, GadgetKind::RadioButton),
            (GtApp::LINES, GadgetKind::ListView),
            (GtApp::STATUS, GadgetKind::String),
        ];
        // Before V39 a cycle gadget has the structure of a button.
        let cycle = if style == Style::V37 {
            GadgetKind::Button
        } else {
            GadgetKind::Cycle
        };
        expected.push((GtApp::PROTOCOL, cycle));
        for (id, kind) in expected {
            let found = tree
                .gadgets
                .iter()
                .filter(|gadget| gadget.id == u32::from(id) && gadget.kind == kind)
                .count();
            let wanted = if kind == GadgetKind::RadioButton && style != Style::Aros {
                2
            } else {
                1
            };
            assert_eq!(found, wanted, "{style:?}: gadget {id} as {kind:?}");
        }
        let slider = tree
            .gadgets
            .iter()
            .find(|gadget| gadget.kind == GadgetKind::Slider)
            .expect("a slider");
        assert_eq!(tree.text.get(slider.label), b"Volume:", "{style:?}");
        let list = tree
            .gadgets
            .iter()
            .find(|gadget| gadget.kind == GadgetKind::ListView)
            .expect("a list view");
        assert_eq!(tree.text.get(list.label), b"Lines", "{style:?}");
    }
}

#[test]
fn a_click_is_counted_in_the_status() {
    for style in STYLES {
        let (mut machine, window) = started(style);
        for presses in 1..=3 {
            click(&mut machine, window, GtApp::CONNECT, GadgetKind::Button);
            assert!(machine.nothing_held());
            pause(&mut machine, 100);
            let status = machine.text(window, GtApp::STATUS).expect("the status is a text");
            assert_eq!(status, format!("pressed {presses}").into_bytes());
        }
    }
}

#[test]
fn a_typed_text_arrives_key_by_key() {
    for style in STYLES {
        let (mut machine, window) = started(style);
        click(&mut machine, window, GtApp::HOST, GadgetKind::String);
        type_text(&mut machine, b"Z\xfcrich, caf\xe9 \xe0 la cr\xe8me @ 42%");
        assert_eq!(
            machine.text(window, GtApp::HOST).as_deref(),
            Some(&b"Z\xfcrich, caf\xe9 \xe0 la cr\xe8me @ 42%"[..])
        );
        type_text(&mut machine, b"\n");
        pause(&mut machine, 100);
        let status = machine.text(window, GtApp::STATUS).expect("the status is a text");
        assert_eq!(status, b"typed Z\xfcrich, caf\xe9 \xe0 la cr\xe8me @ 42%");
    }
}

#[test]
fn the_close_gadget_closes_the_window() {
    let (mut machine, window) = started(Style::Aros);
    let tree = machine.gadgets(window).expect("the window is open");
    let close = tree
        .gadgets
        .iter()
        .find(|gadget| gadget.system == hal_amiga::SystemGadget::Close);
    let place = close
        .expect("a close gadget")
        .bounds
        .within(tree.window.bounds)
        .centre();
    machine
        .send(InputEvent::Pointer {
            screen: tree.screen.handle,
            x: place.x,
            y: place.y,
        })
        .expect("taken");
    button(&mut machine, true);
    button(&mut machine, false);
    pause(&mut machine, 100);
    assert!(!machine.is_open(window));
    assert_eq!(machine.gadgets(window), Err(WalkError::WindowGone));
}
