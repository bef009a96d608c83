//! The chip registers and port bits of the serial line.
//!
//! Source: Amiga Hardware Reference Manual, "Serial Input/Output" and the appendices on registers and on the 8520.

const SERDATR: *const u16 = 0x00DF_F018 as *const u16;
const INTENAR: *const u16 = 0x00DF_F01C as *const u16;
const SERDAT: *mut u16 = 0x00DF_F030 as *mut u16;
const SERPER: *mut u16 = 0x00DF_F032 as *mut u16;
const INTENA: *mut u16 = 0x00DF_F09A as *mut u16;
const INTREQ: *mut u16 = 0x00DF_F09C as *mut u16;
/// Port A of the CIA with the handshake lines, all active low.
const CIAB_PORT: *mut u8 = 0x00BF_D000 as *mut u8;
/// Its direction register: 1 is an output.
const CIAB_DIRECTION: *mut u8 = 0x00BF_D200 as *mut u8;

const SET: u16 = 0x8000;
/// A byte is in the receive buffer.
pub(super) const RECEIVED: u16 = 1 << 11;
/// The transmit buffer is empty.
pub(super) const TRANSMIT_EMPTY: u16 = 1;

const OVERRUN: u16 = 0x8000;
const STOP_BIT: u16 = 0x0100;

const DATA_TERMINAL_READY: u8 = 0x80;
const REQUEST_TO_SEND: u8 = 0x40;
const CLEAR_TO_SEND: u8 = 0x10;
const OUTPUTS: u8 = DATA_TERMINAL_READY | REQUEST_TO_SEND;

/// What the chip received.
pub(super) struct Received {
    pub(super) byte: u8,
    /// A byte before this one was lost.
    pub(super) overrun: bool,
    /// The stop bit was missing.
    pub(super) framing: bool,
}

/// Takes the received byte; reading discards it from the chip, so only the interrupt handler may.
pub(super) fn take_received() -> Received {
    // SAFETY: chip registers; clearing the request ends the overrun, too.
    let word = unsafe {
        let word = SERDATR.read_volatile();
        INTREQ.write_volatile(RECEIVED);
        word
    };
    Received {
        byte: word as u8,
        overrun: word & OVERRUN != 0,
        framing: word & STOP_BIT == 0,
    }
}

/// Notes that the interrupt of an empty transmit buffer is being served.
pub(super) fn acknowledge_transmit() {
    // SAFETY: a chip register.
    unsafe { INTREQ.write_volatile(TRANSMIT_EMPTY) };
}

/// Sends a byte with one stop bit; the transmit buffer must be empty.
pub(super) fn send(byte: u8) {
    // SAFETY: a chip register.
    unsafe { SERDAT.write_volatile(STOP_BIT | u16::from(byte)) };
}

/// Has the interrupt of an empty transmit buffer happen.
pub(super) fn request_transmit() {
    // SAFETY: a chip register.
    unsafe { INTREQ.write_volatile(SET | TRANSMIT_EMPTY) };
}

/// Sets the length of a bit, in colour clocks less one; 8 data bits.
pub(super) fn set_period(period: u16) {
    // SAFETY: a chip register.
    unsafe { SERPER.write_volatile(period & 0x7FFF) };
}

/// Turns both interrupts off and forgets what they have to report; which of them were on before.
pub(super) fn interrupts_off() -> u16 {
    const BOTH: u16 = RECEIVED | TRANSMIT_EMPTY;
    // SAFETY: chip registers.
    unsafe {
        let former = INTENAR.read_volatile() & BOTH;
        INTENA.write_volatile(BOTH);
        INTREQ.write_volatile(BOTH);
        former
    }
}

/// Turns interrupts on.
pub(super) fn interrupts_on(which: u16) {
    // SAFETY: a chip register.
    unsafe { INTENA.write_volatile(SET | which) };
}

/// The state of the handshake outputs before they were taken over.
#[derive(Clone, Copy)]
pub(super) struct Handshake {
    port: u8,
    direction: u8,
}

/// Makes DTR and RTS outputs and says that we are there and ready.
pub(super) fn take_handshake() -> Handshake {
    // SAFETY: CIA registers; these two bits are ours while misc.resource lends them.
    unsafe {
        let former = Handshake {
            port: CIAB_PORT.read_volatile(),
            direction: CIAB_DIRECTION.read_volatile(),
        };
        CIAB_PORT.write_volatile(former.port & !OUTPUTS);
        CIAB_DIRECTION.write_volatile(former.direction | OUTPUTS);
        former
    }
}

/// Gives the handshake outputs back.
pub(super) fn return_handshake(former: Handshake) {
    // SAFETY: as above.
    unsafe {
        let now = CIAB_PORT.read_volatile() & !OUTPUTS;
        CIAB_PORT.write_volatile(now | former.port & OUTPUTS);
        let now = CIAB_DIRECTION.read_volatile() & !OUTPUTS;
        CIAB_DIRECTION.write_volatile(now | former.direction & OUTPUTS);
    }
}

/// Tells the other end whether it may send.
pub(super) fn set_ready(ready: bool) {
    // SAFETY: as above; only interrupt code and code with interrupts off does this.
    unsafe {
        let now = CIAB_PORT.read_volatile();
        CIAB_PORT.write_volatile(if ready {
            now & !REQUEST_TO_SEND
        } else {
            now | REQUEST_TO_SEND
        });
    }
}

/// Whether the other end lets us send.
pub(super) fn may_send() -> bool {
    // SAFETY: a CIA register; reading it changes nothing.
    unsafe { CIAB_PORT.read_volatile() & CLEAR_TO_SEND == 0 }
}
