| Entry points between AmigaOS and compiled code. None of them keeps state of its own: what a stub needs it finds through
| the register that the system hands it, so that a program stays pure.
|
| Prototypes for Rust:
|
|   extern "C" {
|     // Runs `function(argument)` on another stack and comes back to this one. `stack` is a struct StackSwapStruct
|     // (exec/tasks.h): lower bound, upper bound, stack pointer; it must stay where it is until the call returns.
|     fn amipilot_call_on_stack(function: extern "C" fn(u32) -> u32, argument: u32, stack: *mut [u32; 3],
|                               exec_base: *mut c_void) -> u32;
|
|     // Runs `function(argument)` so that `amipilot_abandon` can leave it from any depth. `context` is 16 longs.
|     fn amipilot_guard(function: extern "C" fn(u32) -> u32, argument: u32, context: *mut [u32; 16]) -> u32;
|     // Returns from the `amipilot_guard` that filled `context`, with `result`. That call must still be running, and no
|     // stack may have been swapped since.
|     fn amipilot_abandon(context: *mut [u32; 16], result: u32) -> !;
|
|     // Interrupt server (AddIntServer): is_Code. is_Data points to a struct whose first long is
|     // `extern "C" fn(data: *mut c_void) -> u32`, called with that pointer. Not 0: the interrupt was ours, and the chain ends.
|     fn amipilot_interrupt_server();
|     // Interrupt handler (SetIntVector), same is_Data. The result is ignored: a handler owns its interrupt.
|     fn amipilot_interrupt_handler();
|     // Software interrupt (Cause), same is_Data.
|     fn amipilot_software_interrupt();
|
|     // Hook: h_Entry. h_SubEntry is `extern "C" fn(hook: *mut Hook, object: *mut c_void, message: *mut c_void) -> u32`.
|     fn amipilot_hook();
|
|     // Input handler (IND_ADDHANDLER): is_Code. is_Data points to a struct whose first long is
|     // `extern "C" fn(events: *mut InputEvent, data: *mut c_void) -> *mut InputEvent`.
|     fn amipilot_input_handler();
|
|     // Task or process entry: the task's tc_UserData points to a struct whose first long is
|     // `extern "C" fn(data: *mut c_void) -> u32`. Returning from it ends the task or process.
|     fn amipilot_task_entry();
|   }
|
| Sources: RKRM Libraries, "Exec Interrupts", "Exec Tasks", "Utility Library: Callback Hooks"; RKRM Devices, "Input Device".

	.set	LVO_FindTask,-294
	.set	LVO_StackSwap,-732
	.set	tc_UserData,88
	.set	h_SubEntry,12

	.section .text.amipilot_call_on_stack,"ax",@progbits
	.globl	amipilot_call_on_stack
	.type	amipilot_call_on_stack,@function
amipilot_call_on_stack:
	movem.l	%d2-%d3/%a2-%a3/%a6,-(%sp)	| five longs: the arguments begin at 24(sp)
	move.l	24(%sp),%a3			| function
	move.l	28(%sp),%d2			| argument
	move.l	32(%sp),%a2			| stack
	move.l	36(%sp),%a6			| exec base
	move.l	%a2,%a0
	jsr	LVO_StackSwap(%a6)
	move.l	%d2,-(%sp)			| registers survive the swap, the old stack is out of reach
	jsr	(%a3)
	addq.l	#4,%sp
	move.l	%d0,%d3
	move.l	%a2,%a0
	jsr	LVO_StackSwap(%a6)
	move.l	%d3,%d0
	movem.l	(%sp)+,%d2-%d3/%a2-%a3/%a6
	rts
	.size	amipilot_call_on_stack,.-amipilot_call_on_stack

	.section .text.amipilot_guard,"ax",@progbits
	.globl	amipilot_guard
	.type	amipilot_guard,@function
amipilot_guard:
	move.l	12(%sp),%a0			| context: 11 registers, stack pointer, return address
	movem.l	%d2-%d7/%a2-%a6,(%a0)
	move.l	%sp,44(%a0)
	move.l	(%sp),48(%a0)
	move.l	4(%sp),%a1
	move.l	8(%sp),-(%sp)
	jsr	(%a1)
	addq.l	#4,%sp
	rts
	.size	amipilot_guard,.-amipilot_guard

	.section .text.amipilot_abandon,"ax",@progbits
	.globl	amipilot_abandon
	.type	amipilot_abandon,@function
amipilot_abandon:
	move.l	4(%sp),%a0
	move.l	8(%sp),%d0
	movem.l	(%a0),%d2-%d7/%a2-%a6
	move.l	44(%a0),%sp
	move.l	48(%a0),(%sp)			| the return address may have been overwritten
	rts
	.size	amipilot_abandon,.-amipilot_abandon

| Exec calls a server with a1 = is_Data, a5 = is_Code; d0, d1, a0, a1, a5 and a6 are free to change, which is more than a
| C function changes. A server also promises that a0 is $DFF000 for the next in the chain when it returns 0 for VERTB;
| Z tells exec whether to go on.
	.section .text.amipilot_interrupt,"ax",@progbits
	.globl	amipilot_interrupt_server
	.globl	amipilot_interrupt_handler
	.globl	amipilot_software_interrupt
	.type	amipilot_interrupt_server,@function
	.type	amipilot_interrupt_handler,@function
	.type	amipilot_software_interrupt,@function
amipilot_interrupt_server:
amipilot_interrupt_handler:
amipilot_software_interrupt:
	move.l	%a1,-(%sp)
	move.l	(%a1),%a0
	jsr	(%a0)
	addq.l	#4,%sp
	lea	0xdff000,%a0
	tst.l	%d0
	rts

| a0 = hook, a2 = object, a1 = message.
	.section .text.amipilot_hook,"ax",@progbits
	.globl	amipilot_hook
	.type	amipilot_hook,@function
amipilot_hook:
	move.l	%a1,-(%sp)
	move.l	%a2,-(%sp)
	move.l	%a0,-(%sp)
	move.l	h_SubEntry(%a0),%a0
	jsr	(%a0)
	lea	12(%sp),%sp
	rts
	.size	amipilot_hook,.-amipilot_hook

| a0 = events, a1 = is_Data; d0 = the events that go on.
	.section .text.amipilot_input_handler,"ax",@progbits
	.globl	amipilot_input_handler
	.type	amipilot_input_handler,@function
amipilot_input_handler:
	move.l	%a1,-(%sp)
	move.l	%a0,-(%sp)
	move.l	(%a1),%a0
	jsr	(%a0)
	addq.l	#8,%sp
	rts
	.size	amipilot_input_handler,.-amipilot_input_handler

| A new task has no registers that anyone wants back.
	.section .text.amipilot_task_entry,"ax",@progbits
	.globl	amipilot_task_entry
	.type	amipilot_task_entry,@function
amipilot_task_entry:
	move.l	4.w,%a6
	suba.l	%a1,%a1
	jsr	LVO_FindTask(%a6)
	move.l	%d0,%a0
	move.l	tc_UserData(%a0),%a0
	move.l	(%a0),%a1
	move.l	%a0,-(%sp)
	jsr	(%a1)
	addq.l	#4,%sp
	rts
	.size	amipilot_task_entry,.-amipilot_task_entry

| A library or device whose base holds at 36 a table of functions `extern "C" fn(registers: *mut [u32; 15]) -> u32` (d0 to d7,
| a0 to a6), and at 40 `extern "C" fn(base: *mut Library, segments: u32) -> *mut Library`.
	.set	LIBRARY_FUNCTIONS,84

	.section .text.amipilot_library,"ax",@progbits
	.globl	amipilot_library_functions
	.globl	amipilot_library_init

| For MakeLibrary: distances from here to the functions, -1 before and after them.
	.balign	2
	.type	amipilot_library_functions,@object
amipilot_library_functions:
	.word	-1
	.set	index,0
	.rept	LIBRARY_FUNCTIONS
	.word	amipilot_library_stubs-amipilot_library_functions+8*index
	.set	index,index+1
	.endr
	.word	-1
	.size	amipilot_library_functions,.-amipilot_library_functions

| d0 = base, a0 = segments.
	.type	amipilot_library_init,@function
amipilot_library_init:
	move.l	%d0,%a1
	move.l	%a0,-(%sp)
	move.l	%a1,-(%sp)
	move.l	40(%a1),%a0
	jsr	(%a0)
	addq.l	#8,%sp
	rts
	.size	amipilot_library_init,.-amipilot_library_init

| a6 = base; on the stack the function's place in the table, then where to go back to. What the function makes of the
| registers d1 to a6 goes to the caller; some functions of old libraries also answer in the condition codes.
	.type	amipilot_library_call,@function
amipilot_library_call:
	movem.l	%d0-%d7/%a0-%a6,-(%sp)
	move.l	36(%a6),%a0
	add.l	60(%sp),%a0
	move.l	(%a0),%a0
	move.l	%sp,-(%sp)
	jsr	(%a0)
	addq.l	#8,%sp				| the argument, and the old d0
	movem.l	(%sp)+,%d1-%d7/%a0-%a6
	addq.l	#4,%sp
	tst.l	%d0
	rts
	.size	amipilot_library_call,.-amipilot_library_call

| Eight bytes each.
	.type	amipilot_library_stubs,@function
amipilot_library_stubs:
	.set	index,0
	.rept	LIBRARY_FUNCTIONS
	pea	(4*index).w
	bra.w	amipilot_library_call
	.set	index,index+1
	.endr
	.size	amipilot_library_stubs,.-amipilot_library_stubs
