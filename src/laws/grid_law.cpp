#include "laws/grid_law.h"

#include <algorithm>
#include <complex>
#include <numbers>
#include <utility>

#include "laws/special_functions.h"
#include "laws/standard_law.h"

namespace scaledot {
namespace {

using Complex = std::complex<double>;
// Cells of the grid, powers of 2. A product that is a polynomial of one variable has poles and jumps at the ends of its
// range, and costs little per cell.
constexpr size_t kCells = 8192;
constexpr size_t kCellsOfPolynomial = 32768;

// Computes the fast Fourier transform in place, without normalisation; sign -1 forwards, +1 backwards. Radix 2, decimation
// in time.
void fourierTransform(std::vector<Complex>& a, double sign) {
  const size_t n = a.size();
  for (size_t i = 1, j = 0; i < n; ++i) {
    size_t bit = n >> 1;
    for (; j & bit; bit >>= 1) j ^= bit;
    j ^= bit;
    if (i < j) std::swap(a[i], a[j]);
  }
  std::vector<Complex> root(n / 2);
  for (size_t i = 0; i < n / 2; ++i) {
    root[i] = std::polar(
        1.0, sign * 2 * std::numbers::pi * static_cast<double>(i) / static_cast<double>(n));
  }
  for (size_t half = 1; half < n; half *= 2) {
    const size_t stride = n / (2 * half);
    for (size_t start = 0; start < n; start += 2 * half) {
      for (size_t i = 0; i < half; ++i) {
        const Complex w = root[i * stride], v = a[start + half + i];
        const Complex odd{w.real() * v.real() - w.imag() * v.imag(),
                          w.real() * v.imag() + w.imag() * v.real()};
        a[start + half + i] = a[start + i] - odd;
        a[start + i] += odd;
      }
    }
  }
}

// Probabilities of cells of equal width. Mass outside the grid is added to the first or last cell.
class Grid {
 public:
  Grid(size_t cells, double centre, double width)
      : low_(centre - 0.5 * static_cast<double>(cells) * width), width_(width), mass_(cells, 0.0) {}

  // Splits an atom between the two cells whose centres enclose it, which preserves its mean.
  void addAtom(double x, double mass) {
    const double position =
        std::clamp((x - low_) / width_ - 0.5, 0.0, static_cast<double>(mass_.size() - 1));
    const size_t i = std::min(static_cast<size_t>(position), mass_.size() - 2);
    const double share = position - static_cast<double>(i);
    mass_[i] += mass * (1 - share);
    mass_[i + 1] += mass * share;
    atoms_ += mass;
  }

  // Adds any law, given by its distribution function.
  template <typename Cdf>
  void add(Cdf cdf, double mass) {
    double before = 0;
    for (size_t i = 0; i + 1 < mass_.size(); ++i) {
      const double now = cdf(low_ + width_ * static_cast<double>(i + 1));
      mass_[i] += mass * (now - before);
      before = now;
    }
    mass_.back() += mass * (1 - before);
  }

  // Adds the law of shift + spread E, spread != 0.
  void add(const StandardCdf& cdf, double shift, double spread, double mass) {
    const double end = shift + spread * cdf.low(), otherEnd = shift + spread * cdf.high();
    const size_t first = cellOf(std::min(end, otherEnd)), last = cellOf(std::max(end, otherEnd));
    const double origin = cdf.position((low_ - shift) / spread);
    const double step = cdf.position((low_ + width_ - shift) / spread) - origin;
    // spread < 0: the distribution function runs from 1 to 0.
    const double signedMass = spread > 0 ? mass : -mass;
    const double low = spread > 0 ? 0 : 1;
    double before = low;
    for (size_t i = first; i < last; ++i) {
      const double now = cdf.at(origin + step * static_cast<double>(i + 1));
      mass_[i] += signedMass * (now - before);
      before = now;
    }
    mass_[last] += signedMass * (1 - low - before);
  }

  double width() const { return width_; }
  const std::vector<double>& mass() const { return mass_; }
  double atoms() const { return atoms_; }  // the mass of atoms

 private:
  size_t cellOf(double x) const {
    return static_cast<size_t>(
        std::clamp(std::floor((x - low_) / width_), 0.0, static_cast<double>(mass_.size() - 1)));
  }

  double low_, width_;
  std::vector<double> mass_;
  double atoms_ = 0;
};

// One product (m_q + s_q X)(m_k + s_k (rho X + own E)), own = sqrt(1 - rho^2), times the scale.
struct Product {
  Component x, e;
  double rho, own, scale;

  double q(double at) const { return scale * (x.mean + x.sd * at); }
  // Given X = at: shift + spread E.
  double shift(double at) const { return q(at) * (e.mean + e.sd * rho * at); }
  double spread(double at) const { return q(at) * e.sd * own; }
};

// Adds the law of the product given X = x: the product has the law of E, shifted and scaled.
void addGivenX(const Product& product, const StandardCdf* cdfOfE, const Node& node, Grid& grid) {
  const double shift = product.shift(node.x), spread = product.spread(node.x);
  if (!cdfOfE) {  // E is a sign
    grid.addAtom(shift - spread, 0.5 * node.weight);
    grid.addAtom(shift + spread, 0.5 * node.weight);
  } else if (std::fabs(spread) < 0.05 * grid.width()) {
    grid.addAtom(shift, node.weight);
  } else {
    grid.add(*cdfOfE, shift, spread, node.weight);
  }
}

// Adds the law of the product given E = e: the product is a polynomial a X^2 + b X + c of a continuous X.
void addGivenE(const Product& product, const StandardCdf& cdf, double e, double mass, Grid& grid) {
  const double k0 = product.e.mean + product.e.sd * product.own * e,
               k1 = product.e.sd * product.rho;
  const double q0 = product.scale * product.x.mean, q1 = product.scale * product.x.sd;
  const double a = q1 * k1, b = q0 * k1 + q1 * k0, c = q0 * k0;
  if (a == 0 && b == 0) return grid.addAtom(c, mass);
  const auto atOrBelow = [&](double x) {
    if (a == 0) return b > 0 ? cdf((x - c) / b) : 1 - cdf((x - c) / b);
    const double root2 = b * b - 4 * a * (c - x);
    if (root2 <= 0) return a > 0 ? 0.0 : 1.0;
    const double half = -0.5 * (b + std::copysign(std::sqrt(root2), b));
    const double r1 = half / a, r2 = half != 0 ? (c - x) / half : r1;
    const double between = cdf(std::max(r1, r2)) - cdf(std::min(r1, r2));
    return a > 0 ? between : 1 - between;
  };
  grid.add(atOrBelow, mass);
}

// Whether the product does not depend on E.
bool isFixed(const Product& product) { return product.e.sd * product.own == 0; }

bool isPolynomial(const Product& product) {
  return product.x.distribution != Distribution::rademacher &&
         (product.e.distribution == Distribution::rademacher || isFixed(product));
}

void addProduct(const Product& product, Grid& grid) {
  if (isPolynomial(product)) {
    const StandardCdf cdf(product.x);
    const bool fixed = isFixed(product);
    addGivenE(product, cdf, fixed ? 0 : -1, 0.5, grid);
    addGivenE(product, cdf, fixed ? 0 : 1, 0.5, grid);
    return;
  }
  std::unique_ptr<const StandardCdf> cdf;
  if (product.e.distribution != Distribution::rademacher)
    cdf = std::make_unique<StandardCdf>(product.e);
  const double zero = product.x.sd > 0 ? -product.x.mean / product.x.sd : 0;  // where q = 0
  const double size =
      std::fabs(product.scale) * product.x.sd * (std::fabs(product.e.mean) + product.e.sd);
  const double finest = size > 0 ? std::clamp(0.25 * grid.width() / size, 1e-4, 0.2) : 0.2;
  // The cdf of a uniform has corners.
  const double widest = product.e.distribution == Distribution::uniform ? 0.2 : 0.5;
  for (const Node& node : nodesOf(product.x, zero, finest, widest)) {
    if (node.weight > 1e-10) addGivenX(product, cdf.get(), node, grid);
  }
}

// Integrating a density over cells multiplies its transform by sin(u) / u, u = pi i / cells. A sum of d products has that
// factor d times instead of once. This is the inverse of the factor.
double sharpening(size_t i, size_t cells) {
  const double u =
      std::numbers::pi * static_cast<double>(std::min(i, cells - i)) / static_cast<double>(cells);
  return i == 0 ? 1 : u / std::sin(u);
}

// Returns half the width of the grid, in sd of the score. The mass beyond is at most 1e-7 (more for Student t with few
// degrees).
double halfWidthOf(const ScoreOptions& o) {
  double half = 25;
  for (const Component& component : {o.query, o.key}) {
    if (component.distribution == Distribution::laplace) half = std::max(half, 40.0);
    if (component.distribution == Distribution::exponential) half = std::max(half, 60.0);
    if (component.distribution == Distribution::studentT) half = std::max(half, 70.0);
  }
  return half;
}

}  // namespace

GridLaw::GridLaw(const ScoreOptions& o, const ScoreTheory& theory)
    : Law(LawKind::inverted, theory.mean, theory.variance) {
  const bool swap = o.correlation == 0 && quadratureRank(o.key) > quadratureRank(o.query);
  const double own = std::sqrt((1 - o.correlation) * (1 + o.correlation));
  const Product product{swap ? o.key : o.query, swap ? o.query : o.key, o.correlation, own,
                        o.scale};
  const size_t cells = isPolynomial(product) ? kCellsOfPolynomial : kCells;
  const double d = o.headDim, n = static_cast<double>(cells);
  width_ = 2 * halfWidthOf(o) * std::sqrt(theory.variance) / n;
  low_ = theory.mean - 0.5 * (n + 1) * width_;  // the mean is the middle of cell n / 2
  Grid grid(cells, theory.mean / d - 0.5 * width_, width_);
  addProduct(product, grid);

  // The mass of a cell may lie off its middle (a pole at an edge of the support). The error of the mean of one product adds
  // up d times, so the grid is moved by as much.
  double offset = 0;
  for (size_t i = 0; i < cells; ++i) offset += grid.mass()[i] * (static_cast<double>(i) - 0.5 * n);
  if (o.headDim > 1) low_ -= d * offset * width_;

  std::vector<Complex> sum(cells);
  for (size_t i = 0; i < cells; ++i) sum[i] = grid.mass()[(i + cells / 2) % cells];
  if (o.headDim > 1) {
    fourierTransform(sum, -1);
    for (size_t i = 0; i < cells; ++i) {
      sum[i] = std::pow(sum[i], static_cast<int>(o.headDim)) / n;
      if (grid.atoms() < 0.5) sum[i] *= power(sharpening(i, cells), d - 1);
    }
    fourierTransform(sum, 1);
  }
  below_.assign(cells + 1, 0.0);
  for (size_t i = 0; i < cells; ++i)
    below_[i + 1] = below_[i] + std::max(0.0, sum[(i + cells / 2) % cells].real());
  for (double& value : below_) value /= below_.back();
}

double GridLaw::pdf(double x) const {
  const double position = (x - low_) / width_ - 0.5;  // in cells, from the middle of the first
  if (!(position >= 0 && position < static_cast<double>(below_.size() - 2))) return 0;
  const auto i = static_cast<size_t>(position);
  const double share = position - static_cast<double>(i);
  const double here = below_[i + 1] - below_[i], next = below_[i + 2] - below_[i + 1];
  return (here + share * (next - here)) / width_;
}

double GridLaw::cdf(double x) const {
  const double position = (x - low_) / width_;
  if (!(position > 0)) return 0;
  if (!(position < static_cast<double>(below_.size() - 1))) return 1;
  const auto i = static_cast<size_t>(position);
  return below_[i] + (position - static_cast<double>(i)) * (below_[i + 1] - below_[i]);
}

double GridLaw::survival(double x) const { return 1 - cdf(x); }

double GridLaw::quantile(double p) const {
  const auto above = std::lower_bound(below_.begin() + 1, below_.end(), p) - below_.begin();
  const auto i = std::min(static_cast<size_t>(above), below_.size() - 1) - 1;
  const double mass = below_[i + 1] - below_[i];
  const double share = mass > 0 ? std::clamp((p - below_[i]) / mass, 0.0, 1.0) : 0;
  return low_ + width_ * (static_cast<double>(i) + share);
}

}  // namespace scaledot
