//! Every request that a client can write is read back by the server as the same request.

use proptest::collection::vec;
use proptest::option;
use proptest::prelude::*;
use protocol::client::request;
use protocol::request::{Condition, DragTo, Expectation, Request, StartupOptions, Target};
use protocol::{Line, LineAssembler, Role, Word, parse};

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
    word(most).prop_map(|bytes| if bytes.is_empty() { b"x".to_vec() } else { bytes })
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
    let key = some_word(31).prop_map(|key| {
        key.into_iter()
            .map(|byte| if byte == b'=' { b'-' } else { byte })
            .collect()
    });
    let others = (
        word(255),
        some_word(254).prop_map(|command| {
            if matches!(command[0], b' ' | b'\t') {
                [b"x", &command[..]].concat()
            } else {
                command
            }
        }),
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

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

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
}
