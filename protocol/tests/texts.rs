//! Reply lines byte for byte, also for the values that break a careless writer.

use protocol::client::record::{Record, parse_where, records};
use protocol::text::{
    self, EntryKind, EntryLine, GadgetLine, ItemLine, MenuLine, Protection, Rect, ScreenLine, WindowLine,
};
use protocol::{Role, Sink, Verb};

const BOUNDS: Rect = Rect {
    left: 40,
    top: 0,
    width: 220,
    height: 256,
};

fn written(write: impl FnOnce(&mut dyn Sink)) -> Vec<u8> {
    let mut bytes = Vec::new();
    write(&mut |piece: &[u8]| bytes.extend_from_slice(piece));
    bytes
}

#[track_caller]
fn assert_text(bytes: &[u8], expected: &str) {
    assert_eq!(
        bytes.escape_ascii().to_string(),
        expected.as_bytes().escape_ascii().to_string()
    );
}

#[test]
fn tree_lines() {
    let window = WindowLine {
        title: Some(b"Demo"),
        screen_title: b"Workbench Screen",
        bounds: BOUNDS,
    };
    assert_text(
        &written(|sink| window.write_to(sink)),
        "window \"Demo\" screen=\"Workbench Screen\" [40,0 220x256]\n",
    );
    let untitled = WindowLine {
        title: None,
        screen_title: b"",
        bounds: Rect {
            left: -3,
            top: -4,
            width: -1,
            height: -1,
        },
    };
    assert_text(
        &written(|sink| untitled.write_to(sink)),
        "window \"(untitled)\" screen=\"\" [-3,-4 0x0]\n",
    );

    let gadget = GadgetLine {
        id: 2,
        role: Role::String,
        class: b"",
        label: b"Host:",
        value: Some(b""),
        bounds: Rect {
            left: 26,
            top: 51,
            width: 88,
            height: 8,
        },
    };
    assert_text(
        &written(|sink| gadget.write_to(sink)),
        "  gadget id=2 role=string class=\"\" label=\"Host:\" value=\"\" [26,51 88x8]\n",
    );
    let system = GadgetLine {
        id: u32::MAX,
        role: Role::Custom,
        class: b"gadgetclass",
        label: b"",
        value: None,
        ..gadget
    };
    assert_text(
        &written(|sink| system.write_to(sink)),
        "  gadget id=4294967295 role=custom class=\"gadgetclass\" label=\"\" [26,51 88x8]\n",
    );
}

#[test]
fn menu_lines() {
    let menu = MenuLine {
        menu: 0,
        title: b"Project",
        enabled: true,
    };
    assert_text(
        &written(|sink| menu.write_to(sink)),
        "menu num=0 title=\"Project\" enabled=1\n",
    );
    let item = ItemLine {
        menu: 0,
        item: 1,
        sub: None,
        text: b"About",
        shortcut: Some(b'A'),
        checkit: false,
        checked: false,
        enabled: true,
    };
    let line = "  item num=0/1 text=\"About\" shortcut=A checkit=0 checked=0 enabled=1\n";
    assert_text(&written(|sink| item.write_to(sink)), line);
    let sub_item = ItemLine {
        sub: Some(2),
        shortcut: None,
        checkit: true,
        checked: true,
        enabled: false,
        ..item
    };
    let line = "    subitem num=0/1/2 text=\"About\" checkit=1 checked=1 enabled=0\n";
    assert_text(&written(|sink| sub_item.write_to(sink)), line);
    // Bytes that Python takes for white space, or that end a line, are no shortcut for a client.
    let visible = |byte| {
        let line = written(|sink| {
            ItemLine {
                shortcut: Some(byte),
                ..item
            }
            .write_to(sink)
        });
        line.windows(10).any(|piece| piece == b" shortcut=")
    };
    for byte in [0, 9, 10, 13, 0x1C, 0x1F, b' ', 0x7F, 0x85, 0xA0] {
        assert!(!visible(byte), "{byte:#x}");
    }
    for byte in [b'!', b'"', b'\\', b'~', 0xA1, 0xFF] {
        assert!(visible(byte), "{byte:#x}");
    }
}

#[test]
fn screen_and_entry_lines() {
    let screen = ScreenLine {
        title: b"Workbench Screen",
        bounds: Rect {
            left: 0,
            top: -11,
            width: 640,
            height: 256,
        },
        frontmost: true,
    };
    assert_text(
        &written(|sink| screen.write_to(sink)),
        "screen title=\"Workbench Screen\" [0,-11 640x256] frontmost=1\n",
    );
    let entry = EntryLine {
        name: b"S",
        kind: EntryKind::Directory,
        size: 0,
        protection: Protection::from_bits(0),
        date: b"06-Aug-26 12:34:56",
        comment: b"",
    };
    assert_text(
        &written(|sink| entry.write_to(sink)),
        "entry name=\"S\" type=dir size=0 prot=rwed date=\"06-Aug-26 12:34:56\" comment=\"\"\n",
    );
    let file = EntryLine {
        name: b"a \"b\"",
        kind: EntryKind::File,
        size: 4_000_000_000,
        protection: Protection::from_bits(0x0D),
        date: b"?\" ?\n",
        comment: b"c\\d\rx",
    };
    assert_text(
        &written(|sink| file.write_to(sink)),
        "entry name=\"a \\\"b\\\"\" type=file size=4000000000 prot=--e- date=\"?? ??\" comment=\"c\\\\d?x\"\n",
    );
}

/// Defect D4 of 1.1: a control byte in a title or label broke the client. 1.1 sent the byte; here it becomes `?`.
#[test]
fn d4_no_byte_can_break_a_line() {
    for byte in 0..=255 {
        let label = [b'a', byte, b'b'];
        let gadget = GadgetLine {
            id: 1,
            role: Role::Button,
            class: &label,
            label: &label,
            value: Some(&label),
            bounds: BOUNDS,
        };
        let line = written(|sink| gadget.write_to(sink));
        let breaks = line
            .iter()
            .filter(|byte| matches!(byte, 0 | 10..=13 | 0x1C..=0x1E | 0x85))
            .count();
        assert_eq!(breaks, 1, "{byte:#x}: only the LF at the end");
        let lines: Vec<_> = records(&line).collect();
        let [Ok(Record::Gadget(read))] = lines[..] else {
            panic!("{byte:#x}: {lines:?}")
        };
        let kept = if matches!(byte, 0 | 10..=13 | 0x1C..=0x1E | 0x85) {
            b'?'
        } else {
            byte
        };
        for field in [read.class, read.label, read.value.expect("a value")] {
            assert!(field.equals(&[b'a', kept, b'b']), "{byte:#x}");
        }
    }
}

#[test]
fn the_version_reply_of_1_1_byte_for_byte() {
    let stable: Vec<Verb> = Verb::ALL
        .iter()
        .copied()
        .filter(|verb| verb.is_stable())
        .collect();
    let reply = written(|sink| text::write_version(sink, b"1.1", &stable, &[]));
    assert_text(
        &reply,
        "AMIPILOT 1.1 PROTOCOL 1\nSTABLE VERSION TREE CLICK TYPE GETTEXT MANIFEST LAUNCH FSLIST FSSTAT FSMKDIR FSDELETE FSGET \
         FSPUT WBLAUNCH MENU MENUPICK DRAG WINDOWMOVE WINDOWSIZE WAITFOR SCREENS SCREENSHOT AUTH MUIREXX WHERE PICK QUIT\n",
    );
    let reply = written(|sink| text::write_version(sink, b"2.0", &[Verb::Version], &[Verb::Ping, Verb::Why]));
    assert_text(
        &reply,
        "AMIPILOT 2.0 PROTOCOL 1\nSTABLE VERSION\nEXTENDED PING WHY\n",
    );
}

#[test]
fn reports_that_clients_read() {
    let report = written(|sink| text::write_manifest_report(sink, b"GTApp", 1, 3));
    assert_text(&report, "loaded GTApp: 1 windows, 3 gadgets");
    let bounds = Rect {
        left: 12,
        top: -3,
        width: 100,
        height: 14,
    };
    let reply = written(|sink| text::write_where(sink, &bounds));
    assert_text(&reply, "12 -3 100 14");
    assert_eq!(parse_where(&reply), Some(bounds));
    for bad in ["", "1 2 3", "1 2 3 4 5", "1 2 3 x"] {
        assert_eq!(parse_where(bad.as_bytes()), None, "{bad}");
    }
}

#[test]
fn cut_and_foreign_lines_are_malformed() {
    let good = "  gadget id=2 role=string class=\"\" label=\"Host:\" value=\"\" [26,51 88x8]";
    assert!(Record::parse(good.as_bytes()).is_ok());
    for end in 0..good.len() {
        assert!(
            Record::parse(&good.as_bytes()[..end]).is_err(),
            "{}",
            &good[..end]
        );
    }
    for bad in [
        "  gadget id=2 role=string class=\"\" label=\"\" [26,51 88x8] more",
        "  gadget id=-2 role=string class=\"\" label=\"\" [26,51 88x8]",
        "window \"a\" screen=\"b\" [0,0 -1x2]",
        "screen title=\"a\" [0,0 1x2] frontmost=2",
        "entry name=\"a\" type=link size=1 prot=rwed date=\"\" comment=\"\"",
        "entry name=\"a\" type=file size=1 prot=wred date=\"\" comment=\"\"",
        "something else",
    ] {
        assert!(Record::parse(bad.as_bytes()).is_err(), "{bad}");
    }
    // A role of a later version is kept by name.
    let line = b"  gadget id=2 role=gauge class=\"\" label=\"\" [26,51 88x8]";
    let Ok(Record::Gadget(gadget)) = Record::parse(line) else {
        panic!("a gadget")
    };
    assert_eq!((gadget.role(), gadget.role_name), (None, &b"gauge"[..]));
}
