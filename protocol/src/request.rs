//! What a client asks for: one value per verb, its words borrowed from the line.
//!
//! [`Fields`] is a line as the server reads it, one record for all verbs; [`Request`] is the same with a type of its own
//! for each verb, which [`parse`] reads and [`crate::client::request::write`] writes. Nothing is cut: an argument that is
//! longer than [`crate::limits`] allows is refused. Source: `docs/wire.md`, "Verbs".

mod error;
mod fields;
mod typed;
mod workbench;

pub use error::{Argument, ParseError, Problem};
pub use fields::{Fields, Form, Locator, counted_body};
pub use typed::parse;
pub use workbench::{StartupOptions, ToolTypes, WorkbenchArguments};

use crate::role::Role;
use crate::verb::Verb;
use crate::word::Word;

/// A gadget, as a request names it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Target<'l> {
    /// The first gadget of a window with this `GadgetID`.
    ById {
        /// Substring of the screen's default title, if given.
        screen: Option<Word<'l>>,
        /// Substring of the window's title.
        window: Word<'l>,
        /// `Gadget->GadgetID` as an unsigned 32-bit number.
        id: u32,
    },
    /// One of the gadgets of a window that have a role and a label.
    ByRole {
        /// Substring of the screen's default title, if given.
        screen: Option<Word<'l>>,
        /// Substring of the window's title.
        window: Word<'l>,
        /// Only gadgets with this role; `None` takes any.
        role: Option<Role>,
        /// Only gadgets whose label holds this text; `None` takes any, also those without label.
        label: Option<Word<'l>>,
        /// Which of the matches, from 0 in the order of the gadget list. A negative one matches nothing.
        index: i32,
    },
    /// A logical name of the manifest.
    ByName {
        /// Substring of the screen's default title, if given.
        screen: Option<Word<'l>>,
        /// The name, without its `@`; letters match in either case.
        name: Word<'l>,
    },
}

/// What a click must bring about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Expectation<'l> {
    /// A window whose title holds this text is open.
    Window(Word<'l>),
    /// The window that was clicked is gone.
    NoWindow,
}

/// What WAITFOR waits for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Condition<'l> {
    /// A window whose title holds this text is open.
    Window(Word<'l>),
    /// No window with such a title is open.
    NoWindow(Word<'l>),
    /// A requester is up.
    Requester,
    /// The text of a gadget (as GETTEXT gives it) equals this one.
    Text {
        /// The gadget; it carries the screen of the request.
        target: Target<'l>,
        /// The text, possibly empty.
        text: Word<'l>,
    },
}

/// Where a drag ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DragTo<'l> {
    /// This many pixels right and down of the start.
    Offset {
        /// Pixels to the right.
        dx: i16,
        /// Pixels down.
        dy: i16,
    },
    /// The centre of the gadget with this `GadgetID` in the same window.
    Id(u32),
    /// The centre of the gadget with this logical name in the same window.
    Name(Word<'l>),
}

/// A request. Time-outs are in seconds and always above 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Request<'l> {
    /// VERSION.
    Version,
    /// AUTH.
    Auth {
        /// The password, possibly empty.
        password: Word<'l>,
    },
    /// TREE.
    Tree {
        /// Substring of the screen's default title, if given.
        screen: Option<Word<'l>>,
        /// Substring of the window's title.
        window: Word<'l>,
    },
    /// CLICK.
    Click {
        /// The gadget.
        target: Target<'l>,
        /// What must come of it, if given.
        expect: Option<Expectation<'l>>,
        /// How long to wait for that; without meaning when nothing is expected.
        timeout: u32,
    },
    /// TYPE.
    Type {
        /// The gadget.
        target: Target<'l>,
        /// The text, possibly empty.
        text: Word<'l>,
    },
    /// GETTEXT.
    GetText {
        /// The gadget.
        target: Target<'l>,
    },
    /// MANIFEST.
    Manifest {
        /// The file on the Amiga.
        path: Word<'l>,
    },
    /// LAUNCH.
    Launch {
        /// Stack size in bytes; `None` for the system's own choice.
        stack: Option<u32>,
        /// The command line, as it was sent.
        command: &'l [u8],
    },
    /// FSLIST.
    FsList {
        /// The directory.
        path: Word<'l>,
    },
    /// FSSTAT.
    FsStat {
        /// The object.
        path: Word<'l>,
    },
    /// FSMKDIR.
    FsMakeDir {
        /// The directory to make.
        path: Word<'l>,
    },
    /// FSDELETE.
    FsDelete {
        /// The object.
        path: Word<'l>,
    },
    /// FSGET.
    FsGet {
        /// The file.
        path: Word<'l>,
    },
    /// FSPUT.
    FsPut {
        /// The file.
        path: Word<'l>,
        /// How many bytes follow the line.
        count: u32,
        /// How long to wait for all of them.
        timeout: u32,
    },
    /// WBLAUNCH.
    WbLaunch {
        /// The icon's path without `.info`.
        icon: Word<'l>,
        /// Tool types and arguments.
        options: StartupOptions<'l>,
    },
    /// MENU.
    Menu {
        /// Substring of the screen's default title, if given.
        screen: Option<Word<'l>>,
        /// Substring of the window's title.
        window: Word<'l>,
    },
    /// MENUPICK. Numbers count from 0; negative ones match nothing.
    MenuPick {
        /// Substring of the screen's default title, if given.
        screen: Option<Word<'l>>,
        /// Substring of the window's title.
        window: Word<'l>,
        /// Number of the menu.
        menu: i32,
        /// Number of the item.
        item: i32,
        /// Number of the sub-item, never negative; `None` for the item itself.
        sub: Option<u32>,
    },
    /// DRAG.
    Drag {
        /// The gadget to start at.
        target: Target<'l>,
        /// Where to end.
        to: DragTo<'l>,
    },
    /// WINDOWMOVE.
    WindowMove {
        /// Substring of the screen's default title, if given.
        screen: Option<Word<'l>>,
        /// Substring of the window's title.
        window: Word<'l>,
        /// Pixels to the right.
        dx: i16,
        /// Pixels down.
        dy: i16,
    },
    /// WINDOWSIZE.
    WindowSize {
        /// Substring of the screen's default title, if given.
        screen: Option<Word<'l>>,
        /// Substring of the window's title.
        window: Word<'l>,
        /// New width in pixels.
        width: i16,
        /// New height in pixels.
        height: i16,
    },
    /// WAITFOR.
    WaitFor {
        /// Substring of the screen's default title, if given. With [`Condition::Text`] the target carries it, too.
        screen: Option<Word<'l>>,
        /// What to wait for.
        condition: Condition<'l>,
        /// How long.
        timeout: u32,
    },
    /// SCREENS.
    Screens,
    /// SCREENSHOT.
    Screenshot {
        /// Substring of the screen's default title, if given.
        screen: Option<Word<'l>>,
        /// Substring of a window's title, if given.
        window: Option<Word<'l>>,
    },
    /// MUIREXX.
    MuiRexx {
        /// Base name of the ARexx port.
        base: Word<'l>,
        /// How long to wait for the answer.
        timeout: u32,
        /// The command, as it was sent.
        command: &'l [u8],
    },
    /// WHERE.
    Where {
        /// The logical name, without its `@`.
        name: Word<'l>,
        /// How long to wait for the application's answer.
        timeout: u32,
    },
    /// PICK.
    Pick {
        /// Substring of the screen's default title, if given.
        screen: Option<Word<'l>>,
    },
    /// QUIT.
    Quit,
    /// PING.
    Ping,
    /// INFO.
    Info,
    /// WHY.
    Why,
}

impl Request<'_> {
    /// The verb of this request.
    pub const fn verb(&self) -> Verb {
        match self {
            Request::Version => Verb::Version,
            Request::Auth { .. } => Verb::Auth,
            Request::Tree { .. } => Verb::Tree,
            Request::Click { .. } => Verb::Click,
            Request::Type { .. } => Verb::Type,
            Request::GetText { .. } => Verb::GetText,
            Request::Manifest { .. } => Verb::Manifest,
            Request::Launch { .. } => Verb::Launch,
            Request::FsList { .. } => Verb::FsList,
            Request::FsStat { .. } => Verb::FsStat,
            Request::FsMakeDir { .. } => Verb::FsMakeDir,
            Request::FsDelete { .. } => Verb::FsDelete,
            Request::FsGet { .. } => Verb::FsGet,
            Request::FsPut { .. } => Verb::FsPut,
            Request::WbLaunch { .. } => Verb::WbLaunch,
            Request::Menu { .. } => Verb::Menu,
            Request::MenuPick { .. } => Verb::MenuPick,
            Request::Drag { .. } => Verb::Drag,
            Request::WindowMove { .. } => Verb::WindowMove,
            Request::WindowSize { .. } => Verb::WindowSize,
            Request::WaitFor { .. } => Verb::WaitFor,
            Request::Screens => Verb::Screens,
            Request::Screenshot { .. } => Verb::Screenshot,
            Request::MuiRexx { .. } => Verb::MuiRexx,
            Request::Where { .. } => Verb::Where,
            Request::Pick { .. } => Verb::Pick,
            Request::Quit => Verb::Quit,
            Request::Ping => Verb::Ping,
            Request::Info => Verb::Info,
            Request::Why => Verb::Why,
        }
    }
}
