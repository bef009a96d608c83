/* What GCC calls for 64-bit arithmetic on a 68000. Written with 32-bit halves, so that nothing here calls itself. */
typedef unsigned int u32;
typedef unsigned long long u64;
typedef long long i64;

#define HIGH(v) ((u32)((v) >> 32))
#define LOW(v) ((u32)(v))
#define PAIR(high, low) (((u64)(high) << 32) | (u32)(low))

/* Two words make a long: the 68000's own multiplication. */
#define WORDS(a, b) ((u32)(unsigned short)(a) * (u32)(unsigned short)(b))

u64 __muldi3(u64 a, u64 b) {
  u32 al = LOW(a), bl = LOW(b);
  u32 low = WORDS(al, bl);
  u32 middle = WORDS(al >> 16, bl) + (low >> 16);
  u32 other = WORDS(al, bl >> 16) + (middle & 0xffff);
  u32 high = WORDS(al >> 16, bl >> 16) + (middle >> 16) + (other >> 16);
  high += HIGH(a) * bl + al * HIGH(b);
  return PAIR(high, (other << 16) | (low & 0xffff));
}

u64 __ashldi3(u64 v, u32 by) {
  u32 high = HIGH(v), low = LOW(v);
  if (by == 0) return v;
  if (by >= 32) return PAIR(low << (by - 32), 0);
  return PAIR((high << by) | (low >> (32 - by)), low << by);
}

u64 __lshrdi3(u64 v, u32 by) {
  u32 high = HIGH(v), low = LOW(v);
  if (by == 0) return v;
  if (by >= 32) return PAIR(0, high >> (by - 32));
  return PAIR(high >> by, (low >> by) | (high << (32 - by)));
}

u64 __ashrdi3(u64 v, u32 by) {
  int high = HIGH(v);
  u32 low = LOW(v);
  if (by == 0) return v;
  if (by >= 32) return PAIR(high >> 31, high >> (by - 32));
  return PAIR(high >> by, (low >> by) | ((u32)high << (32 - by)));
}

/* Less: 0, equal: 1, greater: 2. */
int __ucmpdi2(u64 a, u64 b) {
  if (HIGH(a) != HIGH(b)) return HIGH(a) < HIGH(b) ? 0 : 2;
  if (LOW(a) != LOW(b)) return LOW(a) < LOW(b) ? 0 : 2;
  return 1;
}

int __cmpdi2(i64 a, i64 b) { return __ucmpdi2((u64)a ^ PAIR(0x80000000u, 0), (u64)b ^ PAIR(0x80000000u, 0)); }

/* Divides and leaves the remainder. */
static __attribute__((noinline)) u64 divide(u64 a, u64 b, u64 *rest) {
  u32 high = HIGH(a), low = LOW(a), divisor_high = HIGH(b), divisor_low = LOW(b);
  if (divisor_high == 0 && divisor_low < 0x10000u) {
    /* Word by word, each step 32 by 16 bits. */
    u32 quotient_high = high / divisor_low, r = high % divisor_low;
    u32 step = (r << 16) | (low >> 16);
    u32 upper = step / divisor_low;
    r = step % divisor_low;
    step = (r << 16) | (low & 0xffff);
    *rest = step % divisor_low;
    return PAIR(quotient_high, (upper << 16) + step / divisor_low);
  }
  if (high == 0 && divisor_high == 0) {
    *rest = low % divisor_low;
    return low / divisor_low;
  }
  u32 rest_high = 0, rest_low = 0;
  for (int i = 0; i < 64; i++) {
    u32 carry = rest_high >> 31;
    rest_high = (rest_high << 1) | (rest_low >> 31);
    rest_low = (rest_low << 1) | (high >> 31);
    high = (high << 1) | (low >> 31);
    low <<= 1;
    if (carry || rest_high > divisor_high || (rest_high == divisor_high && rest_low >= divisor_low)) {
      rest_high -= divisor_high + (rest_low < divisor_low);
      rest_low -= divisor_low;
      low |= 1;
    }
  }
  *rest = PAIR(rest_high, rest_low);
  return PAIR(high, low);
}

u64 __udivdi3(u64 a, u64 b) { u64 rest; return divide(a, b, &rest); }
u64 __umoddi3(u64 a, u64 b) { u64 rest; divide(a, b, &rest); return rest; }

i64 __divdi3(i64 a, i64 b) {
  u64 rest, quotient = divide(a < 0 ? -(u64)a : (u64)a, b < 0 ? -(u64)b : (u64)b, &rest);
  return (HIGH(a) ^ HIGH(b)) >> 31 ? -quotient : quotient;
}

i64 __moddi3(i64 a, i64 b) {
  u64 rest;
  divide(a < 0 ? -(u64)a : (u64)a, b < 0 ? -(u64)b : (u64)b, &rest);
  return a < 0 ? -rest : rest;
}
