#include "attention/multi_head.h"

#include <algorithm>

#include "lanes/buffer.h"
#include "lanes/matrix.h"
#include "lanes/simd.h"

namespace scaledot {
namespace {

// One of the tensors [batch, rows, width] and its projection [batch, heads, rows + extras, dim].
struct Side {
  uint32_t batch, rows, width, heads, extras, dim;
  uint32_t tokens() const { return batch * rows; }
  uint32_t allRows() const { return rows + extras; }
  uint32_t channels() const { return heads * dim; }
  size_t headSize() const { return size_t{allRows()} * dim; }
  size_t splitSize() const { return productOf({batch, allRows(), channels()}); }
  size_t mergedSize() const { return productOf({tokens(), channels()}); }
  // Whether tokens() and channels() do not overflow. A tensor without columns may have any number of rows.
  bool fits() const { return fits(batch, rows) && fits(heads, dim); }
  static bool fits(uint64_t a, uint64_t b) { return a * b <= UINT32_MAX; }
};

Matrix rowMajor(const float* data, uint32_t columns) { return {data, columns, 1}; }
Matrix transposed(const float* data, uint32_t rows) { return {data, 1, rows}; }

// heads = x weight + bias, with the columns split into heads.
[[nodiscard]] bool split(const Side& side, const float* x, uint32_t inner, const Matrix& weight,
                         const float* bias, float* heads) {
  for (uint32_t h = 0; h < side.heads; ++h) {
    const uint32_t column = h * side.dim;
    const Matrix part{weight.data + column * weight.columnStride, weight.rowStride,
                      weight.columnStride};
    const Target to{heads + h * side.headSize(), side.dim, std::max(1u, side.rows),
                    side.heads * side.headSize()};
    if (!multiply(side.tokens(), inner, side.dim, rowMajor(x, inner), part,
                  bias == nullptr ? nullptr : bias + column, false, to)) {
      return false;
    }
  }
  return true;
}

[[nodiscard]] bool project(const Side& side, const float* x, const Linear& linear, float* heads) {
  return split(side, x, side.width, rowMajor(linear.weight, side.channels()), linear.bias, heads);
}

// Calls work(b, h, row of heads [batch, heads, rows + extras, dim]) for row i of every head.
template <typename Work>
void forHeads(const Side& side, float* heads, uint32_t row, Work work) {
  for (uint32_t b = 0; b < side.batch; ++b) {
    for (uint32_t h = 0; h < side.heads; ++h) {
      work(b, h, heads + (b * side.heads + h) * side.headSize() + size_t{row} * side.dim);
    }
  }
}

// Writes merged [batch rows, heads dim]: the concatenated heads of each row, without the extra rows.
void merge(const Side& side, const float* heads, float* merged) {
  for (uint32_t b = 0; b < side.batch; ++b) {
    for (uint32_t i = 0; i < side.rows; ++i) {
      const float* from = heads + b * side.heads * side.headSize() + size_t{i} * side.dim;
      for (uint32_t h = 0; h < side.heads; ++h, from += side.headSize()) {
        uint32_t c = 0;  // a call of memcpy would be slower for such short rows
        for (; c + 4 <= side.dim; c += 4) store(merged + c, load(from + c));
        for (; c < side.dim; ++c) merged[c] = from[c];
        merged += side.dim;
      }
    }
  }
}

struct Sides {
  explicit Sides(const MultiHeadProblem& p)
      : query{p.batch, p.queries, p.queryWidth, p.heads, 0, p.headDim},
        key{p.batch, p.keys, p.keyWidth, p.keyHeads, allKeys(p) - p.keys, p.headDim},
        value{p.batch, p.keys, p.valueWidth, p.keyHeads, allKeys(p) - p.keys, p.valueDim},
        output{p.batch, p.queries, p.outputWidth, p.heads, 0, p.valueDim} {}
  bool fit() const { return query.fits() && key.fits() && value.fits() && output.fits(); }
  Side query, key, value, output;
};

// Fills the rows after those of the tensor: the extra one, then zeros.
void append(const Side& side, const float* extra, float* heads) {
  for (uint32_t row = side.rows; row < side.allRows(); ++row) {
    const bool zeros = extra == nullptr || row > side.rows;
    forHeads(side, heads, row, [&](uint32_t, uint32_t h, float* to) {
      if (zeros) {
        std::fill_n(to, side.dim, 0.0f);
      } else {
        std::copy_n(extra + size_t{h} * side.dim, side.dim, to);
      }
    });
  }
}

// The projected tensors, and their attention problem.
class Projected {
 public:
  // Returns false if an allocation fails.
  [[nodiscard]] bool make(const MultiHeadProblem& p, const Sides& sides) {
    if (!sides.fit() || !query_.reserve(sides.query.splitSize()) ||
        !key_.reserve(sides.key.splitSize()) || !value_.reserve(sides.value.splitSize()) ||
        !project(sides.query, p.query, p.wq, query_.data()) ||
        !project(sides.key, p.key, p.wk, key_.data()) ||
        !project(sides.value, p.value, p.wv, value_.data())) {
      return false;
    }
    append(sides.key, p.extraKey, key_.data());
    append(sides.value, p.extraValue, value_.data());
    return true;
  }

  Buffer<float>& query() { return query_; }

  void copy(const Sides& sides, const MultiHeadResults& to) const {
    const auto copyTensor = [](const Buffer<float>& from, const Side& side, float* result) {
      if (result != nullptr) std::copy_n(from.data(), side.splitSize(), result);
    };
    copyTensor(query_, sides.query, to.projectedQuery);
    copyTensor(key_, sides.key, to.projectedKey);
    copyTensor(value_, sides.value, to.projectedValue);
  }

  AttentionProblem problem(const MultiHeadProblem& p) const {
    AttentionProblem problem = p.attention;
    problem.batch = p.batch;
    problem.heads = p.heads;
    problem.keyHeads = p.keyHeads;
    problem.queries = p.queries;
    problem.keys = allKeys(p);
    problem.extraKeys = allKeys(p) - p.keys;
    problem.headDim = p.headDim;
    problem.valueDim = p.valueDim;
    problem.query = query_.data();
    problem.key = key_.data();
    problem.value = value_.data();
    return problem;
  }

 private:
  Buffer<float> query_, key_, value_;
};

void sumRows(const float* x, uint32_t rows, uint32_t columns, float* to) {
  constexpr uint32_t few = 64;
  for (uint32_t start = 0; start < columns; start += few) {
    const uint32_t count = std::min(few, columns - start);
    double sums[few] = {};
    for (uint32_t i = 0; i < rows; ++i) {
      const float* row = x + size_t{i} * columns + start;
      for (uint32_t c = 0; c < count; ++c) sums[c] += static_cast<double>(row[c]);
    }
    for (uint32_t c = 0; c < count; ++c) to[start + c] = static_cast<float>(sums[c]);
  }
}

// The gradients of a projection, from the gradient of its result. Each may be null.
struct LinearGradient {
  float *input, *weight, *bias;
};
[[nodiscard]] bool backward(uint32_t rows, uint32_t in, uint32_t out, const float* x,
                            const float* weight, const float* gradient, const LinearGradient& to) {
  if (to.input != nullptr && !multiply(rows, out, in, rowMajor(gradient, out),
                                       transposed(weight, out), nullptr, false, to.input, in)) {
    return false;
  }
  if (to.weight != nullptr && !multiply(in, rows, out, transposed(x, in), rowMajor(gradient, out),
                                        nullptr, false, to.weight, out)) {
    return false;
  }
  if (to.bias != nullptr) sumRows(gradient, rows, out, to.bias);
  return true;
}

[[nodiscard]] bool backward(const Side& side, const float* x, const Linear& linear,
                            const float* headGradients, Buffer<float>& merged,
                            const LinearGradient& to) {
  merge(side, headGradients, merged.data());
  return backward(side.tokens(), side.width, side.channels(), x, linear.weight, merged.data(), to);
}

// Writes the gradient of the extra row, summed over the batch.
void sumExtra(const Side& side, float* headGradients, float* to) {
  std::fill_n(to, side.channels(), 0.0f);
  forHeads(side, headGradients, side.rows, [&](uint32_t, uint32_t h, const float* from) {
    for (uint32_t c = 0; c < side.dim; ++c) to[h * side.dim + c] += from[c];
  });
}

// The buffers of the gradient pass.
struct GradientBuffers {
  Buffer<float> output, logSumExp, outputGradient, query, key, value, merged;

  [[nodiscard]] bool reserveAll(const MultiHeadProblem& p, const Sides& sides) {
    const size_t outputSize = sides.output.splitSize();
    return output.reserve(outputSize) && outputGradient.reserve(outputSize) &&
           logSumExp.reserve(productOf({sides.query.tokens(), p.heads})) &&
           query.reserve(sides.query.splitSize()) && key.reserve(sides.key.splitSize()) &&
           value.reserve(sides.value.splitSize()) &&
           merged.reserve(std::max({sides.query.mergedSize(), sides.key.mergedSize(),
                                    sides.value.mergedSize(), sides.output.mergedSize()}));
  }
};

}  // namespace

uint32_t allKeys(const MultiHeadProblem& problem) {
  return problem.keys + (problem.extraKey != nullptr) + problem.zeroKey;
}

bool multiHeadAttention(const MultiHeadProblem& problem, const MultiHeadResults& results) {
  const Sides sides(problem);
  Projected projected;
  Buffer<float> heads;
  if (!projected.make(problem, sides)) return false;
  projected.copy(sides, results);
  AttentionResults wanted = results.attention;
  if (results.output != nullptr && wanted.output == nullptr) {
    if (!heads.reserve(sides.output.splitSize())) return false;
    wanted.output = heads.data();
  }
  if (!attention(projected.problem(problem), wanted)) return false;
  if (results.output == nullptr) return true;

  Buffer<float>& merged = projected.query();  // reused: the queries are no longer needed
  const uint32_t channels = sides.output.channels(), width = problem.outputWidth;
  if (!merged.reserve(sides.output.mergedSize())) return false;
  merge(sides.output, wanted.output, merged.data());
  return multiply(sides.output.tokens(), channels, width, rowMajor(merged.data(), channels),
                  rowMajor(problem.wo.weight, width), problem.wo.bias, false, results.output,
                  width);
}

bool multiHeadAttentionGradient(const MultiHeadProblem& problem, const LossGradient& loss,
                                MultiHeadGradients& gradients) {
  const Sides sides(problem);
  const uint32_t width = problem.outputWidth, channels = sides.output.channels();
  Projected projected;
  GradientBuffers buffers;
  if (!projected.make(problem, sides) || !buffers.reserveAll(problem, sides)) return false;
  const AttentionProblem inner = projected.problem(problem);
  AttentionResults forward;
  forward.output = buffers.output.data();
  forward.logSumExp = buffers.logSumExp.data();
  if (!attention(inner, forward)) return false;

  merge(sides.output, forward.output, buffers.merged.data());
  if (!backward(sides.output.tokens(), channels, width, buffers.merged.data(), problem.wo.weight,
                loss.output, {nullptr, gradients.wo, gradients.bo}) ||
      !split(sides.output, loss.output, width, transposed(problem.wo.weight, width), nullptr,
             buffers.outputGradient.data())) {
    return false;
  }

  AttentionGradients within;
  within.query = buffers.query.data();
  within.key = buffers.key.data();
  within.value = buffers.value.data();
  within.bias = gradients.bias;
  within.biasCount = gradients.biasCount;
  if (!attentionGradient(inner, forward.output, forward.logSumExp,
                         {buffers.outputGradient.data(), loss.weights}, within)) {
    return false;
  }
  gradients.scale = within.scale;
  if (problem.extraKey != nullptr) {
    if (gradients.extraKey != nullptr) sumExtra(sides.key, within.key, gradients.extraKey);
    if (gradients.extraValue != nullptr) sumExtra(sides.value, within.value, gradients.extraValue);
  }
  return backward(sides.query, problem.query, problem.wq, within.query, buffers.merged,
                  {gradients.query, gradients.wq, gradients.bq}) &&
         backward(sides.key, problem.key, problem.wk, within.key, buffers.merged,
                  {gradients.key, gradients.wk, gradients.bk}) &&
         backward(sides.value, problem.value, problem.wv, within.value, buffers.merged,
                  {gradients.value, gradients.wv, gradients.bv});
}

}  // namespace scaledot
