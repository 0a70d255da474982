#include "network/positions.h"

#include <cmath>
#include <numbers>

#include "lanes/rounded.h"

namespace scaledot {
namespace {

// Uses only additions and products, because the last bits of libm differ between platforms. Angles are below 2^30, so
// subtracting the quarter turns has an error of 2^-54 of the angle.
struct Turn {
  double cosine, sine;
};
Turn turnBy(double angle) {
  constexpr double kQuarter = std::numbers::pi / 2, kQuarterRest = 6.123233995736766e-17;
  const double quarters = std::floor(angle / kQuarter + 0.5);
  const double x = (angle - quarters * kQuarter) - quarters * kQuarterRest, square = x * x;
  double sine = 0, cosine = 0;  // Taylor series, summed from the last term
  for (int n = 20; n >= 2; n -= 2) {
    sine = (1 + sine) * (-square / (n * (n + 1)));
    cosine = (1 + cosine) * (-square / (n * (n - 1)));
  }
  sine = x * (1 + sine);
  cosine = 1 + cosine;
  switch (static_cast<int64_t>(quarters) & 3) {
    case 0:
      return {cosine, sine};
    case 1:
      return {-sine, cosine};
    case 2:
      return {-cosine, -sine};
    default:
      return {sine, -cosine};
  }
}

double frequencyOf(const RotaryAngles& of, uint32_t pair) {
  const double own = roundedPower(of.base, -2.0 * pair / of.rotated);
  if (of.stretch == RotaryStretch::none) return own;
  if (of.stretch == RotaryStretch::linear) return own / of.factor;
  const double turns = of.original * own / (2 * std::numbers::pi);  // within the original length
  if (turns > of.high) return own;
  if (turns < of.low) return own / of.factor;
  const double blend = (turns - of.low) / (of.high - of.low);
  return (1 - blend) * own / of.factor + blend * own;
}

// Returns the bucket of a distance, at most buckets - 1. The first half have one distance each, the others get wider and
// wider.
uint32_t bucketOf(uint32_t distance, uint32_t buckets, uint32_t maxDistance) {
  const uint32_t exact = buckets / 2;
  if (distance < exact) return distance;
  const double ratio = static_cast<double>(maxDistance) / exact;
  uint32_t bucket = exact;
  while (bucket + 1 < buckets) {
    const double part = static_cast<double>(bucket + 1 - exact) / (buckets - exact);
    const double begin = exact * roundedPower(ratio, part);
    if (distance < begin * (1 - 1e-9)) break;
    ++bucket;
  }
  return bucket;
}

}  // namespace

void rotaryTable(const RotaryAngles& angles, uint32_t positions, float* cosine, float* sine) {
  const uint32_t pairs = angles.rotated / 2;
  for (uint32_t pair = 0; pair < pairs; ++pair) {
    const double frequency = frequencyOf(angles, pair);
    for (uint32_t position = 0; position < positions; ++position) {
      const Turn turn = turnBy(position * frequency);
      cosine[size_t{position} * pairs + pair] = static_cast<float>(turn.cosine);
      sine[size_t{position} * pairs + pair] = static_cast<float>(turn.sine);
    }
  }
}

void relativeBias(const RelativeBuckets& of, const float* table, uint32_t queries, uint32_t keys,
                  float* to) {
  const uint32_t side = of.bidirectional ? of.buckets / 2 : of.buckets;
  const auto fill = [&](uint32_t i, uint32_t j, uint32_t bucket) {
    for (uint32_t h = 0; h < of.heads; ++h) {
      to[(size_t{h} * queries + i) * keys + j] = table[size_t{bucket} * of.heads + h];
    }
  };
  // All pairs of a diagonal have the same distance.
  for (uint32_t distance = 0; distance < queries; ++distance) {
    const uint32_t bucket = bucketOf(distance, side, of.maxDistance);
    for (uint32_t j = 0; j < keys && distance + j < queries; ++j) fill(distance + j, j, bucket);
  }
  for (uint32_t distance = 1; distance < keys; ++distance) {
    const uint32_t bucket = of.bidirectional ? side + bucketOf(distance, side, of.maxDistance) : 0;
    for (uint32_t i = 0; i < queries && i + distance < keys; ++i) fill(i, i + distance, bucket);
  }
}

}  // namespace scaledot
