//! One gesture on a capture, from the first look at the state to the last release.

use super::{Capture, State, change_settings, guarded, release, state};
use crate::client::Client;
use crate::error::{Error, Reason, Result};
use std::fs::{File, TryLockError};
use std::time::{Duration, Instant};

/// A mouse button.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Button {
    /// The left one.
    Left,
    /// The right one.
    Right,
    /// The middle one.
    Middle,
}

impl Button {
    /// Its bit in a button mask.
    pub fn mask(self) -> u8 {
        match self {
            Button::Left => 1,
            Button::Right => 2,
            Button::Middle => 4,
        }
    }
}

/// What to do, in pixels of the picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Gesture {
    /// Move the pointer.
    Move((i64, i64)),
    /// Press and release a button so many times.
    Click((i64, i64), Button, u32),
    /// Press at the first pixel, release at the second.
    Drag((i64, i64), (i64, i64), Button),
}

/// Tablet mode (`off`, `mousehack`, `real`) and mouse untrap (`off`, `middle`, `magic`, `both`).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Settings {
    /// Tablet mode.
    pub tablet: String,
    /// Mouse untrap.
    pub untrap: String,
}

impl Settings {
    /// These, with what guarded input needs: an absolute tablet mode, and MAGIC untrap.
    fn ready(&self) -> Settings {
        let tablet = if matches!(self.tablet.as_str(), "mousehack" | "real") {
            &self.tablet
        } else {
            "mousehack"
        };
        let untrap = match self.untrap.as_str() {
            "off" => "magic",
            "middle" => "both",
            other => other,
        };
        Settings {
            tablet: tablet.into(),
            untrap: untrap.into(),
        }
    }
}

/// How long the parts of a gesture take.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Timing {
    /// Between two phases, so that the guest sees each.
    pub phase: Duration,
    /// Between two looks at the state.
    pub poll: Duration,
    /// Until the settings hold and the input is ready.
    pub ready: Duration,
    /// Until a release must be confirmed.
    pub cleanup: Duration,
}

impl Default for Timing {
    fn default() -> Timing {
        Timing {
            phase: Duration::from_millis(50),
            poll: Duration::from_millis(50),
            ready: Duration::from_secs(1),
            cleanup: Duration::from_secs(3),
        }
    }
}

/// How a gesture ended well.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Outcome {
    /// The last position in the window.
    pub position: (i64, i64),
    /// Whether tablet mode and untrap were changed for it.
    pub changed_settings: bool,
    /// Whether they are the old ones again; false when somebody else changed them meanwhile, who keeps their values.
    pub restored: bool,
}

/// The settings that we changed.
struct Owned {
    old: Settings,
    ours: Settings,
}

/// What must be undone.
#[derive(Default)]
struct Debts {
    pressed: bool,
    owned: Option<Owned>,
}

/// Does a gesture on a capture.
///
/// # Errors
/// Before anything is sent: stale captures, pixels outside, [`Reason::AutomationBusy`]. Rejections. When the release or the
/// settings could not be confirmed, [`Reason::CleanupUnconfirmed`], whatever happened before.
pub fn perform(client: &Client, capture: &Capture, gesture: Gesture, timing: Timing) -> Result<Outcome> {
    if capture.address != client.connector().describe() {
        return Err(Error::new(
            Reason::CaptureWrongInstance,
            format!(
                "the picture was taken from {}, not from {}. Take a new capture from this one",
                capture.address,
                client.connector().describe()
            ),
        ));
    }
    let steps = steps(capture, gesture)?;
    let _lock = lock(client)?;
    let mut debts = Debts::default();
    let result = act(client, capture, &steps, timing, &mut debts);
    let changed_settings = debts.owned.is_some();
    let released = if debts.pressed {
        release(client, timing.cleanup)
    } else {
        Ok(())
    };
    let restored = match &debts.owned {
        // Nobody answers any more: the settings are lost with the emulator, or said below.
        Some(_) if released.is_err() => Err(()),
        Some(owned) => restore(client, owned, timing),
        None => Ok(true),
    };
    let cause = match &result {
        Ok(()) => String::new(),
        Err(error) => format!(" The cause before that: {error}."),
    };
    if let Err(mut error) = released {
        error.message.push_str(&cause);
        return Err(error);
    }
    let Ok(restored) = restored else {
        return Err(Error::new(
            Reason::CleanupUnconfirmed,
            format!(
                "the buttons are released, but Amiberry did not confirm that tablet mode and mouse untrap are the old ones \
                 again. `input get-gui-automation-state` shows them.{cause}"
            ),
        ));
    };
    result?;
    let position = steps.last().map(|step| step.0).unwrap_or_default();
    Ok(Outcome {
        position,
        changed_settings,
        restored,
    })
}

/// A window position and the buttons that are down there.
type Step = ((i64, i64), u8);

/// The steps of a gesture; each pixel is mapped here, and nowhere else.
fn steps(capture: &Capture, gesture: Gesture) -> Result<Vec<Step>> {
    Ok(match gesture {
        Gesture::Move(pixel) => vec![(capture.map(pixel)?, 0)],
        Gesture::Click(pixel, button, count) => {
            let position = capture.map(pixel)?;
            let mut steps = vec![(position, 0)];
            for _ in 0..count {
                steps.extend([(position, button.mask()), (position, 0)]);
            }
            steps
        }
        Gesture::Drag(from, to, button) => {
            let (from, to) = (capture.map(from)?, capture.map(to)?);
            vec![(from, 0), (from, button.mask()), (to, button.mask()), (to, 0)]
        }
    })
}

fn act(client: &Client, capture: &Capture, steps: &[Step], timing: Timing, debts: &mut Debts) -> Result<()> {
    let first = state(client)?;
    capture.check(&first)?;
    if first.button_mask != 0 {
        return Err(Error::new(
            Reason::AutomationBusy,
            "a mouse button is held down by somebody. Send `release`, or let it go in Amiberry's window",
        ));
    }
    prepare(client, &first, debts)?;
    let ready = wait_until_ready(client, capture, timing)?;
    for (index, (position, mask)) in steps.iter().enumerate() {
        if index > 0 {
            client.interrupt().sleep(timing.phase)?;
        }
        client.interrupt().check()?;
        // From here on it may be pressed, even when no reply comes.
        debts.pressed |= *mask != 0;
        guarded(client, *position, *mask, &ready)?;
    }
    Ok(())
}

/// Changes tablet mode and untrap when guarded input needs that, and takes note of it.
fn prepare(client: &Client, first: &State, debts: &mut Debts) -> Result<()> {
    let ours = first.pending.ready();
    if ours == first.pending {
        return Ok(());
    }
    // Noted before it is sent, since the reply may be lost.
    debts.owned = Some(Owned {
        old: first.pending.clone(),
        ours: ours.clone(),
    });
    let changed = change_settings(client, &first.pending, first.input_config_revision, &ours);
    if matches!(&changed, Err(error) if error.reason != Reason::OutcomeUnknown) {
        debts.owned = None;
    }
    changed.map(|_| ())
}

/// Waits until the settings hold. The revision rises again when they do, so the last state is the one to act on.
fn wait_until_ready(client: &Client, capture: &Capture, timing: Timing) -> Result<State> {
    let begin = Instant::now();
    loop {
        let now = state(client)?;
        capture.check(&now)?;
        if now.pending == now.effective && now.focus_ready && now.pending.ready() == now.pending {
            return Ok(now);
        }
        if begin.elapsed() >= timing.ready {
            return Err(Error::new(
                Reason::InputNotReady,
                if now.focus_ready {
                    "tablet mode and mouse untrap did not take effect in time. Is the emulation paused?"
                } else {
                    "Amiberry's window does not take input: bring it to the front, and let the guest start its mouse driver"
                },
            ));
        }
        client.interrupt().sleep(timing.poll)?;
    }
}

/// Gives the old settings back if they are still ours. `Ok(false)` when somebody else changed them.
fn restore(client: &Client, owned: &Owned, timing: Timing) -> std::result::Result<bool, ()> {
    let client = client.for_cleanup(timing.cleanup);
    let begin = Instant::now();
    while begin.elapsed() < timing.cleanup {
        let Ok(now) = state(&client) else {
            std::thread::sleep(timing.poll);
            continue;
        };
        if now.pending != owned.ours {
            return Ok(now.pending == owned.old);
        }
        // The revision may rise between look and change: then the next round looks again. A lost reply shows there, too.
        if change_settings(&client, &owned.ours, now.input_config_revision, &owned.old).is_ok() {
            return Ok(true);
        }
        std::thread::sleep(timing.poll);
    }
    Err(())
}

/// Keeps two actions of ours on one Amiberry apart. The operating system frees the lock with the process.
pub(crate) fn lock(client: &Client) -> Result<Option<File>> {
    let Some(path) = client.connector().lock_path() else {
        return Ok(None);
    };
    let file = File::options()
        .create(true)
        .truncate(false)
        .write(true)
        .open(&path)
        .map_err(|error| Error::file(&path, &error))?;
    match file.try_lock() {
        Ok(()) => Ok(Some(file)),
        Err(TryLockError::WouldBlock) => Err(Error::new(
            Reason::AutomationBusy,
            "another hostctl acts on this Amiberry now. Wait until it has ended",
        )),
        Err(TryLockError::Error(error)) => Err(Error::file(&path, &error)),
    }
}
