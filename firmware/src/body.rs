//! Replies: a return code and a body, which is written line by line from one private copy.
//!
//! A [`Body`] holds what the reply is made of, never the reply itself. It is written twice: once to count it, once to
//! send it, and the second time in pieces of one line each, as the client's line takes them. So a reply of any length
//! needs no buffer, and none is ever cut.

use crate::files::{self, Download, Listing};
use crate::locator::Found;
use crate::messages;
use crate::model;
use crate::verbs::state::InfoReport;
use hal_amiga::{
    CommandAnswer, FileError, Gadget, GadgetTree, List, MenuPlace, MenuStrip, Outline, Rect, Screen,
    TextPool, Window,
};
use protocol::number::write_i32;
use protocol::reply::Sink;
use protocol::request::ParseError;
use protocol::text::{self, GadgetLine, ItemLine, MenuLine, ScreenLine, WindowLine};
use protocol::{ReturnCode, Verb};

/// An answer to one request.
#[derive(Debug)]
pub(crate) struct Reply {
    /// Its return code.
    pub(crate) code: ReturnCode,
    /// What follows the header.
    pub(crate) body: Body,
}

impl Reply {
    /// A reply with this code and body.
    pub(crate) const fn new(code: ReturnCode, body: Body) -> Self {
        Self { code, body }
    }

    /// Success with nothing to tell.
    pub(crate) const fn done() -> Self {
        Self::new(ReturnCode::Ok, Body::Empty)
    }

    /// A reply of one fixed text.
    pub(crate) const fn text(code: ReturnCode, text: &'static str) -> Self {
        Self::new(code, Body::Text(text))
    }

    /// The reply when there is no memory for the copies that a request needs.
    pub(crate) const fn out_of_memory() -> Self {
        Self::text(ReturnCode::Fail, messages::OUT_OF_MEMORY)
    }
}

/// What the body of a reply is made of.
#[derive(Debug)]
pub(crate) enum Body {
    /// Nothing.
    Empty,
    /// One fixed text.
    Text(&'static str),
    /// Why the request could not be read.
    Unreadable(ParseError),
    /// The verb is known, and not in this build.
    NotInBuild(Verb),
    /// VERSION.
    Version,
    /// INFO.
    Info(InfoReport),
    /// TREE.
    Tree(GadgetTree),
    /// SCREENS.
    Screens(Outline),
    /// MENU.
    Menu(MenuStrip),
    /// PICK: the window, and its gadget unless the place is past the last one.
    Picked(Found),
    /// GETTEXT.
    GadgetText(Found),
    /// No window fits the request; these are open.
    NoWindow(Outline),
    /// No gadget fits the request; the window has these.
    NoGadget(GadgetTree),
    /// Typing stopped at the character with this index (from 0) for the reason given.
    NotTyped(usize, &'static str),
    /// What the request waited for did not happen.
    TimedOut,
    /// A text that was put together for this reply.
    Copied(List<u8>),
    /// The program that a command was sent to refused it.
    Refused(CommandAnswer),
    /// FSLIST and FSSTAT.
    Entries(Listing),
    /// FSGET. Its bytes are no pieces: they come from the disk as the line takes them.
    File(Download),
    /// AmigaDOS refused the path of the request, with this consequence.
    FileError(FileError, &'static str),
    /// The file that was sent before this request ends in zeros, for this reason.
    Damaged(FileError),
}

impl Body {
    /// Writes the piece with this index, counted from 0, and says whether there was one. `line` is the request, whose
    /// words some texts repeat. The same index gives the same bytes every time.
    #[inline(never)]
    pub(crate) fn piece(&self, index: usize, line: &[u8], sink: &mut dyn Sink) -> bool {
        match self {
            Self::Tree(tree) => tree_piece(tree, index, sink),
            Self::Screens(outline) => screens_piece(outline, index, sink),
            Self::Menu(strip) => menu_piece(strip, index, sink),
            Self::Picked(found) => picked_piece(found, index, sink),
            Self::Entries(listing) => listing.piece(index, sink),
            Self::Info(report) => report.piece(index, sink),
            Self::NoWindow(outline) => messages::no_window_piece(outline, line, index, sink),
            _ if index > 0 => false,
            _ => {
                self.single(line, sink);
                true
            }
        }
    }

    /// All pieces as one text; `None` when the machine had no memory for it.
    #[inline(never)]
    pub(crate) fn to_text(&self, line: &[u8]) -> Option<List<u8>> {
        let mut text = messages::Collected::new();
        let mut index = 0;
        while self.piece(index, line, &mut text) {
            index += 1;
        }
        text.into_text()
    }

    /// Writes the one piece of a body that has only one.
    #[inline(never)]
    fn single(&self, line: &[u8], sink: &mut dyn Sink) {
        match self {
            Self::Text(text) => sink.put(text.as_bytes()),
            Self::Unreadable(error) => error.write_to(sink),
            Self::NoGadget(tree) => messages::no_gadget(tree, sink),
            Self::NotInBuild(verb) => messages::not_in_build(*verb, sink),
            Self::Version => {
                let version = crate::VERSION.as_bytes();
                text::write_version(sink, version, crate::verbs::STABLE, crate::verbs::EXTENDED);
            }
            Self::GadgetText(found) => {
                if let Some(gadget) = found.tree.gadgets.get(found.position) {
                    sink.put(model::gadget_text(&found.tree, gadget));
                }
            }
            Self::NotTyped(index, reason) => messages::not_typed(*index, reason, line, sink),
            Self::TimedOut => messages::timed_out(line, sink),
            Self::Copied(text) => sink.put(text),
            Self::Refused(answer) => {
                write_i32(sink, answer.code);
                if !answer.text.is_empty() {
                    sink.put_byte(b' ');
                    sink.put(&answer.text);
                }
            }
            Self::FileError(error, consequence) => {
                files::messages::file_error(*error, consequence, line, sink)
            }
            Self::Damaged(error) => files::messages::damaged(*error, sink),
            _ => (),
        }
    }
}

/// The rectangle as the protocol's lines take it.
#[inline(never)]
fn bounds(rect: Rect) -> text::Rect {
    text::Rect {
        left: rect.left.into(),
        top: rect.top.into(),
        width: rect.width.into(),
        height: rect.height.into(),
    }
}

/// One line of TREE: the window first, then its gadgets. Spec §2.1.
#[inline(never)]
pub(crate) fn tree_piece(tree: &GadgetTree, index: usize, sink: &mut dyn Sink) -> bool {
    let Some(position) = index.checked_sub(1) else {
        window_line(&tree.window, &tree.screen, &tree.text, sink);
        return true;
    };
    let Some(gadget) = tree.gadgets.get(position) else {
        return false;
    };
    gadget_line(tree, gadget).write_to(sink);
    true
}

/// The line of a window, which TREE, MENU and PICK begin with.
fn window_line(window: &Window, screen: &Screen, text: &TextPool, sink: &mut dyn Sink) {
    WindowLine {
        title: window.title.map(|title| text.get(title)),
        screen_title: text.get(screen.title),
        bounds: bounds(window.bounds),
    }
    .write_to(sink);
}

/// One line of PICK: the window, then the gadget. Spec §2.14.
fn picked_piece(found: &Found, index: usize, sink: &mut dyn Sink) -> bool {
    match index {
        0 => tree_piece(&found.tree, 0, sink),
        1 => tree_piece(&found.tree, found.position + 1, sink),
        _ => false,
    }
}

/// One line of MENU: the window first, then menus, items and sub-items. Spec §2.9.
fn menu_piece(strip: &MenuStrip, index: usize, sink: &mut dyn Sink) -> bool {
    let Some(position) = index.checked_sub(1) else {
        window_line(&strip.window, &strip.screen, &strip.text, sink);
        return true;
    };
    let Some(entry) = strip.entries.get(position) else {
        return false;
    };
    let text = strip.text.get(entry.text);
    match entry.place {
        MenuPlace { menu, item: None, .. } => MenuLine {
            menu,
            title: text,
            enabled: entry.enabled,
        }
        .write_to(sink),
        MenuPlace {
            menu,
            item: Some(item),
            sub,
        } => ItemLine {
            menu,
            item,
            sub,
            text,
            shortcut: entry.command,
            checkit: entry.checkable,
            checked: entry.checked,
            enabled: entry.enabled,
        }
        .write_to(sink),
    }
    true
}

/// A gadget as its line shows it.
fn gadget_line<'t>(tree: &'t GadgetTree, gadget: &Gadget) -> GadgetLine<'t> {
    GadgetLine {
        id: gadget.id,
        role: model::gadget_role(tree, gadget),
        class: tree.text.get(gadget.class),
        label: tree.text.get(gadget.label),
        value: gadget.value.map(|value| tree.text.get(value)),
        bounds: bounds(gadget.bounds),
    }
}

/// One line of SCREENS. Spec §2.13.
#[inline(never)]
fn screens_piece(outline: &Outline, index: usize, sink: &mut dyn Sink) -> bool {
    let Some(Screen {
        title, bounds: place, ..
    }) = outline.screens.get(index)
    else {
        return false;
    };
    ScreenLine {
        title: outline.text.get(*title),
        bounds: bounds(*place),
        frontmost: index == 0,
    }
    .write_to(sink);
    true
}
