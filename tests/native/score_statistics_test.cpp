// Fused statistics, compared with a naive double reference from the same components, with theory, and with NumPy's results
// for the script of the blog.
#include "statistics/score_statistics.h"

#include <algorithm>
#include <cstring>
#include <fstream>
#include <optional>
#include <sstream>
#include <string>
#include <vector>

#include "testing.h"

namespace scaledot {
namespace {

using testing::relativeError;
using testing::Worst;

struct Result {
  ScoreSummary summary;
  std::vector<double> counts, records;
};

Result run(const ScoreOptions& options) {
  Result result;
  const uint32_t units = scoreUnits(options);
  result.records.resize(size_t{units} * kScoreRecord);
  result.counts.resize(options.bins + 2);
  EXPECT_TRUE(scoreUnitRange(options, 0, units, result.records.data(), result.counts.data()));
  result.summary = mergeScoreUnits(options, result.records.data(), units);
  return result;
}

std::vector<double> sample(const ScoreOptions& options, uint32_t side, uint32_t count) {
  std::vector<double> values(count);
  EXPECT_TRUE(componentSample(options, side, count, values.data()));
  return values;
}

// Computes all scores, one by one.
std::vector<double> naiveScores(const ScoreOptions& options) {
  const uint32_t d = options.headDim, n = options.queries, m = options.keys;
  const bool pairs = options.correlation != 0, numpy = options.generator == Generator::numpy;
  const std::vector<double> q = sample(options, 0, d * (pairs ? n * m : n)),
                            k = sample(options, 1, d * (pairs ? n * m : m));
  std::vector<double> scores;
  for (uint32_t i = 0; i < n; ++i) {
    for (uint32_t j = 0; j < m; ++j) {
      double score = 0;
      for (uint32_t c = 0; c < d; ++c) {
        const size_t queryAt = size_t{pairs ? i * m + j : i} * d + c;
        const size_t keyAt = pairs ? queryAt : numpy ? size_t{c} * m + j : size_t{j} * d + c;
        score += q[queryAt] * k[keyAt];
      }
      scores.push_back(options.scale * score);
    }
  }
  return scores;
}

Summary naiveSummary(const std::vector<double>& x) {
  const double n = static_cast<double>(x.size());
  long double sum = 0, p2 = 0, p3 = 0, p4 = 0;
  for (const double v : x) sum += v;
  const double mean = static_cast<double>(sum / n);
  for (const double v : x) {
    const long double e = v - sum / n;
    p2 += e * e;
    p3 += e * e * e;
    p4 += e * e * e * e;
  }
  const double variance = static_cast<double>(p2 / n);
  return {n,
          mean,
          static_cast<double>(p2 / (n - 1)),
          std::sqrt(static_cast<double>(p2 / (n - 1))),
          static_cast<double>(p3 / n) / std::pow(variance, 1.5),
          static_cast<double>(p4 / n) / variance / variance,
          *std::min_element(x.begin(), x.end()),
          *std::max_element(x.begin(), x.end())};
}

// Checks the errors against the naive reference, in units of the errors that float32 scores allow.
void expectSame(const Summary& got, const Summary& naive, double tolerance, Worst& worst,
                double where) {
  const double sd = naive.count > 1 ? naive.std : std::fabs(naive.mean);
  EXPECT_EQ(got.count, naive.count);
  const double errors[] = {std::fabs(got.mean - naive.mean) / sd,
                           relativeError(got.variance, naive.variance),
                           std::fabs(got.skewness - naive.skewness),
                           std::fabs(got.kurtosis - naive.kurtosis) / naive.kurtosis,
                           std::fabs(got.min - naive.min) / sd,
                           std::fabs(got.max - naive.max) / sd};
  for (const double error : errors) {
    if (naive.count < 2 && std::isnan(error)) continue;
    EXPECT_LE(error, tolerance) << "at " << where;
    worst.note(error, where);
  }
}

ScoreOptions optionsOf(uint32_t d, uint32_t queries, uint32_t keys) {
  ScoreOptions options;
  options.headDim = d;
  options.queries = queries;
  options.keys = keys;
  options.scale = 1 / std::sqrt(static_cast<double>(d));
  options.seed = 99;
  return options;
}

TEST(ScoreStatistics, EverySmallShapeAgreesWithTheNaiveReference) {
  Worst worst("small shapes, relative to sd");
  for (uint32_t d = 1; d <= 35; ++d) {
    for (uint32_t queries = 1; queries <= 40; queries += queries < 9 ? 1 : 7) {
      for (uint32_t keys = 1; keys <= 40; keys += keys < 6 ? 1 : 11) {
        if (queries * keys < 4) continue;  // skewness of two or three scores is only rounding
        const ScoreOptions options = optionsOf(d, queries, keys);
        expectSame(run(options).summary.scores, naiveSummary(naiveScores(options)), 1e-5, worst,
                   d * 1e4 + queries * 100 + keys);
      }
    }
  }
}

TEST(ScoreStatistics, EveryLawMeanAndCorrelationAgreesWithTheNaiveReference) {
  Worst worst("laws, relative to sd");
  for (uint32_t law = 0; law < 36; ++law) {
    for (const double correlation : {0.0, -0.4, 1.0}) {
      ScoreOptions options = optionsOf(1 + law, 20 + law, 31);
      options.query = {static_cast<Distribution>(law % 6), 1.5, 2, 5};
      options.key = {static_cast<Distribution>(law / 6), -30, 0.25, 7};
      options.correlation = correlation;
      options.scale = law % 2 == 0 ? -0.5 : 3;
      expectSame(run(options).summary.scores, naiveSummary(naiveScores(options)), 2e-5, worst,
                 law + correlation / 10);
    }
  }
}

TEST(ScoreStatistics, AHugeMeanOrATinySdCostsNoPrecision) {
  Worst worst("means of 1e6 sd, relative to sd");
  for (const double mean : {1e3, 1e6, -1e6}) {
    ScoreOptions options = optionsOf(64, 50, 60);
    options.query.mean = mean;
    options.key.mean = 3;
    options.key.sd = 1e-3;
    // The reference sums 64 numbers of 1e6 in double, so its error is about 1e-9 sd.
    expectSame(run(options).summary.scores, naiveSummary(naiveScores(options)), 1e-5, worst, mean);
  }
}

TEST(ScoreStatistics, UnitsOfDifferentMeansMergeToTheWhole) {
  Worst worst("units with means of their own, relative to sd");
  ScoreOptions options = optionsOf(1, 40, 60000);
  options.query.distribution = Distribution::exponential;
  options.key.mean = 3;
  options.key.sd = 0.2;
  ASSERT_GE(scoreUnits(options), 2u);
  expectSame(run(options).summary.scores, naiveSummary(naiveScores(options)), 1e-5, worst, 0);
}

// The scores of one query are close together, far from the mean of all queries.
TEST(ScoreStatistics, OneQueryFarFromTheMeanHasItsSpread) {
  Worst worst("one query, relative to its sd");
  ScoreOptions options = optionsOf(4, 1, 3000);
  options.key.mean = 300;
  expectSame(run(options).summary.scores, naiveSummary(naiveScores(options)), 1e-3, worst, 0);
}

TEST(ScoreStatistics, HistogramCountsEveryScoreOnce) {
  for (const double correlation : {0.0, 0.5}) {
    ScoreOptions options = optionsOf(33, 123, 77);
    options.bins = 17;
    options.low = -1.1;
    options.high = 1.3;
    options.correlation = correlation;
    const std::vector<double> counts = run(options).counts;
    std::vector<double> naive(counts.size());
    for (const double score : naiveScores(options)) {
      const double slot =
          std::floor((score - options.low) / (options.high - options.low) * options.bins) + 1;
      naive[static_cast<size_t>(std::clamp(slot, 0.0, 18.0))] += 1;
    }
    double moved = 0, total = 0;
    for (size_t i = 0; i < counts.size(); ++i) {
      moved += std::fabs(counts[i] - naive[i]);
      total += counts[i];
    }
    EXPECT_EQ(total, 123 * 77);
    EXPECT_LE(moved, 2);  // a score within rounding of an edge
  }
}

// Signs at d_k = 64: scores are multiples of 1/4, edges multiples of 1/20, so every score lies on an edge.
TEST(ScoreStatistics, AScoreOnAnEdgeCountsAboveIt) {
  ScoreOptions options = optionsOf(64, 200, 200);
  options.query.distribution = options.key.distribution = Distribution::rademacher;
  const std::vector<double> counts = run(options).counts;
  double onEdges = counts[0] + counts[options.bins + 1];
  for (uint32_t bin = 0; bin < options.bins; bin += 5) onEdges += counts[bin + 1];
  EXPECT_EQ(onEdges, 200 * 200);
}

TEST(ScoreStatistics, AnySlicingGivesTheSameBits) {
  for (int variant = 0; variant < 3; ++variant) {
    ScoreOptions options = optionsOf(100, 700, 1500);
    if (variant == 1) options.generator = Generator::numpy;
    if (variant == 2) {
      options.correlation = 0.5;
      options.queries = 300;
      options.keys = 100;
    }
    const Result whole = run(options);
    const uint32_t units = scoreUnits(options);
    ASSERT_GE(units, 3u);
    std::vector<double> records(whole.records.size()), counts(whole.counts.size());
    for (uint32_t unit = units; unit-- > 0;) {  // backwards, one at a time, other work in between
      run(optionsOf(5, 9, 9));
      ASSERT_TRUE(scoreUnitRange(options, unit, unit + 1, &records[size_t{unit} * kScoreRecord],
                                 counts.data()));
    }
    EXPECT_EQ(std::memcmp(records.data(), whole.records.data(), records.size() * sizeof(double)), 0)
        << variant;
    EXPECT_EQ(counts, whole.counts);
  }
}

TEST(ScoreStatistics, AllUnitsAtOnceGiveTheSameBits) {
  for (int variant = 0; variant < 4; ++variant) {
    // More units than are merged at once.
    ScoreOptions options = optionsOf(testing::kSanitized ? 10 : 100, 2000, 15000);
    if (variant == 1) options = optionsOf(3, 2, 5);
    if (variant == 2) options.generator = Generator::numpy;
    if (variant == 3) {
      options.correlation = 0.5;
      options.queries = options.keys = 200;
    }
    if (variant == 0) {
      ASSERT_GT(scoreUnits(options), 40u);
    }
    const Result sliced = run(options);
    ScoreSummary summary;
    std::vector<double> counts(sliced.counts.size());
    ASSERT_TRUE(scoreStatistics(options, summary, counts.data()));
    EXPECT_EQ(std::memcmp(&summary, &sliced.summary, sizeof summary), 0) << variant;
    EXPECT_EQ(counts, sliced.counts) << variant;
  }
}

TEST(ScoreStatistics, StandardErrorsBeforeTheFactorDoNotDependOnIt) {
  for (const double correlation : {0.0, 0.5}) {
    ScoreOptions options = optionsOf(7, 30, 40);
    options.correlation = correlation;
    options.query.mean = 2;
    options.scale = 1;
    const ScoreSummary one = run(options).summary;
    EXPECT_EQ(one.unscaledMeanError, one.meanError);
    EXPECT_EQ(one.unscaledVarianceError, one.varianceError);
    EXPECT_GT(one.unscaledVarianceError, 0);
    for (const double scale : {-0.3, 0.0, 12.0}) {
      options.scale = scale;
      const ScoreSummary summary = run(options).summary;
      EXPECT_EQ(summary.unscaledMeanError, one.meanError);
      EXPECT_EQ(summary.unscaledVarianceError, one.varianceError);
      EXPECT_DOUBLE_EQ(summary.meanError, std::fabs(scale) * one.meanError);
      EXPECT_DOUBLE_EQ(summary.varianceError, scale * scale * one.varianceError);
    }
  }
}

TEST(ScoreStatistics, TheDefaultRangeIsFiveStandardDeviationsAroundTheMean) {
  ScoreOptions options = optionsOf(9, 1, 1);
  options.query.mean = 2;
  options.key.mean = 3;
  options.scale = -1;
  setDefaultRange(options);
  const double variance = 9 * ((1.0 + 4) * (1 + 9) - 36);
  EXPECT_DOUBLE_EQ(options.low, -54 - 5 * std::sqrt(variance));
  EXPECT_DOUBLE_EQ(options.high, -54 + 5 * std::sqrt(variance));
  options.scale = 0;
  setDefaultRange(options);
  EXPECT_EQ(options.low, -1);
  EXPECT_EQ(options.high, 1);
  // The range is never so narrow that its edges are rounded to the same number.
  options.scale = 1;
  options.query = {Distribution::normal, 1e6, 0, 5};
  options.key = {Distribution::normal, 1e6, 1e-12, 5};
  setDefaultRange(options);
  EXPECT_NEAR(options.high - options.low, 2 * 9e12 * 0x1p-40, 0.01);  // edges of 9e12
}

TEST(ScoreStatistics, RecordsOfZerosCountNothing) {
  const ScoreOptions options = optionsOf(100, 700, 1500);
  const Result whole = run(options);
  std::vector<double> some(whole.records.size());
  std::copy_n(whole.records.begin(), kScoreRecord, some.begin() + kScoreRecord);
  const ScoreSummary padded = mergeScoreUnits(options, some.data(), scoreUnits(options));
  const ScoreSummary one = mergeScoreUnits(options, whole.records.data(), 1);
  EXPECT_EQ(padded.scores.variance, one.scores.variance);
  EXPECT_EQ(padded.scores.count, one.scores.count);
  EXPECT_EQ(padded.scores.min, one.scores.min);
  const ScoreSummary none = mergeScoreUnits(options, some.data(), 0);
  EXPECT_EQ(none.scores.count, 0);
  EXPECT_TRUE(std::isnan(none.scores.mean) && std::isnan(none.scores.variance) &&
              std::isnan(none.query.mean));
}

TEST(ScoreStatistics, ComponentsAreSummedOnceEach) {
  ScoreOptions options = optionsOf(100, 333, 12000);  // two blocks of keys
  options.query = {Distribution::uniform, 2, 3, 5};
  const ScoreSummary summary = run(options).summary;
  const Summary query = naiveSummary(sample(options, 0, 333 * 100)),
                key = naiveSummary(sample(options, 1, 12000 * 100));
  EXPECT_EQ(summary.query.count, query.count);
  EXPECT_EQ(summary.key.count, key.count);
  EXPECT_NEAR(summary.query.mean, query.mean, 1e-12);
  EXPECT_NEAR(summary.query.std, query.std, 1e-12);
  EXPECT_NEAR(summary.key.mean, key.mean, 1e-12);
  EXPECT_NEAR(summary.key.std, key.std, 1e-12);
}

TEST(ScoreStatistics, DegenerateCasesAreFiniteOrNaNAndNeverWrong) {
  ScoreOptions options = optionsOf(7, 20, 30);
  options.query.sd = options.key.sd = 0;
  options.query.mean = 0.1;
  options.key.mean = 3;
  Summary s = run(options).summary.scores;  // every score the same
  EXPECT_NEAR(s.mean, 2.1 * options.scale, 1e-12);
  EXPECT_EQ(s.variance, 0);
  EXPECT_EQ(s.min, s.max);
  EXPECT_TRUE(std::isnan(s.skewness));

  options = optionsOf(7, 1, 30);
  options.key.sd = 0;
  options.key.mean = 1;
  s = run(options).summary.scores;  // one query, equal keys
  EXPECT_EQ(s.variance, 0);

  const ScoreSummary one = run(optionsOf(1, 1, 1)).summary;  // a single score has no spread
  s = one.scores;
  EXPECT_EQ(s.count, 1);
  EXPECT_TRUE(std::isnan(s.variance));
  EXPECT_TRUE(std::isnan(one.meanError));
  EXPECT_TRUE(std::isnan(one.varianceError));
  EXPECT_EQ(s.min, s.max);

  options = optionsOf(3, 10, 10);
  options.scale = 0;
  s = run(options).summary.scores;
  EXPECT_EQ(s.variance, 0);
  EXPECT_EQ(s.max, 0);
  const ScoreTheory theory = scoreTheory(options);
  EXPECT_EQ(theory.variance, 0);
  EXPECT_TRUE(std::isnan(theory.skewness)) << theory.skewness;
  EXPECT_TRUE(std::isnan(theory.kurtosis)) << theory.kurtosis;
}

TEST(ScoreStatistics, QueryEqualToKeyGivesChiSquaredScores) {
  ScoreOptions options = optionsOf(16, 400, 500);
  options.correlation = 1;
  options.scale = 1;
  const ScoreSummary s = run(options).summary;
  EXPECT_NEAR(s.scores.mean, 16, 4 * s.meanError);
  EXPECT_NEAR(s.scores.variance, 32, 4 * s.varianceError);
  EXPECT_GT(s.scores.min, 0);
  EXPECT_EQ(s.query.mean, s.key.mean);
}

TEST(ScoreStatistics, FailedAllocationsAreReportedAndNothingIsWritten) {
  if (testing::kSanitized) GTEST_SKIP() << "the sanitizer ends the program at such a request";
  ScoreOptions options = optionsOf(65536, 1u << 24, 1u << 24);
  options.generator = Generator::numpy;
  std::vector<double> records(kScoreRecord, 7), counts(options.bins + 2, 7);
  EXPECT_GT(scoreBytes(options), 1e13);
  EXPECT_FALSE(scoreUnitRange(options, 0, 1, records.data(), counts.data()));
  EXPECT_EQ(records[0], 7);
  EXPECT_EQ(counts[0], 7);
}

// NumPy 1.24: seed 0, normal(0, 1, 10**6) twice, 10000 x 10000 scores over sqrt(100).
TEST(ScoreStatistics, TheBlogsScriptGivesNumPysDigits) {
  if (testing::kSanitized) GTEST_SKIP() << "1e8 scores take too long under the sanitizers";
  ScoreOptions options = optionsOf(100, 10000, 10000);
  options.seed = 0;
  options.scale = 0.1;
  options.generator = Generator::numpy;
  const Result result = run(options);
  const ScoreSummary& s = result.summary;
  Worst worst("NumPy's figures, relative");
  const auto expect = [&](double got, double numpy, double tolerance) {
    EXPECT_LE(relativeError(got, numpy), tolerance) << numpy;
    worst.note(relativeError(got, numpy), numpy);
  };
  expect(s.query.mean, 0.0015121465155362318, 1e-11);
  expect(s.query.std, 0.9999218259776954, 1e-13);
  expect(s.key.mean, 0.00030444971735968363, 1e-11);
  expect(s.key.std, 0.9988866485887642, 1e-13);
  expect(s.scores.mean, 0.00010822103082252036, 1e-10);
  expect(s.scores.std, 0.9989145784891948, 1e-8);
  expect(s.scores.skewness, -0.00029788513431513753, 1e-3);
  expect(s.scores.kurtosis, 3.05969909838588, 1e-7);
  expect(s.scores.min, -5.968577897512, 1e-6);
  expect(s.scores.max, 6.010582601867214, 1e-6);
  const double middle[] = {1959092, 1979401, 1996133, 2004111, 2012145,
                           2010862, 2007286, 1997137, 1976796, 1959487};
  for (uint32_t i = 0; i < 10; ++i) EXPECT_NEAR(result.counts[96 + i], middle[i], 60);
  EXPECT_EQ(result.counts[0], 95);
  EXPECT_EQ(result.counts[201], 92);
}

// Computes the sum of the squares of all scores as the trace of (Q^T Q)(K^T K), which is exact in double without a pass
// over the scores.
double varianceByGramMatrices(const ScoreOptions& options) {
  const uint32_t d = options.headDim;
  const auto gram = [&](uint32_t side, uint32_t rows, std::vector<double>& sum) {
    const std::vector<double> x = sample(options, side, rows * d);
    std::vector<double> product(size_t{d} * d);
    sum.assign(d, 0);
    for (uint32_t i = 0; i < rows; ++i) {
      for (uint32_t a = 0; a < d; ++a) {
        sum[a] += x[size_t{i} * d + a];
        for (uint32_t b = 0; b < d; ++b)
          product[size_t{a} * d + b] += x[size_t{i} * d + a] * x[size_t{i} * d + b];
      }
    }
    return product;
  };
  std::vector<double> q, k;
  const std::vector<double> qq = gram(0, options.queries, q), kk = gram(1, options.keys, k);
  double squares = 0, sum = 0;
  for (size_t i = 0; i < qq.size(); ++i) squares += qq[i] * kk[i];
  for (uint32_t c = 0; c < d; ++c) sum += q[c] * k[c];
  const double n = static_cast<double>(options.queries) * options.keys;
  return options.scale * options.scale * (squares - sum * sum / n) / (n - 1);
}

// If all scores were added to one float32 sum, it would stop growing, and the standard deviation would be 0.853.
TEST(ScoreStatistics, OneHundredMillionScoresKeepTheirVariance) {
  if (testing::kSanitized) GTEST_SKIP() << "1e8 scores take too long under the sanitizers";
  Worst worst("variance of 1e8 scores, relative");
  for (const Distribution law :
       {Distribution::normal, Distribution::rademacher, Distribution::exponential}) {
    // On a lattice of 18 values the same rounding error would occur millions of times.
    const uint32_t d = law == Distribution::rademacher ? 17 : 16;
    ScoreOptions options = optionsOf(d, 10000, 10000);
    options.query.distribution = options.key.distribution = law;
    const double error =
        relativeError(run(options).summary.scores.variance, varianceByGramMatrices(options));
    EXPECT_LE(error, 1e-6);
    worst.note(error, static_cast<double>(law));
  }
}

// Theory --------------------------------------------------------------------------------------------

ScoreOptions plain(uint32_t d, Component q, Component k, double correlation = 0) {
  ScoreOptions options;
  options.headDim = d;
  options.scale = 1;
  options.query = q;
  options.key = k;
  options.correlation = correlation;
  return options;
}

TEST(ScoreTheory, HasTheseMoments) {
  const Component normal{}, exponential{Distribution::exponential, 1, 1, 5},
      t{Distribution::studentT, 0, 1, 5};
  const auto expect = [](const ScoreTheory& got, double mean, double variance, double skewness,
                         double kurtosis) {
    EXPECT_NEAR(got.mean, mean, 1e-12);
    EXPECT_NEAR(got.variance, variance, 1e-12 * variance);
    EXPECT_NEAR(got.skewness, skewness, 1e-12);
    EXPECT_NEAR(got.kurtosis, kurtosis, 1e-12);
  };
  expect(scoreTheory(plain(1, normal, normal)), 0, 1, 0, 9);
  expect(scoreTheory(plain(64, normal, normal)), 0, 64, 0, 3 + 6.0 / 64);
  expect(scoreTheory(plain(1, exponential, exponential)), 1, 3, 5.003702332976757,
         3 + 47.333333333333336);
  expect(scoreTheory(plain(2, t, t)), 0, 2, 0, 3 + 39);
  expect(scoreTheory(plain(4, normal, normal, 1)), 4, 8, std::sqrt(2.0), 3 + 3);  // chi-squared
  expect(scoreTheory(plain(64, normal, normal, 0.5)), 32, 80,
         64 * (6 * 0.5 + 2 * 0.125) / std::pow(80, 1.5),
         3 + 64 * (6 + 36 * 0.25 + 6 * 0.0625) / 6400);
  ScoreOptions negative = plain(3, exponential, exponential);
  negative.scale = -2;
  expect(scoreTheory(negative), -6, 36, -5.003702332976757 / std::sqrt(3.0),
         3 + 47.333333333333336 / 3);
}

// Returns the next number after `at` in a JSON text; null gives NaN.
double numberAfter(const std::string& text, size_t& at) {
  at = text.find_first_of("0123456789-n", at);
  if (text[at] == 'n') {
    at += 4;
    return std::numeric_limits<double>::quiet_NaN();
  }
  size_t length = 0;
  const double value = std::stod(text.substr(at, 32), &length);
  at += length;
  return value;
}
double field(const std::string& text, const std::string& name, size_t at) {
  at = text.find('"' + name + "\":", at) + name.size() + 3;
  return numberAfter(text, at);
}

// Reads ["name", a, b] after `at`. Returns nothing for a law without a variance.
std::optional<Component> readComponent(const std::string& text, size_t at) {
  const size_t open = text.find('[', at), close = text.find(']', open),
               quote = text.find('"', open);
  const std::string name = text.substr(quote + 1, text.find('"', quote + 1) - quote - 1);
  double values[2] = {};
  size_t from = quote + name.size() + 2;
  for (double& value : values) {
    if (text.find_first_of("0123456789", from) < close) value = numberAfter(text, from);
  }
  const auto [a, b] = values;
  if (name == "normal") return Component{Distribution::normal, a, b, 5};
  if (name == "uniform")
    return Component{Distribution::uniform, (a + b) / 2, (b - a) / std::sqrt(12.0), 5};
  if (name == "laplace") return Component{Distribution::laplace, a, b * std::sqrt(2.0), 5};
  if (name == "exponential") return Component{Distribution::exponential, a, a, 5};
  if (name == "rademacher") return Component{};
  if (name == "student_t" && a > 2)
    return Component{Distribution::studentT, 0, std::sqrt(a / (a - 2)), a};
  return std::nullopt;
}

TEST(ScoreTheory, AgreesWithTheReferenceTables) {
  std::ifstream file(SCALEDOT_SOURCE_DIR "/../shared/reference/stats/qk_variance.json");
  if (!file) GTEST_SKIP() << "../shared/reference is not there";
  std::stringstream buffer;
  buffer << file.rdbuf();
  const std::string text = buffer.str();
  int checked = 0;
  for (size_t at = text.find("\"q\":"); at != std::string::npos; at = text.find("\"q\":", at + 1)) {
    auto q = readComponent(text, at), k = readComponent(text, text.find("\"k\":", at));
    if (!q || !k) continue;
    const size_t keyAt = text.find("\"k\":", at);
    if (text.compare(text.find('"', text.find('[', at)), 5, "\"rade") == 0)
      q->distribution = Distribution::rademacher;
    if (text.compare(text.find('"', text.find('[', keyAt)), 5, "\"rade") == 0)
      k->distribution = Distribution::rademacher;
    const ScoreTheory theory =
        scoreTheory(plain(static_cast<uint32_t>(field(text, "d", keyAt)), *q, *k));
    const double variance = field(text, "variance", keyAt),
                 skewness = field(text, "skewness", keyAt);
    EXPECT_NEAR(theory.mean, field(text, "mean", keyAt), 1e-9 * std::sqrt(variance));
    EXPECT_NEAR(theory.variance, variance, 1e-12 * variance);
    if (!std::isnan(skewness)) {
      EXPECT_NEAR(theory.skewness, skewness, 1e-9);
      EXPECT_NEAR(theory.kurtosis - 3, field(text, "excess_kurtosis", keyAt), 1e-9);
    }
    ++checked;
  }
  EXPECT_GE(checked, 100);
  std::printf("%d cases of the reference checked\n", checked);
}

TEST(ScaleFactor, IsTheRule) {
  EXPECT_EQ(scaleFactor(ScaleRule::number, 3.5, 7), 3.5);
  EXPECT_EQ(scaleFactor(ScaleRule::rsqrt, 0, 64), 0.125);
  EXPECT_EQ(scaleFactor(ScaleRule::none, 0, 64), 1.0);
  EXPECT_EQ(scaleFactor(ScaleRule::inverse, 0, 64), 1.0 / 64);
  EXPECT_EQ(scaleFactor(ScaleRule::power, 0.5, 100), 0.1);
  EXPECT_EQ(scaleFactor(ScaleRule::power, 1, 64), 1.0 / 64);
  EXPECT_EQ(scaleFactor(ScaleRule::power, 0, 100), 1.0);
  EXPECT_DOUBLE_EQ(scaleFactor(ScaleRule::power, 0.25, 10), std::pow(10, -0.25));
}

// Standard errors ---------------------------------------------------------------------------------

struct Coverage {
  double mean = 0, variance = 0;  // shares of runs whose interval contains the true value
};
Coverage coverage(ScoreOptions options) {
  const ScoreTheory theory = scoreTheory(options);
  const int runs = testing::kSanitized ? 100 : 1000;
  Coverage held;
  for (int seed = 0; seed < runs; ++seed) {
    options.seed = 5000 + static_cast<uint64_t>(seed);
    const ScoreSummary s = run(options).summary;
    held.mean += std::fabs(s.scores.mean - theory.mean) <= 1.96 * s.meanError ? 1.0 / runs : 0;
    held.variance +=
        std::fabs(s.scores.variance - theory.variance) <= 1.96 * s.varianceError ? 1.0 / runs : 0;
  }
  return held;
}

TEST(StandardErrors, IntervalsContainTheTrueValueAbout95TimesInAHundred) {
  const Component normal{}, moved{Distribution::normal, 2, 1, 5},
      uniform{Distribution::uniform, 0.5, 1, 5}, exponential{Distribution::exponential, 1, 1, 5},
      signs{Distribution::rademacher, 0, 1, 5};
  const ScoreOptions cases[] = {plain(16, normal, normal), plain(64, moved, normal),
                                plain(32, uniform, moved), plain(8, exponential, uniform),
                                plain(16, signs, signs),   plain(8, normal, normal, 0.7)};
  for (ScoreOptions options : cases) {
    options.queries = 60;
    options.keys = 40;
    const Coverage held = coverage(options);
    const double slack = testing::kSanitized ? 0.07 : 0.03;
    EXPECT_NEAR(held.mean, 0.95, slack) << options.headDim;
    EXPECT_NEAR(held.variance, 0.95, slack) << options.headDim;
    std::printf("intervals hold the mean %.3f and the variance %.3f of the time\n", held.mean,
                held.variance);
  }
}

TEST(StandardErrors, AreInfiniteIfTheFourthMomentIs) {
  ScoreOptions options = plain(8, {Distribution::studentT, 0, 1, 3.5}, {});
  options.queries = options.keys = 20;
  EXPECT_FALSE(std::isfinite(run(options).summary.varianceError));
}

// Walks and samples ---------------------------------------------------------------------------------

TEST(ScoreWalks, PairsAfterTheLastVectorOfNumpyBeginAgain) {
  ScoreOptions options = optionsOf(7, 2, 3);
  options.generator = Generator::numpy;
  const uint32_t pairs = 12, d = 7;
  std::vector<float> products(pairs * d), sums(pairs * d);
  ASSERT_TRUE(scoreWalks(options, pairs, products.data(), sums.data()));
  const std::vector<double> q = sample(options, 0, 2 * d), k = sample(options, 1, 3 * d);
  for (uint32_t p = 0; p < pairs; ++p) {
    for (uint32_t c = 0; c < d; ++c)
      EXPECT_FLOAT_EQ(products[p * d + c], static_cast<float>(q[p % 2 * d + c] * k[c * 3 + p % 3]));
  }
}

// More numbers than a slice, then again with more rows, other means and other numbers.
TEST(ScoreWalks, NumpyDoesNotDependOnEarlierCalls) {
  ScoreOptions options = optionsOf(300, 500, 400);
  options.generator = Generator::numpy;
  options.query.distribution = Distribution::uniform;
  std::vector<float> products(8 * 300), sums(8 * 300);
  ASSERT_TRUE(scoreWalks(options, 2, products.data(), sums.data()));
  const std::vector<double> q = sample(options, 0, 500 * 300), k = sample(options, 1, 400 * 300);
  for (const double mean : {0.0, 3.0}) {
    options.key.mean = mean;
    ASSERT_TRUE(scoreWalks(options, 8, products.data(), sums.data()));
    for (uint32_t p = 0; p < 8; ++p) {
      for (uint32_t c = 0; c < 300; ++c)
        EXPECT_FLOAT_EQ(products[p * 300 + c],
                        static_cast<float>(q[p * 300 + c] * (mean + k[c * 400 + p])));
    }
  }
  options.seed = 77;
  ASSERT_TRUE(scoreWalks(options, 1, products.data(), sums.data()));
  const double product = sample(options, 0, 1)[0] * sample(options, 1, 1)[0];
  EXPECT_FLOAT_EQ(products[0], static_cast<float>(product));
}

TEST(ScoreWalks, ProductsAndSumsAreThoseOfTheComponents) {
  for (int variant = 0; variant < 3; ++variant) {
    ScoreOptions options = optionsOf(19, 30, 40);
    options.query.mean = 2;
    if (variant == 1) options.generator = Generator::numpy;
    if (variant == 2) options.correlation = -0.5;
    const uint32_t pairs = 5, d = 19;
    testing::GuardedBuffer<float> products(pairs * d), sums(pairs * d);
    ASSERT_TRUE(scoreWalks(options, pairs, products.data(), sums.data()));
    const std::vector<double> q = sample(options, 0, pairs * d),
                              k = sample(options, 1, variant == 1 ? 40 * d : pairs * d);
    for (uint32_t p = 0; p < pairs; ++p) {
      double sum = 0;
      for (uint32_t c = 0; c < d; ++c) {
        const double product = q[p * d + c] * (variant == 1 ? k[c * 40 + p] : k[p * d + c]);
        sum += product;
        EXPECT_FLOAT_EQ(products[p * d + c], static_cast<float>(product));
        EXPECT_FLOAT_EQ(sums[p * d + c], static_cast<float>(sum));
      }
    }
  }
}

TEST(ComponentSample, GivesNumPysNumbersInNumPysOrder) {
  ScoreOptions options = optionsOf(100, 10000, 10000);
  options.seed = 0;
  options.generator = Generator::numpy;
  EXPECT_EQ(sample(options, 0, 2)[1], 0.4001572083672233);
  options.queries = 2;
  options.headDim = 2;
  options.keys = 2;
  EXPECT_EQ(sample(options, 1, 1)[0], 1.8675579901499675);  // the fifth number
}

}  // namespace
}  // namespace scaledot
