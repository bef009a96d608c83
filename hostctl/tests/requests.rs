//! What each command sends, byte for byte, and what it shows, in both forms.

mod support;

use std::sync::mpsc;

use support::{Outcome, reply, run, serve_answers};

/// Runs `words` against a server that answers with `body`: the request line and the outcome.
fn exchange(words: &[&str], body: &'static [u8]) -> (Vec<u8>, Outcome) {
    let (sender, requests) = mpsc::channel();
    let address = serve_answers(move |line| {
        let _ = sender.send(line.to_vec());
        reply(0, body)
    });
    let mut all = vec!["--tcp", address.as_str()];
    all.extend(words);
    let outcome = run(&all);
    let request = requests.try_recv().unwrap_or_default();
    assert_eq!(outcome.code, 0, "{outcome:?}");
    assert_eq!(outcome.errors, "");
    (request, outcome)
}

#[track_caller]
fn sends(words: &[&str], line: &[u8]) {
    let (request, outcome) = exchange(words, b"");
    assert_eq!(request, line, "{}", String::from_utf8_lossy(&request));
    assert_eq!(outcome.output, "");
}

#[test]
fn click_names_gadgets_in_every_way() {
    sends(&["click", "GTApp", "1"], b"CLICK GTApp 1");
    sends(
        &["click", "My Prefs", "role=button", "label=Cancel", "index=1"],
        b"CLICK \"My Prefs\" ROLE=button LABEL=Cancel INDEX=1",
    );
    sends(&["click", "@save"], b"CLICK @save");
    sends(
        &["click", "W", "7", "--screen", "Workbench Screen"],
        b"CLICK SCREEN=\"Workbench Screen\" W 7",
    );
}

#[test]
fn click_expects_an_effect() {
    sends(
        &[
            "click",
            "W",
            "1",
            "--expect",
            "window=Ärger",
            "--expect-timeout",
            "3",
        ],
        b"CLICK W 1 EXPECT=WINDOW=\xC4rger TIMEOUT=3",
    );
    sends(
        &["click", "W", "1", "--expect", "nowindow"],
        b"CLICK W 1 EXPECT=NOWINDOW TIMEOUT=10",
    );
}

#[test]
fn type_sends_latin_1() {
    sends(&["type", "GTApp", "2", "Zürich"], b"TYPE GTApp 2 Z\xFCrich");
    sends(
        &["type", "GTApp", "2", "Zu\u{308}rich"],
        b"TYPE GTApp 2 Z\xFCrich",
    );
    sends(
        &["type", "GTApp", "2", "a \"b\" \\"],
        b"TYPE GTApp 2 \"a \\\"b\\\" \\\\\"",
    );
    sends(&["type", "GTApp", "4", "-1"], b"TYPE GTApp 4 -1");
}

#[test]
fn wait_sends_every_condition() {
    sends(&["wait", "window=Prefs"], b"WAITFOR WINDOW=Prefs TIMEOUT=10");
    sends(
        &["wait", "nowindow=Prefs", "--wait-timeout", "1"],
        b"WAITFOR NOWINDOW=Prefs TIMEOUT=1",
    );
    sends(
        &["wait", "requester", "--screen", "S"],
        b"WAITFOR SCREEN=S REQUESTER TIMEOUT=10",
    );
    sends(
        &["wait", "W", "9", "text=pressed 1", "--screen", "S"],
        b"WAITFOR SCREEN=S W 9 TEXT=\"pressed 1\" TIMEOUT=10",
    );
    sends(
        &["wait", "window", "9", "text="],
        b"WAITFOR window 9 TEXT=\"\" TIMEOUT=10",
    );
}

/// What a command waits for on the Amiga comes on top of the silence that is allowed.
#[test]
fn the_time_of_a_wait_is_allowed_for() {
    for words in [
        &["wait", "window=W", "--wait-timeout", "2"][..],
        &["click", "W", "1", "--expect", "nowindow", "--expect-timeout", "2"],
        &["type", "W", "1", "four"],
    ] {
        let address = serve_answers(|_| {
            std::thread::sleep(std::time::Duration::from_millis(900));
            reply(0, b"")
        });
        let outcome = run(&[&["--tcp", &address, "--timeout", "0.4"], words].concat());
        assert_eq!(outcome.code, 0, "{words:?}: {outcome:?}");
    }
}

#[test]
fn quit_is_sent() {
    sends(&["quit"], b"QUIT");
}

#[test]
fn done_is_json_when_asked() {
    assert_eq!(
        exchange(&["click", "W", "1", "--json"], b"").1.output,
        "{\"ok\":true}\n"
    );
}

#[test]
fn get_text_prints_the_text() {
    let (request, outcome) = exchange(&["get-text", "W", "role=string"], b"Z\xFCrich");
    assert_eq!(request, b"GETTEXT W ROLE=string");
    assert_eq!(outcome.output, "Zürich\n");
    assert_eq!(
        exchange(&["get-text", "W", "2", "--json"], b"\"").1.output,
        "{\"text\":\"\\\"\"}\n"
    );
}

const TREE: &[u8] = b"window \"GTApp \\\"x\\\"\" screen=\"Workbench Screen\" [40,-1 220x256]
  gadget id=0 role=custom class=\"gadgetclass\" label=\"\" [0,0 220x10]
  gadget id=2 role=string class=\"\" label=\"Host:\" value=\"Z\xFCrich\" [26,51 88x8]
";

#[test]
fn tree_shows_the_lines_of_the_server() {
    let (request, outcome) = exchange(&["tree", "GTApp"], TREE);
    assert_eq!(request, b"TREE GTApp");
    let expected: String = TREE.iter().copied().map(char::from).collect();
    assert_eq!(outcome.output, expected);
}

#[test]
fn tree_as_json() {
    let outcome = exchange(&["tree", "GTApp", "--json"], TREE).1;
    assert_eq!(
        outcome.output,
        concat!(
            r#"{"window":"GTApp \"x\"","screen":"Workbench Screen","#,
            r#""bounds":{"left":40,"top":-1,"width":220,"height":256},"gadgets":["#,
            r#"{"id":0,"role":"custom","class":"gadgetclass","label":"","value":null,"#,
            r#""bounds":{"left":0,"top":0,"width":220,"height":10}},"#,
            r#"{"id":2,"role":"string","class":"","label":"Host:","value":"Zürich","#,
            r#""bounds":{"left":26,"top":51,"width":88,"height":8}}]}"#,
            "\n"
        )
    );
}

#[test]
fn screens_in_both_forms() {
    let body = b"screen title=\"Workbench Screen\" [0,0 640x256] frontmost=1\n";
    let (request, outcome) = exchange(&["screens"], body);
    assert_eq!(request, b"SCREENS");
    assert_eq!(outcome.output.as_bytes(), body);
    let json: serde_json::Value =
        serde_json::from_str(&exchange(&["screens", "--json"], body).1.output).unwrap();
    assert_eq!(json["screens"][0]["title"], "Workbench Screen");
    assert_eq!(json["screens"][0]["bounds"]["width"], 640);
    assert_eq!(json["screens"][0]["frontmost"], true);
}

/// The server of these tests greets as AmiPilot 1.1, which has neither INFO nor PING.
#[test]
fn info_and_ping_work_with_the_original_server() {
    let (request, outcome) = exchange(&["info"], b"");
    assert_eq!(request, b"");
    assert_eq!(
        outcome.output,
        "server=1.1\nprotocol=1\nstable=VERSION TREE CLICK\nextended=\n"
    );
    let (request, outcome) = exchange(&["ping"], b"");
    assert_eq!(request, b"");
    assert!(
        outcome.output.starts_with("answered in ") && outcome.output.ends_with(" ms\n"),
        "{outcome:?}"
    );
}
