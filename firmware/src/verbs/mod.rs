//! One function per verb, and the one place that tells them apart.
//!
//! A verb either answers at once or becomes a [`Task`]. Return codes: spec §2 and Appendix B.

mod act;
mod files;
mod look;
pub(crate) mod state;

use crate::body::{Body, Reply};
use crate::server::Shared;
use crate::task::Task;
use core::ops::ControlFlow::{self, Break};
use hal_amiga::{Instant, LineErrors, Machine, SystemGadget};
use protocol::request::Request;
use protocol::{ReturnCode, Verb};

/// The verbs of AmiPilot 1.1 that this build has, in the order of its VERSION reply.
pub(crate) const STABLE: &[Verb] = &[
    Verb::Version,
    Verb::Tree,
    Verb::Click,
    Verb::Type,
    Verb::GetText,
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
    Verb::Pick,
    Verb::Quit,
];

/// The verbs of this build that AmiPilot 1.1 does not know.
pub(crate) const EXTENDED: &[Verb] = &[Verb::Ping, Verb::Info];

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
}

/// What came of a request at once: it breaks with its reply, or continues as a task.
pub(crate) type Outcome = ControlFlow<Reply, Task>;

/// Starts a request.
#[inline(never)]
pub(crate) fn start<M: Machine>(context: &mut Context<'_, M>, request: &Request<'_>) -> Outcome {
    match *request {
        Request::Version => Break(Reply::new(ReturnCode::Ok, Body::Version)),
        Request::Auth { password } => Break(state::auth(password)),
        Request::Ping => Break(Reply::text(ReturnCode::Ok, "pong")),
        Request::Info => Break(state::info(context)),
        Request::Quit => Break(state::quit(context)),
        Request::Screens => look::screens(context.machine),
        Request::Tree { screen, window } => look::tree(context.machine, screen, window),
        Request::GetText { target } => look::get_text(context.machine, target),
        Request::WaitFor {
            condition, timeout, ..
        } => look::wait_for(context.machine, context.now, condition, timeout),
        Request::Menu { screen, window } => look::menu(context.machine, screen, window),
        Request::Pick { screen } => look::pick(context.machine, screen),
        Request::Drag { target, to } => act::drag(context, target, to),
        Request::WindowMove { screen, window, .. } => act::frame(context, screen, window, SystemGadget::Drag),
        Request::WindowSize { screen, window, .. } => act::frame(context, screen, window, SystemGadget::Size),
        Request::MenuPick { screen, window, .. } => act::menu_pick(context, screen, window, request),
        Request::Click { target, .. } | Request::Type { target, .. } => act::gesture(context, target),
        Request::FsList { .. }
        | Request::FsStat { .. }
        | Request::FsMakeDir { .. }
        | Request::FsDelete { .. }
        | Request::FsGet { .. }
        | Request::FsPut { .. } => files::start(context, request),
        Request::Manifest { .. }
        | Request::Launch { .. }
        | Request::WbLaunch { .. }
        | Request::Screenshot { .. }
        | Request::MuiRexx { .. }
        | Request::Where { .. }
        | Request::Why => Break(Reply::new(ReturnCode::Error, Body::NotInBuild(request.verb()))),
    }
}
