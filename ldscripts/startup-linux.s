| The start of a program for qemu-m68k, and the two system calls that it needs.
|
| The kernel leaves argc, argv[0], argv[1] ... on the stack. The first argument, or an empty string, is handed to
| extern "C" fn amiga_main(argument: *const u8, length: u32) -> u32; its result is the exit status.
	.section .startup,"ax",@progbits
	.globl	_start
_start:
	move.l	(%sp),%d0
	lea	nothing(%pc),%a0
	subq.l	#2,%d0
	jcs	1f
	move.l	8(%sp),%a0
1:	move.l	%a0,%a1
2:	tst.b	(%a1)+
	jne	2b
	subq.l	#1,%a1
	suba.l	%a0,%a1
	move.l	%a1,-(%sp)
	move.l	%a0,-(%sp)
	jsr	amiga_main
	move.l	%d0,%d1
	moveq	#1,%d0
	trap	#0

nothing:
	.byte	0,0

| extern "C" fn linux_write(file: u32, bytes: *const u8, length: u32) -> i32
	.section .text.linux_write,"ax",@progbits
	.globl	linux_write
linux_write:
	movem.l	%d2-%d3,-(%sp)
	move.l	12(%sp),%d1
	move.l	16(%sp),%d2
	move.l	20(%sp),%d3
	moveq	#4,%d0
	trap	#0
	movem.l	(%sp)+,%d2-%d3
	rts

| extern "C" fn amipilot_abort() -> !: exit status 134, as for SIGABRT.
	.section .text.amipilot_abort,"ax",@progbits
	.weak	amipilot_abort
amipilot_abort:
	move.l	#134,%d1
	moveq	#1,%d0
	trap	#0
	bra.s	amipilot_abort
