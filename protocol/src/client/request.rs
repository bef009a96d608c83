//! Writes requests as lines.
//!
//! The inverse of [`crate::request::parse`]: what is written here reads back as the same request. Words are quoted when
//! they need it, so a window title may hold blanks, quotes or something that looks like an option.

mod unsendable;

pub use unsendable::Unsendable;

use crate::limits::{MAX_ARGUMENTS, MAX_LINE_CONTENT, MAX_TOOL_TYPES};
use crate::number::{write_i32, write_u32};
use crate::reply::{Counter, Sink};
use crate::request::{Argument, Condition, DragTo, Expectation, Request, Target};
use crate::word::Word;

/// Writes `request` and its LF. Time-outs of 0 are left out, so that the server takes its own.
///
/// For [`Request::FsPut`] the body must follow at once. The screen of a [`Condition::Text`] is that of its WAITFOR; the
/// one in its target is not looked at.
///
/// # Errors
/// When the server would refuse the line or read something else in it. Then nothing is written.
pub fn write(sink: &mut dyn Sink, request: &Request<'_>) -> Result<(), Unsendable> {
    let mut counter = Counter::new();
    Writer { sink: &mut counter }.request(request)?;
    if counter.count() as usize > MAX_LINE_CONTENT {
        return Err(Unsendable::LineTooLong(counter.count()));
    }
    Writer { sink }.request(request)?;
    sink.put_byte(b'\n');
    Ok(())
}

/// Writes the parts of a line.
struct Writer<'s> {
    sink: &'s mut dyn Sink,
}

impl Writer<'_> {
    fn request(&mut self, request: &Request<'_>) -> Result<(), Unsendable> {
        self.sink.put(request.verb().as_str().as_bytes());
        match *request {
            Request::Version
            | Request::Screens
            | Request::Quit
            | Request::Ping
            | Request::Info
            | Request::Why => Ok(()),
            Request::Auth { password } => self.word(password, Argument::Password),
            Request::Tree { screen, window } | Request::Menu { screen, window } => {
                self.window(screen, window)
            }
            Request::Click {
                target,
                expect,
                timeout,
            } => {
                self.target(&target)?;
                match expect {
                    None => return Ok(()),
                    Some(Expectation::NoWindow) => self.sink.put(b" EXPECT=NOWINDOW"),
                    Some(Expectation::Window(title)) => {
                        self.value(b" EXPECT=WINDOW=", title, Argument::Window)?;
                    }
                }
                self.timeout(timeout);
                Ok(())
            }
            Request::Type { target, text } => {
                self.target(&target)?;
                self.word(text, Argument::Text)
            }
            Request::GetText { target } => self.target(&target),
            Request::Manifest { path }
            | Request::FsList { path }
            | Request::FsStat { path }
            | Request::FsMakeDir { path }
            | Request::FsDelete { path }
            | Request::FsGet { path } => self.word(path, Argument::Path),
            Request::FsPut { path, count, timeout } => {
                self.word(path, Argument::Path)?;
                self.number(b" ", count);
                self.timeout(timeout);
                Ok(())
            }
            Request::Launch { stack, command } => {
                let looks_like_stack = command
                    .get(..6)
                    .is_some_and(|start| start.eq_ignore_ascii_case(b"STACK="));
                if stack.is_some() || looks_like_stack {
                    self.number(b" STACK=", stack.unwrap_or(0));
                }
                self.command(command)
            }
            Request::WbLaunch { icon, options } => {
                self.word(icon, Argument::Path)?;
                if options.tool_types().count() > MAX_TOOL_TYPES {
                    return Err(Unsendable::TooMany(Argument::ToolType));
                }
                if options.arguments().count() > MAX_ARGUMENTS {
                    return Err(Unsendable::TooMany(Argument::WorkbenchArgument));
                }
                for (key, value) in options.tool_types() {
                    self.tool_type(key, value)?;
                }
                for path in options.arguments() {
                    if path.is_empty() {
                        return Err(Unsendable::Empty(Argument::WorkbenchArgument));
                    }
                    self.value(b" ARG=", path, Argument::WorkbenchArgument)?;
                }
                Ok(())
            }
            Request::MenuPick {
                screen,
                window,
                menu,
                item,
                sub,
            } => {
                self.window(screen, window)?;
                self.signed(menu);
                self.signed(item);
                if let Some(sub) = sub {
                    self.number(b" ", sub);
                }
                Ok(())
            }
            Request::Drag { target, to } => {
                self.target(&target)?;
                match to {
                    DragTo::Id(id) => self.number(b" TO ", id),
                    DragTo::Name(name) => return self.name(b" TO @", name),
                    DragTo::Offset { dx, dy } => {
                        self.signed(i32::from(dx));
                        self.signed(i32::from(dy));
                    }
                }
                Ok(())
            }
            Request::WindowMove {
                screen,
                window,
                dx: first,
                dy: second,
            }
            | Request::WindowSize {
                screen,
                window,
                width: first,
                height: second,
            } => {
                self.window(screen, window)?;
                self.signed(i32::from(first));
                self.signed(i32::from(second));
                Ok(())
            }
            Request::WaitFor {
                screen,
                condition,
                timeout,
            } => {
                self.condition(screen, &condition)?;
                self.timeout(timeout);
                Ok(())
            }
            Request::Screenshot { screen, window } => {
                self.screen(screen)?;
                match window {
                    Some(window) if !window.is_empty() => self.value(b" WINDOW=", window, Argument::Window),
                    _ => Ok(()),
                }
            }
            Request::MuiRexx {
                base,
                timeout,
                command,
            } => {
                self.word(base, Argument::PortBase)?;
                // Always there, so that a command that starts with TIMEOUT= is taken as one.
                self.number(b" TIMEOUT=", timeout);
                self.command(command)
            }
            Request::Where { name, timeout } => {
                self.name(b" @", name)?;
                self.timeout(timeout);
                Ok(())
            }
            Request::Pick { screen } => self.screen(screen),
        }
    }

    fn condition(&mut self, screen: Option<Word<'_>>, condition: &Condition<'_>) -> Result<(), Unsendable> {
        if let Condition::Text { target, text } = condition {
            let target = match *target {
                Target::ById { window, id, .. } => Target::ById { screen, window, id },
                Target::ByRole {
                    window,
                    role,
                    label,
                    index,
                    ..
                } => Target::ByRole {
                    screen,
                    window,
                    role,
                    label,
                    index,
                },
                Target::ByName { name, .. } => Target::ByName { screen, name },
            };
            self.target(&target)?;
            return self.value(b" TEXT=", *text, Argument::Text);
        }
        self.screen(screen)?;
        match condition {
            Condition::Window(title) => self.value(b" WINDOW=", *title, Argument::Window),
            Condition::NoWindow(title) => self.value(b" NOWINDOW=", *title, Argument::Window),
            Condition::Requester | Condition::Text { .. } => {
                self.sink.put(b" REQUESTER");
                Ok(())
            }
        }
    }

    fn screen(&mut self, screen: Option<Word<'_>>) -> Result<(), Unsendable> {
        match screen {
            Some(screen) if !screen.is_empty() => self.value(b" SCREEN=", screen, Argument::Screen),
            _ => Ok(()),
        }
    }

    fn window(&mut self, screen: Option<Word<'_>>, window: Word<'_>) -> Result<(), Unsendable> {
        self.screen(screen)?;
        self.word(window, Argument::Window)
    }

    fn name(&mut self, start: &[u8], name: Word<'_>) -> Result<(), Unsendable> {
        if name.is_empty() {
            Err(Unsendable::Empty(Argument::Name))
        } else {
            self.value(start, name, Argument::Name)
        }
    }

    fn target(&mut self, target: &Target<'_>) -> Result<(), Unsendable> {
        match *target {
            Target::ById { screen, window, id } => {
                self.window(screen, window)?;
                self.number(b" ", id);
            }
            Target::ByName { screen, name } => {
                self.screen(screen)?;
                self.name(b" @", name)?;
            }
            Target::ByRole {
                screen,
                window,
                role,
                label,
                index,
            } => {
                self.window(screen, window)?;
                let label = label.filter(|label| !label.is_empty());
                if let Some(role) = role {
                    self.sink.put(b" ROLE=");
                    self.sink.put(role.as_str().as_bytes());
                }
                if let Some(label) = label {
                    self.value(b" LABEL=", label, Argument::Label)?;
                }
                if index != 0 || (role.is_none() && label.is_none()) {
                    self.sink.put(b" INDEX=");
                    write_i32(self.sink, index);
                }
            }
        }
        Ok(())
    }

    fn timeout(&mut self, seconds: u32) {
        if seconds != 0 {
            self.number(b" TIMEOUT=", seconds);
        }
    }

    fn number(&mut self, start: &[u8], number: u32) {
        self.sink.put(start);
        write_u32(self.sink, number);
    }

    fn signed(&mut self, number: i32) {
        self.sink.put_byte(b' ');
        write_i32(self.sink, number);
    }

    fn command(&mut self, command: &[u8]) -> Result<(), Unsendable> {
        let argument = Argument::Command;
        check(Word::plain(command), argument)?;
        match command.first() {
            None => Err(Unsendable::Empty(argument)),
            Some(b' ' | b'\t') => Err(Unsendable::LeadingBlank(argument)),
            Some(_) => {
                self.sink.put_byte(b' ');
                self.sink.put(command);
                Ok(())
            }
        }
    }

    fn tool_type(&mut self, key: Word<'_>, value: Word<'_>) -> Result<(), Unsendable> {
        check(key, Argument::ToolType)?;
        check(value, Argument::ToolTypeValue)?;
        if key.is_empty() || key.bytes().any(|byte| byte == b'=') {
            return Err(Unsendable::BadToolTypeKey);
        }
        self.sink.put(b" TOOLTYPE=\"");
        self.escaped(key);
        self.sink.put_byte(b'=');
        self.escaped(value);
        self.sink.put_byte(b'"');
        Ok(())
    }

    /// A blank and a word that must not be taken for an option.
    fn word(&mut self, word: Word<'_>, argument: Argument) -> Result<(), Unsendable> {
        check(word, argument)?;
        self.sink.put_byte(b' ');
        self.maybe_quoted(word, needs_quotes(word) || looks_like_option(word));
        Ok(())
    }

    /// `start`, which ends in `=` or `@`, and the word that belongs to it.
    fn value(&mut self, start: &[u8], word: Word<'_>, argument: Argument) -> Result<(), Unsendable> {
        check(word, argument)?;
        self.sink.put(start);
        self.maybe_quoted(word, needs_quotes(word));
        Ok(())
    }

    fn maybe_quoted(&mut self, word: Word<'_>, quoted: bool) {
        if quoted {
            self.sink.put_byte(b'"');
            self.escaped(word);
            self.sink.put_byte(b'"');
        } else {
            word.bytes().for_each(|byte| self.sink.put_byte(byte));
        }
    }

    fn escaped(&mut self, word: Word<'_>) {
        for byte in word.bytes() {
            if matches!(byte, b'"' | b'\\') {
                self.sink.put_byte(b'\\');
            }
            self.sink.put_byte(byte);
        }
    }
}

/// Refuses what the server would refuse, and what a line cannot carry.
fn check(word: Word<'_>, argument: Argument) -> Result<(), Unsendable> {
    if let Some(byte) = word.bytes().find(|byte| matches!(byte, 0 | b'\n' | b'\r')) {
        return Err(Unsendable::ForbiddenByte(argument, byte));
    }
    if word.len() > argument.max_bytes() {
        Err(Unsendable::TooLong(argument))
    } else {
        Ok(())
    }
}

/// Whether a word would be read differently without quotes.
fn needs_quotes(word: Word<'_>) -> bool {
    word.is_empty()
        || word
            .bytes()
            .any(|byte| matches!(byte, b' ' | b'\t' | b'"' | b'\\'))
}

/// Whether a word could be taken for `KEY=value`, `@name` or `REQUESTER`.
fn looks_like_option(word: Word<'_>) -> bool {
    let requester = b"requester";
    let starts_like_it = word
        .bytes()
        .take(requester.len())
        .map(|byte| byte.to_ascii_lowercase());
    starts_like_it.eq(*requester)
        || word.bytes().next() == Some(b'@')
        || word.bytes().any(|byte| byte == b'=')
}
