#include "statistics/norm_stages.h"

#include <algorithm>
#include <cmath>

#include "attention/normalization.h"
#include "attention/parameter_draw.h"
#include "lanes/buffer.h"
#include "lanes/matrix.h"
#include "lanes/simd_math.h"
#include "lanes/sum.h"
#include "random/random.h"

namespace scaledot {
namespace {

constexpr double kEpsilon = 1e-30;

class Stages {
 public:
  Stages(const NormOptions& options) : o_(options) {}

  [[nodiscard]] bool reserve() {
    const size_t all = productOf({o_.vectors, o_.headDim});
    return x_.reserve(totalOf({all, 15})) && other_.reserve(all) && cosines_.reserve(o_.vectors) &&
           gain_.reserve(parameterSize(1, o_.headDim)) &&
           bias_.reserve(parameterSize(1, o_.headDim)) &&
           lengths_.reserve(parameterSize(1, o_.vectors) + 3);
  }

  void makeInputs() {
    const SimdMath& math = *hidden(&kSimdMath);
    drawParameter(o_.seed, Parameter::lengths, 1, o_.vectors, o_.lengthSpread, lengths_.data());
    for (size_t r = 0; r < o_.vectors; r += 4) {
      store(&lengths_[r], exponential(load(&lengths_[r]), math));
    }
    for (uint32_t r = 0; r < o_.vectors; ++r) {
      float* const x = row(x_, r);
      fillRow(o_.seed, Stream::query, r, Component{}, x, o_.headDim);
      for (uint32_t c = 0; c < o_.headDim; ++c) x[c] *= lengths_[r];
    }
    for (uint32_t r = 0; r + 1 < o_.vectors; ++r) cosines_[r] = cosine(row(x_, r), row(x_, r + 1));
  }

  void normalize() {
    layerNorm({x_.data(), o_.vectors, o_.headDim, nullptr, kEpsilon}, nullptr, x_.data(), nullptr,
              nullptr);
  }

  void applyGain() {
    drawParameter(o_.seed, Parameter::gain, 1, o_.headDim, o_.gainSd, gain_.data());
    drawParameter(o_.seed, Parameter::bias, 1, o_.headDim, o_.biasSd, bias_.data());
    for (uint32_t r = 0; r < o_.vectors; ++r) {
      float* const x = row(x_, r);
      for (uint32_t c = 0; c < o_.headDim; ++c) x[c] = x[c] * (1 + gain_[c]) + bias_[c];
    }
  }

  [[nodiscard]] bool project() {
    Buffer<float> keys;
    if (!keys.reserve(size_t{o_.vectors} * o_.headDim) ||
        !multiplyBy(Parameter::keyProjection, keys.data()) ||
        !multiplyBy(Parameter::queryProjection, other_.data()))
      return false;
    std::swap(x_, other_);  // queries
    std::swap(other_, keys);
    projected_ = true;
    return true;
  }

  void measure(float* norms, double& difference) {
    difference = 0;
    for (uint32_t r = 0; r < o_.vectors; ++r) {
      const float* const q = row(x_, r);
      norms[r] = static_cast<float>(std::sqrt(dot(q, q, o_.headDim)));
      if (r + 1 == o_.vectors) break;
      const float* const k = row(projected_ ? other_ : x_, r + 1);
      const double share = dot(q, k, o_.headDim) / o_.headDim;
      difference = std::max(difference, std::fabs(share - cosines_[r]));
    }
  }

 private:
  float* row(Buffer<float>& rows, size_t r) const { return rows.data() + r * o_.headDim; }

  double mean(const float* x) const {
    return sum(o_.headDim, [=](size_t i) { return static_cast<double>(x[i]); }) / o_.headDim;
  }

  // Returns the cosine of the centred vectors; 0 if one of them is zero.
  double cosine(const float* a, const float* b) const {
    const double ofA = mean(a), ofB = mean(b);
    const auto product = [&](const float* x, double meanX, const float* y, double meanY) {
      return sum(o_.headDim, [=](size_t i) {
        return (static_cast<double>(x[i]) - meanX) * (static_cast<double>(y[i]) - meanY);
      });
    };
    const double lengths = std::sqrt(product(a, ofA, a, ofA)) * std::sqrt(product(b, ofB, b, ofB));
    return lengths == 0 ? 0 : product(a, ofA, b, ofB) / lengths;
  }

  [[nodiscard]] bool multiplyBy(Parameter projection, float* to) {
    const uint32_t d = o_.headDim;
    Buffer<float> weight;
    if (!weight.reserve(parameterSize(d, d))) return false;
    drawParameter(o_.seed, projection, d, d, 1 / std::sqrt(static_cast<double>(d)), weight.data());
    return multiply(o_.vectors, d, d, {x_.data(), d, 1}, {weight.data(), d, 1}, nullptr, false, to,
                    d);
  }

  const NormOptions& o_;
  Buffer<float> x_, other_;  // x_: the vectors; in the last stage the queries, and other_ the keys
  Buffer<float> lengths_, gain_, bias_;
  Buffer<double> cosines_;  // of each vector's input with the next
  bool projected_ = false;
};

}  // namespace

bool normStages(const NormOptions& options, uint32_t stages, float* norms, double* differences) {
  Stages all(options);
  if (!all.reserve()) return false;
  for (uint32_t stage = 0; stage < stages; ++stage) {
    if (stage == 0) all.makeInputs();
    if (stage == 1) all.normalize();
    if (stage == 2) all.applyGain();
    if (stage == 3 && !all.project()) return false;
    all.measure(norms + size_t{stage} * options.vectors, differences[stage]);
  }
  return true;
}

}  // namespace scaledot
