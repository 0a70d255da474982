// The interface of the laws of a score. score_law.cpp chooses the law.
#pragma once
#include <cmath>

#include "laws/score_law.h"

namespace scaledot {

class Law {
 public:
  Law(LawKind kind, double mean, double variance)
      : kind_(kind), mean_(mean + 0.0), variance_(variance) {}  // + 0: a mean is never -0
  virtual ~Law() = default;
  Law(const Law&) = delete;
  Law& operator=(const Law&) = delete;

  LawKind kind() const { return kind_; }
  double mean() const { return mean_; }
  double variance() const { return variance_; }
  virtual double spacing() const { return 0; }

  virtual double pdf(double x) const = 0;
  virtual double cdf(double x) const = 0;
  virtual double survival(double x) const = 0;
  // Solves cdf = p (for p > 1/2 survival = 1 - p) by safeguarded Newton steps on its logarithm.
  virtual double quantile(double p) const;

 protected:
  virtual double lowEnd() const { return -INFINITY; }
  virtual double highEnd() const { return INFINITY; }

 private:
  LawKind kind_;
  double mean_, variance_;
};

}  // namespace scaledot
