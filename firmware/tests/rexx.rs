//! MUIREXX: every return code, and the defects of 1.1 that are gone.

mod bench;

use bench::{Bench, with_server};
use hal_amiga::simulated::{PortAnswer, SimulatedAmiga};

/// Runs `test` with a server and a program that answers to `PAINT.1`.
fn with_program(test: impl FnOnce(&mut Bench<'_>)) {
    let amiga = SimulatedAmiga::new();
    amiga.open_port("PAINT.1", |command| match command {
        b"version" => PortAnswer::ok("PAINT 1.4"),
        b"clear" => PortAnswer::ok(""),
        b"fail" => PortAnswer::error(20, "no \u{fc}ber picture"),
        b"warn" => PortAnswer::error(5, ""),
        b"odd" => PortAnswer::error(-7, "?"),
        b"long" => PortAnswer::ok(&"0123456789".repeat(6553)),
        b"slow" => PortAnswer::After(4500, 0, b"at last".to_vec()),
        b"in time" => PortAnswer::After(1790, 0, b"here".to_vec()),
        b"just late" => PortAnswer::After(1810, 0, b"here".to_vec()),
        b"late" => PortAnswer::After(15_000, 0, b"too late".to_vec()),
        b"never" => PortAnswer::Never,
        _ => PortAnswer::error(10, "unknown command"),
    });
    with_server(&amiga, 1, |bench| {
        test(bench);
        bench.assert_in_order();
    });
}

#[test]
fn answers_are_passed_on_whole() {
    with_program(|bench| {
        assert_eq!(bench.expect(0, "MUIREXX PAINT version"), "PAINT 1.4");
        assert_eq!(bench.expect(0, "MUIREXX PAINT.1 version"), "PAINT 1.4");
        assert_eq!(bench.expect(0, "MUIREXX PAINT clear"), "");
        assert_eq!(bench.expect(0, "MUIREXX PAINT TIMEOUT=5 slow"), "at last");
        assert_eq!(bench.amiga.rexx_messages(), 0);
    });
}

/// 1.1 cuts an answer at 319 bytes.
#[test]
fn long_answers_are_not_cut() {
    with_program(|bench| {
        let text = bench.expect(0, "MUIREXX PAINT long");
        assert!(text == "0123456789".repeat(6553), "{} bytes", text.len());
    });
}

#[test]
fn a_port_of_the_very_name_goes_first() {
    with_program(|bench| {
        bench
            .amiga
            .open_port("PAINT", |_| PortAnswer::ok("the one without number"));
        assert_eq!(bench.expect(0, "MUIREXX PAINT version"), "the one without number");
        bench.amiga.close_port("PAINT");
        assert_eq!(bench.expect(0, "MUIREXX PAINT version"), "PAINT 1.4");
    });
}

#[test]
fn commands_arrive_as_they_were_sent() {
    with_program(|bench| {
        let long = "x".repeat(255);
        for (line, command) in [
            ("MUIREXX PAINT say  \"a b\"  'c'", "say  \"a b\"  'c'"),
            ("MUIREXX \"PAINT\" TIMEOUT=3 TIMEOUT=4", "TIMEOUT=4"),
            (&format!("MUIREXX PAINT {long}"), &long),
        ] {
            bench.expect(10, line);
            let (port, sent) = bench.amiga.rexx_log().pop().expect("something was sent");
            assert_eq!(port, b"PAINT.1", "{line}");
            assert_eq!(String::from_utf8_lossy(&sent), *command, "{line}");
        }
        // 31 bytes, and the number behind them.
        let name = "N".repeat(31);
        bench
            .amiga
            .open_port(&format!("{name}.1"), |_| PortAnswer::ok("here"));
        assert_eq!(bench.expect(0, &format!("MUIREXX {name} x")), "here");
    });
}

#[test]
fn refusals_of_the_program_are_10_with_its_own_code_and_text() {
    with_program(|bench| {
        assert_eq!(bench.expect(10, "MUIREXX PAINT fail"), "20 no \u{fc}ber picture");
        assert_eq!(bench.expect(10, "MUIREXX PAINT warn"), "5");
        assert_eq!(bench.expect(10, "MUIREXX PAINT odd"), "-7 ?");
    });
}

#[test]
fn what_is_missing_is_told() {
    with_program(|bench| {
        bench.expect(10, "MUIREXX PAINT");
        bench.expect(10, "MUIREXX");
        bench.expect(10, &format!("MUIREXX {} x", "N".repeat(32)));
        for name in ["paint", "PAINT.2", "PAIN", "NOBODY"] {
            assert!(
                bench
                    .expect(5, &format!("MUIREXX {name} version"))
                    .contains("port")
            );
        }
        bench.amiga.limit_allocations(Some(0));
        assert!(bench.expect(20, "MUIREXX PAINT version").contains("memory"));
        // Enough for the message, not for a copy of the answer.
        bench.amiga.limit_allocations(Some(2));
        bench.expect(20, "MUIREXX PAINT version");
        bench.amiga.limit_allocations(None);
        assert_eq!(bench.expect(0, "MUIREXX PAINT version"), "PAINT 1.4");
        bench.amiga.remove_rexx_library();
        assert!(
            bench
                .expect(10, "MUIREXX PAINT version")
                .contains("rexxsyslib.library")
        );
        assert_eq!(bench.amiga.rexx_messages(), 0);
    });
}

/// The first look for the port finds none; before the second one the program ends, or starts.
#[test]
fn a_port_that_goes_or_comes_meanwhile_is_missing_or_found() {
    with_program(|bench| {
        bench.amiga.after_steps(2, |amiga| amiga.close_port("PAINT.1"));
        bench.expect(5, "MUIREXX PAINT version");
        let open = |amiga: &SimulatedAmiga| amiga.open_port("PAINT.1", |_| PortAnswer::ok("again"));
        bench.amiga.after_steps(2, open);
        assert_eq!(bench.expect(0, "MUIREXX PAINT version"), "again");
    });
}

/// 1.1 deletes the reply port when it gives up, though the program still has the message and answers it: it writes to
/// freed memory, and signals a task through it. Here message and port live on: the simulated program panics when its
/// message has been freed.
#[test]
fn d7_messages_outlive_the_wait() {
    with_program(|bench| {
        assert!(
            bench
                .expect(15, "MUIREXX PAINT TIMEOUT=2 late")
                .contains("did not answer")
        );
        // Others are asked meanwhile, and get their own answers.
        assert_eq!(bench.expect(0, "MUIREXX PAINT version"), "PAINT 1.4");
        bench.expect(15, "MUIREXX PAINT TIMEOUT=14 never");
        assert_eq!(
            bench.amiga.rexx_messages(),
            1,
            "the late answer freed its message"
        );
        assert_eq!(bench.expect(0, "MUIREXX PAINT version"), "PAINT 1.4");
    });
}

/// A client's own time-out often is the same number of seconds.
#[test]
fn the_answer_comes_a_little_before_the_time_out() {
    with_program(|bench| {
        assert_eq!(bench.expect(0, "MUIREXX PAINT TIMEOUT=2 in time"), "here");
        bench.expect(15, "MUIREXX PAINT TIMEOUT=2 just late");
    });
}

#[test]
fn other_clients_are_served_meanwhile() {
    let amiga = SimulatedAmiga::new();
    amiga.open_port("A", |_| PortAnswer::After(5000, 0, b"a".to_vec()));
    amiga.open_port("B", |_| PortAnswer::After(3000, 0, b"b".to_vec()));
    with_server(&amiga, 3, |bench| {
        bench.send(0, "MUIREXX A x");
        bench.send(1, "MUIREXX B x");
        bench.send(2, "PING");
        for (client, text) in [(2, "pong"), (1, "b"), (0, "a")] {
            let answer = bench.reply(client);
            assert_eq!((answer.code, answer.text.as_str()), (0, text));
        }
    });
}
