#include "lanes/difference.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace scaledot {
namespace {

double distance(double a, double b) {
  if (a == b || (std::isnan(a) && std::isnan(b))) return 0;
  const double apart = std::fabs(a - b);
  return std::isnan(apart) ? std::numeric_limits<double>::infinity() : apart;
}

}  // namespace

Difference largestDifference(const float* a, const float* b, size_t count) {
  Difference result;
  for (size_t i = 0; i < count; ++i) {
    const double x = a[i], apart = distance(x, double{b[i]});
    if (apart > result.largest) {
      result.largest = apart;
      result.at = i;
    }
    result.scale = std::max(result.scale, std::fabs(x));  // NaN compares as false
  }
  return result;
}

}  // namespace scaledot
