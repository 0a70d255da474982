#include "fourier_law.h"

#include <algorithm>
#include <array>
#include <numbers>
#include <utility>

#include "special_functions.h"

namespace scaledot {
namespace {

using Complex = std::complex<double>;
constexpr Complex kI{0, 1};

// phi of the standardised laws that stand beside X ---------------------------------------------------

// log phi(u) / u^2 of the standardised Student t, tabulated over log u: smooth, -1/2 at u = 0.
// t = N sqrt((df - 2) / G), so 1 - phi(u) = E over G of 1 - exp(-u^2 (df - 2) / (2 G)), positive terms.
class StudentTransform {
 public:
  explicit StudentTransform(double df) {
    const double a = 0.5 * df;
    const double logAmplitude = logChiAmplitude(a);
    for (size_t i = 0; i < table_.size(); ++i) {
      const double u = std::exp(kLow + kStep * static_cast<double>(i));
      const double half = 0.5 * u * u * (df - 2) / df;
      const auto weight = [&](double v) { return -a * expExcess(v); };
      const double step = std::min(0.2, 0.4 / std::sqrt(a));
      double logPhi;
      if (u < 1) {
        const auto logTerm = [&](double v) {
          return weight(v) + std::log(-std::expm1(-half * std::exp(-v)));
        };
        logPhi = std::log1p(-std::exp(logAmplitude + logTrapezoid(logTerm, 0, step)));
      } else {
        const auto logTerm = [&](double v) { return weight(v) - half * std::exp(-v); };
        logPhi = logAmplitude + logTrapezoid(logTerm, 0, step);
      }
      table_[i] = logPhi / (u * u);
    }
  }

  double operator()(double u) const {
    const double position = (std::log(u) - kLow) / kStep;
    if (!(position > 1)) return 1 - 0.5 * u * u;  // u < 1e-4
    const auto i = std::min(static_cast<size_t>(position), table_.size() - 3);
    const double x = position - static_cast<double>(i);
    if (x > 1) return 0;
    // Cubic through the four neighbours.
    const double* y = &table_[i];
    const double value =
        y[0] + x * (0.5 * (y[1] - y[-1]) + x * (y[-1] - 2.5 * y[0] + 2 * y[1] - 0.5 * y[2] +
                                                x * (0.5 * (y[2] - y[-1]) + 1.5 * (y[0] - y[1]))));
    return std::exp(value * u * u);
  }

 private:
  static constexpr double kLow = -9.21;  // log 1e-4
  static constexpr double kStep = 1.0 / 32;
  std::array<double, 560> table_;  // up to log u = 8.2
};

// The characteristic function of a standardised law.
class StandardTransform {
 public:
  explicit StandardTransform(const Component& component) : distribution_(component.distribution) {
    if (distribution_ == Distribution::studentT)
      student_ = std::make_unique<StudentTransform>(component.df);
  }

  Complex operator()(double u) const {
    switch (distribution_) {
      case Distribution::normal:
        return std::exp(-0.5 * u * u);
      case Distribution::uniform: {
        const double w = std::numbers::sqrt3 * u;
        return std::fabs(w) < 1e-4 ? 1 - w * w / 6 : std::sin(w) / w;
      }
      case Distribution::rademacher:
        return std::cos(u);
      case Distribution::laplace:
        return 1 / (1 + 0.5 * u * u);
      case Distribution::studentT:
        return u == 0 ? 1 : (*student_)(std::fabs(u));
      default:  // exponential
        return std::polar(1.0, -u) / Complex(1, -u);
    }
  }

 private:
  Distribution distribution_;
  std::unique_ptr<StudentTransform> student_;
};

// X as weighted points -------------------------------------------------------------------------------

struct Node {
  double x, weight;
};

// Gauss-Legendre with eight points on [-1, 1], the positive half.
constexpr std::array<double, 4> kGaussPoint{0.18343464249564980494, 0.52553240991632898582,
                                            0.79666647741362673959, 0.96028985649753623168};
constexpr std::array<double, 4> kGaussWeight{0.36268378337836198297, 0.31370664587788728734,
                                             0.22238103445337447054, 0.10122853629037625915};

struct Support {
  double low, high;
  double kink;  // where the density is not smooth; `low` when nowhere inside
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
      // As far as the tail matters for the variance, or 1e7 where it always does.
      const double end = std::pow(10.0, std::min(7.0, 1 + 12 / (component.df - 2)));
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
    case Distribution::studentT:  // its constant is left to the normalisation of the weights
      return std::pow(1 + x * x / (component.df - 2), -0.5 * (component.df + 1));
    default:
      return normalDensity(x);
  }
}

// Panels over the support, finest around `centre` (where the query component is 0 and phi_E varies
// on the scale 1 / t), at most `widest` within 8 sd, growing in proportion beyond.
std::vector<Node> nodesOf(const Component& component, double centre, double finest, double widest) {
  if (component.distribution == Distribution::rademacher) return {{-1, 0.5}, {1, 0.5}};
  const Support support = supportOf(component);
  std::vector<Node> nodes;
  double total = 0;
  for (double left = support.low; left < support.high;) {
    const double far = std::fabs(left);
    const double width =
        far > 8 ? 0.4 * far : std::min(widest, finest + 0.5 * std::fabs(left - centre));
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

// log phi of one product, its mean taken out and its size given in sd of the score ----------------------

// m_q + s_q X times m_k + s_k (rho X + sqrt(1 - rho^2) E), all normal: a Gaussian integral.
class NormalProduct {
 public:
  NormalProduct(const ScoreOptions& o, double unit)
      : mq_(o.query.mean * unit),
        sq_(o.query.sd * unit),
        mk_(o.key.mean),
        shared_(o.key.sd * o.correlation),
        own2_(o.key.sd * o.key.sd * (1 - o.correlation) * (1 + o.correlation)) {}
  Complex logPhi(double t) const {
    const double t2 = t * t * own2_;
    const Complex a = 1 + t2 * sq_ * sq_ - 2.0 * kI * t * sq_ * shared_;
    const Complex b = kI * t * (mq_ * shared_ + mk_ * sq_) - t2 * mq_ * sq_;
    return -0.5 * std::log(a) + b * b / (2.0 * a) - 0.5 * t2 * mq_ * mq_ - kI * t * sq_ * shared_;
  }

 private:
  double mq_, sq_, mk_, shared_, own2_;
};

class AnyProduct {
 public:
  // X is the query's law, unless the components are independent and the key's law is the harder one to transform.
  AnyProduct(const ScoreOptions& o, double unit, double largestT)
      : AnyProduct(o.correlation == 0 && rank(o.key) > rank(o.query) ? o.key : o.query,
                   o.correlation == 0 && rank(o.key) > rank(o.query) ? o.query : o.key,
                   o.correlation, unit, largestT) {}

  Complex logPhi(double t) const {
    Complex sum = 0;
    for (const Point& point : points_) {
      const Complex transform = transform_(t * point.spread);
      if (oscillates_) {
        sum += point.weight * transform * std::polar(1.0, t * point.shift);
      } else {
        sum += point.weight * transform;
      }
    }
    return std::log(sum);
  }

 private:
  struct Point {
    double shift, spread, weight;  // given X = x the product is shift + spread E
  };

  AnyProduct(const Component& x, const Component& e, double rho, double unit, double largestT)
      : transform_(e) {
    const double own = e.sd * std::sqrt((1 - rho) * (1 + rho));
    oscillates_ = e.mean != 0 || rho != 0;
    const double speed = largestT * std::fabs(unit) * x.sd * (std::fabs(e.mean) + e.sd);
    const bool wavy = oscillates_ || e.distribution == Distribution::uniform ||
                      e.distribution == Distribution::rademacher;
    const double widest = wavy ? std::clamp(10 / std::max(speed, 1e-300), 0.05, 1.0) : 1;
    const double finest = std::clamp(2 / std::max(speed, 1e-300), 0.002, 0.5);
    double meanShift = 0;
    const double centre = x.sd > 0 ? -x.mean / x.sd : 0;  // where q = 0
    for (const Node& node : nodesOf(x, centre, finest, widest)) {
      const double q = unit * (x.mean + x.sd * node.x);
      points_.push_back({q * (e.mean + e.sd * rho * node.x), q * own, node.weight});
      meanShift += node.weight * points_.back().shift;
    }
    for (Point& point : points_) point.shift -= meanShift;
  }

  // Larger: better as X. Then its kinks and tails meet a quadrature made for them.
  static int rank(const Component& component) {
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

  StandardTransform transform_;
  std::vector<Point> points_;
  bool oscillates_;
};

// How far out, in sd, the law of one product has mass worth 1e-8 or so; and of a sum of d of them.
double halfWidthOf(const ScoreOptions& o) {
  double one = 20;
  for (const Component& component : {o.query, o.key}) {
    if (component.distribution == Distribution::laplace) one = std::max(one, 50.0);
    if (component.distribution == Distribution::exponential) one = std::max(one, 100.0);
    if (component.distribution == Distribution::studentT)
      one = std::max(one, component.df < 4 ? 400.0 : 200.0);
  }
  return 10 + one / std::sqrt(o.headDim);
}

// phi^d at j * step for j = 1 .. as long as it is worth anything.
template <typename Product>
std::vector<Complex> powers(const Product& product, double d, double step, size_t most) {
  constexpr double kNothing = 1e-10;
  constexpr size_t kPatience =
      12;  // so many terms in a row below kNothing: phi may touch 0 and return
  std::vector<Complex> values;
  size_t small = 0;
  while (values.size() < most && small < kPatience) {
    const double t = step * static_cast<double>(values.size() + 1);
    values.push_back(std::exp(d * product.logPhi(t)));
    small = std::abs(values.back()) < kNothing ? small + 1 : 0;
  }
  if (small == kPatience) return values;
  // Cut short: smooth, rather than ring. exp(-5.5^2 / 2) = 3e-7 at the last term.
  for (size_t j = 0; j < values.size(); ++j) {
    const double share = 5.5 * static_cast<double>(j + 1) / static_cast<double>(most);
    values[j] *= std::exp(-0.5 * share * share);
  }
  return values;
}

// Re of sum_j c_j z^(j + 1).
double fourierSum(const std::vector<Complex>& c, Complex z) {
  double re = 0, im = 0;
  for (size_t j = c.size(); j-- > 0;) {
    const double r = re + c[j].real(), i = im + c[j].imag();
    re = r * z.real() - i * z.imag();
    im = r * z.imag() + i * z.real();
  }
  return re;
}

}  // namespace

FourierLaw::FourierLaw(const ScoreOptions& options, const ScoreTheory& theory)
    : Law(LawKind::inverted, theory.mean, theory.variance),
      sd_(std::sqrt(theory.variance)),
      halfWidth_(halfWidthOf(options)) {
  constexpr size_t kMaxTerms = 2048;
  constexpr size_t kMaxClosedTerms = 8192;
  const double step = std::numbers::pi / halfWidth_;
  const double unit = options.scale / sd_;
  const double d = options.headDim;
  if (options.query.distribution == Distribution::normal &&
      options.key.distribution == Distribution::normal) {
    density_ = powers(NormalProduct(options, unit), d, step, kMaxClosedTerms);
  } else {
    // phi of a product of two densities falls at least like 1 / t (t in sd of the product), or so.
    const double deadT = std::sqrt(d) * std::max(1.5, 3 * std::pow(10.0, 10 / d));
    density_ =
        powers(AnyProduct(options, unit, std::min(deadT, step * kMaxTerms)), d, step, kMaxTerms);
  }
  integral_.reserve(density_.size());
  for (size_t j = 0; j < density_.size(); ++j) {
    const double t = step * static_cast<double>(j + 1);
    integral_.push_back(density_[j] / (-kI * t));
  }
  integralAtLow_ = fourierSum(integral_, -1);
}

double FourierLaw::pdf(double x) const {
  const double y = (x - mean()) / sd_;
  if (!(std::fabs(y) < halfWidth_)) return 0;
  const double sum = fourierSum(density_, std::polar(1.0, -std::numbers::pi * y / halfWidth_));
  return std::max(0.0, (1 + 2 * sum) / (2 * halfWidth_ * sd_));
}

double FourierLaw::cdf(double x) const {
  const double y = (x - mean()) / sd_;
  if (y <= -halfWidth_) return 0;
  if (y >= halfWidth_) return 1;
  const double sum = fourierSum(integral_, std::polar(1.0, -std::numbers::pi * y / halfWidth_));
  return std::clamp((y + halfWidth_ + 2 * (sum - integralAtLow_)) / (2 * halfWidth_), 0.0, 1.0);
}

double FourierLaw::survival(double x) const { return 1 - cdf(x); }

}  // namespace scaledot
