//! The gadgets, made by GadTools.

use amiga_sys as sys;
use core::ffi::CStr;

/// The number of lines of the list view.
const LINES: usize = 20;

/// The list view's lines, as the list of nodes that it wants. Must not move once [`Lines::link`] was called.
pub struct Lines {
    list: sys::List,
    nodes: [sys::Node; LINES],
    texts: [[u8; 8]; LINES],
}

impl Lines {
    /// `Line 01` to `Line 20`, not linked yet.
    pub fn new() -> Self {
        const NOTHING: *mut sys::Node = core::ptr::null_mut();
        let node = sys::Node {
            ln_Succ: NOTHING,
            ln_Pred: NOTHING,
            ln_Type: 0,
            ln_Pri: 0,
            ln_Name: core::ptr::null_mut(),
        };
        let list = sys::List {
            lh_Head: NOTHING,
            lh_Tail: NOTHING,
            lh_TailPred: NOTHING,
            lh_Type: 0,
            l_pad: 0,
        };
        let mut texts = [*b"Line 00\0"; LINES];
        for (index, text) in texts.iter_mut().enumerate() {
            let number = index as u8 + 1;
            text[5] += number / 10;
            text[6] += number % 10;
        }
        Self {
            list,
            nodes: [node; LINES],
            texts,
        }
    }

    /// Makes a list of the nodes; its address.
    fn link(&mut self) -> *mut sys::List {
        let list = &raw mut self.list;
        // SAFETY: the list and its nodes are ours and stay in place; AddTail only links them.
        unsafe {
            (*list).lh_Head = (&raw mut (*list).lh_Tail).cast();
            (*list).lh_TailPred = (&raw mut (*list).lh_Head).cast();
            for (node, text) in self.nodes.iter_mut().zip(&self.texts) {
                node.ln_Name = text.as_ptr().cast_mut().cast();
                sys::AddTail(sys::abs_exec_library(), list, node);
            }
        }
        list
    }
}

/// A gadget that the program comes back to.
#[derive(Clone, Copy)]
pub struct Handles {
    /// The first of the list, for the window and for `FreeGadgets`.
    pub first: *mut sys::Gadget,
    /// Gadget 2.
    pub host: *mut sys::Gadget,
    /// Gadget 9.
    pub status: *mut sys::Gadget,
}

/// What stays the same from gadget to gadget.
struct Maker {
    gadtools: *mut sys::Library,
    visual: sys::APTR,
    font: sys::TextAttr,
    last: *mut sys::Gadget,
}

/// Where a gadget is: left, top, width, height.
type Place = (i16, i16, i16, i16);

impl Maker {
    /// Makes the next gadget. GadTools takes a null `last` as a failure before, and answers null.
    fn make(
        &mut self,
        kind: u32,
        id: u16,
        label: (&CStr, u32),
        place: Place,
        tags: &[sys::TagItem],
    ) -> *mut sys::Gadget {
        let mut new = sys::NewGadget {
            ng_LeftEdge: place.0,
            ng_TopEdge: place.1,
            ng_Width: place.2,
            ng_Height: place.3,
            ng_GadgetText: label.0.as_ptr().cast(),
            ng_TextAttr: &raw const self.font,
            ng_GadgetID: id,
            ng_Flags: label.1,
            ng_VisualInfo: self.visual,
            ng_UserData: core::ptr::null_mut(),
        };
        // SAFETY: the tags end with TAG_DONE; GadTools copies what it needs, but for labels and lists, which the
        // callers keep.
        self.last =
            unsafe { sys::CreateGadgetA(self.gadtools, kind, self.last, &raw mut new, tags.as_ptr()) };
        self.last
    }
}

const fn tag(name: u32, data: u32) -> sys::TagItem {
    sys::TagItem {
        ti_Tag: name,
        ti_Data: data,
    }
}

const DONE: sys::TagItem = tag(0, 0);

/// A list of texts as GadTools wants it: pointers, the last one null.
#[repr(transparent)]
struct Labels<const COUNT: usize>([*const core::ffi::c_char; COUNT]);

// SAFETY: the texts are constants that nobody writes.
unsafe impl<const COUNT: usize> Sync for Labels<COUNT> {}

static PROTOCOLS: Labels<4> = Labels([
    c"Telnet".as_ptr(),
    c"FTP".as_ptr(),
    c"SSH".as_ptr(),
    core::ptr::null(),
]);
static FORMATS: Labels<3> = Labels([c"7N1".as_ptr(), c"8N1".as_ptr(), core::ptr::null()]);

/// Makes all gadgets; `None` when one could not be made, with everything freed again.
///
/// # Safety
/// `gadtools` is open, `visual` belongs to the screen that the window will be on, and `lines` outlives the gadgets and
/// does not move.
pub unsafe fn create(gadtools: *mut sys::Library, visual: sys::APTR, lines: &mut Lines) -> Option<Handles> {
    let mut first = core::ptr::null_mut();
    // SAFETY: CreateContext fills `first` in, or answers null.
    let last = unsafe { sys::CreateContext(gadtools, &raw mut first) };
    let font = sys::TextAttr {
        ta_Name: c"topaz.font".as_ptr().cast_mut().cast(),
        ta_YSize: 8,
        ta_Style: 0,
        ta_Flags: 0,
    };
    let mut maker = Maker {
        gadtools,
        visual,
        font,
        last,
    };
    let (left, right, inside, above) = (
        sys::PLACETEXT_LEFT,
        sys::PLACETEXT_RIGHT,
        sys::PLACETEXT_IN,
        sys::PLACETEXT_ABOVE,
    );

    maker.make(
        sys::BUTTON_KIND,
        1,
        (c"Connect", inside),
        (20, 20, 100, 14),
        &[DONE],
    );
    let longest = [tag(sys::GTST_MaxChars, 80), DONE];
    let host = maker.make(sys::STRING_KIND, 2, (c"Host:", left), (80, 40, 200, 14), &longest);
    maker.make(
        sys::CHECKBOX_KIND,
        3,
        (c"Enabled", right),
        (20, 60, 26, 11),
        &[DONE],
    );
    let port = [tag(sys::GTIN_Number, 23), tag(sys::GTIN_MaxChars, 5), DONE];
    maker.make(sys::INTEGER_KIND, 4, (c"Port:", left), (80, 76, 100, 14), &port);
    let level = [
        tag(sys::GTSL_Min, 0),
        tag(sys::GTSL_Max, 15),
        tag(sys::GTSL_Level, 5),
        tag(sys::GA_RelVerify, 1),
        DONE,
    ];
    maker.make(
        sys::SLIDER_KIND,
        5,
        (c"Volume:", left),
        (120, 96, 160, 14),
        &level,
    );
    let protocols = [tag(sys::GTCY_Labels, PROTOCOLS.0.as_ptr() as u32), DONE];
    maker.make(
        sys::CYCLE_KIND,
        6,
        (c"Protocol:", left),
        (100, 116, 120, 14),
        &protocols,
    );
    let formats = [
        tag(sys::GTMX_Labels, FORMATS.0.as_ptr() as u32),
        tag(sys::GTMX_Spacing, 4),
        DONE,
    ];
    maker.make(sys::MX_KIND, 7, (c"", right), (20, 136, 17, 9), &formats);
    let list = [tag(sys::GTLV_Labels, lines.link() as u32), DONE];
    maker.make(
        sys::LISTVIEW_KIND,
        8,
        (c"Lines", above),
        (300, 30, 150, 80),
        &list,
    );
    let read_only = [tag(sys::GTST_MaxChars, 120), tag(sys::GA_Disabled, 1), DONE];
    let status = maker.make(
        sys::STRING_KIND,
        9,
        (c"Status:", left),
        (80, 166, 300, 14),
        &read_only,
    );

    if status.is_null() {
        // SAFETY: `first` is null or the list made above, which no window has.
        unsafe { sys::FreeGadgets(gadtools, first) };
        return None;
    }
    Some(Handles { first, host, status })
}
