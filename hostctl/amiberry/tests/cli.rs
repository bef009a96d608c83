//! The command line on a fake's socket.

mod common;

use amiberry_control::cli::{Arguments, Environment, run_with};
use amiberry_control::error::{Error, Reason};
use amiberry_control::fake::{FakeAmiberry, Generation};
use amiberry_control::interrupt::Interrupt;
use clap::{CommandFactory, Parser};
use serde_json::Value;

#[derive(Parser)]
#[command(name = "amiberry")]
struct Program {
    #[command(flatten)]
    arguments: Arguments,
}

struct Place {
    fake: FakeAmiberry,
    folder: tempfile::TempDir,
    _listening: amiberry_control::fake::Listening,
}

fn place(generation: Generation) -> Place {
    let folder = tempfile::tempdir().unwrap();
    let fake = common::fake(generation);
    let listening = fake.listen(&folder.path().join("amiberry.sock")).unwrap();
    Place {
        fake,
        folder,
        _listening: listening,
    }
}

impl Place {
    fn run(&self, words: &[&str]) -> (Result<(), Error>, String) {
        let socket = self.folder.path().join("amiberry.sock");
        let words = ["amiberry", "--socket", socket.to_str().unwrap()]
            .into_iter()
            .chain(words.iter().copied());
        let program = Program::try_parse_from(words).unwrap_or_else(|error| panic!("{error}"));
        let mut environment = Environment {
            input: None,
            interrupt: Interrupt::new(),
            server_answers: &mut |_| false,
        };
        let mut output = Vec::new();
        let result = run_with(&program.arguments, &mut environment, &mut output);
        (result.map(drop), String::from_utf8(output).unwrap())
    }

    #[track_caller]
    fn json(&self, words: &[&str]) -> Value {
        let (result, output) = self.run(&[&["--json"], words].concat());
        result.unwrap();
        serde_json::from_str(&output).unwrap()
    }

    #[track_caller]
    fn text(&self, words: &[&str]) -> String {
        let (result, output) = self.run(words);
        result.unwrap();
        output.trim_end().to_owned()
    }
}

#[test]
fn the_command_line_is_well_formed() {
    Program::command().debug_assert();
    for wrong in [
        &["audio", "set-volume", "101"][..],
        &["audio"],
        &["media", "insertfloppy", "/a"],
        &["joystick", "hold", "4", "left"],
        &["--instance", "10", "run", "ping"],
        &["--instance", "1", "--socket", "/x", "run", "ping"],
        &["key", "104"],
    ] {
        assert!(
            Program::try_parse_from([&["amiberry"], wrong].concat()).is_err(),
            "{wrong:?}"
        );
    }
    let negative = Program::try_parse_from(["amiberry", "input", "send-mouse", "-5", "-6", "0"]);
    assert!(negative.is_ok());
}

#[test]
fn commands_print_text_or_json() {
    let place = place(Generation::Old);
    assert_eq!(place.text(&["run", "ping"]), "PONG");
    assert_eq!(place.text(&["run", "pause"]), "done");
    assert_eq!(place.text(&["run", "get-status"]), "Paused yes\nConfig fake");
    assert_eq!(place.json(&["run", "get-status"])["result"]["Paused"], true);
    assert!(place.text(&["capabilities"]).contains("PING"));
    assert_eq!(place.text(&["raw", "ping"]), "OK\nPONG");
    assert_eq!(place.json(&["raw", "NOPE", "-x", "a b"])["ok"], false);
    assert_eq!(place.fake.requests().last().unwrap(), "NOPE\t-x\ta b");
}

#[test]
fn errors_have_their_codes_and_json() {
    let place = place(Generation::Old);
    let (result, output) = place.run(&["--json", "config", "save-config", "/x"]);
    let error = result.unwrap_err();
    let json: Value = serde_json::from_str(&output).unwrap();
    assert_eq!(json["error"]["code"], error.exit_code());
    assert_eq!(json["error"]["reason"], "unsupported_capability");
    assert!(json["error"]["message"].as_str().unwrap().contains("8.3.0"));
    assert_eq!(json["error"]["server"], "Unknown command: SAVE_CONFIG");
    let (result, output) = place.run(&["run", "frame-advance"]);
    assert_eq!((result.unwrap_err().exit_code(), output.as_str()), (123, ""));
    let (result, _) = place.run(&["monitor", "step-over"]);
    assert_eq!(result.unwrap_err().reason, Reason::UnsupportedCapability);
}

#[test]
fn a_picture_is_taken_and_clicked_on() {
    let place = place(Generation::Old);
    let picture = place.folder.path().join("shot.png");
    let picture = picture.to_str().unwrap();
    assert_eq!(place.json(&["capture", picture])["image_width"], 80);
    assert_eq!(place.json(&["click", picture, "20", "5"])["restored"], true);
    place.text(&["dblclick", picture, "20", "5", "--button", "right"]);
    place.text(&["move", picture, "20", "5"]);
    assert!(
        place
            .text(&["drag", picture, "20", "5", "30", "6"])
            .starts_with("done at 15,6 in the window")
    );
    let masks: Vec<u8> = place.fake.machine().inputs.iter().map(|input| input.2).collect();
    assert_eq!(masks, [0, 1, 0, 0, 2, 0, 2, 0, 0, 0, 1, 1, 0]);
    assert_eq!(place.text(&["release"]), "released");
    place.text(&["key", "99", "69", "--for", "0"]);
    place.fake.machine().geometry += 1;
    let (result, output) = place.run(&["--json", "click", picture, "20", "5"]);
    assert_eq!(result.unwrap_err().exit_code(), 108);
    assert!(output.contains("capture_stale"));
    assert!(!place.fake.machine().is_anything_pressed());
}

#[test]
fn sticks_settings_and_monitor_reach_a_newer_server() {
    let place = place(Generation::New);
    place.text(&["joystick", "hold", "1", "left+fire", "--for", "0.01"]);
    place.text(&["joystick", "tap", "0", "red", "--count", "2"]);
    place.text(&["joystick", "sequence", "1", "up:0.01", "none:0", "play:0.01"]);
    for (words, reason) in [
        (["joystick", "hold", "1", "left+right"], Reason::Argument),
        (["joystick", "sequence", "1", "left"], Reason::Argument),
        (["joystick", "tap", "3", "play"], Reason::Argument),
    ] {
        assert_eq!(place.run(&words).0.unwrap_err().reason, reason);
    }
    assert!(!place.fake.machine().is_anything_pressed());
    assert!(place.text(&["settings", "list"]).contains("SETTINGS_COMMIT"));
    assert_eq!(place.text(&["settings", "get", "cpu_model"]), "cpu_model=value");
    for words in [
        &["set", "a", "-1"][..],
        &["commit"],
        &["apply"],
        &["reset"],
        &["mounts"],
        &["mounts", "mount-list"],
    ] {
        place.text(&[&["settings"], words].concat());
    }
    assert!(
        place
            .fake
            .requests()
            .contains(&"SETTINGS_APPLY\trestart".to_owned())
    );
    for group in ["boards", "controls", "host"] {
        assert_eq!(
            place.run(&["settings", group]).0.unwrap_err().reason,
            Reason::UnsupportedCapability
        );
    }
    assert_eq!(
        place.json(&["monitor", "capabilities"])["result"][0]["protocol"],
        1
    );
    let help = Program::command()
        .find_subcommand("settings")
        .unwrap()
        .clone()
        .render_long_help()
        .to_string();
    assert!(
        help.contains("All controllers"),
        "the shared session's rule is in the help"
    );
}
