//! MENU and MENUPICK: every return code, both ways of picking, and the defects of 1.1 that are gone.

mod bench;

use bench::{Bench, STYLES, with_gtapp, with_server};
use hal_amiga::simulated::{GtApp, NewItem, NewStrip, NewWindow, SimulatedAmiga, Style, SubPanels};
use hal_amiga::{InputEvent, MenuPlace, MouseButton, Qualifiers, Rect, WindowHandle};

/// What GTApp's status gadget shows.
fn status(bench: &mut Bench<'_>, window: WindowHandle) -> String {
    bench.settle();
    let text = bench.amiga.text(window, GtApp::STATUS).unwrap_or_default();
    String::from_utf8(text).expect("the status is ASCII")
}

/// Whether the menu button was used.
fn used_menu_button(bench: &Bench<'_>) -> bool {
    let is_right = |event: &InputEvent| {
        matches!(
            event,
            InputEvent::Button {
                button: MouseButton::Right,
                ..
            }
        )
    };
    bench.events().iter().any(is_right)
}

fn item(item: u16, sub: Option<u16>) -> MenuPlace {
    MenuPlace {
        menu: 0,
        item: Some(item),
        sub,
    }
}

/// A window at the right edge of the screen whose second menu hangs over it.
fn open_at_the_edge(amiga: &SimulatedAmiga) -> WindowHandle {
    let bounds = Rect {
        left: 0,
        top: 0,
        width: 640,
        height: 100,
    };
    let program = amiga.add_program(
        |window: WindowHandle, message: &hal_amiga::simulated::Idcmp, amiga: &SimulatedAmiga| {
            if let hal_amiga::simulated::Idcmp::MenuPick(place) = message {
                amiga.set_window(
                    window,
                    Some(&format!("Edge {:?} {:?}", place.item, place.sub)),
                    false,
                );
            }
        },
    );
    let window = amiga.open_window(
        amiga.front_screen(),
        NewWindow::titled("Edge", bounds),
        Some(program),
    );
    let subs = vec![NewItem::text("A sub-item"), NewItem::text("Another sub-item")];
    let items = vec![
        NewItem::text("Plain"),
        NewItem {
            subs,
            ..NewItem::text("With a long text and more below")
        },
    ];
    amiga.set_menus(
        window,
        NewStrip(vec![
            (vec![b'x'; 66], vec![NewItem::text("First")]),
            (b"Edge".to_vec(), items),
        ]),
    );
    window
}

#[test]
fn menu_prints_every_line() {
    with_gtapp(Style::V40, |bench, _| {
        assert_eq!(
            bench.expect(0, "MENU GTApp"),
            "window \"GTApp Fixture\" screen=\"Workbench Screen\" [40,20 480x200]\n\
             menu num=0 title=\"Project\" enabled=1\n\
             \x20 item num=0/0 text=\"About\" shortcut=A checkit=0 checked=0 enabled=1\n\
             \x20 item num=0/1 text=\"Toggle\" checkit=1 checked=0 enabled=1\n\
             \x20 item num=0/2 text=\"Disabled\" checkit=0 checked=0 enabled=0\n\
             \x20 item num=0/3 text=\"Sub\" checkit=0 checked=0 enabled=1\n\
             \x20   subitem num=0/3/0 text=\"First\" shortcut=B checkit=0 checked=0 enabled=1\n\
             \x20   subitem num=0/3/1 text=\"Second\" checkit=0 checked=0 enabled=1\n\
             \x20 item num=0/4 text=\"Quit\" shortcut=Q checkit=0 checked=0 enabled=1\n"
        );
        assert!(bench.events().is_empty(), "MENU only looks");
        bench.assert_in_order();
    });
}

#[test]
fn a_window_without_menus_has_a_header_only() {
    let amiga = SimulatedAmiga::new();
    let bounds = Rect {
        left: 3,
        top: 4,
        width: 100,
        height: 50,
    };
    amiga.open_window(amiga.front_screen(), NewWindow::titled("Bare", bounds), None);
    with_server(&amiga, 1, |bench| {
        assert_eq!(
            bench.expect(0, "MENU Bare"),
            "window \"Bare\" screen=\"Workbench Screen\" [3,4 100x50]\n"
        );
        assert!(bench.expect(5, "MENUPICK Bare 0 0").contains("no such menu item"));
    });
}

/// 1.1 cut MENU after 4096 bytes, in the middle of a line.
#[test]
fn d3_a_long_menu_is_not_cut() {
    let amiga = SimulatedAmiga::new();
    let bounds = Rect {
        left: 0,
        top: 0,
        width: 300,
        height: 50,
    };
    let window = amiga.open_window(amiga.front_screen(), NewWindow::titled("Long", bounds), None);
    let items: Vec<NewItem> = (0..60)
        .map(|number| NewItem::text(&format!("Item number {number:02} with \"quotes\" and a CR\r")))
        .collect();
    amiga.set_menus(window, NewStrip(vec![(b"Many".to_vec(), items)]));
    with_server(&amiga, 1, |bench| {
        let text = bench.expect(0, "MENU Long");
        assert!(text.len() > 4096, "{} bytes", text.len());
        assert_eq!(text.lines().count(), 62);
        assert!(text.ends_with(
            "  item num=0/59 text=\"Item number 59 with \\\"quotes\\\" and a CR?\" checkit=0 checked=0 enabled=1\n"
        ));
    });
}

/// 1.1 passed a CR in a label on, and the client took it for the end of the line.
#[test]
fn d4_control_bytes_in_menus_stay_in_their_line() {
    let amiga = SimulatedAmiga::new();
    let window = amiga.open_window(
        amiga.front_screen(),
        NewWindow::titled(
            "Odd",
            Rect {
                left: 0,
                top: 0,
                width: 300,
                height: 50,
            },
        ),
        None,
    );
    let odd = NewItem::text("a\r\u{b}\u{c}\u{1c}\u{1d}\u{1e}\u{85}z").with_key(b'\r');
    amiga.set_menus(window, NewStrip(vec![(b"M\ne".to_vec(), vec![odd])]));
    with_server(&amiga, 1, |bench| {
        assert!(bench.expect(0, "MENU Odd").ends_with(
            "menu num=0 title=\"M?e\" enabled=1\n  item num=0/0 text=\"a???????z\" checkit=0 checked=0 enabled=1\n"
        ));
    });
}

#[test]
fn items_with_a_key_are_picked_by_it() {
    for style in STYLES {
        with_gtapp(style, |bench, window| {
            bench.expect(0, "MENUPICK GTApp 0 0");
            assert_eq!(status(bench, window), "menu 0/0/-1");
            bench.expect(0, "MENUPICK SCREEN=Workbench GTApp 0 3 0");
            assert_eq!(status(bench, window), "menu 0/3/0");
            assert!(!used_menu_button(bench), "keys were enough");
            let stroke = InputEvent::Key {
                code: 0x20,
                down: true,
                qualifiers: Qualifiers::RIGHT_AMIGA,
            };
            assert!(
                bench.events().contains(&stroke),
                "right Amiga and A, without shift"
            );
            bench.expect(0, "MENUPICK GTApp 0 4");
            bench.settle();
            assert!(!bench.amiga.has_window(window), "Quit has quit");
            bench.assert_in_order();
        });
    }
}

#[test]
fn items_without_a_key_are_picked_by_the_pointer() {
    for style in STYLES {
        with_gtapp(style, |bench, window| {
            bench.expect(0, "MENUPICK GTApp 0 1");
            assert_eq!(status(bench, window), "menu 0/1/-1");
            assert!(
                bench
                    .expect(0, "MENU GTApp")
                    .contains("text=\"Toggle\" checkit=1 checked=1")
            );
            bench.expect(0, "MENUPICK GTApp 0 1 -1");
            assert!(
                bench
                    .expect(0, "MENU GTApp")
                    .contains("text=\"Toggle\" checkit=1 checked=0")
            );
            bench.expect(0, "MENUPICK GTApp 0 3 1");
            assert_eq!(status(bench, window), "menu 0/3/1");
            assert!(used_menu_button(bench));
            bench.assert_in_order();
        });
    }
}

#[test]
fn a_pick_by_pointer_takes_less_than_half_a_second() {
    use hal_amiga::Clock;
    with_gtapp(Style::V40, |bench, _| {
        let start = bench.amiga.clone().now();
        bench.expect(0, "MENUPICK GTApp 0 3 1");
        let taken = bench.amiga.clone().now().millis_since(start);
        assert!(taken < 500, "{taken} ms; 1.1 waited 1500");
    });
}

#[test]
fn menus_are_picked_from_without_any_sign_of_intuition() {
    with_gtapp(Style::V40, |bench, window| {
        bench.amiga.set_menu_marks(false);
        bench.expect(0, "MENUPICK GTApp 0 3 1");
        assert_eq!(status(bench, window), "menu 0/3/1");
        bench.assert_in_order();
    });
}

#[test]
fn panels_at_the_edge_of_the_screen_are_found() {
    for sub_panels in [SubPanels::Pushed, SubPanels::Flipped] {
        let amiga = SimulatedAmiga::new();
        let window = open_at_the_edge(&amiga);
        amiga.set_sub_panels(sub_panels);
        with_server(&amiga, 1, |bench| {
            bench.expect(0, "MENUPICK Edge 1 0");
            bench.settle();
            bench.expect(0, "WAITFOR WINDOW=\"Edge Some(0) None\"");
            bench.expect(0, "MENUPICK Edge 1 1 1");
            bench.settle();
            bench.expect(0, "WAITFOR WINDOW=\"Edge Some(1) Some(1)\"");
            assert!(bench.amiga.has_window(window));
            bench.assert_in_order();
        });
    }
}

#[test]
fn what_is_not_there_is_5_and_nothing_is_touched() {
    with_gtapp(Style::V40, |bench, _| {
        for line in [
            "MENU nothing",
            "MENUPICK nothing 0 0",
            "MENUPICK GTApp 1 0",
            "MENUPICK GTApp 0 5",
            "MENUPICK GTApp 0 0 0",
            "MENUPICK GTApp 0 3 2",
            "MENUPICK GTApp -1 0",
            "MENUPICK GTApp 0 -1",
            "MENUPICK GTApp 65536 0",
        ] {
            bench.expect(5, line);
        }
        assert!(bench.events().is_empty());
        bench.assert_in_order();
    });
}

#[test]
fn what_cannot_be_picked_is_20() {
    with_gtapp(Style::V40, |bench, window| {
        assert!(bench.expect(20, "MENUPICK GTApp 0 2").contains("disabled"));
        bench.amiga.enable_menu(window, item(3, None), false);
        assert!(bench.expect(20, "MENUPICK GTApp 0 3 1").contains("disabled"));
        bench.amiga.enable_menu(
            window,
            MenuPlace {
                item: None,
                ..item(0, None)
            },
            false,
        );
        assert!(bench.expect(20, "MENUPICK GTApp 0 0").contains("disabled"));
        assert!(bench.events().is_empty(), "nothing was touched");
    });
    with_gtapp(Style::V40, |bench, window| {
        bench.amiga.set_menu_box(window, item(1, None), Rect::default());
        assert!(bench.expect(20, "MENUPICK GTApp 0 1").contains("no place"));
        bench
            .amiga
            .set_menu_box(window, item(3, Some(1)), Rect::default());
        assert!(bench.expect(20, "MENUPICK GTApp 0 3 1").contains("no place"));
        assert!(!used_menu_button(bench));
        bench.assert_in_order();
    });
}

#[test]
fn a_window_that_traps_the_menu_button_takes_keys_only() {
    let amiga = SimulatedAmiga::new();
    let bounds = Rect {
        left: 0,
        top: 20,
        width: 300,
        height: 50,
    };
    let new = NewWindow {
        flags: 0x0001_000E,
        ..NewWindow::titled("Trap", bounds)
    };
    let window = amiga.open_window(amiga.front_screen(), new, None);
    amiga.set_menus(window, GtApp::menus());
    with_server(&amiga, 1, |bench| {
        assert!(
            bench
                .expect(20, "MENUPICK Trap 0 1")
                .contains("traps the menu button")
        );
        assert!(!used_menu_button(bench));
        bench.expect(0, "MENUPICK Trap 0 0");
        bench.assert_in_order();
    });
}

#[test]
fn an_item_that_is_elsewhere_than_its_structure_says_is_not_picked() {
    with_gtapp(Style::V40, |bench, window| {
        // The text tells the firmware one place, and the pointer finds another item there.
        let first = Rect {
            left: 0,
            top: 0,
            width: 100,
            height: 10,
        };
        bench.amiga.set_menu_box(window, item(1, None), first);
        assert!(
            bench
                .expect(20, "MENUPICK GTApp 0 1")
                .contains("did not highlight")
        );
        assert_eq!(status(bench, window), "", "nothing was picked");
        bench.assert_in_order();
    });
}

#[test]
fn a_key_that_two_items_have_does_not_pick_the_wrong_one() {
    let amiga = SimulatedAmiga::new();
    let window = open_at_the_edge(&amiga);
    let items = vec![
        NewItem::text("One").with_key(b'k'),
        NewItem::text("Two").with_key(b'K'),
    ];
    amiga.set_menus(window, NewStrip(vec![(b"Menu".to_vec(), items)]));
    with_server(&amiga, 1, |bench| {
        bench.expect(0, "MENUPICK Edge 0 1");
        bench.expect(0, "WAITFOR WINDOW=\"Edge Some(1) None\"");
        assert!(used_menu_button(bench));
    });
}

/// 1.1 added the screen's top edge to the rows of a pointer event, which are those of the screen already: on a screen
/// dragged down by 60 rows it pointed 60 rows too low.
#[test]
fn d17_a_screen_that_is_dragged_down_is_pointed_at_rightly() {
    with_gtapp(Style::V40, |bench, window| {
        bench.amiga.drag_screen(bench.amiga.front_screen(), 60);
        bench.expect(0, "MENUPICK GTApp 0 1");
        assert_eq!(status(bench, window), "menu 0/1/-1");
        let rows: Vec<i16> = bench
            .events()
            .iter()
            .filter_map(|event| match event {
                InputEvent::Pointer { y, .. } => Some(*y),
                _ => None,
            })
            .collect();
        assert!(rows.iter().all(|row| *row < 40), "rows of the screen: {rows:?}");
        bench.expect(0, "CLICK GTApp 1");
        assert_eq!(status(bench, window), "pressed 1");
        bench.expect(0, "WINDOWMOVE GTApp 5 6");
        let place = bench
            .amiga
            .window_bounds(window)
            .map(|bounds| (bounds.left, bounds.top));
        assert_eq!(place, Some((45, 26)));
    });
}

/// 1.1 struck the key right after `ActivateWindow`, which takes effect later: the key went to the window before.
#[test]
fn d19_the_key_waits_until_the_window_is_active() {
    with_gtapp(Style::V40, |bench, window| {
        let other = NewWindow {
            flags: 0x100E,
            ..NewWindow::titled(
                "Other",
                Rect {
                    left: 0,
                    top: 0,
                    width: 90,
                    height: 30,
                },
            )
        };
        let other = bench.amiga.open_window(bench.amiga.front_screen(), other, None);
        assert_eq!(bench.amiga.active_window(), Some(other));
        bench.amiga.set_delays(700, 20);
        bench.expect(0, "MENUPICK GTApp 0 0");
        assert_eq!(status(bench, window), "menu 0/0/-1");
    });
}

#[test]
fn a_window_that_never_becomes_active_gets_no_key() {
    for line in ["MENUPICK GTApp 0 0", "MENUPICK GTApp 0 1"] {
        with_gtapp(Style::V40, |bench, _| {
            let bounds = Rect {
                left: 0,
                top: 0,
                width: 90,
                height: 30,
            };
            let other = NewWindow {
                flags: 0x100E,
                ..NewWindow::titled("Other", bounds)
            };
            bench.amiga.open_window(bench.amiga.front_screen(), other, None);
            bench.amiga.set_delays(5000, 20);
            assert!(bench.expect(20, line).contains("did not become active"));
            assert!(bench.events().is_empty());
        });
    }
}

#[test]
fn a_window_may_close_and_an_event_be_refused_at_any_step() {
    for line in ["MENUPICK GTApp 0 0", "MENUPICK GTApp 0 3 1"] {
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
                let answer = bench.ask(line);
                let sent = bench.events().len() as u32;
                assert!(
                    answer.code == 20 || sent < event,
                    "{line}, event {event}: {answer:?}"
                );
                answer.code
            });
            if code == 0 {
                break;
            }
        }
    }
}

#[test]
fn memory_may_end_at_any_copy() {
    for line in ["MENU GTApp", "MENUPICK GTApp 0 1"] {
        for blocks in 0.. {
            let code = with_gtapp(Style::V40, |bench, _| {
                bench.amiga.limit_allocations(Some(blocks));
                let code = bench.ask(line).code;
                bench.amiga.limit_allocations(None);
                bench.assert_in_order();
                code
            });
            assert!([0, 20].contains(&code), "{line}: {code}");
            if code == 0 {
                break;
            }
        }
    }
}

#[test]
fn a_pick_that_is_given_up_on_the_way_picks_nothing() {
    // The button goes down after 40 ms and would come up after 120 ms; the pointer is on the item from 100 ms on.
    for moment in (45..120).step_by(5) {
        with_gtapp(Style::V40, |bench, window| {
            bench.amiga.after(moment, SimulatedAmiga::request_quit);
            bench.expect(20, "MENUPICK GTApp 0 1");
            bench.settle();
            assert!(used_menu_button(bench), "after {moment} ms");
            assert!(bench.amiga.nothing_held());
            let text = bench.amiga.text(window, GtApp::STATUS);
            assert_eq!(text, Some(Vec::new()), "after {moment} ms");
        });
    }
}
