// Speed of the native build of the core, compared with the peak of four-lane multiply-adds and with Eigen's products. Uses
// Google Benchmark and one thread. `npm run bench -- native` builds and runs it.
//
// GFLOP/s and of_peak are those of the best iteration, which other work on the machine disturbs least. The peak is measured
// for every row.
#include <benchmark/benchmark.h>

#include <Eigen/Core>
#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <string>
#include <utility>
#include <vector>

#include "attention/attention.h"
#include "lanes/simd.h"
#include "random/random.h"
#include "statistics/score_statistics.h"

namespace {

using namespace scaledot;

double now() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

volatile float sink;

// Flop per second of four-lane multiply-adds, with two flop each.
double peakFlops() {
  constexpr int accumulators = 10, rounds = 20000, runs = 60;
  const float visible[8] = {0.999999f, 0.999999f, 0.999999f, 0.999999f, 1e-7f, 1e-7f, 1e-7f, 1e-7f};
  double best = 1e9;
  for (int run = 0; run < runs; ++run) {
    const double start = now();
    const float* numbers = hidden(visible);
    const F32x4 a = load(numbers), b = load(numbers + 4);
    F32x4 sums[accumulators] = {};
    for (int n = 0; n < rounds; ++n) {
      for (F32x4& sum : sums) sum = madd(sum, a, b);
    }
    for (const F32x4& sum : sums) sink = sum[0] + sum[3];
    best = std::min(best, now() - start);
  }
  return 8.0 * accumulators * rounds / best;
}

// The time of the best iteration, in seconds.
template <typename Work>
double bestSeconds(benchmark::State& state, Work work) {
  double best = 1e9;
  for (auto _ : state) {
    const double start = now();
    work();
    best = std::min(best, now() - start);
  }
  state.counters["best_ms"] = 1e3 * best;
  return best;
}

template <typename Work>
void timeFlop(benchmark::State& state, double flop, Work work) {
  const double before = peakFlops();
  const double best = bestSeconds(state, work);
  state.counters["GFLOP/s"] = flop / best * 1e-9;
  state.counters["of_peak"] = flop / best / std::max(before, peakFlops());
}

void peak(benchmark::State& state) {
  double best = 0;
  for (auto _ : state) best = std::max(best, peakFlops());
  state.counters["GFLOP/s"] = best * 1e-9;
}

// --- Attention ------------------------------------------------------------------------

struct Shape {
  uint32_t heads, length, dim;
  double product() const { return 1.0 * heads * length * length * dim; }
  std::string text() const {
    char text[48];
    std::snprintf(text, sizeof text, "(%u,%u,%u)", heads, length, dim);
    return text;
  }
};

// One attention of normal numbers, and buffers for its results.
struct Work {
  explicit Work(Shape s) : shape(s) {
    const size_t count = size_t{s.heads} * s.length * s.dim;
    std::vector<float>* tensors[] = {&query, &key, &value, &outputGradient};
    for (uint32_t t = 0; t < 4; ++t) {
      tensors[t]->resize(count);
      fillRow(7, Stream::query, t, Component{}, tensors[t]->data(), count);
    }
    for (std::vector<float>* result : {&output, &dQuery, &dKey, &dValue}) result->resize(count);
    logSumExp.resize(size_t{s.heads} * s.length);
    problem.heads = problem.keyHeads = s.heads;
    problem.queries = problem.keys = s.length;
    problem.headDim = problem.valueDim = s.dim;
    problem.query = query.data();
    problem.key = key.data();
    problem.value = value.data();
    problem.scale = 1 / std::sqrt(static_cast<float>(s.dim));
    results.output = output.data();
    results.logSumExp = logSumExp.data();
    gradients.query = dQuery.data();
    gradients.key = dKey.data();
    gradients.value = dValue.data();
  }
  bool forward() { return attention(problem, results); }
  bool backward() {
    return attentionGradient(problem, output.data(), logSumExp.data(), outputGradient.data(),
                             gradients);
  }

  Shape shape;
  std::vector<float> query, key, value, outputGradient, output, dQuery, dKey, dValue, logSumExp;
  AttentionProblem problem;
  AttentionResults results;
  AttentionGradients gradients;
};

void forwardOfCore(benchmark::State& state, Shape shape) {
  Work work(shape);
  bool done = true;
  timeFlop(state, 4 * shape.product(), [&] { done = work.forward() && done; });
  if (!done) state.SkipWithError("allocation failed");
}

void forwardWithWeights(benchmark::State& state, Shape shape) {
  Work work(shape);
  std::vector<float> weights(size_t{shape.heads} * shape.length * shape.length);
  work.results.weights = weights.data();
  bool done = true;
  timeFlop(state, 4 * shape.product(), [&] { done = work.forward() && done; });
  if (!done) state.SkipWithError("allocation failed");
}

void gradientOfCore(benchmark::State& state, Shape shape) {
  Work work(shape);
  bool done = work.forward();
  timeFlop(state, 10 * shape.product(), [&] { done = work.backward() && done; });
  if (!done) state.SkipWithError("allocation failed");
}

// --- The same with Eigen, with the whole matrix of weights ------------------------------

using Matrix = Eigen::Matrix<float, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

Eigen::Map<Matrix> head(std::vector<float>& tensor, const Shape& shape, uint32_t h) {
  return {tensor.data() + size_t{h} * shape.length * shape.dim, shape.length, shape.dim};
}

void weightsByEigen(Work& work, uint32_t h, Matrix& weights) {
  const Shape& shape = work.shape;
  weights.noalias() =
      work.problem.scale * head(work.query, shape, h) * head(work.key, shape, h).transpose();
  weights = (weights.colwise() - weights.rowwise().maxCoeff().eval()).array().exp();
  weights.array().colwise() /= weights.rowwise().sum().array().eval();
}

void forwardOfEigen(benchmark::State& state, Shape shape) {
  Work work(shape);
  Matrix weights(shape.length, shape.length);
  timeFlop(state, 4 * shape.product(), [&] {
    for (uint32_t h = 0; h < shape.heads; ++h) {
      weightsByEigen(work, h, weights);
      head(work.output, shape, h).noalias() = weights * head(work.value, shape, h);
    }
  });
}

// Recomputes the weights, like the core: five products.
void gradientOfEigen(benchmark::State& state, Shape shape) {
  Work work(shape);
  if (!work.forward()) state.SkipWithError("allocation failed");
  Matrix weights(shape.length, shape.length), slopes(shape.length, shape.length);
  timeFlop(state, 10 * shape.product(), [&] {
    for (uint32_t h = 0; h < shape.heads; ++h) {
      const auto outputGradient = head(work.outputGradient, shape, h);
      weightsByEigen(work, h, weights);
      head(work.dValue, shape, h).noalias() = weights.transpose() * outputGradient;
      slopes.noalias() = outputGradient * head(work.value, shape, h).transpose();
      const auto means =
          outputGradient.cwiseProduct(head(work.output, shape, h)).rowwise().sum().eval();
      slopes = work.problem.scale * weights.cwiseProduct(slopes.colwise() - means);
      head(work.dQuery, shape, h).noalias() = slopes * head(work.key, shape, h);
      head(work.dKey, shape, h).noalias() = slopes.transpose() * head(work.query, shape, h);
    }
  });
}

// --- Statistics -------------------------------------------------------------------------

void normals(benchmark::State& state, Distribution law) {
  std::vector<float> row(1024);
  const Component component{law, 0, 1, 5};
  const double best = bestSeconds(state, [&] {
    for (uint64_t r = 0; r < 100; ++r) {
      fillRow(7, Stream::query, r, component, row.data(), row.size());
    }
    sink = row[5];
  });
  state.counters["million/s"] = 100.0 * 1024 / best * 1e-6;
}

void numpyNormals(benchmark::State& state) {
  NumpyRandom random(0);
  std::vector<double> out(20000);
  const double best = bestSeconds(state, [&] { random.normal(0, 1, out.data(), out.size()); });
  state.counters["million/s"] = 20000 / best * 1e-6;
}

void scoreStatistics(benchmark::State& state, const ScoreOptions& options) {
  const uint32_t units = scoreUnits(options);
  std::vector<double> record(kScoreRecord), counts(options.bins + 2);
  bool done = true;
  timeFlop(state, 2.0 * options.headDim * options.queries * options.keys,
           [&] { done = scoreUnitRange(options, 0, units, record.data(), counts.data()) && done; });
  if (!done) state.SkipWithError("allocation failed");
}

template <typename... Arguments>
void add(const std::string& name, Arguments... arguments) {
  benchmark::RegisterBenchmark(name.c_str(), arguments...)->Unit(benchmark::kMillisecond);
}

void addStatistics() {
  const char* laws[] = {"normal", "uniform", "rademacher", "laplace", "student t", "exponential"};
  for (uint32_t law = 0; law < 6; ++law) {
    add(std::string("numbers, ") + laws[law], normals, static_cast<Distribution>(law));
  }
  add("numbers, NumPy's normals", numpyNormals);
  ScoreOptions options;
  options.headDim = 100;
  options.queries = options.keys = 10000;
  options.scale = 0.1;
  add("scores, 1e8, d_k 100", scoreStatistics, options);
  options.generator = Generator::numpy;
  add("scores, 1e8, d_k 100, NumPy's numbers", scoreStatistics, options);
  options = ScoreOptions{};
  add("scores, 1e4, d_k 64", scoreStatistics, options);
  options.correlation = 0.5;
  options.queries = options.keys = 300;
  add("scores, 9e4 fresh pairs, d_k 64", scoreStatistics, options);
}

void addAttention() {
  const Shape forward[] = {{1, 64, 16},  {1, 128, 64},  {1, 512, 64},
                           {8, 512, 64}, {1, 2048, 64}, {8, 1024, 128}};
  for (const Shape& shape : forward) {
    add("attention " + shape.text(), forwardOfCore, shape);
    if (shape.length <= 1024)
      add("attention, weights too " + shape.text(), forwardWithWeights, shape);
    add("attention by Eigen " + shape.text(), forwardOfEigen, shape);
  }
  for (const Shape& shape : {Shape{8, 128, 64}, Shape{1, 512, 64}}) {
    add("gradient " + shape.text(), gradientOfCore, shape);
    add("gradient by Eigen " + shape.text(), gradientOfEigen, shape);
  }
}

}  // namespace

int main(int count, char** arguments) {
  add("peak of four-lane multiply-add", peak);
  addAttention();
  addStatistics();
  benchmark::Initialize(&count, arguments);
  if (benchmark::ReportUnrecognizedArguments(count, arguments)) return 1;
  benchmark::RunSpecifiedBenchmarks();
  return 0;
}
