//! What input events do to gadgets and windows.

use super::*;

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
