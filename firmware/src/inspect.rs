//! What AmiInspect prints: the text of TREE, from the shell and without a server. Spec §3.5.

use crate::body::tree_piece;
use crate::locator;
use hal_amiga::{Desktop, WalkError};
use protocol::reply::Sink;
use protocol::{ReturnCode, Word};

/// The template for `ReadArgs()`.
pub const TEMPLATE: &core::ffi::CStr = c"WINDOW/K,PICK/S,SCREEN/K";

/// Why nothing was printed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum InspectError {
    /// No window has such a title.
    NoSuchWindow,
    /// No window is active.
    NoActiveWindow,
    /// The window closed while it was read.
    WindowGone,
    /// There is no memory for the copies.
    OutOfMemory,
    /// `PICK` was given.
    PickNotInBuild,
}

impl InspectError {
    /// The reason, one line without LF.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::NoSuchWindow => "no window has a title that contains this text; letter case counts",
            Self::NoActiveWindow => "no window is active; click one, or name it with WINDOW=",
            Self::WindowGone => "the window closed while it was read",
            Self::OutOfMemory => "not enough memory for a copy of the window",
            Self::PickNotInBuild => "PICK is not in this build; name the window with WINDOW=",
        }
    }

    /// What the program returns to the shell.
    pub const fn code(self) -> ReturnCode {
        match self {
            Self::NoSuchWindow | Self::NoActiveWindow | Self::WindowGone => ReturnCode::Warn,
            Self::OutOfMemory | Self::PickNotInBuild => ReturnCode::Fail,
        }
    }
}

impl From<WalkError> for InspectError {
    fn from(error: WalkError) -> Self {
        match error {
            WalkError::WindowGone => Self::WindowGone,
            WalkError::OutOfMemory => Self::OutOfMemory,
        }
    }
}

/// Prints the first window whose title contains `title`, on any screen; without `title`, the active window.
///
/// # Errors
/// [`InspectError`]; then nothing was printed.
pub fn print_window<D: Desktop>(
    desktop: &mut D,
    title: Option<&[u8]>,
    output: &mut dyn Sink,
) -> Result<(), InspectError> {
    let outline = desktop.outline().map_err(|_| InspectError::OutOfMemory)?;
    let window = match title {
        Some(title) => locator::find_window(&outline, &Word::plain(b""), &Word::plain(title))
            .ok_or(InspectError::NoSuchWindow)?,
        None => {
            let active = outline.windows.iter().find(|window| window.is_active());
            active.ok_or(InspectError::NoActiveWindow)?
        }
    };
    let handle = window.handle;
    drop(outline);
    let tree = desktop.gadgets(handle)?;
    let mut index = 0;
    while tree_piece(&tree, index, output) {
        index += 1;
    }
    Ok(())
}
