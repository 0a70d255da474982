// Numerical forms of the standardised component laws of component.h: quadrature nodes and distribution function.
#pragma once
#include <cstddef>
#include <vector>

#include "random/component.h"

namespace scaledot {

struct Node {
  double x, weight;
};

// Returns quadrature nodes of the standardised law, with weights that sum to 1. They are Gauss-Legendre panels over its
// support: `finest` wide around `centre`, at most `widest` wide within 8 sd, and proportional to |x| beyond. Panels end
// where the density has a kink. For rademacher the nodes are its two points.
std::vector<Node> nodesOf(const Component& component, double centre, double finest, double widest);

// P(X <= x) of the standardised law by linear interpolation in a table (error 4e-6). Student t is truncated at 64 sd. Not
// for rademacher.
class StandardCdf {
 public:
  explicit StandardCdf(const Component& component);
  double operator()(double x) const { return at(position(x)); }
  // The same in two parts, for x at equal distances: position is linear in x.
  double position(double x) const { return (x - low_) * perUnit_; }
  double at(double position) const {
    if (!(position > 0)) return 0;
    if (!(position < last_)) return 1;
    const auto i = static_cast<size_t>(position);
    return table_[i] + (position - static_cast<double>(i)) * (table_[i + 1] - table_[i]);
  }
  double low() const { return low_; }  // all mass lies in [low, high]
  double high() const { return high_; }

 private:
  double low_, high_, perUnit_, last_;
  std::vector<double> table_;
};

// Of two laws, the one with the larger rank should be integrated by quadrature: it has the kinks and tails that the panels
// resolve. The other, smoother one is then evaluated in closed form or from a table.
int quadratureRank(const Component& component);

}  // namespace scaledot
