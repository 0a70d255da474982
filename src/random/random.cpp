// Row of components: philox(counter(group, row, stream), seed) -> words -> law -> mean + sd x.
//
//   for each chunk of the row:
//     words  = Philox of up to 64 groups; a group is 4 blocks in 4 lanes, 16 words, 16 components
//     x      = by the law, 4 components from word w of 4 blocks:
//       normal       Box-Muller: r = sqrt(-2 log u), the angle from the other word of the pair
//       uniform      sqrt(3) (2 u - 1)         rademacher   the sign bit
//       exponential  -log u - 1                laplace      +- log u / sqrt 2, the sign from bit 0
//       student t    Bailey's polar formula: sqrt(df (u^(-2/df) - 1)) cos(angle), the angle from the same
//                    word of the block whose stream has its high bit set
//     out    = mean + sd x
// u = (w >> 1) / 2^31 + 2^-32, in (0, 1], rounded to float32. Small values keep all their bits, so the
// tails reach 6.66 for the normal law and 22 for the exponential law.
#include "random/random.h"

#include <algorithm>
#include <cmath>

#include "lanes/simd.h"
#include "lanes/simd_math.h"

namespace scaledot {
namespace {

constexpr int kRounds = 10;
constexpr uint32_t kMultiplier0 = 0xD2511F53, kMultiplier1 = 0xCD9E8D57;
constexpr uint32_t kWeyl0 = 0x9E3779B9, kWeyl1 = 0xBB67AE85;
constexpr size_t kGroup = 16;        // components of a group
constexpr size_t kChunkGroups = 64;  // 4 KiB of words
constexpr uint32_t kSecondWords = 0x80000000;

// Four Philox counters or their outputs. word[i] holds word i of all four.
struct Blocks {
  U32x4 word[4];
};

struct PhiloxKeys {
  U32x4 multiplier0, multiplier1, round[kRounds][2];
};

PhiloxKeys philoxKeys(uint64_t seed) {
  PhiloxKeys keys;
  keys.multiplier0 = splat(kMultiplier0);
  keys.multiplier1 = splat(kMultiplier1);
  uint32_t low = static_cast<uint32_t>(seed), high = static_cast<uint32_t>(seed >> 32);
  for (auto& key : keys.round) {
    key[0] = splat(low);
    key[1] = splat(high);
    low += kWeyl0;
    high += kWeyl1;
  }
  return keys;
}

inline void philoxRound(Blocks& x, U32x4 multiplier0, U32x4 multiplier1, const U32x4* key) {
  const WideProduct a = wideProduct(x.word[0], multiplier0);
  const WideProduct b = wideProduct(x.word[2], multiplier1);
  x = {{b.high ^ x.word[1] ^ key[0], b.low, a.high ^ x.word[3] ^ key[1], a.low}};
}

// Computes `groups` groups from the counter on, two at a time to hide the latency of the multiplications.
// Not inlined, because every law would get its own copy.
[[gnu::noinline]] void philoxGroups(const PhiloxKeys& visible, Blocks counter, size_t groups,
                                    Blocks* out) {
  const PhiloxKeys& hiddenKeys = *hidden(&visible);
  for (size_t g = 0; g < groups; g += 2) {
    Blocks x = counter, y = counter;
    y.word[0] += 4u;
    for (int r = 0; r < kRounds; ++r) {
      const PhiloxKeys& keys = *factorsInLoop(&hiddenKeys);
      philoxRound(x, keys.multiplier0, keys.multiplier1, keys.round[r]);
      philoxRound(y, keys.multiplier0, keys.multiplier1, keys.round[r]);
    }
    out[g] = x;
    out[g + 1] = y;
    counter.word[0] += 8u;
  }
}

Blocks counterOf(uint32_t stream, uint64_t row, size_t group) {
  const uint32_t block = static_cast<uint32_t>(4 * group);
  return {{U32x4{block, block + 1, block + 2, block + 3}, splat(static_cast<uint32_t>(row)),
           splat(static_cast<uint32_t>(row >> 32)), splat(stream)}};
}

// The laws ----------------------------------------------------------------------------------------

inline F32x4 unitInterval(U32x4 word) {
  return madd(toFloat((I32x4)(word >> 1)), splat(0x1p-31f), splat(0x1p-32f));
}

struct Circle {
  F32x4 x, y;
};
// Returns a point on the unit circle. 30 bits are the angle within the right quarter, one bit swaps the axes, one changes
// the side.
inline Circle circle(U32x4 word, const SimdMath& math) {
  const SineCosine near = sineCosine(toFloat((I32x4)(word << 2)) * 0x1p-31f, math);
  const I32x4 side = (I32x4)(word & 0x80000000u), swapped = (I32x4)(word << 1) >> 31;
  const F32x4 cosine = floatOf(bitsOf(near.cosine) ^ side);
  return {select(swapped, near.sine, cosine), select(swapped, cosine, near.sine)};
}

// Constants of the laws. x is scaled by sd and shifted by mean.
struct LawNumbers {
  SimdMath math;
  F32x4 sd, mean;
  F32x4 toPower, polarScale;  // student t: u^(-2/df) = 2^(toPower log u); sqrt(df - 2)
};

LawNumbers lawNumbers(const Component& component) {
  LawNumbers numbers;
  numbers.sd = splat(static_cast<float>(component.sd));
  numbers.mean = splat(static_cast<float>(component.mean));
  constexpr double log2e = 1.4426950408889634;
  numbers.toPower = splat(static_cast<float>(-2 / component.df * log2e));
  numbers.polarScale = splat(static_cast<float>(component.df - 2));
  return numbers;
}

// Each law turns the words of a group (and the second words, for student t) into 4 vectors of standardised x.
struct NormalLaw {
  static void group(const Blocks& w, const Blocks&, const LawNumbers& n, F32x4 x[4]) {
    for (int pair = 0; pair < 4; pair += 2) {
      const F32x4 log = logarithm(unitInterval(w.word[pair]), n.math);
      const F32x4 radius = squareRoot(log * -2.0f);
      const Circle direction = circle(w.word[pair + 1], n.math);
      x[pair] = radius * direction.x;
      x[pair + 1] = radius * direction.y;
    }
  }
};
struct UniformLaw {
  static void group(const Blocks& w, const Blocks&, const LawNumbers&, F32x4 x[4]) {
    constexpr float root3 = 1.73205081f;
    for (int i = 0; i < 4; ++i) {
      x[i] = madd(toFloat((I32x4)w.word[i]), splat(root3 * 0x1p-31f), splat(root3 * 0x1p-32f));
    }
  }
};
struct RademacherLaw {
  static void group(const Blocks& w, const Blocks&, const LawNumbers&, F32x4 x[4]) {
    for (int i = 0; i < 4; ++i) {
      x[i] = floatOf((I32x4)((w.word[i] & 0x80000000u) | 0x3f800000u));
    }
  }
};
struct ExponentialLaw {
  static void group(const Blocks& w, const Blocks&, const LawNumbers& n, F32x4 x[4]) {
    for (int i = 0; i < 4; ++i) x[i] = -1.0f - logarithm(unitInterval(w.word[i]), n.math);
  }
};
struct LaplaceLaw {
  static void group(const Blocks& w, const Blocks&, const LawNumbers& n, F32x4 x[4]) {
    for (int i = 0; i < 4; ++i) {
      const F32x4 size = logarithm(unitInterval(w.word[i]), n.math) * 0.707106781f;
      x[i] = floatOf(bitsOf(size) ^ (I32x4)(w.word[i] << 31));
    }
  }
};
struct StudentTLaw {
  static void group(const Blocks& w, const Blocks& second, const LawNumbers& n, F32x4 x[4]) {
    for (int i = 0; i < 4; ++i) {
      const F32x4 log2Power = logarithm(unitInterval(w.word[i]), n.math) * n.toPower;
      const F32x4 radius = squareRoot(powerOf2Minus1(log2Power, n.math) * n.polarScale);
      x[i] = radius * circle(second.word[i], n.math).x;
    }
  }
};

template <typename Law>
void fillBy(const Blocks* words, const Blocks* second, size_t groups, const LawNumbers& visible,
            float* out) {
  const LawNumbers& numbers = *hidden(&visible);
  for (size_t g = 0; g < groups; ++g, out += kGroup) {
    F32x4 x[4];
    Law::group(words[g], second[g], numbers, x);
    for (int i = 0; i < 4; ++i) store(out + 4 * i, madd(x[i], numbers.sd, numbers.mean));
  }
}

}  // namespace

void philox4x32(const uint32_t counter[4], const uint32_t key[2], uint32_t out[4]) {
  Blocks blocks[2];
  const Blocks start{{splat(counter[0]), splat(counter[1]), splat(counter[2]), splat(counter[3])}};
  philoxGroups(philoxKeys(key[0] | uint64_t{key[1]} << 32), start, 1, blocks);
  for (int i = 0; i < 4; ++i) out[i] = blocks[0].word[i][0];
}

void fillRow(uint64_t seed, Stream stream, uint64_t row, const Component& component, float* out,
             size_t count) {
  // A table of functions: in the plain JavaScript build one function with all six laws would exceed the 60 kB of bytecode
  // that V8 optimises.
  static constexpr decltype(&fillBy<NormalLaw>) kFill[] = {
      fillBy<NormalLaw>,  fillBy<UniformLaw>,  fillBy<RademacherLaw>,
      fillBy<LaplaceLaw>, fillBy<StudentTLaw>, fillBy<ExponentialLaw>};
  const auto fill = kFill[static_cast<uint32_t>(component.distribution)];
  const size_t groups = (count + kGroup - 1) / kGroup;
  const uint32_t name = static_cast<uint32_t>(stream);
  const PhiloxKeys keys = philoxKeys(seed);
  const LawNumbers numbers = lawNumbers(component);
  Blocks words[kChunkGroups], second[kChunkGroups];
  for (size_t first = 0; first < groups; first += kChunkGroups) {
    const size_t chunk = std::min(kChunkGroups, groups - first);
    philoxGroups(keys, counterOf(name, row, first), chunk, words);
    if (component.distribution == Distribution::studentT) {
      philoxGroups(keys, counterOf(name | kSecondWords, row, first), chunk, second);
    }
    fill(words, second, chunk, numbers, out + first * kGroup);
  }
}

// NumPy's legacy generator ------------------------------------------------------------------------

NumpyRandom::NumpyRandom(uint32_t seed) : position_(kStateWords) {
  for (uint32_t i = 0; i < kStateWords; ++i) {
    state_[i] = seed;
    seed = 1812433253u * (seed ^ (seed >> 30)) + i + 1;
  }
}

void NumpyRandom::refill() {
  constexpr uint32_t shift = 397, upper = 0x80000000, matrix = 0x9908b0df;
  for (uint32_t i = 0; i < kStateWords; ++i) {
    const uint32_t mixed = (state_[i] & upper) | (state_[(i + 1) % kStateWords] & ~upper);
    const uint32_t odd = (mixed & 1) != 0 ? matrix : 0;
    state_[i] = state_[(i + shift) % kStateWords] ^ (mixed >> 1) ^ odd;
  }
  position_ = 0;
}

uint32_t NumpyRandom::nextWord() {
  if (position_ == kStateWords) refill();
  uint32_t word = state_[position_++];
  word ^= word >> 11;
  word ^= (word << 7) & 0x9d2c5680;
  word ^= (word << 15) & 0xefc60000;
  return word ^ (word >> 18);
}

double NumpyRandom::nextDouble() {
  const uint32_t high = nextWord() >> 5, low = nextWord() >> 6;
  return (high * 67108864.0 + low) * 0x1p-53;
}

// Uses Marsaglia's polar method, which yields two normals; the second is returned by the next call. The logarithm is the C
// library's, as in NumPy. Emscripten and glibc use the same algorithm, glibc with a fused step.
double NumpyRandom::nextNormal() {
  if (hasGauss_) {
    hasGauss_ = false;
    return gauss_;
  }
  double x, y, square;
  do {
    x = 2 * nextDouble() - 1;
    y = 2 * nextDouble() - 1;
    square = x * x + y * y;
  } while (square >= 1 || square == 0);
  const double factor = __builtin_sqrt(-2 * std::log(square) / square);
  gauss_ = factor * x;
  hasGauss_ = true;
  return factor * y;
}

void NumpyRandom::normal(double mean, double sd, double* out, size_t count) {
  for (size_t i = 0; i < count; ++i) out[i] = mean + sd * nextNormal();
}

void NumpyRandom::uniform(double low, double high, double* out, size_t count) {
  const double range = high - low;
  for (size_t i = 0; i < count; ++i) out[i] = low + range * nextDouble();
}

// Samples by masked rejection: draws under a mask of low bits until one is within the span, from 32 bits where they
// suffice.
void NumpyRandom::randint(int64_t low, int64_t high, double* out, size_t count) {
  const uint64_t largest = static_cast<uint64_t>(high) - static_cast<uint64_t>(low) - 1;
  uint64_t mask = largest;
  for (int shift = 1; shift < 64; shift *= 2) mask |= mask >> shift;
  for (size_t i = 0; i < count; ++i) {
    uint64_t offset = 0;
    if (largest > 0) do {
        offset = nextWord();
        if (largest > 0xffffffff) offset = offset << 32 | nextWord();
        offset &= mask;
      } while (offset > largest);
    out[i] = static_cast<double>(static_cast<int64_t>(static_cast<uint64_t>(low) + offset));
  }
}

}  // namespace scaledot
