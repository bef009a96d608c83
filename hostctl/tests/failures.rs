//! Every exit code of the tool, each brought about by a server, a port or a command line that earns it.

mod support;

use std::io::{Read, Write};

use support::{reply, run, serve, serve_answers};

/// Holds the connection open, reading, until the client has gone.
fn hold(mut stream: std::net::TcpStream) {
    let mut buffer = [0; 256];
    while stream.read(&mut buffer).is_ok_and(|count| count > 0) {}
}

/// Runs `words` against `address` with a short patience, and checks the exit code and a part of the message.
#[track_caller]
fn expect(address: &str, words: &[&str], code: u8, part: &str) {
    let mut all = vec!["--tcp", address, "--timeout", "0.6"];
    all.extend(words);
    let outcome = run(&all);
    assert_eq!(outcome.code, code, "{outcome:?}");
    assert!(outcome.errors.contains(part), "{outcome:?}");
    assert_eq!(outcome.output, "");
}

#[test]
fn usage_100() {
    assert_eq!(run(&["frobnicate"]).code, 100);
    assert_eq!(run(&[]).code, 100);
    assert_eq!(run(&["--tcp", "host-without-port", "ping"]).code, 100);
    assert_eq!(run(&["--port", "p", "--tcp", "127.0.0.1:1", "ping"]).code, 100);
    let long = "x".repeat(128);
    expect(
        &serve_answers(|_| reply(0, b"")),
        &["tree", &long],
        100,
        "TREE cannot be sent",
    );
}

#[test]
fn no_connection_101() {
    // A port that was free a moment ago refuses.
    let address = serve(drop);
    let _ = std::net::TcpStream::connect(&address);
    std::thread::sleep(std::time::Duration::from_millis(50));
    expect(&address, &["ping"], 101, "cannot connect to 127.0.0.1:");
    let outcome = run(&["--port", "/dev/there-is-no-such-port", "ping"]);
    assert_eq!(outcome.code, 101);
    assert!(
        outcome
            .errors
            .contains("there is no port /dev/there-is-no-such-port"),
        "{outcome:?}"
    );
}

#[test]
fn no_answer_104() {
    expect(
        &serve(hold),
        &["ping"],
        104,
        "not one byte came back within 0.6 s",
    );
}

#[test]
fn noise_105() {
    let address = serve(|mut stream| {
        let _ = stream.read(&mut [0; 16]);
        let _ = stream.write_all(&[0xF8, 0x00, 0x80, 0xFE, 0x0A, 0xC0]);
        hold(stream);
    });
    expect(&address, &["ping"], 105, "6 bytes came back by TCP");
}

#[test]
fn noise_without_end_105() {
    let address = serve(|mut stream| while stream.write_all(&[0x55; 4096]).is_ok() {});
    expect(&address, &["ping"], 105, "something else answers");
}

#[test]
fn wrong_protocol_106() {
    let address = serve(|mut stream| {
        let _ = stream.read(&mut [0; 16]);
        let _ = stream.write_all(&reply(0, b"AMIPILOT 9.9 PROTOCOL 7\n"));
        hold(stream);
    });
    expect(
        &address,
        &["ping"],
        106,
        "the server speaks protocol 7, this program 1",
    );
}

#[test]
fn password_107() {
    let address = serve_answers(|_| reply(10, b"wrong password"));
    expect(
        &address,
        &["--password", "guess", "ping"],
        107,
        "the server refused the password",
    );
}

#[test]
fn return_codes_110_to_113() {
    for (code, exit_code) in [(5, 110), (10, 111), (15, 112), (20, 113)] {
        let address = serve_answers(move |_| reply(code, b"the reason"));
        expect(&address, &["screens"], exit_code, "SCREENS: the reason");
    }
}

#[test]
fn connection_lost_114() {
    expect(
        &serve(drop),
        &["ping"],
        114,
        "closed the connection before the server was greeted",
    );
    expect(
        &serve_answers(|_| Vec::new()),
        &["screens"],
        114,
        "no reply: the other end closed the connection",
    );
    let address = serve_answers(|_| b"RC 0 100\nscreen".to_vec());
    expect(&address, &["screens"], 114, "the reply stopped after 15 bytes");
}

#[test]
fn bad_reply_115() {
    expect(
        &serve_answers(|_| b"HTTP/1.1 400\r\n".to_vec()),
        &["screens"],
        115,
        "no AmiPilot reply",
    );
    expect(
        &serve_answers(|_| reply(3, b"")),
        &["screens"],
        115,
        "unknown return code 3",
    );
    let cut = b"window \"W\" screen=\"S\" [0,0 10x10]\n  gadget id=1 role=but";
    expect(
        &serve_answers(|_| reply(0, cut)),
        &["tree", "W"],
        115,
        "gadget id=1 role=but",
    );
    let other = b"screen title=\"S\" [0,0 10x10] frontmost=1\n";
    expect(
        &serve_answers(|_| reply(0, other)),
        &["tree", "W"],
        115,
        "that of another request",
    );
    expect(
        &serve_answers(|_| reply(0, b"")),
        &["tree", "W"],
        115,
        "that of another request",
    );
}

#[test]
fn not_latin_1_116() {
    // Nothing listens there: the text is refused before a connection is opened.
    expect(
        "127.0.0.1:1",
        &["type", "W", "1", "5 €"],
        116,
        "the text holds \"€\", U+20AC, as its character 3",
    );
}

#[test]
fn output_117() {
    let address = serve_answers(|_| reply(0, b""));
    let mut nothing: [u8; 0] = [];
    let mut errors = Vec::new();
    let words = ["hostctl", "--tcp", &address, "screens"];
    assert_eq!(hostctl::run(words, &mut &mut nothing[..], &mut errors), 117);
    assert!(String::from_utf8_lossy(&errors).contains("the result could not be written"));
}

#[test]
fn failures_are_json_when_asked() {
    let address = serve_answers(|_| reply(5, b"no \"W\""));
    let outcome = run(&["--tcp", &address, "--json", "tree", "W"]);
    assert_eq!(outcome.code, 110);
    let json: serde_json::Value = serde_json::from_str(&outcome.errors).expect("one line of JSON");
    assert_eq!(json["error"]["exit_code"], 110);
    assert_eq!(json["error"]["name"], "not-found");
    assert_eq!(json["error"]["message"], "TREE: no \"W\"");
}
