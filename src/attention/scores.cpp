// With G the gradient with respect to the scores, for each batch:
//
//   scaledDot  scores = scale Q K^T         dQ = scale G K           dK = scale G^T Q       dscale = sum of Q * G K
//   cosine     the same with rows of length 1; then, for each row q = |q| u, dq = (du - u (u . du)) / |q|, or du / epsilon
//   general    U = Q W,  scores = U K^T     dQ = V W^T,  V = G K     dK = G^T U             dW = Q^T V
//   location   scores = Q W                 dQ = G W^T               dK = 0                 dW = Q^T G
//   additive   A = Q Wq,  B = K Wk          dQ = dA Wq^T             dK = dB Wk^T           dWq = Q^T dA,  dWk = K^T dB
//   distance                                dQ = -2 scale sum g (q - k)                     dK = 2 scale sum g (q - k)
//
// Products are those of matrix.h, and sums over pairs those of score_pairs.h. Parameters are multiplied with all rows of the
// batch at once.
#include "attention/scores.h"

#include <algorithm>
#include <cmath>

#include "attention/score_pairs.h"
#include "lanes/buffer.h"
#include "lanes/finite.h"
#include "lanes/matrix.h"
#include "lanes/sum.h"

namespace scaledot {
namespace {

// The compared vectors: queries [batch, queries, dim] and keys [batch, keys, dim].
struct Sides {
  uint32_t batch, queries, keys, dim;
  const float *query, *key;

  size_t querySize() const { return size_t{queries} * dim; }  // of one batch
  size_t keySize() const { return size_t{keys} * dim; }
  size_t scoresSize() const { return size_t{queries} * keys; }
  PairShape shape() const { return {queries, keys, dim}; }
};
Sides sidesOf(const ScoreProblem& p) {
  return {p.batch, p.queries, p.keys, p.queryDim, p.query, p.key};
}
// Rows of the whole batch.
uint32_t queryRows(const ScoreProblem& p) { return p.batch * p.queries; }
uint32_t keyRows(const ScoreProblem& p) { return p.batch * p.keys; }
bool rowsFit(const ScoreProblem& p) {
  return uint64_t{p.batch} * std::max(p.queries, p.keys) <= UINT32_MAX;
}

// Describes a row-major matrix.
Matrix plain(const float* data, uint32_t columns) { return {data, columns, 1}; }
Matrix transposed(const float* data, uint32_t columns) { return {data, 1, columns}; }

bool product(uint32_t rows, uint32_t inner, uint32_t columns, Matrix left, Matrix right,
             float* to) {
  return multiply(rows, inner, columns, left, right, nullptr, false, to, columns);
}

// query key^T
bool compare(const Sides& s, float* to) {
  for (size_t b = 0; b < s.batch; ++b) {
    if (!product(s.queries, s.dim, s.keys, plain(s.query + b * s.querySize(), s.dim),
                 transposed(s.key + b * s.keySize(), s.dim), to + b * s.scoresSize()))
      return false;
  }
  return true;
}

// gradient key
bool queryGradient(const Sides& s, const float* gradient, float* to) {
  for (size_t b = 0; b < s.batch; ++b) {
    if (!product(s.queries, s.keys, s.dim, plain(gradient + b * s.scoresSize(), s.keys),
                 plain(s.key + b * s.keySize(), s.dim), to + b * s.querySize()))
      return false;
  }
  return true;
}

// gradient^T query
bool keyGradient(const Sides& s, const float* gradient, float* to) {
  for (size_t b = 0; b < s.batch; ++b) {
    if (!product(s.keys, s.queries, s.dim, transposed(gradient + b * s.scoresSize(), s.keys),
                 plain(s.query + b * s.querySize(), s.dim), to + b * s.keySize()))
      return false;
  }
  return true;
}

// rows [count, in] weight [in, out]
bool project(const float* rows, uint32_t count, uint32_t in, const float* weight, uint32_t out,
             float* to) {
  return product(count, in, out, plain(rows, in), plain(weight, out), to);
}

// Computes the gradients of the rows and the weight of a projection, from the gradient of its result. Both may be null.
bool projectGradient(const float* rows, uint32_t count, uint32_t in, const float* weight,
                     uint32_t out, const float* gradient, float* toRows, float* toWeight) {
  return (toRows == nullptr ||
          product(count, out, in, plain(gradient, out), transposed(weight, out), toRows)) &&
         (toWeight == nullptr ||
          product(in, count, out, transposed(rows, in), plain(gradient, out), toWeight));
}

void multiplyAll(float* x, size_t count, float factor) {
  for (size_t i = 0; i < count; ++i) x[i] *= factor;
}

// The buffer of an intermediate gradient: the caller's, or its own if the caller's is null.
class GradientBuffer {
 public:
  [[nodiscard]] bool reserve(float* callers, size_t count) {
    data_ = callers;
    if (callers != nullptr) return true;
    const bool allocated = own_.reserve(count);
    data_ = own_.data();
    return allocated;
  }
  float* data() { return data_; }

 private:
  Buffer<float> own_;
  float* data_ = nullptr;
};

// ------------------------------------------------------------------------------------- dot, scaledDot

// Computes non-finite scores of finite vectors again in double: their products are beyond float32, but the scale may bring
// them back.
void redoInDouble(const Sides& sides, float scale, float* to) {
  if (areFinite(to, sides.batch * sides.scoresSize())) return;
  for (size_t row = 0; row < size_t{sides.batch} * sides.queries; ++row) {
    const float* const query = sides.query + row * sides.dim;
    const float* const keys = sides.key + row / sides.queries * sides.keySize();
    for (size_t j = 0; j < sides.keys; ++j, ++to) {
      if (isFinite(*to)) continue;
      redoProduct(scale, query, keys + j * sides.dim, sides.dim, *to);
    }
  }
}

bool scaledScores(const Sides& sides, float scale, float* to) {
  if (!compare(sides, to)) return false;
  multiplyAll(to, sides.batch * sides.scoresSize(), scale);
  redoInDouble(sides, scale, to);
  return true;
}

bool dotGradient(const ScoreProblem& p, const float* gradient, ScoreGradients& to) {
  const Sides sides = sidesOf(p);
  return (to.query == nullptr || queryGradient(sides, gradient, to.query)) &&
         (to.key == nullptr || keyGradient(sides, gradient, to.key));
}

bool scaledGradient(const Sides& sides, float scale, const float* gradient, float* query,
                    float* key, double& toScale) {
  const size_t queryCount = sides.batch * sides.querySize();
  if (!queryGradient(sides, gradient, query)) return false;
  toScale = dot(sides.query, query, queryCount);
  multiplyAll(query, queryCount, scale);
  if (key == nullptr) return true;
  if (!keyGradient(sides, gradient, key)) return false;
  multiplyAll(key, sides.batch * sides.keySize(), scale);
  return true;
}

bool scaledDotGradient(const ScoreProblem& p, const float* gradient, ScoreGradients& to) {
  const Sides sides = sidesOf(p);
  GradientBuffer query;
  return query.reserve(to.query, sides.batch * sides.querySize()) &&
         scaledGradient(sides, p.scale, gradient, query.data(), to.key, to.scale);
}

// ------------------------------------------------------------------------------------- cosine

// Squares of float32 numbers neither overflow nor underflow in double.
double lengthOf(const float* x, size_t count) { return std::sqrt(dot(x, x, count)); }
// 1 / length, at least epsilon; 0 for 0. NaN stays NaN.
double inverseOf(double length, double epsilon) {
  const double divisor = length < epsilon ? epsilon : length;
  return divisor == 0 ? 0 : 1 / divisor;
}

void makeUnits(const float* x, size_t rows, size_t count, double epsilon, float* units) {
  for (size_t r = 0; r < rows; ++r, x += count, units += count) {
    const double inverse = inverseOf(lengthOf(x, count), epsilon);
    for (size_t i = 0; i < count; ++i) {
      units[i] = static_cast<float>(static_cast<double>(x[i]) * inverse);
    }
  }
}

// Converts the gradient with respect to the units to that with respect to x, in place.
void unitsGradient(const float* x, const float* units, size_t rows, size_t count, double epsilon,
                   float* gradient) {
  for (size_t r = 0; r < rows; ++r, x += count, units += count, gradient += count) {
    const double length = lengthOf(x, count), inverse = inverseOf(length, epsilon);
    const double outward = length < epsilon ? 0 : dot(units, gradient, count);
    for (size_t i = 0; i < count; ++i) {
      const double across =
          static_cast<double>(gradient[i]) - static_cast<double>(units[i]) * outward;
      gradient[i] = static_cast<float>(across * inverse);
    }
  }
}

// The sides of the problem, with all vectors normalised to length 1.
class Units {
 public:
  [[nodiscard]] bool make(const ScoreProblem& p) {
    sides_ = sidesOf(p);
    if (!query_.reserve(sides_.batch * sides_.querySize()) ||
        !key_.reserve(sides_.batch * sides_.keySize()))
      return false;
    makeUnits(p.query, queryRows(p), p.queryDim, p.epsilon, query_.data());
    makeUnits(p.key, keyRows(p), p.keyDim, p.epsilon, key_.data());
    sides_.query = query_.data();
    sides_.key = key_.data();
    return true;
  }
  const Sides& sides() const { return sides_; }

 private:
  Buffer<float> query_, key_;
  Sides sides_{};
};

bool cosineScores(const ScoreProblem& p, float* to) {
  Units units;
  return units.make(p) && scaledScores(units.sides(), p.scale, to);
}

bool cosineGradient(const ScoreProblem& p, const float* gradient, ScoreGradients& to) {
  Units units;
  GradientBuffer query;
  if (!units.make(p) || !query.reserve(to.query, size_t{queryRows(p)} * p.queryDim)) return false;
  const Sides& sides = units.sides();
  if (!scaledGradient(sides, p.scale, gradient, query.data(), to.key, to.scale)) return false;
  unitsGradient(p.query, sides.query, queryRows(p), p.queryDim, p.epsilon, query.data());
  if (to.key != nullptr) unitsGradient(p.key, sides.key, keyRows(p), p.keyDim, p.epsilon, to.key);
  return true;
}

// ------------------------------------------------------------------------------------- general, location

// The projected queries, and the keys.
struct Projected {
  Buffer<float> query;
  Sides sides;

  [[nodiscard]] bool make(const ScoreProblem& p) {
    if (!query.reserve(productOf({queryRows(p), p.keyDim}))) return false;
    sides = {p.batch, p.queries, p.keys, p.keyDim, query.data(), p.key};
    return project(p.query, queryRows(p), p.queryDim, p.weight, p.keyDim, query.data());
  }
};

bool generalScores(const ScoreProblem& p, float* to) {
  Projected projected;
  return projected.make(p) && compare(projected.sides, to);
}

bool generalGradient(const ScoreProblem& p, const float* gradient, ScoreGradients& to) {
  Projected projected;
  Buffer<float> projectedGradient;
  return projected.make(p) && projectedGradient.reserve(productOf({queryRows(p), p.keyDim})) &&
         queryGradient(projected.sides, gradient, projectedGradient.data()) &&
         projectGradient(p.query, queryRows(p), p.queryDim, p.weight, p.keyDim,
                         projectedGradient.data(), to.query, to.weight) &&
         (to.key == nullptr || keyGradient(projected.sides, gradient, to.key));
}

bool locationGradient(const ScoreProblem& p, const float* gradient, ScoreGradients& to) {
  if (to.key != nullptr) std::fill_n(to.key, size_t{keyRows(p)} * p.keyDim, 0.0f);
  return projectGradient(p.query, queryRows(p), p.queryDim, p.weight, p.keys, gradient, to.query,
                         to.weight);
}

// ------------------------------------------------------------------------------------- additive

// The projections of queries and keys.
struct Hidden {
  Buffer<float> query, key;
  size_t querySize, keySize;  // of one batch

  [[nodiscard]] bool reserve(const ScoreProblem& p) {
    querySize = size_t{p.queries} * p.hidden;
    keySize = size_t{p.keys} * p.hidden;
    return query.reserve(productOf({queryRows(p), p.hidden})) &&
           key.reserve(productOf({keyRows(p), p.hidden}));
  }
  [[nodiscard]] bool make(const ScoreProblem& p) {
    return reserve(p) &&
           project(p.query, queryRows(p), p.queryDim, p.queryWeight, p.hidden, query.data()) &&
           project(p.key, keyRows(p), p.keyDim, p.keyWeight, p.hidden, key.data());
  }
};

bool additiveScores(const ScoreProblem& p, float* to) {
  Hidden hidden;
  if (!hidden.make(p)) return false;
  const PairShape shape{p.queries, p.keys, p.hidden};
  for (size_t b = 0; b < p.batch; ++b, to += size_t{p.queries} * p.keys) {
    if (!additiveScores(shape, hidden.query.data() + b * hidden.querySize,
                        hidden.key.data() + b * hidden.keySize, p.vector, to))
      return false;
  }
  return true;
}

void multiplyRows(float* x, size_t rows, size_t count, const float* factors) {
  for (size_t r = 0; r < rows; ++r, x += count) {
    for (size_t i = 0; i < count; ++i) x[i] *= factors[i];
  }
}

// Computes the gradients with respect to the projections and to the vector.
bool hiddenGradient(const ScoreProblem& p, const float* gradient, Hidden& to, double* vector) {
  Hidden hidden;
  if (!hidden.make(p) || !to.reserve(p)) return false;
  const PairShape shape{p.queries, p.keys, p.hidden};
  for (size_t b = 0; b < p.batch; ++b, gradient += size_t{p.queries} * p.keys) {
    const size_t query = b * hidden.querySize, key = b * hidden.keySize;
    if (!additiveSums(shape, hidden.query.data() + query, hidden.key.data() + key, gradient,
                      {to.query.data() + query, to.key.data() + key, vector}))
      return false;
  }
  multiplyRows(to.query.data(), queryRows(p), p.hidden, p.vector);
  multiplyRows(to.key.data(), keyRows(p), p.hidden, p.vector);
  return true;
}

bool additiveGradient(const ScoreProblem& p, const float* gradient, ScoreGradients& to) {
  Hidden hidden;  // gradients
  Buffer<double> vector;
  if (!vector.reserve(p.hidden)) return false;
  std::fill_n(vector.data(), p.hidden, 0.0);
  if (!hiddenGradient(p, gradient, hidden, vector.data())) return false;
  for (size_t h = 0; to.vector != nullptr && h < p.hidden; ++h) {
    to.vector[h] = static_cast<float>(vector[h]);
  }
  return projectGradient(p.query, queryRows(p), p.queryDim, p.queryWeight, p.hidden,
                         hidden.query.data(), to.query, to.queryWeight) &&
         projectGradient(p.key, keyRows(p), p.keyDim, p.keyWeight, p.hidden, hidden.key.data(),
                         to.key, to.keyWeight);
}

// ------------------------------------------------------------------------------------- distance

bool distanceScores(const ScoreProblem& p, float* to) {
  const Sides sides = sidesOf(p);
  for (size_t b = 0; b < p.batch; ++b) {
    if (!distanceScores(sides.shape(), p.query + b * sides.querySize(), p.key + b * sides.keySize(),
                        p.scale, to + b * sides.scoresSize()))
      return false;
  }
  return true;
}

bool distanceGradient(const ScoreProblem& p, const float* gradient, ScoreGradients& to) {
  const Sides sides = sidesOf(p);
  const size_t queryCount = sides.batch * sides.querySize(),
               keyCount = sides.batch * sides.keySize();
  GradientBuffer query, key;
  Buffer<double> squares;
  if (!query.reserve(to.query, queryCount) || !key.reserve(to.key, keyCount) ||
      !squares.reserve(sides.dim))
    return false;
  std::fill_n(squares.data(), sides.dim, 0.0);
  for (size_t b = 0; b < p.batch; ++b) {
    const size_t queries = b * sides.querySize(), keys = b * sides.keySize();
    if (!distanceSums(sides.shape(), p.query + queries, p.key + keys,
                      gradient + b * sides.scoresSize(),
                      {query.data() + queries, key.data() + keys, squares.data()}))
      return false;
  }
  to.scale = -sum(sides.dim, [&](size_t c) { return squares[c]; });
  multiplyAll(query.data(), queryCount, -2 * p.scale);
  multiplyAll(key.data(), keyCount, 2 * p.scale);
  return true;
}

}  // namespace

bool scores(const ScoreProblem& p, float* to) {
  if (!rowsFit(p)) return false;
  switch (p.kind) {
    case ScoreKind::dot:
      return compare(sidesOf(p), to);
    case ScoreKind::scaledDot:
      return scaledScores(sidesOf(p), p.scale, to);
    case ScoreKind::cosine:
      return cosineScores(p, to);
    case ScoreKind::general:
      return generalScores(p, to);
    case ScoreKind::additive:
      return additiveScores(p, to);
    case ScoreKind::location:
      return project(p.query, queryRows(p), p.queryDim, p.weight, p.keys, to);
    case ScoreKind::distance:
      return distanceScores(p, to);
  }
  return false;
}

bool scoresGradient(const ScoreProblem& p, const float* gradient, ScoreGradients& to) {
  to.scale = 0;
  if (!rowsFit(p)) return false;
  switch (p.kind) {
    case ScoreKind::dot:
      return dotGradient(p, gradient, to);
    case ScoreKind::scaledDot:
      return scaledDotGradient(p, gradient, to);
    case ScoreKind::cosine:
      return cosineGradient(p, gradient, to);
    case ScoreKind::general:
      return generalGradient(p, gradient, to);
    case ScoreKind::additive:
      return additiveGradient(p, gradient, to);
    case ScoreKind::location:
      return locationGradient(p, gradient, to);
    case ScoreKind::distance:
      return distanceGradient(p, gradient, to);
  }
  return false;
}

}  // namespace scaledot
