// Baselines of the benches, measured in the same run and with the same kind of WebAssembly as the engine: the peak of the
// four-lane fused multiply-add (multiply, then add in the simd build), the generator of normals alone, and the attention
// kernels without the copies of the public calls. Plain WebAssembly exports, without Embind. bench.mjs is the page around
// it.
#include <cstdint>

#include "attention/attention.h"
#include "lanes/buffer.h"
#include "lanes/simd.h"
#include "random/random.h"

namespace {

using scaledot::F32x4;

// Enough to hide the latency of an addition, but few enough for 16 registers.
constexpr int kAccumulators = 13;

// Constants loaded from memory, hidden from the compiler, as in a kernel.
float factors[8] = {0.999999f, 0.999999f, 0.999999f, 0.999999f, 1e-7f, 1e-7f, 1e-7f, 1e-7f};
alignas(64) float row[1024];

// One attention and its results, in one block of memory.
scaledot::Buffer<float> block;
scaledot::AttentionProblem problem;
scaledot::AttentionResults results;
scaledot::AttentionGradients gradients;
const float* outputGradient;
float* weights;

}  // namespace

#define SCALEDOT_EXPORT(name) __attribute__((export_name(#name)))

// Runs 8 * iterations flop on each of kAccumulators vectors. Returns a number that depends on all of them.
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

// Generates rows * 1024 standard normals.
extern "C" SCALEDOT_EXPORT(normals) float normals(uint32_t rows) {
  const scaledot::Component standard;
  float last = 0;
  for (uint32_t r = 0; r < rows; ++r) {
    scaledot::fillRow(7, scaledot::Stream::query, r, standard, row, 1024);
    last += row[r % 1024];
  }
  return last;
}

// Allocates for `heads` heads with queries and keys of the same length. Returns the address of eight contiguous tensors
// [heads, length, dim]: query, key, value and output gradient, which the caller fills in, output, and the gradients of
// query, key and value. Returns 0 if an allocation fails.
extern "C" SCALEDOT_EXPORT(setUpAttention) float* setUpAttention(uint32_t heads, uint32_t length,
                                                                 uint32_t dim) {
  const size_t count = size_t{heads} * length * dim, rows = size_t{heads} * length;
  if (!block.reserve(8 * count + rows + rows * length)) return nullptr;
  float* const start = block.data();
  problem = {};
  problem.heads = problem.keyHeads = heads;
  problem.queries = problem.keys = length;
  problem.headDim = problem.valueDim = dim;
  problem.query = start;
  problem.key = start + count;
  problem.value = start + 2 * count;
  problem.scale = 1 / __builtin_sqrtf(static_cast<float>(dim));
  outputGradient = start + 3 * count;
  results = {};
  results.output = start + 4 * count;
  gradients = {};
  gradients.query = start + 5 * count;
  gradients.key = start + 6 * count;
  gradients.value = start + 7 * count;
  results.logSumExp = start + 8 * count;
  weights = results.logSumExp + rows;
  return start;
}

// Returns false if an allocation fails.
extern "C" SCALEDOT_EXPORT(runAttention) bool runAttention(bool withWeights) {
  results.weights = withWeights ? weights : nullptr;
  return scaledot::attention(problem, results);
}

// Call it after runAttention(). Returns false if an allocation fails.
extern "C" SCALEDOT_EXPORT(runAttentionGradient) bool runAttentionGradient() {
  return scaledot::attentionGradient(problem, results.output, results.logSumExp, outputGradient,
                                     gradients);
}
