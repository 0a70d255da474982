// What the Scoring lab shows, for JavaScript. The order of the numbers is that of web/engine/functions/scoring.js.
#include <emscripten/bind.h>

#include "attention/parameter_draw.h"
#include "attention/score_cost.h"
#include "attention/score_plane.h"
#include "bindings/record.h"
#include "statistics/norm_stages.h"
#include "statistics/scoring_statistics.h"

namespace scaledot {
namespace {

constexpr uint32_t kMostFunctions = kMostScoringFunctions;  // as web/engine/border/limits.js has it

bool scorePlaneOf() {
  Record record;
  Plane plane;
  plane.size = record.whole();
  plane.extent = record.number();
  ScoreProblem all;
  all.keys = record.whole();
  all.key = record.array();
  const uint32_t count = record.whole();
  ScoreProblem functions[kMostFunctions];
  for (uint32_t f = 0; f < count; ++f) {
    ScoreProblem& function = functions[f] = all;
    function.kind = static_cast<ScoreKind>(record.whole());
    function.scale = static_cast<float>(record.number());
    function.hidden = record.whole();
    for (const float** array :
         {&function.weight, &function.queryWeight, &function.keyWeight, &function.vector}) {
      *array = record.array();
    }
  }
  return scorePlane(plane, functions, count, record.array());
}

// Gives parameters, multiplications and hyperbolic tangents.
bool scoreCostOf() {
  Record record;
  ScoreProblem problem;
  problem.kind = static_cast<ScoreKind>(record.whole());
  for (uint32_t* size : {&problem.queries, &problem.keys, &problem.queryDim, &problem.hidden}) {
    *size = record.whole();
  }
  problem.keyDim = problem.queryDim;
  const ScoreCost cost = scoreCost(problem);
  record.give(cost.parameters, cost.multiplications, cost.tangents);
  return true;
}

// Statistics --------------------------------------------------------------------------------------

bool scoringDrawsOf() {
  Record record;
  ScoringDraws draws;
  draws.vectors = readVectors(record);
  draws.bins = record.whole();
  draws.count = record.whole();
  for (uint32_t f = 0; f < draws.count; ++f) {
    ScoringFunction& function = draws.functions[f];
    function.kind = static_cast<ScoreKind>(record.whole());
    function.hidden = record.whole();
    for (double* number : {&function.scale, &function.temperature, &function.low, &function.high}) {
      *number = record.number();
    }
  }
  const uint32_t first = record.whole(), last = record.whole();
  float* to = record.array();
  return scoringDraws(draws, first, last, to, record.array());
}

// Gives the summary in the order of its fields.
bool summarizeScoresOf() {
  Record record;
  const uint32_t count = record.whole(), keys = record.whole();
  const Summary s = summarizeScores(record.array(), count, keys);
  record.give(s.count, s.mean, s.variance, s.std, s.skewness, s.kurtosis, s.min, s.max);
  return true;
}

bool drawScoreParametersOf() {
  Record record;
  const auto seed = static_cast<uint64_t>(record.number());
  const auto kind = static_cast<ScoreKind>(record.whole());
  const uint32_t dim = record.whole(), keys = record.whole(), hidden = record.whole();
  ScoreParameters to;
  for (float** array : {&to.weight, &to.queryWeight, &to.keyWeight, &to.vector}) {
    *array = record.array();
  }
  drawScoreParameters(seed, kind, dim, keys, hidden, to);
  return true;
}

// Normalisation -----------------------------------------------------------------------------------

// Gives the differences.
bool normStagesOf() {
  Record record;
  NormOptions options;
  options.headDim = record.whole();
  options.vectors = record.whole();
  options.lengthSpread = record.number();
  options.gainSd = record.number();
  options.biasSd = record.number();
  options.seed = static_cast<uint64_t>(record.number());
  const uint32_t stages = record.whole();
  double differences[kNormStages];
  if (!normStages(options, stages, record.array(), differences)) return false;
  record.giveAll(differences, stages);
  return true;
}

EMSCRIPTEN_BINDINGS(scoring) {
  using emscripten::function;
  function("scorePlane", &scorePlaneOf);
  function("scoreCost", &scoreCostOf);
  function("scoringDraws", &scoringDrawsOf);
  function("summarizeScores", &summarizeScoresOf);
  function("drawScoreParameters", &drawScoreParametersOf);
  function("normStages", &normStagesOf);
}

}  // namespace
}  // namespace scaledot
