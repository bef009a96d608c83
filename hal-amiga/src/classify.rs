//! From the bare facts of a gadget to what it is, for Commodore's gadtools V37 to V40 and for AROS.
//!
//! Both machines, real and simulated, collect [`GadgetFacts`] and let [`classify`] decide, so that tests on a PC decide
//! by the same rules as the Amiga. Spec §4.2; RKRM Libraries, "GadTools" and "Intuition Gadgets".

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
    /// A BOOPSI gadget; its class name says more.
    Boopsi,
    /// None of these.
    Unknown,
}

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

/// What can be read of a gadget without knowing who made it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct GadgetFacts {
    /// The whole `GadgetType` word.
    pub gadget_type: u16,
    /// The `Flags` word.
    pub flags: u16,
    /// The `Activation` word.
    pub activation: u16,
    /// Whether it is a real BOOPSI object whose class chain was verified.
    pub is_boopsi: bool,
    /// The kind number (`BUTTON_KIND` …) where GadTools tells it (AROS does), `None` elsewhere.
    pub gadtools_kind: Option<u32>,
}
