//! The assembly of `ldscripts/trampolines.s` that this crate calls or hands to AmigaOS.
//!
//! AmigaOS passes arguments in registers and swaps stacks under the feet of a compiler; these few routines turn that
//! into plain C calls. Their contracts stand at the top of the assembly file.

use amiga_sys as sys;

/// Registers kept by [`amipilot_guard`] for [`amipilot_abandon`].
pub type GuardContext = [u32; 16];

unsafe extern "C" {
    /// Calls `function(argument)` on the stack that `swap` describes, and comes back on the old one.
    pub fn amipilot_call_on_stack(
        function: extern "C" fn(u32) -> u32,
        argument: u32,
        swap: *mut sys::StackSwapStruct,
        exec: *mut sys::Library,
    ) -> u32;

    /// Calls `function(argument)`; [`amipilot_abandon`] on the same context makes it return early.
    pub fn amipilot_guard(
        function: extern "C" fn(u32) -> u32,
        argument: u32,
        context: *mut GuardContext,
    ) -> u32;

    /// Unwinds to the [`amipilot_guard`] call that filled `context`, which then returns `result`.
    pub fn amipilot_abandon(context: *mut GuardContext, result: u32) -> !;
}
