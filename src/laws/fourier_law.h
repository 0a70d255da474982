// The law of a score whose components have any laws and means, from its characteristic function. The d_k products are
// independent, so this function is phi(t)^d_k, where phi is the characteristic function of one product.
//
//   phi(t) = E over X of exp(i t q (m_k + s_k rho X)) phi_E(t q s_k sqrt(1 - rho^2)),  q = m_q + s_q X
//     normal components: in closed form;  else: Gauss-Legendre panels over X, phi_E in closed form
//     (Student t: tabulated once per law)
//   pdf(mean + sd y) = [1 + 2 Re sum_j phi(j pi / H)^d_k e^(-i j pi y / H)] / (2 H sd),  |y| < H
//
// Absolute accuracy, in units of the peak: about 1e-6 for more than a few components (use grid_law.h for few). For a
// discrete law phi^d_k may not decay within the 2048 (closed form: 8192) terms. The law is then smoothed by a normal law
// with about 0.02 of its sd. Beyond H (more than 10 sd) pdf is 0. The mass of a Student t beyond H is aliased into the
// middle (2e-4 for df = 5).
#pragma once
#include <complex>
#include <vector>

#include "laws/law.h"

namespace scaledot {

class FourierLaw final : public Law {
 public:
  // theory: the mean and variance of the score; variance > 0.
  FourierLaw(const ScoreOptions& options, const ScoreTheory& theory);
  double pdf(double x) const override;
  double cdf(double x) const override;
  double survival(double x) const override;

 protected:
  double lowEnd() const override { return mean() - halfWidth_ * sd_; }
  double highEnd() const override { return mean() + halfWidth_ * sd_; }

 private:
  double sd_;
  double halfWidth_;                            // H, in sd
  std::vector<std::complex<double>> density_;   // phi^d_k at j pi / H, j = 1 ..
  std::vector<std::complex<double>> integral_;  // the same, integrated
  double integralAtLow_ = 0;
};

}  // namespace scaledot
