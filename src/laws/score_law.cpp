// The laws in closed form, the choice among all laws, and the sampling law of the variance.
//
// Normal components with means 0 and correlation rho. Given the query, a score is normal:
//   Z = q.k = rho G + sqrt((1 - rho^2) G) N,   G = |q|^2 chi-squared with d degrees of freedom,
// so density and tails are integrals of normal ones over v = log(G / d), with smooth, positive, unimodal integrands.
// For |rho| near 1 the normal factor becomes a step; there, with a = (1 + rho)/2, b = (1 - rho)/2,
//   Z = a A - b B,   A, B independent chi-squared,   P(Z > x) = E over B of P(A > (x + b B)/a).
#include "laws/score_law.h"

#include <algorithm>
#include <numbers>
#include <optional>
#include <utility>
#include <vector>

#include "laws/fourier_law.h"
#include "laws/grid_law.h"
#include "laws/law.h"
#include "laws/special_functions.h"
#include "random/random.h"

namespace scaledot {

double Law::quantile(double p) const {
  const bool lower = p <= 0.5;
  const double target = lower ? p : 1 - p;
  if (target <= 0) return lower ? lowEnd() : highEnd();
  const double sign = lower ? 1 : -1;
  const double sd = std::sqrt(variance_);
  const auto tail = [&](double x) { return lower ? cdf(x) : survival(x); };
  const auto excess = [&](double tailAtX) {
    return sign * std::log(tailAtX / target);
  };  // increases with x

  double low = mean_, high = mean_;
  for (double reach = sd; low > -1e300 && excess(tail(low)) > 0; reach *= 2) low = mean_ - reach;
  for (double reach = sd; high < 1e300 && excess(tail(high)) < 0; reach *= 2) high = mean_ + reach;

  double x = mean_;
  for (int i = 0; i < 200; ++i) {
    const double tailAtX = tail(x);
    const double f = excess(tailAtX);
    if (f == 0) return x;
    (f < 0 ? low : high) = x;
    double next = x - f * tailAtX / pdf(x);
    // Every fourth step halves the bracket, so the search cannot stall for any law.
    if (!(next > low && next < high) || i % 4 == 3) next = low + (high - low) / 2;
    if (std::fabs(next - x) <= 1e-15 * std::fabs(x) + 1e-17 * sd) return next;
    x = next;
  }
  return x;
}

namespace {

class PointLaw final : public Law {
 public:
  explicit PointLaw(double at) : Law(LawKind::point, at, 0) {}
  double pdf(double x) const override { return x == mean() ? INFINITY : 0; }
  double cdf(double x) const override { return x >= mean() ? 1 : 0; }
  double survival(double x) const override { return x < mean() ? 1 : 0; }
  double quantile(double) const override { return mean(); }
};

class NormalLaw final : public Law {
 public:
  NormalLaw(double mean, double variance)
      : Law(LawKind::normal, mean, variance), sd_(std::sqrt(variance)) {}
  double pdf(double x) const override { return normalDensity((x - mean()) / sd_) / sd_; }
  double cdf(double x) const override { return normalSurvival((mean() - x) / sd_); }
  double survival(double x) const override { return normalSurvival((x - mean()) / sd_); }

 private:
  double sd_;
};

// factor * (sum of `degrees` squares of standard normal numbers), factor of either sign.
class ChiSquaredLaw final : public Law {
 public:
  ChiSquaredLaw(uint32_t degrees, double factor)
      : Law(LawKind::chiSquared, degrees * factor, 2.0 * degrees * factor * factor),
        half_(0.5 * degrees),
        factor_(factor) {}

  double pdf(double x) const override {
    const double z = x / factor_;
    if (z < 0) return 0;
    if (z == 0) return half_ < 1 ? INFINITY : half_ == 1 ? 0.5 / std::fabs(factor_) : 0;
    const double v = std::log(z / (2 * half_));
    return std::exp(logChiAmplitude(half_) - half_ * expExcess(v)) / (z * std::fabs(factor_));
  }
  double cdf(double x) const override { return tail(x, factor_ > 0); }
  double survival(double x) const override { return tail(x, factor_ < 0); }

 protected:
  double lowEnd() const override { return factor_ > 0 ? 0 : -INFINITY; }
  double highEnd() const override { return factor_ > 0 ? INFINITY : 0; }

 private:
  double tail(double x, bool lower) const {
    const GammaTails tails = gammaTails(half_, std::max(0.0, x / factor_) / 2);
    return std::exp(lower ? tails.logLower : tails.logUpper);
  }

  double half_, factor_;
};

// factor * q.k, (q_c, k_c) standard normal with correlation rho, |rho| < 1, factor > 0.
class NormalProductLaw final : public Law {
 public:
  NormalProductLaw(uint32_t headDim, double rho, double factor)
      : Law(LawKind::varianceGamma, headDim * rho * factor,
            headDim * (1 + rho * rho) * factor * factor),
        d_(headDim),
        half_(0.5 * headDim),
        rho_(rho),
        rest_((1 - rho) * (1 + rho)),
        factor_(factor),
        logAmplitude_(logChiAmplitude(half_)) {}

  double pdf(double x) const override {
    const double z = x / factor_;
    if (z == 0 && d_ == 1) return INFINITY;
    if (std::fabs(z) > kNothing) return 0;
    const Top top = topOfDensity(z);
    const auto logTerm = [&](double v) {
      const double g = d_ * std::exp(v);
      const double y = (z - rho_ * g) / std::sqrt(rest_ * g);
      return -half_ * expExcess(v) - 0.5 * v - 0.5 * y * y;
    };
    const double logSum = logTrapezoid(logTerm, top.v, top.step);
    return std::exp(logSum + logAmplitude_ - 0.5 * std::log(2 * std::numbers::pi * rest_ * d_)) /
           factor_;
  }
  double cdf(double x) const override { return upperTail(-x / factor_, -rho_); }
  double survival(double x) const override { return upperTail(x / factor_, rho_); }

 private:
  static constexpr double kStepLike = 0.99;  // |rho| from which chi-squared mixtures are cheaper
  static constexpr double kNothing = 1e9;    // |z| from which exp(-z / 2) is 0 for every d_k

  struct Top {
    double v, step;
  };
  // Returns the maximum of the integrand of the density at z, and a step that resolves it: about half its width there, and
  // at most 0.22 because the integrand is only analytic for |Im v| < pi/2.
  Top topOfDensity(double z) const {
    const double b = rest_ * 0.5 * (d_ - 1);
    const double g = std::max(b + std::hypot(b, z), 1e-300);
    const double curvature = (g + z * (z / g)) / (2 * rest_);
    return {std::log(g / d_), std::min(0.22, 0.4 / std::sqrt(curvature))};
  }

  double upperTail(double z, double rho) const {
    if (z > kNothing) return 0;
    // Far below the mean the normal factor is 1, except in a narrow range that does not matter.
    if (z < d_ * rho - 4 * std::sqrt(d_ * (1 + rho * rho))) return 1 - upperTail(-z, -rho);
    if (std::fabs(rho) > kStepLike) {
      const double a = 0.5 * (1 + rho), b = 0.5 * (1 - rho);
      return z >= 0 ? differenceTail(z, a, b, false) : differenceTail(-z, b, a, true);
    }
    const auto logTerm = [&](double v) {
      const double g = d_ * std::exp(v);
      return -half_ * expExcess(v) + logNormalSurvival((z - rho * g) / std::sqrt(rest_ * g));
    };
    const Top top = topOfDensity(z);
    const double start = logTerm(top.v) > logTerm(0) ? top.v : 0;
    return std::min(1.0, std::exp(logAmplitude_ + logTrapezoid(logTerm, start, top.step)));
  }

  // P(a A - b B > z), or < z if lower, z >= 0.
  double differenceTail(double z, double a, double b, bool lower) const {
    const auto logTerm = [&](double v) {
      const GammaTails tails = gammaTails(half_, 0.5 * (z + b * d_ * std::exp(v)) / a);
      return -half_ * expExcess(v) + (lower ? tails.logLower : tails.logUpper);
    };
    const double elsewhere = std::log(a / b);
    const double start = logTerm(elsewhere) > logTerm(0) ? elsewhere : 0;
    const double step = std::min(0.2, 0.4 / std::sqrt(half_));
    return std::min(1.0, std::exp(logAmplitude_ + logTrapezoid(logTerm, start, step)));
  }

  double d_, half_, rho_, rest_, factor_, logAmplitude_;
};

// start + spacing * (number of heads in `tosses` tosses of a fair coin), spacing > 0.
class LatticeLaw final : public Law {
 public:
  LatticeLaw(uint32_t tosses, double mean, double spacing)
      : Law(LawKind::lattice, mean, 0.25 * tosses * spacing * spacing),
        tosses_(tosses),
        start_(mean - 0.5 * tosses * spacing),
        spacing_(spacing),
        below_(tosses + 1),
        at_(tosses + 1) {
    // Outwards from the middle by ratios, so that each probability is accurate relative to its size.
    const uint32_t middle = tosses / 2;
    at_[middle] = std::exp(logMiddle());
    for (uint32_t i = middle; i > 0; --i) at_[i - 1] = at_[i] * i / (tosses - i + 1);
    double sum = 0;
    for (uint32_t i = 0; i <= tosses; ++i) {
      at_[i] = at_[std::min(i, tosses - i)];
      sum += at_[i];
      below_[i] = std::min(1.0, sum);
    }
  }

  double spacing() const override { return spacing_; }
  double pdf(double x) const override {
    const double i = std::floor((x - start_) / spacing_ + 0.5);
    return i >= 0 && i <= tosses_ ? at_[static_cast<size_t>(i)] / spacing_ : 0;
  }
  double cdf(double x) const override { return atOrBelow(lastAtOrBelow(x)); }
  // By symmetry.
  double survival(double x) const override { return atOrBelow(tosses_ - 1 - lastAtOrBelow(x)); }
  double quantile(double p) const override {
    // For a p that was computed as the cdf of a point, the result is that point in spite of rounding.
    const double reached = p * (1 - 1e-14);
    const auto i = std::lower_bound(below_.begin(), below_.end(), reached) - below_.begin();
    return start_ + spacing_ * std::min(static_cast<double>(i), tosses_);
  }

 private:
  // log of C(n, floor(n/2)) / 2^n by Stirling's formula. The large terms of the logarithms cancel exactly.
  double logMiddle() const {
    const double n = tosses_, k = std::floor(n / 2), m = n - k;
    if (n < 2) return -std::numbers::ln2 * n;
    return stirlingError(n) - stirlingError(k) - stirlingError(m) + n * std::log(n / 2) -
           k * std::log(k) - m * std::log(m) + 0.5 * std::log(n / (2 * std::numbers::pi * k * m));
  }
  // The tolerance covers the rounding of x = scale * integer.
  double lastAtOrBelow(double x) const { return std::floor((x - start_) / spacing_ + 1e-9); }
  double atOrBelow(double i) const {
    return i < 0 ? 0 : i >= tosses_ ? 1 : below_[static_cast<size_t>(i)];
  }

  double tosses_, start_, spacing_;
  std::vector<double> below_, at_;
};

bool isCentredNormal(const Component& component) {
  return component.distribution == Distribution::normal && component.mean == 0;
}

struct TwoValues {
  double first, second;
};

// Returns the two values, each with probability 1/2, of an unscaled product that depends on a single sign.
std::optional<TwoValues> twoValuesOf(const ScoreOptions& o) {
  const Component &q = o.query, &k = o.key;
  const double rho = o.correlation, own = std::sqrt((1 - rho) * (1 + rho));
  const bool signs = q.distribution == Distribution::rademacher;
  if (signs && (own == 0 || k.sd == 0)) {
    return TwoValues{(q.mean + q.sd) * (k.mean + k.sd * rho),
                     (q.mean - q.sd) * (k.mean - k.sd * rho)};
  }
  if (k.distribution != Distribution::rademacher) return std::nullopt;
  if (q.sd == 0 && rho == 0) return TwoValues{q.mean * (k.mean + k.sd), q.mean * (k.mean - k.sd)};
  if (signs && q.mean == 0 && k.mean == 0) {  // rho + own X E, and X E is a fair sign again
    return TwoValues{q.sd * k.sd * (rho + own), q.sd * k.sd * (rho - own)};
  }
  return std::nullopt;
}

// Whether one side is constant and the other normal, so that the score is a sum of normal numbers.
bool isNormalSum(const ScoreOptions& o) {
  const bool keyNormal = o.key.distribution == Distribution::normal &&
                         (o.correlation == 0 || o.query.distribution == Distribution::normal);
  return (o.query.sd == 0 && keyNormal) ||
         (o.key.sd == 0 && o.query.distribution == Distribution::normal);
}

// Up to this headDim the grid is more accurate and faster.
constexpr uint32_t kFewComponents = 8;

std::unique_ptr<const Law> chooseLaw(const ScoreOptions& o, bool exact) {
  const ScoreTheory theory = scoreTheory(o);
  const double factor = o.scale * o.query.sd * o.key.sd;
  const double rho = o.correlation;
  // A standard deviation below the resolution of doubles near the mean counts as 0.
  if (!(std::sqrt(theory.variance) > 1e-14 * std::fabs(theory.mean))) {
    return std::make_unique<PointLaw>(theory.mean);
  }
  if (!exact || isNormalSum(o)) return std::make_unique<NormalLaw>(theory.mean, theory.variance);
  if (isCentredNormal(o.query) && isCentredNormal(o.key)) {
    if (std::fabs(rho) == 1) return std::make_unique<ChiSquaredLaw>(o.headDim, rho * factor);
    return std::make_unique<NormalProductLaw>(o.headDim, factor < 0 ? -rho : rho,
                                              std::fabs(factor));
  }
  if (const std::optional<TwoValues> values = twoValuesOf(o)) {
    const double spacing = std::fabs(o.scale * (values->first - values->second));
    if (!(spacing > 0)) return std::make_unique<PointLaw>(theory.mean);
    return std::make_unique<LatticeLaw>(o.headDim, theory.mean, spacing);
  }
  if (o.headDim <= kFewComponents) return std::make_unique<GridLaw>(o, theory);
  return std::make_unique<FourierLaw>(o, theory);
}

}  // namespace

ScoreLaw::ScoreLaw(const ScoreOptions& options, bool exact) : law_(chooseLaw(options, exact)) {}
ScoreLaw::~ScoreLaw() = default;
ScoreLaw::ScoreLaw(ScoreLaw&&) noexcept = default;
ScoreLaw& ScoreLaw::operator=(ScoreLaw&&) noexcept = default;

LawKind ScoreLaw::kind() const { return law_->kind(); }
double ScoreLaw::mean() const { return law_->mean(); }
double ScoreLaw::variance() const { return law_->variance(); }
double ScoreLaw::latticeSpacing() const { return law_->spacing(); }

double ScoreLaw::pdf(double x) const {
  if (std::isfinite(x)) return law_->pdf(x);
  return std::isnan(x) ? x : 0;
}

double ScoreLaw::cdf(double x) const {
  if (std::isfinite(x)) return law_->cdf(x);
  return std::isnan(x) ? x : x > 0 ? 1 : 0;
}

double ScoreLaw::survival(double x) const {
  if (std::isfinite(x)) return law_->survival(x);
  return std::isnan(x) ? x : x > 0 ? 0 : 1;
}

double ScoreLaw::quantile(double p) const { return p >= 0 && p <= 1 ? law_->quantile(p) : NAN; }

// Sampling law of the variance -----------------------------------------------------------------------

namespace {

// product = A B, A rows x inner, B inner x columns, all row-major.
template <typename Number>
void multiply(const VarianceOptions& o, const Number* a, const Number* b, double* product) {
  std::fill(product, product + static_cast<size_t>(o.rows) * o.columns, 0.0);
  for (size_t i = 0; i < o.rows; ++i) {
    for (size_t c = 0; c < o.headDim; ++c) {
      const double factor = a[i * o.headDim + c];
      const Number* row = b + c * o.columns;
      for (size_t j = 0; j < o.columns; ++j) product[i * o.columns + j] += factor * row[j];
    }
  }
}

double varianceOf(const double* values, size_t count, double ddof) {
  double sum = 0;
  for (size_t i = 0; i < count; ++i) sum += values[i];
  const double mean = sum / static_cast<double>(count);
  double squares = 0;
  for (size_t i = 0; i < count; ++i) squares += (values[i] - mean) * (values[i] - mean);
  return squares / (static_cast<double>(count) - ddof);
}

// Interpolates linearly between the order statistics of sorted values.
double sortedQuantile(const double* sorted, uint32_t count, double p) {
  const double position = p * (count - 1);
  const auto i = static_cast<uint32_t>(position);
  const double above = sorted[std::min(i + 1, count - 1)];
  return sorted[i] + (position - i) * (above - sorted[i]);
}

}  // namespace

double varianceExpectation(const VarianceOptions& options) {
  // The entries are uncorrelated with variance d_k each.
  const double n = static_cast<double>(options.rows) * options.columns;
  return options.headDim * (n - 1) / (n - options.ddof);
}

void varianceDraws(const VarianceOptions& options, uint32_t first, uint32_t last, double* out) {
  const size_t left = static_cast<size_t>(options.rows) * options.headDim;
  const size_t entries = left + static_cast<size_t>(options.headDim) * options.columns;
  const size_t n = static_cast<size_t>(options.rows) * options.columns;
  std::vector<float> row(entries + 16);  // fillRow writes whole groups of 16
  std::vector<double> product(n);
  for (uint32_t r = first; r < last; ++r) {
    fillRow(options.seed, Stream::draw, r, Component{}, row.data(), entries);
    multiply(options, row.data(), row.data() + left, product.data());
    out[r - first] = varianceOf(product.data(), n, options.ddof);
  }
}

VarianceSummary summarizeVariances(double* draws, uint32_t count, double value) {
  VarianceSummary summary{NAN, NAN, NAN, NAN, NAN, NAN, NAN, NAN};
  if (count == 0) return summary;
  std::make_heap(draws, draws + count);  // 300 bytes of WebAssembly; std::sort would be 5 kB
  std::sort_heap(draws, draws + count);
  double sum = 0;
  for (uint32_t i = 0; i < count; ++i) sum += draws[i];
  summary.mean = sum / count;
  summary.standardError = count > 1 ? std::sqrt(varianceOf(draws, count, 1) / count) : NAN;
  summary.p05 = sortedQuantile(draws, count, 0.05);
  summary.p25 = sortedQuantile(draws, count, 0.25);
  summary.p50 = sortedQuantile(draws, count, 0.50);
  summary.p75 = sortedQuantile(draws, count, 0.75);
  summary.p95 = sortedQuantile(draws, count, 0.95);
  if (!std::isnan(value)) {
    const auto atOrBelow =
        static_cast<double>(std::upper_bound(draws, draws + count, value) - draws);
    summary.percentile = 100 * atOrBelow / count;  // rounded once: 70.2, not 70.19999999999999
  }
  return summary;
}

double numpyProductVariance(const VarianceOptions& options, double* product) {
  const size_t left = static_cast<size_t>(options.rows) * options.headDim;
  const size_t right = static_cast<size_t>(options.headDim) * options.columns;
  std::vector<double> entries(left + right);
  NumpyRandom random(static_cast<uint32_t>(options.seed));
  random.normal(0, 1, entries.data(), entries.size());
  multiply(options, entries.data(), entries.data() + left, product);
  return varianceOf(product, static_cast<size_t>(options.rows) * options.columns, options.ddof);
}

}  // namespace scaledot
