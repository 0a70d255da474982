// What the benches hold the engine against, measured in the same run and in the same kind of WebAssembly:
// the peak of the four-lane fused multiply-add (multiply then add in the simd build), and the bare generator
// of normals. Built as plain WebAssembly exports, without Embind; see bench.mjs for the page around it.
#include <cstdint>

#include "random.h"
#include "simd.h"

namespace {

using scaledot::F32x4;

constexpr int kAccumulators =
    10;  // enough to hide the latency of an addition, few enough for 16 registers

// Constants come through memory the compiler cannot see into, as they do in a kernel.
float factors[8] = {0.999999f, 0.999999f, 0.999999f, 0.999999f, 1e-7f, 1e-7f, 1e-7f, 1e-7f};
alignas(64) float row[1024];

}  // namespace

#define SCALEDOT_EXPORT(name) __attribute__((export_name(#name)))

// Runs 8 * iterations flop on each of kAccumulators vectors; returns something that depends on all of them.
extern "C" SCALEDOT_EXPORT(peak) float peak(uint32_t iterations) {
  const float* hidden = factors;
  asm volatile("" : "+r"(hidden));
  const F32x4 a = scaledot::load(hidden), b = scaledot::load(hidden + 4);
  F32x4 sums[kAccumulators];
  for (int i = 0; i < kAccumulators; ++i) sums[i] = scaledot::splat(static_cast<float>(i));
#pragma clang loop unroll(disable) vectorize(disable)
  for (uint32_t n = 0; n < iterations; ++n)
    for (int i = 0; i < kAccumulators; ++i) sums[i] = scaledot::madd(sums[i], a, b);
  F32x4 all = sums[0];
  for (int i = 1; i < kAccumulators; ++i) all = all + sums[i];
  return all[0] + all[1] + all[2] + all[3];
}

extern "C" SCALEDOT_EXPORT(peakFlop) double peakFlop(uint32_t iterations) {
  return 8.0 * kAccumulators * iterations;
}

// Makes rows * 1024 standard normals.
extern "C" SCALEDOT_EXPORT(normals) float normals(uint32_t rows) {
  const scaledot::Component standard;
  float last = 0;
  for (uint32_t r = 0; r < rows; ++r) {
    scaledot::fillRow(7, scaledot::Stream::query, r, standard, row, 1024);
    last += row[r % 1024];
  }
  return last;
}
