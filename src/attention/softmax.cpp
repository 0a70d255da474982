// softmax:          weights_i = e_i / sum e,    e_i = exp(d_i) (1 + r_i),   d_i + r_i = x_i - max exactly
// logSoftmax:       x_i - max - log(1 + rest),  rest = sum of e over all entries except one maximum
// softmaxGradient:  weights_i ((g_i - c) - sum_j weights_j (g_j - c)),      c = g of the greatest weight
// Jacobian:         1 - weights_i is computed as the sum of the others if it would cancel
#include "attention/softmax.h"

#include <algorithm>
#include <limits>

#include "lanes/buffer.h"
#include "lanes/rounded.h"
#include "lanes/simd.h"
#include "lanes/simd_math.h"
#include "lanes/sum.h"

namespace scaledot {
namespace {

constexpr float kInfinity = std::numeric_limits<float>::infinity();

// How rows are mapped to lanes: four entries of one contiguous row, or one entry each of up to four adjacent rows.
struct Strip {
  size_t count, stride;  // of each row
  size_t rows;

  bool along() const { return stride == 1; }
  size_t vectors() const { return along() ? (count + 3) / 4 : count; }
  size_t offset(size_t vector) const { return along() ? 4 * vector : vector * stride; }
  size_t lanes(size_t vector) const { return along() ? count - 4 * vector : rows; }  // or more
};

// Calls visit(offset of the first entry, strip) for each strip.
template <typename Visit>
void forStrips(Axis axis, Visit visit) {
  for (size_t o = 0; o < axis.outer; ++o) {
    for (size_t c = 0; c < axis.inner; c += 4) {
      visit(o * axis.count * axis.inner + c,
            Strip{axis.count, axis.inner, std::min<size_t>(4, axis.inner - c)});
    }
  }
}

// Calls visit(offset of the first entry) for each row.
template <typename Visit>
void forRows(Axis axis, Visit visit) {
  for (size_t o = 0; o < axis.outer; ++o) {
    for (size_t c = 0; c < axis.inner; ++c) visit(o * axis.count * axis.inner + c);
  }
}

double sumOf(const float* x, size_t count, size_t stride) {
  return sum(count, [=](size_t i) { return static_cast<double>(x[i * stride]); });
}

// Returns the greatest entry of each row, ignoring NaN.
F32x4 greatestEntries(const float* x, const Strip& strip) {
  F32x4 most = splat(-kInfinity);
  for (size_t v = 0; v < strip.vectors(); ++v) {
    most = greatest(most, loadFirst(x + strip.offset(v), strip.lanes(v), -kInfinity));
  }
  if (!strip.along()) return most;
  return splat(std::max(std::max(most[0], most[1]), std::max(most[2], most[3])));
}

// exp(x - shift) with a first-order correction for the rounding of x - shift.
inline F32x4 exponentialOfDifference(F32x4 x, F32x4 shift, const SimdMath& math) {
  const F32x4 difference = x - shift;
  const F32x4 shiftShare = difference - x;
  const F32x4 error = (x - (difference - shiftShare)) - (shift + shiftShare);
  const F32x4 power = exponential(difference, math);
  return select(difference > -105.0f, madd(power, error, power), power);
}

// exp(x - greatest entry of the row); -infinity gives 0 even if it is the greatest.
void exponentials(const float* x, const Strip& strip, F32x4 most, float* to) {
  const SimdMath& math = *hidden(&kSimdMath);
  const F32x4 shift = select(most == -kInfinity, splat(0.0f), most);
  for (size_t v = 0; v < strip.vectors(); ++v) {
    const F32x4 entries = loadFirst(x + strip.offset(v), strip.lanes(v), 0);
    storeFirst(to + strip.offset(v), strip.lanes(v), exponentialOfDifference(entries, shift, math));
  }
}

void divide(float* weights, const Strip& strip, F32x4 sums) {
  for (size_t v = 0; v < strip.vectors(); ++v) {
    float* at = weights + strip.offset(v);
    storeFirst(at, strip.lanes(v), loadFirst(at, strip.lanes(v), 0) / sums);
  }
}

// Returns the divisor of the weights of a row; 1 if all of them are 0.
float divisor(const float* weights, size_t count, size_t stride) {
  const float total = static_cast<float>(sumOf(weights, count, stride));
  return total == 0 ? 1 : total;
}

F32x4 divisors(const float* weights, const Strip& strip) {
  if (strip.along()) return splat(divisor(weights, strip.count, 1));
  F32x4 sums = splat(1.0f);
  for (size_t row = 0; row < strip.rows; ++row) {
    sums[row] = divisor(weights + row, strip.count, strip.stride);
  }
  return sums;
}

size_t indexOfGreatest(const float* x, size_t count, size_t stride) {
  size_t at = 0;
  float most = x[0];
  for (size_t i = 1; i < count; ++i) {
    const bool more = x[i * stride] > most;
    most = more ? x[i * stride] : most;
    at = more ? i : at;
  }
  return at;
}

// log(1 + x) for x >= 0, corrected for the rounding of 1 + x.
double logOnePlus(double x) {
  const double total = 1 + x;
  if (total == 1 || !(total < std::numeric_limits<double>::infinity())) return x;
  return roundedLog(total) * (x / (total - 1));
}

// Writes the logarithms of the weights of one row. `to` holds its exponentials.
void logWeightsOfRow(const float* x, size_t count, size_t stride, float most, float* to) {
  if (most == -kInfinity) most = 0;  // every entry is -infinity or NaN
  size_t greatest = 0;
  while (greatest < count && x[greatest * stride] != most) ++greatest;
  if (greatest < count && to[greatest * stride] == 1) to[greatest * stride] = 0;
  const double rest = sumOf(to, count, stride), logSum = logOnePlus(rest);
  for (size_t i = 0; i < count; ++i) {
    const double above = static_cast<double>(x[i * stride]) - static_cast<double>(most);
    to[i * stride] = static_cast<float>(above - logSum);
  }
}

template <typename Number>
void softmaxGradientOfRow(const float* weights, const Number* gradient, size_t count, size_t stride,
                          float* to) {
  const double base = gradient[indexOfGreatest(weights, count, stride) * stride];
  const auto relative = [=](size_t i) { return static_cast<double>(gradient[i * stride]) - base; };
  const auto weight = [=](size_t i) { return static_cast<double>(weights[i * stride]); };
  const double mean = sum(count, [=](size_t i) { return weight(i) * relative(i); });
  for (size_t i = 0; i < count; ++i) {
    to[i * stride] = static_cast<float>(weight(i) * (relative(i) - mean));
  }
}

// One row of t - sum weights t, with t less that of the greatest weight, so that it is accurate if that is almost 1. A row
// without weights has weights 0.
void logTangentOfRow(const float* weights, const float* tangent, size_t count, size_t stride,
                     float* to) {
  const size_t greatest = indexOfGreatest(weights, count, stride) * stride;
  const double base = weights[greatest] > 0 ? tangent[greatest] : 0.0f;
  const auto relative = [=](size_t i) { return static_cast<double>(tangent[i * stride]) - base; };
  const double mean =
      sum(count, [=](size_t i) { return static_cast<double>(weights[i * stride]) * relative(i); });
  for (size_t i = 0; i < count; ++i) to[i * stride] = static_cast<float>(relative(i) - mean);
}

// 1 - weights_i.
double complement(const float* weights, size_t count, size_t i) {
  const double weight = weights[i];
  if (!(weight > 0.5)) return 1 - weight;
  return sum(count, [=](size_t j) { return j == i ? 0 : static_cast<double>(weights[j]); });
}

void jacobianRow(const float* weights, size_t count, size_t i, float* to) {
  const float weight = weights[i];
  const float diagonal = static_cast<float>(weight * complement(weights, count, i));
  for (size_t j = 0; j < count; ++j) to[j] = 0 - weight * weights[j];
  to[i] = diagonal;
}

// to_k = G_kk - sum_j (G_kj + G_jk) weights_j: the gradient with respect to the weights.
void weightsGradient(const float* weights, const float* gradient, size_t count, double* to) {
  for (size_t k = 0; k < count; ++k) {
    const float* row = gradient + k * count;
    to[k] = static_cast<double>(row[k]) - sum(count, [=](size_t j) {
              return static_cast<double>(row[j]) * static_cast<double>(weights[j]);
            });
  }
  for (size_t j = 0; j < count; ++j) {
    const double weight = weights[j];
    for (size_t k = 0; k < count; ++k) {
      to[k] -= static_cast<double>(gradient[j * count + k]) * weight;
    }
  }
}

}  // namespace

void softmax(const float* x, Axis axis, float* weights) {
  forStrips(axis, [=](size_t at, const Strip& strip) {
    exponentials(x + at, strip, greatestEntries(x + at, strip), weights + at);
    divide(weights + at, strip, divisors(weights + at, strip));
  });
}

void logSoftmax(const float* x, Axis axis, float* logWeights) {
  forStrips(axis, [=](size_t at, const Strip& strip) {
    const F32x4 most = greatestEntries(x + at, strip);
    exponentials(x + at, strip, most, logWeights + at);
    for (size_t row = 0; row < strip.rows; ++row) {
      logWeightsOfRow(x + at + row, strip.count, strip.stride, most[row], logWeights + at + row);
    }
  });
}

void softmaxGradient(const float* weights, const float* gradient, Axis axis, float* xGradient) {
  if (axis.count == 0) return;
  forRows(axis, [=](size_t at) {
    softmaxGradientOfRow(weights + at, gradient + at, axis.count, axis.inner, xGradient + at);
  });
}

void logSoftmaxGradient(const float* logWeights, const float* gradient, Axis axis,
                        float* xGradient) {
  const SimdMath& math = *hidden(&kSimdMath);
  forStrips(axis, [=, &math](size_t at, const Strip& strip) {
    double total[4] = {};
    for (size_t row = 0; row < strip.rows; ++row) {
      total[row] = sumOf(gradient + at + row, strip.count, strip.stride);
    }
    for (size_t v = 0; v < strip.vectors(); ++v) {
      const size_t offset = at + strip.offset(v), lanes = std::min<size_t>(4, strip.lanes(v));
      const F32x4 weights = exponential(loadFirst(logWeights + offset, lanes, 0), math);
      for (size_t lane = 0; lane < lanes; ++lane) {
        const double share = static_cast<double>(weights[lane]) * total[strip.along() ? 0 : lane];
        xGradient[offset + lane] =
            static_cast<float>(static_cast<double>(gradient[offset + lane]) - share);
      }
    }
  });
}

void logSoftmaxJvp(const float* weights, const float* tangent, Axis axis, float* to) {
  if (axis.count == 0) return;
  forRows(axis, [=](size_t at) {
    logTangentOfRow(weights + at, tangent + at, axis.count, axis.inner, to + at);
  });
}

void softmaxJacobian(const float* x, size_t rows, size_t count, float* jacobian) {
  if (count == 0) return;
  for (size_t r = 0; r < rows; ++r, x += count, jacobian += count * count) {
    float* weights = jacobian + (count - 1) * count;  // in the last row, which is written last
    softmax(x, {1, count, 1}, weights);
    for (size_t i = 0; i < count; ++i) jacobianRow(weights, count, i, jacobian + i * count);
  }
}

bool softmaxJacobianGradient(const float* x, const float* gradient, size_t rows, size_t count,
                             float* xGradient) {
  if (count == 0) return true;
  Buffer<float> weights;
  Buffer<double> slopes;
  if (!weights.reserve(count) || !slopes.reserve(count)) return false;
  for (size_t r = 0; r < rows; ++r, x += count, gradient += count * count, xGradient += count) {
    softmax(x, {1, count, 1}, weights.data());
    weightsGradient(weights.data(), gradient, count, slopes.data());
    softmaxGradientOfRow(weights.data(), slopes.data(), count, 1, xGradient);
  }
  return true;
}

void entropy(const float* weights, Axis axis, float* to) {
  const SimdMath& math = *hidden(&kSimdMath);
  forStrips(axis, [=, &math, &to](size_t at, const Strip& strip) {
    double part[4][4] = {};  // of each row, entry i in part i mod 4
    for (size_t v = 0; v < strip.vectors(); ++v) {
      const F32x4 weight = loadFirst(weights + at + strip.offset(v), strip.lanes(v), 0);
      const F32x4 term = weight * logarithm(weight, math);  // of 0 and subnormals: about -88
      for (size_t lane = 0; lane < 4; ++lane) {
        (strip.along() ? part[lane][0] : part[v % 4][lane]) += static_cast<double>(term[lane]);
      }
    }
    for (size_t row = 0; row < strip.rows; ++row) {
      *to++ =
          static_cast<float>(0 - ((part[0][row] + part[1][row]) + (part[2][row] + part[3][row])));
    }
  });
}

}  // namespace scaledot
