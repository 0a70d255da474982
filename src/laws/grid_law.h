// The law of a score of few components (small d_k) of any laws and means: the probabilities of one product on a fine grid of
// cells, convolved d_k times by the Fourier transform.
//
// The grid preserves the poles, kinks, jumps and atoms of such laws. An inverted characteristic function (fourier_law.h)
// would smear them or ring. A cell is about 0.01 sd wide. The absolute error of cdf is 1e-5 (2e-4 near a pole, 1e-3 for
// correlated heavy-tailed laws). pdf is the mean over a cell, within 1e-3 of the peak away from poles, jumps and atoms. The
// mass beyond 25 .. 70 sd (depending on the tails) is in the first and last cells.
#pragma once
#include <vector>

#include "laws/law.h"

namespace scaledot {

class GridLaw final : public Law {
 public:
  // theory: the mean and variance of the score; variance > 0.
  GridLaw(const ScoreOptions& options, const ScoreTheory& theory);
  double pdf(double x) const override;
  double cdf(double x) const override;
  double survival(double x) const override;
  double quantile(double p) const override;

 private:
  double low_, width_;  // of the first cell, of each cell
  // P(score <= left edge of cell i); one more for the right edge of the last
  std::vector<double> below_;
};

}  // namespace scaledot
