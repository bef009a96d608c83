//! From the bare facts of a gadget to what it is, for Commodore's gadtools V37 to V40 and for AROS.
//!
//! Both machines, real and simulated, collect one [`GadgetFacts`] per gadget of a window, in chain order, and let
//! [`classify`] decide, so that tests on a PC decide by the same rules as the Amiga. Nothing here allocates: the facts
//! of a window are one [`List`](crate::List), dropped after the walk.
//!
//! Sources: spec §4.2 and §4.3; RKRM Libraries, "Intuition Gadgets" and "GadTools Library"; the includes
//! `intuition/intuition.h` and `libraries/gadtools.h`; the autodoc of `GT_GetGadgetAttrsA`; AROS' gadtools.
//!
//! What each system lets us know:
//! - **Before gadtools V39** there is no `GT_GetGadgetAttrsA`: structure alone speaks. A cycle gadget then looks like a
//!   button and is called one.
//! - **From V39** the attributes in [`PROBES`] tell the kind, and structure tells the parts of a list view.
//! - **AROS** makes every GadTools gadget a BOOPSI object of a nameless class that answers two private attributes,
//!   [`AROS_GADGET_KIND`] and [`AROS_PART_KIND`].

mod facts;

pub use facts::*;

use crate::geometry::Rect;

/// The kinds that can be told from Intuition's and GadTools' structures. BOOPSI classes are told apart by name later.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum GadgetKind {
    /// A gadget that is pressed.
    Button,
    /// A line of text to edit.
    String,
    /// A string gadget for a whole number.
    Integer,
    /// An on/off box.
    Checkbox,
    /// One of several buttons of which one is down.
    RadioButton,
    /// A button that steps through texts.
    Cycle,
    /// A knob for a level.
    Slider,
    /// A knob for a part of something longer.
    Scroller,
    /// A list of lines.
    ListView,
    /// A text or number that is only shown.
    Text,
    /// A choice of colours.
    Palette,
    /// A custom gadget. Its class name says more; it has none where the class chain could not be verified.
    Boopsi,
    /// None of these.
    Unknown,
}

/// What the gadget at `index` of a window's chain is; [`GadgetKind::Unknown`] past the end.
///
/// `gadgets` holds the facts of the whole chain: the parts of a list view, a scroller or a group of radio buttons are
/// known by their neighbours.
pub fn classify(gadgets: &[GadgetFacts], index: usize) -> GadgetKind {
    let Some(gadget) = gadgets.get(index) else {
        return GadgetKind::Unknown;
    };
    if !gadget.is_gadtools() {
        return match gadget.kind_of_structure() {
            GadgetType::Bool => GadgetKind::Button,
            GadgetType::Prop => GadgetKind::Slider,
            GadgetType::String => string_kind(gadget),
            GadgetType::Custom => GadgetKind::Boopsi,
            GadgetType::Other => GadgetKind::Unknown,
        };
    }
    if let Some(kind) = gadget.gadtools_kind {
        return aros_kind(gadgets, index, kind);
    }
    if gadget.answered(Answers::TEXT.with(Answers::NUMBER)) {
        return GadgetKind::Text;
    }
    if gadget.answered(Answers::PALETTE) {
        return GadgetKind::Palette;
    }
    match gadget.kind_of_structure() {
        GadgetType::String => string_kind(gadget),
        GadgetType::Prop => prop_kind(gadgets, index),
        GadgetType::Bool => bool_kind(gadgets, index),
        GadgetType::Custom => answered_kind(gadget),
        GadgetType::Other if is_list_area(gadgets, index) => GadgetKind::ListView,
        GadgetType::Other => GadgetKind::Unknown,
    }
}

/// The index of the gadget whose text is the label of the gadget at `index`: mostly itself. Commodore's GadTools hangs
/// the label of a slider, a scroller or a list view on a companion with the same id.
pub fn label_owner(gadgets: &[GadgetFacts], index: usize) -> usize {
    let Some(gadget) = gadgets.get(index) else {
        return index;
    };
    if gadget.has_label || !gadget.is_gadtools() {
        return index;
    }
    let wanted = match classify(gadgets, index) {
        GadgetKind::Slider | GadgetKind::ListView => true,
        GadgetKind::Scroller => !group(gadgets, index).any(|other| is_list_area(gadgets, other)),
        _ => false,
    };
    if !wanted {
        return index;
    }
    group(gadgets, index)
        .find(|&other| gadgets[other].has_label && classify(gadgets, other) == GadgetKind::Unknown)
        .unwrap_or(index)
}

/// How many neighbours on either side are looked at. No GadTools gadget has more parts that tell its kind, and a window
/// with thousands of gadgets of one id costs no more for each of them.
const REACH: usize = 24;

/// The neighbours in the chain that GadTools made with the same id, the gadget itself included.
fn group(gadgets: &[GadgetFacts], index: usize) -> core::ops::Range<usize> {
    let id = gadgets[index].id;
    let belongs = |gadget: &GadgetFacts| gadget.is_gadtools() && gadget.id == id;
    let mut first = index;
    while first > 0 && index - first < REACH && belongs(&gadgets[first - 1]) {
        first -= 1;
    }
    let mut end = index + 1;
    while end < gadgets.len() && end - index <= REACH && belongs(&gadgets[end]) {
        end += 1;
    }
    first..end
}

fn string_kind(gadget: &GadgetFacts) -> GadgetKind {
    // An integer gadget answers GTIN_Number; GACT_LONGINT says the same in the structure, on every version.
    if gadget.activation & LONG_INTEGER != 0 || gadget.answered(Answers::INTEGER) {
        GadgetKind::Integer
    } else {
        GadgetKind::String
    }
}

/// A GadTools gadget that is an object: only its answers tell.
fn answered_kind(gadget: &GadgetFacts) -> GadgetKind {
    const KINDS: [(Answers, GadgetKind); 8] = [
        (Answers::CHECKBOX, GadgetKind::Checkbox),
        (Answers::INTEGER, GadgetKind::Integer),
        (Answers::CYCLE, GadgetKind::Cycle),
        (Answers::RADIO_BUTTON, GadgetKind::RadioButton),
        (Answers::LIST_VIEW, GadgetKind::ListView),
        (Answers::SLIDER, GadgetKind::Slider),
        (Answers::SCROLLER, GadgetKind::Scroller),
        (Answers::STRING, GadgetKind::String),
    ];
    let answered = KINDS.iter().find(|(answers, _)| gadget.answered(*answers));
    answered.map_or(GadgetKind::Boopsi, |(_, kind)| *kind)
}

/// AROS answers for the whole (`kind`) and for the part.
fn aros_kind(gadgets: &[GadgetFacts], index: usize, kind: u32) -> GadgetKind {
    let gadget = &gadgets[index];
    match gadget.gadtools_part {
        Some(AROS_ARROW_PART) => return GadgetKind::Button,
        Some(SCROLLER_KIND) => return GadgetKind::Scroller,
        Some(TEXT_KIND | NUMBER_KIND) => return GadgetKind::Text,
        _ => {}
    }
    match kind {
        BUTTON_KIND => GadgetKind::Button,
        CHECKBOX_KIND => GadgetKind::Checkbox,
        INTEGER_KIND => GadgetKind::Integer,
        LISTVIEW_KIND if gadget.gadtools_part == Some(LISTVIEW_KIND) => GadgetKind::ListView,
        // Without an answer for the part, the list itself is the largest one.
        LISTVIEW_KIND if is_largest(gadgets, index) => GadgetKind::ListView,
        LISTVIEW_KIND => GadgetKind::Button,
        MX_KIND => GadgetKind::RadioButton,
        NUMBER_KIND | TEXT_KIND => GadgetKind::Text,
        CYCLE_KIND => GadgetKind::Cycle,
        PALETTE_KIND => GadgetKind::Palette,
        SCROLLER_KIND => GadgetKind::Scroller,
        // The display of the level precedes the knob, and nobody can press it.
        SLIDER_KIND
            if gadget.activation & (RELEASE_VERIFY | IMMEDIATE) == 0 && precedes_slider(gadgets, index) =>
        {
            GadgetKind::Text
        }
        SLIDER_KIND => GadgetKind::Slider,
        STRING_KIND => GadgetKind::String,
        _ => GadgetKind::Unknown,
    }
}

fn precedes_slider(gadgets: &[GadgetFacts], index: usize) -> bool {
    gadgets
        .get(index + 1)
        .is_some_and(|next| next.gadtools_kind == Some(SLIDER_KIND))
}

fn is_largest(gadgets: &[GadgetFacts], index: usize) -> bool {
    let size = area(gadgets[index].bounds);
    group(gadgets, index).all(|other| other == index || area(gadgets[other].bounds) < size)
}

fn prop_kind(gadgets: &[GadgetFacts], index: usize) -> GadgetKind {
    let gadget = &gadgets[index];
    if gadget.answered(Answers::SLIDER) {
        GadgetKind::Slider
    } else if gadget.answered(Answers::SCROLLER.with(Answers::LIST_VIEW)) || arrows(gadgets, index) == 2 {
        GadgetKind::Scroller
    } else {
        GadgetKind::Slider
    }
}

fn bool_kind(gadgets: &[GadgetFacts], index: usize) -> GadgetKind {
    let gadget = &gadgets[index];
    if gadget.answered(Answers::CHECKBOX) {
        return GadgetKind::Checkbox;
    }
    if gadget.answered(Answers::CYCLE) {
        return GadgetKind::Cycle;
    }
    if gadget.answered(Answers::RADIO_BUTTON) || is_radio_button(gadgets, index) {
        return GadgetKind::RadioButton;
    }
    if is_list_area(gadgets, index) {
        return GadgetKind::ListView;
    }
    // Of all GadTools kinds only a check box stays down when it is let go, and before V39 it has one size. Both are
    // asked for, since programs turn GadTools buttons into switches. Where GadTools could be asked, it knows better.
    let check_box = gadget.activation & TOGGLE_SELECT != 0
        && (gadget.bounds.width, gadget.bounds.height) == (CHECKBOX_WIDTH, CHECKBOX_HEIGHT);
    if gadget.answers.is_none() && check_box {
        GadgetKind::Checkbox
    } else {
        GadgetKind::Button
    }
}

/// Several boolean gadgets of one id and one size, in a row or a column, and nothing else with that id.
fn is_radio_button(gadgets: &[GadgetFacts], index: usize) -> bool {
    let gadget = &gadgets[index];
    let mut members = group(gadgets, index);
    members.len() >= 2
        && members.all(|other| {
            let other = &gadgets[other];
            other.kind_of_structure() == GadgetType::Bool
                && other.bounds.width == gadget.bounds.width
                && other.bounds.height == gadget.bounds.height
                && (other.bounds.left == gadget.bounds.left || other.bounds.top == gadget.bounds.top)
        })
}

/// The list of a list view: the largest of its parts, beside a knob with two arrows.
fn is_list_area(gadgets: &[GadgetFacts], index: usize) -> bool {
    let gadget = &gadgets[index];
    if matches!(gadget.kind_of_structure(), GadgetType::Prop | GadgetType::String)
        || !is_largest(gadgets, index)
    {
        return false;
    }
    group(gadgets, index).any(|other| {
        let prop = &gadgets[other];
        prop.kind_of_structure() == GadgetType::Prop
            && !encloses(gadget.bounds, prop.bounds)
            && (gadget.answered(Answers::LIST_VIEW) || arrows(gadgets, other) == 2)
    })
}

/// How many arrow buttons stand in line with the knob at `index`: boolean gadgets of its group no wider or no higher
/// than its own frame, and of one size.
fn arrows(gadgets: &[GadgetFacts], index: usize) -> usize {
    let knob = gadgets[index].bounds;
    let in_line = |arrow: Rect| {
        let (column, row) = ((arrow.left, arrow.width), (arrow.top, arrow.height));
        // The frame around a knob is up to four pixels wide.
        let near = |(start, size): (i16, i16), (knob_start, knob_size): (i16, i16)| {
            start.abs_diff(knob_start) <= 4 && size.abs_diff(knob_size) <= 8
        };
        near(column, (knob.left, knob.width)) || near(row, (knob.top, knob.height))
    };
    let mut size = None;
    group(gadgets, index)
        .filter(|&other| {
            let arrow = &gadgets[other];
            arrow.kind_of_structure() == GadgetType::Bool
                && in_line(arrow.bounds)
                && area(arrow.bounds) <= 24 * 24
                && *size.get_or_insert((arrow.bounds.width, arrow.bounds.height))
                    == (arrow.bounds.width, arrow.bounds.height)
        })
        .count()
}

fn area(bounds: Rect) -> i32 {
    i32::from(bounds.width.max(0)) * i32::from(bounds.height.max(0))
}

fn encloses(outer: Rect, inner: Rect) -> bool {
    let end = |start: i16, size: i16| i32::from(start) + i32::from(size);
    outer.left <= inner.left
        && outer.top <= inner.top
        && end(outer.left, outer.width) >= end(inner.left, inner.width)
        && end(outer.top, outer.height) >= end(inner.top, inner.height)
}
