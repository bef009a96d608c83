//! Waits: that they end when their condition holds, or a little before their time-out, and what a requester is.

mod bench;

use bench::{Bench, with_gtapp, with_server};
use hal_amiga::simulated::{GtApp, NewWindow, SimulatedAmiga, Style};
use hal_amiga::{Rect, TaskHandle, WindowHandle};

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

/// The time of the simulated machine in milliseconds.
fn now(bench: &Bench<'_>) -> u32 {
    use hal_amiga::Clock;
    bench.amiga.clone().now().as_millis()
}

/// The first window with this title.
fn find(bench: &Bench<'_>, title: &str) -> WindowHandle {
    use hal_amiga::Desktop;
    let outline = bench.amiga.clone().outline().expect("the PC has memory");
    let window = outline.windows.iter().find(|window| {
        window
            .title
            .is_some_and(|span| outline.text.get(span) == title.as_bytes())
    });
    window.expect("the window is open").handle
}

#[test]
fn waits_end_when_the_condition_holds() {
    let amiga = SimulatedAmiga::new();
    with_server(&amiga, 1, |bench| {
        bench.amiga.after(2000, |amiga| {
            open(amiga, "Late");
        });
        bench.expect(0, "WAITFOR WINDOW=Late TIMEOUT=5");
        assert!((2000..=2150).contains(&now(bench)), "{}", now(bench));
        bench.expect(0, "WAITFOR SCREEN=Workbench WINDOW=Late");
        let (window, start) = (find(bench, "Late"), now(bench));
        bench.amiga.after(1500, move |amiga| amiga.close_window(window));
        bench.expect(0, "WAITFOR NOWINDOW=Late TIMEOUT=5");
        assert!((1500..=1650).contains(&(now(bench) - start)), "{}", now(bench));
        bench.expect(0, "WAITFOR NOWINDOW=Late");
    });
}

#[test]
fn waits_end_a_little_before_their_time_out() {
    let amiga = SimulatedAmiga::new();
    open(&amiga, "Old");
    with_server(&amiga, 1, |bench| {
        for (line, milliseconds, text) in [
            (
                "WAITFOR WINDOW=x",
                9800,
                "no window whose title contains \"x\" appeared within 10 s",
            ),
            (
                "WAITFOR WINDOW=x TIMEOUT=0",
                9800,
                "no window whose title contains \"x\" appeared within 10 s",
            ),
            (
                "WAITFOR NOWINDOW=Old TIMEOUT=1",
                800,
                "a window whose title contains \"Old\" stayed open within 1 s",
            ),
            (
                "WAITFOR SCREEN=x WINDOW=Old TIMEOUT=3",
                2800,
                "no window whose title contains \"Old\" on a screen",
            ),
            (
                "WAITFOR REQUESTER TIMEOUT=2",
                1800,
                "no requester appeared within 2 s",
            ),
        ] {
            let start = now(bench);
            let answer = bench.expect(15, line);
            assert!(answer.starts_with(text), "{line}: {answer}");
            assert!(
                (milliseconds..milliseconds + 20).contains(&(now(bench) - start)),
                "{line}: {}",
                now(bench) - start
            );
        }
    });
}

#[test]
fn a_text_is_awaited_on_the_gadget_that_was_found() {
    with_gtapp(Style::V40, |bench, window| {
        bench
            .amiga
            .after(700, move |amiga| amiga.set_text(window, GtApp::STATUS, b"done"));
        bench.expect(0, "WAITFOR GTApp 9 TEXT=done TIMEOUT=3");
        bench.expect(0, "WAITFOR GTApp ROLE=string LABEL=Status: TEXT=done TIMEOUT=1");
        let answer = bench.expect(15, "WAITFOR GTApp 9 TEXT=don TIMEOUT=1");
        assert_eq!(answer, "the gadget's text did not become \"don\" within 1 s");
        bench.expect(0, "WAITFOR GTApp 2 TEXT= TIMEOUT=1");
        bench.amiga.after(300, move |amiga| amiga.close_window(window));
        bench.expect(15, "WAITFOR GTApp 9 TEXT=never TIMEOUT=2");
        bench.expect(5, "WAITFOR GTApp 9 TEXT=done TIMEOUT=2");
    });
}

#[test]
fn requesters_are_told_from_windows_of_one_title() {
    let program = Some(TaskHandle(0x1000));
    let other = Some(TaskHandle(0x2000));
    // What is open, and whether a requester is among it: title, close gadget, owner; in the order of opening.
    type Opened = (&'static str, bool, Option<TaskHandle>);
    let cases: [(&[Opened], bool); 8] = [
        (&[("System Request", false, program)], true),
        (&[("System Requests", false, program)], false),
        (&[("App", true, program), ("App", false, program)], true),
        (&[("App", true, program), ("App", true, program)], false),
        (&[("App", true, program), ("App", false, other)], false),
        (&[("App", false, program), ("App", true, program)], false),
        (&[("App", true, None), ("App", false, None)], false),
        (&[("", true, program), ("", false, program)], false),
    ];
    for (windows, expected) in cases {
        let amiga = SimulatedAmiga::new();
        for (title, close, owner) in windows {
            let flags = if *close { 0x000E } else { 0x0001_0006 };
            let window = NewWindow {
                flags,
                owner: *owner,
                ..NewWindow::titled(title, PLACE)
            };
            amiga.open_window(amiga.front_screen(), window, None);
        }
        with_server(&amiga, 1, |bench| {
            let answer = bench.ask("WAITFOR REQUESTER TIMEOUT=1");
            assert_eq!(answer.code, if expected { 0 } else { 15 }, "{windows:?}");
        });
    }
    let amiga = SimulatedAmiga::new();
    let window = open(&amiga, "App");
    amiga.after(500, move |amiga| amiga.set_window(window, Some("App"), true));
    with_server(&amiga, 1, |bench| {
        bench.expect(15, "WAITFOR SCREEN=nothing REQUESTER TIMEOUT=1");
        bench.expect(0, "WAITFOR REQUESTER TIMEOUT=1");
    });
}

/// 1.1 answered RC 0 at once for any two windows of one title, say two shells, or two palettes of one program.
#[test]
fn d11_two_windows_of_one_title_are_no_requester() {
    let amiga = SimulatedAmiga::new();
    for flags in [0x000E, 0x000E, 0x0006, 0x0006, 0x000F] {
        let window = NewWindow {
            flags,
            ..NewWindow::titled("Twin", PLACE)
        };
        amiga.open_window(amiga.front_screen(), window, None);
    }
    with_server(&amiga, 1, |bench| {
        bench.expect(15, "WAITFOR REQUESTER TIMEOUT=1");
    });
}

#[test]
fn d11_a_requester_is_known_by_its_buttons_whatever_its_title() {
    for title in ["Twin", "Systemanforderung", ""] {
        let amiga = SimulatedAmiga::new();
        let other = Some(TaskHandle(0x2000));
        open(&amiga, "Twin");
        let window = NewWindow {
            owner: other,
            ..NewWindow::requester(title, PLACE, &["Retry", "Skip", "Cancel"])
        };
        amiga.after(300, move |amiga| {
            amiga.open_window(amiga.front_screen(), window, None);
        });
        with_server(&amiga, 1, |bench| {
            bench.expect(15, "WAITFOR SCREEN=none REQUESTER TIMEOUT=1");
            bench.expect(0, "WAITFOR REQUESTER TIMEOUT=5");
            if !title.is_empty() {
                let tree = bench.expect(0, &format!("TREE \"{title}\""));
                assert!(
                    tree.contains("gadget id=0 role=custom class=\"frbuttonclass\" label=\"Cancel\""),
                    "{tree}"
                );
                bench.expect(0, &format!("CLICK \"{title}\" LABEL=Cancel"));
            }
        });
    }
}

#[test]
fn what_a_click_brings_about_is_awaited() {
    with_gtapp(Style::V40, |bench, window| {
        bench.expect(0, "CLICK GTApp 1 EXPECT=WINDOW=GTApp TIMEOUT=1");
        let start = now(bench);
        let answer = bench.expect(15, "CLICK GTApp 1 EXPECT=WINDOW=Async TIMEOUT=4");
        assert_eq!(
            answer,
            "no window whose title contains \"Async\" appeared within 4 s"
        );
        assert_eq!(now(bench) - start, 3800, "counted from the request");
        assert_eq!(
            bench.expect(0, "GETTEXT GTApp 9"),
            "pressed 2",
            "it was clicked all the same"
        );
        bench.amiga.after(1000, |amiga| {
            open(amiga, "Async Dialog");
        });
        bench.expect(0, "CLICK GTApp 1 EXPECT=WINDOW=Async TIMEOUT=4");
        let answer = bench.expect(15, "CLICK GTApp 1 EXPECT=NOWINDOW TIMEOUT=1");
        assert_eq!(answer, "clicked, but the window did not close within 1 s");
        // Another window of that title stays open: the one that was clicked counts.
        bench.amiga.after(600, move |amiga| {
            amiga.close_window(window);
            open(amiga, "GTApp Fixture 2");
        });
        bench.expect(0, "CLICK GTApp 1 EXPECT=NOWINDOW TIMEOUT=2");
    });
}

#[test]
fn a_click_that_took_long_leaves_time_for_its_effect() {
    with_gtapp(Style::V40, |bench, _| {
        // The window never becomes active, so the click comes a second late.
        bench.amiga.activate(None);
        bench.amiga.set_delays(60_000, 20);
        bench.amiga.after(1400, |amiga| {
            open(amiga, "Effect");
        });
        bench.expect(0, "CLICK GTApp 1 EXPECT=WINDOW=Effect TIMEOUT=1");
    });
}
