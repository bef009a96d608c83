//! Screens, windows and gadgets as the facts that Intuition's structures hold, and what a gadget does when it is used.
//!
//! Source: `intuition/intuition.h`, `intuition/screens.h`; RKRM Libraries, "Intuition Windows" and "Intuition Gadgets".

use crate::classify::{Answers, GadgetFacts, GadgetType, SYSTEM_GADGET, SystemGadget};
use crate::{Rect, ScreenHandle, TaskHandle, WindowHandle};

/// A string gadget's text.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct RawString {
    /// The text, Latin-1.
    pub buffer: Vec<u8>,
    /// Place of the cursor, 0 to the length of the text.
    pub cursor: usize,
    /// The most bytes that it takes.
    pub limit: usize,
    /// The text before it was last activated, for undo.
    pub undo: Vec<u8>,
}

/// What happens when a gadget is used, beyond the message to its program.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Behaviour {
    /// Nothing: it is only shown.
    Inert,
    /// It is pressed and let go.
    Press,
    /// It flips its `GFLG_SELECTED`.
    Toggle,
    /// It steps through so many texts.
    Cycle {
        /// The number of texts.
        count: u16,
        /// The one that shows.
        active: u16,
    },
    /// It is the button number `index` of a group with its id; one of the group is selected.
    Radio {
        /// Which button of the group.
        index: u16,
    },
    /// It is a whole group of radio buttons in one gadget, one line each, as on AROS.
    RadioGroup {
        /// The number of buttons.
        count: u16,
        /// The one that is down.
        active: u16,
    },
    /// A text to edit.
    Text,
    /// A knob between two levels.
    Level {
        /// Leftmost level.
        minimum: i16,
        /// Rightmost level.
        maximum: i16,
        /// The present level.
        level: i16,
    },
    /// A list of lines.
    List {
        /// The number of lines.
        count: u16,
        /// The line that is picked.
        selected: Option<u16>,
        /// The line that shows first.
        top: u16,
    },
    /// A system gadget.
    System,
}

/// One gadget, as its structures describe it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RawGadget {
    /// `GadgetID`.
    pub id: u16,
    /// The `GadgetType` word.
    pub gadget_type: u16,
    /// The `Flags` word.
    pub flags: u16,
    /// The `Activation` word.
    pub activation: u16,
    /// `LeftEdge`, `TopEdge`, `Width`, `Height`, relative flags not resolved.
    pub bounds: Rect,
    /// `GadgetText`, or `GA_Text`.
    pub label: Option<Vec<u8>>,
    /// For a BOOPSI object the name of its class, empty for a private class.
    pub class: Option<&'static str>,
    /// `SpecialInfo` of a string gadget.
    pub string: Option<RawString>,
    /// What AROS' private attributes answer: the kind of the whole, and of the part.
    pub aros_kind: Option<(u32, u32)>,
    /// What `GT_GetGadgetAttrsA` answers; `None` where it cannot be asked.
    pub answers: Option<Answers>,
    /// What using it does.
    pub behaviour: Behaviour,
}

impl RawGadget {
    /// A gadget of no kind: the structure cleared.
    pub fn new(id: u16, bounds: Rect) -> Self {
        Self {
            id,
            gadget_type: 0,
            flags: 0,
            activation: 0,
            bounds,
            label: None,
            class: None,
            string: None,
            aros_kind: None,
            answers: None,
            behaviour: Behaviour::Inert,
        }
    }

    /// Its place in a window of that size: `GFLG_RELRIGHT`, `GFLG_RELBOTTOM`, `GFLG_RELWIDTH` and `GFLG_RELHEIGHT`
    /// resolved.
    pub fn bounds_in(&self, window: Rect) -> Rect {
        let mut bounds = self.bounds;
        if self.flags & 0x0008 != 0 {
            bounds.top = bounds.top.saturating_add(window.height);
        }
        if self.flags & 0x0010 != 0 {
            bounds.left = bounds.left.saturating_add(window.width);
        }
        if self.flags & 0x0020 != 0 {
            bounds.width = bounds.width.saturating_add(window.width);
        }
        if self.flags & 0x0040 != 0 {
            bounds.height = bounds.height.saturating_add(window.height);
        }
        bounds
    }

    /// The facts that the classifier works on.
    pub fn facts(&self, window: Rect) -> GadgetFacts {
        GadgetFacts {
            address: 0,
            id: self.id,
            gadget_type: self.gadget_type,
            flags: self.flags,
            activation: self.activation,
            bounds: self.bounds_in(window),
            has_label: self.label.is_some(),
            is_boopsi: self.class.is_some(),
            gadtools_kind: self.aros_kind.map(|(kind, _)| kind),
            gadtools_part: self.aros_kind.map(|(_, part)| part),
            answers: self.answers,
        }
    }

    /// Which system gadget it is.
    pub fn system(&self) -> SystemGadget {
        self.facts(Rect::default()).system()
    }

    /// Whether it is a classic string gadget, whose text lies in its structure, or AROS' own, which tells its text.
    pub fn shows_text(&self) -> bool {
        self.string.is_some()
    }

    /// A system gadget, at the edge of a window as Intuition lays it out: a BOOPSI object of a public class from V39 on
    /// and on AROS, a boolean gadget before.
    pub fn system_gadget(kind: u16, flags: u16, bounds: Rect, class: Option<&'static str>) -> Self {
        let structure = if class.is_some() { 5 } else { 1 };
        Self {
            gadget_type: SYSTEM_GADGET | kind | structure,
            flags,
            activation: 0x0001,
            class,
            behaviour: Behaviour::System,
            ..Self::new(0, bounds)
        }
    }

    /// `GTYP_GTYPEMASK` part of its type.
    pub fn structure(&self) -> GadgetType {
        self.facts(Rect::default()).kind_of_structure()
    }
}

/// How a program wants its window, as for `OpenWindowTagList`.
#[derive(Debug, Clone)]
pub struct NewWindow {
    /// `WA_Title`; `None` for a window without one.
    pub title: Option<Vec<u8>>,
    /// Place on its screen and size, borders included.
    pub bounds: Rect,
    /// `WFLG_…`: size gadget 1, drag bar 2, depth gadget 4, close gadget 8; activate 0x1000.
    pub flags: u32,
    /// Its gadgets in chain order; system gadgets are put before them.
    pub gadgets: Vec<RawGadget>,
    /// The style of its system gadgets.
    pub style: super::Style,
    /// Who listens to it.
    pub owner: Option<TaskHandle>,
    /// Whether a requester is in it.
    pub has_requester: bool,
    /// Smallest width and height.
    pub minimum: (i16, i16),
    /// Largest width and height.
    pub maximum: (i16, i16),
}

impl NewWindow {
    /// A window with a title and no gadgets but close, drag and depth.
    pub fn titled(title: &str, bounds: Rect) -> Self {
        Self {
            title: Some(super::keymap::latin1(title)),
            bounds,
            flags: 0x000E,
            gadgets: Vec::new(),
            style: super::Style::V40,
            owner: Some(TaskHandle(0x0000_2000)),
            has_requester: false,
            minimum: (60, 20),
            maximum: (i16::MAX, i16::MAX),
        }
    }
}

impl NewWindow {
    /// A requester as `BuildEasyRequest` opens it: the last button has id 0, those before it 1 and so on.
    pub fn requester(title: &str, bounds: Rect, buttons: &[&str]) -> Self {
        let width = bounds.width / buttons.len().max(1) as i16;
        let button = |(number, label): (usize, &&str)| {
            let last = number + 1 == buttons.len();
            RawGadget {
                gadget_type: 5,
                activation: 0x0001,
                class: Some("frbuttonclass"),
                label: Some(super::keymap::latin1(label)),
                behaviour: Behaviour::Press,
                ..RawGadget::new(
                    if last { 0 } else { number as u16 + 1 },
                    Rect {
                        left: number as i16 * width + 4,
                        top: bounds.height - 16,
                        width: width - 8,
                        height: 12,
                    },
                )
            }
        };
        Self {
            flags: 0x0001_0006,
            gadgets: buttons.iter().enumerate().map(button).collect(),
            ..Self::titled(title, bounds)
        }
    }
}

/// An open screen.
#[derive(Debug, Clone)]
pub(super) struct RawScreen {
    pub handle: ScreenHandle,
    pub title: Vec<u8>,
    pub bounds: Rect,
}

/// An open window.
#[derive(Debug, Clone)]
pub(super) struct RawWindow {
    pub handle: WindowHandle,
    pub screen: ScreenHandle,
    pub title: Option<Vec<u8>>,
    pub bounds: Rect,
    /// `WFLG_…` without `WFLG_WINDOWACTIVE`, which the world knows.
    pub flags: u32,
    pub gadgets: Vec<RawGadget>,
    pub owner: Option<TaskHandle>,
    pub has_requester: bool,
    pub minimum: (i16, i16),
    pub maximum: (i16, i16),
    pub menus: super::menus::RawStrip,
    /// Index of the program that listens.
    pub program: Option<usize>,
}
