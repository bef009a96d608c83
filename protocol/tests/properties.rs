//! What holds for every input: nothing panics, and what one end writes the other reads back.

use proptest::collection::vec;
use proptest::option;
use proptest::prelude::*;
use protocol::client::record::{Record, records};
use protocol::client::reply::{ReplyParser, ReplyPart};
use protocol::client::version::ServerVersion;
use protocol::reply::{Counter, Portion, write_header};
use protocol::text::{
    EntryKind, EntryLine, GadgetLine, ItemLine, MenuLine, Protection, Rect, ScreenLine, WindowLine,
};
use protocol::{Line, LineAssembler, ReturnCode, Role, Sink, parse};

fn written(write: impl FnOnce(&mut dyn Sink)) -> Vec<u8> {
    let mut bytes = Vec::new();
    write(&mut |piece: &[u8]| bytes.extend_from_slice(piece));
    bytes
}

/// What a client reads where a server was given `text`.
fn sanitised(text: &[u8]) -> Vec<u8> {
    let breaks = |byte: &u8| matches!(byte, 0 | 10..=13 | 0x1C..=0x1E | 0x85);
    text.iter()
        .map(|byte| if breaks(byte) { b'?' } else { *byte })
        .collect()
}

fn field() -> impl Strategy<Value = Vec<u8>> {
    vec(
        prop_oneof![prop::sample::select(b"\"\\ a\n\r".as_slice()), any::<u8>()],
        0..40,
    )
}

fn rect() -> impl Strategy<Value = Rect> {
    any::<(i32, i32, i32, i32)>().prop_map(|(left, top, width, height)| Rect {
        left,
        top,
        width,
        height,
    })
}

fn seen(bounds: Rect) -> Rect {
    Rect {
        width: bounds.width.max(0),
        height: bounds.height.max(0),
        ..bounds
    }
}

/// The one record of a body.
fn single(body: &[u8]) -> Record<'_> {
    let mut records = records(body);
    let record = records.next().expect("a line").expect("a record");
    assert_eq!(records.next(), None);
    record
}

/// Feeds `input` to an assembler in pieces of the given sizes and gives its lines back, marked when too long.
fn lines(input: &[u8], sizes: &[usize]) -> Vec<(bool, Vec<u8>)> {
    let (mut assembler, mut lines) = (LineAssembler::new(), Vec::new());
    let (mut rest, mut sizes) = (input, sizes.iter().cycle());
    while !rest.is_empty() {
        let (piece, after) = rest.split_at((*sizes.next().expect("a size")).min(rest.len()));
        rest = after;
        for byte in piece {
            match assembler.push(*byte) {
                Some(Line::Text(text)) => lines.push((false, text.to_vec())),
                Some(Line::TooLong(start)) => lines.push((true, start.to_vec())),
                None => (),
            }
        }
    }
    lines
}

/// The same lines, out of the whole input at once.
fn reference_lines(input: &[u8]) -> Vec<(bool, Vec<u8>)> {
    let mut whole: Vec<&[u8]> = input.split(|byte| *byte == b'\n').collect();
    whole.pop();
    let text = |line: &[u8]| -> Option<(bool, Vec<u8>)> {
        let nul = line.iter().position(|byte| *byte == 0);
        if line.len() > 511 {
            return Some((true, line[..nul.unwrap_or(511).min(511)].to_vec()));
        }
        let text = match nul {
            Some(end) => &line[..end],
            None => line.strip_suffix(b"\r").unwrap_or(line),
        };
        if text.is_empty() {
            None
        } else {
            Some((false, text.to_vec()))
        }
    };
    whole.into_iter().filter_map(text).collect()
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn parsing_never_panics(line in vec(any::<u8>(), 0..600), verb in prop::sample::select(protocol::Verb::ALL)) {
        let with_verb = [verb.as_str().as_bytes(), b" ", &line].concat();
        for line in [&line, &with_verb] {
            if let Err(error) = parse(line) {
                let text = written(|sink| error.write_to(sink));
                prop_assert!(!text.is_empty() && text.iter().all(|byte| (b' '..=b'~').contains(byte)));
            }
            let _ = Line::Text(line).counted_body();
            let _ = Line::TooLong(line).counted_body();
        }
        let _ = Record::parse(&line);
        let _ = ServerVersion::parse(&line);
        let mut input = &line[..];
        let mut parser = ReplyParser::new();
        while let Ok(Some(_)) = parser.take(&mut input) {}
    }

    #[test]
    fn lines_do_not_depend_on_how_they_arrive(
        pieces in vec(prop_oneof![
            vec(prop::sample::select(b"ab\r\n\0 ".as_slice()), 0..20),
            (500..520_usize).prop_map(|count| vec![b'x'; count]),
        ], 0..20),
        sizes in vec(1..700_usize, 1..10),
    ) {
        let input = pieces.concat();
        let expected = reference_lines(&input);
        prop_assert_eq!(lines(&input, &sizes), expected.clone());
        prop_assert_eq!(lines(&input, &[1]), expected);
    }

    #[test]
    fn window_and_gadget_lines_read_back(
        title in option::of(field()), screen_title in field(), label in field(), value in option::of(field()),
        id in any::<u32>(), role in prop::sample::select(Role::ALL), bounds in rect(),
    ) {
        let line = WindowLine { title: title.as_deref(), screen_title: &screen_title, bounds };
        let body = written(|sink| line.write_to(sink));
        let Record::Window(window) = single(&body) else { panic!("a window") };
        prop_assert!(window.title.equals(&title.map_or(b"(untitled)".to_vec(), |title| sanitised(&title))));
        prop_assert!(window.screen_title.equals(&sanitised(&screen_title)));
        prop_assert_eq!(window.bounds, seen(bounds));

        let line = GadgetLine { id, role, class: &screen_title, label: &label, value: value.as_deref(), bounds };
        let body = written(|sink| line.write_to(sink));
        let Record::Gadget(gadget) = single(&body) else { panic!("a gadget") };
        prop_assert_eq!((gadget.id, gadget.role(), gadget.bounds), (id, Some(role), seen(bounds)));
        prop_assert!(gadget.class.equals(&sanitised(&screen_title)) && gadget.label.equals(&sanitised(&label)));
        prop_assert_eq!(
            gadget.value.map(|field| field.bytes().collect::<Vec<u8>>()),
            value.map(|value| sanitised(&value))
        );
    }

    #[test]
    fn menu_screen_and_entry_lines_read_back(
        text in field(), comment in field(), numbers in any::<(u16, u16)>(), sub in option::of(any::<u16>()),
        shortcut in option::of(any::<u8>()), flags in any::<(bool, bool, bool)>(), bounds in rect(),
        size in any::<u32>(), bits in any::<u32>(), date in field(),
    ) {
        let menu = MenuLine { menu: numbers.0, title: &text, enabled: flags.0 };
        let body = written(|sink| menu.write_to(sink));
        let Record::Menu(read) = single(&body) else { panic!("a menu") };
        prop_assert!(read.title.equals(&sanitised(&text)));
        prop_assert_eq!((read.menu, read.enabled), (u32::from(numbers.0), flags.0));

        let (checkit, checked, enabled) = flags;
        let item = ItemLine { menu: numbers.0, item: numbers.1, sub, text: &text, shortcut, checkit, checked, enabled };
        let body = written(|sink| item.write_to(sink));
        let Record::Item(read) = single(&body) else { panic!("an item") };
        prop_assert!(read.text.equals(&sanitised(&text)));
        prop_assert_eq!((read.menu, read.item), (u32::from(numbers.0), u32::from(numbers.1)));
        prop_assert_eq!(read.sub, sub.map(u32::from));
        prop_assert_eq!((read.checkit, read.checked, read.enabled), flags);
        prop_assert_eq!(read.shortcut, shortcut.filter(|byte| !matches!(byte, 0..=32 | 0x7F..=0xA0)));

        let screen = ScreenLine { title: &text, bounds, frontmost: flags.0 };
        let body = written(|sink| screen.write_to(sink));
        let Record::Screen(read) = single(&body) else { panic!("a screen") };
        prop_assert!(read.title.equals(&sanitised(&text)));
        prop_assert_eq!((read.bounds, read.frontmost), (seen(bounds), flags.0));

        let kind = if flags.1 { EntryKind::File } else { EntryKind::Directory };
        let protection = Protection::from_bits(bits);
        let entry = EntryLine { name: &text, kind, size, protection, date: &date, comment: &comment };
        let body = written(|sink| entry.write_to(sink));
        let Record::Entry(read) = single(&body) else { panic!("an entry") };
        prop_assert!(read.name.equals(&sanitised(&text)) && read.comment.equals(&sanitised(&comment)));
        prop_assert_eq!((read.kind, read.size, read.protection), (kind, size, protection));
        prop_assert_eq!(read.date.len(), date.len());
    }

    /// A server that counts first and then writes portion by portion sends what a client takes apart again.
    #[test]
    fn replies_arrive_whole(
        bodies in vec(vec(field(), 0..5), 1..5), portion_size in 1..60_usize, piece_size in 1..60_usize,
    ) {
        let mut stream = Vec::new();
        let mut expected = Vec::new();
        for fields in &bodies {
            let write = |sink: &mut dyn Sink| {
                for text in fields {
                    ScreenLine { title: text, bounds: Rect::default(), frontmost: false }.write_to(sink);
                }
            };
            let mut counter = Counter::new();
            write(&mut counter);
            stream.extend(written(|sink| write_header(sink, ReturnCode::Ok, counter.count())));
            let mut sent = 0;
            loop {
                let mut buffer = vec![0; portion_size];
                let mut portion = Portion::new(sent, &mut buffer);
                write(&mut portion);
                sent += portion.len() as u32;
                stream.extend_from_slice(portion.bytes());
                if !portion.is_full() {
                    break;
                }
            }
            prop_assert_eq!(sent, counter.count());
            expected.push(written(|sink| write(sink)));
        }
        let (mut parser, mut got, mut body) = (ReplyParser::new(), Vec::new(), Vec::new());
        for piece in stream.chunks(piece_size) {
            let mut input = piece;
            while let Some(part) = parser.take(&mut input).expect("replies") {
                match part {
                    ReplyPart::Header(header) => prop_assert_eq!(header.return_code(), Some(ReturnCode::Ok)),
                    ReplyPart::Body(bytes) => body.extend_from_slice(bytes),
                    ReplyPart::End => got.push(std::mem::take(&mut body)),
                }
            }
        }
        prop_assert_eq!(got, expected);
    }
}
