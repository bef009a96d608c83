//! What holds for every input: nothing panics, and what one end writes the other reads back.

use proptest::collection::vec;
use proptest::option;
use proptest::prelude::*;
use protocol::client::record::{Record, records};
use protocol::client::reply::{ReplyParser, ReplyPart};
use protocol::client::{request, version::ServerVersion};
use protocol::reply::{Counter, Portion, write_header};
use protocol::request::{Condition, DragTo, Expectation, Request, StartupOptions, Target};
use protocol::text::{
    EntryKind, EntryLine, GadgetLine, ItemLine, MenuLine, Protection, Rect, ScreenLine, WindowLine,
};
use protocol::{Line, LineAssembler, ReturnCode, Role, Sink, Word, parse};

/// Bytes that a request line can carry, with those that the grammar cares about often among them.
fn line_byte() -> impl Strategy<Value = u8> {
    prop_oneof![
        4 => prop::sample::select(b" \t\"\\=@0-aRTE".as_slice()),
        1 => prop::sample::select((1..=255).filter(|byte| !matches!(byte, 10 | 13)).collect::<Vec<u8>>()),
    ]
}

/// A word of at most `most` bytes, now and then one that looks like an option.
fn word(most: usize) -> impl Strategy<Value = Vec<u8>> {
    prop_oneof![
        6 => vec(line_byte(), 0..=most.min(40)),
        1 => prop::sample::select(
            [
                "SCREEN=x", "window=", "NOWINDOW", "REQUESTERS", "ROLE=b", "LABEL=", "INDEX=1", "TEXT=", "TIMEOUT=9", "TO", "@n",
                "STACK=4", "EXPECT=x", "ARG=x",
            ]
            .map(|text| text.as_bytes().to_vec())
            .to_vec()
        ),
    ]
}

/// A word that is not empty.
fn some_word(most: usize) -> impl Strategy<Value = Vec<u8>> {
    word(most).prop_filter("not empty", |bytes| !bytes.is_empty())
}

/// The parts that requests are made of, owned.
#[derive(Clone, Debug)]
struct Parts {
    screen: Option<Vec<u8>>,
    window: Vec<u8>,
    name: Vec<u8>,
    role: Option<Role>,
    label: Option<Vec<u8>>,
    index: i32,
    id: u32,
    locator: u8,
    text: Vec<u8>,
    command: Vec<u8>,
    timeout: u32,
    pixels: (i16, i16),
    sub: Option<u32>,
    tool_types: Vec<(Vec<u8>, Vec<u8>)>,
    arguments: Vec<Vec<u8>>,
    choice: u8,
}

fn parts() -> impl Strategy<Value = Parts> {
    let locators = (
        option::of(some_word(127)),
        word(127),
        some_word(31),
        option::of(prop::sample::select(Role::ALL)),
        option::of(some_word(255)),
        any::<i32>(),
        any::<u32>(),
        0..3_u8,
    );
    let key = some_word(31).prop_filter("no = in a key", |key| !key.contains(&b'='));
    let others = (
        word(255),
        some_word(255).prop_filter("no leading blank", |command| !matches!(command[0], b' ' | b'\t')),
        1..=u32::MAX,
        any::<(i16, i16)>(),
        option::of(any::<u32>()),
        vec((key, word(191)), 0..4),
        vec(some_word(255), 0..4),
        0..29_u8,
    );
    (locators, others).prop_map(
        |(
            (screen, window, name, role, label, index, id, locator),
            (text, command, timeout, pixels, sub, tool_types, arguments, choice),
        )| Parts {
            screen,
            window,
            name,
            role,
            label,
            index,
            id,
            locator,
            text,
            command,
            timeout,
            pixels,
            sub,
            tool_types,
            arguments,
            choice,
        },
    )
}

impl Parts {
    fn target(&self) -> Target<'_> {
        let screen = self.screen.as_deref().map(Word::plain);
        let window = Word::plain(&self.window);
        match self.locator {
            0 => Target::ById {
                screen,
                window,
                id: self.id,
            },
            1 => Target::ByName {
                screen,
                name: Word::plain(&self.name),
            },
            _ => Target::ByRole {
                screen,
                window,
                role: self.role,
                label: self.label.as_deref().map(Word::plain),
                index: self.index,
            },
        }
    }

    fn request<'a>(&'a self, options: StartupOptions<'a>) -> Request<'a> {
        let (screen, window) = (self.screen.as_deref().map(Word::plain), Word::plain(&self.window));
        let (text, name, path) = (
            Word::plain(&self.text),
            Word::plain(&self.name),
            Word::plain(&self.text),
        );
        let (timeout, target, (first, second)) = (self.timeout, self.target(), self.pixels);
        let wait = |condition| Request::WaitFor {
            screen,
            condition,
            timeout,
        };
        let click = |expect| Request::Click {
            target,
            expect,
            timeout,
        };
        match self.choice {
            0 => Request::Version,
            1 => Request::Auth { password: text },
            2 => Request::Tree { screen, window },
            3 => Request::Click {
                target,
                expect: None,
                timeout: 10,
            },
            4 => click(Some(Expectation::NoWindow)),
            5 => click(Some(Expectation::Window(window))),
            6 => Request::Type { target, text },
            7 => Request::GetText { target },
            8 => Request::Manifest { path },
            9 => Request::Launch {
                stack: self.sub.filter(|bytes| *bytes != 0),
                command: &self.command,
            },
            10 => Request::FsList { path },
            11 => Request::FsStat { path },
            12 => Request::FsMakeDir { path },
            13 => Request::FsDelete { path },
            14 => Request::FsGet { path },
            15 => Request::FsPut {
                path,
                count: self.id,
                timeout,
            },
            16 => Request::WbLaunch { icon: path, options },
            17 => Request::Menu { screen, window },
            18 => Request::MenuPick {
                screen,
                window,
                menu: self.index,
                item: i32::from(first),
                sub: self.sub,
            },
            19 => Request::Drag {
                target,
                to: DragTo::Id(self.id),
            },
            20 => Request::Drag {
                target,
                to: DragTo::Name(name),
            },
            21 => Request::Drag {
                target,
                to: DragTo::Offset {
                    dx: first,
                    dy: second,
                },
            },
            22 => Request::WindowMove {
                screen,
                window,
                dx: first,
                dy: second,
            },
            23 => Request::WindowSize {
                screen,
                window,
                width: first,
                height: second,
            },
            24 => wait(Condition::Window(window)),
            25 => wait(Condition::NoWindow(window)),
            26 => wait(Condition::Requester),
            27 => wait(Condition::Text { target, text }),
            _ => match self.locator {
                0 => Request::Screenshot {
                    screen,
                    window: self.label.as_deref().map(Word::plain),
                },
                1 => Request::MuiRexx {
                    base: name,
                    timeout,
                    command: &self.command,
                },
                _ => Request::Where { name, timeout },
            },
        }
    }
}

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
    #[test]
    fn a_request_reads_back_as_written(parts in parts()) {
        let tool_types: Vec<_> =
            parts.tool_types.iter().map(|(key, value)| (Word::plain(key), Word::plain(value))).collect();
        let arguments: Vec<_> = parts.arguments.iter().map(|path| Word::plain(path)).collect();
        let asked = parts.request(StartupOptions::new(&tool_types, &arguments));
        let mut line = Vec::new();
        request::write(&mut |piece: &[u8]| line.extend_from_slice(piece), &asked).expect("sendable");
        prop_assert_eq!(line.iter().filter(|byte| matches!(byte, 0 | 10 | 13)).count(), 1);
        let mut assembler = LineAssembler::new();
        let mut got = None;
        for byte in &line {
            if let Some(Line::Text(text)) = assembler.push(*byte) {
                got = Some(text.to_vec());
            }
        }
        let text = got.expect("a line");
        let read = parse(&text);
        prop_assert_eq!(read, Ok(asked), "{}", line.escape_ascii());
    }

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
