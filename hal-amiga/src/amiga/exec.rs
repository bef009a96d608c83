//! exec.library: the base, libraries, signals, devices, and the two ways to keep others out for a moment.
//!
//! Every resource is owned by a type that gives it back when dropped, and is in the ledger meanwhile.
//! Source: exec.library autodocs; RKRM Libraries, "Exec".

use core::ffi::CStr;

use amiga_sys as sys;

use super::context::Context;
use super::ledger::Held;
use crate::memory::OutOfMemory;

/// ExecBase: the one address that AmigaOS fixes is 4, where the pointer lies.
pub(crate) fn sys_base() -> *mut sys::Library {
    // SAFETY: address 4 holds ExecBase from power-on.
    unsafe { sys::abs_exec_library() }
}

/// ExecBase with its public fields.
pub(crate) fn exec_base() -> *mut sys::ExecBase {
    sys_base().cast()
}

/// The running task.
pub(crate) fn this_task() -> Option<*mut sys::Task> {
    // SAFETY: FindTask(NULL) only reads who runs.
    let task = unsafe { sys::FindTask(sys_base(), core::ptr::null()) }.cast::<sys::Task>();
    if task.is_null() { None } else { Some(task) }
}

/// An open library.
#[derive(Debug)]
pub struct Library {
    base: *mut sys::Library,
    _held: Held,
}

impl Library {
    /// Opens a library of at least this version; `None` when there is none, or no memory.
    pub fn open(name: &CStr, version: u32) -> Option<Self> {
        // SAFETY: the name ends with NUL.
        let base = unsafe { sys::OpenLibrary(sys_base(), name.as_ptr().cast(), version) };
        if base.is_null() {
            return None;
        }
        // SAFETY: the library was opened above and is closed once.
        let held = unsafe { Held::new(close_library, base as usize) }.ok()?;
        Some(Self { base, _held: held })
    }

    /// The base, to call the library's functions with as long as this value lives.
    pub fn base(&self) -> *mut sys::Library {
        self.base
    }

    /// Version and revision.
    pub fn version(&self) -> (u16, u16) {
        // SAFETY: an open library's base stays in memory.
        unsafe { ((*self.base).lib_Version, (*self.base).lib_Revision) }
    }
}

/// # Safety
/// `base` is a library that this program opened and has not closed.
unsafe fn close_library(base: usize) {
    // SAFETY: by contract.
    unsafe { sys::CloseLibrary(sys_base(), base as *mut sys::Library) };
}

/// A signal bit of this task.
#[derive(Debug)]
pub(crate) struct Signal {
    bit: u8,
    _held: Held,
}

impl Signal {
    /// Takes a free signal bit; `None` when all are taken, or there is no memory.
    pub(crate) fn allocate() -> Option<Self> {
        // SAFETY: AllocSignal(-1) takes any free bit of the running task.
        let bit = unsafe { sys::AllocSignal(sys_base(), -1) };
        let bit = u8::try_from(bit).ok()?;
        // SAFETY: the bit was allocated above and is freed once, by the same task.
        let held = unsafe { Held::new(free_signal, usize::from(bit)) }.ok()?;
        Some(Self { bit, _held: held })
    }

    /// The mask for `Wait`.
    pub(crate) fn mask(&self) -> u32 {
        1 << self.bit
    }
}

/// # Safety
/// `bit` is a signal that this task allocated.
unsafe fn free_signal(bit: usize) {
    // SAFETY: by contract.
    unsafe { sys::FreeSignal(sys_base(), bit as i32) };
}

/// An open device with one request of type `Request` and the port that it comes back to.
#[derive(Debug)]
pub(crate) struct Device<Request> {
    request: *mut Request,
    _held: Held,
}

/// `ln_Type` of a message on its way (exec/nodes.h, NT_MESSAGE).
const ON_ITS_WAY: u8 = 5;

impl<Request> Device<Request> {
    /// Opens a unit of a device.
    ///
    /// # Safety
    /// `Request` must be the request structure of this device, beginning with `struct IORequest`.
    ///
    /// # Errors
    /// exec's error number (`IOERR_OPENFAIL` −1 …), which is also returned for want of memory or a signal bit.
    pub(crate) unsafe fn open(name: &CStr, unit: u32) -> Result<Self, i8> {
        const OPEN_FAILED: i8 = -1;
        // SAFETY: both calls return null for want of memory; CreateIORequest and DeleteIORequest accept a null port and
        // request. The request is closed and freed once, by `close_device`.
        unsafe {
            let port = sys::CreateMsgPort(sys_base());
            let request = sys::CreateIORequest(sys_base(), port, size_of::<Request>() as u32);
            let io = request.cast::<sys::IORequest>();
            let error = if io.is_null() {
                OPEN_FAILED
            } else {
                sys::OpenDevice(sys_base(), name.as_ptr().cast(), unit, io, 0)
            };
            if error != 0 {
                sys::DeleteIORequest(sys_base(), request);
                sys::DeleteMsgPort(sys_base(), port);
                return Err(error);
            }
            (*io).io_Message.mn_Node.ln_Type = 0;
            let held = Held::new(close_device, io as usize).map_err(|OutOfMemory| OPEN_FAILED)?;
            Ok(Self {
                request: request.cast(),
                _held: held,
            })
        }
    }

    /// The request, to fill in.
    pub(crate) fn request(&self) -> *mut Request {
        self.request
    }

    fn io(&self) -> *mut sys::IORequest {
        self.request.cast()
    }

    /// The device's base, for devices that have functions of their own.
    pub(crate) fn base(&self) -> *mut core::ffi::c_void {
        // SAFETY: OpenDevice filled the request in.
        unsafe { (*self.io()).io_Device.cast() }
    }

    /// The signal that says a request came back.
    pub(crate) fn mask(&self) -> u32 {
        // SAFETY: the reply port lives as long as the device is open.
        unsafe { 1 << (*(*self.io()).io_Message.mn_ReplyPort).mp_SigBit }
    }

    /// Carries the request out and waits for it; 0, or the device's error number.
    ///
    /// # Safety
    /// The request is filled in for a command of this device, and what it points to is right for that command.
    pub(crate) unsafe fn carry_out(&mut self) -> i8 {
        // SAFETY: by contract; the request is not on its way, since only `send` leaves it so and `take_back` ends that.
        unsafe {
            let error = sys::DoIO(sys_base(), self.io());
            (*self.io()).io_Message.mn_Node.ln_Type = 0;
            error
        }
    }

    /// Sends the request off.
    ///
    /// # Safety
    /// As for [`Device::carry_out`]; and [`Device::take_back`] must be called before the request is touched again.
    pub(crate) unsafe fn send(&mut self) {
        // SAFETY: by contract.
        unsafe { sys::SendIO(sys_base(), self.io()) };
    }

    /// Ends a request that was sent: aborts it when it has not come back, and clears its signal.
    pub(crate) fn take_back(&mut self) {
        // SAFETY: `send` was called before, so that the request is on its way or in the port's list.
        unsafe {
            if sys::CheckIO(sys_base(), self.io()).is_null() {
                sys::AbortIO(sys_base(), self.io());
            }
            sys::WaitIO(sys_base(), self.io());
            sys::SetSignal(sys_base(), 0, self.mask());
            (*self.io()).io_Message.mn_Node.ln_Type = 0;
        }
    }
}

/// # Safety
/// `request` is a request of a device that this program opened, and has not closed.
unsafe fn close_device(request: usize) {
    let request = request as *mut sys::IORequest;
    // SAFETY: by contract; a request that is still on its way (after a panic) is called back first.
    unsafe {
        if (*request).io_Message.mn_Node.ln_Type == ON_ITS_WAY {
            sys::AbortIO(sys_base(), request);
            sys::WaitIO(sys_base(), request);
        }
        let port = (*request).io_Message.mn_ReplyPort;
        sys::CloseDevice(sys_base(), request);
        sys::DeleteIORequest(sys_base(), request.cast());
        sys::DeleteMsgPort(sys_base(), port);
    }
}

/// Runs `work` with multitasking off. It must be short and must not wait.
pub(crate) fn without_tasks<Result>(work: impl FnOnce() -> Result) -> Result {
    let context = Context::current();
    // SAFETY: Permit follows below, or in `Context::unlock_all` after a panic.
    unsafe { sys::Forbid(sys_base()) };
    if let Some(context) = context {
        context.forbidden.set(context.forbidden.get() + 1);
    }
    let result = work();
    if let Some(context) = context {
        context.forbidden.set(context.forbidden.get() - 1);
    }
    // SAFETY: matches the Forbid above.
    unsafe { sys::Permit(sys_base()) };
    result
}

/// Runs `work` with interrupts off: a few instructions at most, nothing that can fail.
pub(crate) fn without_interrupts<Result>(work: impl FnOnce() -> Result) -> Result {
    // SAFETY: Enable follows below, and `work` cannot leave in another way.
    unsafe { sys::Disable(sys_base()) };
    let result = work();
    // SAFETY: matches the Disable above.
    unsafe { sys::Enable(sys_base()) };
    result
}

/// Sleeps until one of `mask`'s signals comes; the signals that came, cleared.
pub(crate) fn wait(mask: u32) -> u32 {
    // SAFETY: Wait may be called by any task.
    unsafe { sys::Wait(sys_base(), mask) }
}

/// Takes those of `mask`'s signals that have come, without sleeping.
pub(crate) fn take_signals(mask: u32) -> u32 {
    // SAFETY: SetSignal touches the running task's signals alone.
    unsafe { sys::SetSignal(sys_base(), 0, mask) & mask }
}

/// Free memory of a kind (`MEMF_…`), in bytes.
pub fn available(requirements: u32) -> u32 {
    // SAFETY: AvailMem only counts.
    unsafe { sys::AvailMem(sys_base(), requirements) }
}
