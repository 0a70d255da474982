// Position encodings of networks: angles for rotary.h, and the relative biases of T5.
#pragma once
#include <cstddef>
#include <cstdint>

namespace scaledot {

// Frequencies of rotary embeddings (Su et al. 2021, section 3.2.2): base^(-2 i / rotated) for pair i, and their scaling for
// texts longer than in training. The wavelength is 2 pi / frequency.
//   linear  divides every frequency by factor (Chen et al. 2023, position interpolation)
//   llama3  divides by factor if the wavelength is above original / low, leaves it if it is below original / high, and blends
//           between (Llama 3.1; modeling_rope_utils.py of huggingface/transformers)
enum class RotaryStretch : uint32_t { none, linear, llama3 };
struct RotaryAngles {
  uint32_t rotated = 0;  // even
  double base = 10000;
  RotaryStretch stretch = RotaryStretch::none;
  double factor = 1, low = 1, high = 4, original = 8192;
};

// cosine, sine [positions, rotated / 2] of position times frequency, positions 0 .. positions - 1, within 2^-24 and
// 2^-53 of the angle.
void rotaryTable(const RotaryAngles& angles, uint32_t positions, float* cosine, float* sine);

// T5's relative biases of scores (Raffel et al. 2020, section 2.1; _relative_position_bucket of modeling_t5.py in
// huggingface/transformers). Keys at similar distances share a bucket.
//   bias[h, i, j] = table[bucket(j - i), h]
struct RelativeBuckets {
  uint32_t buckets, heads;  // of the table [buckets, heads]
  uint32_t maxDistance;     // from here on all share the last bucket
  bool bidirectional;       // false: later keys have distance 0
};
// to: [heads, queries, keys]
void relativeBias(const RelativeBuckets& of, const float* table, uint32_t queries, uint32_t keys,
                  float* to);

}  // namespace scaledot
