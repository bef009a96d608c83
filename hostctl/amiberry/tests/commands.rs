//! Every command: what is typed, what is sent, what is answered, what we make of it.

mod common;

use amiberry_control::command::{self, Call, Needs};
use amiberry_control::error::Reason;
use common::{client, scripted};

/// What is typed, what is sent, the reply's fields, the typed value as JSON. `|` stands for a TAB.
const ROWS: &[(&str, &str, &str, &str)] = &[
    ("PING", "PING", "PONG", r#""PONG""#),
    (
        "HELP",
        "HELP",
        "Available commands:|PING, HELP|QUIT",
        r#"["PING, HELP","QUIT"]"#,
    ),
    (
        "GET_VERSION",
        "GET_VERSION",
        "version=A 8|sdl=S 3",
        r#"{"version":"A 8","sdl":"S 3"}"#,
    ),
    (
        "GET_STATUS",
        "GET_STATUS",
        "Paused=false|Config=a=b|Floppy0=/x",
        r#"{"Paused":false,"Config":"a=b","Floppy0":"/x"}"#,
    ),
    ("QUIT", "QUIT", "", "null"),
    ("PAUSE", "PAUSE", "", "null"),
    ("RESUME", "RESUME", "", "null"),
    ("RESET|keyboard", "RESET|KEYBOARD", "", "null"),
    (
        "FRAME_ADVANCE|2",
        "FRAME_ADVANCE|2",
        "2 frame(s) advanced",
        r#""2 frame(s) advanced""#,
    ),
    (
        "SCREENSHOT|/a b.png",
        "SCREENSHOT|/a b.png",
        "/a b.png",
        r#"{"path":"/a b.png"}"#,
    ),
    ("SAVESTATE|/s|/c", "SAVESTATE|/s|/c", "", "null"),
    ("LOADSTATE|/s", "LOADSTATE|/s", "", "null"),
    (
        "QUICKSAVE|1",
        "QUICKSAVE|1",
        "Saved to slot 1",
        r#""Saved to slot 1""#,
    ),
    (
        "QUICKLOAD",
        "QUICKLOAD",
        "Loading from slot 0",
        r#""Loading from slot 0""#,
    ),
    ("LOAD_CONFIG|/a.uae", "LOAD_CONFIG|/a.uae", "", "null"),
    ("SAVE_CONFIG|/a.uae", "SAVE_CONFIG|/a.uae", "", "null"),
    (
        "LIST_CONFIGS",
        "LIST_CONFIGS",
        "a.uae|b.uae",
        r#"["a.uae","b.uae"]"#,
    ),
    (
        "GET_CONFIG|cpu_model",
        "GET_CONFIG|cpu_model",
        "68020",
        r#""68020""#,
    ),
    (
        "SET_CONFIG|floppy_speed|800",
        "SET_CONFIG|floppy_speed|800",
        "",
        "null",
    ),
    ("INSERTFLOPPY|/a.adf|3", "INSERTFLOPPY|/a.adf|3", "", "null"),
    ("EJECT_FLOPPY|0", "EJECT_FLOPPY|0", "", "null"),
    (
        "LIST_FLOPPIES",
        "LIST_FLOPPIES",
        "DF0=/a|DF1=<empty>",
        r#"{"DF0":"/a","DF1":null}"#,
    ),
    ("DISKSWAP|19|3", "DISKSWAP|19|3", "", "null"),
    ("QUERYDISKSWAP|0", "QUERYDISKSWAP|0", "-1", r#"{"disk":-1}"#),
    ("SET_FLOPPY_SPEED|400", "SET_FLOPPY_SPEED|400", "", "null"),
    (
        "GET_FLOPPY_SPEED",
        "GET_FLOPPY_SPEED",
        "0|turbo",
        r#"{"speed":0,"name":"turbo"}"#,
    ),
    ("DISK_WRITE_PROTECT|0|on", "DISK_WRITE_PROTECT|0|1", "", "null"),
    (
        "GET_DISK_WRITE_PROTECT|0",
        "GET_DISK_WRITE_PROTECT|0",
        "1|protected",
        r#"{"protected":true,"name":"protected"}"#,
    ),
    ("INSERTCD|/a.cue", "INSERTCD|/a.cue", "", "null"),
    ("EJECT_CD", "EJECT_CD", "", "null"),
    (
        "LIST_HARDDRIVES",
        "LIST_HARDDRIVES",
        "unit0=hdf:/a=b (readonly)|unit1=dir:/c:d",
        r#"[{"unit":"unit0","kind":"hdf","path":"/a=b","read_only":true},{"unit":"unit1","kind":"dir","path":"/c:d","read_only":false}]"#,
    ),
    (
        "INSERT_WHDLOAD|/g.lha",
        "INSERT_WHDLOAD|/g.lha",
        "WHDLoad game loaded: /g.lha",
        r#""WHDLoad game loaded: /g.lha""#,
    ),
    (
        "EJECT_WHDLOAD",
        "EJECT_WHDLOAD",
        "WHDLoad game ejected: g",
        r#""WHDLoad game ejected: g""#,
    ),
    (
        "GET_WHDLOAD",
        "GET_WHDLOAD",
        "loaded=1|filename=/g|game_name=G|slave_count=2",
        r#"{"loaded":true,"filename":"/g","game_name":"G","slave_count":2}"#,
    ),
    ("SET_VOLUME|100", "SET_VOLUME|100", "", "null"),
    ("GET_VOLUME", "GET_VOLUME", "0", r#"{"volume":0}"#),
    ("MUTE", "MUTE", "", "null"),
    ("UNMUTE", "UNMUTE", "", "null"),
    ("SET_SOUND_MODE|best", "SET_SOUND_MODE|3", "", "null"),
    (
        "GET_SOUND_MODE",
        "GET_SOUND_MODE",
        "1|normal",
        r#"{"mode":1,"name":"normal"}"#,
    ),
    ("TOGGLE_FULLSCREEN", "TOGGLE_FULLSCREEN", "", "null"),
    ("TOGGLE_MOUSE_GRAB", "TOGGLE_MOUSE_GRAB", "", "null"),
    ("SET_WARP|off", "SET_WARP|0", "", "null"),
    ("GET_WARP", "GET_WARP", "1", r#"{"on":true}"#),
    ("SET_DISPLAY_MODE|fullwindow", "SET_DISPLAY_MODE|2", "", "null"),
    (
        "GET_DISPLAY_MODE",
        "GET_DISPLAY_MODE",
        "0|window",
        r#"{"mode":0,"name":"window"}"#,
    ),
    ("SET_NTSC|1", "SET_NTSC|1", "", "null"),
    ("GET_NTSC", "GET_NTSC", "0|PAL", r#"{"on":false,"name":"PAL"}"#),
    (
        "TOGGLE_STATUS_LINE",
        "TOGGLE_STATUS_LINE",
        "3|both",
        r#"{"mode":3,"name":"both"}"#,
    ),
    ("TOGGLE_RTG|0", "TOGGLE_RTG|0", "Chipset", r#""Chipset""#),
    (
        "GET_FPS",
        "GET_FPS",
        "fps=28|idle=172%|lines=312|lace=false",
        r#"{"fps":28,"idle":172,"lines":312,"lace":false}"#,
    ),
    (
        "SET_WINDOW_SIZE|800|600",
        "SET_WINDOW_SIZE|800|600",
        "800x600",
        r#""800x600""#,
    ),
    (
        "GET_WINDOW_SIZE",
        "GET_WINDOW_SIZE",
        "width=720|height=568",
        r#"{"width":720,"height":568}"#,
    ),
    (
        "SET_SCALING|Auto",
        "SET_SCALING|auto",
        "-1|auto",
        r#"{"mode":-1,"name":"auto"}"#,
    ),
    (
        "GET_SCALING",
        "GET_SCALING",
        "method=-1|method_name=auto",
        r#"{"method":-1,"method_name":"auto"}"#,
    ),
    (
        "SET_LINE_MODE|scanlines",
        "SET_LINE_MODE|scanlines",
        "2|scanlines",
        r#"{"mode":2,"name":"scanlines"}"#,
    ),
    (
        "GET_LINE_MODE",
        "GET_LINE_MODE",
        "mode=2|name=s|vresolution=1|pscanlines=0|iscanlines=1",
        r#"{"mode":2,"name":"s","vresolution":1,"pscanlines":0,"iscanlines":1}"#,
    ),
    (
        "SET_RESOLUTION|1",
        "SET_RESOLUTION|1",
        "1|hires",
        r#"{"mode":1,"name":"hires"}"#,
    ),
    (
        "GET_RESOLUTION",
        "GET_RESOLUTION",
        "1|hires",
        r#"{"mode":1,"name":"hires"}"#,
    ),
    (
        "SET_AUTOCROP|yes",
        "SET_AUTOCROP|1",
        "1|enabled",
        r#"{"on":true,"name":"enabled"}"#,
    ),
    (
        "GET_AUTOCROP",
        "GET_AUTOCROP",
        "0|disabled",
        r#"{"on":false,"name":"disabled"}"#,
    ),
    (
        "GET_LED_STATUS",
        "GET_LED_STATUS",
        "power=1|df0=off|df1=reading|hd=-1|cd=-1|caps=0",
        r#"{"power":1,"df0":"off","df1":"reading","hd":-1,"cd":-1,"caps":false}"#,
    ),
    ("SET_CHIPSET|aga", "SET_CHIPSET|AGA", "", "null"),
    (
        "GET_CHIPSET",
        "GET_CHIPSET",
        "7|AGA",
        r#"{"mask":7,"name":"AGA"}"#,
    ),
    ("SET_CPU_SPEED|-1", "SET_CPU_SPEED|-1", "", "null"),
    (
        "GET_CPU_SPEED",
        "GET_CPU_SPEED",
        "0|cycle-exact",
        r#"{"speed":0,"name":"cycle-exact"}"#,
    ),
    ("SET_CPU_MODEL|68000", "SET_CPU_MODEL|68000", "68|0", r#""68 0""#),
    (
        "GET_CPU_MODEL",
        "GET_CPU_MODEL",
        "model=68020|name=686802|fpu=0|24bit=true|compatible=true|cycle_exact=false",
        r#"{"model":68020,"name":"686802","fpu":0,"24bit":true,"compatible":true,"cycle_exact":false}"#,
    ),
    (
        "GET_MEMORY_CONFIG",
        "GET_MEMORY_CONFIG",
        "chip=2048KB|fast=0KB|bogo=512KB|z3=0KB|rtg=0KB",
        r#"{"chip":2048,"fast":0,"bogo":512,"z3":0,"rtg":0}"#,
    ),
    ("SET_CHIP_MEM|1024", "SET_CHIP_MEM|1024", "set", r#""set""#),
    ("SET_FAST_MEM|64", "SET_FAST_MEM|64", "set", r#""set""#),
    ("SET_SLOW_MEM|1792", "SET_SLOW_MEM|1792", "set", r#""set""#),
    ("SET_Z3_MEM|1024", "SET_Z3_MEM|1024", "set", r#""set""#),
    ("SEND_KEY|68|1", "SEND_KEY|68|1", "", "null"),
    ("SEND_MOUSE|-5|5|7", "SEND_MOUSE|-5|5|7", "", "null"),
    ("SEND_MOUSE_ABS|50|50|0", "SEND_MOUSE_ABS|50|50|0", "", "null"),
    ("SET_MOUSE_SPEED|10", "SET_MOUSE_SPEED|10", "", "null"),
    ("GET_MOUSE_SPEED", "GET_MOUSE_SPEED", "100", r#"{"speed":100}"#),
    ("SET_JOYPORT_MODE|1|cd32_pad", "SET_JOYPORT_MODE|1|7", "", "null"),
    (
        "GET_JOYPORT_MODE|1",
        "GET_JOYPORT_MODE|1",
        "7|cd32_pad",
        r#"{"mode":7,"name":"cd32_pad"}"#,
    ),
    ("SET_AUTOFIRE|0|always", "SET_AUTOFIRE|0|3", "", "null"),
    ("GET_AUTOFIRE|0", "GET_AUTOFIRE|0", "3", r#"{"mode":3}"#),
    ("SEND_JOYSTICK|1|9|127", "SEND_JOYSTICK|1|9|127", "", "null"),
    (
        "GET_GUI_AUTOMATION_STATE",
        "GET_GUI_AUTOMATION_STATE",
        "schema_version=1|runtime_id=r|geometry_revision=8|monitor_id=-1|geometry_valid=true|pending_tablet_mode=off|\
         effective_tablet_mode=off|pending_mouse_untrap=middle|effective_mouse_untrap=middle|\
         pending_effective_diverged=false|input_config_revision=1|focus_ready=true|supported_button_mask=7|button_mask=0",
        r#"{"schema_version":1,"runtime_id":"r","geometry_revision":8,"monitor_id":-1,"geometry_valid":true,
            "pending_tablet_mode":"off","effective_tablet_mode":"off","pending_mouse_untrap":"middle",
            "effective_mouse_untrap":"middle","pending_effective_diverged":false,"input_config_revision":1,
            "focus_ready":true,"supported_button_mask":7,"button_mask":0}"#,
    ),
    (
        "SET_GUI_AUTOMATION_CONFIG|off|middle|1|mousehack|magic",
        "SET_GUI_AUTOMATION_CONFIG|off|middle|1|mousehack|magic",
        "schema_version=1|reason=none|pending_tablet_mode=mousehack|effective_tablet_mode=off|pending_mouse_untrap=magic|\
         effective_mouse_untrap=middle|pending_effective_diverged=true|input_config_revision=2",
        r#"{"schema_version":1,"reason":"none","pending_tablet_mode":"mousehack","effective_tablet_mode":"off",
            "pending_mouse_untrap":"magic","effective_mouse_untrap":"middle","pending_effective_diverged":true,
            "input_config_revision":2}"#,
    ),
    (
        "SEND_MOUSE_ABS_GUARDED|100|50|1|r-1|8|0|3",
        "SEND_MOUSE_ABS_GUARDED|100|50|1|r-1|8|0|3",
        "schema_version=1|applied=true|reason=none|runtime_id=r-1|geometry_revision=8|monitor_id=0|input_config_revision=3|\
         button_mask=1|x=100|y=50",
        r#"{"schema_version":1,"applied":true,"reason":"none","runtime_id":"r-1","geometry_revision":8,"monitor_id":0,
            "input_config_revision":3,"button_mask":1,"x":100,"y":50}"#,
    ),
    (
        "RELEASE_MOUSE_BUTTONS",
        "RELEASE_MOUSE_BUTTONS",
        "schema_version=1|button_mask=0",
        r#"{"schema_version":1,"button_mask":0}"#,
    ),
    (
        "READ_MEM|$dff180|2",
        "READ_MEM|0xdff180|2",
        "4372",
        r#"{"value":4372}"#,
    ),
    (
        "WRITE_MEM|0x7f000|4|0x12345678",
        "WRITE_MEM|0x7f000|4|0x12345678",
        "",
        "null",
    ),
    (
        "GET_CPU_REGS",
        "GET_CPU_REGS",
        "D0=FFFFFFFF|A7=0003FEDC|PC=00FE7E8A|SR=2703|T=0|S=1|X=0|N=0|Z=0|V=1|C=1|USP=00000000|ISP=00000000",
        r#"{"D0":4294967295,"A7":261852,"PC":16678538,"SR":9987,"T":0,"S":true,"X":false,"N":false,"Z":false,"V":true,
            "C":true,"USP":0,"ISP":0}"#,
    ),
    (
        "GET_CUSTOM_REGS",
        "GET_CUSTOM_REGS",
        "DMACON=0010|INTENA=4000|INTREQ=0020|dma_master=0|dma_blitter=0|dma_copper=0|dma_bitplane=0|dma_disk=1|dma_audio=15|\
         COP1LC=00000000|COP2LC=00000420",
        r#"{"DMACON":16,"INTENA":16384,"INTREQ":32,"dma_master":false,"dma_blitter":false,"dma_copper":false,
            "dma_bitplane":false,"dma_disk":true,"dma_audio":15,"COP1LC":0,"COP2LC":1056}"#,
    ),
    (
        "GET_COPPER_STATE",
        "GET_COPPER_STATE",
        "COP1LC=00000420|COP2LC=00000000|enabled=1",
        r#"{"COP1LC":1056,"COP2LC":0,"enabled":true}"#,
    ),
    (
        "GET_BLITTER_STATE",
        "GET_BLITTER_STATE",
        "BLTCON0=0001|BLTCON1=0000|BLTSIZE_H=10|BLTSIZE_V=20|BLTAPT=00000010|BLTBPT=00000000|BLTCPT=00000000|\
         BLTDPT=00000000|busy=1|dma_enabled=0",
        r#"{"BLTCON0":1,"BLTCON1":0,"BLTSIZE_H":10,"BLTSIZE_V":20,"BLTAPT":16,"BLTBPT":0,"BLTCPT":0,"BLTDPT":0,"busy":true,
            "dma_enabled":false}"#,
    ),
    (
        "GET_DRIVE_STATE|0",
        "GET_DRIVE_STATE|0",
        "DF0_motor=1|DF0_track=79|DF0_writing=0|DF0_disabled=0|DF0_protected=1|DF0_inserted=0|DF0_disk=<empty>",
        r#"{"DF0_motor":true,"DF0_track":79,"DF0_writing":false,"DF0_disabled":false,"DF0_protected":true,
            "DF0_inserted":false,"DF0_disk":null}"#,
    ),
    (
        "GET_AUDIO_STATE",
        "GET_AUDIO_STATE",
        "ch0_dma=0|ch3_dma=1|master=0|sndbuf=0|sndbuf_status=3",
        r#"{"ch0_dma":false,"ch3_dma":true,"master":0,"sndbuf":0,"sndbuf_status":3}"#,
    ),
    (
        "GET_DMA_STATE",
        "GET_DMA_STATE",
        "DMACON=03FF|master=1|blitter_priority=0|blitter=1|copper=1|bitplane=1|sprite=1|disk=1|audio0=0|audio3=1",
        r#"{"DMACON":1023,"master":true,"blitter_priority":false,"blitter":true,"copper":true,"bitplane":true,"sprite":true,
            "disk":true,"audio0":false,"audio3":true}"#,
    ),
    (
        "DISASSEMBLE|0xf80000|2",
        "DISASSEMBLE|f80000|2",
        "00f80000 4e71 NOP\n|00f80002 4e75 RTS\n",
        r#"["00f80000 4e71 NOP","00f80002 4e75 RTS"]"#,
    ),
    (
        "DEBUG_ACTIVATE",
        "DEBUG_ACTIVATE",
        "Debugger activated",
        r#""Debugger activated""#,
    ),
    (
        "DEBUG_DEACTIVATE",
        "DEBUG_DEACTIVATE",
        "Debugger not active",
        r#""Debugger not active""#,
    ),
    (
        "DEBUG_STATUS",
        "DEBUG_STATUS",
        "active=1|stopped=1|debugging=1|exception_debugging=0|reason=T05watch:1",
        r#"{"active":true,"stopped":true,"debugging":true,"exception_debugging":false,"reason":"T05watch:1"}"#,
    ),
    (
        "DEBUG_STEP|10000",
        "DEBUG_STEP|10000",
        "Stepping 10000 instruction(s)",
        r#""Stepping 10000 instruction(s)""#,
    ),
    (
        "DEBUG_STEP_OVER",
        "DEBUG_STEP_OVER",
        "Stepping over current instruction",
        r#""Stepping over current instruction""#,
    ),
    (
        "DEBUG_CONTINUE",
        "DEBUG_CONTINUE",
        "Execution continued",
        r#""Execution continued""#,
    ),
    (
        "SET_BREAKPOINT|$f80010|19",
        "SET_BREAKPOINT|f80010|19",
        "Breakpoint set",
        r#""Breakpoint set""#,
    ),
    (
        "CLEAR_BREAKPOINT|all",
        "CLEAR_BREAKPOINT|ALL",
        "All breakpoints cleared",
        r#""All breakpoints cleared""#,
    ),
    (
        "LIST_BREAKPOINTS",
        "LIST_BREAKPOINTS",
        "count=1|slot=0 address=00F80010 type=16 enabled=1",
        r#"[{"slot":0,"address":16252944,"type":16,"enabled":true}]"#,
    ),
];

fn state(needs: Needs) -> (&'static str, &'static str) {
    let paused = needs == Needs::Paused;
    let stopped = matches!(needs, Needs::Stopped | Needs::PausedOrStopped);
    (
        if paused {
            "OK\tPaused=true\tConfig=x"
        } else {
            "OK\tPaused=false\tConfig=x"
        },
        if stopped {
            "OK\tactive=1\tstopped=1\tdebugging=1\texception_debugging=0"
        } else {
            "OK\tactive=0\tstopped=0\tdebugging=0\texception_debugging=0"
        },
    )
}

#[test]
fn every_command_is_sent_and_read_as_described() {
    for (typed, sent, fields, value) in ROWS {
        let words: Vec<&str> = typed.split('|').collect();
        let call = Call::new(words[0], &words[1..]).unwrap();
        let fields = fields.replace('|', "\t");
        let reply = if fields.is_empty() {
            "OK".to_owned()
        } else {
            format!("OK\t{fields}")
        };
        let (status, debug) = state(call.needs());
        // The first that fits is taken, so the command's own reply comes first.
        let fake = scripted(&[
            (words[0], &reply),
            ("GET_STATUS", status),
            ("DEBUG_STATUS", debug),
        ]);
        let answer = client(&fake)
            .call(&call)
            .unwrap_or_else(|error| panic!("{typed}: {error}"));
        let expected: serde_json::Value = serde_json::from_str(value).unwrap();
        assert_eq!(answer.json(), expected, "{typed}");
        assert_eq!(fake.requests().last(), Some(&sent.replace('|', "\t")), "{typed}");
        assert!(value == &"null" || !answer.show().is_empty());
    }
    let tried: Vec<&str> = ROWS.iter().map(|row| row.0.split('|').next().unwrap()).collect();
    let all: Vec<&str> = command::all().map(|specification| specification.name).collect();
    assert_eq!(tried, all, "each command has its row, in the table's order");
}

#[test]
fn empty_lists_are_lists() {
    for (name, reply) in [
        ("LIST_CONFIGS", "OK\t<no configs found>"),
        ("LIST_HARDDRIVES", "OK\t<no harddrives mounted>"),
        ("LIST_BREAKPOINTS", "OK\tNo breakpoints set"),
    ] {
        assert_eq!(
            client(&scripted(&[(name, reply)])).run(name, &[]).unwrap().json(),
            serde_json::json!([])
        );
    }
}

#[test]
fn a_state_that_is_needed_is_looked_at_first() {
    for specification in command::all().filter(|specification| specification.needs != Needs::Nothing) {
        let (paused, stopped) = match specification.needs {
            Needs::NotStopped => (Needs::Nothing, Needs::Stopped),
            _ => (Needs::Nothing, Needs::Nothing),
        };
        let fake = scripted(&[
            ("GET_STATUS", state(paused).0),
            ("DEBUG_STATUS", state(stopped).1),
        ]);
        let words: Vec<&str> = specification
            .arguments
            .iter()
            .filter(|one| !one.optional)
            .map(|_| "/x")
            .collect();
        let error = client(&fake).run(specification.name, &words).unwrap_err();
        assert_eq!(error.reason, Reason::WrongState, "{}", specification.name);
        assert!(
            fake.requests()
                .iter()
                .all(|request| request != specification.name),
            "nothing was sent"
        );
    }
}

#[test]
fn answers_of_another_shape_are_not_understood() {
    for (name, reply) in [
        ("GET_VOLUME", "OK"),
        ("GET_VOLUME", "OK\tloud"),
        ("GET_WARP", "OK\t2"),
        ("GET_FPS", "OK\tfps=1\tidle=1\tlines=1\tlace=false"),
        ("GET_VERSION", "OK\tversion=1"),
        ("GET_VERSION", "OK\tversion"),
        ("LIST_HARDDRIVES", "OK\tunit0"),
        ("LIST_BREAKPOINTS", "OK\tcount=1\tslot=x"),
    ] {
        let error = client(&scripted(&[(name, reply)])).run(name, &[]).unwrap_err();
        assert_eq!(error.reason, Reason::NotUnderstood, "{name} {reply}");
    }
    let more = client(&scripted(&[("GET_VERSION", "OK\tversion=1\tsdl=2\tnew=x")]))
        .run("GET_VERSION", &[])
        .unwrap();
    assert_eq!(more.json()["new"], "x", "fields of newer versions are kept");
}

#[test]
fn every_error_text_has_its_reason() {
    use amiberry_control::refusal::TEXTS;
    for (text, reason) in TEXTS {
        let server = format!("ERROR\t{text}");
        let error = client(&scripted(&[("MUTE", &server)]))
            .run("MUTE", &[])
            .unwrap_err();
        assert_eq!((error.reason, error.server.as_str()), (*reason, *text), "{text}");
    }
    // The texts as Amiberry writes them, with their ends.
    for (text, reason) in [
        ("Usage: SET_CONFIG <option> <value>", Reason::Refused),
        ("Missing filename", Reason::Refused),
        ("No disk in drive 0", Reason::NotFound),
        (
            "reason=unsupported_renderer\tVulkan",
            Reason::UnsupportedCapability,
        ),
        ("No breakpoint at address f80010", Reason::NotFound),
        (
            "Absolute mouse input rejected (check coordinates, focus, and active tablet_mode)",
            Reason::InputNotReady,
        ),
        ("Something new", Reason::Refused),
    ] {
        let server = format!("ERROR\t{text}");
        assert_eq!(
            client(&scripted(&[("MUTE", &server)]))
                .run("MUTE", &[])
                .unwrap_err()
                .reason,
            reason,
            "{text}"
        );
    }
}

#[test]
fn every_rejection_has_its_reason() {
    use amiberry_control::refusal::REJECTIONS;
    for (name, reason, _) in REJECTIONS {
        let server = format!("ERROR\tschema_version=1\tapplied=false\treason={name}\tbutton_mask=0");
        let error = client(&scripted(&[("MUTE", &server)]))
            .run("MUTE", &[])
            .unwrap_err();
        assert_eq!((error.reason, error.rejection.as_deref()), (*reason, Some(*name)));
    }
}

#[test]
fn an_unknown_command_names_the_version() {
    let fake = scripted(&[
        ("GET_VERSION", "OK\tversion=Amiberry 8.3.0\tsdl=x"),
        ("SAVE_CONFIG", "ERROR\tUnknown command: SAVE_CONFIG"),
    ]);
    let error = client(&fake).run("SAVE_CONFIG", &["/x"]).unwrap_err();
    assert_eq!(error.reason, Reason::UnsupportedCapability);
    assert!(
        error.message.contains("Amiberry 8.3.0") && error.message.contains("newer than 8.3.0"),
        "{error}"
    );
}
