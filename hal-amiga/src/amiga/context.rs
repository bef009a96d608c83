//! What a running program must find from anywhere without a writable static.
//!
//! A resident ("pure") program has no data of its own in its hunks, so that two copies may run at once. What has to be
//! found without being passed along (by the allocator and by the panic handler) hangs on the task: `tc_UserData` points
//! to the [`Context`] while the program runs, and gets its old value back at the end.

use core::cell::{Cell, UnsafeCell};

use amiga_sys as sys;

use super::exec::{self, sys_base};
use super::ledger::Ledger;
use super::startup::Program;
use super::trampolines::GuardContext;

/// Tells a context from whatever else a task may keep in `tc_UserData`.
const MARK: u32 = 0x414D_5058;

/// One run of a program.
pub struct Context {
    mark: u32,
    pub(crate) program: &'static Program,
    pub(crate) dos: *mut sys::Library,
    pub(crate) ledger: Ledger,
    /// Where a panic goes back to.
    pub(crate) guard: UnsafeCell<GuardContext>,
    /// Set by a panic: what is still held then is no leak.
    pub(crate) failed: Cell<bool>,
    /// First byte and size of the stack that the program runs on.
    pub(crate) stack: (*mut u8, u32),
    /// The key of a held `LockIBase`, so that a panic meanwhile cannot freeze the machine.
    pub(crate) intuition_lock: Cell<Option<(*mut sys::Library, u32)>>,
    /// How often `Forbid` is in force.
    pub(crate) forbidden: Cell<u16>,
}

impl Context {
    pub(crate) fn new(program: &'static Program, dos: *mut sys::Library, stack: (*mut u8, u32)) -> Self {
        Self {
            mark: MARK,
            program,
            dos,
            ledger: Ledger::new(),
            guard: UnsafeCell::new([0; 16]),
            failed: Cell::new(false),
            stack,
            intuition_lock: Cell::new(None),
            forbidden: Cell::new(0),
        }
    }

    /// The context of the running task; `None` in a task that has none.
    #[inline(never)]
    pub(crate) fn current() -> Option<&'static Self> {
        let pointer = exec::this_task().map(|task| {
            // SAFETY: the running task's own structure exists as long as it runs.
            unsafe { (*task).tc_UserData }
        })?;
        let context = pointer.cast::<Self>();
        if context.is_null() || context as usize & 1 != 0 {
            return None;
        }
        // SAFETY: non-null and even; `start` keeps the context in place for the whole run. A foreign value in
        // tc_UserData is told apart by the mark; reading one word of it harms nothing.
        unsafe {
            if (*context).mark == MARK {
                Some(&*context)
            } else {
                None
            }
        }
    }

    /// The program's name, as it stands before its messages.
    pub fn name(&self) -> &'static str {
        self.program.name
    }

    /// Bytes that the ledger lists: memory and the entries of resources, the program's stack not included.
    pub fn allocated(&self) -> u32 {
        self.ledger.bytes()
    }

    /// Size of the stack in bytes.
    pub fn stack_size(&self) -> u32 {
        self.stack.1
    }

    /// Undoes locks that a panic interrupted.
    pub(crate) fn unlock_all(&self) {
        if let Some((intuition, key)) = self.intuition_lock.take() {
            // SAFETY: the lock is held with this key.
            unsafe { sys::UnlockIBase(intuition, key) };
        }
        while self.forbidden.get() > 0 {
            self.forbidden.set(self.forbidden.get() - 1);
            // SAFETY: each count stands for one Forbid.
            unsafe { sys::Permit(sys_base()) };
        }
    }
}
