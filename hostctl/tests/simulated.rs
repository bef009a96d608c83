//! The tool against the real server on the simulated Amiga, in this process: the main job from end to end, over TCP
//! and over a pseudo-terminal, which is a serial port to the system.

mod support;

use std::io::{Read, Write};
use std::net::TcpListener;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use firmware::Server;
use firmware::options::Options;
use hal_amiga::simulated::{Client, GtApp, SimulatedAmiga, Style};
use support::{Outcome, run};

/// How often the bridge looks for bytes of the server.
const POLL: Duration = Duration::from_millis(2);

/// A simulated Amiga with GTApp and a server that runs until QUIT.
struct Machine {
    server: JoinHandle<()>,
    line: Client,
}

fn start(style: Style) -> Machine {
    let amiga = SimulatedAmiga::new();
    GtApp::start(&amiga, style);
    amiga.run_in_real_time();
    let (mut end, line) = amiga.line();
    let mut machine = amiga.clone();
    let server = thread::spawn(move || {
        let mut server = Server::new(&mut machine, Options::default());
        server.attach(&mut end).expect("memory for a session");
        server.run();
    });
    Machine { server, line }
}

/// Carries bytes from `source` to the server until the source ends.
fn carry_in(mut source: impl Read, line: &Client) {
    let mut buffer = [0; 256];
    while let Ok(count) = source.read(&mut buffer) {
        if count == 0 {
            return;
        }
        line.send(&buffer[..count]);
    }
}

/// Carries the server's bytes to `sink` until it takes no more, or until `ended` is set.
fn carry_out(mut sink: impl Write, line: &Client, ended: &AtomicBool) {
    while !ended.load(Ordering::Relaxed) && sink.write_all(&line.take()).is_ok() {
        thread::sleep(POLL);
    }
}

/// Offers `line` by TCP to one client after another, as an emulator does with its serial port; gives the address.
fn bridge_tcp(line: &Client) -> String {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port on loopback");
    let address = listener.local_addr().expect("its address").to_string();
    let line = line.clone();
    thread::spawn(move || {
        for stream in listener.incoming().flatten() {
            let ended = AtomicBool::new(false);
            thread::scope(|scope| {
                scope.spawn(|| carry_out(&stream, &line, &ended));
                carry_in(&stream, &line);
                ended.store(true, Ordering::Relaxed);
            });
        }
    });
    address
}

/// Runs the main job through `route`, and ends the server.
fn main_job(route: &[&str]) {
    let hostctl = |words: &[&str]| -> Outcome { run(&[route, words].concat()) };
    let succeed = |words: &[&str]| -> String {
        let outcome = hostctl(words);
        assert_eq!(outcome.code, 0, "{words:?}: {outcome:?}");
        outcome.output
    };
    assert!(succeed(&["info"]).starts_with("server=2.0.0\nprotocol=1\nstable=VERSION TREE CLICK"));
    assert!(succeed(&["ping"]).starts_with("answered in "));
    assert!(succeed(&["screens"]).starts_with("screen title=\"Workbench Screen\" "));
    let tree: serde_json::Value = serde_json::from_str(&succeed(&["tree", "GTApp", "--json"])).unwrap();
    assert_eq!(tree["window"], "GTApp Fixture");
    let host = tree["gadgets"]
        .as_array()
        .unwrap()
        .iter()
        .find(|gadget| gadget["id"] == 2)
        .unwrap();
    assert_eq!((&host["role"], &host["value"]), (&"string".into(), &"".into()));

    assert_eq!(succeed(&["type", "GTApp", "2", "Zürich"]), "");
    assert_eq!(
        succeed(&["get-text", "GTApp", "role=string", "label=Host:"]),
        "Zürich\n"
    );
    assert!(succeed(&["tree", "GTApp"]).contains(" value=\"Zürich\" "));
    succeed(&["click", "GTApp", "1"]);
    succeed(&["wait", "GTApp", "9", "text=pressed 1"]);
    succeed(&["wait", "window=GTApp"]);
    succeed(&["wait", "nowindow=No Such Window"]);

    assert_eq!(hostctl(&["tree", "No Such Window"]).code, 110);
    assert_eq!(hostctl(&["click", "GTApp", "77"]).code, 110);
    assert_eq!(hostctl(&["click", "@nothing_loaded"]).code, 111);
    assert_eq!(
        hostctl(&["wait", "window=No Such Window", "--wait-timeout", "1"]).code,
        112
    );
    assert_eq!(
        hostctl(&[
            "click",
            "GTApp",
            "1",
            "--expect",
            "nowindow",
            "--expect-timeout",
            "1"
        ])
        .code,
        112
    );
    assert_eq!(hostctl(&["--password", "wrong", "ping"]).code, 107);
    succeed(&["wait", "GTApp", "9", "text=pressed 2"]);
    succeed(&["quit"]);
}

#[test]
fn the_main_job_over_tcp_in_every_layout() {
    for style in [Style::V37, Style::V40, Style::Aros] {
        let machine = start(style);
        let address = bridge_tcp(&machine.line);
        main_job(&["--tcp", &address]);
        machine.server.join().expect("the server ends after QUIT");
    }
}

/// What a client leaves on the line when it is ended in the middle does not reach the next one.
#[test]
fn a_client_that_was_ended_in_the_middle_does_no_harm() {
    let machine = start(Style::V40);
    let address = bridge_tcp(&machine.line);
    for rest in ["TREE GTApp\nTREE GTApp\n", "CLICK GTApp", "\0\u{1}\n"] {
        machine.line.send(rest.as_bytes());
        let outcome = run(&["--tcp", &address, "get-text", "GTApp", "4"]);
        assert_eq!(
            (outcome.code, outcome.output.as_str()),
            (0, "23\n"),
            "{rest:?}: {outcome:?}"
        );
    }
    assert_eq!(run(&["--tcp", &address, "quit"]).code, 0);
    machine.server.join().expect("the server ends after QUIT");
}

#[cfg(unix)]
#[test]
fn the_main_job_over_a_serial_port() {
    use serialport::{SerialPort, TTYPort};

    let machine = start(Style::V40);
    let (mut master, slave) = TTYPort::pair().expect("a pseudo-terminal");
    let device = slave.name().expect("its name");
    drop(slave);
    master.set_timeout(Duration::from_secs(60)).expect("a time-out");
    let mut sink = master.try_clone_native().expect("a second handle");
    let (incoming, outgoing) = (machine.line.clone(), machine.line.clone());
    thread::spawn(move || {
        // Between two runs of the tool nobody has the port open, and reading fails.
        loop {
            carry_in(&mut master, &incoming);
            thread::sleep(POLL);
        }
    });
    thread::spawn(move || {
        loop {
            carry_out(&mut sink, &outgoing, &AtomicBool::new(false));
            thread::sleep(POLL);
        }
    });
    main_job(&["--port", &device]);
    machine.server.join().expect("the server ends after QUIT");
}
