//! The command line: batches, the machine's state afterwards, exit codes.

mod common;

use clap::Parser;
use common::command_line::{Program, run};
use common::{fake, fake_with};
use std::io::Cursor;
use vice_monitor::cli::run_with;
use vice_monitor::fake::Behaviour;

#[test]
fn a_batch_uses_one_connection_and_stops_at_the_first_error() {
    let fake = fake();
    let lines = "# two steps\nregisters set PC=$c000\nstep\n\nstep 2\nfeed \"HELLO {home}\"\n";
    let (result, output) = run(&fake, &["--json", "batch", "-"], lines);
    result.unwrap();
    assert_eq!(output.lines().count(), 4);
    assert_eq!(fake.connections(), 1);
    assert_eq!(fake.machine().pc(), 0xc003);
    assert!(fake.machine().running);

    let (result, output) = run(&fake, &["batch", "-"], "banks\nchekpoint list\nquit\n");
    let message = result.unwrap_err().to_string();
    assert!(
        message.contains("line 2") && message.contains("checkpoint"),
        "{message}"
    );
    assert!(output.contains("cart") && !fake.machine().quit);
    for line in ["batch -", "boot"] {
        let (result, _) = run(&fake, &["batch", "-"], line);
        assert_eq!(result.unwrap_err().exit_code(), 100);
    }
    let (result, _) = run(&fake, &["batch", "/nonexistent/lines"], "");
    assert_eq!(result.unwrap_err().exit_code(), 115);
}

#[test]
fn keep_stopped_holds_the_connection_until_the_input_ends() {
    let fake = fake();
    let (result, output) = run(&fake, &["--keep-stopped", "registers", "show"], "");
    result.unwrap();
    assert!(output.starts_with("PC=$f7c0"));
}

#[test]
fn errors_have_their_exit_codes() {
    let exit = |behaviour: Behaviour, words: &[&str]| {
        let fake = fake_with(behaviour);
        run(&fake, words, "").0.unwrap_err().exit_code()
    };
    let quick = |words: &[&'static str]| [&["--time-limit", "0.1", "--wait", "0.2"], words].concat();
    let silent = Behaviour {
        silent: vec![0x82],
        ..Behaviour::default()
    };
    assert_eq!(
        exit(
            Behaviour::default(),
            &["memory", "read", "0", "1", "--drive", "7"]
        ),
        100
    );
    assert_eq!(
        exit(
            Behaviour {
                silent: vec![0x81],
                ..Behaviour::default()
            },
            &quick(&["ping"])
        ),
        103
    );
    assert_eq!(exit(silent, &["--time-limit", "0.1", "banks"]), 104);
    assert_eq!(
        exit(
            Behaviour {
                wrong_kind: vec![0x82],
                ..Behaviour::default()
            },
            &["banks"]
        ),
        105
    );
    assert_eq!(exit(Behaviour::default(), &["registers", "set", "Q=1"]), 110);
    assert_eq!(exit(Behaviour::default(), &["memory", "read", "2", "1"]), 111);
    assert_eq!(
        exit(
            Behaviour {
                refuse: vec![(0x86, 0x8f)],
                ..Behaviour::default()
            },
            &["history"]
        ),
        113
    );
    assert_eq!(
        exit(
            Behaviour {
                close_after: Some(90),
                ..Behaviour::default()
            },
            &["banks"]
        ),
        114
    );
    let nobody = fake();
    let address = nobody.address();
    drop(nobody);
    let program = Program::try_parse_from(["vice", "--address", &address, "ping"]).unwrap();
    let result = run_with(&program.arguments, &mut Cursor::new(""), &mut Vec::new());
    assert_eq!(result.unwrap_err().exit_code(), 101);
}
