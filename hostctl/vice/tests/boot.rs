//! `boot` with a real process: this program plays the emulator when it is started with `-binarymonitor`.
//!
//! It has a `main` of its own, since the test harness would not take an emulator's arguments.

use clap::Parser;
use std::io::{BufRead, BufReader, Write};
use std::process::{Command, ExitCode, Stdio};
use std::time::{Duration, Instant};
use vice_monitor::cli::{Arguments, run, run_with};
use vice_monitor::client::connect_tcp;
use vice_monitor::error::Error;
use vice_monitor::fake::{Behaviour, FakeVice};

#[derive(Parser)]
#[command(name = "vice")]
struct Program {
    #[command(flatten)]
    arguments: Arguments,
}

fn main() -> ExitCode {
    let words: Vec<String> = std::env::args().collect();
    match words.get(1).map(String::as_str) {
        Some("-binarymonitor") => play_emulator(&words),
        Some("command-line") => {
            let program =
                Program::parse_from(["vice".to_owned()].into_iter().chain(words[2..].iter().cloned()));
            return run(&program.arguments, &mut std::io::stdout()).expect("the command succeeds");
        }
        _ => {}
    }
    let tests: [(&str, fn()); 7] = [
        (
            "a_batch_runs_and_the_emulator_ends",
            a_batch_runs_and_the_emulator_ends,
        ),
        ("it_stays_for_a_time", it_stays_for_a_time),
        ("it_ends_with_the_standard_input", it_ends_with_the_standard_input),
        (
            "one_that_ignores_quit_is_ended_by_force",
            one_that_ignores_quit_is_ended_by_force,
        ),
        ("one_that_ends_early_is_reported", one_that_ends_early_is_reported),
        (
            "a_failing_batch_still_ends_the_emulator",
            a_failing_batch_still_ends_the_emulator,
        ),
        (
            "unusable_programs_and_addresses_are_refused",
            unusable_programs_and_addresses_are_refused,
        ),
    ];
    for (name, test) in tests {
        test();
        println!("test {name} ... ok");
    }
    ExitCode::SUCCESS
}

/// The emulator: waits a little, then listens where it was told to.
fn play_emulator(words: &[String]) -> ! {
    assert_eq!(words[2], "-binarymonitoraddress");
    let address = words[3].strip_prefix("ip4://").expect("an IPv4 address");
    println!("arguments {:?}", &words[4..]);
    if words[4..].iter().any(|word| word == "--end-early") {
        eprintln!("cannot find my ROMs");
        std::process::exit(3);
    }
    std::thread::sleep(Duration::from_millis(200));
    let silent = words[4..].iter().any(|word| word == "--ignore-quit");
    let refuse = if silent { vec![(0xbb, 0x8f)] } else { Vec::new() };
    let fake = FakeVice::start_at(
        address,
        Behaviour {
            refuse,
            ..Behaviour::default()
        },
    )
    .expect("the port is free");
    fake.wait_for_quit();
    if silent {
        std::thread::sleep(Duration::from_secs(60));
    }
    std::process::exit(0);
}

fn myself() -> String {
    std::env::current_exe()
        .expect("this program")
        .to_str()
        .expect("UTF-8")
        .to_owned()
}

fn boot(words: &[&str], input: &str) -> (Result<(), Error>, String) {
    let program = myself();
    let mut all = vec!["vice", "boot"];
    for (name, usual) in [("--address", "127.0.0.1:0"), ("--program", program.as_str())] {
        if !words.contains(&name) {
            all.extend([name, usual]);
        }
    }
    all.extend(words);
    let program = Program::try_parse_from(all).expect("the words are a command");
    let mut output = Vec::new();
    let result = run_with(&program.arguments, &mut input.as_bytes(), &mut output);
    (result.map(drop), String::from_utf8(output).expect("UTF-8"))
}

fn address_of(line: &str) -> String {
    line.trim()
        .strip_prefix("ready ")
        .expect("the line says ready")
        .to_owned()
}

#[track_caller]
fn nobody_listens(address: &str) {
    assert!(
        connect_tcp(address, Duration::from_secs(1)).is_err(),
        "{address} still answers"
    );
}

fn a_batch_runs_and_the_emulator_ends() {
    let folder = tempfile::tempdir().expect("a folder");
    let log = folder.path().join("log");
    let words = [
        "--batch",
        "-",
        "--log",
        log.to_str().expect("UTF-8"),
        "--",
        "-warp",
        "+sound",
    ];
    let (result, output) = boot(&words, "ping\nregisters set PC=$c000\nstep\n");
    result.expect("the batch succeeds");
    let lines: Vec<&str> = output.lines().collect();
    assert!(
        lines[1].starts_with("answered in ") && output.contains("stopped at $c001"),
        "{output}"
    );
    assert_eq!(lines.last(), Some(&"ended"));
    nobody_listens(&address_of(lines[0]));
    assert_eq!(
        std::fs::read_to_string(log).expect("a log"),
        "arguments [\"-warp\", \"+sound\"]\n"
    );
}

fn it_stays_for_a_time() {
    let begin = Instant::now();
    let (result, output) = boot(&["--json", "--for", "0.3"], "");
    result.expect("it ends");
    assert!(begin.elapsed() >= Duration::from_millis(500));
    let lines: Vec<serde_json::Value> = output
        .lines()
        .map(|line| serde_json::from_str(line).expect("JSON"))
        .collect();
    assert_eq!(lines[1]["forced"], false);
    nobody_listens(lines[0]["ready"].as_str().expect("an address"));
}

fn it_ends_with_the_standard_input() {
    let mut child = Command::new(myself())
        .args([
            "command-line",
            "boot",
            "--address",
            "127.0.0.1:0",
            "--program",
            &myself(),
        ])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("this program starts");
    let mut lines = BufReader::new(child.stdout.take().expect("a pipe")).lines();
    let address = address_of(&lines.next().expect("a line").expect("text"));
    // The monitor is free for others meanwhile, and the machine runs.
    let program = Program::parse_from(["vice", "--address", &address, "--json", "info"]);
    let mut output = Vec::new();
    run_with(&program.arguments, &mut "".as_bytes(), &mut output).expect("info succeeds");
    let info: serde_json::Value = serde_json::from_slice(&output).expect("JSON");
    assert_eq!(info["running"], true);
    let mut input = child.stdin.take().expect("a pipe");
    input
        .write_all(b"a line does not end it\n")
        .expect("the pipe is open");
    assert!(child.try_wait().expect("a state").is_none());
    drop(input);
    assert_eq!(lines.next().expect("a line").expect("text"), "ended");
    assert!(child.wait().expect("a status").success());
    nobody_listens(&address);
}

fn one_that_ignores_quit_is_ended_by_force() {
    let (result, output) = boot(&["--for", "0", "--", "--ignore-quit"], "");
    result.expect("it ends");
    assert_eq!(output.lines().last(), Some("ended by force"));
    nobody_listens(&address_of(output.lines().next().expect("a line")));
}

fn one_that_ends_early_is_reported() {
    let folder = tempfile::tempdir().expect("a folder");
    let log = folder.path().join("log");
    let begin = Instant::now();
    let (result, _) = boot(&["--log", log.to_str().expect("UTF-8"), "--", "--end-early"], "");
    let error = result.expect_err("it ended early");
    assert!(error.to_string().contains("exit status: 3"), "{error}");
    assert_eq!(error.exit_code(), 116);
    assert!(begin.elapsed() < Duration::from_secs(10));
    assert!(
        std::fs::read_to_string(log)
            .expect("a log")
            .contains("cannot find my ROMs")
    );
}

fn a_failing_batch_still_ends_the_emulator() {
    let (result, output) = boot(&["--batch", "-"], "checkpoint get 9\n");
    assert_eq!(result.expect_err("there is no checkpoint 9").exit_code(), 110);
    nobody_listens(&address_of(output.lines().next().expect("a line")));
}

fn unusable_programs_and_addresses_are_refused() {
    let (result, _) = boot(&["--program", "/nonexistent/x64sc"], "");
    assert_eq!(result.expect_err("no such program").exit_code(), 116);
    let taken = FakeVice::start(Behaviour::default()).expect("a free port");
    let (result, _) = boot(&["--address", &taken.address()], "");
    assert!(
        result
            .expect_err("the port is taken")
            .to_string()
            .contains("cannot be used")
    );
    assert_eq!(taken.connections(), 0);
    let (result, _) = boot(&["--address", "0.0.0.0:0"], "");
    assert!(
        result
            .expect_err("open to the network")
            .to_string()
            .contains("loopback")
    );
    let (result, _) = boot(&["--log", "/nonexistent/log"], "");
    assert_eq!(result.expect_err("no such folder").exit_code(), 115);
}
