//! The command line: every command in both forms.

mod common;

use clap::Parser;
use common::command_line::{Program, json, run, text};
use common::fake;
use serde_json::Value;
use vice_monitor::cli::Arguments;
use vice_monitor::structures::ResourceValue;

#[test]
fn the_arguments_are_consistent() {
    use clap::CommandFactory;
    Program::command().debug_assert();
}

#[test]
fn a_program_with_its_own_json_option_can_hold_the_commands() {
    #[derive(Parser)]
    struct Outer {
        #[arg(long, global = true)]
        json: bool,
        #[arg(long, global = true)]
        timeout: Option<u64>,
        #[command(subcommand)]
        command: Inner,
    }
    #[derive(clap::Subcommand)]
    enum Inner {
        Vice(Arguments),
    }
    for words in [
        ["outer", "--json", "vice", "ping"],
        ["outer", "vice", "--json", "ping"],
        ["outer", "vice", "ping", "--json"],
    ] {
        let outer = Outer::try_parse_from(words).expect("the words are a command");
        let Inner::Vice(arguments) = outer.command;
        assert!(
            arguments.json && outer.json && outer.timeout.is_none(),
            "{words:?}"
        );
    }
}

#[test]
fn information() {
    let fake = fake();
    assert!(
        text(&fake, &["info"]).starts_with("VICE 3.10, revision 0\nmachine running\nbanks default cpu ram")
    );
    let info = json(&fake, &["info"]);
    assert_eq!(
        (&info["version"], &info["running"], &info["registers"]["PC"]),
        (&"3.10".into(), &true.into(), &0xf7c0.into())
    );
    assert!(text(&fake, &["ping"]).starts_with("answered in "));
    assert_eq!(json(&fake, &["banks"])["banks"][2]["name"], "ram");
    assert!(text(&fake, &["banks"]).contains("  4 cart"));
    assert!(fake.machine().running, "the machine runs on after each command");
}

#[test]
fn memory() {
    let fake = fake();
    assert_eq!(
        text(&fake, &["memory", "write", "$c000", "$a9", "1", "0xea"]),
        "3 bytes written to $c000"
    );
    assert_eq!(
        text(&fake, &["memory", "read", "$c000", "$c002", "--bank", "ram"]),
        format!("c000  {:<47}  ...", "a9 01 ea")
    );
    assert_eq!(json(&fake, &["memory", "read", "$c000"])["end"], 0xc0ff);
    assert_eq!(
        text(&fake, &["disassemble", "$c000", "2"]),
        "c000  a9 01     LDA #$01\nc002  ea        NOP"
    );
    assert_eq!(
        json(&fake, &["disassemble", "$fffe"])["instructions"][1]["address"],
        0xffff
    );

    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("memory.prg");
    let name = file.to_str().unwrap();
    assert_eq!(
        text(&fake, &["memory", "dump", name, "$c000", "$c002", "--prg"]),
        "3 bytes saved from $c000"
    );
    assert_eq!(std::fs::read(&file).unwrap(), [0x00, 0xc0, 0xa9, 0x01, 0xea]);
    assert_eq!(
        text(&fake, &["memory", "load", name, "--at", "$1000"]),
        "5 bytes loaded to $1000"
    );
    fake.machine().memory[0xc000] = 0;
    assert_eq!(json(&fake, &["memory", "load", name])["length"], 3);
    assert_eq!(fake.machine().memory[0xc000..0xc003], [0xa9, 0x01, 0xea]);
    assert_eq!(json(&fake, &["memory", "dump", name])["length"], 0x1_0000);
    assert_eq!(std::fs::read(&file).unwrap(), fake.machine().memory);
}

#[test]
fn screen() {
    let fake = fake();
    assert_eq!(text(&fake, &["screen"]), "READY.");
    assert_eq!(
        text(&fake, &["screen", "--at", "auto", "--characters", "lower"]),
        "ready."
    );
    assert_eq!(
        json(&fake, &["screen", "--columns", "3", "--rows", "2"])["rows"],
        serde_json::json!(["REA", "DY."])
    );
    assert_eq!(text(&fake, &["feed", "print 6*7", "--return"]), "10 keys typed");
    assert_eq!(json(&fake, &["wait-text", "PRINT 6*7"])["row"], 1);
    let (result, output) = run(&fake, &["--json", "wait-text", "nowhere", "--within", "0.05"], "");
    assert_eq!(result.unwrap_err().exit_code(), 112);
    let error: Value = serde_json::from_str(output.trim()).unwrap();
    assert_eq!(
        (&error["error"]["code"], &error["error"]["reason"]),
        (&112.into(), &"deadline".into())
    );
}

#[test]
fn checkpoints() {
    let fake = fake();
    assert_eq!(text(&fake, &["checkpoint", "list"]), "no checkpoints");
    assert_eq!(
        text(
            &fake,
            &["checkpoint", "set", "$c005", "--if", "A == $01", "--disabled"]
        ),
        "1 $c005-$c005 exec hits 0 off conditional"
            .to_owned()
            .replacen('1', "  1", 1)
    );
    let set = json(
        &fake,
        &[
            "checkpoint",
            "set",
            "$d020",
            "$d021",
            "--load",
            "--store",
            "--trace",
            "--temporary",
            "--disabled",
        ],
    );
    assert_eq!(
        (&set["number"], &set["stop"], &set["temporary"]),
        (&2.into(), &false.into(), &true.into())
    );
    assert_eq!(set["operations"], serde_json::json!(["load", "store"]));
    text(&fake, &["checkpoint", "enable", "1"]);
    assert_eq!(json(&fake, &["checkpoint", "get", "1"])["enabled"], true);
    text(&fake, &["checkpoint", "delete", "2"]);
    assert_eq!(
        json(&fake, &["checkpoint", "list"])["checkpoints"]
            .as_array()
            .unwrap()
            .len(),
        1
    );
    assert!(text(&fake, &["wait-stop"]).starts_with("stopped at $c005, checkpoint 1\nPC=$c005 A=$00"));
    text(&fake, &["checkpoint", "disable", "1"]);
    text(&fake, &["checkpoint", "condition", "1", "X == 2"]);
    assert_eq!(fake.machine().conditions[&1], "X == 2");
    let (result, _) = run(&fake, &["checkpoint", "get", "9"], "");
    assert_eq!(result.unwrap_err().exit_code(), 110);
}

#[test]
fn registers_and_steps() {
    let fake = fake();
    fake.machine().memory[0xc000..0xc004].copy_from_slice(&[0xea, 0xa9, 0x01, 0x60]);
    assert_eq!(json(&fake, &["registers", "set", "pc=$c000", "A=3"])["A"], 3);
    assert!(text(&fake, &["registers", "show"]).starts_with("PC=$c000 A=$03 X=$00"));
    assert!(text(&fake, &["registers", "list", "--drive", "8"]).starts_with("  3 16 bits PC"));
    assert_eq!(json(&fake, &["step"])["pc"], 0xc001);
    assert!(text(&fake, &["next"]).starts_with("stopped at $c003\n"));
    assert_eq!(json(&fake, &["history", "2"])["history"][1]["text"], "LDA #$01");
    assert!(text(&fake, &["history", "1"]).contains("LDA #$01"));
    fake.machine().set_pc(0xc000);
    assert_eq!(json(&fake, &["finish"])["pc"], 0xc004);
    assert_eq!(text(&fake, &["continue"]), "running");
    assert!(fake.machine().running);
}

#[test]
fn events() {
    let fake = fake();
    text(&fake, &["checkpoint", "set", "$c005"]);
    let (result, output) = run(&fake, &["--json", "events", "0.5"], "");
    result.unwrap();
    let kinds: Vec<String> = output
        .lines()
        .map(|line| {
            serde_json::from_str::<Value>(line).unwrap()["event"]
                .as_str()
                .unwrap()
                .to_owned()
        })
        .collect();
    assert_eq!(kinds, ["checkpoint", "registers", "stopped"]);
}

#[test]
fn pictures() {
    let fake = fake();
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("screen.png");
    let name = file.to_str().unwrap();
    let words = [
        "display", name, "--crop", "inner", "--aspect", "pal", "--scale", "2",
    ];
    let saved = json(&fake, &words);
    assert_eq!((&saved["width"], &saved["height"]), (&60.into(), &48.into()));
    let decoder = png::Decoder::new(std::io::BufReader::new(std::fs::File::open(&file).unwrap()));
    let reader = decoder.read_info().unwrap();
    assert_eq!((reader.info().width, reader.info().height), (60, 48));
    assert!(text(&fake, &["display", name, "--crop", "0,0,10,8"]).starts_with("10 × 8 pixels saved to "));
    assert!(text(&fake, &["palette"]).starts_with("  0 #0000ff\n"));
    assert_eq!(json(&fake, &["palette", "--vdc"])["colours"][15], "#f00ff0");
    let (result, _) = run(&fake, &["display", "/nonexistent/screen.png"], "");
    assert_eq!(result.unwrap_err().exit_code(), 115);
}

#[test]
fn ports_and_resources() {
    let fake = fake();
    assert_eq!(text(&fake, &["resource", "get", "JoyPort1Device"]), "1");
    assert_eq!(
        json(&fake, &["resource", "set", "SoundDeviceName", "pulse"])["value"],
        "pulse"
    );
    let (result, _) = run(&fake, &["joystick", "1", "up"], "");
    assert_eq!(result.unwrap_err().exit_code(), 100);
    text(
        &fake,
        &["joystick", "1", "up", "fire", "--attach", "--for", "0.01"],
    );
    assert_eq!(fake.machine().joystick_log, [(0, 0b1110_1110), (0, 0xff)]);
    assert_eq!(
        fake.machine().resources["JoyPort1Device"],
        ResourceValue::Integer(37)
    );
    text(&fake, &["joyport", "2", "$ef"]);
    assert_eq!(fake.machine().joystick_log.last(), Some(&(1, 0xef)));
    text(&fake, &["userport", "$55"]);
    assert_eq!(fake.machine().userport, 0x55);
}

#[test]
fn the_whole_machine() {
    let fake = fake();
    text(&fake, &["snapshot", "save", "m.vsf", "--roms", "--disks"]);
    assert_eq!(json(&fake, &["snapshot", "load", "m.vsf"])["pc"], 0xf7c0);
    text(&fake, &["reset"]);
    text(&fake, &["reset", "--power"]);
    text(&fake, &["reset", "--drive", "9"]);
    assert_eq!(fake.machine().resets, [0, 1, 9]);
    text(&fake, &["autostart", "game.d64", "--index", "2"]);
    assert_eq!(fake.machine().autostarted.as_deref(), Some("game.d64"));
    let (result, _) = run(&fake, &["autostart", "nonexistent"], "");
    assert_eq!(result.unwrap_err().exit_code(), 113);
    assert_eq!(text(&fake, &["raw", "$81"]), "type 81 PING:");
    assert_eq!(json(&fake, &["raw", "$31", "0"])["frames"][0]["type"], 0x31);
    let (result, _) = run(&fake, &["raw", "$72", "1", "65", "--api", "1"], "");
    assert_eq!(result.unwrap_err().exit_code(), 106);
    text(&fake, &["quit"]);
    assert!(fake.machine().quit);
}
