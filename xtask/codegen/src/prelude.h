/* What every translated unit begins with: number types, and the operations that C lacks. */
typedef unsigned char u8;
typedef unsigned short u16;
typedef unsigned int u32;
typedef unsigned long long u64;
typedef signed char i8;
typedef short i16;
typedef int i32;
typedef long long i64;
typedef u8 *ptr;
typedef struct { u64 high, low; } u128;
#define INLINE static inline __attribute__((unused))
#define SHARED static __attribute__((unused, noinline))

INLINE u64 pair(u32 first, u32 second) { return ((u64)first << 32) | second; }

/* Memory at addresses that may be odd: a 68000 traps on anything wider than a byte there. Volatile keeps GCC from merging. */
typedef volatile u8 *bytes;
SHARED u32 load16_odd(ptr at) { bytes b = at; u32 high = b[0]; return (high << 8) | b[1]; }
SHARED u32 load32_odd(ptr at) { bytes b = at; u32 v = b[0]; v = (v << 8) | b[1]; v = (v << 8) | b[2]; return (v << 8) | b[3]; }
SHARED void store16_odd(ptr at, u32 v) { bytes b = at; b[1] = v; b[0] = v >> 8; }
SHARED void store32_odd(ptr at, u32 v) { bytes b = at; b[3] = v; b[2] = v >> 8; v >>= 16; b[1] = v; b[0] = v >> 8; }
INLINE u64 load64_odd(ptr at) { u32 high = load32_odd(at); return pair(high, load32_odd(at + 4)); }
INLINE void store64_odd(ptr at, u64 v) { store32_odd(at, v >> 32); store32_odd(at + 4, v); }

SHARED u64 load_bytes(ptr at, u32 count) { bytes b = at; u64 v = 0; while (count--) v = (v << 8) | *b++; return v; }
SHARED void store_bytes(ptr at, u64 v, u32 count) { bytes b = at + count; while (count--) { *--b = v; v >>= 8; } }

INLINE u128 make128(u64 high, u64 low) { u128 r = { high, low }; return r; }
INLINE u128 sext128(i64 v) { return make128(v >> 63, v); }
INLINE u128 load128(ptr at) { return make128(*(u64 *)at, *(u64 *)(at + 8)); }
INLINE void store128(ptr at, u128 v) { *(u64 *)at = v.high; *(u64 *)(at + 8) = v.low; }
INLINE u128 load128_odd(ptr at) { u64 high = load64_odd(at); return make128(high, load64_odd(at + 8)); }
INLINE void store128_odd(ptr at, u128 v) { store64_odd(at, v.high); store64_odd(at + 8, v.low); }
INLINE u128 add128(u128 a, u128 b) { u64 low = a.low + b.low; return make128(a.high + b.high + (low < a.low), low); }
INLINE u128 sub128(u128 a, u128 b) { return make128(a.high - b.high - (a.low < b.low), a.low - b.low); }
INLINE u128 and128(u128 a, u128 b) { return make128(a.high & b.high, a.low & b.low); }
INLINE u128 or128(u128 a, u128 b) { return make128(a.high | b.high, a.low | b.low); }
INLINE u128 xor128(u128 a, u128 b) { return make128(a.high ^ b.high, a.low ^ b.low); }
INLINE u32 equal128(u128 a, u128 b) { return a.high == b.high && a.low == b.low; }
SHARED i32 compare128(u128 a, u128 b) {
  if (a.high != b.high) return a.high < b.high ? -1 : 1;
  return a.low == b.low ? 0 : a.low < b.low ? -1 : 1;
}
INLINE i32 compare_signed128(u128 a, u128 b) {
  a.high ^= 0x8000000000000000ull; b.high ^= 0x8000000000000000ull; return compare128(a, b);
}
SHARED u128 shl128(u128 a, u32 n) {
  if (n == 0) return a;
  if (n >= 64) return make128(a.low << (n - 64), 0);
  return make128((a.high << n) | (a.low >> (64 - n)), a.low << n);
}
SHARED u128 lshr128(u128 a, u32 n) {
  if (n == 0) return a;
  if (n >= 64) return make128(0, a.high >> (n - 64));
  return make128(a.high >> n, (a.low >> n) | (a.high << (64 - n)));
}
SHARED u128 ashr128(u128 a, u32 n) {
  if (n == 0) return a;
  if (n >= 64) return make128((i64)a.high >> 63, (i64)a.high >> (n - 64));
  return make128((i64)a.high >> n, (a.low >> n) | (a.high << (64 - n)));
}
SHARED u128 multiply64(u64 a, u64 b) {
  u64 al = (u32)a, ah = a >> 32, bl = (u32)b, bh = b >> 32;
  u64 low = al * bl, middle = ah * bl + (low >> 32), other = al * bh + (u32)middle;
  return make128(ah * bh + (middle >> 32) + (other >> 32), (other << 32) | (u32)low);
}
SHARED u128 mul128(u128 a, u128 b) {
  u128 r = multiply64(a.low, b.low); r.high += a.high * b.low + a.low * b.high; return r;
}
SHARED u128 divide128(u128 a, u128 b, u32 want_remainder) {
  u128 quotient = { 0, 0 }, rest = { 0, 0 };
  for (i32 i = 127; i >= 0; i--) {
    u32 carry = rest.high >> 63;
    rest = shl128(rest, 1);
    rest.low |= (i >= 64 ? a.high >> (i - 64) : a.low >> i) & 1;
    if (carry || compare128(rest, b) >= 0) {
      rest = sub128(rest, b);
      if (i >= 64) quotient.high |= 1ull << (i - 64); else quotient.low |= 1ull << i;
    }
  }
  return want_remainder ? rest : quotient;
}
/* As much of 256 bits as the widening multiplication of two u128 needs. */
typedef struct { u128 high, low; } u256;
INLINE u256 make256(u128 high, u128 low) { u256 r = { high, low }; return r; }
SHARED u256 add256(u256 a, u256 b) {
  u128 low = add128(a.low, b.low);
  u128 carry = make128(0, compare128(low, a.low) < 0);
  return make256(add128(add128(a.high, b.high), carry), low);
}
SHARED u256 mul256(u256 a, u256 b) {
  u128 low = multiply64(a.low.low, b.low.low), high = multiply64(a.low.high, b.low.high);
  u128 one = multiply64(a.low.high, b.low.low), two = multiply64(a.low.low, b.low.high);
  u256 r = make256(high, low);
  r = add256(r, make256(make128(0, one.high), make128(one.low, 0)));
  r = add256(r, make256(make128(0, two.high), make128(two.low, 0)));
  r.high = add128(r.high, add128(mul128(a.high, b.low), mul128(a.low, b.high)));
  return r;
}
SHARED u256 lshr256(u256 a, u32 n) {
  if (n == 0) return a;
  if (n >= 128) return make256(make128(0, 0), lshr128(a.high, n - 128));
  return make256(lshr128(a.high, n), or128(lshr128(a.low, n), shl128(a.high, 128 - n)));
}

/* Checked and saturating arithmetic. */
INLINE u8 uadd_overflow128(u128 a, u128 b, u128 *r) { *r = add128(a, b); return compare128(*r, a) < 0; }
INLINE u8 usub_overflow128(u128 a, u128 b, u128 *r) { *r = sub128(a, b); return compare128(a, b) < 0; }
INLINE u8 sadd_overflow128(u128 a, u128 b, u128 *r) {
  *r = add128(a, b); return ((a.high ^ r->high) & (b.high ^ r->high)) >> 63;
}
INLINE u8 ssub_overflow128(u128 a, u128 b, u128 *r) {
  *r = sub128(a, b); return ((a.high ^ b.high) & (a.high ^ r->high)) >> 63;
}
SHARED u8 umul_overflow128(u128 a, u128 b, u128 *r) {
  u256 whole = mul256(make256(make128(0, 0), a), make256(make128(0, 0), b));
  *r = whole.low; return (whole.high.high | whole.high.low) != 0;
}
INLINE u128 negate128(u128 a) { return sub128(make128(0, 0), a); }
SHARED u8 smul_overflow128(u128 a, u128 b, u128 *r) {
  u32 negative = (a.high ^ b.high) >> 63;
  u8 lost = umul_overflow128(a.high >> 63 ? negate128(a) : a, b.high >> 63 ? negate128(b) : b, r);
  if (!negative) return lost | (r->high >> 63);
  *r = negate128(*r);
  return lost | (!(r->high >> 63) && (r->high | r->low) != 0);
}
SHARED u128 uadd_saturated128(u128 a, u128 b) { u128 r; return uadd_overflow128(a, b, &r) ? make128(-1, -1) : r; }
SHARED u128 usub_saturated128(u128 a, u128 b) { u128 r; return usub_overflow128(a, b, &r) ? make128(0, 0) : r; }
INLINE u128 limit128(u128 a) { u64 sign = (i64)a.high >> 63; return make128(sign ^ 0x7fffffffffffffffull, ~sign); }
SHARED u128 sadd_saturated128(u128 a, u128 b) { u128 r; return sadd_overflow128(a, b, &r) ? limit128(a) : r; }
SHARED u128 ssub_saturated128(u128 a, u128 b) { u128 r; return ssub_overflow128(a, b, &r) ? limit128(a) : r; }

INLINE u128 udiv128(u128 a, u128 b) { return divide128(a, b, 0); }
INLINE u128 urem128(u128 a, u128 b) { return divide128(a, b, 1); }
SHARED u128 sdiv128(u128 a, u128 b) {
  u32 negative = (a.high ^ b.high) >> 63;
  if (a.high >> 63) a = negate128(a);
  if (b.high >> 63) b = negate128(b);
  u128 r = divide128(a, b, 0);
  return negative ? negate128(r) : r;
}
SHARED u128 srem128(u128 a, u128 b) {
  u32 negative = a.high >> 63;
  if (negative) a = negate128(a);
  if (b.high >> 63) b = negate128(b);
  u128 r = divide128(a, b, 1);
  return negative ? negate128(r) : r;
}

/* Counting bits. */
SHARED u32 ones32(u32 v) {
  v -= (v >> 1) & 0x55555555u; v = (v & 0x33333333u) + ((v >> 2) & 0x33333333u);
  v = (v + (v >> 4)) & 0x0f0f0f0fu; v += v >> 8; return (v + (v >> 16)) & 63;
}
SHARED u32 leading32(u32 v) {
  u32 n = 0;
  if (v == 0) return 32;
  if (v < 0x10000u) { n = 16; v <<= 16; }
  while (!(v & 0x80000000u)) { n++; v <<= 1; }
  return n;
}
SHARED u32 trailing32(u32 v) {
  u32 n = 0;
  if (v == 0) return 32;
  if (!(v & 0xffffu)) { n = 16; v >>= 16; }
  while (!(v & 1)) { n++; v >>= 1; }
  return n;
}
INLINE u32 ones64(u64 v) { return ones32(v) + ones32(v >> 32); }
INLINE u32 leading64(u64 v) { u32 high = v >> 32; return high ? leading32(high) : 32 + leading32(v); }
INLINE u32 trailing64(u64 v) { u32 low = v; return low ? trailing32(low) : 32 + trailing32(v >> 32); }
INLINE u32 ones128(u128 v) { return ones64(v.high) + ones64(v.low); }
INLINE u32 leading128(u128 v) { return v.high ? leading64(v.high) : 64 + leading64(v.low); }
INLINE u32 trailing128(u128 v) { return v.low ? trailing64(v.low) : 64 + trailing64(v.high); }

/* Turning bytes and bits round. */
INLINE u16 swap16(u16 v) { return (v << 8) | (v >> 8); }
INLINE u32 swap32(u32 v) { return ((u32)swap16(v) << 16) | swap16(v >> 16); }
INLINE u64 swap64(u64 v) { return pair(swap32(v), swap32(v >> 32)); }
INLINE u128 swap128(u128 v) { return make128(swap64(v.low), swap64(v.high)); }
SHARED u32 reverse32(u32 v) {
  u32 r = 0;
  for (u32 i = 0; i < 32; i++) { r = (r << 1) | (v & 1); v >>= 1; }
  return r;
}
INLINE u64 reverse64(u64 v) { return pair(reverse32(v), reverse32(v >> 32)); }
INLINE u128 reverse128(u128 v) { return make128(reverse64(v.low), reverse64(v.high)); }

void amipilot_abort(void) __attribute__((noreturn));
