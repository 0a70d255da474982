// Order statistics by selection. Each selection leaves the smaller values in front, so the next, higher one searches only
// the rest. Mean, spread and five quantiles of 10^4 numbers take 0.2 ms. Sorting them takes 0.5 ms.
#include "statistics/spread.h"

#include <algorithm>
#include <cmath>

#include "lanes/sum.h"

namespace scaledot {
namespace {

constexpr double kNormal975 = 1.959963984540054;  // below it are 97.5 % of a standard normal law

double meanOf(const float* values, size_t count) {
  return sum(count, [=](size_t i) { return static_cast<double>(values[i]); }) /
         static_cast<double>(count);
}

// Quantiles of some values. Call at() in increasing order of p.
class Quantiles {
 public:
  Quantiles(float* values, size_t count) : first_(values), next_(values), last_(values + count) {}

  double at(double p) {
    const double position = p * static_cast<double>(last_ - first_ - 1);
    const size_t index = static_cast<size_t>(position);
    const double low = select(first_ + index);
    if (first_ + index + 1 == last_) return low;
    const double high = static_cast<double>(*std::min_element(first_ + index + 1, last_));
    return low + (position - static_cast<double>(index)) * (high - low);
  }

 private:
  double select(float* place) {
    if (place >= next_) std::nth_element(next_, place, last_);
    next_ = place;
    return static_cast<double>(*place);
  }

  float *first_, *next_, *last_;  // values in front of next_ are not greater than those from it on
};

}  // namespace

Spread spreadOf(float* values, size_t count) {
  const double n = static_cast<double>(count);
  const double mean = meanOf(values, count);
  if (std::isnan(mean)) return {NAN, NAN, NAN, NAN, NAN, NAN, NAN, NAN};
  const double squares = sum(count, [=](size_t i) {
    const double above = static_cast<double>(values[i]) - mean;
    return above * above;
  });
  const double std = count > 1 ? std::sqrt(squares / (n - 1)) : NAN;
  Quantiles quantiles(values, count);
  Spread spread{mean, std / std::sqrt(n), std, 0, 0, 0, 0, 0};
  spread.p05 = quantiles.at(0.05);
  spread.p25 = quantiles.at(0.25);
  spread.p50 = quantiles.at(0.50);
  spread.p75 = quantiles.at(0.75);
  spread.p95 = quantiles.at(0.95);
  return spread;
}

Share shareBelow(const float* values, size_t count, double threshold) {
  size_t below = 0;
  for (size_t i = 0; i < count; ++i) below += static_cast<double>(values[i]) < threshold ? 1 : 0;
  const double n = static_cast<double>(count), share = static_cast<double>(below) / n;
  return {share, std::sqrt(share * (1 - share) / n)};
}

Ratio ratioOfMeans(const float* over, const float* under, size_t count) {
  const double n = static_cast<double>(count);
  const double x = meanOf(over, count), y = meanOf(under, count), value = x / y;
  if (!(x > 0 && y > 0)) return {value, 0, y > 0 ? 0 : INFINITY};
  // The covariance of two means over the product of the means, times the square of 1.96.
  const auto relative = [=](const float* a, double meanA, const float* b, double meanB) {
    const double products = sum(count, [=](size_t i) {
      return (static_cast<double>(a[i]) - meanA) * (static_cast<double>(b[i]) - meanB);
    });
    return kNormal975 * kNormal975 * products / (n * (n - 1) * meanA * meanB);
  };
  const double u = relative(over, x, over, x), w = relative(under, y, under, y);
  const double c = relative(over, x, under, y);
  const double reach = 1 - c + std::sqrt(std::max(0.0, u + w - 2 * c - (u * w - c * c)));
  return {value, u < 1 ? value * (1 - u) / reach : 0, w < 1 ? value * reach / (1 - w) : INFINITY};
}

}  // namespace scaledot
