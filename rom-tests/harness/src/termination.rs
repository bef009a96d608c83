//! Ends a program in order when somebody asks for it. Source: signal(7).

use std::sync::atomic::{AtomicBool, Ordering};

static REQUESTED: AtomicBool = AtomicBool::new(false);

/// What the kernel calls. It may do next to nothing, and does.
extern "C" fn remember(_signal: libc::c_int) {
    REQUESTED.store(true, Ordering::Relaxed);
}

/// From now on SIGTERM, SIGINT (Ctrl-C) and SIGHUP do not end the program but make every wait of this crate fail,
/// so that machines and displays are ended and temporary folders removed on the way out.
pub fn end_in_order() {
    let handler: extern "C" fn(libc::c_int) = remember;
    for signal in [libc::SIGTERM, libc::SIGINT, libc::SIGHUP] {
        // SAFETY: the handler stores to an atomic, which is async-signal-safe, and lives as long as the program.
        unsafe { libc::signal(signal, handler as libc::sighandler_t) };
    }
}

/// True once one of those signals came after [`end_in_order`].
pub fn end_requested() -> bool {
    REQUESTED.load(Ordering::Relaxed)
}
