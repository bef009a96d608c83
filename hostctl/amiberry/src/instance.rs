//! Which Amiberry: up to ten run at once, each at a path of its own.
//!
//! `$XDG_RUNTIME_DIR/amiberry.sock`, or `/tmp/amiberry.sock` without the variable, then `amiberry_1.sock` to
//! `amiberry_9.sock`; on Windows the pipes `\\.\pipe\amiberry`, `\\.\pipe\amiberry_1` to `_9`. A socket that refuses a
//! connection is stale: its emulator has ended. We leave it alone; the next Amiberry that starts takes the path over.

use crate::error::{Error, Reason, Result};
use crate::transport::usual;
use std::io;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// How many instances there can be.
pub const INSTANCES: u8 = 10;
/// How long a look at a socket may take; a busy one counts as alive.
const LOOK: Duration = Duration::from_millis(500);

/// What is at an instance's path.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Presence {
    /// An emulator listens.
    Alive,
    /// A socket is left over from an emulator that has ended.
    Stale,
    /// Nothing.
    Absent,
}

/// The folder of the sockets.
pub fn folder() -> PathBuf {
    if cfg!(windows) {
        return PathBuf::from(r"\\.\pipe");
    }
    let runtime = std::env::var_os("XDG_RUNTIME_DIR").filter(|folder| !folder.is_empty());
    runtime.map_or_else(|| PathBuf::from("/tmp"), PathBuf::from)
}

/// An instance's path in a folder.
pub fn path_in(folder: &Path, instance: u8) -> PathBuf {
    let suffix = if cfg!(windows) { "" } else { ".sock" };
    folder.join(match instance {
        0 => format!("amiberry{suffix}"),
        number => format!("amiberry_{number}{suffix}"),
    })
}

/// What is at a path.
///
/// # Errors
/// [`Reason::Permission`] when this user may not look.
pub fn presence(path: &Path) -> Result<Presence> {
    match usual(path.to_owned()).connect(LOOK) {
        Ok(_) => Ok(Presence::Alive),
        Err(error) => match error.kind() {
            io::ErrorKind::NotFound => Ok(Presence::Absent),
            io::ErrorKind::ConnectionRefused => Ok(Presence::Stale),
            io::ErrorKind::PermissionDenied => Err(unreachable(&path.display().to_string(), &error)),
            _ => Ok(Presence::Alive),
        },
    }
}

/// The error of a failed connection, before anything was sent.
pub fn unreachable(address: &str, error: &io::Error) -> Error {
    let (reason, advice) = match error.kind() {
        io::ErrorKind::PermissionDenied => (
            Reason::Permission,
            "Only the user who started Amiberry may control it",
        ),
        io::ErrorKind::NotFound => (
            Reason::RuntimeUnreachable,
            "Start Amiberry first, with the same XDG_RUNTIME_DIR, or name its socket with --socket",
        ),
        io::ErrorKind::ConnectionRefused => (
            Reason::RuntimeUnreachable,
            "The socket is left over from an Amiberry that has ended: start it again",
        ),
        _ => (
            Reason::RuntimeUnreachable,
            "Amiberry may be in a menu, or very busy: try again",
        ),
    };
    Error::new(reason, format!("no connection to {address}: {error}. {advice}"))
}

/// The path of the instance that is meant: the named one, else the only one alive.
///
/// # Errors
/// [`Reason::Argument`] when several are alive and none is named; [`Reason::RuntimeUnreachable`] when none is.
pub fn choose(folder: &Path, instance: Option<u8>) -> Result<PathBuf> {
    if let Some(instance) = instance {
        return Ok(path_in(folder, instance));
    }
    let mut alive = Vec::new();
    let mut stale = false;
    for instance in 0..INSTANCES {
        match presence(&path_in(folder, instance))? {
            Presence::Alive => alive.push(instance),
            Presence::Stale => stale = true,
            Presence::Absent => {}
        }
    }
    match alive.as_slice() {
        [only] => Ok(path_in(folder, *only)),
        [] => {
            let kind = if stale {
                io::ErrorKind::ConnectionRefused
            } else {
                io::ErrorKind::NotFound
            };
            Err(unreachable(
                &path_in(folder, 0).display().to_string(),
                &kind.into(),
            ))
        }
        several => Err(Error::argument(format!(
            "several Amiberrys run: instances {several:?}. Say which with --instance"
        ))),
    }
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;
    use std::os::unix::net::UnixListener;

    #[test]
    fn the_only_one_alive_is_chosen() {
        let folder = tempfile::tempdir().unwrap();
        let path = |instance| path_in(folder.path(), instance);
        assert_eq!(
            choose(folder.path(), None).unwrap_err().reason,
            Reason::RuntimeUnreachable
        );
        drop(UnixListener::bind(path(0)).unwrap());
        assert_eq!(presence(&path(0)).unwrap(), Presence::Stale);
        assert!(
            choose(folder.path(), None)
                .unwrap_err()
                .message
                .contains("left over")
        );
        let _third = UnixListener::bind(path(3)).unwrap();
        assert_eq!(
            choose(folder.path(), None).unwrap(),
            folder.path().join("amiberry_3.sock")
        );
        let _second = UnixListener::bind(path(2)).unwrap();
        let error = choose(folder.path(), None).unwrap_err();
        assert!(
            error.reason == Reason::Argument && error.message.contains("[2, 3]"),
            "{error}"
        );
        assert_eq!(
            choose(folder.path(), Some(9)).unwrap(),
            folder.path().join("amiberry_9.sock")
        );
        assert_eq!(presence(&path(9)).unwrap(), Presence::Absent);
    }
}
