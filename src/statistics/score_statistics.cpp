// Moments, extremes and a histogram of random scores, in one pass over register tiles.
//
//   for each unit (a key block x some queries):
//     keys     = rows of the block, generated once and reused by later units
//     panels   = queries 8 by 8, transposed, so that the queries lie in lanes
//     for each stretch of keys that fits the cache, each panel, 4 keys at a time:
//       g[4][8]   = start + sum_c key_c query_c                       (float32)
//       z         = a g + b                                           nearly centred on the mean of the unit
//       power[p] += z^p, p = 1 .. 4;  least, greatest of g;  bins[lane][slot(g)] += 1
//     power sums of a stretch (a few thousand scores) are added in double
//
// With X, Y the standardised components and h > 0 a unit of measure (see Measure):
//   q.k - E[q.k] = h (w X.Y + wx sum X + wy sum Y) = h g
// so no large mean is subtracted, and the mean of g over a unit follows exactly, in double, from the sums of the vectors.
// Powers are taken about that mean, so nothing cancels later.
#include "statistics/score_statistics.h"

#include <algorithm>
#include <cstring>

#include "statistics/score_kernel.h"
#include "statistics/score_record.h"
#include "statistics/score_theory.h"
#include "statistics/score_vectors.h"

namespace scaledot {
namespace {

// How the work is cut --------------------------------------------------------------------------------

struct Plan {
  uint32_t keyBlock, keyBlocks;      // keys of a block
  uint32_t unitQueries, queryUnits;  // queries of a unit
  uint32_t unitPairs, pairUnits;     // the same for fresh pairs
  uint32_t slices;                   // units that only generate NumPy's numbers
  uint32_t units;
};

uint32_t parts(uint64_t whole, uint64_t part) {
  return static_cast<uint32_t>((whole + part - 1) / part);
}

constexpr uint32_t kMostUnits = 1u << 20;
constexpr double kUnitWork = 2.5e7;    // multiply-adds: 1 ms, 30 ms in plain JavaScript
constexpr double kScoreWork = 24;      // cost of the moments of a score, in multiply-adds
constexpr double kComponentWork = 90;  // cost of generating a component

Plan planPairs(const ScoreOptions& options) {
  Plan plan{};
  const uint64_t pairs = uint64_t{options.queries} * options.keys;
  const double work = 2 * kComponentWork * static_cast<double>(rowStride(options)) + 100;
  const uint64_t leastPairs = (pairs + kMostUnits - 1) / kMostUnits;
  const uint64_t wanted =
      std::max({static_cast<uint64_t>(kUnitWork / work), leastPairs, uint64_t{1}});
  plan.unitPairs = static_cast<uint32_t>(std::min(wanted, pairs));
  plan.pairUnits = parts(pairs, plan.unitPairs);
  plan.units = plan.pairUnits;
  return plan;
}

// A block of keys has 4 MiB, or up to 16 MiB if 4 MiB are fewer than 512 keys, because the queries are generated again for
// every block.
Plan planGrid(const ScoreOptions& options) {
  Plan plan{};
  const uint64_t stride = rowStride(options);
  const uint64_t most =
      std::max((uint64_t{1} << 20) / stride, std::min(uint64_t{512}, (uint64_t{1} << 22) / stride));
  plan.keyBlocks = parts(options.keys, most);
  plan.keyBlock = parts(options.keys, plan.keyBlocks);
  plan.keyBlocks = parts(options.keys, plan.keyBlock);
  const double work =
      plan.keyBlock * (options.headDim + kScoreWork) + kComponentWork * static_cast<double>(stride);
  const uint64_t cap = parts(uint64_t{options.queries} * plan.keyBlocks, kMostUnits);
  const uint64_t wanted = std::max(static_cast<uint64_t>(kUnitWork / work), cap);
  plan.unitQueries = static_cast<uint32_t>(std::max(wanted / kPanel, uint64_t{1})) * kPanel;
  plan.unitQueries = std::min(plan.unitQueries, parts(options.queries, kPanel) * kPanel);
  plan.queryUnits = parts(options.queries, plan.unitQueries);
  if (options.generator == Generator::numpy) {
    plan.slices = parts(numpyNumbers(options), NumpyVectors::kSlice);
  }
  plan.units = plan.slices + plan.keyBlocks * plan.queryUnits;
  return plan;
}

Plan planOf(const ScoreOptions& options) {
  return options.correlation != 0 ? planPairs(options) : planGrid(options);
}

// The unit of g -----------------------------------------------------------------------------------------

// q.k = mean + h g,  g = w X.Y + wx sum X + wy sum Y, with h = s_q s_k, unless that is negligible beside the terms of the
// means. Then h is chosen so that g is of order 1.
struct Measure {
  double mean, h;
  double w, wx, wy;
};

Measure measureOf(const ScoreOptions& options) {
  const ScoreTheory theory = unscaledTheory(options);
  const Component &q = options.query, &k = options.key;
  const double typical = __builtin_sqrt(theory.variance / options.headDim);
  double h = q.sd * k.sd;
  if (!(h > 1e-3 * typical)) h = typical > 0 ? typical : 1;
  return {theory.mean, h, q.sd * k.sd / h, k.mean * q.sd / h, q.mean * k.sd / h};
}

// Returns the power of 2 at or above x > 0.
double nextPowerOf2(double x) {
  double power = 1;
  while (power < x) power *= 2;
  while (power / 2 >= x) power /= 2;
  return power;
}

double roundedTo64ths(double x) {
  constexpr double rounder = 0x1.8p46;
  return (x + rounder) - rounder;
}

// z has sd 0.7 to 1.4 and mean 0 or nearly. Scale and shift have few bits, so that z and its powers are exact if scores lie
// on a lattice. The same rounding error in millions of equal scores would not average out.
//
// slot = floor(t) + 1 = round(t + 1/2). A score on an edge belongs to the bin above, but rounding is to even, so half a unit
// in the last place of the slot numbers is added.
Map mapOf(const ScoreOptions& options, const Measure& measure, double meanOfG) {
  const double sd = __builtin_sqrt(unscaledTheory(options).variance);
  const double scale = sd > 0 ? nextPowerOf2(measure.h / sd / __builtin_sqrt(2.0)) : 1;
  const double perUnit = options.bins / (options.high - options.low);
  const double nudge = nextPowerOf2(options.bins + 2) * 0x1p-24;
  Map map;
  map.scale = splat(static_cast<float>(scale));
  map.shift = splat(static_cast<float>(-roundedTo64ths(scale * meanOfG)));
  map.slotScale = splat(static_cast<float>(options.scale * measure.h * perUnit));
  map.slotShift = splat(
      static_cast<float>((options.scale * measure.mean - options.low) * perUnit + 0.5 + nudge));
  map.lastSlot = splat(static_cast<float>(options.bins + 1));
  map.rounder = splat(8388608.0f);  // 2^23: adding it leaves an integer in the low bits
  return map;
}

// A unit ----------------------------------------------------------------------------------------------------

// Converts power sums of z, about a point near the mean, to powers of scores about their mean.
void setMoments(ScoreRecord& record, const Tally& tally, double toScore) {
  const double n = record.count, *p = tally.power;
  const double m = p[0] / n, p2 = p[1] / n, p3 = p[2] / n, p4 = p[3] / n;
  const double second = p2 - m * m;
  const double third = p3 - 3 * m * p2 + 2 * m * m * m;
  const double fourth = p4 - 4 * m * p3 + 6 * m * m * p2 - 3 * m * m * m * m;
  const double square = toScore * toScore;
  record.second = n * std::max(second, 0.0) * square;
  record.third = n * third * square * toScore;
  record.fourth = n * std::max(fourth, 0.0) * square * square;
}

void setExtremes(ScoreRecord& record, const LaneSums& lanes, double h) {
  float low = lanes.least[0], high = lanes.greatest[0];
  for (int lane = 1; lane < 4; ++lane) {
    low = std::min(low, lanes.least[lane]);
    high = std::max(high, lanes.greatest[lane]);
  }
  record.least = h * static_cast<double>(low);
  record.greatest = h * static_cast<double>(high);
  if (low == high) record.second = record.third = record.fourth = 0;
}

void setComponents(double out[3], const Rows& rows, size_t headDim) {
  double sum = 0, square = 0;
  for (size_t c = 0; c < headDim; ++c) {
    sum += rows.sum[c];
    square += rows.square[c];
  }
  out[0] = static_cast<double>(rows.count) * static_cast<double>(headDim);
  out[1] = sum / out[0];
  out[2] = std::max(square - sum * out[1], 0.0);
}

constexpr uint32_t kNoBlock = UINT32_MAX;

// Buffers and vectors that are reused by later calls.
struct Workspace {
  NumpyVectors numpy;
  NumpySample numpySample;
  Rows queries, keys;
  Buffer<float> panels, keyStart;
  Tally tally;
  ScoreOptions keysOf;           // the options of the loaded keys,
  uint32_t keyBlock = kNoBlock;  // and their block

  [[nodiscard]] bool reserveGrid(const ScoreOptions& options, const Plan& plan);
  void loadKeys(const ScoreOptions& options, const Plan& plan, uint32_t block,
                const Measure& measure);
  void packQueries(size_t headDim, size_t stride);
};

thread_local Workspace workspace;

bool sameKeys(const ScoreOptions& a, const ScoreOptions& b) {
  return a.seed == b.seed && a.generator == b.generator && a.headDim == b.headDim &&
         a.keys == b.keys && a.key.distribution == b.key.distribution && a.key.df == b.key.df &&
         (a.generator == Generator::scaledot ||
          (a.queries == b.queries && a.query.distribution == b.query.distribution));
}

bool Workspace::reserveGrid(const ScoreOptions& options, const Plan& plan) {
  const bool numpyReady = options.generator != Generator::numpy || numpy.open(options);
  const uint32_t keyRows = parts(plan.keyBlock, kTileRows) * kTileRows;
  if (!sameKeys(keysOf, options)) keyBlock = kNoBlock;
  return numpyReady && keys.reserve(options, keyRows) &&
         queries.reserve(options, plan.unitQueries) && keyStart.reserve(keyRows) &&
         panels.reserve(size_t{plan.unitQueries} * options.headDim) &&
         tally.slots.reserve(4 * (size_t{options.bins} + 3));
}

void Workspace::loadKeys(const ScoreOptions& options, const Plan& plan, uint32_t block,
                         const Measure& measure) {
  const uint32_t first = block * plan.keyBlock;
  const uint32_t count = std::min(plan.keyBlock, options.keys - first);
  if (block != keyBlock) {
    keys.load(options, numpy, Side::key, first, count);
    keysOf = options;
    keyBlock = block;
  }
  for (uint32_t j = 0; j < parts(count, kTileRows) * kTileRows; ++j) {
    keyStart[j] = j < count ? static_cast<float>(measure.wy * keys.rowSum[j]) : 0;
  }
}

// Packs rows of queries into panels of 8 columns. Lanes after the last query are zeros.
void Workspace::packQueries(size_t headDim, size_t stride) {
  const uint32_t panelCount = parts(queries.count, kPanel);
  for (uint32_t p = 0; p < panelCount; ++p) {
    float* panel = &panels[size_t{p} * kPanel * headDim];
    for (uint32_t lane = 0; lane < kPanel; ++lane) {
      const uint32_t i = p * kPanel + lane;
      for (size_t c = 0; c < headDim; ++c) {
        panel[c * kPanel + lane] = i < queries.count ? queries.x[i * stride + c] : 0;
      }
    }
  }
}

Panel panelOf(const Workspace& work, uint32_t p, size_t headDim, const Measure& measure) {
  Panel panel;
  panel.queries = &work.panels[size_t{p} * kPanel * headDim];
  panel.whole = (p + 1) * kPanel <= work.queries.count;
  for (uint32_t lane = 0; lane < kPanel; ++lane) {
    const uint32_t i = p * kPanel + lane;
    const bool valid = i < work.queries.count;
    panel.valid[lane / 4][lane % 4] = valid ? -1 : 0;
    panel.start[lane / 4][lane % 4] =
        valid ? static_cast<float>(measure.wx * work.queries.rowSum[i]) : 0;
  }
  return panel;
}

double total(const Buffer<double>& values, size_t count) {
  double sum = 0;
  for (size_t i = 0; i < count; ++i) sum += values[i];
  return sum;
}

// Returns the mean of g over every query with every key, from the sums of the vectors.
double meanOfG(const Workspace& work, size_t headDim, const Measure& measure) {
  const double n = work.queries.count, m = work.keys.count;
  double dot = 0;
  for (size_t c = 0; c < headDim; ++c) dot += work.queries.sum[c] * work.keys.sum[c];
  return measure.w * (dot / (n * m)) + measure.wx * (total(work.queries.sum, headDim) / n) +
         measure.wy * (total(work.keys.sum, headDim) / m);
}

void scaleQueries(Buffer<float>& panels, size_t count, double w) {
  if (w == 1) return;
  for (size_t i = 0; i < count; ++i) panels[i] *= static_cast<float>(w);
}

void runPanels(Workspace& work, const ScoreOptions& options, const Measure& measure,
               const Map& map) {
  const size_t stride = rowStride(options), headDim = options.headDim;
  const uint32_t fitting =
      static_cast<uint32_t>(std::clamp<size_t>(32768 / stride, 16, 512)) / kTileRows * kTileRows;
  for (uint32_t first = 0; first < work.keys.count; first += fitting) {
    const KeySpan span{&work.keys.x[first * stride], &work.keyStart[first], stride, headDim,
                       std::min(fitting, work.keys.count - first)};
    for (uint32_t p = 0; p < parts(work.queries.count, kPanel); ++p) {
      const Panel panel = panelOf(work, p, headDim, measure);
      takePanel(span, panel, map, options.bins, work.tally);
    }
  }
}

void addCounts(const Tally& tally, uint32_t bins, double* counts) {
  for (uint32_t slot = 0; slot < bins + 2; ++slot) {
    for (uint32_t lane = 0; lane < 4; ++lane) counts[slot] += tally.slots[4 * slot + lane];
  }
}

ScoreRecord gridUnit(Workspace& work, const ScoreOptions& options, const Plan& plan, uint32_t unit,
                     double* counts) {
  const size_t headDim = options.headDim, stride = rowStride(options);
  const uint32_t block = unit / plan.queryUnits,
                 firstQuery = unit % plan.queryUnits * plan.unitQueries;
  const Measure measure = measureOf(options);
  if (options.generator == Generator::numpy) work.numpy.makeAll();
  work.loadKeys(options, plan, block, measure);
  work.queries.load(options, work.numpy, Side::query, firstQuery,
                    std::min(plan.unitQueries, options.queries - firstQuery));
  work.packQueries(headDim, stride);
  scaleQueries(work.panels, parts(work.queries.count, kPanel) * kPanel * headDim, measure.w);
  const double mean = meanOfG(work, headDim, measure);
  const Map map = mapOf(options, measure, mean);
  work.tally.clear(options.bins);
  runPanels(work, options, measure, map);

  ScoreRecord record{};
  record.count = static_cast<double>(work.queries.count) * work.keys.count;
  record.mean = measure.h * mean;
  setMoments(record, work.tally, measure.h / static_cast<double>(map.scale[0]));
  setExtremes(record, work.tally.lanes, measure.h);
  if (block == 0) setComponents(record.components[0], work.queries, headDim);
  if (firstQuery == 0) setComponents(record.components[1], work.keys, headDim);
  addCounts(work.tally, options.bins, counts);
  return record;
}

// Fresh pairs -------------------------------------------------------------------------------------------------

// Returns X.Y - d rho, with the mean subtracted from every product, so that the sum stays small.
float centredDot(const float* x, const float* y, size_t headDim, float rho) {
  F32x4 sums[2] = {};
  size_t c = 0;
  for (; c + 8 <= headDim; c += 8) {
    sums[0] += madd(load(x + c), load(y + c), splat(-rho));
    sums[1] += madd(load(x + c + 4), load(y + c + 4), splat(-rho));
  }
  const F32x4 both = sums[0] + sums[1];
  float dot = (both[0] + both[1]) + (both[2] + both[3]);
  for (; c < headDim; ++c) dot += x[c] * y[c] - rho;
  return dot;
}

struct PairSums {
  double g = 0;
  double sum[2] = {}, square[2] = {};
};

// Writes g of each pair of a unit.
PairSums makePairs(const ScoreOptions& options, const Measure& measure, uint64_t first,
                   uint32_t count, float* rows, float* g) {
  const size_t stride = rowStride(options), headDim = options.headDim;
  const float rho = static_cast<float>(options.correlation);
  float *x = rows, *y = rows + stride;
  PairSums sums;
  for (uint32_t p = 0; p < count; ++p) {
    fillQueryRow(options, first + p, x);
    fillKeyRow(options, first + p, x, y);
    const PowerSums ofX = powerSums(x, headDim), ofY = powerSums(y, headDim);
    sums.sum[0] += ofX.sum;
    sums.sum[1] += ofY.sum;
    sums.square[0] += ofX.square;
    sums.square[1] += ofY.square;
    const double dot = static_cast<double>(centredDot(x, y, headDim, rho));
    const double value = measure.w * dot + measure.wx * ofX.sum + measure.wy * ofY.sum;
    sums.g += value;
    g[p] = static_cast<float>(value);
  }
  return sums;
}

ScoreRecord pairUnit(Workspace& work, const ScoreOptions& options, const Plan& plan, uint32_t unit,
                     double* counts) {
  const uint64_t first = uint64_t{unit} * plan.unitPairs;
  const uint64_t left = uint64_t{options.queries} * options.keys - first;
  const uint32_t count = static_cast<uint32_t>(std::min<uint64_t>(plan.unitPairs, left));
  const Measure measure = measureOf(options);
  float* g = work.panels.data();
  const PairSums sums = makePairs(options, measure, first, count, work.keys.x.data(), g);
  const Map map = mapOf(options, measure, sums.g / count);
  work.tally.clear(options.bins);
  takeScores(g, count, map, options.bins, work.tally);

  ScoreRecord record{};
  record.count = count;
  record.mean = measure.h * sums.g / count;
  setMoments(record, work.tally, measure.h / static_cast<double>(map.scale[0]));
  setExtremes(record, work.tally.lanes, measure.h);
  for (int side = 0; side < 2; ++side) {
    const double n = record.count * options.headDim, mean = sums.sum[side] / n;
    record.components[side][0] = n;
    record.components[side][1] = mean;
    record.components[side][2] = std::max(sums.square[side] - n * mean * mean, 0.0);
  }
  addCounts(work.tally, options.bins, counts);
  return record;
}

bool reservePairs(Workspace& work, const ScoreOptions& options, const Plan& plan) {
  work.keyBlock = kNoBlock;
  return work.keys.x.reserve(2 * rowStride(options)) &&
         work.panels.reserve(size_t{plan.unitPairs} + 3) &&
         work.tally.slots.reserve(4 * (size_t{options.bins} + 3));
}

}  // namespace

uint32_t scoreUnits(const ScoreOptions& options) { return planOf(options).units; }

double scoreBytes(const ScoreOptions& options) {
  const Plan plan = planOf(options);
  const double stride = static_cast<double>(rowStride(options));
  if (options.correlation != 0) return 4 * (2 * stride + plan.unitPairs);
  const double rows = plan.keyBlock + 2.0 * plan.unitQueries;
  const double numpy =
      options.generator == Generator::numpy
          ? 8.0 * options.headDim * (static_cast<double>(options.queries) + options.keys)
          : 0;
  return 4 * rows * stride + numpy;
}

bool scoreUnitRange(const ScoreOptions& options, uint32_t first, uint32_t last, double* records,
                    double* counts) {
  const Plan plan = planOf(options);
  Workspace& work = workspace;
  const bool pairs = options.correlation != 0;
  if (!(pairs ? reservePairs(work, options, plan) : work.reserveGrid(options, plan))) return false;
  for (uint32_t unit = first; unit < last; ++unit) {
    ScoreRecord record{};
    if (pairs) {
      record = pairUnit(work, options, plan, unit, counts);
    } else if (unit < plan.slices) {
      work.numpy.makeUntil((size_t{unit} + 1) * NumpyVectors::kSlice);
    } else {
      record = gridUnit(work, options, plan, unit - plan.slices, counts);
    }
    std::memcpy(records + size_t{unit - first} * kScoreRecord, &record, sizeof record);
  }
  return true;
}

bool scoreWalks(const ScoreOptions& options, uint32_t pairs, float* products, float* sums) {
  const size_t stride = rowStride(options), headDim = options.headDim;
  const bool numpy = options.generator == Generator::numpy;
  Buffer<float> rows;
  NumpySample& made = workspace.numpySample;
  if (!rows.reserve(2 * stride) || (numpy && !made.open(options, pairs, 0))) return false;
  for (uint32_t p = 0; p < pairs; ++p) {
    if (!numpy) {
      fillQueryRow(options, p, &rows[0]);
      fillKeyRow(options, p, &rows[0], &rows[stride]);
    }
    double sum = 0;
    for (size_t c = 0; c < headDim; ++c) {
      const double x =
          numpy ? made.standardised(Side::query, p % options.queries, c) : double{rows[c]};
      const double y =
          numpy ? made.standardised(Side::key, p % options.keys, c) : double{rows[stride + c]};
      const double product =
          (options.query.mean + options.query.sd * x) * (options.key.mean + options.key.sd * y);
      sum += product;
      products[p * headDim + c] = static_cast<float>(product);
      sums[p * headDim + c] = static_cast<float>(sum);
    }
  }
  return true;
}

bool componentSample(const ScoreOptions& options, uint32_t side, uint32_t count, double* out) {
  const Side which = static_cast<Side>(side);
  if (options.generator == Generator::numpy) {
    if (!workspace.numpySample.open(options, 0, count)) return false;
    for (uint32_t i = 0; i < count; ++i) out[i] = workspace.numpySample.component(which, i);
    return true;
  }
  const size_t stride = rowStride(options), headDim = options.headDim;
  const Component& component = componentOf(options, which);
  Buffer<float> rows;
  if (!rows.reserve(2 * stride)) return false;
  for (uint32_t i = 0; i < count; ++i) {
    const size_t c = i % headDim;
    if (c == 0) fillQueryRow(options, i / headDim, &rows[0]);
    if (c == 0 && which == Side::key) fillKeyRow(options, i / headDim, &rows[0], &rows[stride]);
    const float x = rows[which == Side::key ? stride + c : c];
    out[i] = component.mean + component.sd * static_cast<double>(x);
  }
  return true;
}

}  // namespace scaledot
