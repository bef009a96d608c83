//! The simulated Amiga does what an Amiga does: input, windows, time, lines and faults.
#![cfg(feature = "simulated")]

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

#[test]
fn waiting_jumps_to_what_happens_next() {
    let mut machine = SimulatedAmiga::new();
    machine.after(2_000, |machine| machine.request_quit());
    assert!(!machine.wait(Some(Instant::from_millis(500))).quit);
    assert_eq!(machine.now().as_millis(), 500);
    assert!(machine.wait(None).quit);
    assert_eq!(machine.now().as_millis(), 2_000);
    assert_eq!(machine.wakes(), 2);
    assert!(!machine.wait(None).quit, "Ctrl-C is told once");
    assert!(machine.is_asleep(), "nothing is left to happen");
    assert_eq!(machine.wakes(), 2, "sleeping on is no waking");
    machine.wait(Some(machine.clone().now()));
    assert!(!machine.is_asleep());
}

#[test]
fn a_window_opened_later_is_there_later() {
    let mut machine = SimulatedAmiga::new();
    machine.after(2_000, |machine| {
        let bounds = Rect {
            left: 60,
            top: 60,
            width: 160,
            height: 50,
        };
        machine.open_window(
            machine.front_screen(),
            NewWindow::titled("Async Dialog", bounds),
            None,
        );
    });
    assert_eq!(machine.outline().expect("memory").windows.len(), 0);
    pause(&mut machine, 1_999);
    assert_eq!(machine.outline().expect("memory").windows.len(), 0);
    pause(&mut machine, 1);
    let outline = machine.outline().expect("memory");
    assert_eq!(outline.windows.len(), 1);
    assert_eq!(
        outline.windows[0].title.map(|title| outline.text.get(title)),
        Some(&b"Async Dialog"[..])
    );
}

#[test]
fn coming_forward_takes_effect_later() {
    let (mut machine, window) = started(Style::V40);
    let screen = machine.front_screen();
    let cover = NewWindow::titled(
        "Cover",
        Rect {
            left: 0,
            top: 0,
            width: 640,
            height: 256,
        },
    );
    let cover = machine.open_window(
        screen,
        NewWindow {
            flags: 0x100E,
            ..cover
        },
        None,
    );
    let other = Rect {
        left: 0,
        top: 0,
        width: 640,
        height: 256,
    };
    machine.open_screen("Other", other);
    assert_eq!(machine.active_window(), Some(cover));
    machine.bring_forward(window).expect("the window is open");
    assert!(!machine.is_forward(window));
    pause(&mut machine, 19);
    assert!(!machine.is_forward(window));
    pause(&mut machine, 1);
    assert!(machine.is_forward(window));
    assert_eq!(machine.front_screen(), screen);
    // Now a click reaches it and not the window that covered it.
    let connect = place(&machine, window, GtApp::CONNECT).centre();
    click(&mut machine, connect);
    pause(&mut machine, 100);
    assert_eq!(
        machine.text(window, GtApp::STATUS).as_deref(),
        Some(&b"pressed 1"[..])
    );
}

#[test]
fn a_click_reaches_the_frontmost_window_and_screen_only() {
    let (mut machine, window) = started(Style::Aros);
    let connect = place(&machine, window, GtApp::CONNECT).centre();
    let cover = NewWindow::titled(
        "Cover",
        Rect {
            left: 0,
            top: 0,
            width: 640,
            height: 256,
        },
    );
    let cover = machine.open_window(machine.front_screen(), cover, None);
    click(&mut machine, connect);
    assert_eq!(
        machine.active_window(),
        Some(cover),
        "a click makes a window active"
    );
    machine.close_window(cover);
    machine.open_screen(
        "Other",
        Rect {
            left: 0,
            top: 0,
            width: 640,
            height: 256,
        },
    );
    click(&mut machine, connect);
    pause(&mut machine, 100);
    assert_eq!(machine.text(window, GtApp::STATUS).as_deref(), Some(&b""[..]));
    assert_eq!(messages(&machine), []);
}

#[test]
fn a_gadget_is_used_only_when_let_go_inside_and_enabled() {
    for style in STYLES {
        let (mut machine, window) = started(style);
        let connect = place(&machine, window, GtApp::CONNECT).centre();
        point(&mut machine, connect.x, connect.y);
        left(&mut machine, true);
        assert!(!machine.nothing_held());
        point(&mut machine, connect.x + 300, connect.y);
        left(&mut machine, false);
        assert!(machine.nothing_held());
        machine.change_gadget(window, GtApp::CONNECT, |gadget| gadget.flags |= DISABLED);
        click(&mut machine, connect);
        // Let go on a gadget that it was not pressed on.
        point(&mut machine, 600, 250);
        left(&mut machine, true);
        point(&mut machine, connect.x, connect.y);
        left(&mut machine, false);
        assert_eq!(messages(&machine), [], "{style:?}");
    }
}

#[test]
fn gadgets_keep_their_state() {
    for style in STYLES {
        let (mut machine, window) = started(style);
        let state = |machine: &SimulatedAmiga, id| machine.state(window, id);
        let use_gadget = |machine: &mut SimulatedAmiga, id, dx: i16, dy: i16| {
            let place = place(machine, window, id);
            click(
                machine,
                Point {
                    x: place.left + dx,
                    y: place.top + dy,
                },
            );
            state(machine, id)
        };
        assert_eq!(state(&machine, GtApp::ENABLED), Some(0));
        assert_eq!(use_gadget(&mut machine, GtApp::ENABLED, 13, 5), Some(1));
        assert_eq!(use_gadget(&mut machine, GtApp::ENABLED, 13, 5), Some(0));
        for active in [1, 2, 0] {
            assert_eq!(use_gadget(&mut machine, GtApp::PROTOCOL, 50, 7), Some(active));
        }
        assert_eq!(state(&machine, GtApp::FORMAT), Some(0));
        assert_eq!(
            use_gadget(&mut machine, GtApp::FORMAT, 8, 16),
            Some(1),
            "{style:?}"
        );
        assert_eq!(
            use_gadget(&mut machine, GtApp::FORMAT, 8, 4),
            Some(0),
            "{style:?}"
        );
        assert_eq!(state(&machine, GtApp::LINES), None);
        assert_eq!(
            use_gadget(&mut machine, GtApp::LINES, 40, 17),
            Some(2),
            "{style:?}"
        );
        // A click beside the knob moves it by one level towards the pointer.
        assert_eq!(state(&machine, GtApp::VOLUME), Some(5));
        assert_eq!(use_gadget(&mut machine, GtApp::VOLUME, 150, 3), Some(6));
        assert_eq!(use_gadget(&mut machine, GtApp::VOLUME, 1, 3), Some(5));
    }
}

#[test]
fn a_knob_follows_the_pointer_to_both_ends() {
    let (mut machine, window) = started(Style::V37);
    let knob = place(&machine, window, GtApp::VOLUME);
    // Level 5 of 0 to 15 stands a third of the way.
    let start = Point {
        x: knob.left + knob.width / 3,
        y: knob.top + 2,
    };
    for (end, level) in [(knob.left + knob.width + 50, 15), (knob.left - 50, 0)] {
        machine.change_gadget(window, GtApp::VOLUME, |gadget| {
            gadget.behaviour = hal_amiga::simulated::Behaviour::Level {
                minimum: 0,
                maximum: 15,
                level: 5,
            };
        });
        point(&mut machine, start.x, start.y);
        left(&mut machine, true);
        point(&mut machine, end, start.y);
        assert_eq!(machine.state(window, GtApp::VOLUME), Some(level));
        left(&mut machine, false);
    }
    let ups = messages(&machine);
    let ups: Vec<_> = ups
        .iter()
        .filter(|message| matches!(message, Idcmp::GadgetUp { .. }))
        .collect();
    let up = |code| Idcmp::GadgetUp {
        id: GtApp::VOLUME,
        code,
    };
    assert_eq!(ups, [&up(15), &up(0)], "a knob reports wherever it is let go");
}

#[test]
fn a_text_is_edited_at_the_cursor() {
    let (mut machine, window) = started(Style::V40);
    let host = place(&machine, window, GtApp::HOST);
    let text = |machine: &SimulatedAmiga| machine.text(window, GtApp::HOST).expect("a text");
    machine.set_text(window, GtApp::HOST, b"abcdef");
    // The click puts the cursor between the third and the fourth character.
    click(
        &mut machine,
        Point {
            x: host.left + 25,
            y: host.top + 2,
        },
    );
    type_text(&mut machine, b"-");
    assert_eq!(text(&machine), b"abc-def");
    strike(&mut machine, 0x41, Qualifiers::default());
    assert_eq!(text(&machine), b"abcdef");
    strike(&mut machine, 0x46, Qualifiers::default());
    assert_eq!(text(&machine), b"abcef");
    strike(&mut machine, 0x4F, Qualifiers::LEFT_SHIFT);
    type_text(&mut machine, b"<");
    strike(&mut machine, 0x4E, Qualifiers::LEFT_SHIFT);
    type_text(&mut machine, b">");
    assert_eq!(text(&machine), b"<abcef>");
    strike(&mut machine, 0x10, Qualifiers::RIGHT_AMIGA);
    assert_eq!(text(&machine), b"abcdef", "right Amiga and q undoes");
    strike(&mut machine, 0x32, Qualifiers::RIGHT_AMIGA);
    assert_eq!(text(&machine), b"", "right Amiga and x clears");
    type_text(&mut machine, &[b'x'; 100]);
    assert_eq!(text(&machine).len(), 80, "no more than fits");
    // A click elsewhere ends the editing without a message, and further keys go to the program.
    click(&mut machine, Point { x: 600, y: 250 });
    type_text(&mut machine, b"y");
    assert_eq!(text(&machine).len(), 80);
    assert_eq!(messages(&machine), [Idcmp::VanillaKey { character: b'y' }]);
}

#[test]
fn an_integer_gadget_takes_digits_only() {
    let (mut machine, window) = started(Style::Aros);
    let port = place(&machine, window, GtApp::PORT);
    click(
        &mut machine,
        Point {
            x: port.left,
            y: port.top + 2,
        },
    );
    type_text(&mut machine, b"-8a0.");
    assert_eq!(machine.text(window, GtApp::PORT).as_deref(), Some(&b"-8023"[..]));
}

#[test]
fn keys_without_their_qualifiers_give_other_characters() {
    let (mut machine, window) = started(Style::V40);
    let host = place(&machine, window, GtApp::HOST).centre();
    click(&mut machine, host);
    // Z with shift in the event, and Z with the shift key pressed but not in the event.
    strike(&mut machine, 0x15, Qualifiers::LEFT_SHIFT);
    machine
        .send(InputEvent::Key {
            code: 0x60,
            down: true,
            qualifiers: Qualifiers::LEFT_SHIFT,
        })
        .expect("taken");
    strike(&mut machine, 0x15, Qualifiers::default());
    assert!(!machine.nothing_held());
    machine
        .send(InputEvent::Key {
            code: 0x60,
            down: false,
            qualifiers: Qualifiers::default(),
        })
        .expect("taken");
    assert_eq!(machine.text(window, GtApp::HOST).as_deref(), Some(&b"Zz"[..]));
    assert!(machine.nothing_held());
}

#[test]
fn keys_that_come_too_fast_are_lost() {
    let (mut machine, window) = started(Style::V40);
    machine.set_key_time(20);
    let host = place(&machine, window, GtApp::HOST).centre();
    click(&mut machine, host);
    type_text(&mut machine, b"abc");
    for character in b"def" {
        pause(&mut machine, 20);
        type_text(&mut machine, &[*character]);
    }
    assert_eq!(machine.text(window, GtApp::HOST).as_deref(), Some(&b"adef"[..]));
}

#[test]
fn every_character_of_the_keymap_comes_back_from_its_keys() {
    let mut producible = 0;
    for character in 0..=255_u8 {
        let Ok(keys) = keymap::keystrokes(character) else {
            continue;
        };
        let mut decoder = keymap::Decoder::default();
        let strokes = keys.as_slice();
        let given: Vec<u8> = strokes
            .iter()
            .filter_map(|key| decoder.strike(key.code, key.qualifiers))
            .collect();
        if character >= 0x20 {
            assert_eq!(given, [character]);
            producible += 1;
        }
    }
    // All of ASCII, and the letters of western Europe.
    assert!((0x20..0x7F).all(|character| keymap::keystrokes(character).is_ok()));
    assert!(
        b"\xe4\xf6\xfc\xdf\xe9\xe8\xea\xeb\xf1\xe7"
            .iter()
            .all(|character| keymap::keystrokes(*character).is_ok())
    );
    assert!(producible > 140);
    assert_eq!(keymap::keystrokes(0xFE), Err(InputError::NotProducible));
}

#[test]
fn system_gadgets_move_size_and_arrange_windows() {
    for style in STYLES {
        let (mut machine, window) = started(style);
        let before = machine.window_bounds(window).expect("open");
        let drag = system(&mut machine, window, SystemGadget::Drag).centre();
        point(&mut machine, drag.x, drag.y);
        left(&mut machine, true);
        point(&mut machine, drag.x + 30, drag.y + 10);
        left(&mut machine, false);
        let moved = machine.window_bounds(window).expect("open");
        assert_eq!(
            moved,
            Rect {
                left: before.left + 30,
                top: before.top + 10,
                ..before
            }
        );

        let size = system(&mut machine, window, SystemGadget::Size).centre();
        point(&mut machine, size.x, size.y);
        left(&mut machine, true);
        point(&mut machine, size.x - 40, size.y - 20);
        left(&mut machine, false);
        let sized = machine.window_bounds(window).expect("open");
        assert_eq!(
            sized,
            Rect {
                width: moved.width - 40,
                height: moved.height - 20,
                ..moved
            }
        );

        let cover = machine.open_window(machine.front_screen(), NewWindow::titled("Cover", sized), None);
        let depth = system(&mut machine, cover, SystemGadget::Depth).centre();
        click(&mut machine, depth);
        let connect = place(&machine, window, GtApp::CONNECT).centre();
        click(&mut machine, connect);
        pause(&mut machine, 100);
        assert_eq!(
            machine.text(window, GtApp::STATUS).as_deref(),
            Some(&b"pressed 1"[..]),
            "{style:?}"
        );
    }
}

#[test]
fn a_window_may_close_at_any_step_of_a_walk() {
    for style in STYLES {
        let (mut machine, window) = started(style);
        let before = machine.steps();
        machine.gadgets(window).expect("the window is open");
        let steps = machine.steps() - before;
        assert!(steps > 10, "one for the call and one for each gadget");
        for step in 1..=steps {
            let (mut machine, window) = started(style);
            machine.after_steps(step, move |machine| machine.close_window(window));
            assert_eq!(machine.gadgets(window), Err(WalkError::WindowGone), "step {step}");
            assert_eq!(machine.bring_forward(window), Err(WalkError::WindowGone));
            assert!(!machine.is_forward(window));
        }
    }
}

#[test]
fn memory_may_end_at_any_block() {
    let (mut machine, window) = started(Style::V40);
    for blocks in 0..3 {
        machine.limit_allocations(Some(blocks));
        assert_eq!(machine.outline(), Err(OutOfMemory));
        machine.limit_allocations(Some(blocks));
        assert_eq!(machine.gadgets(window), Err(WalkError::OutOfMemory));
    }
    machine.limit_allocations(Some(3));
    assert!(machine.outline().is_ok());
    machine.limit_allocations(None);
    assert!(machine.gadgets(window).is_ok());
}

#[test]
fn input_device_may_refuse_an_event() {
    let mut machine = SimulatedAmiga::new();
    machine.refuse_event(2);
    let event = InputEvent::Key {
        code: 0x45,
        down: true,
        qualifiers: Qualifiers::default(),
    };
    assert_eq!(machine.send(event), Ok(()));
    assert_eq!(machine.send(event), Err(InputError::Refused));
    assert_eq!(machine.send(event), Ok(()));
}

#[test]
fn a_closed_screen_takes_its_windows_along() {
    let mut machine = SimulatedAmiga::new();
    let front = machine.front_screen();
    let bounds = Rect {
        left: 0,
        top: 0,
        width: 640,
        height: 256,
    };
    let screen = machine.open_screen("Second", bounds);
    let window = machine.open_window(screen, NewWindow::titled("There", bounds), None);
    let outline = machine.outline().expect("memory");
    assert_eq!(
        outline
            .screens
            .iter()
            .map(|screen| screen.handle)
            .collect::<Vec<_>>(),
        [screen, front]
    );
    assert_eq!(outline.windows[0].screen, 0);
    machine.close_screen(screen);
    assert!(!machine.is_open(window));
    assert_eq!(
        machine.send(InputEvent::Pointer { screen, x: 1, y: 1 }),
        Err(InputError::ScreenGone)
    );
}

#[test]
fn handles_are_used_again_only_when_asked() {
    let bounds = Rect {
        left: 0,
        top: 0,
        width: 100,
        height: 50,
    };
    for again in [false, true] {
        let machine = SimulatedAmiga::new();
        if again {
            machine.reuse_handles();
        }
        let first = machine.open_window(machine.front_screen(), NewWindow::titled("One", bounds), None);
        machine.close_window(first);
        let second = machine.open_window(machine.front_screen(), NewWindow::titled("Two", bounds), None);
        assert_eq!(first == second, again);
    }
}

#[test]
fn relative_places_follow_the_window() {
    let (mut machine, window) = started(Style::V40);
    let tree = machine.gadgets(window).expect("open");
    let bounds = |wanted| {
        tree.gadgets
            .iter()
            .find(|gadget| gadget.system == wanted)
            .map(|gadget| gadget.bounds)
    };
    let width = tree.window.bounds.width;
    assert_eq!(
        bounds(SystemGadget::Drag),
        Some(Rect {
            left: 0,
            top: 0,
            width,
            height: 11
        })
    );
    assert_eq!(
        bounds(SystemGadget::Depth),
        Some(Rect {
            left: width - 23,
            top: 0,
            width: 24,
            height: 11
        })
    );
}

#[test]
fn the_machine_tells_what_it_is_made_of() {
    let mut machine = SimulatedAmiga::new();
    assert_eq!(machine.system().processor, 68_000);
    let system = SystemReport {
        exec: (51, 0),
        processor: 68_020,
        ..machine.system()
    };
    machine.set_system(system);
    assert_eq!(machine.system(), system);
    let memory = MemoryReport {
        chip_free: 1_000,
        ..machine.memory()
    };
    machine.set_memory(memory);
    assert_eq!(machine.memory(), memory);
}

#[test]
fn two_runs_are_equal() {
    let run = || {
        let (mut machine, window) = started(Style::Aros);
        let host = place(&machine, window, GtApp::HOST).centre();
        click(&mut machine, host);
        type_text(&mut machine, b"deterministic\n");
        let connect = place(&machine, window, GtApp::CONNECT).centre();
        click(&mut machine, connect);
        pause(&mut machine, 500);
        machine.log()
    };
    assert_eq!(run(), run());
}
