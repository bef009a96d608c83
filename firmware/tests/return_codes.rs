//! Every return code of every verb of this build, and the texts that go with them.

mod bench;

use bench::{with_gtapp, with_server};
use hal_amiga::simulated::{GtApp, NewWindow, SimulatedAmiga, Style};
use hal_amiga::{Rect, WindowHandle};

const PLACE: Rect = Rect {
    left: 100,
    top: 50,
    width: 200,
    height: 80,
};

/// Opens a window without gadgets of its own.
fn open(amiga: &SimulatedAmiga, title: &str) -> WindowHandle {
    amiga.open_window(amiga.front_screen(), NewWindow::titled(title, PLACE), None)
}

#[test]
fn nothing_that_matches_is_5() {
    with_gtapp(Style::V40, |bench, _| {
        for (line, text) in [
            (
                "TREE nothing",
                "no window whose title contains \"nothing\" (letter case counts); open: \"GTApp Fixture\"",
            ),
            (
                "TREE gtapp",
                "no window whose title contains \"gtapp\" (letter case counts); open: \"GTApp Fixture\"",
            ),
            (
                "CLICK SCREEN=\"No \\\"screen\\\"\" GTApp 1",
                "no window whose title contains \"GTApp\" on a screen whose default title contains \"No \\\"screen\\\"\" \
                 (letter case counts); open: \"GTApp Fixture\"",
            ),
            (
                "GETTEXT GTApp 77",
                "no such gadget in \"GTApp Fixture\"; TREE shows those that it has",
            ),
            ("GETTEXT GTApp ROLE=string INDEX=40", "no such gadget"),
            ("GETTEXT GTApp ROLE=string INDEX=-1", "no such gadget"),
            ("CLICK GTApp ROLE=color_wheel", "no such gadget"),
            ("TYPE GTApp LABEL=host: x", "no such gadget"),
            ("WAITFOR GTApp 77 TEXT=x", "no such gadget"),
            (
                "WAITFOR nothing 1 TEXT=x",
                "no window whose title contains \"nothing\"",
            ),
        ] {
            let answer = bench.expect(5, line);
            assert!(answer.starts_with(text), "{line}: {answer}");
            assert!(!answer.contains('\n'), "one line: {answer}");
        }
        assert!(bench.events().is_empty(), "nothing was touched");
        bench.assert_in_order();
    });
}

#[test]
fn texts_about_many_windows_stay_short() {
    let amiga = SimulatedAmiga::new();
    with_server(&amiga, 1, |bench| {
        assert!(bench.expect(5, "TREE x").ends_with("open: none with a title"));
        bench.amiga.open_window(
            bench.amiga.front_screen(),
            NewWindow {
                title: None,
                ..NewWindow::titled("", PLACE)
            },
            None,
        );
        assert!(bench.expect(5, "TREE \"\"").ends_with("open: none with a title"));
        for number in 0..11 {
            open(&bench.amiga, &format!("W{number}"));
        }
        let text = bench.expect(5, "TREE x");
        assert!(
            text.ends_with("open: \"W10\" \"W9\" \"W8\" \"W7\" \"W6\" \"W5\" \"W4\" \"W3\" and more"),
            "{text}"
        );
        open(&bench.amiga, "a\nb\u{85}");
        assert!(
            bench.expect(5, "TREE x").contains("\"a?b?\""),
            "a title cannot end the line"
        );
    });
}

#[test]
fn bad_requests_are_10() {
    with_gtapp(Style::V40, |bench, _| {
        for line in [
            "NONSENSE",
            "   ",
            "TREE",
            "CLICK",
            "CLICK GTApp",
            "CLICK @",
            "TYPE GTApp 2",
            "TYPE GTApp 2 ",
            "GETTEXT GTApp",
            "WAITFOR",
            "WAITFOR GTApp 2",
            "WAITFOR NOWINDOW",
            "WAITFOR TIMEOUT=5 WINDOW=x",
            "AUTH",
            "AUTH wrong",
            "AUTH \"\"",
            "CLICK GTApp 1 EXPECT=REQUESTER",
            "CLICK GTApp ROLE=nonsense",
            "CLICK @name",
            "TYPE @name x",
            "GETTEXT @name",
            "WAITFOR @name TEXT=x",
            "GETTEXT GTApp 1234567890123456",
        ] {
            let text = bench.expect(10, line);
            assert!(!text.is_empty() && !text.contains('\n'), "{line}: {text:?}");
        }
        let long = "x".repeat(128);
        bench.expect(10, &format!("TREE {long}"));
        bench.expect(10, &format!("TYPE GTApp 2 {long}{long}"));
        assert!(bench.events().is_empty(), "nothing was touched");
        bench.assert_in_order();
    });
}

#[test]
fn verbs_of_later_builds_say_so() {
    with_gtapp(Style::V40, |bench, _| {
        for line in ["LAUNCH x", "WBLAUNCH SYS:x", "SCREENSHOT"] {
            let verb = line.split(' ').next().unwrap_or_default();
            let text = bench.expect(10, line);
            assert_eq!(
                text,
                format!("{verb} is not in this build; VERSION names the verbs that are")
            );
        }
    });
}

#[test]
fn what_was_tried_and_failed_is_20() {
    with_gtapp(Style::V40, |bench, window| {
        let answer = bench.expect(20, "TYPE GTApp 2 ab\u{a4}cd");
        assert!(
            answer.starts_with("character 3, \"\u{a4}\", was not typed, those before it were: "),
            "{answer}"
        );
        assert_eq!(bench.amiga.text(window, GtApp::HOST), Some(b"ab".to_vec()));
        bench.amiga.refuse_event(1);
        assert!(
            bench
                .expect(20, "CLICK GTApp 1")
                .starts_with("input.device refused")
        );
        bench.assert_in_order();
    });
}

#[test]
fn of_two_gadgets_with_one_id_the_match_is_meant() {
    use hal_amiga::simulated::{NewGadget, NewKind};
    let amiga = SimulatedAmiga::new();
    let gadget = |label: &str, top| NewGadget {
        id: 7,
        label: bench::latin1(label),
        bounds: Rect {
            left: 80,
            top,
            width: 100,
            height: 14,
        },
        kind: NewKind::String {
            limit: 40,
            text: label.as_bytes().to_vec(),
        },
    };
    let window = NewWindow::titled(
        "Twins",
        Rect {
            left: 0,
            top: 20,
            width: 300,
            height: 120,
        },
    )
    .with_gadgets(Style::V40, &[gadget("First", 20), gadget("Second", 40)]);
    amiga.open_window(amiga.front_screen(), window, None);
    with_server(&amiga, 1, |bench| {
        assert_eq!(bench.expect(0, "GETTEXT Twins 7"), "First");
        assert_eq!(bench.expect(0, "GETTEXT Twins LABEL=Second"), "Second");
        assert_eq!(bench.expect(0, "GETTEXT Twins ROLE=string INDEX=1"), "Second");
        bench.expect(0, "TYPE Twins LABEL=Second x");
        assert_eq!(bench.expect(0, "GETTEXT Twins LABEL=First"), "First");
        let typed = bench.expect(0, "GETTEXT Twins LABEL=Second");
        assert!(typed.contains('x') && typed.len() == 7, "{typed}");
    });
}

#[test]
fn info_tells_machine_and_line() {
    with_gtapp(Style::V40, |bench, _| {
        bench.clients[0].set_errors(hal_amiga::LineErrors {
            overrun: 3,
            framing: 2,
            full: 1,
        });
        bench.expect(15, "WAITFOR WINDOW=none TIMEOUT=5");
        let info = bench.expect(0, "INFO");
        let keys: Vec<&str> = info
            .lines()
            .map(|line| line.split('=').next().unwrap_or_default())
            .collect();
        assert_eq!(
            keys.join(" "),
            "version exec intuition gadtools cpu chip-free chip-largest fast-free fast-largest allocated stack stack-used \
             uptime overrun framing full wakes idle-wakes baud rtscts"
        );
        for line in [
            "version=2.0.0",
            "exec=40.10",
            "cpu=68000",
            "uptime=4",
            "overrun=3",
            "framing=2",
            "full=1",
            "baud=19200",
        ] {
            assert!(info.lines().any(|other| other == line), "{line}: {info}");
        }
    });
}
