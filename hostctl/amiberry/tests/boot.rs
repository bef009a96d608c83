//! `boot` with a real process: this program plays the emulator when it is started with `-G`.
//!
//! It has a `main` of its own, since the test harness would not take an emulator's arguments.

use amiberry_control::cli::{Arguments, Environment, run_with};
use amiberry_control::error::{Error, Reason};
use amiberry_control::fake::{Behaviour, FakeAmiberry, Generation};
use amiberry_control::instance;
use amiberry_control::interrupt::Interrupt;
use clap::Parser;
use std::process::ExitCode;
use std::time::{Duration, Instant};

#[derive(Parser)]
#[command(name = "amiberry")]
struct Program {
    #[command(flatten)]
    arguments: Arguments,
}

fn main() -> ExitCode {
    let words: Vec<String> = std::env::args().collect();
    if words.get(1).is_some_and(|word| word == "-G") {
        return play_emulator(&words);
    }
    // The emulators of this test have a folder of their own for their sockets.
    let folder = tempfile::tempdir().expect("a folder");
    if words.last().is_none_or(|word| word != "in-folder") {
        let status = std::process::Command::new(myself())
            .args(&words[1..])
            .arg("in-folder")
            .env("XDG_RUNTIME_DIR", folder.path())
            .status();
        return if status.is_ok_and(|status| status.success()) {
            ExitCode::SUCCESS
        } else {
            ExitCode::FAILURE
        };
    }
    let tests: [(&str, fn()); 5] = [
        (
            "it_is_awaited_and_ended_after_its_time",
            it_is_awaited_and_ended_after_its_time,
        ),
        (
            "it_ends_with_the_standard_input_and_with_ctrl_c",
            it_ends_with_the_standard_input_and_with_ctrl_c,
        ),
        ("the_serial_port_is_awaited_too", the_serial_port_is_awaited_too),
        (
            "one_that_ignores_quit_is_ended_by_force",
            one_that_ignores_quit_is_ended_by_force,
        ),
        ("failures_are_named", failures_are_named),
    ];
    for (name, test) in tests {
        test();
        println!("test {name} ... ok");
    }
    ExitCode::SUCCESS
}

fn myself() -> String {
    std::env::current_exe()
        .expect("this program")
        .to_str()
        .expect("UTF-8")
        .to_owned()
}

fn play_emulator(words: &[String]) -> ExitCode {
    println!("arguments {:?}", &words[1..]);
    if words.contains(&"--end-early".to_owned()) {
        eprintln!("cannot find my ROMs");
        return ExitCode::from(3);
    }
    // As Amiberry: the first path that nobody listens at; a stale socket there is removed.
    let folder = instance::folder();
    let free = (0..instance::INSTANCES)
        .map(|number| instance::path_in(&folder, number))
        .find(|path| instance::presence(path).is_ok_and(|presence| presence != instance::Presence::Alive))
        .expect("a free path");
    let _stale = std::fs::remove_file(&free);
    let fake = FakeAmiberry::new(Generation::Old, Behaviour::default());
    std::thread::sleep(Duration::from_millis(100));
    let listening = fake.listen(&free).expect("a socket");
    fake.wait_for_quit();
    if words.contains(&"--ignore-quit".to_owned()) {
        std::thread::sleep(Duration::from_secs(60));
    }
    drop(listening);
    ExitCode::SUCCESS
}

struct Run {
    result: Result<(), Error>,
    output: String,
}

fn boot(
    words: &[&str],
    input: Option<&'static str>,
    interrupt: Interrupt,
    serial: &mut dyn FnMut(&str) -> bool,
) -> Run {
    let program = myself();
    let named = words.contains(&"--program");
    let usual: &[&str] = if named { &[] } else { &["--program", &program] };
    let all = ["amiberry", "boot"].iter().chain(usual).chain(words).copied();
    let program = Program::try_parse_from(all).expect("the words are a command");
    let input = input.map(|text| Box::new(text.as_bytes()) as Box<dyn std::io::Read + Send>);
    let mut output = Vec::new();
    let mut environment = Environment {
        input,
        interrupt,
        server_answers: serial,
    };
    let result = run_with(&program.arguments, &mut environment, &mut output).map(drop);
    Run {
        result,
        output: String::from_utf8(output).expect("UTF-8"),
    }
}

fn simple(words: &[&str]) -> Run {
    boot(words, None, Interrupt::new(), &mut |_| false)
}

#[track_caller]
fn nobody_is_left() {
    for number in 0..instance::INSTANCES {
        let path = instance::path_in(&instance::folder(), number);
        assert_ne!(
            instance::presence(&path).expect("a look"),
            instance::Presence::Alive
        );
    }
}

fn it_is_awaited_and_ended_after_its_time() {
    let folder = tempfile::tempdir().expect("a folder");
    let log = folder.path().join("log");
    let config = folder.path().join("a.uae");
    std::fs::write(&config, "").expect("a file");
    let config = config.to_str().expect("UTF-8");
    let log_name = log.to_str().expect("UTF-8");
    let run = simple(&[
        "--for",
        "0.2",
        "--log",
        log_name,
        "--config",
        config,
        "--",
        "-s",
        "use_gui=no",
    ]);
    run.result.expect("it ends");
    assert!(
        run.output.starts_with("ready ") && run.output.ends_with("amiberry.sock\nended\n"),
        "{}",
        run.output
    );
    let expected = format!("arguments {:?}\n", ["-G", "-f", config, "-s", "use_gui=no"]);
    assert_eq!(std::fs::read_to_string(log).expect("a log"), expected);
    nobody_is_left();
}

fn it_ends_with_the_standard_input_and_with_ctrl_c() {
    let run = boot(&[], Some("a line\n"), Interrupt::new(), &mut |_| false);
    run.result.expect("it ends");
    let interrupt = Interrupt::new();
    let later = interrupt.clone();
    let user = std::thread::spawn(move || {
        std::thread::sleep(Duration::from_millis(700));
        later.set();
    });
    let run = boot(&["--for", "60"], None, interrupt, &mut |_| false);
    user.join().expect("the user");
    run.result.expect("Ctrl-C is a way to end it");
    assert!(run.output.ends_with("ended\n"), "{}", run.output);
    nobody_is_left();
}

fn the_serial_port_is_awaited_too() {
    let mut asked = 0;
    let run = boot(
        &["--for", "0", "--serial", "127.0.0.1:1234"],
        None,
        Interrupt::new(),
        &mut |address| {
            assert_eq!(address, "127.0.0.1:1234");
            asked += 1;
            asked == 3
        },
    );
    run.result.expect("it answers at last");
    assert_eq!(asked, 3);
    let run = simple(&["--serial", "127.0.0.1:1234", "--wait", "1"]);
    assert_eq!(run.result.expect_err("it never answers").reason, Reason::Deadline);
    nobody_is_left();
}

fn one_that_ignores_quit_is_ended_by_force() {
    let run = simple(&["--for", "0", "--", "--ignore-quit"]);
    run.result.expect("it ends");
    assert_eq!(run.output.lines().last(), Some("ended by force"));
    nobody_is_left();
}

fn failures_are_named() {
    let begin = Instant::now();
    let error = simple(&["--", "--end-early"]).result.expect_err("it ended early");
    assert!(
        error.reason == Reason::Emulator && error.message.contains("exit status: 3"),
        "{error}"
    );
    assert!(begin.elapsed() < Duration::from_secs(10));
    let error = simple(&["--config", "/nonexistent.uae"])
        .result
        .expect_err("no such file");
    assert_eq!(error.reason, Reason::File);
    let error = simple(&["--program", "/nonexistent/amiberry"])
        .result
        .expect_err("no such program");
    assert!(
        error.reason == Reason::Emulator && error.message.contains("--program"),
        "{error}"
    );
    nobody_is_left();
}
