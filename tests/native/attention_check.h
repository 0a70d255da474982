// The error of attention() compared with the naive double reference, and its bound.
#pragma once
#include <algorithm>
#include <string>

#include "attention_case.h"

namespace scaledot::testing {

// Returns 0 for equal infinities, and for NaN where NaN is expected. Measures other numbers.
inline double errorOf(float got, double exact) {
  if (std::isnan(got) && std::isnan(exact)) return 0;
  if (static_cast<double>(got) == exact) return 0;
  const double error = std::fabs(got - exact);
  return std::isnan(error) ? kInfinity : error;
}

class ForwardCheck {
 public:
  explicit ForwardCheck(const char* name)
      : output_((std::string(name) + ": output, ulp of the largest |value| / sqrt(S)").c_str()),
        weights_((std::string(name) + ": weights, relative, ulp").c_str()),
        logSumExp_((std::string(name) + ": logSumExp, ulp of 1 or of itself").c_str()),
        scores_((std::string(name) + ": scores, roundings of sum |q k|").c_str()) {}

  // Checks the results. `strict`: N(0,1) tensors and the default scale, for which the documented bound must hold
  // unchanged.
  void check(const AttentionProblem& p, const Forward& got, bool strict, const std::string& what) {
    const Reference reference(p);
    const ReferenceForward exact = reference.forward();
    const double where = p.queries * 1e6 + p.keys * 1e3 + p.headDim;
    const double root = std::sqrt(std::max<double>(p.keys, 1));
    const double largest = largestFinite(reference.value);
    for (size_t row = 0; row < reference.rows(); ++row) {
      const double roundings = exact.scoreRoundings[row];
      const double unavoidable =
          strict ? 0 : std::min(2 * roundings * kHalfUlp * largest, 2 * largest);
      for (size_t c = 0; c < p.valueDim && !got.output.empty(); ++c) {
        const size_t at = row * p.valueDim + c;
        const double error = errorOf(got.output[at], exact.output[at]);
        ASSERT_LE(error, 4 * ulpAt(largest) * root + unavoidable)
            << what << " output of row " << row << " column " << c << ": " << got.output[at]
            << " for " << exact.output[at];
        output_.note(std::max(0.0, error - unavoidable) / (ulpAt(largest) * root), where);
      }
      if (!got.logSumExp.empty()) {
        const double lse = exact.logSumExp[row];
        const double error = errorOf(got.logSumExp[row], lse);
        const double unit = std::max(2 * kHalfUlp, std::isfinite(lse) ? ulpAt(lse) : 0);
        ASSERT_LE(error, (2 + root / 2) * unit + std::min(roundings, 1e35) * kHalfUlp)
            << what << " logSumExp of row " << row << ": " << got.logSumExp[row] << " for " << lse;
        logSumExp_.note(error / unit, where);
      }
      for (size_t j = 0; j < p.keys && !got.weights.empty(); ++j)
        checkWeight(got, exact, row * p.keys + j, roundings, root, what);
    }
    checkScores(p, reference, got, exact, what);
  }

 private:
  void checkWeight(const Forward& got, const ReferenceForward& exact, size_t at, double roundings,
                   double root, const std::string& what) {
    const double weight = exact.weights[at];
    if (exact.maskedScores[at] == -kInfinity) {
      ASSERT_EQ(got.weights[at], 0) << what << " masked weight " << at;
      return;
    }
    const double error = errorOf(got.weights[at], weight);
    const double slack = std::expm1(std::min(3 * roundings * kHalfUlp, 50.0));
    ASSERT_LE(error, std::min(weight * ((4 + root) * 2 * kHalfUlp + slack) + 1e-37, 1.000001))
        << what << " weight " << at << ": " << got.weights[at] << " for " << weight;
    if (weight > 1e-37) weights_.note(error / weight / (2 * kHalfUlp), at);
  }

  void checkScores(const AttentionProblem& p, const Reference& reference, const Forward& got,
                   const ReferenceForward& exact, const std::string& what) {
    for (size_t at = 0; at < exact.scores.size(); ++at) {
      const size_t row = at / p.keys, j = at % p.keys, perBatch = size_t{p.heads} * p.queries;
      const size_t b = row / perBatch, h = row % perBatch / p.queries;
      const size_t keyRow = (b * p.keyHeads + h / (p.heads / p.keyHeads)) * p.keys + j;
      double size = 0;
      for (size_t c = 0; c < p.headDim; ++c)
        size +=
            std::fabs(reference.query[row * p.headDim + c] * reference.key[keyRow * p.headDim + c]);
      // Each product below the normal range loses up to half of the smallest subnormal.
      const double dot = (2 + std::sqrt(p.headDim)) * size * kHalfUlp + p.headDim * 1e-45;
      const double scaled = dot * std::fabs(static_cast<double>(p.scale)) +
                            std::fabs(exact.scaledScores[at]) * kHalfUlp + 1e-45;
      const double capped =
          scaled + (p.softcap != 0 ? 6 * kHalfUlp * std::fabs(exact.cappedScores[at]) + 1e-45 : 0);
      const double masked = exact.maskedScores[at] == -kInfinity
                                ? 0
                                : capped + std::fabs(exact.maskedScores[at]) * kHalfUlp;
      const auto expect = [&](const std::vector<float>& of, double value, double bound,
                              const char* name) {
        if (of.empty()) return;
        const double error = errorOf(of[at], value);
        ASSERT_TRUE(error <= bound || std::isnan(bound))
            << what << " " << name << " " << at << ": " << of[at] << " for " << value;
        if (size > 1e-30 && &of == &got.scores && std::isfinite(size))
          scores_.note(error / size / kHalfUlp, p.headDim);
      };
      expect(got.scores, exact.scores[at], dot, "score");
      expect(got.scaledScores, exact.scaledScores[at], scaled, "scaled score");
      expect(got.cappedScores, exact.cappedScores[at], capped, "capped score");
      expect(got.maskedScores, exact.maskedScores[at], masked, "masked score");
    }
  }

  struct NamedWorst {
    explicit NamedWorst(const char* text) : name(text), worst(name.c_str()) {}
    void note(double error, double where) { worst.note(error, where); }
    std::string name;
    Worst worst;
  };
  NamedWorst output_, weights_, logSumExp_, scores_;
};

}  // namespace scaledot::testing
