//! DRAG, WINDOWMOVE, WINDOWSIZE and PICK: every return code, and the defects of 1.1 that are gone.

mod bench;

use bench::{Bench, STYLES, with_gtapp, with_server};
use hal_amiga::classify::SELECTED;
use hal_amiga::simulated::{GtApp, NewWindow, RawGadget, SimulatedAmiga, Style};
use hal_amiga::{InputEvent, MouseButton, Rect, WindowHandle};

/// Left edge, top edge, width, height of a window.
fn place(bench: &Bench<'_>, window: WindowHandle) -> (i16, i16, i16, i16) {
    let bounds = bench.amiga.window_bounds(window).expect("the window is open");
    (bounds.left, bounds.top, bounds.width, bounds.height)
}

/// Where the pointer was sent while the left button was held.
fn motions(bench: &Bench<'_>) -> Vec<(i16, i16)> {
    let mut held = false;
    let mut motions = Vec::new();
    for event in bench.events() {
        match event {
            InputEvent::Button {
                button: MouseButton::Left,
                down,
                ..
            } => held = down,
            InputEvent::Pointer { x, y, .. } if held => motions.push((x, y)),
            _ => {}
        }
    }
    motions
}

fn open(
    amiga: &SimulatedAmiga,
    title: &str,
    (left, top, width, height): (i16, i16, i16, i16),
) -> WindowHandle {
    let bounds = Rect {
        left,
        top,
        width,
        height,
    };
    amiga.open_window(amiga.front_screen(), NewWindow::titled(title, bounds), None)
}

#[test]
fn windows_land_exactly() {
    for style in STYLES {
        with_gtapp(style, |bench, window| {
            bench.expect(0, "WINDOWMOVE GTApp 37 -11");
            assert_eq!(place(bench, window), (77, 9, 480, 200));
            bench.expect(0, "WINDOWMOVE SCREEN=Workbench GTApp -77 20");
            assert_eq!(place(bench, window), (0, 29, 480, 200));
            bench.expect(0, "WINDOWSIZE GTApp 400 150");
            assert_eq!(place(bench, window), (0, 29, 400, 150));
            bench.expect(0, "WINDOWSIZE GTApp 401 150");
            assert_eq!(place(bench, window), (0, 29, 401, 150));
            bench.expect(0, "WINDOWMOVE GTApp 0 0");
            assert_eq!(place(bench, window), (0, 29, 401, 150));
            assert!(
                bench
                    .expect(0, "TREE GTApp")
                    .starts_with("window \"GTApp Fixture\" screen=\"Workbench Screen\" [0,29 401x150]\n")
            );
            bench.assert_in_order();
        });
    }
}

#[test]
fn intuitions_limits_hold() {
    with_gtapp(Style::V40, |bench, window| {
        bench.expect(0, "WINDOWMOVE GTApp 500 500");
        assert_eq!(place(bench, window), (160, 56, 480, 200));
        bench.expect(0, "WINDOWMOVE GTApp -32768 -32768");
        assert_eq!(place(bench, window), (0, 0, 480, 200));
        bench.expect(0, "WINDOWSIZE GTApp 1 1");
        assert_eq!(place(bench, window), (0, 0, 60, 20));
        bench.expect(0, "WINDOWSIZE GTApp 32767 32767");
        assert_eq!(place(bench, window), (0, 0, 640, 256));
        bench.assert_in_order();
    });
    let amiga = SimulatedAmiga::new();
    let limited = NewWindow {
        flags: 0x000F,
        minimum: (80, 40),
        maximum: (300, 100),
        ..NewWindow::titled(
            "Limited",
            Rect {
                left: 20,
                top: 20,
                width: 160,
                height: 80,
            },
        )
    };
    let window = amiga.open_window(amiga.front_screen(), limited, None);
    with_server(&amiga, 1, |bench| {
        bench.expect(0, "WINDOWSIZE Limited 640 400");
        assert_eq!(place(bench, window), (20, 20, 300, 100));
        bench.expect(0, "WINDOWSIZE Limited 10 10");
        assert_eq!(place(bench, window), (20, 20, 80, 40));
    });
}

#[test]
fn a_window_as_narrow_as_its_gadgets_is_moved_by_what_is_left_of_its_bar() {
    let amiga = SimulatedAmiga::new();
    let window = open(&amiga, "Slim", (100, 100, 52, 60));
    with_server(&amiga, 1, |bench| {
        bench.expect(0, "WINDOWMOVE Slim 9 8");
        assert_eq!(place(bench, window), (109, 108, 52, 60));
    });
}

#[test]
fn frames_without_the_gadget_are_20_and_windows_that_are_not_there_5() {
    let amiga = SimulatedAmiga::new();
    let bare = NewWindow {
        flags: 0x0008,
        ..NewWindow::titled(
            "Bare",
            Rect {
                left: 0,
                top: 0,
                width: 100,
                height: 60,
            },
        )
    };
    amiga.open_window(amiga.front_screen(), bare, None);
    with_server(&amiga, 1, |bench| {
        assert!(bench.expect(20, "WINDOWMOVE Bare 1 1").contains("no drag bar"));
        assert!(
            bench
                .expect(20, "WINDOWSIZE Bare 1 1")
                .contains("no sizing gadget")
        );
        assert!(bench.expect(5, "WINDOWMOVE none 1 1").contains("\"Bare\""));
        assert!(bench.expect(5, "WINDOWSIZE none 1 1").contains("\"Bare\""));
        assert!(bench.events().is_empty(), "nothing was touched");
        bench.assert_in_order();
    });
}

#[test]
fn a_drag_moves_in_parts() {
    with_gtapp(Style::V40, |bench, window| {
        bench.expect(0, "DRAG GTApp 5 64 0");
        let motions = motions(bench);
        assert!(motions.len() >= 4, "{motions:?}");
        let start = (40 + 120 + 80, 20 + 96 + 7);
        assert_eq!(motions.last(), Some(&(start.0 + 64, start.1)));
        assert!(
            motions.windows(2).all(|pair| pair[0].0 < pair[1].0),
            "{motions:?}"
        );
        assert_ne!(
            bench.amiga.state(window, GtApp::VOLUME),
            Some(5),
            "the level changed"
        );
        bench.assert_in_order();
    });
}

#[test]
fn a_knob_under_the_pointer_follows_it() {
    for style in STYLES {
        with_gtapp(style, |bench, window| {
            // Level 8 of 15: now the middle of the gadget is on its knob.
            bench.amiga.change_gadget(window, GtApp::VOLUME, |gadget| {
                if let hal_amiga::simulated::Behaviour::Level { level, .. } = &mut gadget.behaviour {
                    *level = 8;
                }
            });
            bench.expect(0, "DRAG GTApp 5 300 0");
            assert_eq!(bench.amiga.state(window, GtApp::VOLUME), Some(15));
            bench.settle();
            assert_eq!(bench.expect(0, "GETTEXT GTApp 9"), "level 15");
            bench.assert_in_order();
        });
    }
}

#[test]
fn a_drag_ends_at_another_gadget() {
    with_gtapp(Style::V40, |bench, _| {
        bench.expect(0, "DRAG GTApp ROLE=slider TO 1");
        assert_eq!(motions(bench).last(), Some(&(110, 47)), "the middle of gadget 1");
        bench.expect(0, "DRAG GTApp 5 to 6");
        bench.assert_in_order();
    });
}

#[test]
fn drags_that_cannot_be_say_why() {
    with_gtapp(Style::V40, |bench, _| {
        for line in ["DRAG none 1 1 1", "DRAG GTApp 77 1 1", "DRAG GTApp 1 TO 77"] {
            bench.expect(5, line);
        }
        for line in [
            "DRAG @name 1 1",
            "DRAG GTApp 1 TO @name",
            "DRAG GTApp 1",
            "DRAG GTApp 1 TO",
        ] {
            bench.expect(10, line);
        }
        assert!(bench.events().is_empty(), "nothing was touched");
        bench.assert_in_order();
    });
}

/// 1.1 read `ROLE=` after TO as the number 0 and dragged to the first gadget with id 0, a system gadget.
#[test]
fn drag_to_a_role_is_refused_and_is_not_id_0() {
    with_gtapp(Style::V40, |bench, _| {
        for line in [
            "DRAG GTApp 1 TO ROLE=slider",
            "DRAG GTApp 1 TO label=x",
            "DRAG GTApp 1 TO INDEX=1",
        ] {
            bench.expect(10, line);
        }
        assert!(bench.events().is_empty());
    });
}

#[test]
fn a_window_may_close_and_an_event_be_refused_at_any_step() {
    for line in [
        "DRAG GTApp 5 40 0",
        "WINDOWMOVE GTApp 3 3",
        "WINDOWSIZE GTApp 300 100",
    ] {
        for step in 1.. {
            let taken = with_gtapp(Style::V40, |bench, window| {
                bench
                    .amiga
                    .after_steps(step, move |amiga| amiga.close_window(window));
                let before = bench.amiga.steps();
                let answer = bench.ask(line);
                assert!([0, 5].contains(&answer.code), "{line} at step {step}: {answer:?}");
                let taken = bench.amiga.steps() - before;
                bench.assert_in_order();
                taken
            });
            if taken < step {
                break;
            }
        }
        for event in 1.. {
            let code = with_gtapp(Style::V40, |bench, _| {
                bench.amiga.refuse_event(event);
                let code = bench.ask(line).code;
                assert!([0, 20].contains(&code), "{line}, event {event}");
                if code == 20 {
                    bench.amiga.refuse_event(u32::MAX / 2);
                    bench.expect(0, "VERSION");
                }
                code
            });
            if code == 0 {
                break;
            }
        }
    }
}

/// 1.1 took the smallest window of those at the pointer, whatever lay in front, and halved the row:
/// `RC 0` with `window "Small behind" …`. The true order is that of the screen's layers.
#[test]
fn d14_pick_uses_layers_order() {
    let amiga = SimulatedAmiga::new();
    let small = open(&amiga, "Small behind", (50, 60, 100, 60));
    let large = open(&amiga, "Large in front", (40, 50, 300, 150));
    // The list at FirstWindow is no such order, either: the window in front was opened first here.
    amiga.window_to_front(small);
    amiga.window_to_front(large);
    amiga.set_pointer(80, 90);
    with_server(&amiga, 1, |bench| {
        assert_eq!(
            bench.expect(0, "PICK"),
            "window \"Large in front\" screen=\"Workbench Screen\" [40,50 300x150]\n"
        );
        bench.amiga.window_to_front(small);
        assert_eq!(
            bench.expect(0, "PICK SCREEN=Workbench"),
            "window \"Small behind\" screen=\"Workbench Screen\" [50,60 100x60]\n"
        );
        bench.amiga.set_pointer(200, 190);
        assert!(
            bench.expect(0, "PICK").contains("Large in front"),
            "the row is not halved"
        );
        assert!(bench.events().is_empty(), "PICK only looks");
    });
}

#[test]
fn pick_shows_the_last_gadget_at_the_pointer() {
    with_gtapp(Style::V40, |bench, _| {
        bench.expect(0, "CLICK GTApp 1");
        let picked = bench.expect(0, "PICK");
        let lines: Vec<&str> = picked.lines().collect();
        assert_eq!(lines.len(), 2, "{picked}");
        assert_eq!(
            lines[0],
            "window \"GTApp Fixture\" screen=\"Workbench Screen\" [40,20 480x200]"
        );
        assert!(lines[1].starts_with("  gadget id=1 role=button "), "{picked}");
        assert!(
            bench.expect(0, "TREE GTApp").contains(lines[1]),
            "the line is that of TREE"
        );
    });
    let amiga = SimulatedAmiga::new();
    let bounds = Rect {
        left: 0,
        top: 20,
        width: 200,
        height: 100,
    };
    let gadget = |id| RawGadget {
        gadget_type: 1,
        ..RawGadget::new(
            id,
            Rect {
                left: 20,
                top: 20,
                width: 50,
                height: 50,
            },
        )
    };
    let new = NewWindow {
        gadgets: vec![gadget(1), gadget(2), RawGadget::new(3, Rect::default())],
        ..NewWindow::titled("Two at one place", bounds)
    };
    amiga.open_window(amiga.front_screen(), new, None);
    amiga.set_pointer(40, 60);
    with_server(&amiga, 1, |bench| {
        assert!(bench.expect(0, "PICK").contains("gadget id=2 "));
        // Right and bottom edge are outside.
        bench.amiga.set_pointer(70, 60);
        assert_eq!(bench.expect(0, "PICK").lines().count(), 1);
    });
}

#[test]
fn pick_knows_the_screen_and_says_when_nothing_is_there() {
    let amiga = SimulatedAmiga::new();
    open(&amiga, "Below", (0, 50, 100, 100));
    let second = amiga.open_screen(
        "Second",
        Rect {
            left: 0,
            top: 60,
            width: 640,
            height: 200,
        },
    );
    let bounds = Rect {
        left: 10,
        top: 20,
        width: 100,
        height: 50,
    };
    amiga.open_window(second, NewWindow::titled("Upper", bounds), None);
    amiga.set_pointer(20, 90);
    with_server(&amiga, 1, |bench| {
        assert!(
            bench
                .expect(0, "PICK")
                .contains("\"Upper\" screen=\"Second\" [10,20 100x50]")
        );
        assert!(bench.expect(0, "PICK SCREEN=Workbench").contains("\"Below\""));
        assert!(bench.expect(5, "PICK SCREEN=none").contains("no screen"));
        bench.amiga.set_pointer(600, 200);
        assert!(bench.expect(5, "PICK").contains("over no window"));
        assert!(bench.expect(10, "PICK junk").len() > 10);
        bench.amiga.set_layers_busy(true);
        assert!(bench.expect(20, "PICK").contains("try again"));
        bench.amiga.set_layers_busy(false);
        bench.amiga.close_screen(second);
        bench.amiga.set_pointer(20, 60);
        assert!(bench.expect(0, "PICK").contains("Below"));
        bench.assert_in_order();
    });
}

/// A custom gadget whose class is nonsense is shown as one, and does no harm.
#[test]
fn junk_gadgets_are_picked_and_shown_as_unknown_objects() {
    let amiga = SimulatedAmiga::new();
    let junk = RawGadget {
        gadget_type: 5,
        flags: SELECTED,
        class: None,
        ..RawGadget::new(
            7,
            Rect {
                left: 20,
                top: 20,
                width: 50,
                height: 50,
            },
        )
    };
    let new = NewWindow {
        gadgets: vec![junk],
        ..NewWindow::titled(
            "Junk",
            Rect {
                left: 0,
                top: 0,
                width: 200,
                height: 100,
            },
        )
    };
    amiga.open_window(amiga.front_screen(), new, None);
    amiga.set_pointer(40, 40);
    with_server(&amiga, 1, |bench| {
        let line = "  gadget id=7 role=custom class=\"\" label=\"\" [20,20 50x50]\n";
        assert!(
            bench.expect(0, "PICK").ends_with(line),
            "{}",
            bench.expect(0, "PICK")
        );
        assert!(bench.expect(0, "TREE Junk").ends_with(line));
        bench.expect(0, "DRAG Junk 7 3 3");
        bench.assert_in_order();
    });
}
