//! Child processes that cannot outlive their owner. Source: prctl(2) `PR_SET_PDEATHSIG`, signal(7).

use anyhow::{Context, Result, bail};
use std::io::Read;
use std::os::unix::process::CommandExt;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

/// How long a process may take to end after SIGTERM before it gets SIGKILL.
const TERMINATION_GRACE: Duration = Duration::from_secs(5);

/// A running child process. Ends with SIGTERM, then SIGKILL after five seconds, when it is dropped; gets SIGTERM
/// from the kernel when the thread that started it ends, so that nothing stays behind a crash.
pub struct GuardedProcess {
    child: Child,
    name: String,
}

impl GuardedProcess {
    /// Starts `command`. `name` is used in messages. Its input is empty unless the command says otherwise.
    ///
    /// # Errors
    /// The program does not exist or cannot be run: the message names it.
    pub fn start(command: &mut Command, name: &str) -> Result<GuardedProcess> {
        end_with_parent(command);
        let child = command.spawn().with_context(|| {
            format!(
                "could not start {name} ({:?}); is it installed? `cargo xtask setup` does it",
                command.get_program()
            )
        })?;
        Ok(GuardedProcess {
            child,
            name: name.to_string(),
        })
    }

    /// The exit status if it has ended, or `None` while it runs.
    ///
    /// # Errors
    /// The kernel refuses to tell.
    pub fn exit_status(&mut self) -> Result<Option<ExitStatus>> {
        self.child
            .try_wait()
            .with_context(|| format!("could not ask for the state of {}", self.name))
    }

    /// The process id.
    pub fn id(&self) -> u32 {
        self.child.id()
    }

    /// Ends the process and waits for it. Does nothing when it has ended already.
    pub fn end(&mut self) {
        if matches!(self.child.try_wait(), Ok(Some(_))) {
            return;
        }
        // SAFETY: kill(2) with the id of our own child, which we have not waited for yet, so the id cannot have
        // been given to another process.
        unsafe { libc::kill(self.child.id() as libc::pid_t, libc::SIGTERM) };
        let deadline = Instant::now() + TERMINATION_GRACE;
        while Instant::now() < deadline {
            if !matches!(self.child.try_wait(), Ok(None)) {
                return;
            }
            std::thread::sleep(Duration::from_millis(20));
        }
        // Nothing can be done about an error here: the process is gone or is not ours any more.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl Drop for GuardedProcess {
    fn drop(&mut self) {
        self.end();
    }
}

/// Arranges that the kernel ends the child when we die, and that Ctrl-C in a terminal reaches only us.
fn end_with_parent(command: &mut Command) {
    let parent = std::process::id();
    command.process_group(0);
    // SAFETY: between fork and exec only prctl, getppid and _exit are called: all are async-signal-safe and none
    // allocates.
    unsafe {
        command.pre_exec(move || {
            libc::prctl(libc::PR_SET_PDEATHSIG, libc::SIGTERM);
            // The parent may have died before prctl took effect.
            if libc::getppid() as u32 != parent {
                libc::_exit(1);
            }
            Ok(())
        });
    }
}

/// What a program that ended left.
#[derive(Debug)]
pub struct Finished {
    /// How it ended.
    pub status: ExitStatus,
    /// Everything it wrote to its output.
    pub stdout: Vec<u8>,
    /// Everything it wrote to its error output.
    pub stderr: Vec<u8>,
}

impl Finished {
    /// The output as text; bytes that are not UTF-8 show as U+FFFD.
    pub fn text(&self) -> String {
        String::from_utf8_lossy(&self.stdout).into_owned()
    }

    /// The error output as text; bytes that are not UTF-8 show as U+FFFD.
    pub fn error_text(&self) -> String {
        String::from_utf8_lossy(&self.stderr).into_owned()
    }
}

/// Runs a program to its end and collects what it prints. Its input is empty.
///
/// # Errors
/// It could not be started, or ran longer than `deadline`; it is ended then, and the message holds what it had
/// printed. A non-zero exit status is no error: see [`Finished::status`].
pub fn run_with_deadline(command: &mut Command, deadline: Duration) -> Result<Finished> {
    let shown = format!("{command:?}");
    command
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    let mut process = GuardedProcess::start(command, &shown)?;
    let stdout = collect(process.child.stdout.take());
    let stderr = collect(process.child.stderr.take());
    let end = Instant::now() + deadline;
    let status = loop {
        if let Some(status) = process.exit_status()? {
            break Some(status);
        }
        if Instant::now() >= end {
            process.end();
            break None;
        }
        std::thread::sleep(Duration::from_millis(10));
    };
    let stdout = stdout.join().unwrap_or_default();
    let stderr = stderr.join().unwrap_or_default();
    match status {
        Some(status) => Ok(Finished {
            status,
            stdout,
            stderr,
        }),
        None => bail!(
            "{shown} had not ended after {} s and was stopped; it had printed:\n{}{}",
            deadline.as_secs(),
            String::from_utf8_lossy(&stdout),
            String::from_utf8_lossy(&stderr)
        ),
    }
}

/// Reads a pipe to its end in a thread, so that the child never blocks on a full pipe.
fn collect(pipe: Option<impl Read + Send + 'static>) -> JoinHandle<Vec<u8>> {
    std::thread::spawn(move || {
        let mut bytes = Vec::new();
        if let Some(mut pipe) = pipe {
            // A read error ends the collection; what came before it is kept.
            let _ = pipe.read_to_end(&mut bytes);
        }
        bytes
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn output_and_status_are_kept_apart() {
        let finished = run_with_deadline(
            Command::new("sh").args(["-c", "echo out; echo err >&2; exit 7"]),
            Duration::from_secs(20),
        )
        .unwrap();
        assert_eq!(finished.status.code(), Some(7));
        assert_eq!(finished.text(), "out\n");
        assert_eq!(finished.error_text(), "err\n");
    }

    #[test]
    fn a_program_that_hangs_is_ended_and_its_output_is_shown() {
        let error = run_with_deadline(
            Command::new("sh").args(["-c", "echo begun; exec sleep 1000"]),
            Duration::from_millis(300),
        )
        .unwrap_err()
        .to_string();
        assert!(
            error.contains("had not ended") && error.contains("begun"),
            "{error}"
        );
    }

    #[test]
    fn a_missing_program_is_named() {
        let error =
            run_with_deadline(&mut Command::new("no-such-program"), Duration::from_secs(1)).unwrap_err();
        assert!(format!("{error:#}").contains("no-such-program"));
    }
}
