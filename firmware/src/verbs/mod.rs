//! One function per verb, and the one place that tells them apart.
//!
//! A verb either answers at once or becomes a [`Task`]. Return codes: spec §2 and Appendix B.

mod act;
mod files;
mod look;
mod rexx;
pub(crate) mod state;

use crate::body::{Body, Reply};
use crate::server::Shared;
use crate::task::Task;
use core::ops::ControlFlow::{self, Break};
use hal_amiga::{Instant, LineErrors, List, Machine};
use protocol::request::Fields;
use protocol::{ReturnCode, Verb};

/// The verbs of AmiPilot 1.1 that this build has, in the order of its VERSION reply.
pub(crate) const STABLE: &[Verb] = &[
    Verb::Version,
    Verb::Tree,
    Verb::Click,
    Verb::Type,
    Verb::GetText,
    Verb::Manifest,
    Verb::FsList,
    Verb::FsStat,
    Verb::FsMakeDir,
    Verb::FsDelete,
    Verb::FsGet,
    Verb::FsPut,
    Verb::Menu,
    Verb::MenuPick,
    Verb::Drag,
    Verb::WindowMove,
    Verb::WindowSize,
    Verb::WaitFor,
    Verb::Screens,
    Verb::Auth,
    Verb::MuiRexx,
    Verb::Where,
    Verb::Pick,
    Verb::Quit,
];

/// The verbs of this build that AmiPilot 1.1 does not know.
pub(crate) const EXTENDED: &[Verb] = &[Verb::Ping, Verb::Info, Verb::Why];

/// What a verb works with.
pub(crate) struct Context<'c, M> {
    /// The machine.
    pub(crate) machine: &'c mut M,
    /// What all sessions share.
    pub(crate) shared: &'c mut Shared,
    /// The present moment.
    pub(crate) now: Instant,
    /// Errors of the line that the request came on.
    pub(crate) line_errors: LineErrors,
    /// Returns from the machine's wait while that line was at rest before the request.
    pub(crate) idle_wakes: u32,
    /// The text of the client's last reply that was not RC 0.
    pub(crate) last_error: &'c mut List<u8>,
}

/// What came of a request at once: it breaks with its reply, or continues as a task.
pub(crate) type Outcome = ControlFlow<Reply, Task>;

/// Starts a request.
#[inline(never)]
pub(crate) fn start<M: Machine>(context: &mut Context<'_, M>, request: &Fields<'_>) -> Outcome {
    match request.verb {
        Verb::Version => Break(state::version(context)),
        Verb::Auth => Break(state::auth(request.text())),
        Verb::Ping => Break(Reply::text(ReturnCode::Ok, "pong")),
        Verb::Info => Break(state::info(context)),
        Verb::Why => Break(state::why(context)),
        Verb::Quit => Break(state::quit(context)),
        Verb::Screens => look::screens(context.machine),
        Verb::Tree => look::tree(context.machine, request),
        Verb::GetText => look::get_text(context, request),
        Verb::WaitFor => look::wait_for(context, request),
        Verb::Menu => look::menu(context.machine, request),
        Verb::Pick => look::pick(context.machine, request),
        Verb::Drag => act::drag(context, request),
        Verb::WindowMove | Verb::WindowSize => act::frame(context, request),
        Verb::MenuPick => act::menu_pick(context, request),
        Verb::Click | Verb::Type => act::gesture(context, request),
        Verb::FsList | Verb::FsStat | Verb::FsMakeDir | Verb::FsDelete | Verb::FsGet | Verb::FsPut => {
            files::start(context, request)
        }
        Verb::MuiRexx => rexx::command(context, request),
        Verb::Where => rexx::place(context, request),
        Verb::Manifest => state::manifest(context, request),
        Verb::Launch | Verb::WbLaunch | Verb::Screenshot => {
            Break(Reply::new(ReturnCode::Error, Body::NotInBuild(request.verb)))
        }
    }
}
