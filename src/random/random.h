// Random numbers: a counter-based generator, in which each number can be computed on its own, so that any number of workers
// gives the same bits; and NumPy's legacy RandomState, digit for digit.
//
// Sources: Philox4x32-10, Salmon, Moraes, Dror, Shaw, "Parallel random numbers: as easy as 1, 2, 3", SC 2011; MT19937,
// Matsumoto and Nishimura 1998, as used in NumPy's legacy RandomState (init_genrand seeding, 53-bit doubles, Marsaglia's
// polar method).
#pragma once
#include <cstddef>
#include <cstdint>

#include "random/component.h"

namespace scaledot {

// Computes Philox4x32-10: 4 words from a 4-word counter and a 2-word key.
void philox4x32(const uint32_t counter[4], const uint32_t key[2], uint32_t out[4]);

// A family of rows; part of the counter.
enum class Stream : uint32_t { query = 0, key = 1, draw = 2 };

// Writes row `row` of `stream`: `count` components (float32, count up to 2^20). out must hold count rounded up to a multiple
// of 16. Component c comes from word (c % 16) / 4 of the Philox block whose counter is
//   (4 * (c / 16) + c % 4, low word of row, high word of row, stream), key = (low, high word of seed),
// so a shorter row is a prefix of a longer one. Words 0,1 and words 2,3 of a block are the two uniforms of a Box-Muller pair
// (normal). random.cpp describes the one or two words of the other laws. Uniforms have 31 bits and are rounded to float32.
// The transformations to the laws are accurate to 1e-6 (1 + |x|).
void fillRow(uint64_t seed, Stream stream, uint64_t row, const Component& component, float* out,
             size_t count);

// NumPy's legacy numpy.random.RandomState(seed), float64 results. Uniforms and integers have NumPy's bits. Normals match
// if the C library is the one NumPy uses. In WebAssembly normals have the bits of a machine without fused multiply-add. If
// NumPy's machine has it, 65 in a million differ by one unit in the last place. (This is the only result in which the native
// build and the simd engine may differ.)
class NumpyRandom {
 public:
  explicit NumpyRandom(uint32_t seed);
  uint32_t nextWord();  // one 32-bit output of MT19937
  double nextDouble();  // random_sample(), [0, 1)
  double nextNormal();  // legacy gauss
  void normal(double mean, double sd, double* out, size_t count);
  void uniform(double low, double high, double* out, size_t count);
  // Draws as randint(low, high) for 64-bit integers (the default on Linux). high is exclusive, low < high, high - low <=
  // 2^53.
  void randint(int64_t low, int64_t high, double* out, size_t count);

 private:
  static constexpr uint32_t kStateWords = 624;
  void refill();

  uint32_t state_[kStateWords];
  uint32_t position_;  // of the next word in state_
  bool hasGauss_ = false;
  double gauss_ = 0;
};

}  // namespace scaledot
