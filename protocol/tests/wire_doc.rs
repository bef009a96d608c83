//! Reads the examples of `docs/wire.md` and checks that each of them holds.

use protocol::client::record::{Record, records};
use protocol::client::reply::{ReplyParser, ReplyPart};
use protocol::client::request;
use protocol::client::version::ServerVersion;
use protocol::reply::write_header;
use protocol::screenshot::ScreenshotHeader;
use protocol::text::{self, EntryLine, GadgetLine, ItemLine, MenuLine, ScreenLine, WindowLine};
use protocol::{Line, LineAssembler, ReturnCode, Role, Sink, Verb, limits, parse};

/// A fenced block with a label.
struct Block<'d> {
    label: &'d str,
    line: usize,
    lines: Vec<&'d str>,
}

fn document() -> String {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../docs/wire.md");
    std::fs::read_to_string(path).unwrap_or_else(|error| panic!("{path}: {error}"))
}

fn blocks(document: &str) -> Vec<Block<'_>> {
    let mut blocks = Vec::new();
    let mut open: Option<Block<'_>> = None;
    for (number, line) in document.lines().enumerate() {
        match (line.strip_prefix("```"), &mut open) {
            (Some(label), None) => {
                open = Some(Block {
                    label,
                    line: number + 1,
                    lines: Vec::new(),
                })
            }
            (Some(_), Some(_)) => blocks.extend(open.take()),
            (None, Some(block)) => block.lines.push(line),
            (None, None) => (),
        }
    }
    assert!(open.is_none(), "a block without end");
    blocks
}

/// The lines of all blocks with this label, with the line number of their block.
fn examples<'d>(document: &'d str, label: &str) -> Vec<(usize, &'d str)> {
    let blocks = blocks(document).into_iter().filter(|block| block.label == label);
    let examples: Vec<_> = blocks
        .flat_map(|block| block.lines.into_iter().map(move |line| (block.line, line)))
        .collect();
    assert!(!examples.is_empty(), "no block with the label {label}");
    examples
}

/// What is sent, and what it means.
fn sides(example: &str) -> (&str, &str) {
    let (sent, meaning) = example
        .split_once("->")
        .unwrap_or_else(|| panic!("no -> in {example:?}"));
    (sent.trim_end(), meaning.trim_start())
}

/// The words of all lines of a block.
fn words<'d>(document: &'d str, label: &str) -> Vec<&'d str> {
    examples(document, label)
        .into_iter()
        .flat_map(|(_, line)| line.split_whitespace())
        .collect()
}

fn written(write: impl FnOnce(&mut dyn Sink)) -> Vec<u8> {
    let mut bytes = Vec::new();
    write(&mut |piece: &[u8]| bytes.extend_from_slice(piece));
    bytes
}

/// The bytes of a text of the document, which is UTF-8 there and Latin-1 on the wire.
fn latin1(text: &str) -> Vec<u8> {
    text.chars()
        .map(|character| u8::try_from(character).expect("a Latin-1 character"))
        .collect()
}

/// As [`latin1`], with `\r`, `\n`, `\0` and `x*COUNT` resolved.
fn unescaped(text: &str) -> Vec<u8> {
    let mut text = text
        .replace("\\r", "\r")
        .replace("\\n", "\n")
        .replace("\\0", "\0");
    if let Some(rest) = text.strip_prefix("x*") {
        let digits = rest.chars().take_while(char::is_ascii_digit).count();
        text = "x".repeat(rest[..digits].parse().expect("a count")) + &rest[digits..];
    }
    latin1(&text)
}

#[test]
fn every_block_is_of_a_known_kind() {
    let known = [
        "",
        "lines",
        "same",
        "refused",
        "exchange",
        "limits",
        "roles",
        "stable",
        "extended",
        "screenshot-header",
    ];
    for block in blocks(&document()) {
        assert!(
            known.contains(&block.label),
            "line {}: unknown label {:?}",
            block.line,
            block.label
        );
    }
}

#[test]
fn bytes_become_lines() {
    for (at, example) in examples(&document(), "lines") {
        let (sent, meaning) = sides(example);
        let mut assembler = LineAssembler::new();
        let mut seen = b"(skipped)".to_vec();
        for byte in unescaped(sent) {
            match assembler.push(byte) {
                Some(Line::Text(text)) => seen = text.to_vec(),
                Some(Line::TooLong(_)) => seen = b"(too long)".to_vec(),
                None => (),
            }
        }
        assert!(assembler.is_empty(), "line {at}: no LF at the end of {example:?}");
        assert_eq!(
            seen.escape_ascii().to_string(),
            unescaped(meaning).escape_ascii().to_string(),
            "line {at}: {example:?}"
        );
    }
}

#[test]
fn requests_mean_what_is_said() {
    for (at, example) in examples(&document(), "same") {
        let (sent, meaning) = sides(example);
        let sent = latin1(sent);
        let asked = parse(&sent).unwrap_or_else(|error| panic!("line {at}: {example:?}: {error:?}"));
        let line = written(|sink| request::write(sink, &asked).expect("sendable"));
        assert_eq!(
            String::from_utf8_lossy(&line).trim_end(),
            meaning,
            "line {at}: {example:?}"
        );
        assert_eq!(parse(&latin1(meaning)), Ok(asked), "line {at}: {example:?}");
    }
}

#[test]
fn refusals_say_what_is_said() {
    for (at, example) in examples(&document(), "refused") {
        let (sent, meaning) = sides(example);
        let error = parse(sent.as_bytes()).expect_err(example);
        let text = written(|sink| error.write_to(sink));
        assert_eq!(String::from_utf8_lossy(&text), meaning, "line {at}: {example:?}");
    }
}

/// One reply out of the lines of an exchange: its code and its body.
fn reply(lines: &[&str]) -> (ReturnCode, Vec<u8>) {
    let stream: Vec<u8> = lines
        .iter()
        .flat_map(|line| latin1(line).into_iter().chain([b'\n']))
        .collect();
    let (mut parser, mut rest) = (ReplyParser::new(), &stream[..]);
    let (mut code, mut body) = (None, Vec::new());
    loop {
        match parser.take(&mut rest).expect("a reply") {
            Some(ReplyPart::Header(header)) => {
                code = header.return_code();
                let exact = written(|sink| write_header(sink, code.expect("a known code"), header.count));
                assert!(stream.starts_with(&exact), "the header is written differently");
            }
            Some(ReplyPart::Body(bytes)) => body.extend_from_slice(bytes),
            Some(ReplyPart::End) => break,
            None => panic!(
                "the count is too large; the body has {} bytes",
                stream.len() - lines[0].len() - 1
            ),
        }
    }
    // The LF that ends the last line of the document is part of the body or not, as the count says.
    let in_body = stream.len() - lines[0].len() - 1;
    assert!(
        rest.is_empty() || (rest == b"\n" && !body.is_empty()),
        "the count is too small; the body has {in_body} bytes"
    );
    (code.expect("a code"), body)
}

/// The body again, through the writers that a server uses.
fn rewritten(verb: Verb, body: &[u8]) -> Vec<u8> {
    let bytes = |field: protocol::client::record::Field<'_>| field.bytes().collect::<Vec<u8>>();
    match verb {
        Verb::Version => {
            let server = ServerVersion::parse(body).expect("a VERSION reply");
            let verbs = |key| {
                server
                    .words(key)
                    .map(|word| Verb::from_bytes(word).expect("a verb"))
                    .collect::<Vec<_>>()
            };
            written(|sink| {
                text::write_version(
                    sink,
                    server.version.as_bytes(),
                    &verbs("STABLE"),
                    &verbs("EXTENDED"),
                )
            })
        }
        Verb::Where => {
            let bounds = protocol::client::record::parse_where(body).expect("four numbers");
            written(|sink| text::write_where(sink, &bounds))
        }
        Verb::Tree | Verb::Menu | Verb::Screens | Verb::Pick | Verb::FsList | Verb::FsStat => records(body)
            .flat_map(|record| match record.unwrap_or_else(|error| panic!("{error}")) {
                Record::Window(window) => {
                    let (title, screen_title) = (bytes(window.title), bytes(window.screen_title));
                    let line = WindowLine {
                        title: Some(&title),
                        screen_title: &screen_title,
                        bounds: window.bounds,
                    };
                    written(|sink| line.write_to(sink))
                }
                Record::Gadget(gadget) => {
                    let (class, label, value) =
                        (bytes(gadget.class), bytes(gadget.label), gadget.value.map(bytes));
                    let (id, role, bounds) = (gadget.id, gadget.role().expect("a role"), gadget.bounds);
                    let line = GadgetLine {
                        id,
                        role,
                        class: &class,
                        label: &label,
                        value: value.as_deref(),
                        bounds,
                    };
                    written(|sink| line.write_to(sink))
                }
                Record::Menu(menu) => {
                    let title = bytes(menu.title);
                    written(|sink| {
                        MenuLine {
                            menu: menu.menu as u16,
                            title: &title,
                            enabled: menu.enabled,
                        }
                        .write_to(sink)
                    })
                }
                Record::Item(item) => {
                    let line = ItemLine {
                        menu: item.menu as u16,
                        item: item.item as u16,
                        sub: item.sub.map(|sub| sub as u16),
                        text: &bytes(item.text),
                        shortcut: item.shortcut,
                        checkit: item.checkit,
                        checked: item.checked,
                        enabled: item.enabled,
                    };
                    written(|sink| line.write_to(sink))
                }
                Record::Screen(screen) => {
                    let title = bytes(screen.title);
                    let line = ScreenLine {
                        title: &title,
                        bounds: screen.bounds,
                        frontmost: screen.frontmost,
                    };
                    written(|sink| line.write_to(sink))
                }
                Record::Entry(entry) => {
                    let line = EntryLine {
                        name: &bytes(entry.name),
                        kind: entry.kind,
                        size: entry.size,
                        protection: entry.protection,
                        date: entry.date,
                        comment: &bytes(entry.comment),
                    };
                    written(|sink| line.write_to(sink))
                }
            })
            .collect(),
        _ => body.to_vec(),
    }
}

#[test]
fn exchanges_are_exact() {
    let document = document();
    let mut count = 0;
    for block in blocks(&document).iter().filter(|block| block.label == "exchange") {
        let mut lines = &block.lines[..];
        while !lines.is_empty() {
            let sent = lines.iter().take_while(|line| line.starts_with("> ")).count();
            let (asked, rest) = lines.split_at(sent);
            let received = rest.iter().take_while(|line| line.starts_with("< ")).count();
            let (answered, rest) = rest.split_at(received);
            assert!(
                sent > 0 && received > 0,
                "line {}: an exchange has > and < lines",
                block.line
            );
            lines = rest;
            count += 1;

            let answered: Vec<&str> = answered.iter().map(|line| &line[2..]).collect();
            let (code, body) = reply(&answered);
            let line = latin1(&asked[0][2..]);
            let counted = Line::Text(&line).counted_body().map_or(0, |count| count as usize);
            let sent_body: usize = asked[1..].iter().map(|line| line.len() - 2).sum();
            assert_eq!(counted, sent_body, "{}: the bytes after the line", asked[0]);
            match parse(&line) {
                Ok(request) if code == ReturnCode::Ok => {
                    let again = rewritten(request.verb(), &body);
                    assert_eq!(
                        again.escape_ascii().to_string(),
                        body.escape_ascii().to_string(),
                        "{}",
                        asked[0]
                    );
                }
                Ok(_) => assert_ne!(code, ReturnCode::Ok),
                Err(error) => {
                    let text = written(|sink| error.write_to(sink));
                    assert_eq!(
                        (error.code(), text.as_slice()),
                        (code, body.as_slice()),
                        "{}",
                        asked[0]
                    );
                }
            }
        }
    }
    assert!(count >= 15, "only {count} exchanges were found");
}

#[test]
fn the_lists_are_complete() {
    let document = document();
    let roles: Vec<&str> = Role::ALL.iter().map(|role| role.as_str()).collect();
    assert_eq!(words(&document, "roles"), roles);
    let verbs = |stable| {
        Verb::ALL
            .iter()
            .filter(move |verb| verb.is_stable() == stable)
            .map(|verb| verb.as_str())
    };
    assert_eq!(words(&document, "stable"), verbs(true).collect::<Vec<_>>());
    assert_eq!(words(&document, "extended"), verbs(false).collect::<Vec<_>>());
}

#[test]
fn the_limits_are_those_of_the_code() {
    let stated: Vec<(String, usize)> = examples(&document(), "limits")
        .into_iter()
        .map(|(_, line)| {
            let (name, number) = line.rsplit_once(' ').expect("a name and a number");
            (name.trim_end().to_owned(), number.parse().expect("a number"))
        })
        .collect();
    let code = [
        ("request line with its LF", limits::MAX_LINE),
        ("title pattern", limits::MAX_PATTERN),
        ("name after @", limits::MAX_NAME),
        ("ROLE=", limits::MAX_ROLE),
        ("LABEL=", limits::MAX_LABEL),
        ("text", limits::MAX_TEXT),
        ("path", limits::MAX_PATH),
        ("password", limits::MAX_PASSWORD),
        ("command", limits::MAX_COMMAND),
        ("ARexx port name", limits::MAX_PORT_BASE),
        ("tool type key", limits::MAX_TOOL_TYPE_KEY),
        ("tool type value", limits::MAX_TOOL_TYPE_VALUE),
        ("TOOLTYPE= options", limits::MAX_TOOL_TYPES),
        ("ARG= options", limits::MAX_ARGUMENTS),
        ("number", limits::MAX_NUMBER),
        ("reply header with its LF", limits::MAX_HEADER),
        ("default time-out", limits::DEFAULT_TIMEOUT as usize),
        ("default FSPUT time-out", limits::DEFAULT_BODY_TIMEOUT as usize),
    ];
    assert_eq!(stated, code.map(|(name, number)| (name.to_owned(), number)));
}

#[test]
fn the_screenshot_header_is_exact() {
    let document = document();
    let hex = words(&document, "screenshot-header");
    let bytes: Vec<u8> = hex
        .iter()
        .map(|byte| u8::from_str_radix(byte, 16).expect("two hex digits"))
        .collect();
    let bytes: [u8; 24] = bytes.try_into().expect("24 bytes");
    let header = ScreenshotHeader::from_bytes(&bytes).expect("a header");
    assert_eq!(
        (
            header.width,
            header.height,
            header.depth,
            header.bytes_per_row,
            header.colors
        ),
        (8, 1, 1, 1, 2)
    );
    assert_eq!(header.to_bytes(), bytes);
}
