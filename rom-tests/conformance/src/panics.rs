//! Catching a panic on a machine without unwinding: the guard remembers registers and stack, the panic handler goes back.

use core::fmt::Write;
use core::panic::PanicInfo;
use core::ptr::addr_of_mut;

unsafe extern "C" {
    fn amipilot_guard(function: extern "C" fn(u32) -> u32, argument: u32, context: *mut [u32; 16]) -> u32;
    fn amipilot_abandon(context: *mut [u32; 16], result: u32) -> !;
    fn amipilot_abort() -> !;
}

/// What the panic handler needs to find its way back. A test program runs once at a time and has one task.
struct Escape {
    context: [u32; 16],
    message: Option<*mut dyn Write>,
    action: Option<fn()>,
}

static mut ESCAPE: Escape = Escape {
    context: [0; 16],
    message: None,
    action: None,
};

/// Runs `action` and says whether it panicked.
pub fn catches(action: fn(), message: &mut dyn Write) -> bool {
    let message: *mut (dyn Write + '_) = message;
    // SAFETY: only this task touches ESCAPE; the pointer to the message is taken out again before it ends, so its
    // lifetime may be hidden meanwhile. `guarded` has the prototype that the guard calls.
    unsafe {
        let escape = addr_of_mut!(ESCAPE);
        (*escape).message = Some(core::mem::transmute::<
            *mut (dyn Write + '_),
            *mut (dyn Write + 'static),
        >(message));
        (*escape).action = Some(action);
        let result = amipilot_guard(guarded, 0, addr_of_mut!((*escape).context));
        (*escape).message = None;
        result != 0
    }
}

extern "C" fn guarded(_: u32) -> u32 {
    // SAFETY: only this task touches ESCAPE.
    let action = unsafe { (*addr_of_mut!(ESCAPE)).action };
    if let Some(action) = action {
        action();
    }
    0
}

/// The panic handler: writes the message, and leaves through the guard if there is one.
pub fn handle(info: &PanicInfo<'_>) -> ! {
    // SAFETY: only this task touches ESCAPE; a message that is there belongs to a guard that still runs.
    unsafe {
        let escape = addr_of_mut!(ESCAPE);
        match (*escape).message.take() {
            Some(message) => {
                let _ = write!(&mut *message, "{}", info.message());
                amipilot_abandon(addr_of_mut!((*escape).context), 1)
            }
            None => amipilot_abort(),
        }
    }
}
