//! A display for the emulator's window, and pictures of it. Source: Xvfb(1), ImageMagick's import(1).

use crate::process::{GuardedProcess, run_with_deadline};
use anyhow::{Context, Result, bail};
use std::io::Read;
use std::os::fd::AsRawFd;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Duration;

/// The size of FS-UAE's window; the display has the same, so that the window covers it.
const WINDOW: &str = "960x540x24";
/// The Amiga's 640x256 screen in that window: every line twice, every pixel once. Measured.
const AMIGA_SCREEN: &str = "640x512+160+6";

/// A virtual X display of its own, ended with this value.
pub struct Display {
    name: String,
    _server: GuardedProcess,
}

impl Display {
    /// Starts an X server that picks a free display number and listens on no network.
    ///
    /// # Errors
    /// Xvfb is not installed, or does not come up.
    pub fn open() -> Result<Display> {
        let (mut reader, writer) = std::io::pipe().context("could not make a pipe for Xvfb")?;
        let mut command = Command::new("Xvfb");
        // The pipe's descriptors are closed on exec; the write end reaches Xvfb as its standard output instead.
        command.args([
            "-displayfd",
            "1",
            "-screen",
            "0",
            WINDOW,
            "-nolisten",
            "tcp",
            "-noreset",
        ]);
        command.stdin(Stdio::null()).stdout(writer).stderr(Stdio::null());
        let mut server = GuardedProcess::start(&mut command, "Xvfb")?;
        drop(command);
        let number = read_line(&mut reader, Duration::from_secs(60))?;
        let Ok(number) = number.trim().parse::<u32>() else {
            bail!(
                "Xvfb gave no display number; it ended with {:?}",
                server.exit_status()?
            );
        };
        Ok(Display {
            name: format!(":{number}"),
            _server: server,
        })
    }

    /// The value for the variable `DISPLAY`.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Saves a PNG picture of the Amiga's screen, without FS-UAE's border: 640 by 512 pixels.
    ///
    /// # Errors
    /// ImageMagick's `import` is not installed or fails.
    pub fn save_picture(&self, path: &Path) -> Result<()> {
        let mut command = Command::new("import");
        command
            .args([
                "-display",
                &self.name,
                "-window",
                "root",
                "-crop",
                AMIGA_SCREEN,
                "+repage",
            ])
            .arg(path);
        let finished = run_with_deadline(&mut command, Duration::from_secs(60))?;
        if !finished.status.success() {
            bail!(
                "could not take the picture {}: {}",
                path.display(),
                finished.error_text()
            );
        }
        Ok(())
    }
}

/// Reads one line; empty when the other side closed or stayed silent for `patience`.
fn read_line(reader: &mut std::io::PipeReader, patience: Duration) -> Result<String> {
    let mut line = Vec::new();
    let mut byte = [0];
    loop {
        let mut request = libc::pollfd {
            fd: reader.as_raw_fd(),
            events: libc::POLLIN,
            revents: 0,
        };
        // SAFETY: one pollfd that lives across the call, for a descriptor that `reader` owns.
        let ready = unsafe { libc::poll(&mut request, 1, patience.as_millis() as libc::c_int) };
        if ready <= 0 || reader.read(&mut byte)? == 0 || byte[0] == b'\n' {
            return Ok(String::from_utf8_lossy(&line).into_owned());
        }
        line.push(byte[0]);
    }
}
