//! A pseudo terminal in raw mode: the emulator's end of it is a path, ours is a file. Source: openpty(3),
//! termios(3), poll(2).

use anyhow::{Context, Result, bail};
use std::ffi::CStr;
use std::fs::File;
use std::io;
use std::os::fd::{AsRawFd, FromRawFd, OwnedFd};
use std::time::{Duration, Instant};

/// Our end of a pseudo terminal, and the name of the other one.
pub(crate) struct Pty {
    ours: File,
    /// Held open so that reads do not fail while the emulator has not opened its end yet, or has closed it.
    _theirs: OwnedFd,
    path: String,
}

impl Pty {
    /// Opens a new pseudo terminal: eight bits, no echo, no translation, our end non-blocking.
    pub(crate) fn open() -> Result<Pty> {
        let (mut ours, mut theirs) = (-1, -1);
        let mut name = [0 as libc::c_char; 128];
        // SAFETY: both descriptors are written by the call; null means no name, and default attributes and size. The
        // name is read by ttyname_r below, which takes the size of its buffer.
        let result = unsafe {
            libc::openpty(
                &mut ours,
                &mut theirs,
                std::ptr::null_mut(),
                std::ptr::null(),
                std::ptr::null(),
            )
        };
        if result != 0 {
            return Err(io::Error::last_os_error())
                .context("could not open a pseudo terminal for the serial line");
        }
        // SAFETY: openpty succeeded, so both are open descriptors that nobody else owns.
        let (ours, theirs) = unsafe { (File::from_raw_fd(ours), OwnedFd::from_raw_fd(theirs)) };
        // SAFETY: the buffer is writable for the length that is passed; the call ends the name with a NUL.
        let result = unsafe { libc::ttyname_r(theirs.as_raw_fd(), name.as_mut_ptr(), name.len()) };
        if result != 0 {
            return Err(io::Error::from_raw_os_error(result))
                .context("could not get the pseudo terminal's name");
        }
        // SAFETY: ttyname_r succeeded, so the buffer holds a string that ends with NUL.
        let path = unsafe { CStr::from_ptr(name.as_ptr()) }
            .to_string_lossy()
            .into_owned();
        make_raw(&theirs)?;
        for descriptor in [ours.as_raw_fd(), theirs.as_raw_fd()] {
            // SAFETY: fcntl on descriptors that we own; without the flag every child would inherit them.
            unsafe { libc::fcntl(descriptor, libc::F_SETFD, libc::FD_CLOEXEC) };
        }
        // SAFETY: as above; only our end becomes non-blocking, as the flag belongs to the open file.
        unsafe { libc::fcntl(ours.as_raw_fd(), libc::F_SETFL, libc::O_RDWR | libc::O_NONBLOCK) };
        Ok(Pty {
            ours,
            _theirs: theirs,
            path,
        })
    }

    /// The path that the emulator opens.
    pub(crate) fn path(&self) -> &str {
        &self.path
    }

    /// Waits up to `patience` for bytes and reads some. `Ok(0)` means that none came.
    pub(crate) fn read(&self, buffer: &mut [u8], patience: Duration) -> io::Result<usize> {
        if !self.wait_for(libc::POLLIN, patience)? {
            return Ok(0);
        }
        match io::Read::read(&mut &self.ours, buffer) {
            Err(error) if error.kind() == io::ErrorKind::WouldBlock => Ok(0),
            other => other,
        }
    }

    /// Writes all bytes.
    ///
    /// # Errors
    /// The emulator took none for longer than `patience`.
    pub(crate) fn write_all(&self, mut bytes: &[u8], patience: Duration) -> Result<()> {
        let mut progress = Instant::now();
        while !bytes.is_empty() {
            let left = patience.saturating_sub(progress.elapsed());
            if left.is_zero() {
                bail!(
                    "the emulated machine took no byte from its serial line for {} s ({} bytes left to send): \
                     it has crashed, or nothing reads the line there",
                    patience.as_secs(),
                    bytes.len()
                );
            }
            if !self.wait_for(libc::POLLOUT, left.min(Duration::from_millis(200)))? {
                continue;
            }
            match io::Write::write(&mut &self.ours, bytes) {
                Ok(written) => {
                    bytes = &bytes[written..];
                    progress = Instant::now();
                }
                Err(error) if error.kind() == io::ErrorKind::WouldBlock => {}
                Err(error) => return Err(error).context("could not write to the emulated serial line"),
            }
        }
        Ok(())
    }

    /// True when the descriptor is ready for `event`, false when `patience` ran out.
    fn wait_for(&self, event: libc::c_short, patience: Duration) -> io::Result<bool> {
        let mut request = libc::pollfd {
            fd: self.ours.as_raw_fd(),
            events: event,
            revents: 0,
        };
        // SAFETY: one pollfd that lives across the call, for a descriptor that we own.
        let ready = unsafe { libc::poll(&mut request, 1, patience.as_millis() as libc::c_int) };
        match ready {
            -1 if io::Error::last_os_error().kind() == io::ErrorKind::Interrupted => Ok(false),
            -1 => Err(io::Error::last_os_error()),
            count => Ok(count > 0),
        }
    }
}

/// Switches off everything a terminal does to bytes.
fn make_raw(terminal: &OwnedFd) -> Result<()> {
    // SAFETY: termios is a plain C structure for which all zeroes is a value; tcgetattr fills it for an open
    // terminal, cfmakeraw only changes it, and tcsetattr reads it.
    let result = unsafe {
        let mut attributes: libc::termios = std::mem::zeroed();
        if libc::tcgetattr(terminal.as_raw_fd(), &mut attributes) != 0 {
            -1
        } else {
            libc::cfmakeraw(&mut attributes);
            libc::tcsetattr(terminal.as_raw_fd(), libc::TCSANOW, &attributes)
        }
    };
    if result != 0 {
        return Err(io::Error::last_os_error()).context("could not switch the pseudo terminal to raw mode");
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::{Read, Write};

    #[test]
    fn every_byte_passes_unchanged_in_both_directions() {
        let pty = Pty::open().unwrap();
        let mut emulator = File::options().read(true).write(true).open(pty.path()).unwrap();
        let all: Vec<u8> = (0..=255).collect();
        pty.write_all(&all, Duration::from_secs(5)).unwrap();
        let mut received = vec![0; 256];
        emulator.read_exact(&mut received).unwrap();
        assert_eq!(received, all);
        emulator.write_all(&all).unwrap();
        let mut back = Vec::new();
        let mut buffer = [0; 300];
        while back.len() < 256 {
            let count = pty.read(&mut buffer, Duration::from_secs(5)).unwrap();
            assert!(count > 0, "only {} bytes came back", back.len());
            back.extend_from_slice(&buffer[..count]);
        }
        assert_eq!(back, all);
    }

    #[test]
    fn a_line_that_nobody_reads_is_an_error_and_not_a_hang() {
        let pty = Pty::open().unwrap();
        let error = pty
            .write_all(&[b'x'; 1 << 20], Duration::from_millis(300))
            .unwrap_err()
            .to_string();
        assert!(error.contains("took no byte"), "{error}");
    }
}
