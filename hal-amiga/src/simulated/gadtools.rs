//! Gadgets as GadTools makes them, in the three layouts that the firmware meets.
//!
//! Source: RKRM Libraries, "GadTools Library"; spec §4.3 (what was measured on 3.2); AROS' gadtools for [`Style::Aros`].

mod aros;
mod commodore;

use super::structures::{RawGadget, RawString};
use crate::Rect;
use crate::classify::MADE_BY_GADTOOLS;

/// Whose GadTools lays the gadgets out.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Style {
    /// Commodore's before V39: classic gadgets, and no way to ask GadTools.
    V37,
    /// Commodore's from V39 on: classic gadgets, and `GT_GetGadgetAttrsA` answers.
    V40,
    /// AROS': every gadget a BOOPSI object of a nameless class.
    Aros,
}

/// The kind of a GadTools gadget, and its state at the start.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum NewKind {
    /// `BUTTON_KIND`
    Button,
    /// `STRING_KIND` with so many bytes at most.
    String {
        /// `GTST_MaxChars`
        limit: usize,
        /// `GTST_String`
        text: Vec<u8>,
    },
    /// `CHECKBOX_KIND`, `GTCB_Checked`
    Checkbox(bool),
    /// `INTEGER_KIND`, `GTIN_Number`
    Integer(i32),
    /// `SLIDER_KIND`
    Slider {
        /// `GTSL_Min`
        minimum: i16,
        /// `GTSL_Max`
        maximum: i16,
        /// `GTSL_Level`
        level: i16,
    },
    /// `CYCLE_KIND` with so many texts.
    Cycle(u16),
    /// `MX_KIND` with these labels, the first of them down.
    Radio(Vec<Vec<u8>>),
    /// `LISTVIEW_KIND` with so many lines.
    ListView(u16),
}

/// A gadget as a program asks GadTools for it (`struct NewGadget`).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewGadget {
    /// `ng_GadgetID`
    pub id: u16,
    /// `ng_GadgetText`; empty for none.
    pub label: Vec<u8>,
    /// Place in the window and size.
    pub bounds: Rect,
    /// What it is.
    pub kind: NewKind,
}

/// `CreateContext` and one `CreateGadgetA` after another: the gadgets in chain order.
pub(super) fn create(style: Style, gadgets: &[NewGadget]) -> Vec<RawGadget> {
    let context = RawGadget {
        gadget_type: MADE_BY_GADTOOLS,
        ..RawGadget::new(0, Rect::default())
    };
    let mut chain = vec![context];
    for gadget in gadgets {
        match style {
            Style::V37 | Style::V40 => chain.extend(commodore::make_gadgets(style, gadget)),
            Style::Aros => chain.extend(aros::make_gadgets(gadget)),
        }
    }
    chain
}

fn inset(bounds: Rect, x: i16, y: i16) -> Rect {
    Rect {
        left: bounds.left + x,
        top: bounds.top + y,
        width: bounds.width - 2 * x,
        height: bounds.height - 2 * y,
    }
}

fn sized(bounds: Rect, width: i16, height: i16) -> Rect {
    Rect {
        width,
        height,
        ..bounds
    }
}

/// The scroll bar of a list view: 16 pixels at its right end, two arrows of 10 lines below the knob.
fn scroll_bar(bounds: Rect) -> (Rect, Rect, [Rect; 2]) {
    let list = Rect {
        width: bounds.width - 18,
        ..bounds
    };
    let bar = Rect {
        left: bounds.left + bounds.width - 16,
        width: 16,
        ..bounds
    };
    let knob = inset(
        Rect {
            height: bar.height - 20,
            ..bar
        },
        4,
        2,
    );
    let arrow = |from_end: i16| Rect {
        top: bar.top + bar.height - from_end,
        height: 10,
        ..bar
    };
    (list, knob, [arrow(20), arrow(10)])
}

fn text(limit: usize, text: &[u8]) -> Option<RawString> {
    Some(RawString {
        buffer: text.to_vec(),
        cursor: 0,
        limit,
        undo: text.to_vec(),
    })
}

impl super::NewWindow {
    /// The same window with these GadTools gadgets in it, laid out in that style.
    pub fn with_gadgets(mut self, style: Style, gadgets: &[NewGadget]) -> Self {
        self.style = style;
        self.gadgets = create(style, gadgets);
        self
    }
}
