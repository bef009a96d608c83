//! What can be read of a gadget: the words of its structure, and what GadTools answers when it is asked.
//!
//! Source: `intuition/intuition.h`, `libraries/gadtools.h`; the autodoc of `GT_GetGadgetAttrsA`, which lists what each
//! kind answers; AROS' gadtools for its private attributes.

use crate::geometry::Rect;

/// What kind of system gadget it is (`GadgetType & GTYP_SYSTYPEMASK`).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SystemGadget {
    /// Not a system gadget.
    None,
    /// The size gadget.
    Size,
    /// The drag bar.
    Drag,
    /// The depth gadget.
    Depth,
    /// The zoom gadget.
    Zoom,
    /// The close gadget.
    Close,
}

/// `GadgetType & GTYP_GTYPEMASK`: a value, not a set of bits.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum GadgetType {
    /// `GTYP_BOOLGADGET`
    Bool,
    /// `GTYP_PROPGADGET`
    Prop,
    /// `GTYP_STRGADGET`
    String,
    /// `GTYP_CUSTOMGADGET`
    Custom,
    /// Any other value.
    Other,
}

/// `GTYP_SYSGADGET` in `GadgetType`.
pub const SYSTEM_GADGET: u16 = 0x8000;
/// `GTYP_GADTOOLS` in `GadgetType`: made by GadTools, and the only gadgets that it may be asked about.
pub const MADE_BY_GADTOOLS: u16 = 0x0100;
/// `GACT_RELVERIFY` in `Activation`.
pub const RELEASE_VERIFY: u16 = 0x0001;
/// `GACT_IMMEDIATE` in `Activation`.
pub const IMMEDIATE: u16 = 0x0002;
/// `GACT_TOGGLESELECT` in `Activation`.
pub const TOGGLE_SELECT: u16 = 0x0100;
/// `GACT_LONGINT` in `Activation`.
pub const LONG_INTEGER: u16 = 0x0800;
/// `GFLG_SELECTED` in `Flags`.
pub const SELECTED: u16 = 0x0080;
/// `GFLG_DISABLED` in `Flags`.
pub const DISABLED: u16 = 0x0100;

/// `CHECKBOX_WIDTH`: how wide every check box is before V39, and later by default.
pub const CHECKBOX_WIDTH: i16 = 26;
/// `CHECKBOX_HEIGHT`
pub const CHECKBOX_HEIGHT: i16 = 11;

/// AROS' private attribute for the kind of the whole gadget (`BUTTON_KIND` …); to be asked on AROS alone.
pub const AROS_GADGET_KIND: u32 = 0x8000_0009;
/// AROS' private attribute for the kind of this part of it: a list view's arrows answer 100, its knob `SCROLLER_KIND`.
pub const AROS_PART_KIND: u32 = 0x8000_000A;

/// `BUTTON_KIND`
pub const BUTTON_KIND: u32 = 1;
/// `CHECKBOX_KIND`
pub const CHECKBOX_KIND: u32 = 2;
/// `INTEGER_KIND`
pub const INTEGER_KIND: u32 = 3;
/// `LISTVIEW_KIND`
pub const LISTVIEW_KIND: u32 = 4;
/// `MX_KIND`
pub const MX_KIND: u32 = 5;
/// `NUMBER_KIND`
pub const NUMBER_KIND: u32 = 6;
/// `CYCLE_KIND`
pub const CYCLE_KIND: u32 = 7;
/// `PALETTE_KIND`
pub const PALETTE_KIND: u32 = 8;
/// `SCROLLER_KIND`
pub const SCROLLER_KIND: u32 = 9;
/// `SLIDER_KIND`
pub const SLIDER_KIND: u32 = 11;
/// `STRING_KIND`
pub const STRING_KIND: u32 = 12;
/// `TEXT_KIND`
pub const TEXT_KIND: u32 = 13;
/// The part kind of an arrow button on AROS.
pub const AROS_ARROW_PART: u32 = 100;

/// A set of attributes that `GT_GetGadgetAttrsA` gave an answer to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Answers(u16);

impl Answers {
    /// Nothing was answered.
    pub const NONE: Self = Self(0);
    /// `GTCB_Checked`
    pub const CHECKBOX: Self = Self(0x0001);
    /// `GTIN_Number`
    pub const INTEGER: Self = Self(0x0002);
    /// `GTCY_Active`
    pub const CYCLE: Self = Self(0x0004);
    /// `GTMX_Active`
    pub const RADIO_BUTTON: Self = Self(0x0008);
    /// `GTLV_Top`
    pub const LIST_VIEW: Self = Self(0x0010);
    /// `GTSL_Level`
    pub const SLIDER: Self = Self(0x0020);
    /// `GTSC_Top`
    pub const SCROLLER: Self = Self(0x0040);
    /// `GTST_String`
    pub const STRING: Self = Self(0x0080);
    /// `GTTX_Text`
    pub const TEXT: Self = Self(0x0100);
    /// `GTNM_Number`
    pub const NUMBER: Self = Self(0x0200);
    /// `GTPA_Color`
    pub const PALETTE: Self = Self(0x0400);

    /// Both sets together.
    pub const fn with(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// Whether any of `other` is in this set.
    pub const fn has(self, other: Self) -> bool {
        self.0 & other.0 != 0
    }
}

/// The attributes worth asking with `GT_GetGadgetAttrsA`, one call each, and what an answer (a return value of at least
/// 1) means. To be asked only from gadtools V39 on, and only of gadgets with [`MADE_BY_GADTOOLS`].
pub const PROBES: [(u32, Answers); 11] = [
    (0x8008_0004, Answers::CHECKBOX),
    (0x8008_002F, Answers::INTEGER),
    (0x8008_000F, Answers::CYCLE),
    (0x8008_000A, Answers::RADIO_BUTTON),
    (0x8008_0005, Answers::LIST_VIEW),
    (0x8008_0028, Answers::SLIDER),
    (0x8008_0015, Answers::SCROLLER),
    (0x8008_002D, Answers::STRING),
    (0x8008_000B, Answers::TEXT),
    (0x8008_000D, Answers::NUMBER),
    (0x8008_0011, Answers::PALETTE),
];

/// What can be read of a gadget without knowing who made it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct GadgetFacts {
    /// Where the gadget lies, for whoever collects the facts; it tells nothing of what the gadget is.
    pub address: u32,
    /// `GadgetID`.
    pub id: u16,
    /// The whole `GadgetType` word.
    pub gadget_type: u16,
    /// The `Flags` word.
    pub flags: u16,
    /// The `Activation` word.
    pub activation: u16,
    /// Place in the window, relative flags resolved.
    pub bounds: Rect,
    /// Whether it has a text of its own that can be read (`GadgetText` or `GA_Text`).
    pub has_label: bool,
    /// Whether it is a real BOOPSI object whose class chain was verified.
    pub is_boopsi: bool,
    /// What [`AROS_GADGET_KIND`] answered; `None` elsewhere and for gadgets that do not know it.
    pub gadtools_kind: Option<u32>,
    /// What [`AROS_PART_KIND`] answered; `None` elsewhere and for gadgets that do not know it.
    pub gadtools_part: Option<u32>,
    /// Which of [`PROBES`] were answered; `None` where none could be asked (before V39, not GadTools', or on AROS).
    pub answers: Option<Answers>,
}

impl GadgetFacts {
    /// The type field.
    pub fn kind_of_structure(&self) -> GadgetType {
        match self.gadget_type & 7 {
            1 => GadgetType::Bool,
            3 => GadgetType::Prop,
            4 => GadgetType::String,
            5 => GadgetType::Custom,
            _ => GadgetType::Other,
        }
    }

    /// Which system gadget it is.
    pub fn system(&self) -> SystemGadget {
        if self.gadget_type & SYSTEM_GADGET == 0 {
            return SystemGadget::None;
        }
        match self.gadget_type & 0x00F0 {
            0x10 => SystemGadget::Size,
            0x20 => SystemGadget::Drag,
            0x40 => SystemGadget::Depth,
            0x60 => SystemGadget::Zoom,
            0x80 => SystemGadget::Close,
            _ => SystemGadget::None,
        }
    }

    /// Whether GadTools made it.
    pub fn is_gadtools(&self) -> bool {
        self.gadget_type & MADE_BY_GADTOOLS != 0
    }

    /// Whether it answered any of these.
    pub(super) fn answered(&self, answers: Answers) -> bool {
        self.answers.is_some_and(|all| all.has(answers))
    }
}
