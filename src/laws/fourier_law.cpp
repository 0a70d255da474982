#include "laws/fourier_law.h"

#include <algorithm>
#include <array>
#include <numbers>
#include <utility>

#include "laws/special_functions.h"
#include "laws/standard_law.h"

namespace scaledot {
namespace {

using Complex = std::complex<double>;
constexpr Complex kI{0, 1};

// phi of the standardised law of E ---------------------------------------------------------------------

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

// log phi of one product, centred, in units of the score's sd -------------------------------------------

// m_q + s_q X times m_k + s_k (rho X + sqrt(1 - rho^2) E), all normal: a Gaussian integral.
class NormalProduct {
 public:
  NormalProduct(const ScoreOptions& o, double unit, double step)
      : step_(step),
        mq_(o.query.mean * unit),
        sq_(o.query.sd * unit),
        mk_(o.key.mean),
        shared_(o.key.sd * o.correlation),
        own2_(o.key.sd * o.key.sd * (1 - o.correlation) * (1 + o.correlation)) {}
  // The first call returns log phi at step, the next one at 2 step, and so on.
  Complex next() {
    const double t = step_ * ++count_;
    const double t2 = t * t * own2_;
    const Complex a = 1 + t2 * sq_ * sq_ - 2.0 * kI * t * sq_ * shared_;
    const Complex b = kI * t * (mq_ * shared_ + mk_ * sq_) - t2 * mq_ * sq_;
    return -0.5 * std::log(a) + b * b / (2.0 * a) - 0.5 * t2 * mq_ * mq_ - kI * t * sq_ * shared_;
  }

 private:
  double step_, count_ = 0;
  double mq_, sq_, mk_, shared_, own2_;
};

class AnyProduct {
 public:
  // X is the query's law, unless the components are independent and the key's law is the harder one to transform.
  AnyProduct(const ScoreOptions& o, double unit, double step, double largestT)
      : AnyProduct(
            o.correlation == 0 && quadratureRank(o.key) > quadratureRank(o.query) ? o.key : o.query,
            o.correlation == 0 && quadratureRank(o.key) > quadratureRank(o.query) ? o.query : o.key,
            o.correlation, unit, step, largestT) {}

  Complex next() {
    const double t = step_ * ++count_;
    Complex sum = 0;
    for (Point& point : points_) {
      const Complex transform = transform_(t * point.spread);
      if (!oscillates_) {
        sum += point.weight * transform;
        continue;
      }
      // Turn exp(i t shift) by one step.
      const Complex z = point.phase, w = point.turn;
      point.phase = {z.real() * w.real() - z.imag() * w.imag(),
                     z.real() * w.imag() + z.imag() * w.real()};
      const Complex u = point.weight * transform;
      sum += Complex{u.real() * point.phase.real() - u.imag() * point.phase.imag(),
                     u.real() * point.phase.imag() + u.imag() * point.phase.real()};
    }
    return std::log(sum);
  }

 private:
  struct Point {
    double shift, spread, weight;  // given X = x the product is shift + spread E
    Complex turn, phase;           // exp(i step shift), exp(i t shift)
  };

  AnyProduct(const Component& x, const Component& e, double rho, double unit, double step,
             double largestT)
      : step_(step), transform_(e) {
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
      points_.push_back({q * (e.mean + e.sd * rho * node.x), q * own, node.weight, 1, 1});
      meanShift += node.weight * points_.back().shift;
    }
    for (Point& point : points_) {
      point.shift -= meanShift;
      point.turn = std::polar(1.0, step * point.shift);
    }
  }

  double step_, count_ = 0;
  StandardTransform transform_;
  std::vector<Point> points_;
  bool oscillates_;
};

// Returns half the width, in sd, that holds all but about 1e-8 of the mass: for one product, and for a sum of d products.
double halfWidthOf(const ScoreOptions& o) {
  double one = 20;
  for (const Component& component : {o.query, o.key}) {
    if (component.distribution == Distribution::laplace) one = std::max(one, 50.0);
    if (component.distribution == Distribution::exponential) one = std::max(one, 100.0);
    if (component.distribution == Distribution::studentT) one = std::max(one, 100.0);
  }
  return 10 + one / std::sqrt(o.headDim);
}

// Returns phi^d at step, 2 step, 3 step, ... until it stays negligible.
template <typename Product>
std::vector<Complex> powers(Product product, double d, size_t most) {
  constexpr double kNothing = 1e-8;
  // Stop after this many terms in a row below kNothing, because phi may touch 0 and rise again.
  constexpr size_t kPatience = 12;
  std::vector<Complex> values;
  size_t small = 0;
  while (values.size() < most && small < kPatience) {
    values.push_back(std::exp(d * product.next()));
    small = std::abs(values.back()) < kNothing ? small + 1 : 0;
  }
  if (small == kPatience) return values;
  // Truncated: taper the terms to avoid ringing. The factor of the last one is exp(-5.5^2 / 2) = 3e-7.
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
    density_ = powers(NormalProduct(options, unit, step), d, kMaxClosedTerms);
  } else {
    // phi of a product of two densities falls roughly like 1 / t or faster (t in sd of the product).
    const double deadT = std::sqrt(d) * std::max(3.0, 2 * power(10, 8 / d));
    density_ =
        powers(AnyProduct(options, unit, step, std::min(deadT, step * kMaxTerms)), d, kMaxTerms);
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
