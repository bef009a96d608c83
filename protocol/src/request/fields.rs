//! A request line read into one flat record: the server's view of a request.
//!
//! Every verb has a row of at most [`STEPS`] steps in [`grammar`], and one small interpreter carries them out. It is
//! forgiving about numbers and about words after the last argument, strict about sizes. Source: `docs/wire.md`, "Verbs".

use super::error::{Argument, ParseError, Problem};
use super::workbench::StartupOptions;
use crate::limits::{DEFAULT_BODY_TIMEOUT, DEFAULT_TIMEOUT, MAX_ARGUMENTS, MAX_TOOL_TYPES};
use crate::number::Number;
use crate::role::Role;
use crate::scan::Scanner;
use crate::verb::Verb;
use crate::word::Word;

/// How a request names its gadget.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum Locator {
    /// By the id in number 0, in the window.
    Id,
    /// By role, label and the index in number 0, in the window.
    Role,
    /// By a logical name of the manifest, which stands in the place of the window.
    Name,
}

/// Which of the forms that a verb has a request takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum Form {
    /// The only one, or the shortest: CLICK without `EXPECT=`, MENUPICK of an item that is no sub-item.
    Plain,
    /// CLICK and WAITFOR: a window whose title holds the text.
    Window,
    /// CLICK: the clicked window goes away. WAITFOR: no window whose title holds the text.
    NoWindow,
    /// WAITFOR: a requester.
    Requester,
    /// WAITFOR: the gadget's text equals the text.
    Text,
    /// MENUPICK: the sub-item of number 2.
    SubItem,
    /// DRAG: by the pixels in numbers 1 and 2.
    Offset,
    /// DRAG: to the gadget with the id in number 1.
    ToId,
    /// DRAG: to the gadget with the logical name in the rest.
    ToName,
}

/// Where a word of a line is kept.
#[derive(Clone, Copy)]
#[repr(u8)]
pub(super) enum Slot {
    Screen,
    Window,
    Label,
    Text,
    Rest,
    /// Only while the line is read.
    Scratch,
}

/// How many slots there are.
const SLOTS: usize = Slot::Scratch as usize + 1;

/// What a request line says. A word that was not given is empty, a number 0.
///
/// | verb | window | text | rest | numbers |
/// |---|---|---|---|---|
/// | AUTH | | password | | |
/// | MANIFEST, FSLIST, FSSTAT, FSMKDIR, FSDELETE, FSGET | | path | | |
/// | FSPUT | | path | | 0: byte count |
/// | LAUNCH | | | command | 0: stack |
/// | WBLAUNCH | | icon | options | |
/// | TYPE | title | text | | 0: id or index |
/// | CLICK | title | title expected | | 0: id or index |
/// | WAITFOR | title | title or text awaited | | 0: id or index |
/// | MENUPICK | title | | | menu, item, sub-item |
/// | DRAG | title | | name of the destination | 0: id or index; 1, 2: pixels, or 1: id of the destination |
/// | WINDOWMOVE, WINDOWSIZE | title | | | 1, 2: pixels |
/// | MUIREXX | | base name | command | |
/// | WHERE | | | name | |
#[derive(Clone, Copy, Debug)]
pub struct Fields<'l> {
    /// The verb.
    pub verb: Verb,
    /// How the gadget is named.
    pub locator: Locator,
    /// Which form of the verb it is.
    pub form: Form,
    /// The role of [`Locator::Role`]; `None` takes any.
    pub role: Option<Role>,
    /// The time-out in seconds, always above 0.
    pub timeout: u32,
    words: [Word<'l>; SLOTS],
    numbers: [Number; 3],
}

impl<'l> Fields<'l> {
    /// Reads a request line, given without its end.
    ///
    /// # Errors
    /// When the line is no request; the answer is RC 10 with the error's text.
    #[inline(never)]
    pub fn read(line: &'l [u8]) -> Result<Fields<'l>, ParseError> {
        let mut reader = Reader {
            scanner: Scanner::new(line),
            verb: None,
            problem: Problem::Blank,
            fields: Fields {
                verb: Verb::Version,
                locator: Locator::Id,
                form: Form::Plain,
                role: None,
                timeout: DEFAULT_TIMEOUT,
                words: [Word::plain(b""); SLOTS],
                numbers: [Number::ZERO; 3],
            },
        };
        match reader.line() {
            Some(()) => Ok(reader.fields),
            None => Err(ParseError {
                verb: reader.verb,
                problem: reader.problem,
            }),
        }
    }

    /// Substring of the screen's default title; empty, which every title holds, when none was given.
    pub const fn screen(&self) -> &Word<'l> {
        self.word(Slot::Screen)
    }

    /// Substring of the window's title; the logical name of [`Locator::Name`].
    pub const fn window(&self) -> &Word<'l> {
        self.word(Slot::Window)
    }

    /// Substring of the gadget's label; empty when any gadget will do, also one without label.
    pub const fn label(&self) -> &Word<'l> {
        self.word(Slot::Label)
    }

    /// The text, as the table above tells.
    pub const fn text(&self) -> &Word<'l> {
        self.word(Slot::Text)
    }

    /// The rest, as the table above tells.
    pub const fn rest(&self) -> &Word<'l> {
        self.word(Slot::Rest)
    }

    /// One of the numbers 0 to 2, as the table above tells.
    pub const fn number(&self, index: usize) -> Number {
        self.numbers[index]
    }

    /// The command of LAUNCH and MUIREXX, as it was sent.
    pub fn command(&self) -> &'l [u8] {
        self.rest().as_slice().unwrap_or(&[])
    }

    /// Tool types and arguments of WBLAUNCH.
    pub fn startup_options(&self) -> StartupOptions<'l> {
        StartupOptions::of_line(self.command())
    }

    const fn word(&self, slot: Slot) -> &Word<'l> {
        &self.words[slot as usize]
    }
}

/// One thing that a line is looked at for.
#[derive(Clone, Copy)]
enum Step {
    /// Nothing more.
    Done,
    /// A word that must be there.
    Word(Argument),
    /// `SCREEN=`, if it comes next.
    Screen,
    /// `TIMEOUT=`, if it comes next.
    Timeout,
    /// A gadget.
    Target,
    /// `EXPECT=` and its time-out, if they come next.
    Expectation,
    /// A quoted word, or the rest of the line as it is.
    Text,
    /// A byte count.
    Count,
    /// `STACK=`, if it comes next.
    Stack,
    /// The rest of the line, quotes and all.
    Command,
    /// The options of WBLAUNCH.
    Startup,
    /// Menu, item and perhaps sub-item.
    MenuNumbers,
    /// Where a drag ends.
    Destination,
    /// Two pixel numbers.
    Pixels,
    /// What is waited for.
    Condition,
    /// `SCREEN=` and `WINDOW=` in any order.
    Picture,
    /// `@name`.
    Name,
    /// No other word.
    End,
}

/// The most steps of a verb.
const STEPS: usize = 3;

/// The steps of a verb.
const fn grammar(verb: Verb) -> [Step; STEPS] {
    use Step::Done;
    let [first, second, third] = match verb {
        Verb::Version | Verb::Screens | Verb::Quit | Verb::Ping | Verb::Info | Verb::Why => [Done; STEPS],
        Verb::Auth => [Step::Word(Argument::Password), Done, Done],
        Verb::Tree | Verb::Menu => [Step::Screen, Step::Word(Argument::Window), Done],
        Verb::Click => [Step::Screen, Step::Target, Step::Expectation],
        Verb::Type => [Step::Screen, Step::Target, Step::Text],
        Verb::GetText => [Step::Screen, Step::Target, Done],
        Verb::Manifest | Verb::FsList | Verb::FsStat | Verb::FsMakeDir | Verb::FsDelete | Verb::FsGet => {
            [Step::Word(Argument::Path), Done, Done]
        }
        Verb::FsPut => [Step::Word(Argument::Path), Step::Count, Step::Timeout],
        Verb::Launch => [Step::Stack, Step::Command, Done],
        Verb::WbLaunch => [Step::Word(Argument::Path), Step::Startup, Done],
        Verb::MenuPick => [Step::Screen, Step::Word(Argument::Window), Step::MenuNumbers],
        Verb::Drag => [Step::Screen, Step::Target, Step::Destination],
        Verb::WindowMove | Verb::WindowSize => [Step::Screen, Step::Word(Argument::Window), Step::Pixels],
        Verb::WaitFor => [Step::Screen, Step::Condition, Step::Timeout],
        Verb::Screenshot => [Step::Picture, Done, Done],
        Verb::MuiRexx => [Step::Word(Argument::PortBase), Step::Timeout, Step::Command],
        Verb::Where => [Step::Name, Step::Timeout, Done],
        Verb::Pick => [Step::Screen, Step::End, Done],
    };
    [first, second, third]
}

/// The steps of all verbs, in the order of [`Verb::ALL`].
static GRAMMAR: [[Step; STEPS]; Verb::ALL.len()] = {
    let mut rows = [[Step::Done; STEPS]; Verb::ALL.len()];
    let mut index = 0;
    while index < rows.len() {
        rows[index] = grammar(Verb::ALL[index]);
        index += 1;
    }
    rows
};

/// Reads one line. Where a method gives `None`, `problem` tells what is wrong.
struct Reader<'l> {
    scanner: Scanner<'l>,
    verb: Option<Verb>,
    problem: Problem,
    fields: Fields<'l>,
}

impl<'l> Reader<'l> {
    /// Reads the verb and what follows it.
    fn line(&mut self) -> Option<()> {
        let word = self.scanner.word()?;
        self.problem = Problem::UnknownVerb;
        let verb = Verb::from_word(&word)?;
        self.verb = Some(verb);
        self.fields.verb = verb;
        if verb == Verb::FsPut {
            self.fields.timeout = DEFAULT_BODY_TIMEOUT;
        }
        for step in GRAMMAR.get(verb as usize)? {
            self.step(*step)?;
        }
        Some(())
    }

    #[inline(never)]
    fn step(&mut self, step: Step) -> Option<()> {
        match step {
            Step::Done => Some(()),
            Step::Word(argument) => self.word(argument),
            Step::Screen => self.option(b"SCREEN=", Argument::Screen).map(drop),
            Step::Timeout => self.timeout(),
            Step::Target => self.target(),
            Step::Expectation => self.expectation(),
            Step::Text => self.text(),
            Step::Count => {
                self.number(Argument::Count, 0)?;
                if self.fields.numbers[0].is_negative() {
                    return self.fail(Problem::NegativeCount);
                }
                Some(())
            }
            Step::Stack => {
                if self.option(b"STACK=", Argument::Stack)? {
                    if self.fields.word(Slot::Scratch).is_empty() {
                        return self.missing(Argument::Stack);
                    }
                    self.keep_number(0);
                }
                Some(())
            }
            Step::Command => {
                let command = Word::plain(self.scanner.remainder());
                if command.is_empty() {
                    return self.missing(Argument::Command);
                }
                self.keep(command, Argument::Command)
            }
            Step::Startup => {
                let start = self.scanner;
                self.startup_options()?;
                self.scanner = start;
                self.fields.words[Slot::Rest as usize] = Word::plain(self.scanner.remainder());
                Some(())
            }
            Step::MenuNumbers => {
                self.number(Argument::MenuNumber, 0)?;
                self.number(Argument::MenuNumber, 1)?;
                if self.scanner.peek().is_some() {
                    self.number(Argument::MenuNumber, 2)?;
                    if !self.fields.numbers[2].is_negative() {
                        self.fields.form = Form::SubItem;
                    }
                }
                Some(())
            }
            Step::Destination => self.destination(),
            Step::Pixels => self.pixels(),
            Step::Condition => self.condition(),
            Step::Picture => {
                while self.option(b"WINDOW=", Argument::Window)?
                    || self.option(b"SCREEN=", Argument::Screen)?
                {}
                self.end()
            }
            Step::Name => {
                if !self.name()? {
                    return self.fail(Problem::NotAName);
                }
                Some(())
            }
            Step::End => self.end(),
        }
    }

    /// A gadget.
    #[inline(never)]
    fn target(&mut self) -> Option<()> {
        if self.name()? {
            self.fields.locator = Locator::Name;
            self.fields.words[Slot::Window as usize] = *self.fields.rest();
            return Some(());
        }
        self.word(Argument::Window)?;
        loop {
            if self.option(b"ROLE=", Argument::Role)? {
                let word = self.fields.word(Slot::Scratch);
                let role = Role::from_word(word);
                if role.is_none() && !word.is_empty() {
                    return self.fail(Problem::UnknownRole);
                }
                self.fields.role = role;
            } else if self.option(b"INDEX=", Argument::Number)? {
                self.keep_number(0);
            } else if !self.option(b"LABEL=", Argument::Label)? {
                break;
            }
            self.fields.locator = Locator::Role;
        }
        match self.fields.locator {
            Locator::Role => Some(()),
            _ => self.number(Argument::Gadget, 0),
        }
    }

    /// `TOOLTYPE=` and `ARG=` in any order, up to the end of the line.
    #[inline(never)]
    fn startup_options(&mut self) -> Option<()> {
        let (mut tool_types, mut arguments) = (0, 0);
        while self.scanner.peek().is_some() {
            if self.scanner.key(b"TOOLTYPE=") {
                match self.scanner.value().split_once(b'=') {
                    Some((key, value)) if !key.is_empty() => {
                        self.keep(key, Argument::ToolType)?;
                        self.keep(value, Argument::ToolTypeValue)?;
                    }
                    _ => return self.missing(Argument::ToolType),
                }
                tool_types += 1;
                if tool_types > MAX_TOOL_TYPES {
                    return self.fail(Problem::TooMany(Argument::ToolType));
                }
            } else if self.option(b"ARG=", Argument::WorkbenchArgument)? {
                if self.fields.word(Slot::Scratch).is_empty() {
                    return self.missing(Argument::WorkbenchArgument);
                }
                arguments += 1;
                if arguments > MAX_ARGUMENTS {
                    return self.fail(Problem::TooMany(Argument::WorkbenchArgument));
                }
            } else {
                return self.end();
            }
        }
        Some(())
    }

    /// `EXPECT=` with its time-out.
    fn expectation(&mut self) -> Option<()> {
        if !self.scanner.key(b"EXPECT=") {
            return Some(());
        }
        if !self.pattern(b"WINDOW=", Form::Window)? {
            // It is the clicked window that must go away: 1.1 takes a title here and does not look at it.
            if self.scanner.key(b"NOWINDOW=") {
                let title = self.scanner.value();
                self.keep_in(title, Argument::Window, Slot::Scratch)?;
            } else if !self.scanner.value().eq_ignore_case(b"NOWINDOW") {
                return self.fail(Problem::BadExpectation);
            }
            self.fields.form = Form::NoWindow;
        }
        self.timeout()
    }

    /// What WAITFOR waits for.
    fn condition(&mut self) -> Option<()> {
        if self.pattern(b"WINDOW=", Form::Window)? || self.pattern(b"NOWINDOW=", Form::NoWindow)? {
            return Some(());
        }
        if self.scanner.key(b"REQUESTER") {
            // 1.1 looks at the start of this word only, so whatever touches it belongs to it.
            self.scanner.value();
            self.fields.form = Form::Requester;
            return Some(());
        }
        self.target()?;
        self.fields.form = Form::Text;
        if self.option(b"TEXT=", Argument::Text)? {
            Some(())
        } else {
            self.missing(Argument::Text)
        }
    }

    /// Where a drag ends.
    fn destination(&mut self) -> Option<()> {
        let before = self.scanner;
        let Some(first) = self.scanner.word() else {
            return self.missing(Argument::Destination);
        };
        if !first.eq_ignore_case(b"TO") {
            self.scanner = before;
            self.fields.form = Form::Offset;
            return self.pixels();
        }
        if self.name()? {
            self.fields.form = Form::ToName;
            return Some(());
        }
        if [&b"ROLE="[..], b"LABEL=", b"INDEX="]
            .iter()
            .any(|key| self.scanner.key(key))
        {
            return self.fail(Problem::BadDestination);
        }
        self.fields.form = Form::ToId;
        self.number(Argument::Destination, 1)
    }

    /// The text of TYPE.
    fn text(&mut self) -> Option<()> {
        let text = match self.scanner.peek() {
            None => return self.missing(Argument::Text),
            Some(b'"') => self.scanner.value(),
            Some(_) => Word::plain(self.scanner.remainder()),
        };
        self.keep(text, Argument::Text)
    }

    /// The pattern of a condition, if `key` comes next. It may be empty in quotes only.
    fn pattern(&mut self, key: &[u8], form: Form) -> Option<bool> {
        if !self.scanner.key(key) {
            return Some(false);
        }
        if self.scanner.is_at_end_of_word() {
            return self.missing(Argument::Window);
        }
        let pattern = self.scanner.value();
        self.keep_in(pattern, Argument::Window, Slot::Text)?;
        self.fields.form = form;
        Some(true)
    }

    /// `@name`, if a word with an unquoted `@` comes next: the name becomes the rest.
    fn name(&mut self) -> Option<bool> {
        let found = self.option(b"@", Argument::Name)?;
        if found && self.fields.rest().is_empty() {
            return self.missing(Argument::Name);
        }
        Some(found)
    }

    /// Two pixel numbers.
    fn pixels(&mut self) -> Option<()> {
        self.number(Argument::Pixels, 1)?;
        self.number(Argument::Pixels, 2)
    }

    /// `TIMEOUT=`, if it comes next.
    #[inline(never)]
    fn timeout(&mut self) -> Option<()> {
        if self.option(b"TIMEOUT=", Argument::Number)? {
            self.fields.timeout =
                Number::from_word(self.fields.word(Slot::Scratch)).as_timeout(self.fields.timeout);
        }
        Some(())
    }

    /// No other word may come.
    fn end(&mut self) -> Option<()> {
        match self.scanner.peek() {
            None => Some(()),
            Some(_) => {
                let offset = u16::try_from(self.scanner.offset());
                self.fail(Problem::Unexpected(offset.unwrap_or(u16::MAX)))
            }
        }
    }

    /// The number `index`, which must be there.
    #[inline(never)]
    fn number(&mut self, argument: Argument, index: usize) -> Option<()> {
        self.word(argument)?;
        self.keep_number(index);
        Some(())
    }

    /// Reads the word just kept as the number `index`.
    #[inline(never)]
    fn keep_number(&mut self, index: usize) {
        let number = Number::from_word(self.fields.word(Slot::Scratch));
        if let Some(place) = self.fields.numbers.get_mut(index) {
            *place = number;
        }
    }

    /// A word that must be there.
    #[inline(never)]
    fn word(&mut self, argument: Argument) -> Option<()> {
        match self.scanner.word() {
            Some(word) => self.keep(word, argument),
            None => self.missing(argument),
        }
    }

    /// The word right after `key`, if `key` comes next.
    #[inline(never)]
    fn option(&mut self, key: &[u8], argument: Argument) -> Option<bool> {
        if !self.scanner.key(key) {
            return Some(false);
        }
        let word = self.scanner.value();
        self.keep(word, argument)?;
        Some(true)
    }

    /// Keeps a word in the slot of its argument.
    fn keep(&mut self, word: Word<'l>, argument: Argument) -> Option<()> {
        self.keep_in(word, argument, argument.slot())
    }

    /// Keeps a word unless it is longer than `argument` may be.
    #[inline(never)]
    fn keep_in(&mut self, word: Word<'l>, argument: Argument, slot: Slot) -> Option<()> {
        if word.len() > argument.max_bytes() {
            return self.fail(Problem::TooLong(argument));
        }
        self.fields.words[slot as usize] = word;
        Some(())
    }

    /// Ends with a missing argument.
    #[inline(never)]
    fn missing<T>(&mut self, argument: Argument) -> Option<T> {
        self.fail(Problem::Missing(argument))
    }

    /// Ends with a problem.
    fn fail<T>(&mut self, problem: Problem) -> Option<T> {
        self.problem = problem;
        None
    }
}

/// How many body bytes follow the line: not `None` for FSPUT only, and also when [`Fields::read`] refuses the line. A
/// count that is missing or negative announces none. With `whole` false the line was cut, and a count that touches its
/// end is not believed.
pub fn counted_body(line: &[u8], whole: bool) -> Option<u32> {
    let mut scanner = Scanner::new(line);
    if Verb::from_word(&scanner.word()?)? != Verb::FsPut {
        return None;
    }
    let count = scanner.word().and_then(|_path| scanner.word());
    if !whole && scanner.offset() == line.len() {
        return None;
    }
    Some(
        count
            .and_then(|word| Number::from_word(&word).as_count())
            .unwrap_or(0),
    )
}
