#include "laws/standard_law.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

#include "laws/special_functions.h"

namespace scaledot {
namespace {

// Gauss-Legendre with eight points on [-1, 1], the positive half.
constexpr std::array<double, 4> kGaussPoint{0.18343464249564980494, 0.52553240991632898582,
                                            0.79666647741362673959, 0.96028985649753623168};
constexpr std::array<double, 4> kGaussWeight{0.36268378337836198297, 0.31370664587788728734,
                                             0.22238103445337447054, 0.10122853629037625915};

struct Support {
  double low, high;
  double kink;  // where the density is not smooth; `low` if nowhere inside
};

Support supportOf(const Component& component) {
  switch (component.distribution) {
    case Distribution::uniform:
      return {-std::numbers::sqrt3, std::numbers::sqrt3, -std::numbers::sqrt3};
    case Distribution::laplace:
      return {-30, 30, 0};
    case Distribution::exponential:
      return {-1, 42, -1};
    case Distribution::studentT: {
      // As far as the tail matters for the variance, but at most 1e7.
      const double end = power(10, std::min(7.0, 1 + 12 / (component.df - 2)));
      return {-end, end, -end};
    }
    default:
      return {-9, 9, -9};
  }
}

double standardDensity(const Component& component, double x) {
  switch (component.distribution) {
    case Distribution::uniform:
      return 0.5 / std::numbers::sqrt3;
    case Distribution::laplace:
      return std::exp(-std::numbers::sqrt2 * std::fabs(x)) / std::numbers::sqrt2;
    case Distribution::exponential:
      return std::exp(-(x + 1));
    case Distribution::studentT:  // not normalised, because all callers divide by the sum
      return std::exp(-0.5 * (component.df + 1) * std::log1p(x * x / (component.df - 2)));
    default:
      return normalDensity(x);
  }
}

}  // namespace

std::vector<Node> nodesOf(const Component& component, double centre, double finest, double widest) {
  if (component.distribution == Distribution::rademacher) return {{-1, 0.5}, {1, 0.5}};
  const Support support = supportOf(component);
  std::vector<Node> nodes;
  double total = 0;
  for (double left = support.low; left < support.high;) {
    const double far = std::fabs(left);
    const double width =
        far > 8 ? 0.5 * far : std::min(widest, finest + 0.4 * std::fabs(left - centre));
    double right = left + width;
    for (const double stop : {centre, support.kink, support.high, -8.0}) {
      if (left < stop && stop < right) right = stop;
    }
    for (size_t g = 0; g < 8; ++g) {
      const double at = g < 4 ? -kGaussPoint[g] : kGaussPoint[g - 4];
      const double x = left + 0.5 * (right - left) * (1 + at);
      const double weight = kGaussWeight[g % 4] * (right - left) * standardDensity(component, x);
      total += weight;
      nodes.push_back({x, weight});
    }
    left = right;
  }
  for (Node& node : nodes) node.weight /= total;
  return nodes;
}

StandardCdf::StandardCdf(const Component& component) {
  const Support support = supportOf(component);
  low_ = std::max(support.low, -64.0);
  high_ = std::min(support.high, 64.0);
  // For the uniform law one straight line is exact.
  const size_t cells = component.distribution == Distribution::uniform
                           ? 1
                           : static_cast<size_t>(std::lround((high_ - low_) * 128));
  const double width = (high_ - low_) / static_cast<double>(cells);
  perUnit_ = 1 / width;
  last_ = static_cast<double>(cells);
  table_.assign(cells + 1, 0.0);
  // Simpson's rule in each cell; the densities have no kink inside one.
  double right = standardDensity(component, low_);
  for (size_t i = 0; i < cells; ++i) {
    const double left = right;
    const double x = low_ + width * static_cast<double>(i);
    right = standardDensity(component, x + width);
    table_[i + 1] = table_[i] + left + 4 * standardDensity(component, x + 0.5 * width) + right;
  }
  for (double& value : table_) value /= table_.back();
}

int quadratureRank(const Component& component) {
  switch (component.distribution) {
    case Distribution::studentT:
      return 5;
    case Distribution::rademacher:
      return 4;
    case Distribution::uniform:
      return 3;
    case Distribution::exponential:
      return 2;
    case Distribution::laplace:
      return 1;
    default:
      return 0;
  }
}

}  // namespace scaledot
