//! Ctrl-C as a flag that every wait looks at, so that what is held is released before the program ends.

use crate::error::{Error, Reason, Result};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock};
use std::time::{Duration, Instant};

/// Longest nap between two looks at the flag.
const LOOK: Duration = Duration::from_millis(10);

/// Whether the user asked to end. Clones share the flag.
#[derive(Clone, Debug, Default)]
pub struct Interrupt(Arc<AtomicBool>);

impl Interrupt {
    /// A flag that is not set.
    pub fn new() -> Interrupt {
        Interrupt::default()
    }

    /// The flag that Ctrl-C and a termination signal set, from the first call on. The signals then no longer end the
    /// process by themselves. When the operating system takes no handler, they go on ending it.
    pub fn from_signals() -> Interrupt {
        static FLAG: OnceLock<Interrupt> = OnceLock::new();
        FLAG.get_or_init(|| {
            let interrupt = Interrupt::new();
            let handler = interrupt.clone();
            if let Err(error) = ctrlc::set_handler(move || handler.set()) {
                eprintln!(
                    "hostctl amiberry: Ctrl-C cannot be caught ({error}); let the command end by itself"
                );
            }
            interrupt
        })
        .clone()
    }

    /// Asks to end.
    pub fn set(&self) {
        self.0.store(true, Ordering::SeqCst);
    }

    /// Whether somebody asked to end.
    pub fn is_set(&self) -> bool {
        self.0.load(Ordering::SeqCst)
    }

    /// Goes on unless somebody asked to end.
    ///
    /// # Errors
    /// [`Reason::Interrupted`].
    pub fn check(&self) -> Result<()> {
        if self.is_set() {
            return Err(Error::new(
                Reason::Interrupted,
                "interrupted; what was held is released",
            ));
        }
        Ok(())
    }

    /// Waits, unless somebody asks to end.
    ///
    /// # Errors
    /// [`Reason::Interrupted`], at most a hundredth of a second after the flag was set.
    pub fn sleep(&self, time: Duration) -> Result<()> {
        let begin = Instant::now();
        loop {
            self.check()?;
            let left = time.saturating_sub(begin.elapsed());
            if left.is_zero() {
                return Ok(());
            }
            std::thread::sleep(left.min(LOOK));
        }
    }
}
