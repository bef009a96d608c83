//! The texts of replies that are not RC 0: what happened, why it is likely, what to do.
//!
//! No client reads these texts, people do. Each is one line without LF; what it repeats from the machine (titles,
//! ids) is bounded in number.

use crate::body::{Body, Reply};
use hal_amiga::{GadgetTree, List, Outline};
use protocol::number::write_u32;
use protocol::reply::Sink;
use protocol::request::{Fields, Form};
use protocol::text::write_escaped;
use protocol::{ReturnCode, Verb, Word};

/// The machine had no memory for a copy.
pub(crate) const OUT_OF_MEMORY: &str =
    "not enough memory for a copy of the windows; end a program on the Amiga and try again";

/// The window closed while it was read or acted on.
pub(crate) const WINDOW_GONE: &str = "the window has closed meanwhile";

/// Another gadget is where the one that was found had been.
pub(crate) const GADGET_GONE: &str =
    "the gadget has gone: the program has changed its gadgets; read TREE again";

/// A logical name was used.
pub(crate) const NO_MANIFEST: &str =
    "no manifest is loaded: send MANIFEST first, or give the window and an id or ROLE=";

/// A logical name that the manifest has not.
pub(crate) const NO_SUCH_NAME: &str = "the loaded manifest has no gadget of this name";

/// A logical name that only the application can place, where its text or its frame is wanted.
pub(crate) const IS_WHERE_GADGET: &str =
    "the manifest has this name as WHEREGADGET: its application tells its place and nothing else";

/// DRAG to a gadget of another window.
pub(crate) const OTHER_WINDOW: &str = "the manifest has the destination in another window than the source";

/// A manifest of more than [`protocol::limits::MAX_MANIFEST_FILE`] bytes.
pub(crate) const MANIFEST_TOO_LARGE: &str = "a manifest has 8190 bytes at most";

/// AUTH with another password.
pub(crate) const WRONG_PASSWORD: &str = "wrong password; on a serial line it is \"amipilot\"";

/// input.device refused an event.
pub(crate) const INPUT_REFUSED: &str = "input.device refused the event";

/// The screen closed just before the pointer was to go there.
pub(crate) const SCREEN_GONE: &str = "the screen has closed meanwhile";

/// There is no keymap.library.
pub(crate) const NO_KEYMAP: &str = "keymap.library is missing";

/// The keymap has no keys for a character.
pub(crate) const NOT_PRODUCIBLE: &str = "the keymap has no keys for it; choose another in Prefs/Input";

/// The server ends while a request waits.
pub(crate) const SERVER_ENDS: &str = "the server is ending";

/// A window without `WFLG_DRAGBAR`.
pub(crate) const NO_DRAG_BAR: &str = "the window has no drag bar";

/// A window without `WFLG_SIZEGADGET`.
pub(crate) const NO_SIZE_GADGET: &str = "the window has no sizing gadget";

/// MENUPICK of something that is not in the strip.
pub(crate) const NO_SUCH_ITEM: &str = "the window has no such menu item; MENU shows them";

/// MENUPICK of something that is ghosted.
pub(crate) const ITEM_DISABLED: &str = "the item or what it belongs to is disabled; MENU shows enabled=0";

/// The window takes the menu button for itself.
pub(crate) const MENU_TRAPPED: &str = "the window traps the menu button, and the item has no key";

/// The window could not be made active.
pub(crate) const NOT_ACTIVE: &str = "the window did not become active, so its menus cannot be used";

/// An item's box is empty.
pub(crate) const NO_GEOMETRY: &str = "the menu item has no place: its box is empty";

/// Intuition highlights the menu, and the item never.
pub(crate) const NOT_HIGHLIGHTED: &str = "Intuition did not highlight the item; nothing was picked";

/// WHERE on a gadget that Intuition knows.
pub(crate) const IS_GADGET: &str = "the manifest has this name as GADGET: TREE tells its place";

/// An application's answer is no place.
pub(crate) const NO_PLACE: &str =
    "the application's answer is not four whole numbers: left, top, width, height";

/// The middle of a place that an application told.
pub(crate) const PLACE_OUTSIDE: &str =
    "the place that the application told is outside its window; nothing was clicked";

/// There is no rexxsyslib.library.
pub(crate) const NO_REXX: &str = "rexxsyslib.library is missing: copy it to LIBS: from the Workbench disk";

/// A port for a command is not there.
pub(crate) const NO_PORT: &str = "no such ARexx port: is the program running? letter case counts";

/// A program took a command and did not answer in time.
pub(crate) const NO_ANSWER: &str = "the program did not answer in time; it may still carry the command out";

/// PICK on a screen that is not there.
pub(crate) const NO_SUCH_SCREEN: &str = "no screen has such a default title; SCREENS shows them";

/// PICK where no window is.
pub(crate) const NO_WINDOW_THERE: &str = "the pointer is over no window of the screen";

/// PICK while the layers are locked.
pub(crate) const LAYERS_BUSY: &str = "a menu is open or a window is being dragged; try again";

/// A text that is put together for a reply; it becomes a copy on the heap.
pub(crate) struct Collected {
    text: List<u8>,
    is_whole: bool,
}

impl Collected {
    /// Nothing yet.
    pub(crate) const fn new() -> Self {
        Self {
            text: List::new(),
            is_whole: true,
        }
    }

    /// The text; `None` when the machine had no memory for all of it.
    pub(crate) fn into_text(self) -> Option<List<u8>> {
        self.is_whole.then_some(self.text)
    }

    /// A reply of this text.
    #[inline(never)]
    pub(crate) fn reply(self, code: ReturnCode) -> Reply {
        match self.into_text() {
            Some(text) => Reply::new(code, Body::Copied(text)),
            None => Reply::out_of_memory(),
        }
    }
}

impl Sink for Collected {
    fn put(&mut self, bytes: &[u8]) {
        self.is_whole &= self.text.extend(bytes).is_ok();
    }
}

/// Most windows that one text names.
const MOST_NAMED: usize = 8;

/// Writes a text from the machine in quotes.
fn quote(sink: &mut dyn Sink, text: &[u8]) {
    sink.put_byte(b'"');
    write_escaped(sink, text);
    sink.put_byte(b'"');
}

/// Writes a word of the request in quotes.
pub(crate) fn quote_word(sink: &mut dyn Sink, word: &Word<'_>) {
    sink.put_byte(b'"');
    for byte in word.bytes() {
        write_escaped(sink, &[byte]);
    }
    sink.put_byte(b'"');
}

/// `window whose title contains "X"`, with the screen if one is asked for.
fn wanted_window(sink: &mut dyn Sink, screen: &Word<'_>, pattern: &Word<'_>) {
    sink.put(b"window whose title contains ");
    quote_word(sink, pattern);
    if !screen.is_empty() {
        sink.put(b" on a screen whose default title contains ");
        quote_word(sink, screen);
    }
}

/// The window of a gadget with a logical name is not open: what its title would hold.
#[inline(never)]
pub(crate) fn no_named_window(screen: &Word<'_>, title: &Word<'_>) -> Reply {
    let mut text = Collected::new();
    text.put(b"no ");
    wanted_window(&mut text, screen, title);
    text.put(b" is open (letter case counts)");
    text.reply(ReturnCode::Warn)
}

/// No window fits: what was wanted, then the titles of windows that are open, one a piece.
#[inline(never)]
pub(crate) fn no_window_piece(outline: &Outline, line: &[u8], index: usize, sink: &mut dyn Sink) -> bool {
    if index == 0 {
        sink.put(b"no ");
        if let Ok(request) = Fields::read(line) {
            wanted_window(sink, request.screen(), request.window());
        }
        sink.put(b" (letter case counts); open:");
        return true;
    }
    let mut number = if index > MOST_NAMED + 1 { usize::MAX } else { index };
    for window in outline.windows.iter() {
        let Some(title) = window.title else { continue };
        number -= 1;
        if number == 0 {
            sink.put_byte(b' ');
            if index > MOST_NAMED {
                sink.put(b"and more");
            } else {
                quote(sink, outline.text.get(title));
            }
            return true;
        }
    }
    if index == 1 {
        sink.put(b" none with a title");
        return true;
    }
    false
}

/// No gadget fits: in which window.
#[inline(never)]
pub(crate) fn no_gadget(tree: &GadgetTree, sink: &mut dyn Sink) {
    sink.put(b"no such gadget in ");
    quote(sink, tree.window.title.map_or(&[], |title| tree.text.get(title)));
    sink.put(b"; TREE shows those that it has");
}

/// The verb comes in a later build.
pub(crate) fn not_in_build(verb: Verb, sink: &mut dyn Sink) {
    sink.put(verb.as_bytes());
    sink.put(b" is not in this build; VERSION names the verbs that are");
}

/// Typing stopped at the character with index `index` of the request's text.
#[inline(never)]
pub(crate) fn not_typed(index: usize, reason: &str, line: &[u8], sink: &mut dyn Sink) {
    sink.put(b"character ");
    write_u32(sink, index as u32 + 1);
    if let Ok(request) = Fields::read(line)
        && let Some(character) = request.text().bytes().nth(index)
    {
        sink.put(b", ");
        quote(sink, &[character]);
        sink.put_byte(b',');
    }
    sink.put(b" was not typed, those before it were: ");
    sink.put(reason.as_bytes());
}

/// A wait ended at its deadline: what did not happen, and for how long.
#[inline(never)]
pub(crate) fn timed_out(line: &[u8], sink: &mut dyn Sink) {
    let Ok(request) = Fields::read(line) else {
        return;
    };
    let is_click = request.verb == Verb::Click;
    let any = Word::plain(b"");
    let screen = if is_click { &any } else { request.screen() };
    match request.form {
        Form::Window => {
            sink.put(b"no ");
            wanted_window(sink, screen, request.text());
            sink.put(b" appeared");
        }
        Form::NoWindow if is_click => sink.put(b"clicked, but the window did not close"),
        Form::NoWindow => {
            sink.put(b"a ");
            wanted_window(sink, screen, request.text());
            sink.put(b" stayed open");
        }
        Form::Requester => sink.put(b"no requester appeared"),
        _ => {
            sink.put(b"the gadget's text did not become ");
            quote_word(sink, request.text());
        }
    }
    sink.put(b" within ");
    write_u32(sink, request.timeout);
    sink.put(b" s");
}
