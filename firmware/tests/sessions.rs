//! Lines and sessions: several clients at once, requests in a row, bytes that make no sense, slow and dead clients.

mod bench;

use bench::{take_reply, with_gtapp, with_server};
use hal_amiga::Clock;
use hal_amiga::simulated::{GtApp, NewWindow, SimulatedAmiga, Style};

/// The value of a key of INFO.
fn value(info: &str, key: &str) -> u32 {
    let line = info
        .lines()
        .find_map(|line| line.strip_prefix(key))
        .expect("INFO has the key");
    line.trim_start_matches('=')
        .parse()
        .expect("the value is a number")
}

#[test]
fn a_wait_keeps_nobody_else_waiting() {
    let amiga = SimulatedAmiga::new();
    GtApp::start(&amiga, Style::V40);
    with_server(&amiga, 3, |bench| {
        bench.send(0, "WAITFOR WINDOW=Later TIMEOUT=30");
        bench.send(1, "WAITFOR GTApp 9 TEXT=\"pressed 1\" TIMEOUT=30");
        let tree = bench.expect_on(2, 0, "TREE GTApp");
        assert!(tree.contains("id=9"));
        assert!(bench.is_silent(0) && bench.is_silent(1));
        bench.expect_on(2, 0, "CLICK GTApp 1");
        assert_eq!(bench.reply(1).code, 0);
        assert!(bench.is_silent(0));
        assert!(
            bench.amiga.clone().now().as_millis() < 1000,
            "long before the waits' deadlines"
        );
        bench.expect_on(1, 0, "TYPE GTApp 2 hello");
        bench.amiga.open_window(
            bench.amiga.front_screen(),
            NewWindow::titled(
                "Later",
                hal_amiga::Rect {
                    left: 0,
                    top: 0,
                    width: 90,
                    height: 40,
                },
            ),
            None,
        );
        assert_eq!(bench.reply(0).code, 0);
        for client in 0..3 {
            bench.expect_on(client, 0, "VERSION");
        }
    });
}

#[test]
fn gestures_of_several_clients_take_turns() {
    let amiga = SimulatedAmiga::new();
    let window = GtApp::start(&amiga, Style::Aros);
    with_server(&amiga, 3, |bench| {
        bench.send(0, "TYPE GTApp 2 aaaaaaaaaa");
        bench.send(1, "TYPE GTApp 2 bbbbbbbbbb");
        bench.send(2, "TYPE GTApp 2 cccccccccc");
        for client in [0, 1, 2] {
            assert_eq!(bench.reply(client).code, 0);
        }
        // A click moves the cursor, so the texts may lie in any order, but none is torn apart by another's keys.
        let text =
            String::from_utf8(bench.amiga.text(window, GtApp::HOST).unwrap_or_default()).expect("ASCII");
        let mut parts = [&text[..10], &text[10..20], &text[20..]];
        parts.sort_unstable();
        assert_eq!(text.len(), 30);
        assert!(text.contains("cccccccccc"), "{text}");
        bench.assert_in_order();
    });
}

#[test]
fn lines_sent_in_one_go_are_answered_in_order() {
    with_gtapp(Style::V40, |bench, _| {
        bench.clients[0].send(
            b"PING\r\n\n\r\nCLICK GTApp 1\nNONSENSE\nWAITFOR GTApp 9 TEXT=\"pressed 1\"\nGETTEXT GTApp 9\nPI",
        );
        let codes: Vec<u32> = (0..5).map(|_| bench.reply(0).code).collect();
        assert_eq!(codes, [0, 0, 10, 0, 0]);
        bench.clients[0].send(b"NG\n");
        assert_eq!(bench.reply(0).text, "pong");
    });
}

#[test]
fn half_a_line_is_dropped_after_ten_seconds_of_silence() {
    with_gtapp(Style::V40, |bench, _| {
        bench.clients[0].send(b"TREE wro");
        bench.amiga.after(9_000, |_| {});
        bench.settle();
        assert_eq!(
            bench.amiga.clone().now().as_millis(),
            10_000,
            "one deadline, while half a line is there"
        );
        bench.assert_in_order();
        // A byte every nine seconds is no silence.
        let client = bench.clients[0].clone();
        client.send(b"PI");
        bench.amiga.after(9_000, move |amiga| {
            client.send(b"N");
            amiga.after(9_000, move |_| client.send(b"G\n"));
        });
        assert_eq!(bench.reply(0).text, "pong");
    });
}

#[test]
fn over_long_lines_noise_and_nul_do_no_harm() {
    with_gtapp(Style::V40, |bench, _| {
        let long = "x".repeat(511);
        assert!(bench.expect(10, &long).starts_with("unknown command"));
        assert!(bench.expect(10, &format!("{long}y")).contains("line too long"));
        assert!(
            bench
                .expect(10, &format!("QUIT {}", "y".repeat(5000)))
                .contains("line too long"),
            "not executed"
        );
        bench.clients[0].send(b"\xff\x80\x01\x1b[\x85\n");
        assert_eq!(bench.reply(0).code, 10);
        bench.clients[0].send(b"PING\0QUIT ignored\n");
        assert_eq!(bench.reply(0).text, "pong");
        bench.clients[0].send(b"\0noise\n\0\n");
        bench.assert_in_order();
    });
}

#[test]
fn the_body_of_a_refused_put_is_no_request() {
    with_gtapp(Style::V40, |bench, _| {
        bench.clients[0].send(b"FSPUT RAM:x 15 TIMEOUT=5\nQUIT\nQUIT\nQUIT\nPING\n");
        assert_eq!(bench.reply(0).code, 10);
        assert_eq!(bench.reply(0).text, "pong");
        // A body that never comes is given up.
        bench.clients[0].send(b"FSPUT RAM:x 100\nabc");
        assert_eq!(bench.reply(0).code, 10);
        assert_eq!(bench.amiga.clone().now().as_millis(), 10_000);
        bench.assert_in_order();
    });
}

#[test]
fn a_reply_is_whole_however_slowly_it_leaves() {
    with_gtapp(Style::V40, |bench, _| {
        let whole = bench.expect(0, "TREE GTApp");
        bench.clients[0].portion(1);
        assert_eq!(bench.expect(0, "TREE GTApp"), whole);
        for room in [1, 2, 7, 128, 129] {
            let client = bench.clients[0].clone();
            client.hold(room);
            bench.send(0, "TREE GTApp");
            let mut bytes = Vec::new();
            let answer = loop {
                assert!(bench.server.turn());
                client.release(room);
                bytes.extend(client.take());
                if let Some(answer) = take_reply(&mut bytes) {
                    break answer;
                }
            };
            assert_eq!(
                (answer.code, &answer.text, bytes.len()),
                (0, &whole, 0),
                "room {room}"
            );
            client.flow();
        }
    });
}

#[test]
fn a_window_that_changes_meanwhile_does_not_tear_a_reply() {
    with_gtapp(Style::V40, |bench, window| {
        let whole = bench.expect(0, "TREE GTApp");
        let client = bench.clients[0].clone();
        client.hold(50);
        bench.send(0, "TREE GTApp");
        assert!(bench.server.turn());
        bench.amiga.set_text(
            window,
            GtApp::HOST,
            b"another text, much longer than the one before",
        );
        bench.amiga.close_window(window);
        client.flow();
        assert_eq!(bench.reply(0).text, whole);
        bench.expect(5, "TREE GTApp");
    });
}

#[test]
fn replies_longer_than_any_buffer_are_whole() {
    let amiga = SimulatedAmiga::new();
    let title = "\\\"".repeat(200);
    for _ in 0..300 {
        amiga.open_screen(
            &title,
            hal_amiga::Rect {
                left: -5,
                top: 0,
                width: -1,
                height: 1,
            },
        );
    }
    with_server(&amiga, 1, |bench| {
        let text = bench.expect(0, "SCREENS");
        assert_eq!(text.lines().count(), 301);
        assert!(
            text.lines()
                .skip(1)
                .take(299)
                .all(|line| line.ends_with("[-5,0 0x1] frontmost=0"))
        );
        assert!(text.len() > 300 * 800);
        bench.assert_in_order();
    });
}

#[test]
fn a_client_that_reads_nothing_loses_its_reply_only() {
    let amiga = SimulatedAmiga::new();
    GtApp::start(&amiga, Style::V40);
    with_server(&amiga, 2, |bench| {
        let stuck = bench.clients[0].clone();
        stuck.hold(10);
        bench.send(0, "TREE GTApp");
        bench.expect_on(1, 0, "CLICK GTApp 1");
        bench.settle();
        assert_eq!(
            bench.amiga.clone().now().as_millis() / 1000,
            30,
            "the rest is given up after 30 s"
        );
        stuck.flow();
        stuck.take();
        assert_eq!(bench.ask("PING").text, "pong");
    });
}

#[test]
fn at_rest_the_server_sleeps() {
    with_gtapp(Style::V40, |bench, _| {
        bench.expect(0, "TREE GTApp");
        let before = bench.amiga.wakes();
        let client = bench.clients[0].clone();
        bench.amiga.after(3_600_000, move |_| client.send(b"INFO\n"));
        let info = bench.reply(0).text;
        assert_eq!(
            bench.amiga.wakes() - before,
            1,
            "in an hour, nothing woke it but the request"
        );
        assert_eq!((value(&info, "uptime"), value(&info, "idle-wakes")), (3600, 0));
        // What wakes it without reason is counted.
        let other = bench.amiga.line().1;
        for step in 1..=5 {
            let other = other.clone();
            bench.amiga.after(step * 100, move |_| other.send(b"x"));
        }
        let client = bench.clients[0].clone();
        bench.amiga.after(1000, move |_| client.send(b"INFO\n"));
        let info = bench.reply(0).text;
        assert_eq!(value(&info, "idle-wakes"), 5, "{info}");
        assert!(value(&info, "wakes") >= 6);
    });
}

#[test]
fn quit_answers_and_ends() {
    let amiga = SimulatedAmiga::new();
    GtApp::start(&amiga, Style::V40);
    with_server(&amiga, 3, |bench| {
        bench.send(0, "WAITFOR WINDOW=never TIMEOUT=100");
        bench.send(1, "TYPE GTApp 2 abcdefghijklmnopqrstuvwxyz");
        bench.amiga.after(300, |_| {});
        bench.settle_for(300);
        assert!(bench.is_silent(0) && bench.is_silent(1));
        bench.clients[2].send(b"QUIT now\nPING\n");
        assert_eq!(bench.reply(2).code, 0);
        assert!(!bench.settle(), "the server has ended");
        assert_eq!(
            (bench.reply(0).code, bench.reply(1).code),
            (20, 20),
            "and those who waited know"
        );
        assert!(bench.is_silent(2) && bench.amiga.nothing_held());
    });
}

#[test]
fn quit_waits_for_its_reply_to_leave_but_not_for_ever() {
    with_gtapp(Style::V40, |bench, _| {
        let client = bench.clients[0].clone();
        client.hold(100);
        bench.send(0, "QUIT");
        bench.amiga.after(500, {
            let client = client.clone();
            move |_| client.flow()
        });
        assert!(!bench.settle());
        assert!((500..600).contains(&bench.amiga.clone().now().as_millis()));
        assert_eq!(client.take(), b"RC 0 0\n");
    });
    with_gtapp(Style::V40, |bench, _| {
        bench.clients[0].hold(100);
        bench.send(0, "QUIT");
        assert!(!bench.settle());
        assert!((3000..3100).contains(&bench.amiga.clone().now().as_millis()));
    });
}

#[test]
fn a_break_ends_the_server_and_lets_everything_go() {
    with_gtapp(Style::V40, |bench, _| {
        bench.send(0, "TYPE GTApp 2 ABCDEFGH");
        bench.amiga.after(250, |amiga| amiga.request_quit());
        assert!(!bench.settle());
        assert_eq!(bench.reply(0).code, 20);
        assert!(bench.amiga.nothing_held());
    });
}

#[test]
fn a_server_without_lines_ends() {
    let amiga = SimulatedAmiga::new();
    with_server(&amiga, 0, |bench| assert!(!bench.server.turn()));
    with_server(&amiga, 2, |bench| {
        bench.clients[0].close();
        bench.expect_on(1, 0, "PING");
        bench.clients[1].close();
        assert!(!bench.settle());
    });
}
