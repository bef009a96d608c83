//! The serial line by our own driver on the bare chip (`PAULA`), for machines and ROMs without serial.device.
//!
//! 8 data bits, no parity, one stop bit, 110 to 230,400 baud, RTS/CTS when asked for. misc.resource lends the chip and
//! the handshake lines, and names who has them when they are taken. Interrupts move bytes between the chip and two
//! rings; the task sleeps meanwhile and is signalled when the receive ring stops being empty, when there is room to send
//! again, and when everything is sent. On release the vectors, interrupt masks and handshake lines are as before.
//!
//! Source: Hardware Reference Manual, "Serial Input/Output"; RKRM Devices, "Resources"; misc.resource autodocs.

mod interrupts;
mod registers;
mod ring;

use alloc::alloc::{Layout, alloc, dealloc};
use core::ffi::CStr;

use amiga_sys as sys;
use embedded_io::{ErrorType, Read, ReadReady, Write, WriteReady};

use self::interrupts::{Former, Frame, Receiver, Shared, Transmitter, Waker};
use super::context::Context;
use super::exec::{self, Signal, exec_base, sys_base, without_interrupts};
use super::ledger::Held;
use crate::transport::{LineErrors, Transport, TransportError};

unsafe extern "C" {
    fn amipilot_interrupt_handler();
    fn amipilot_interrupt_server();
}

/// Slowest and fastest line that the chip can do well enough (within 3 %).
const BAUD: core::ops::RangeInclusive<u32> = 110..=230_400;
/// E clock of a PAL machine, for ROMs that leave exec's field empty.
const PAL_E_CLOCK: u32 = 709_379;
/// Who we are to misc.resource; in capitals it would be a device.
const OWNER: &CStr = c"AmiPilot serial line";

/// Why the line could not be taken.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PaulaError {
    /// No baud rate between 110 and 230,400.
    Baud,
    /// There is no misc.resource: no Amiga chip set.
    NoHardware,
    /// Another program has the serial port; its name, as far as it fits, ends at the first 0.
    InUse([u8; 32]),
    /// There is no memory, or no free signal bit.
    OutOfMemory,
}

impl PaulaError {
    /// Prints what happened and what to do, after `NAME: `.
    pub fn print(&self, context: &Context) {
        let mut console = context.console();
        console.text(context.name().as_bytes());
        console.text(b": ");
        match self {
            Self::Baud => console.line(b"BAUD must be from 110 to 230400."),
            Self::NoHardware => console.line(
                b"this machine has no serial port that PAULA could drive (no misc.resource); name a device with SERDEVICE.",
            ),
            Self::InUse(owner) => {
                let length = owner.iter().position(|&byte| byte == 0).unwrap_or(owner.len());
                console.text(b"the serial port is in use by \"");
                console.text(owner.get(..length).unwrap_or(&[]));
                console.line(b"\"; end that program, or flush its device, and start again.");
            }
            Self::OutOfMemory => console.line(b"not enough memory for the serial line."),
        }
    }
}

/// The serial line, taken over.
pub struct Paula {
    shared: *const Shared,
    mask: u32,
    _held: Held,
    _signal: Signal,
}

impl Paula {
    /// Takes the line over at `baud` bits a second, with RTS/CTS or without.
    ///
    /// # Errors
    /// [`PaulaError`]; nothing is changed then.
    pub fn open(baud: u32, flow_control: bool) -> Result<Self, PaulaError> {
        if !BAUD.contains(&baud) {
            return Err(PaulaError::Baud);
        }
        let task = exec::this_task().ok_or(PaulaError::OutOfMemory)?;
        let signal = Signal::allocate().ok_or(PaulaError::OutOfMemory)?;
        let waker = Waker {
            task,
            mask: signal.mask(),
        };
        // SAFETY: the block is as large as Shared and aligned to 8 bytes; it is freed by `release`, or here.
        unsafe {
            let shared = alloc(Layout::new::<Shared>()).cast::<Shared>();
            if shared.is_null() {
                return Err(PaulaError::OutOfMemory);
            }
            let misc = match take_port() {
                Ok(misc) => misc,
                Err(error) => {
                    dealloc(shared.cast(), Layout::new::<Shared>());
                    return Err(error);
                }
            };
            (&raw mut (*shared).receiver).write(Receiver::new(waker, flow_control));
            (&raw mut (*shared).transmitter).write(Transmitter::new(waker, flow_control));
            (&raw mut (*shared).frame).write(Frame::new(&raw const (*shared).transmitter));
            start(shared, misc, period(baud), flow_control);
            // SAFETY (for `Held`): `release` undoes all of the above once.
            let held = Held::new(release, shared as usize).map_err(|_| PaulaError::OutOfMemory)?;
            Ok(Self {
                shared,
                mask: waker.mask,
                _held: held,
                _signal: signal,
            })
        }
    }

    /// The signal that says that the line became ready, for [`AmigaMachine::watch`](super::AmigaMachine::watch).
    pub fn mask(&self) -> u32 {
        self.mask
    }

    fn receiver(&self) -> &Receiver {
        // SAFETY: the block lives until `release`; fields that interrupts change are cells.
        unsafe { &(*self.shared).receiver }
    }

    fn transmitter(&self) -> &Transmitter {
        // SAFETY: as above.
        unsafe { &(*self.shared).transmitter }
    }
}

/// Length of a bit in colour clocks less one; the colour clock is five times the E clock.
fn period(baud: u32) -> u16 {
    // SAFETY: ExecBase has this field since version 36.
    let e_clock = match unsafe { (*exec_base()).ex_EClockFrequency } {
        0 => PAL_E_CLOCK,
        e_clock => e_clock,
    };
    ((e_clock * 5 + baud / 2) / baud - 1) as u16
}

/// Borrows the chip and the handshake lines from misc.resource.
fn take_port() -> Result<*mut core::ffi::c_void, PaulaError> {
    // SAFETY: OpenResource gives null or a resource that stays; a name that it returns is a text of the owner.
    unsafe {
        let misc = sys::OpenResource(sys_base(), c"misc.resource".as_ptr().cast());
        if misc.is_null() {
            return Err(PaulaError::NoHardware);
        }
        let name = OWNER.as_ptr().cast();
        let mut owner = sys::AllocMiscResource(misc, sys::MR_SERIALPORT, name);
        if owner.is_null() {
            owner = sys::AllocMiscResource(misc, sys::MR_SERIALBITS, name);
            if owner.is_null() {
                return Ok(misc);
            }
            sys::FreeMiscResource(misc, sys::MR_SERIALPORT);
        }
        let mut text = [0; 32];
        for (place, &byte) in text.iter_mut().zip(CStr::from_ptr(owner.cast()).to_bytes()) {
            *place = byte;
        }
        Err(PaulaError::InUse(text))
    }
}

/// Puts the vectors in and lets the interrupts come.
///
/// # Safety
/// The port is ours; all of `shared` but `former` and `interrupts` is filled in.
unsafe fn start(shared: *mut Shared, misc: *mut core::ffi::c_void, period: u16, flow_control: bool) {
    const INTERRUPT: u8 = 2;
    let interrupt = |data: *const core::ffi::c_void, code: unsafe extern "C" fn()| sys::Interrupt {
        is_Node: sys::Node {
            ln_Succ: core::ptr::null_mut(),
            ln_Pred: core::ptr::null_mut(),
            ln_Type: INTERRUPT,
            ln_Pri: 0,
            ln_Name: OWNER.as_ptr().cast_mut(),
        },
        is_Data: data.cast_mut().cast(),
        is_Code: code as usize,
    };
    // SAFETY: by contract; the structures stay where they are until `release` takes the vectors out.
    unsafe {
        let data = (
            (&raw const (*shared).receiver).cast(),
            (&raw const (*shared).transmitter).cast(),
            (&raw const (*shared).frame).cast(),
        );
        (&raw mut (*shared).interrupts).write([
            interrupt(data.0, amipilot_interrupt_handler),
            interrupt(data.1, amipilot_interrupt_handler),
            interrupt(data.2, amipilot_interrupt_server),
        ]);
        let [receive, transmit, frame] = &mut (*shared).interrupts;
        let enabled = registers::interrupts_off();
        let former = Former {
            misc,
            receive: sys::SetIntVector(sys_base(), sys::INTB_RBF as i32, receive),
            transmit: sys::SetIntVector(sys_base(), sys::INTB_TBE as i32, transmit),
            enabled,
            handshake: without_interrupts(registers::take_handshake),
        };
        (&raw mut (*shared).former).write(former);
        if flow_control {
            sys::AddIntServer(sys_base(), sys::INTB_VERTB as i32, frame);
        } else {
            frame.is_Code = 0;
        }
        registers::set_period(period);
        registers::interrupts_on(registers::RECEIVED | registers::TRANSMIT_EMPTY);
    }
}

/// Puts everything back as it was before [`Paula::open`].
///
/// # Safety
/// `shared` was filled by `open`, and is released once.
unsafe fn release(shared: usize) {
    let shared = shared as *mut Shared;
    // SAFETY: by contract; after the interrupts are off and the vectors out, nobody else reads `shared`.
    unsafe {
        registers::interrupts_off();
        let former = &(*shared).former;
        let frame = &raw mut (*shared).interrupts[2];
        if (*frame).is_Code != 0 {
            sys::RemIntServer(sys_base(), sys::INTB_VERTB as i32, frame);
        }
        sys::SetIntVector(sys_base(), sys::INTB_RBF as i32, former.receive);
        sys::SetIntVector(sys_base(), sys::INTB_TBE as i32, former.transmit);
        without_interrupts(|| registers::return_handshake(former.handshake));
        registers::interrupts_on(former.enabled);
        sys::FreeMiscResource(former.misc, sys::MR_SERIALBITS);
        sys::FreeMiscResource(former.misc, sys::MR_SERIALPORT);
        dealloc(shared.cast(), Layout::new::<Shared>());
    }
}

impl ErrorType for Paula {
    type Error = TransportError;
}

impl Read for Paula {
    /// Takes what has come in; 0 bytes when nothing has, since a line has no end.
    fn read(&mut self, buffer: &mut [u8]) -> Result<usize, TransportError> {
        let receiver = self.receiver();
        let mut count = 0;
        for place in buffer {
            let Some(byte) = receiver.ring.take() else { break };
            *place = byte;
            count += 1;
        }
        if receiver.is_stopped() {
            without_interrupts(|| receiver.let_go());
        }
        Ok(count)
    }
}

impl ReadReady for Paula {
    fn read_ready(&mut self) -> Result<bool, TransportError> {
        Ok(self.receiver().ring.used() > 0)
    }
}

impl Write for Paula {
    /// Takes as many bytes as there is room for; 0 when there is none.
    fn write(&mut self, bytes: &[u8]) -> Result<usize, TransportError> {
        let transmitter = self.transmitter();
        let count = bytes
            .iter()
            .take_while(|&&byte| transmitter.ring.put(byte))
            .count();
        without_interrupts(|| {
            if transmitter.idle.get() && transmitter.ring.used() > 0 {
                transmitter.idle.set(false);
                registers::request_transmit();
            }
        });
        Ok(count)
    }

    /// Does nothing: bytes leave by themselves, and [`Transport::is_drained`] says when they have.
    fn flush(&mut self) -> Result<(), TransportError> {
        Ok(())
    }
}

impl WriteReady for Paula {
    fn write_ready(&mut self) -> Result<bool, TransportError> {
        let transmitter = self.transmitter();
        if !transmitter.ring.is_full() {
            return Ok(true);
        }
        transmitter.wants_room.set(true);
        // Room may have come between the look and the wish.
        Ok(!transmitter.ring.is_full())
    }
}

impl Transport for Paula {
    fn errors(&self) -> LineErrors {
        let receiver = self.receiver();
        LineErrors {
            overrun: receiver.overrun.get(),
            framing: receiver.framing.get(),
            full: receiver.full.get(),
        }
    }

    fn is_drained(&mut self) -> bool {
        self.transmitter().is_idle()
    }
}
