//! The main job on GTApp, in the three layouts that gadgets come in: find, act, read back.

mod bench;

use bench::{STYLES, with_gtapp};
use hal_amiga::simulated::GtApp;

#[test]
fn handshake_is_that_of_1_1() {
    for style in STYLES {
        with_gtapp(style, |bench, _| {
            assert_eq!(
                bench.expect(0, "VERSION"),
                "AMIPILOT 2.0.0 PROTOCOL 1\n\
                 STABLE VERSION TREE CLICK TYPE GETTEXT MANIFEST FSLIST FSSTAT FSMKDIR FSDELETE FSGET FSPUT MENU MENUPICK DRAG WINDOWMOVE WINDOWSIZE WAITFOR SCREENS AUTH MUIREXX WHERE PICK QUIT\n\
                 EXTENDED PING INFO WHY\n"
            );
            assert_eq!(bench.expect(0, "AUTH amipilot"), "");
            assert_eq!(bench.expect(0, "PING"), "pong");
            assert_eq!(
                bench.expect(0, "SCREENS"),
                "screen title=\"Workbench Screen\" [0,0 640x256] frontmost=1\n"
            );
        });
    }
}

#[test]
fn the_tree_names_every_gadget() {
    for style in STYLES {
        with_gtapp(style, |bench, _| {
            let tree = bench.expect(0, "TREE GTApp");
            let mut lines = tree.lines();
            assert_eq!(
                lines.next(),
                Some("window \"GTApp Fixture\" screen=\"Workbench Screen\" [40,20 480x200]")
            );
            for id in 1..=9 {
                assert!(
                    tree.contains(&format!("\n  gadget id={id} role=")),
                    "{style:?} {id}: {tree}"
                );
            }
            assert!(
                tree.contains("id=2 role=string class=\"") && tree.contains("label=\"Host:\" value=\"\""),
                "{tree}"
            );
            assert_eq!(bench.expect(0, "TREE SCREEN=bench \"GTApp Fixture\""), tree);
        });
    }
}

#[test]
fn a_click_presses_the_button() {
    for style in STYLES {
        with_gtapp(style, |bench, _| {
            for presses in 1..=3 {
                bench.expect(0, "CLICK GTApp 1");
                bench.expect(
                    0,
                    &format!("WAITFOR GTApp 9 TEXT=\"pressed {presses}\" TIMEOUT=2"),
                );
                assert_eq!(bench.expect(0, "GETTEXT GTApp 9"), format!("pressed {presses}"));
            }
            bench.assert_in_order();
        });
    }
}

#[test]
fn what_is_typed_arrives() {
    for style in STYLES {
        for activation in [0, 20, 400] {
            with_gtapp(style, |bench, window| {
                bench.amiga.set_delays(activation, 20);
                bench.expect(0, "TYPE GTApp 2 Zürich \"Nord\" à é");
                assert_eq!(bench.expect(0, "GETTEXT GTApp 2"), "Zürich \"Nord\" à é");
                assert_eq!(
                    bench.expect(0, "GETTEXT GTApp ROLE=string LABEL=Host:"),
                    "Zürich \"Nord\" à é"
                );
                assert_eq!(
                    bench.amiga.text(window, GtApp::HOST),
                    Some(bench::latin1("Zürich \"Nord\" à é"))
                );
                bench.expect(0, "TYPE GTApp 2 \"\"");
                bench.assert_in_order();
            });
        }
    }
}

#[test]
fn a_hidden_window_comes_forward_first() {
    for style in STYLES {
        with_gtapp(style, |bench, window| {
            let screen = bench.amiga.open_screen(
                "Other",
                hal_amiga::Rect {
                    left: 0,
                    top: 0,
                    width: 640,
                    height: 256,
                },
            );
            let other = hal_amiga::simulated::NewWindow::titled(
                "Cover",
                hal_amiga::Rect {
                    left: 0,
                    top: 0,
                    width: 640,
                    height: 200,
                },
            );
            let cover = bench.amiga.open_window(screen, other, None);
            bench.amiga.activate(Some(cover));
            bench.amiga.set_delays(300, 20);
            bench.expect(0, "CLICK GTApp ROLE=checkbox");
            assert_eq!(bench.amiga.state(window, GtApp::ENABLED), Some(1));
            assert_eq!(bench.amiga.active_window(), Some(window));
        });
    }
}

#[test]
fn a_window_that_moves_meanwhile_is_still_hit() {
    for style in STYLES {
        with_gtapp(style, |bench, window| {
            bench.amiga.activate(None);
            bench.amiga.set_delays(200, 20);
            bench
                .amiga
                .after(100, move |amiga| amiga.move_window(window, 60, 20));
            bench.expect(0, "CLICK GTApp 1");
            bench.expect(0, "WAITFOR GTApp 9 TEXT=\"pressed 1\"");
        });
    }
}

#[test]
fn the_close_gadget_closes_the_window() {
    for style in STYLES {
        with_gtapp(style, |bench, window| {
            let tree = bench.expect(0, "TREE GTApp");
            let mut found = false;
            for index in 0..8 {
                if !bench.amiga.has_window(window) {
                    break;
                }
                // The close gadget is at the left end of the title bar.
                let line = tree.lines().skip(1).nth(index).unwrap_or_default();
                if !line.contains(" [0,0 ") || line.contains("[0,0 0x0]") || line.contains("[0,0 480x") {
                    continue;
                }
                let place = tree
                    .lines()
                    .skip(1)
                    .take(index)
                    .filter(|other| role(other) == role(line))
                    .count();
                let request = format!(
                    "CLICK GTApp ROLE={} INDEX={place} EXPECT=NOWINDOW TIMEOUT=3",
                    role(line)
                );
                bench.expect(0, &request);
                found = true;
            }
            assert!(found, "no close gadget: {tree}");
            assert!(!bench.amiga.has_window(window));
            bench.expect(5, "TREE GTApp");
            bench.assert_in_order();
        });
    }
}

/// The role in a TREE line.
fn role(line: &str) -> &str {
    line.split("role=")
        .nth(1)
        .and_then(|rest| rest.split(' ').next())
        .unwrap_or_default()
}

#[test]
fn the_inspector_prints_the_tree_of_the_server() {
    struct Text(Vec<u8>);
    impl protocol::Sink for Text {
        fn put(&mut self, bytes: &[u8]) {
            self.0.extend_from_slice(bytes);
        }
    }
    for style in STYLES {
        with_gtapp(style, |bench, window| {
            let tree = bench.expect(0, "TREE GTApp");
            let mut machine = bench.amiga.clone();
            for title in [None, Some(&b"GTApp"[..])] {
                bench.amiga.activate(Some(window));
                let mut text = Text(Vec::new());
                firmware::inspect::print_window(&mut machine, title, &mut text).expect("the window is open");
                assert_eq!(text.0, tree.as_bytes());
            }
            let mut text = Text(Vec::new());
            let missing = firmware::inspect::print_window(&mut machine, Some(b"nothing"), &mut text);
            assert_eq!(missing.map_err(|error| error.code().number()), Err(5));
            bench.amiga.activate(None);
            let inactive = firmware::inspect::print_window(&mut machine, None, &mut text);
            assert_eq!(inactive.map_err(|error| error.code().number()), Err(5));
            bench.amiga.limit_allocations(Some(0));
            let memory = firmware::inspect::print_window(&mut machine, Some(b"GTApp"), &mut text);
            assert_eq!(memory.map_err(|error| error.code().number()), Err(20));
            assert_eq!(text.0, b"", "nothing is printed after an error");
        });
    }
}
