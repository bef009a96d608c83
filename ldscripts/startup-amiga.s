| The first bytes of an Amiga program: AmigaDOS calls the start of the first hunk.
|
| In:  d0 = length of the argument string, a0 = the argument string.
| Out: d0 = return code.
|
| Calls  extern "C" fn amiga_main(argument: *const u8, length: u32) -> u32
| with C's rules: arguments on the stack, result in d0. All registers that AmigaDOS wants back are saved here.
	.section .startup,"ax",@progbits
	.globl	_start
_start:
	movem.l	%d2-%d7/%a2-%a6,-(%sp)
	move.l	%d0,-(%sp)
	move.l	%a0,-(%sp)
	jsr	amiga_main
	addq.l	#8,%sp
	movem.l	(%sp)+,%d2-%d7/%a2-%a6
	rts

| Where a program ends that cannot go on, unless it brings its own `amipilot_abort`: an illegal instruction, which the
| system reports as error 4.
	.text
	.weak	amipilot_abort
amipilot_abort:
	illegal
	bra.s	amipilot_abort
