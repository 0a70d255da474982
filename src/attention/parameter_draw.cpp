#include "attention/parameter_draw.h"

#include "random/random.h"

namespace scaledot {

// fillRow() writes past the end of a row. The next row overwrites that.
void drawParameter(uint64_t seed, Parameter parameter, uint32_t rows, uint32_t columns, double sd,
                   float* to) {
  Component component;
  component.sd = sd;
  const uint64_t first = uint64_t{static_cast<uint32_t>(parameter)} << 32;
  for (uint32_t i = 0; i < rows; ++i, to += columns) {
    fillRow(seed, Stream::draw, first + i, component, to, columns);
  }
}

void drawScoreParameters(uint64_t seed, ScoreKind kind, uint32_t dim, uint32_t keys,
                         uint32_t hidden, const ScoreParameters& to) {
  const double sd = 1 / __builtin_sqrt(static_cast<double>(dim));
  if (kind == ScoreKind::general) drawParameter(seed, Parameter::weight, dim, dim, sd, to.weight);
  if (kind == ScoreKind::location)
    drawParameter(seed, Parameter::location, dim, keys, sd, to.weight);
  if (kind != ScoreKind::additive) return;
  drawParameter(seed, Parameter::queryWeight, dim, hidden, sd, to.queryWeight);
  drawParameter(seed, Parameter::keyWeight, dim, hidden, sd, to.keyWeight);
  drawParameter(seed, Parameter::vector, 1, hidden, 1 / __builtin_sqrt(static_cast<double>(hidden)),
                to.vector);
}

}  // namespace scaledot
