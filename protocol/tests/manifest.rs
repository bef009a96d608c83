//! Manifests: the whole grammar, every reason to refuse one, and noise.

use protocol::Word;
use protocol::manifest::{Entry, Kind, Manifest, ManifestError, Problem, Reader};

/// Reads a file; the bytes of its entries and its counts.
fn read(file: &[u8]) -> Result<(Vec<u8>, (u32, u32)), ManifestError> {
    let mut reader = Reader::new();
    let mut known = Vec::new();
    let add = |known: &mut Vec<u8>, entry: Entry<'_>| {
        let (header, name, title) = entry.parts();
        known.extend(header);
        known.extend(name);
        known.extend(title);
    };
    for byte in file {
        if reader.push(*byte, &known)? {
            add(&mut known, reader.entry());
        }
    }
    if reader.finish(&known)? {
        add(&mut known, reader.entry());
    }
    Ok((known, reader.counts()))
}

/// The problem of a file, and its line.
fn problem(file: &str) -> (u16, Problem) {
    let error = read(file.as_bytes()).expect_err(file);
    (error.line, error.problem)
}

const V2: &str = "; names of GTApp\r\n\
    manifest 2\r\n\
    \r\n\
    \tApp GTApp ; the program\r\n\
    WHEREPORT\tGTAPP.WHERE#1 # a port\r\n\
    window main \"GTApp; Fixture\" # the title has a semicolon\n\
    WINDOW other Other;title\n\
    GADGET connect_button main 1;\n\
    GADGET \"host\" main -1\n\
    gadget third other seven\n\
    WHEREGADGET field_2 other";

#[test]
fn a_manifest_of_version_2_is_read() {
    let (bytes, counts) = read(V2.as_bytes()).unwrap();
    assert_eq!(counts, (2, 4));
    let manifest = Manifest::new(&bytes);
    assert_eq!(manifest.application(), b"GTApp");
    assert_eq!(manifest.port(), Some(&b"GTAPP.WHERE#1"[..]));
    let find = |name: &str| manifest.gadget(&Word::plain(name.as_bytes()));
    for (name, kind, id, title) in [
        ("Connect_Button", Kind::Gadget, 1, "GTApp; Fixture"),
        ("host", Kind::Gadget, u32::MAX, "GTApp; Fixture"),
        ("THIRD", Kind::Gadget, 0, "Other;title"),
        ("field_2", Kind::WhereGadget, 0, "Other;title"),
    ] {
        let entry = find(name).expect(name);
        assert_eq!((entry.kind, entry.id), (kind, id), "{name}");
        assert_eq!(manifest.title(&entry), title.as_bytes(), "{name}");
    }
    // A window is no gadget, and no part of a name is a name.
    for name in ["main", "connect", "field_22", ""] {
        assert_eq!(find(name), None, "{name}");
    }
    assert_eq!(bytes.len(), 8 * 8 + 5 + 13 + 4 + 14 + 5 + 11 + 14 + 4 + 5 + 7);
}

#[test]
fn the_end_of_a_line_does_not_matter() {
    let lf = read(V2.replace("\r\n", "\n").as_bytes()).unwrap();
    assert_eq!(read(V2.as_bytes()).unwrap(), lf);
    assert_eq!(read(format!("{V2}\n\n").as_bytes()).unwrap(), lf);
    assert_eq!(read(format!("{V2}\r").as_bytes()).unwrap(), lf);
    // A CR alone ends no line: it is a character of the title.
    let (bytes, _) = read(b"MANIFEST 1\nAPP A\nWINDOW w a\rb\n").unwrap();
    let window = Manifest::new(&bytes).entries().last().unwrap();
    assert_eq!(window.title, b"a\rb");
}

#[test]
fn every_reason_to_refuse_names_its_line() {
    let start = "MANIFEST 1\nAPP A\nWINDOW w Title\n";
    let start2 = "MANIFEST 2\nAPP A\nWINDOW w Title\n";
    for (file, line, expected) in [
        (String::new(), 1, Problem::Empty),
        ("; nothing\n\n".into(), 3, Problem::Empty),
        ("APP A\n".into(), 1, Problem::VersionFirst),
        ("\nHELLO".into(), 2, Problem::VersionFirst),
        ("MANIFEST 3".into(), 1, Problem::UnknownVersion),
        ("MANIFEST 0".into(), 1, Problem::UnknownVersion),
        ("MANIFEST -1".into(), 1, Problem::UnknownVersion),
        ("MANIFEST".into(), 1, Problem::UnknownVersion),
        ("MANIFEST 1\nMANIFEST 1".into(), 2, Problem::SecondVersion),
        ("MANIFEST 1\nAPP".into(), 2, Problem::ApplicationWithoutName),
        ("MANIFEST 1\nAPP \"\"".into(), 2, Problem::ApplicationWithoutName),
        ("MANIFEST 1\nAPP A\nAPP A".into(), 3, Problem::SecondApplication),
        ("MANIFEST 1\nWINDOW w Title\n".into(), 3, Problem::NoApplication),
        ("MANIFEST 1\nAPP A\n".into(), 3, Problem::NoWindow),
        ("MANIFEST 1\nWINDOW Main T".into(), 2, Problem::BadName),
        ("MANIFEST 1\nWINDOW".into(), 2, Problem::BadName),
        ("MANIFEST 1\nWINDOW \"a b\" T".into(), 2, Problem::BadName),
        ("MANIFEST 1\nWINDOW w".into(), 2, Problem::WindowWithoutTitle),
        ("MANIFEST 1\nWINDOW w \"\"".into(), 2, Problem::WindowWithoutTitle),
        (format!("{start}WINDOW w Two"), 4, Problem::SecondWindow),
        (format!("{start}GADGET g v 1"), 4, Problem::UndeclaredWindow),
        (format!("{start}GADGET g"), 4, Problem::UndeclaredWindow),
        (format!("{start}GADGET g w"), 4, Problem::GadgetWithoutId),
        (format!("{start}GADGET G w 1"), 4, Problem::BadName),
        (
            format!("{start}GADGET g w 1\nGADGET g w 2"),
            5,
            Problem::SecondGadget,
        ),
        (format!("{start}WHEREPORT P"), 4, Problem::NeedsVersion2),
        (format!("{start}WHEREGADGET g w"), 4, Problem::NeedsVersion2),
        (format!("{start2}WHEREGADGET g w"), 4, Problem::WhereWithoutPort),
        (format!("{start2}WHEREPORT"), 4, Problem::PortWithoutName),
        (
            format!("{start2}WHEREPORT P\nWHEREPORT Q"),
            5,
            Problem::SecondPort,
        ),
        (
            format!("{start2}WHEREPORT P\nGADGET g w 1\nWHEREGADGET g w"),
            6,
            Problem::SecondGadget,
        ),
        (
            format!("{start2}WHEREPORT P\nWHEREGADGET g v"),
            5,
            Problem::UndeclaredWindow,
        ),
        (format!("{start}BUTTON g w 1"), 4, Problem::UnknownRecord),
        (format!("{start}GADGETS g w 1"), 4, Problem::UnknownRecord),
        (format!("{start}GADGET g w 1 2"), 4, Problem::TrailingText),
        (format!("{start}GADGET g w 1 2 3"), 4, Problem::TrailingText),
        ("MANIFEST 1 1".into(), 1, Problem::TrailingText),
        ("MANIFEST 1\nAPP A B".into(), 2, Problem::TrailingText),
        ("MANIFEST 1\nWINDOW w \"T\"x".into(), 2, Problem::TrailingText),
    ] {
        assert_eq!(problem(&file), (line, expected), "{file:?}");
    }
}

/// 1.1: `strncpy` into 32 and 96 bytes: a name of 32 bytes was known by its first 31, and `@name` in full found nothing.
#[test]
fn d20_long_names_are_refused_and_not_cut() {
    let long = |count: usize| "x".repeat(count);
    let file = |app: usize, port: usize, window: usize, title: usize, gadget: usize| {
        format!(
            "MANIFEST 2\nAPP {}\nWHEREPORT {}\nWINDOW {} \"{}\"\nGADGET {} {} 1\n",
            long(app),
            long(port),
            long(window),
            long(title),
            long(gadget),
            long(window)
        )
    };
    let (bytes, _) = read(file(31, 31, 31, 95, 31).as_bytes()).unwrap();
    let name = long(31);
    let gadget = Manifest::new(&bytes).gadget(&Word::plain(name.as_bytes()));
    assert_eq!(Manifest::new(&bytes).title(&gadget.unwrap()).len(), 95);
    for (refused, line) in [
        (file(32, 1, 1, 1, 1), 2),
        (file(1, 32, 1, 1, 1), 3),
        (file(1, 1, 32, 1, 1), 4),
        (file(1, 1, 1, 96, 1), 4),
        (file(1, 1, 1, 300, 1), 4),
        (file(1, 1, 1, 1, 32), 5),
    ] {
        assert_eq!(problem(&refused), (line, Problem::TooLong), "{refused}");
    }
    let id = "1".repeat(16);
    let refused = format!("MANIFEST 1\nAPP A\nWINDOW w T\nGADGET g w {id}");
    assert_eq!(problem(&refused), (4, Problem::TooLong));
}

#[test]
fn sixteen_windows_and_96_gadgets_are_the_most() {
    let file = |windows: usize, gadgets: usize| {
        let mut file = String::from("MANIFEST 1\nAPP A\n");
        for window in 0..windows {
            file += &format!("WINDOW w{window} T{window}\n");
        }
        for gadget in 0..gadgets {
            file += &format!("GADGET g{gadget} w{} {gadget}\n", gadget % windows);
        }
        file
    };
    let (bytes, counts) = read(file(16, 96).as_bytes()).unwrap();
    assert_eq!(counts, (16, 96));
    let manifest = Manifest::new(&bytes);
    let last = manifest.gadget(&Word::plain(b"g95")).unwrap();
    assert_eq!((last.id, manifest.title(&last)), (95, &b"T15"[..]));
    assert_eq!(problem(&file(17, 1)), (19, Problem::TooManyWindows));
    assert_eq!(problem(&file(16, 97)), (115, Problem::TooManyGadgets));
}

#[test]
fn a_comment_may_be_long_and_hold_anything() {
    let long = "\"x ".repeat(2000);
    let file = format!(";{long}\nMANIFEST 1 #{long}\nAPP A;{long}\nWINDOW w T\n").replace("A;", "A ;");
    assert!(read(file.as_bytes()).is_ok());
    // Before the record is complete it is no comment.
    assert_eq!(
        problem("MANIFEST 1\nWINDOW w #title ; c\n;\n").1,
        Problem::NoApplication
    );
    // An open quote ends at the end of the line.
    let (bytes, _) = read(b"MANIFEST 1\nAPP \"My App ;\nWINDOW w \"T\n").unwrap();
    assert_eq!(Manifest::new(&bytes).application(), b"My App ;");
}

#[test]
fn reasons_are_texts_of_one_line() {
    for (file, text) in [
        (
            "HELLO",
            "line 1: the first record must be MANIFEST 1 or MANIFEST 2",
        ),
        (
            "MANIFEST 1\nAPP aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa",
            "line 2: too long: names have 31 bytes at most, titles 95, numbers 15",
        ),
    ] {
        let mut written = Vec::new();
        read(file.as_bytes())
            .unwrap_err()
            .write_to(&mut |bytes: &[u8]| written.extend_from_slice(bytes));
        assert_eq!(String::from_utf8(written).unwrap(), text);
    }
}

/// Whatever the bytes are, a reader says yes or no, and what it kept can be read.
#[test]
fn noise_does_no_harm() {
    let pieces: [&[u8]; 16] = [
        b"MANIFEST 2\n",
        b"APP x\n",
        b"WINDOW ",
        b"GADGET ",
        b"WHEREPORT p\n",
        b"WHEREGADGET ",
        b"w ",
        b"\"",
        b"\r",
        b"\n",
        b";",
        b"#",
        b" ",
        b"\0",
        b"\xff",
        b"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa",
    ];
    let mut seed = 1u32;
    let mut good = 0;
    for _ in 0..20_000 {
        let mut file = Vec::new();
        for _ in 0..seed % 24 {
            seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            file.extend(pieces[(seed >> 16) as usize % pieces.len()]);
        }
        seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        if seed & 0x8000 != 0 {
            file.splice(..0, *b"MANIFEST 2\nAPP x\nWINDOW w t\nGADGET g w 1\n");
        }
        if let Ok((bytes, (windows, gadgets))) = read(&file) {
            good += 1;
            let manifest = Manifest::new(&bytes);
            assert_eq!(
                manifest
                    .entries()
                    .filter(|entry| entry.kind == Kind::Window)
                    .count() as u32,
                windows
            );
            let count = manifest
                .entries()
                .map(|entry| 8 + entry.name.len() + entry.title.len())
                .sum::<usize>();
            assert_eq!(count, bytes.len());
            let named = |entry: &Entry<'_>| matches!(entry.kind, Kind::Gadget | Kind::WhereGadget);
            assert_eq!(manifest.entries().filter(named).count() as u32, gadgets);
        }
    }
    assert!(good > 100, "{good}");
}
