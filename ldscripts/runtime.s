| What compiled code calls by itself: memory functions and 32-bit arithmetic, for a plain 68000.
|
| C's rules: arguments on the stack, result in d0; d0, d1, a0 and a1 may change. Debian's libgcc is built for a 68020 and
| must not be linked. Words and longs are only ever moved at even addresses.

| memcpy(destination, source, length) -> destination
	.section .text.memcpy,"ax",@progbits
	.globl	memcpy
	.type	memcpy,@function
memcpy:
	move.l	4(%sp),%a1
	move.l	8(%sp),%a0
	move.l	12(%sp),%d1
copy_forwards:
	moveq	#12,%d0
	cmp.l	%d0,%d1
	jcs	forwards_bytes
	move.l	%a0,%d0
	sub.l	%a1,%d0
	lsr.l	#1,%d0
	jcs	forwards_bytes		| one odd, one even: never both even
	move.l	%a0,%d0
	lsr.l	#1,%d0
	jcc	1f
	move.b	(%a0)+,(%a1)+
	subq.l	#1,%d1
1:	move.l	%d1,%d0
	lsr.l	#2,%d0
2:	move.l	(%a0)+,(%a1)+
	subq.l	#1,%d0
	jne	2b
	moveq	#3,%d0
	and.l	%d0,%d1
	jra	forwards_bytes
3:	move.b	(%a0)+,(%a1)+
forwards_bytes:
	subq.l	#1,%d1
	jcc	3b
	move.l	4(%sp),%d0
	move.l	%d0,%a0
	rts
	.size	memcpy,.-memcpy

| memmove(destination, source, length) -> destination; the two may overlap
	.globl	memmove
	.type	memmove,@function
memmove:
	move.l	4(%sp),%a1
	move.l	8(%sp),%a0
	move.l	12(%sp),%d1
	move.l	%a1,%d0
	sub.l	%a0,%d0
	cmp.l	%d1,%d0
	jcc	copy_forwards		| the destination does not begin inside the source
	adda.l	%d1,%a0
	adda.l	%d1,%a1
	moveq	#12,%d0
	cmp.l	%d0,%d1
	jcs	backwards_bytes
	move.l	%a0,%d0
	sub.l	%a1,%d0
	lsr.l	#1,%d0
	jcs	backwards_bytes
	move.l	%a0,%d0
	lsr.l	#1,%d0
	jcc	1f
	move.b	-(%a0),-(%a1)
	subq.l	#1,%d1
1:	move.l	%d1,%d0
	lsr.l	#2,%d0
2:	move.l	-(%a0),-(%a1)
	subq.l	#1,%d0
	jne	2b
	moveq	#3,%d0
	and.l	%d0,%d1
	jra	backwards_bytes
3:	move.b	-(%a0),-(%a1)
backwards_bytes:
	subq.l	#1,%d1
	jcc	3b
	move.l	4(%sp),%d0
	move.l	%d0,%a0
	rts
	.size	memmove,.-memmove

| memset(destination, byte, length) -> destination
	.section .text.memset,"ax",@progbits
	.globl	memset
	.type	memset,@function
memset:
	move.l	4(%sp),%a0
	move.l	12(%sp),%d1
	move.b	11(%sp),%d0
	move.l	%d1,%a1
	cmpa.w	#12,%a1
	jcs	fill_bytes
	move.l	%d2,-(%sp)
	move.b	%d0,%d2
	lsl.w	#8,%d2
	move.b	%d0,%d2
	move.w	%d2,%d0
	swap	%d0
	move.w	%d2,%d0			| the byte four times
	move.l	%a0,%d2
	lsr.l	#1,%d2
	jcc	1f
	move.b	%d0,(%a0)+
	subq.l	#1,%d1
1:	move.l	%d1,%d2
	lsr.l	#2,%d2
2:	move.l	%d0,(%a0)+
	subq.l	#1,%d2
	jne	2b
	moveq	#3,%d2
	and.l	%d2,%d1
	move.l	(%sp)+,%d2
	jra	fill_bytes
3:	move.b	%d0,(%a0)+
fill_bytes:
	subq.l	#1,%d1
	jcc	3b
	move.l	4(%sp),%d0
	move.l	%d0,%a0
	rts
	.size	memset,.-memset

| memcmp(left, right, length) -> less than, equal to or greater than 0; bcmp is the same
	.section .text.memcmp,"ax",@progbits
	.globl	memcmp
	.globl	bcmp
	.type	memcmp,@function
memcmp:
bcmp:
	move.l	4(%sp),%a0
	move.l	8(%sp),%a1
	move.l	12(%sp),%d1
	jra	2f
1:	cmpm.b	(%a1)+,(%a0)+
	jne	3f
2:	subq.l	#1,%d1
	jcc	1b
	moveq	#0,%d0
	rts
3:	jcs	4f
	moveq	#1,%d0
	rts
4:	moveq	#-1,%d0
	rts
	.size	memcmp,.-memcmp

| strlen(text) -> bytes before the NUL
	.section .text.strlen,"ax",@progbits
	.globl	strlen
	.type	strlen,@function
strlen:
	move.l	4(%sp),%a0
	move.l	%a0,%d0
1:	tst.b	(%a0)+
	jne	1b
	suba.l	%d0,%a0
	move.l	%a0,%d0
	subq.l	#1,%d0
	rts
	.size	strlen,.-strlen

| __mulsi3(a, b) -> a * b
	.section .text.__mulsi3,"ax",@progbits
	.globl	__mulsi3
	.type	__mulsi3,@function
__mulsi3:
	move.w	4(%sp),%d0
	mulu.w	10(%sp),%d0
	move.w	6(%sp),%d1
	mulu.w	8(%sp),%d1
	add.w	%d1,%d0
	swap	%d0
	clr.w	%d0
	move.w	6(%sp),%d1
	mulu.w	10(%sp),%d1
	add.l	%d1,%d0
	rts
	.size	__mulsi3,.-__mulsi3

| Division. divide: d0 / d1 without sign -> d0 quotient, d1 remainder; changes nothing else.
	.section .text.divide,"ax",@progbits
	.type	divide,@function
divide:
	movem.l	%d2-%d3,-(%sp)
	move.l	%d0,%d2
	clr.w	%d2
	swap	%d2			| d2 = upper word of the dividend
	cmp.l	#0x10000,%d1
	jcc	1f
	divu.w	%d1,%d2			| two steps of 32 by 16 bits
	move.w	%d2,%d3
	move.w	%d0,%d2
	divu.w	%d1,%d2
	swap	%d3
	move.w	%d2,%d3
	clr.w	%d2
	swap	%d2
	move.l	%d3,%d0
	move.l	%d2,%d1
	movem.l	(%sp)+,%d2-%d3
	rts
1:	swap	%d0			| a large divisor: the quotient has 16 bits
	clr.w	%d0
	moveq	#15,%d3
2:	add.l	%d0,%d0
	addx.l	%d2,%d2
	jcs	3f
	cmp.l	%d1,%d2
	jcs	4f
3:	sub.l	%d1,%d2
	addq.w	#1,%d0
4:	dbra	%d3,2b
	move.l	%d2,%d1
	movem.l	(%sp)+,%d2-%d3
	rts

	.globl	__udivsi3
	.type	__udivsi3,@function
__udivsi3:
	move.l	4(%sp),%d0
	move.l	8(%sp),%d1
	jra	divide

	.globl	__umodsi3
	.type	__umodsi3,@function
__umodsi3:
	move.l	4(%sp),%d0
	move.l	8(%sp),%d1
	jbsr	divide
	move.l	%d1,%d0
	rts

	.globl	__divsi3
	.type	__divsi3,@function
__divsi3:
	jbsr	divide_signed
	rts

	.globl	__modsi3
	.type	__modsi3,@function
__modsi3:
	jbsr	divide_signed
	move.l	%d1,%d0
	rts

| Both arguments lie above two return addresses.
divide_signed:
	move.l	8(%sp),%d0
	jpl	1f
	neg.l	%d0
1:	move.l	12(%sp),%d1
	jpl	2f
	neg.l	%d1
2:	jbsr	divide
	tst.b	8(%sp)			| the remainder has the dividend's sign
	jpl	3f
	neg.l	%d1
	neg.l	%d0
3:	tst.b	12(%sp)			| the quotient is negative when the signs differ
	jpl	4f
	neg.l	%d0
4:	rts
