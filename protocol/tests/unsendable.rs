//! What the client's end refuses to send, and that it then sends nothing.

use protocol::client::request::{Unsendable, write};
use protocol::request::{Argument, Request, StartupOptions, Target};
use protocol::{Word, parse};

fn sent(request: &Request<'_>) -> Result<Vec<u8>, Unsendable> {
    let mut bytes = Vec::new();
    let result = write(&mut |piece: &[u8]| bytes.extend_from_slice(piece), request);
    assert!(
        result.is_ok() || bytes.is_empty(),
        "a refused request must not leave bytes on the line"
    );
    result.map(|()| bytes)
}

#[test]
fn words_are_quoted_when_they_need_it() {
    let tree = |window: &str| {
        let line = sent(&Request::Tree {
            screen: None,
            window: Word::plain(window.as_bytes()),
        })
        .expect("sendable");
        String::from_utf8(line).expect("UTF-8")
    };
    assert_eq!(tree("Demo"), "TREE Demo\n");
    assert_eq!(tree(""), "TREE \"\"\n");
    assert_eq!(tree("My App"), "TREE \"My App\"\n");
    assert_eq!(tree("a\"b\\c"), "TREE \"a\\\"b\\\\c\"\n");
    assert_eq!(tree("SCREEN=x"), "TREE \"SCREEN=x\"\n");
    assert_eq!(tree("@x"), "TREE \"@x\"\n");
    assert_eq!(tree("requester 1"), "TREE \"requester 1\"\n");
}

#[test]
fn commands_that_look_like_options_stay_commands() {
    let launch = Request::Launch {
        stack: None,
        command: b"stack=9 x",
    };
    assert_eq!(sent(&launch).expect("sendable"), b"LAUNCH STACK=0 stack=9 x\n");
    let rexx = Request::MuiRexx {
        base: Word::plain(b"APP"),
        timeout: 10,
        command: b"TIMEOUT=3 x",
    };
    let line = sent(&rexx).expect("sendable");
    assert_eq!(line, b"MUIREXX APP TIMEOUT=10 TIMEOUT=3 x\n");
    assert_eq!(parse(line.trim_ascii_end()), Ok(rexx));
}

#[test]
fn what_cannot_be_sent() {
    let tree = |window| Request::Tree {
        screen: None,
        window: Word::plain(window),
    };
    assert_eq!(
        sent(&tree(b"a\nb")),
        Err(Unsendable::ForbiddenByte(Argument::Window, b'\n'))
    );
    assert_eq!(
        sent(&tree(b"a\r")),
        Err(Unsendable::ForbiddenByte(Argument::Window, b'\r'))
    );
    assert_eq!(
        sent(&tree(&[b'x'; 128])),
        Err(Unsendable::TooLong(Argument::Window))
    );
    let name = Target::ByName {
        screen: None,
        name: Word::plain(b""),
    };
    assert_eq!(
        sent(&Request::GetText { target: name }),
        Err(Unsendable::Empty(Argument::Name))
    );
    let launch = |command| Request::Launch { stack: None, command };
    assert_eq!(sent(&launch(b"")), Err(Unsendable::Empty(Argument::Command)));
    assert_eq!(
        sent(&launch(b" x")),
        Err(Unsendable::LeadingBlank(Argument::Command))
    );
    assert_eq!(
        sent(&launch(b"x\0")),
        Err(Unsendable::ForbiddenByte(Argument::Command, 0))
    );
    let tool_types = [(Word::plain(b"A=B"), Word::plain(b""))];
    let options = StartupOptions::new(&tool_types, &[]);
    let launch = Request::WbLaunch {
        icon: Word::plain(b"p"),
        options,
    };
    assert_eq!(sent(&launch), Err(Unsendable::BadToolTypeKey));
    let many = [Word::plain(b"a"); 9];
    let launch = Request::WbLaunch {
        icon: Word::plain(b"p"),
        options: StartupOptions::new(&[], &many),
    };
    assert_eq!(
        sent(&launch),
        Err(Unsendable::TooMany(Argument::WorkbenchArgument))
    );
    // Each part fits, but not all of them in a line.
    let quotes = [b'"'; 127];
    let long = Request::Tree {
        screen: Some(Word::plain(&quotes)),
        window: Word::plain(&quotes),
    };
    assert_eq!(sent(&long), Err(Unsendable::LineTooLong(4 + 8 + 256 + 1 + 256)));
}

#[test]
fn refusals_say_what_to_do() {
    let text = Unsendable::ForbiddenByte(Argument::Window, b'\n').to_string();
    assert_eq!(
        text,
        "the window title holds byte 0x0a, which ends a line on the wire; take it out"
    );
    let text = Unsendable::TooLong(Argument::Path).to_string();
    assert_eq!(text, "the path takes at most 255 bytes; shorten it");
}
