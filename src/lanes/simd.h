// Vectors of four float32 or 32-bit integers and their operations. The only file that depends on lanes, instructions and
// compilers.
//
// The types are the vector extensions of GCC and Clang: + - * & | ^ << >> and comparisons work lane by lane. Where the
// machine has no such registers, the compiler emits scalar code with the same bits. Only madd() may differ: with
// SCALEDOT_FUSED (relaxed SIMD) it rounds once, otherwise twice.
#pragma once
#include <cstddef>
#include <cstdint>
#include <cstring>

#if defined(__wasm_simd128__)
#include <wasm_simd128.h>
#elif defined(__SSE2__)
#include <emmintrin.h>
#endif

// Put before a loop that the compiler must not unroll or vectorise.
#if defined(__clang__)
#define SCALEDOT_PLAIN_LOOP _Pragma("clang loop unroll(disable) vectorize(disable)")
#else
#define SCALEDOT_PLAIN_LOOP _Pragma("GCC unroll 1")
#endif

namespace scaledot {

typedef float F32x4 __attribute__((vector_size(16)));
typedef int32_t I32x4 __attribute__((vector_size(16)));
typedef uint32_t U32x4 __attribute__((vector_size(16)));
typedef uint64_t U64x2 __attribute__((vector_size(16)));

inline F32x4 splat(float x) { return F32x4{x, x, x, x}; }
inline U32x4 splat(uint32_t x) { return U32x4{x, x, x, x}; }
inline I32x4 splat(int32_t x) { return I32x4{x, x, x, x}; }

// Unaligned: an address needs only the alignment of float.
inline F32x4 load(const float* from) {
  F32x4 x;
  std::memcpy(&x, from, sizeof x);
  return x;
}
inline void store(float* to, F32x4 x) { std::memcpy(to, &x, sizeof x); }

// The same for the first `count` lanes. The others are set to `rest`, or not stored.
inline F32x4 loadFirst(const float* from, size_t count, float rest) {
  if (count >= 4) return load(from);
  float lanes[4] = {rest, rest, rest, rest};
  for (size_t lane = 0; lane < count; ++lane) lanes[lane] = from[lane];
  return load(lanes);
}
inline void storeFirst(float* to, size_t count, F32x4 x) {
  if (count >= 4) return store(to, x);
  float lanes[4];
  store(lanes, x);
  for (size_t lane = 0; lane < count; ++lane) to[lane] = lanes[lane];
}

// a * b + c.
inline F32x4 madd(F32x4 a, F32x4 b, F32x4 c) {
#if defined(SCALEDOT_FUSED) && defined(__wasm_relaxed_simd__)
  return (F32x4)__builtin_wasm_relaxed_madd_f32x4(a, b, c);
#elif defined(SCALEDOT_FUSED)
  return F32x4{__builtin_fmaf(a[0], b[0], c[0]), __builtin_fmaf(a[1], b[1], c[1]),
               __builtin_fmaf(a[2], b[2], c[2]), __builtin_fmaf(a[3], b[3], c[3])};
#else
  return a * b + c;
#endif
}

// Eight lanes, for products in native builds with AVX. Never fused.
#if defined(__AVX__) && !defined(SCALEDOT_FUSED)
#define SCALEDOT_EIGHT_LANES 1
typedef float F32x8 __attribute__((vector_size(32)));
inline F32x8 joined(const F32x4 (&halves)[2]) {
  return __builtin_shufflevector(halves[0], halves[1], 0, 1, 2, 3, 4, 5, 6, 7);
}
inline F32x8 loadEight(const float* from) {
  F32x8 x;
  std::memcpy(&x, from, sizeof x);
  return x;
}
inline void split(F32x8 x, F32x4 (&halves)[2]) {
  halves[0] = __builtin_shufflevector(x, x, 0, 1, 2, 3);
  halves[1] = __builtin_shufflevector(x, x, 4, 5, 6, 7);
}
#endif

inline I32x4 bitsOf(F32x4 x) { return (I32x4)x; }
inline F32x4 floatOf(I32x4 bits) { return (F32x4)bits; }
inline F32x4 toFloat(I32x4 x) { return __builtin_convertvector(x, F32x4); }

// a where the bits of mask are set, else b. A lane of mask has all bits set or none.
inline F32x4 select(I32x4 mask, F32x4 a, F32x4 b) {
  return (F32x4)((mask & (I32x4)a) | (~mask & (I32x4)b));
}

// b < a ? b : a and a < b ? b : a, lane by lane. A NaN in a is returned, a NaN in b is not.
inline F32x4 least(F32x4 a, F32x4 b) {
#if defined(__wasm_simd128__)
  return (F32x4)wasm_f32x4_pmin((v128_t)a, (v128_t)b);
#elif defined(__SSE2__)
  return (F32x4)_mm_min_ps((__m128)b, (__m128)a);
#else
  return select(b < a, b, a);
#endif
}
inline F32x4 greatest(F32x4 a, F32x4 b) {
#if defined(__wasm_simd128__)
  return (F32x4)wasm_f32x4_pmax((v128_t)a, (v128_t)b);
#elif defined(__SSE2__)
  return (F32x4)_mm_max_ps((__m128)b, (__m128)a);
#else
  return select(a < b, b, a);
#endif
}

inline F32x4 squareRoot(F32x4 x) {
#if defined(__wasm_simd128__)
  return (F32x4)wasm_f32x4_sqrt((v128_t)x);
#elif defined(__SSE2__)
  return (F32x4)_mm_sqrt_ps((__m128)x);
#else
  return F32x4{__builtin_sqrtf(x[0]), __builtin_sqrtf(x[1]), __builtin_sqrtf(x[2]),
               __builtin_sqrtf(x[3])};
#endif
}

inline float sumOf(F32x4 x) { return (x[0] + x[1]) + (x[2] + x[3]); }

// Transposes a 4 x 4 block.
inline void transpose(F32x4 (&block)[4]) {
  const F32x4 a = __builtin_shufflevector(block[0], block[1], 0, 4, 1, 5);
  const F32x4 b = __builtin_shufflevector(block[0], block[1], 2, 6, 3, 7);
  const F32x4 c = __builtin_shufflevector(block[2], block[3], 0, 4, 1, 5);
  const F32x4 d = __builtin_shufflevector(block[2], block[3], 2, 6, 3, 7);
  block[0] = __builtin_shufflevector(a, c, 0, 1, 4, 5);
  block[1] = __builtin_shufflevector(a, c, 2, 3, 6, 7);
  block[2] = __builtin_shufflevector(b, d, 0, 1, 4, 5);
  block[3] = __builtin_shufflevector(b, d, 2, 3, 6, 7);
}

// The 64-bit products a * b of 32-bit lanes, as their low and high words.
struct WideProduct {
  U32x4 low, high;
};
inline WideProduct wideProduct(U32x4 a, U32x4 b) {
#if defined(__wasm_simd128__)
  const U32x4 lower = (U32x4)wasm_u64x2_extmul_low_u32x4((v128_t)a, (v128_t)b);
  const U32x4 upper = (U32x4)wasm_u64x2_extmul_high_u32x4((v128_t)a, (v128_t)b);
  return {__builtin_shufflevector(lower, upper, 0, 2, 4, 6),
          __builtin_shufflevector(lower, upper, 1, 3, 5, 7)};
#elif defined(__wasm__)
  // In plain JavaScript a 64-bit product is slow. Products of 16-bit halves are fast.
  const U32x4 aLow = a & 0xffffu, aHigh = a >> 16, bLow = b & 0xffffu, bHigh = b >> 16;
  const U32x4 middle = aHigh * bLow + ((aLow * bLow) >> 16);
  const U32x4 middleToo = aLow * bHigh + (middle & 0xffffu);
  return {a * b, aHigh * bHigh + (middle >> 16) + (middleToo >> 16)};
#else
  const uint64_t lowWord = 0xffffffffu;
  const U64x2 even = ((U64x2)a & lowWord) * ((U64x2)b & lowWord);
  const U64x2 odd = ((U64x2)a >> 32) * ((U64x2)b >> 32);
  const U32x4 lower = (U32x4)even, upper = (U32x4)odd;
  return {__builtin_shufflevector(lower, upper, 0, 4, 2, 6),
          __builtin_shufflevector(lower, upper, 1, 5, 3, 7)};
#endif
}

// Returns the pointer, and hides the values it points to from the compiler. V8 rebuilds a constant at every use inside a loop,
// with three instructions. It keeps a constant that was loaded from memory in a register.
template <typename T>
inline const T* hidden(const T* pointer) {
  asm volatile("" : "+r"(pointer) : : "memory");
  return pointer;
}

// Returns the pointer. A loop reads the factors of its wide products from it in every turn. If Clang widened them before the
// loop, it would no longer see products of 32-bit lanes in the loop, and multiply lanes of 64 bits: three products instead of one.
template <typename T>
inline const T* factorsInLoop(const T* pointer) {
#if defined(__wasm_simd128__)
  return hidden(pointer);
#else
  return pointer;
#endif
}

}  // namespace scaledot
