// The computations of the Scoring lab, for JavaScript.
#include <emscripten/bind.h>

#include "attention/parameter_draw.h"
#include "attention/score_cost.h"
#include "attention/score_plane.h"
#include "bindings/scoring_record.h"
#include "statistics/norm_stages.h"
#include "statistics/scoring_statistics.h"

namespace scaledot {
namespace {

bool scorePlaneOf() {
  ScorePlaneRecord in = readScorePlane();
  for (uint32_t f = 0; f < in.count; ++f) {
    in.functions[f].keys = in.keys;
    in.functions[f].key = in.key;
  }
  return scorePlane(in.plane, in.functions, in.count, in.weights);
}

bool scoreCostOf() {
  const ScoreCostRecord in = readScoreCost();
  writeReturned(ScoreCostReturned{.cost = scoreCost(in.problem)});
  return true;
}

// Statistics --------------------------------------------------------------------------------------

bool scoringDrawsOf() {
  const ScoringDrawsRecord in = readScoringDraws();
  return scoringDraws(in.draws, in.first, in.last, in.measures, in.counts);
}

bool summarizeScoresOf() {
  const SummarizeScoresRecord in = readSummarizeScores();
  writeReturned(SummarizeScoresReturned{.summary = summarizeScores(in.moments, in.count, in.keys)});
  return true;
}

bool drawScoreParametersOf() {
  const DrawScoreParametersRecord in = readDrawScoreParameters();
  drawScoreParameters(in.seed, in.kind, in.dim, in.keys, in.hidden, in.parameters);
  return true;
}

// Normalisation -----------------------------------------------------------------------------------

bool normStagesOf() {
  const NormStagesRecord in = readNormStages();
  NormStagesReturned returned{};
  if (!normStages(in.options, in.stages, in.norms, returned.differences)) return false;
  writeReturned(returned);
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
