//! Gestures: their events in order and in time, and that nothing stays pressed however they end.

mod bench;

use bench::{STYLES, with_gtapp, with_server};
use hal_amiga::simulated::{GtApp, LogEntry, SimulatedAmiga, Style};
use hal_amiga::{Clock, InputEvent, MouseButton, Qualifiers};

/// A key event as `+code/qualifiers` or `-code/qualifiers`, both in hexadecimal.
fn key(event: &InputEvent) -> Option<String> {
    match event {
        InputEvent::Key {
            code,
            down,
            qualifiers,
        } => Some(format!(
            "{}{code:02x}/{:02x}",
            if *down { '+' } else { '-' },
            qualifiers.0
        )),
        _ => None,
    }
}

#[test]
fn a_click_is_pointer_press_and_release() {
    with_gtapp(Style::V40, |bench, _| {
        bench.expect(0, "CLICK GTApp 1");
        let log = bench.amiga.log();
        let events: Vec<(u32, InputEvent)> = log
            .iter()
            .filter_map(|entry| match entry {
                LogEntry::Input(when, event) => Some((when.as_millis(), *event)),
                _ => None,
            })
            .collect();
        let none = Qualifiers::default();
        let start = events[0].0;
        let screen = bench.amiga.front_screen();
        assert_eq!(
            events,
            [
                // The window's corner (40,20), the gadget's (20,20) and half its size (100,14).
                (
                    start,
                    InputEvent::Pointer {
                        screen,
                        x: 110,
                        y: 47
                    }
                ),
                (
                    start + 20,
                    InputEvent::Button {
                        button: MouseButton::Left,
                        down: true,
                        qualifiers: none
                    }
                ),
                (
                    start + 80,
                    InputEvent::Button {
                        button: MouseButton::Left,
                        down: false,
                        qualifiers: none
                    }
                ),
            ]
        );
        assert_eq!(
            (bench.amiga.pointer().x, bench.amiga.pointer().y),
            (110, 47),
            "the pointer stays"
        );
    });
}

#[test]
fn qualifier_keys_go_down_before_a_key_and_up_after_it_in_reverse() {
    with_gtapp(Style::V40, |bench, _| {
        bench.expect(0, "TYPE GTApp 2 aA\u{e0}");
        let keys: Vec<String> = bench.events().iter().filter_map(key).collect();
        let text = keys.join(" ");
        assert!(
            text.starts_with("+20/00 -20/00 +60/01 +20/01 -20/01 -60/00 "),
            "{text}"
        );
        let mut down = Vec::new();
        for event in &keys {
            let code = &event[1..3];
            if event.starts_with('+') {
                down.push(code.to_owned());
            } else {
                assert_eq!(
                    down.pop().as_deref(),
                    Some(code),
                    "the last one down comes up first: {text}"
                );
            }
        }
        assert!(down.is_empty());
    });
}

#[test]
fn twenty_characters_take_less_than_two_seconds_and_a_slow_machine_loses_none() {
    for style in STYLES {
        with_gtapp(style, |bench, window| {
            bench.amiga.set_key_time(15);
            let start = bench.amiga.clone().now();
            bench.expect(0, "TYPE GTApp 2 AbCdEfGhIjKlMnOpQrSt");
            let taken = bench.amiga.clone().now().millis_since(start);
            assert_eq!(
                bench.amiga.text(window, GtApp::HOST),
                Some(b"AbCdEfGhIjKlMnOpQrSt".to_vec())
            );
            assert!(taken < 700, "{taken} ms");
        });
    }
}

#[test]
fn the_longest_text_is_typed_within_the_time_out_of_a_client() {
    with_gtapp(Style::V40, |bench, _| {
        let text = "x".repeat(255);
        bench.expect(0, &format!("TYPE GTApp 2 {text}"));
        assert!(bench.amiga.clone().now().as_millis() < 9000);
    });
}

/// Runs a request once for each step that it takes, doing something at that step; nothing may stay pressed, and the
/// server must go on.
fn disturb(line: &str, codes: &[u32], disturbance: fn(&SimulatedAmiga, hal_amiga::WindowHandle)) {
    let mut steps = 1;
    loop {
        let done = with_gtapp(Style::V40, |bench, window| {
            bench
                .amiga
                .after_steps(steps, move |amiga| disturbance(amiga, window));
            let before = bench.amiga.steps();
            let answer = bench.ask(line);
            let taken = bench.amiga.steps() - before;
            assert!(codes.contains(&answer.code), "{line} at step {steps}: {answer:?}");
            bench.assert_in_order();
            taken < steps
        });
        if done {
            break;
        }
        steps += 1;
    }
    assert!(steps > 10, "the request took {steps} steps only");
}

#[test]
fn a_window_may_close_at_any_step() {
    for line in [
        "CLICK GTApp 1",
        "TYPE GTApp 2 aB\u{e9}",
        "GETTEXT GTApp 9",
        "TREE GTApp",
    ] {
        disturb(line, &[0, 5], |amiga, window| amiga.close_window(window));
    }
    for line in [
        "CLICK GTApp 1 EXPECT=NOWINDOW TIMEOUT=1",
        "CLICK GTApp 1 EXPECT=WINDOW=none TIMEOUT=1",
    ] {
        disturb(line, &[0, 5, 15], |amiga, window| amiga.close_window(window));
    }
}

#[test]
fn a_screen_may_close_at_any_step() {
    for line in ["CLICK GTApp 1", "TYPE GTApp 2 aB"] {
        disturb(line, &[0, 5], |amiga, _| amiga.close_screen(amiga.front_screen()));
    }
}

#[test]
fn the_user_may_break_at_any_step() {
    let mut steps = 1;
    loop {
        let (amiga, mut taken) = (SimulatedAmiga::new(), 0);
        GtApp::start(&amiga, Style::V40);
        with_server(&amiga, 1, |bench| {
            bench.amiga.after_steps(steps, SimulatedAmiga::request_quit);
            let before = bench.amiga.steps();
            assert!([0, 20].contains(&bench.ask("TYPE GTApp 2 aB").code));
            taken = bench.amiga.steps() - before;
            bench.settle();
            assert!(bench.amiga.nothing_held(), "at step {steps}");
        });
        if taken < steps {
            break;
        }
        steps += 1;
    }
    assert!(steps > 10);
}

#[test]
fn a_client_may_vanish_at_any_step() {
    let mut steps = 1;
    loop {
        let amiga = SimulatedAmiga::new();
        GtApp::start(&amiga, Style::V40);
        let total = with_server(&amiga, 2, |bench| {
            let client = bench.clients[0].clone();
            bench.amiga.after_steps(steps, move |_| client.close());
            let before = bench.amiga.steps();
            bench.send(0, "TYPE GTApp 2 aB");
            bench.settle();
            assert!(bench.amiga.nothing_held(), "at step {steps}");
            let total = bench.amiga.steps() - before;
            bench.expect_on(1, 0, "CLICK GTApp 1");
            total
        });
        if total < steps {
            break;
        }
        steps += 1;
    }
    assert!(steps > 10);
}

#[test]
fn any_event_may_be_refused() {
    let mut event = 1;
    loop {
        let done = with_gtapp(Style::V40, |bench, _| {
            bench.amiga.refuse_event(event);
            let answer = bench.ask("TYPE GTApp 2 aB");
            let sent = bench.events().len() as u32;
            assert!(answer.code == 20 || sent < event, "event {event}: {answer:?}");
            bench.amiga.refuse_event(u32::MAX / 2);
            assert!(bench.expect(0, "VERSION").starts_with("AMIPILOT"));
            answer.code == 0
        });
        if done {
            break;
        }
        event += 1;
    }
    assert_eq!(
        event, 10,
        "pointer, button down and up, and six key events can be refused"
    );
}
