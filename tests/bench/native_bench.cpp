// Speed of the core on this machine, as ratios to the multiply-add peak measured in the same run:
//   g++ -std=c++20 -O3 -ffp-contract=off -Isrc tests/bench/native_bench.cpp build/native/libscaledot_core.a
// Best of many short runs, so that other work on the machine disturbs little.
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <vector>

#include "random.h"
#include "score_statistics.h"
#include "simd.h"

namespace {

using namespace scaledot;

double now() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

template <typename Work>
double bestSeconds(int runs, Work work) {
  double best = 1e9;
  for (int i = 0; i < runs; ++i) {
    const double start = now();
    work();
    best = std::min(best, now() - start);
  }
  return best;
}

volatile float sink;

// Multiply-adds a second, two flop each, of four lanes.
double peakFlops() {
  constexpr int accumulators = 10, rounds = 100000;
  const float visible[8] = {0.999999f, 0.999999f, 0.999999f, 0.999999f, 1e-7f, 1e-7f, 1e-7f, 1e-7f};
  const double seconds = bestSeconds(100, [&] {
    const float* numbers = hidden(visible);
    const F32x4 a = load(numbers), b = load(numbers + 4);
    F32x4 sums[accumulators] = {};
    for (int n = 0; n < rounds; ++n) {
      for (F32x4& sum : sums) sum = madd(sum, a, b);
    }
    for (const F32x4& sum : sums) sink = sum[0] + sum[3];
  });
  return 8.0 * accumulators * rounds / seconds;
}

double normalsPerSecond(Distribution law) {
  std::vector<float> row(1024);
  const Component component{law, 0, 1, 5};
  const double seconds = bestSeconds(100, [&] {
    for (uint64_t r = 0; r < 100; ++r) {
      fillRow(7, Stream::query, r, component, row.data(), row.size());
    }
    sink = row[5];
  });
  return 100.0 * 1024 / seconds;
}

double numpyNormalsPerSecond() {
  NumpyRandom random(0);
  std::vector<double> out(20000);
  return 20000 / bestSeconds(30, [&] { random.normal(0, 1, out.data(), out.size()); });
}

// Seconds for all units, each the best of some runs.
double scoreSeconds(const ScoreOptions& options, int runs) {
  const uint32_t units = scoreUnits(options);
  std::vector<double> best(units, 1e9), record(kScoreRecord), counts(options.bins + 2);
  for (int run = 0; run < runs; ++run) {
    for (uint32_t unit = 0; unit < units; ++unit) {
      const double start = now();
      if (!scoreUnitRange(options, unit, unit + 1, record.data(), counts.data())) return 0;
      best[unit] = std::min(best[unit], now() - start);
    }
  }
  double sum = 0;
  for (const double seconds : best) sum += seconds;
  return sum;
}

void printScores(const char* name, const ScoreOptions& options, double peak) {
  const double seconds = scoreSeconds(options, 3);
  const double flop = 2.0 * options.headDim * options.queries * options.keys;
  std::printf("%-34s %8.4f s   %5.1f GFLOP/s   %.2f of the peak\n", name, seconds,
              flop / seconds * 1e-9, flop / seconds / peak);
}

}  // namespace

int main() {
  const double peak = peakFlops();
  std::printf("four-lane multiply-add peak %.1f GFLOP/s\n", peak * 1e-9);
  const char* laws[] = {"normal", "uniform", "rademacher", "laplace", "student t", "exponential"};
  for (uint32_t law = 0; law < 6; ++law) {
    std::printf("%-12s %6.0f million a second\n", laws[law],
                normalsPerSecond(static_cast<Distribution>(law)) * 1e-6);
  }
  std::printf("NumPy normals %5.1f million a second\n", numpyNormalsPerSecond() * 1e-6);

  ScoreOptions options;
  options.headDim = 100;
  options.queries = options.keys = 10000;
  options.scale = 0.1;
  printScores("1e8 scores, d_k = 100", options, peak);
  options.generator = Generator::numpy;
  printScores("the same, NumPy's numbers there", options, peak);
  options = ScoreOptions{};
  printScores("1e4 scores, d_k = 64", options, peak);
  options.correlation = 0.5;
  options.queries = options.keys = 300;
  printScores("9e4 fresh pairs, d_k = 64", options, peak);
  return 0;
}
