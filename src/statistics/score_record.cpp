// Merges records, in order of units, into the summary. The same records give the same bits, whichever thread computed them.
#include "statistics/score_record.h"

#include <algorithm>
#include <cstring>
#include <limits>

#include "statistics/score_theory.h"

namespace scaledot {
namespace {

constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();

void mergeComponents(double a[3], const double b[3]) {
  if (b[0] == 0) return;
  const double n = a[0] + b[0], delta = b[1] - a[1];
  a[2] += b[2] + delta * delta * a[0] * (b[0] / n);
  a[1] += delta * (b[0] / n);
  a[0] = n;
}

Summary componentSummary(const double x[3], const Component& component) {
  Summary s{x[0], kNaN, kNaN, kNaN, kNaN, kNaN, kNaN, kNaN};
  if (x[0] == 0) return s;
  s.mean = component.mean + component.sd * x[1];
  if (x[0] > 1) s.variance = component.sd * component.sd * x[2] / (x[0] - 1);
  s.std = __builtin_sqrt(s.variance);
  return s;
}

}  // namespace

// Uses Chan, Golub and LeVeque's rule and Pebay's extension of it to the third and fourth power.
void mergeMoments(ScoreRecord& a, const ScoreRecord& b) {
  if (b.count == 0) return;
  if (a.count == 0) {
    a.least = b.least;
    a.greatest = b.greatest;
  }
  const double n = a.count + b.count, delta = b.mean - a.mean;
  const double byA = a.count / n, byB = b.count / n, step = delta * byB, square = delta * delta;
  a.fourth += b.fourth + square * square * a.count * byB * (byA * byA - byA * byB + byB * byB) +
              6 * square * (byA * byA * b.second + byB * byB * a.second) +
              4 * delta * (byA * b.third - byB * a.third);
  a.third += b.third + square * delta * a.count * byB * (byA - byB) +
             3 * delta * (byA * b.second - byB * a.second);
  a.second += b.second + square * a.count * byB;
  a.mean += step;
  a.count = n;
  a.least = std::min(a.least, b.least);
  a.greatest = std::max(a.greatest, b.greatest);
}

Summary summaryOf(const ScoreRecord& record, double mean, double factor) {
  const double n = record.count, second = record.second / n;
  Summary s;
  s.count = n;
  // + 0 turns -0 into 0, because -0 would be printed.
  const auto scored = [&](double x) { return n > 0 ? factor * (mean + x) + 0.0 : kNaN; };
  s.mean = scored(record.mean);
  s.variance = factor * factor * record.second / (n - 1);
  s.std = __builtin_sqrt(s.variance);
  s.skewness = record.third / n / (second * __builtin_sqrt(second));
  if (factor < 0) s.skewness = -s.skewness;
  s.kurtosis = record.fourth / n / (second * second);
  s.min = scored(factor < 0 ? record.greatest : record.least);
  s.max = scored(factor < 0 ? record.least : record.greatest);
  if (n <= 1) s.variance = s.std = kNaN;
  if (factor == 0) s.skewness = s.kurtosis = kNaN;
  return s;
}

namespace {

// Adds the next record in order of units.
void merge(ScoreRecord& all, const double* from) {
  ScoreRecord record;
  std::memcpy(&record, from, sizeof record);
  mergeMoments(all, record);
  for (int side = 0; side < 2; ++side)
    mergeComponents(all.components[side], record.components[side]);
}

ScoreSummary scoreSummary(const ScoreOptions& options, ScoreRecord all) {
  if (all.least == all.greatest) all.second = all.third = all.fourth = 0;
  const double mean = unscaledTheory(options).mean, factor = options.scale;
  ScoreSummary summary;
  summary.unscaled = summaryOf(all, mean, 1);
  summary.scores = summaryOf(all, mean, factor);
  summary.query = componentSummary(all.components[0], options.query);
  summary.key = componentSummary(all.components[1], options.key);
  const double d = options.headDim;
  const StandardErrors errors =
      standardErrors(options, {all.count, all.components[0][0] / d, all.components[1][0] / d,
                               summary.unscaled.variance, all.fourth / all.count});
  summary.meanError = __builtin_fabs(factor) * errors.mean;
  summary.varianceError = factor * factor * errors.variance;
  summary.unscaledMeanError = errors.mean;
  summary.unscaledVarianceError = errors.variance;
  return summary;
}

}  // namespace

ScoreSummary mergeScoreUnits(const ScoreOptions& options, const double* records, uint32_t units) {
  ScoreRecord all{};
  for (uint32_t u = 0; u < units; ++u) merge(all, records + size_t{u} * kScoreRecord);
  return scoreSummary(options, all);
}

bool scoreStatistics(const ScoreOptions& options, ScoreSummary& summary, double* counts) {
  constexpr uint32_t kAtOnce = 16;  // records on the stack
  double records[kAtOnce * kScoreRecord];
  ScoreRecord all{};
  const uint32_t units = scoreUnits(options);
  for (uint32_t first = 0; first < units;) {
    const uint32_t last = std::min(units - first, kAtOnce) + first;
    if (!scoreUnitRange(options, first, last, records, counts)) return false;
    for (uint32_t u = first; u < last; ++u) merge(all, records + (u - first) * kScoreRecord);
    first = last;
  }
  summary = scoreSummary(options, all);
  return true;
}

}  // namespace scaledot
