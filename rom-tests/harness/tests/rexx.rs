//! ARexx on the emulated machine: our `rexxsyslib.library` and `commodities.library`, and the verbs that need it, with it and without it.

mod support;

use harness::{Machine, MachineBuilder, Model, ask};
use std::time::{Duration, Instant};
use support::{environment, info_value, keeping_evidence};

/// Generous, since test machines may be slow and share their cores.
const DEADLINE: Duration = Duration::from_secs(120);

/// The test libraries behave as their documentation says.
fn library(model: Model) {
    let machine = Machine::builder(model)
        .with_display()
        .with_programs(&environment(), &["CheckRexx", "Exchange"])
        .with_library(&environment(), "rexxsyslib.library")
        .with_library(&environment(), "commodities.library")
        .startup("FailAt 21\nSYS:C/CheckRexx >SYS:checked\nSYS:C/Exchange CHECK >SYS:exchange\n")
        .boot()
        .unwrap();
    keeping_evidence(&machine, &format!("rexxsyslib-{}", model.name()), || {
        let printed = machine.wait_for_file("checked", DEADLINE).unwrap();
        assert_eq!(String::from_utf8_lossy(&printed), "all right\n");
        let printed = machine.wait_for_file("exchange", DEADLINE).unwrap();
        assert_eq!(String::from_utf8_lossy(&printed), "all right\n");
    });
}

#[test]
#[ignore = "needs cargo xtask test"]
fn the_test_libraries_work_on_an_a500() {
    library(Model::A500);
}

#[test]
#[ignore = "needs cargo xtask test"]
fn the_test_libraries_work_on_an_a1200() {
    library(Model::A1200);
}

/// A machine with the server, and RexxPeer in the background.
fn with_peer(model: Model) -> MachineBuilder {
    Machine::builder(model)
        .with_display()
        .with_programs(&environment(), &["RexxPeer", "Cooperate", "ShowMemory"])
        .startup("Run >NIL: SYS:C/RexxPeer\nRun >NIL: SYS:C/Cooperate\n")
        .with_server(&environment(), "")
}

/// Asks and expects a return code; gives the text.
fn expect(machine: &Machine, code: u32, line: &str) -> String {
    let bytes: Vec<u8> = line.chars().map(|character| character as u8).collect();
    let reply = ask(machine.serial(), &bytes, DEADLINE).unwrap();
    assert_eq!(reply.code, code, "{line}: {}", reply.text());
    reply.text()
}

/// Every return code of MUIREXX, and answers that come when nobody waits any more.
fn commands(model: Model) {
    let machine = with_peer(model)
        .with_library(&environment(), "rexxsyslib.library")
        .boot()
        .unwrap();
    keeping_evidence(&machine, &format!("muirexx-{}", model.name()), || {
        machine.wait_for_server().unwrap();
        let end = Instant::now() + DEADLINE;
        while ask(machine.serial(), b"MUIREXX REXXPEER BARE", DEADLINE)
            .unwrap()
            .code
            == 5
        {
            assert!(Instant::now() < end, "RexxPeer has not opened its port");
        }
        let expect = |code, line: &str| expect(&machine, code, line);
        assert_eq!(expect(0, "MUIREXX REXXPEER OK  two  blanks"), " two  blanks");
        assert_eq!(expect(0, "MUIREXX REXXPEER.1 OK Z\u{fc}rich"), "Z\u{fc}rich");
        assert_eq!(expect(0, "MUIREXX REXXPEER BARE"), "");
        let long = expect(0, "MUIREXX REXXPEER LONG");
        assert!(long == "0123456789".repeat(500), "{} bytes", long.len());
        assert_eq!(expect(10, "MUIREXX REXXPEER ERROR no picture"), "10 no picture");
        assert_eq!(expect(10, "MUIREXX REXXPEER what"), "5 unknown command");
        assert_eq!(expect(10, "MUIREXX REXXPEER NUMBER"), "20");
        assert_eq!(expect(0, "MUIREXX REXXPEER JUNK"), "");
        expect(5, "MUIREXX rexxpeer BARE");
        assert_eq!(expect(0, "MUIREXX REXXPEER SLOW"), "slow");
        expect(15, "MUIREXX REXXPEER TIMEOUT=1 KEEP");
        expect(15, "MUIREXX REXXPEER TIMEOUT=1 KEEP");
        assert_eq!(expect(0, "MUIREXX REXXPEER OK meanwhile"), "meanwhile");
        // The late answers go where nobody waits, and harm nothing.
        assert_eq!(expect(0, "MUIREXX REXXPEER RELEASE"), "2");
        let before = held(&machine);
        for _ in 0..50 {
            expect(0, "MUIREXX REXXPEER LONG");
            expect(10, "MUIREXX REXXPEER ERROR again");
            expect(5, "MUIREXX NOBODY x");
        }
        let after = held(&machine);
        assert!(
            after + 64 > before,
            "150 commands took memory: {before} bytes were free, now {after}"
        );
        // One more stays with the program when the server ends, and is answered after that.
        expect(15, "MUIREXX REXXPEER TIMEOUT=1 KEEP");
        expect(0, "QUIT");
        machine.wait_for_file("server.ended", DEADLINE).unwrap();
        let log = machine.wait_for_file("server.log", DEADLINE).unwrap();
        let log = String::from_utf8_lossy(&log);
        assert!(
            log.contains("has not answered") && !log.contains("internal error"),
            "{log}"
        );
    });
}

/// The manifest of Cooperate.
const MANIFEST: &str = "MANIFEST 2\nAPP Cooperate\nWHEREPORT COOPERATE.WHERE\nWINDOW main \"Cooperate Fixture\"\n\
    WHEREGADGET box main\nWHEREGADGET nowhere main\nWHEREGADGET crooked main\nWHEREGADGET lazy main\n";

/// A box that its program draws itself is found, clicked and typed into.
fn places(model: Model) {
    let machine = with_peer(model)
        .with_library(&environment(), "rexxsyslib.library")
        .text("Cooperate.manifest", MANIFEST)
        .boot()
        .unwrap();
    keeping_evidence(&machine, &format!("where-{}", model.name()), || {
        machine.wait_for_server().unwrap();
        let expect = |code, line: &str| expect(&machine, code, line);
        expect(0, "WAITFOR WINDOW=\"Cooperate Fixture\" TIMEOUT=60");
        expect(10, "WHERE @box");
        assert_eq!(
            expect(0, "MANIFEST SYS:Cooperate.manifest"),
            "loaded Cooperate: 1 windows, 4 gadgets"
        );
        assert_eq!(expect(0, "WHERE @box"), "120 60 80 24");
        assert_eq!(expect(0, "WHERE @lazy TIMEOUT=8"), "120 60 80 24");
        expect(15, "WHERE @lazy TIMEOUT=1");
        assert_eq!(expect(10, "WHERE @nowhere"), "10 it is scrolled out of sight");
        expect(10, "CLICK @crooked");
        expect(
            0,
            "CLICK @box EXPECT=WINDOW=\"Cooperate Fixture: hit\" TIMEOUT=20",
        );
        expect(0, "WINDOWMOVE Cooperate 40 20");
        expect(0, "TYPE @lazy ok");
        expect(0, "WAITFOR WINDOW=\"Cooperate Fixture: typed\" TIMEOUT=20");
    });
}

#[test]
#[ignore = "needs cargo xtask test"]
fn places_are_found_on_an_a500() {
    places(Model::A500);
}

#[test]
#[ignore = "needs cargo xtask test"]
fn places_are_found_on_an_a1200() {
    places(Model::A1200);
}

/// Free memory of both kinds, as INFO tells it.
fn held(machine: &Machine) -> u64 {
    let info = ask(machine.serial(), b"INFO", DEADLINE).unwrap();
    info_value(&info, "chip-free") + info_value(&info, "fast-free")
}

#[test]
#[ignore = "needs cargo xtask test"]
fn commands_are_answered_on_an_a500() {
    commands(Model::A500);
}

#[test]
#[ignore = "needs cargo xtask test"]
fn commands_are_answered_on_an_a1200() {
    commands(Model::A1200);
}

/// Without rexxsyslib.library the verb says what is missing, and all else works.
fn without_library(model: Model) {
    let machine = with_peer(model).boot().unwrap();
    keeping_evidence(&machine, &format!("no-rexx-{}", model.name()), || {
        machine.wait_for_server().unwrap();
        let text = expect(&machine, 10, "MUIREXX REXXPEER OK x");
        assert!(text.contains("rexxsyslib.library"), "{text}");
        expect(&machine, 0, "SCREENS");
    });
}

#[test]
#[ignore = "needs cargo xtask test"]
fn a_missing_library_is_named_on_an_a500() {
    without_library(Model::A500);
}

#[test]
#[ignore = "needs cargo xtask test"]
fn a_missing_library_is_named_on_an_a1200() {
    without_library(Model::A1200);
}
