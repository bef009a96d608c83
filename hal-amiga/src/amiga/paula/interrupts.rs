//! What runs in interrupts: one byte in, one byte out, and a look at CTS once a frame.
//!
//! Nothing here allocates, waits or can fail; it touches the serial registers, its own structure, and `Signal`.
//! Level 5 (receive) may interrupt level 1 (transmit) and level 3 (the frame), so each has fields of its own.
//! Source: RKRM Libraries, "Exec Interrupts"; Hardware Reference Manual, "Serial Input/Output".

use core::cell::Cell;
use core::ffi::c_void;

use amiga_sys as sys;

use super::super::exec::sys_base;
use super::registers;
use super::ring::Ring;

/// Bytes that wait to be read; at 19,200 baud this is half a second.
const RECEIVE_SIZE: usize = 1024;
/// Bytes that wait to be sent.
const TRANSMIT_SIZE: usize = 512;
/// With RTS/CTS the other end is stopped above the first and let go below the second.
const STOP_ABOVE: u16 = RECEIVE_SIZE as u16 * 3 / 4;
const GO_BELOW: u16 = RECEIVE_SIZE as u16 / 4;

/// The function that the trampolines call, which must stand first in what `is_Data` points to.
type Entry = extern "C" fn(*mut c_void) -> u32;

/// What the task and the interrupts share.
#[repr(C)]
pub(super) struct Shared {
    pub(super) receiver: Receiver,
    pub(super) transmitter: Transmitter,
    pub(super) frame: Frame,
    pub(super) former: Former,
    pub(super) interrupts: [sys::Interrupt; 3],
}

/// What was in force before, to be put back.
pub(super) struct Former {
    pub(super) misc: *mut c_void,
    pub(super) receive: *mut sys::Interrupt,
    pub(super) transmit: *mut sys::Interrupt,
    pub(super) enabled: u16,
    pub(super) handshake: registers::Handshake,
}

/// Whom to wake.
#[derive(Clone, Copy)]
pub(super) struct Waker {
    pub(super) task: *mut sys::Task,
    pub(super) mask: u32,
}

impl Waker {
    fn wake(self) {
        // SAFETY: Signal may be called in interrupts; the task lives as long as the vectors are ours.
        unsafe { sys::Signal(sys_base(), self.task, self.mask) };
    }
}

#[repr(C)]
pub(super) struct Receiver {
    entry: Entry,
    waker: Waker,
    flow_control: bool,
    /// RTS/CTS: the other end was told to stop.
    stopped: Cell<bool>,
    pub(super) overrun: Cell<u16>,
    pub(super) framing: Cell<u16>,
    pub(super) full: Cell<u16>,
    pub(super) ring: Ring<RECEIVE_SIZE>,
}

#[repr(C)]
pub(super) struct Transmitter {
    entry: Entry,
    waker: Waker,
    flow_control: bool,
    /// Nothing is being sent, and no interrupt will come by itself.
    pub(super) idle: Cell<bool>,
    /// RTS/CTS: the other end does not want the next byte yet.
    held: Cell<bool>,
    /// The task waits for room.
    pub(super) wants_room: Cell<bool>,
    pub(super) ring: Ring<TRANSMIT_SIZE>,
}

#[repr(C)]
pub(super) struct Frame {
    entry: Entry,
    transmitter: *const Transmitter,
}

fn count(counter: &Cell<u16>) {
    counter.set(counter.get().saturating_add(1));
}

fn look(flag: &Cell<bool>) -> bool {
    // SAFETY: a valid cell; volatile, because an interrupt may have changed it since.
    unsafe { flag.as_ptr().read_volatile() }
}

impl Receiver {
    pub(super) fn new(waker: Waker, flow_control: bool) -> Self {
        Self {
            entry: receive,
            waker,
            flow_control,
            stopped: Cell::new(false),
            overrun: Cell::new(0),
            framing: Cell::new(0),
            full: Cell::new(0),
            ring: Ring::new(),
        }
    }

    /// Lets the other end go on when there is room again; called by the task, with interrupts off.
    pub(super) fn let_go(&self) {
        if look(&self.stopped) && self.ring.used() < GO_BELOW {
            self.stopped.set(false);
            registers::set_ready(true);
        }
    }

    pub(super) fn is_stopped(&self) -> bool {
        look(&self.stopped)
    }
}

impl Transmitter {
    pub(super) fn new(waker: Waker, flow_control: bool) -> Self {
        Self {
            entry: transmit,
            waker,
            flow_control,
            idle: Cell::new(true),
            held: Cell::new(false),
            wants_room: Cell::new(false),
            ring: Ring::new(),
        }
    }

    /// Whether the last byte is on its way.
    pub(super) fn is_idle(&self) -> bool {
        look(&self.idle)
    }
}

impl Frame {
    pub(super) fn new(transmitter: *const Transmitter) -> Self {
        Self {
            entry: frame,
            transmitter,
        }
    }
}

/// A byte came in.
extern "C" fn receive(data: *mut c_void) -> u32 {
    // SAFETY: `is_Data` of this handler is a Receiver that lives as long as the vector is ours.
    let receiver = unsafe { &*data.cast_const().cast::<Receiver>() };
    let received = registers::take_received();
    if received.overrun {
        count(&receiver.overrun);
    }
    if received.framing {
        count(&receiver.framing);
        return 0;
    }
    let was_empty = receiver.ring.used() == 0;
    if !receiver.ring.put(received.byte) {
        count(&receiver.full);
    }
    if receiver.flow_control && receiver.ring.used() > STOP_ABOVE && !receiver.stopped.get() {
        receiver.stopped.set(true);
        registers::set_ready(false);
    }
    if was_empty {
        receiver.waker.wake();
    }
    0
}

/// The transmit buffer is empty.
extern "C" fn transmit(data: *mut c_void) -> u32 {
    // SAFETY: `is_Data` of this handler is a Transmitter that lives as long as the vector is ours.
    let transmitter = unsafe { &*data.cast_const().cast::<Transmitter>() };
    registers::acknowledge_transmit();
    if transmitter.flow_control && transmitter.ring.used() > 0 && !registers::may_send() {
        transmitter.held.set(true);
        return 0;
    }
    let Some(byte) = transmitter.ring.take() else {
        transmitter.idle.set(true);
        transmitter.waker.wake();
        return 0;
    };
    registers::send(byte);
    if transmitter.wants_room.get() && transmitter.ring.used() < TRANSMIT_SIZE as u16 / 2 {
        transmitter.wants_room.set(false);
        transmitter.waker.wake();
    }
    0
}

/// A new frame: does the other end want the next byte now? CTS raises no interrupt.
extern "C" fn frame(data: *mut c_void) -> u32 {
    // SAFETY: `is_Data` of this server is a Frame, and its transmitter lives beside it.
    let transmitter = unsafe { &*(*data.cast_const().cast::<Frame>()).transmitter };
    if transmitter.held.get() && registers::may_send() {
        transmitter.held.set(false);
        registers::request_transmit();
    }
    0
}
