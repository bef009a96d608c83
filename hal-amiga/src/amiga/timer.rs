//! timer.device: a clock that only goes forward, and one deadline for the program's sleep.
//!
//! The clock is the E clock (about 709 kHz), which no date setting moves. The deadline is one request that is sent when
//! the program goes to sleep and taken back when it wakes. Source: timer.device autodocs, `ReadEClock`,
//! `TR_ADDREQUEST`.

use amiga_sys as sys;

use super::exec::Device;
use crate::clock::Instant;

/// The open device and where the clock stood last.
pub(crate) struct Timer {
    device: Device<sys::timerequest>,
    /// E clock reading at `whole`.
    origin: u64,
    /// Milliseconds since the start at `origin`.
    whole: u32,
}

impl Timer {
    /// Opens the device; the clock starts at 0. `None` when it cannot be opened.
    pub(crate) fn open() -> Option<Self> {
        // SAFETY: timer.device's request is `struct timerequest`.
        let device = unsafe { Device::open(c"timer.device", sys::UNIT_MICROHZ) }.ok()?;
        let mut timer = Self {
            device,
            origin: 0,
            whole: 0,
        };
        timer.origin = timer.read().0;
        Some(timer)
    }

    /// The E clock and its frequency.
    fn read(&self) -> (u64, u32) {
        let mut value = sys::EClockVal { ev_hi: 0, ev_lo: 0 };
        // SAFETY: the device is open, so its base is valid; the value is ours.
        let frequency = unsafe { sys::ReadEClock(self.device.base(), &raw mut value) };
        (
            u64::from(value.ev_hi) << 32 | u64::from(value.ev_lo),
            frequency.max(1000),
        )
    }

    /// The present moment.
    pub(crate) fn now(&mut self) -> Instant {
        let (reading, frequency) = self.read();
        // Steps of 4,096 s bring the distance into 32 bits, so that a 68000 needs no 64-bit division. A reading may lie a
        // little before the former one where the clock is put together from two timers; it counts as no distance then.
        let step = u64::from(frequency) << 12;
        while reading.saturating_sub(self.origin) >= step {
            self.origin += step;
            self.whole = self.whole.wrapping_add(4096 * 1000);
        }
        let distance = reading.saturating_sub(self.origin) as u32;
        let seconds = distance / frequency;
        let rest = distance % frequency;
        self.origin += u64::from(seconds * frequency);
        self.whole = self.whole.wrapping_add(seconds * 1000);
        // The E clock runs at less than 1 MHz, so the rest times 1000 fits into 32 bits.
        Instant::from_millis(self.whole.wrapping_add(rest * 1000 / frequency))
    }

    /// The signal of the deadline.
    pub(crate) fn mask(&self) -> u32 {
        self.device.mask()
    }

    /// Has the deadline's signal sent in `milliseconds`. [`Timer::disarm`] must follow.
    pub(crate) fn arm(&mut self, milliseconds: u32) {
        let request = self.device.request();
        // SAFETY: the request is ours and not on its way: `disarm` follows each `arm`.
        unsafe {
            (*request).tr_node.io_Command = sys::TR_ADDREQUEST as u16;
            (*request).tr_time.tv_secs = milliseconds / 1000;
            (*request).tr_time.tv_micro = milliseconds % 1000 * 1000;
            self.device.send();
        }
    }

    /// Takes the deadline back, whether it came or not.
    pub(crate) fn disarm(&mut self) {
        self.device.take_back();
    }
}
