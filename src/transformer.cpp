// A network is a row of sublayers (transformer_parameters.h). Each keeps of its forward pass what its gradient needs; the
// gradient goes back through the row in one buffer, that of the residual stream, and beside it in what it passes within a
// sublayer (Passing), which all share.
#include "transformer.h"

#include <algorithm>
#include <memory>
#include <new>

#include "parameter_draw.h"
#include "rounded.h"
#include "simd.h"
#include "transformer_parameters.h"

namespace scaledot {
namespace {

using Kind = SublayerEntries::Kind;

Matrix rowMajor(const float* data, uint32_t columns) { return {data, columns, 1}; }
Matrix transposed(const float* data, uint32_t columns) { return {data, 1, columns}; }

// Cuts memory into pieces that begin at multiples of 64 bytes of it; without memory it counts how much they take.
class Pieces {
 public:
  explicit Pieces(float* memory) : memory_(memory) {}
  float* take(std::initializer_list<size_t> sizes) {
    float* const piece = memory_ == nullptr ? nullptr : memory_ + used_;
    used_ = totalOf({used_, productOf(sizes), 15}) / 16 * 16;
    return piece;
  }
  size_t used() const { return used_; }

 private:
  float* memory_;
  size_t used_ = 0;
};

// [examples, positions] rows of one stack.
struct Rows {
  uint32_t examples, positions;
  uint32_t count() const { return examples * positions; }
};

struct NormMemory {
  float *y, *mean, *inverseStd;
};

struct SublayerMemory {
  const float* input;
  float* sum;  // input + what the sublayer makes of it (pre-norm: of norm.y)
  NormMemory norm;
  const float* output;  // sum; post-norm: norm.y
  // attention: [examples, heads, positions, headDim], and the heads of a position side by side
  float *query, *key, *value, *heads, *merged;
  RuleRecord* record;
  float *before, *hidden;  // feedForward: around the activation
};

struct StackMemory {
  float* embedded;
  NormMemory lastNorm;
  const float* output;
};

// Gradients on their way through a sublayer.
struct Passing {
  float* normed;                       // pre-norm: of norm.y
  float *query, *key, *value, *heads;  // as in SublayerMemory
  float *merged, *hidden;
};

float scaleOf(const TransformerShape& shape) {
  const double dim = shape.headDim;
  if (shape.rule != AttentionRule::power || shape.alpha == 0) return 1;
  if (shape.alpha == 0.5) return static_cast<float>(1 / __builtin_sqrt(dim));
  if (shape.alpha == 1) return static_cast<float>(1 / dim);
  return static_cast<float>(roundedPower(dim, -shape.alpha));
}

}  // namespace

struct Transformer::State {
  TransformerShape shape;
  ParameterList list;
  uint32_t mostExamples = 0;
  float ruleScale = 1, scoreFactor = 1;
  Buffer<float> parameters, gradients, memory;
  Buffer<SublayerMemory> sublayers;
  Buffer<uint32_t> blocks;  // the sublayers that are attentions
  uint32_t blockCount = 0;
  StackMemory stacks[2] = {};
  Passing passing = {};
  float *stream = nullptr, *contextGradient = nullptr;
  // Rows of the last stack with a label, and what the loss has of them; all rows where no gradient is wanted.
  float *labelled = nullptr, *labelledGradient = nullptr, *logits = nullptr;
  Buffer<uint32_t> labelledRows, labels;
  Buffer<uint8_t> right;
  uint32_t labelledCount = 0;
  std::unique_ptr<RuleRecord[]> records;
  RuleWork ruleWork;
  ProductWork productWork;
  Batch batch;  // that forward() saw

  // Making ------------------------------------------------------------------------------------------------

  bool create(const TransformerShape& of, uint32_t examples);
  bool fits() const;
  void layOut(Pieces& pieces);
  NormMemory normMemory(Pieces& pieces, size_t rows) const {
    return {pieces.take({rows, shape.modelDim}), pieces.take({rows}), pieces.take({rows})};
  }
  void layOutSublayer(const StackEntries& stack, uint32_t index, const float* input,
                      Pieces& pieces);
  void layOutShared(Pieces& pieces);

  // What is where -----------------------------------------------------------------------------------------

  const float* at(uint32_t entry) const {
    return entry == kNoEntry ? nullptr : parameters.data() + list.entries[entry].offset;
  }
  float* gradientAt(uint32_t entry) {
    return entry == kNoEntry ? nullptr : gradients.data() + list.entries[entry].offset;
  }
  uint32_t channels() const { return shape.heads * shape.headDim; }
  bool isPre() const { return shape.norm == NormPlace::pre; }
  uint32_t lastStack() const { return list.stackCount - 1; }
  Rows rowsOf(uint32_t stack) const { return {batch.examples, list.stacks[stack].positions}; }
  bool readsTargets(uint32_t stack) const { return stack == 1; }
  const uint32_t* tokensOf(uint32_t stack) const {
    return readsTargets(stack) ? batch.targets : batch.tokens;
  }
  const uint32_t* lengthsOf(uint32_t stack) const {
    return readsTargets(stack) ? batch.targetLengths : batch.lengths;
  }
  uint32_t stackOf(uint32_t sublayer) const {
    return list.stackCount == 2 && sublayer >= list.stacks[1].first;
  }
  // Where the keys and values of an attention of this stack come from.
  uint32_t keyStackOf(uint32_t stack, Kind kind) const { return kind == Kind::context ? 0 : stack; }
  Dense denseOf(uint32_t in, uint32_t out, uint32_t weight, uint32_t bias) const {
    return {in, out, at(weight), at(bias)};
  }
  RowNorm rowNormOf(const NormEntries& of) const {
    return {shape.modelDim, at(of.weight), at(of.bias)};
  }
  RuleProblem ruleProblem(uint32_t stack, const SublayerEntries& of,
                          const SublayerMemory& to) const;

  // Forward -----------------------------------------------------------------------------------------------

  // What a sublayer computes with.
  const float* inputOf(const SublayerMemory& of) const { return isPre() ? of.norm.y : of.input; }

  bool forwardStack(uint32_t stack);
  bool forwardSublayer(uint32_t stack, uint32_t index);
  bool addAttention(uint32_t stack, const SublayerEntries& of, const SublayerMemory& to,
                    const float* input);
  bool addFeedForward(Rows rows, const SublayerEntries& of, const SublayerMemory& to,
                      const float* input);
  bool split(Rows rows, const float* x, uint32_t inner, const Matrix& weight, float* heads);
  void merge(Rows rows, const float* heads, float* merged) const;
  void normalise(Rows rows, const NormEntries& of, const float* x, const NormMemory& to) const {
    rowNorm(rowNormOf(of), rows.count(), x, to.y, to.mean, to.inverseStd);
  }
  uint32_t gatherLabelled();
  bool makeLogits(uint32_t rows, const float* x);
  void countRight(BatchLoss& loss, bool gathered) const;

  // Backward ----------------------------------------------------------------------------------------------

  bool outputGradient();
  bool backwardStack(uint32_t stack);
  bool backwardSublayer(uint32_t stack, uint32_t index);
  bool attentionGradient(uint32_t stack, const SublayerEntries& of, const SublayerMemory& from,
                         const float* input, float* to, bool add);
  bool feedForwardGradient(Rows rows, const SublayerEntries& of, const SublayerMemory& from,
                           const float* input, float* to, bool add);
  bool projectionGradient(Rows rows, uint32_t weight, const float* x, const float* headGradients,
                          float* to, bool add);
  void normGradient(Rows rows, const NormEntries& of, const NormMemory& norm, const float* x,
                    const float* yGradient, bool add, float* to) {
    rowNormGradient(rowNormOf(of), rows.count(), x, norm.mean, norm.inverseStd, yGradient, add, to,
                    gradientAt(of.weight), gradientAt(of.bias));
  }
};

// Making ----------------------------------------------------------------------------------------------------

bool Transformer::State::create(const TransformerShape& of, uint32_t examples) {
  shape = of;
  mostExamples = examples;
  ruleScale = scaleOf(shape);
  if (!list.create(shape) || !fits() || !parameters.reserve(parameterRoom(1, list.size)) ||
      !gradients.reserve(list.size) || !sublayers.reserve(list.sublayerCount) ||
      !blocks.reserve(list.sublayerCount)) {
    return false;
  }
  blockCount = 0;
  for (uint32_t i = 0; i < list.sublayerCount; ++i) {
    if (list.sublayers[i].kind != Kind::feedForward) blocks[blockCount++] = i;
  }
  records.reset(new (std::nothrow) RuleRecord[blockCount]);
  const size_t lastRows = productOf({examples, list.stacks[lastStack()].positions});
  if (records == nullptr || !labelledRows.reserve(lastRows) || !labels.reserve(lastRows) ||
      !right.reserve(lastRows)) {
    return false;
  }
  Pieces counted(nullptr);
  layOut(counted);
  if (!memory.reserve(counted.used())) return false;
  Pieces pieces(memory.data());
  layOut(pieces);
  return true;
}

// Whether rows and columns can be counted in 32 bits.
bool Transformer::State::fits() const {
  const auto inside = [](std::initializer_list<size_t> factors) {
    return productOf(factors) <= INT32_MAX;
  };
  const size_t longest = std::max(list.stacks[0].positions, list.stacks[lastStack()].positions);
  return inside({mostExamples, longest}) && inside({shape.heads, shape.headDim}) &&
         list.size < SIZE_MAX;
}

void Transformer::State::layOut(Pieces& pieces) {
  for (uint32_t s = 0; s < list.stackCount; ++s) {
    const StackEntries& stack = list.stacks[s];
    const size_t rows = size_t{mostExamples} * stack.positions;
    StackMemory& to = stacks[s];
    to.embedded = pieces.take({rows, shape.modelDim});
    to.output = to.embedded;
    for (uint32_t i = stack.first; i < stack.first + stack.count; ++i) {
      layOutSublayer(stack, i, to.output, pieces);
      to.output = sublayers[i].output;
    }
    to.lastNorm = {};
    if (!isPre()) continue;
    to.lastNorm = normMemory(pieces, rows);
    to.output = to.lastNorm.y;
  }
  layOutShared(pieces);
}

void Transformer::State::layOutSublayer(const StackEntries& stack, uint32_t index,
                                        const float* input, Pieces& pieces) {
  const SublayerEntries& of = list.sublayers[index];
  const size_t rows = size_t{mostExamples} * stack.positions;
  SublayerMemory to{};
  to.input = input;
  to.sum = pieces.take({rows, shape.modelDim});
  to.norm = normMemory(pieces, rows);
  to.output = isPre() ? to.sum : to.norm.y;
  if (of.kind == Kind::feedForward) {
    to.before = to.hidden = pieces.take({rows, shape.feedForward});
    // What relu makes tells where its slope is 0.
    if (shape.activation != Activation::relu) to.hidden = pieces.take({rows, shape.feedForward});
  } else {
    const uint32_t keyStack = keyStackOf(stackOf(index), of.kind);
    const size_t keyRows = size_t{mostExamples} * list.stacks[keyStack].positions;
    to.query = pieces.take({rows, channels()});
    to.key = pieces.take({keyRows, channels()});
    to.value = pieces.take({keyRows, channels()});
    to.heads = pieces.take({rows, channels()});
    to.merged = pieces.take({rows, channels()});
    const uint32_t* const block = std::find(blocks.data(), blocks.data() + blockCount, index);
    to.record = &records[static_cast<size_t>(block - blocks.data())];
  }
  sublayers[index] = to;
}

void Transformer::State::layOutShared(Pieces& pieces) {
  const size_t lastRows = size_t{mostExamples} * list.stacks[lastStack()].positions;
  const size_t rows = std::max(size_t{mostExamples} * list.stacks[0].positions, lastRows);
  const uint32_t width = shape.modelDim;
  stream = pieces.take({rows, width});
  contextGradient = pieces.take({rows, width});
  passing.normed = pieces.take({rows, width});
  for (float** of :
       {&passing.query, &passing.key, &passing.value, &passing.heads, &passing.merged}) {
    *of = pieces.take({rows, channels()});
  }
  passing.hidden = pieces.take({rows, shape.feedForward});
  labelled = pieces.take({lastRows, width});
  labelledGradient = pieces.take({lastRows, width});
  logits = pieces.take({lastRows, shape.vocabulary});
}

RuleProblem Transformer::State::ruleProblem(uint32_t stack, const SublayerEntries& of,
                                            const SublayerMemory& to) const {
  const uint32_t keyStack = keyStackOf(stack, of.kind);
  RuleProblem problem;
  problem.rule = shape.rule;
  problem.scale = ruleScale * scoreFactor;
  problem.temperature = at(of.attention.temperature);
  problem.vector = at(of.attention.vector);
  problem.batch = batch.examples;
  problem.heads = shape.heads;
  problem.queries = list.stacks[stack].positions;
  problem.keys = list.stacks[keyStack].positions;
  problem.headDim = shape.headDim;
  problem.query = to.query;
  problem.key = to.key;
  problem.value = to.value;
  problem.causal = of.kind == Kind::attention && list.stacks[stack].isDecoder;
  problem.keyLengths = lengthsOf(keyStack);
  return problem;
}

// Forward ---------------------------------------------------------------------------------------------------

bool Transformer::State::forwardStack(uint32_t stack) {
  const StackEntries& entries = list.stacks[stack];
  const StackMemory& to = stacks[stack];
  const Rows rows = rowsOf(stack);
  embed(rows.count(), rows.positions, shape.modelDim, tokensOf(stack), at(list.tokenEmbedding),
        at(list.positionEmbedding), to.embedded);
  for (uint32_t i = 0; i < entries.count; ++i) {
    if (!forwardSublayer(stack, entries.first + i)) return false;
  }
  if (isPre()) {
    normalise(rows, entries.lastNorm, sublayers[entries.first + entries.count - 1].output,
              to.lastNorm);
  }
  return true;
}

bool Transformer::State::forwardSublayer(uint32_t stack, uint32_t index) {
  const SublayerEntries& of = list.sublayers[index];
  const SublayerMemory& to = sublayers[index];
  const Rows rows = rowsOf(stack);
  if (isPre()) normalise(rows, of.norm, to.input, to.norm);
  const float* const input = inputOf(to);
  std::copy_n(to.input, size_t{rows.count()} * shape.modelDim, to.sum);
  const bool done = of.kind == Kind::feedForward ? addFeedForward(rows, of, to, input)
                                                 : addAttention(stack, of, to, input);
  if (!isPre()) normalise(rows, of.norm, to.sum, to.norm);
  return done;
}

bool Transformer::State::addAttention(uint32_t stack, const SublayerEntries& of,
                                      const SublayerMemory& to, const float* input) {
  const Rows rows = rowsOf(stack), keyRows = rowsOf(keyStackOf(stack, of.kind));
  const float* const context = of.kind == Kind::context ? stacks[0].output : input;
  const AttentionEntries& entries = of.attention;
  const uint32_t width = shape.modelDim, wide = channels();
  const RuleProblem problem = ruleProblem(stack, of, to);
  RuleResults results;
  results.output = to.heads;
  if (!split(rows, input, width, rowMajor(at(entries.wq), wide), to.query) ||
      !split(keyRows, context, width, rowMajor(at(entries.wk), wide), to.key) ||
      !split(keyRows, context, width, rowMajor(at(entries.wv), wide), to.value) ||
      !ruleAttention(problem, results, *to.record, ruleWork)) {
    return false;
  }
  merge(rows, to.heads, to.merged);
  return dense(denseOf(wide, width, entries.wo, kNoEntry), rows.count(), to.merged, true, to.sum,
               productWork);
}

bool Transformer::State::addFeedForward(Rows rows, const SublayerEntries& of,
                                        const SublayerMemory& to, const float* input) {
  const FeedForwardEntries& entries = of.feedForward;
  const uint32_t width = shape.modelDim, hidden = shape.feedForward;
  if (!dense(denseOf(width, hidden, entries.w1, entries.b1), rows.count(), input, false, to.before,
             productWork)) {
    return false;
  }
  activate(shape.activation, to.before, size_t{rows.count()} * hidden, to.hidden);
  return dense(denseOf(hidden, width, entries.w2, entries.b2), rows.count(), to.hidden, true,
               to.sum, productWork);
}

// heads = x weight, each head's columns to its own place.
bool Transformer::State::split(Rows rows, const float* x, uint32_t inner, const Matrix& weight,
                               float* heads) {
  const size_t headSize = size_t{rows.positions} * shape.headDim;
  for (uint32_t h = 0; h < shape.heads; ++h) {
    const Matrix part{weight.data + size_t{h} * shape.headDim * weight.columnStride,
                      weight.rowStride, weight.columnStride};
    const Target to{heads + h * headSize, shape.headDim, rows.positions, shape.heads * headSize};
    if (!multiply(rows.count(), inner, shape.headDim, rowMajor(x, inner), part, nullptr, false, to,
                  productWork)) {
      return false;
    }
  }
  return true;
}

// The heads of a row side by side.
void Transformer::State::merge(Rows rows, const float* heads, float* merged) const {
  const uint32_t dim = shape.headDim;
  const size_t headSize = size_t{rows.positions} * dim;
  for (uint32_t b = 0; b < rows.examples; ++b) {
    for (uint32_t i = 0; i < rows.positions; ++i) {
      const float* from = heads + b * shape.heads * headSize + size_t{i} * dim;
      for (uint32_t h = 0; h < shape.heads; ++h, from += headSize, merged += dim) {
        uint32_t c = 0;  // a call of memcpy would cost more than such short rows
        for (; c + 4 <= dim; c += 4) store(merged + c, load(from + c));
        for (; c < dim; ++c) merged[c] = from[c];
      }
    }
  }
}

// Rows of the last stack that have a label, one behind the other; how many.
uint32_t Transformer::State::gatherLabelled() {
  const uint32_t width = shape.modelDim, rows = rowsOf(lastStack()).count();
  const float* const from = stacks[lastStack()].output;
  uint32_t count = 0;
  for (uint32_t i = 0; i < rows; ++i) {
    if (batch.labels == nullptr || batch.labels[i] == kNoLabel) continue;
    std::copy_n(from + size_t{i} * width, width, labelled + size_t{count} * width);
    labels[count] = batch.labels[i];
    labelledRows[count++] = i;
  }
  return count;
}

bool Transformer::State::makeLogits(uint32_t rows, const float* x) {
  const uint32_t width = shape.modelDim, vocabulary = shape.vocabulary;
  if (!shape.tied) {
    return dense(denseOf(width, vocabulary, list.outputWeight, list.outputBias), rows, x, false,
                 logits, productWork);
  }
  return multiply(rows, width, vocabulary, rowMajor(x, width),
                  transposed(at(list.tokenEmbedding), width), nullptr, false, logits, vocabulary,
                  productWork);
}

// right is of the labelled rows, gathered or all.
void Transformer::State::countRight(BatchLoss& loss, bool gathered) const {
  const uint32_t positions = rowsOf(lastStack()).positions;
  loss.exact = loss.examples = batch.examples;
  uint32_t lastWrong = kNoLabel;
  const uint32_t rows = gathered ? labelledCount : batch.examples * positions;
  for (uint32_t i = 0; i < rows; ++i) {
    const uint32_t example = (gathered ? labelledRows[i] : i) / positions;
    if (right[i] != 0 || example == lastWrong) continue;
    lastWrong = example;
    --loss.exact;
  }
}

// Backward --------------------------------------------------------------------------------------------------

// From the gradient of the logits to that of the last stack's output, in stream.
bool Transformer::State::outputGradient() {
  const uint32_t width = shape.modelDim, vocabulary = shape.vocabulary, count = labelledCount;
  const size_t rows = rowsOf(lastStack()).count();
  if (!shape.tied) {
    const Dense output = denseOf(width, vocabulary, list.outputWeight, list.outputBias);
    if (!denseGradient(
            output, count, labelled, logits,
            {labelledGradient, gradientAt(list.outputWeight), gradientAt(list.outputBias), false},
            productWork)) {
      return false;
    }
    const ParameterEntry& embedding = list.entries[list.tokenEmbedding];
    std::fill_n(gradientAt(list.tokenEmbedding), size_t{embedding.rows} * embedding.columns, 0.0f);
  } else if (!multiply(count, vocabulary, width, rowMajor(logits, vocabulary),
                       rowMajor(at(list.tokenEmbedding), width), nullptr, false, labelledGradient,
                       width, productWork) ||
             !multiply(vocabulary, count, width, transposed(logits, vocabulary),
                       rowMajor(labelled, width), nullptr, false, gradientAt(list.tokenEmbedding),
                       width, productWork)) {
    return false;
  }
  std::fill_n(stream, rows * width, 0.0f);
  for (uint32_t i = 0; i < count; ++i) {
    std::copy_n(labelledGradient + size_t{i} * width, width,
                stream + size_t{labelledRows[i]} * width);
  }
  return true;
}

// stream: from the gradient of the stack's output to that of what was embedded, which goes to the tables.
bool Transformer::State::backwardStack(uint32_t stack) {
  const StackEntries& entries = list.stacks[stack];
  const Rows rows = rowsOf(stack);
  if (isPre()) {
    normGradient(rows, entries.lastNorm, stacks[stack].lastNorm,
                 sublayers[entries.first + entries.count - 1].output, stream, false, stream);
  }
  for (uint32_t i = entries.count; i-- > 0;) {
    if (!backwardSublayer(stack, entries.first + i)) return false;
  }
  embedGradient(rows.count(), rows.positions, shape.modelDim, tokensOf(stack), stream,
                gradientAt(list.tokenEmbedding), gradientAt(list.positionEmbedding));
  return true;
}

// stream: from the gradient of the sublayer's output to that of its input. What comes by the residual connection stays,
// what comes through the sublayer is added.
bool Transformer::State::backwardSublayer(uint32_t stack, uint32_t index) {
  const SublayerEntries& of = list.sublayers[index];
  const SublayerMemory& from = sublayers[index];
  const Rows rows = rowsOf(stack);
  if (!isPre()) normGradient(rows, of.norm, from.norm, from.sum, stream, false, stream);
  const float* const input = inputOf(from);
  float* const to = isPre() ? passing.normed : stream;
  const bool done = of.kind == Kind::feedForward
                        ? feedForwardGradient(rows, of, from, input, to, !isPre())
                        : attentionGradient(stack, of, from, input, to, !isPre());
  if (isPre()) normGradient(rows, of.norm, from.norm, from.input, passing.normed, true, stream);
  return done;
}

bool Transformer::State::attentionGradient(uint32_t stack, const SublayerEntries& of,
                                           const SublayerMemory& from, const float* input,
                                           float* to, bool add) {
  const Rows rows = rowsOf(stack), keyRows = rowsOf(keyStackOf(stack, of.kind));
  const bool isContext = of.kind == Kind::context;
  const AttentionEntries& entries = of.attention;
  const uint32_t width = shape.modelDim, wide = channels();
  RuleGradients within;
  within.query = passing.query;
  within.key = passing.key;
  within.value = passing.value;
  within.temperature = gradientAt(entries.temperature);
  within.vector = gradientAt(entries.vector);
  if (!denseGradient(denseOf(wide, width, entries.wo, kNoEntry), rows.count(), from.merged, stream,
                     {nullptr, gradientAt(entries.wo), nullptr, false}, productWork) ||
      !split(rows, stream, width, transposed(at(entries.wo), width), passing.heads) ||
      !ruleAttentionGradient(ruleProblem(stack, of, from), from.heads, passing.heads, within,
                             *from.record, ruleWork)) {
    return false;
  }
  const float* const context = isContext ? stacks[0].output : input;
  float* const contextTo = isContext ? contextGradient : to;
  return projectionGradient(rows, entries.wq, input, passing.query, to, add) &&
         projectionGradient(keyRows, entries.wk, context, passing.key, contextTo, true) &&
         projectionGradient(keyRows, entries.wv, context, passing.value, contextTo, true);
}

bool Transformer::State::projectionGradient(Rows rows, uint32_t weight, const float* x,
                                            const float* headGradients, float* to, bool add) {
  merge(rows, headGradients, passing.merged);
  return denseGradient(denseOf(shape.modelDim, channels(), weight, kNoEntry), rows.count(), x,
                       passing.merged, {to, gradientAt(weight), nullptr, add}, productWork);
}

bool Transformer::State::feedForwardGradient(Rows rows, const SublayerEntries& of,
                                             const SublayerMemory& from, const float* input,
                                             float* to, bool add) {
  const FeedForwardEntries& entries = of.feedForward;
  const uint32_t width = shape.modelDim, hidden = shape.feedForward;
  if (!denseGradient(
          denseOf(hidden, width, entries.w2, entries.b2), rows.count(), from.hidden, stream,
          {passing.hidden, gradientAt(entries.w2), gradientAt(entries.b2), false}, productWork)) {
    return false;
  }
  activateGradient(shape.activation, from.before, passing.hidden, size_t{rows.count()} * hidden,
                   passing.hidden);
  return denseGradient(denseOf(width, hidden, entries.w1, entries.b1), rows.count(), input,
                       passing.hidden, {to, gradientAt(entries.w1), gradientAt(entries.b1), add},
                       productWork);
}

// What is seen from outside ---------------------------------------------------------------------------------

Transformer::Transformer() : state_(nullptr) {}
Transformer::~Transformer() { delete state_; }

size_t Transformer::parameterCount(const TransformerShape& shape) {
  return parameterCountOf(shape);
}

bool Transformer::create(const TransformerShape& shape, uint32_t mostExamples) {
  delete state_;
  state_ = new (std::nothrow) State;
  return state_ != nullptr && state_->create(shape, mostExamples);
}

void Transformer::initialise(uint64_t seed) {
  state_->list.initialise(state_->shape, seed, state_->parameters.data());
}

const TransformerShape& Transformer::shape() const { return state_->shape; }
uint32_t Transformer::entryCount() const { return state_->list.entryCount; }
const ParameterEntry& Transformer::entry(uint32_t index) const {
  return state_->list.entries[index];
}
float* Transformer::parameters() { return state_->parameters.data(); }
float* Transformer::gradients() { return state_->gradients.data(); }
size_t Transformer::size() const { return state_->list.size; }

bool Transformer::forward(const Batch& batch, bool wantGradient, BatchLoss& loss) {
  State& s = *state_;
  s.batch = batch;
  for (uint32_t stack = 0; stack < s.list.stackCount; ++stack) {
    if (!s.forwardStack(stack)) return false;
  }
  const uint32_t rows = s.rowsOf(s.lastStack()).count();
  Loss sum{0, 0, 0};
  if (wantGradient) {
    s.labelledCount = s.gatherLabelled();
    if (!s.makeLogits(s.labelledCount, s.labelled)) return false;
    sum = crossEntropy(s.labelledCount, s.shape.vocabulary, s.logits, s.labels.data(), s.logits,
                       s.right.data());
  } else {
    if (!s.makeLogits(rows, s.stacks[s.lastStack()].output)) return false;
    std::fill_n(s.right.data(), rows, uint8_t{1});
    if (batch.labels != nullptr) {
      sum = crossEntropy(rows, s.shape.vocabulary, s.logits, batch.labels, nullptr, s.right.data());
    }
  }
  loss.labels = sum.labels;
  loss.right = sum.right;
  loss.loss = sum.labels == 0 ? 0 : sum.sum / sum.labels;
  s.countRight(loss, wantGradient);
  return true;
}

bool Transformer::backward() {
  State& s = *state_;
  const ParameterEntry& positions = s.list.entries[s.list.positionEmbedding];
  std::fill_n(s.gradientAt(s.list.positionEmbedding), size_t{positions.rows} * positions.columns,
              0.0f);
  if (!s.outputGradient()) return false;
  if (s.list.stackCount == 1) return s.backwardStack(0);
  std::fill_n(s.contextGradient, size_t{s.rowsOf(0).count()} * s.shape.modelDim, 0.0f);
  if (!s.backwardStack(1)) return false;
  std::swap(s.stream, s.contextGradient);
  return s.backwardStack(0);
}

const float* Transformer::logits() const { return state_->logits; }
uint32_t Transformer::positions() const {
  return state_->list.stacks[state_->lastStack()].positions;
}

uint32_t Transformer::bestToken(uint32_t example, uint32_t position) const {
  const size_t row = size_t{example} * positions() + position, classes = state_->shape.vocabulary;
  return largestOf(state_->logits + row * classes, state_->shape.vocabulary);
}

uint32_t Transformer::blockCount() const { return state_->blockCount; }

AttentionBlock Transformer::block(uint32_t index) const {
  const State& s = *state_;
  const uint32_t sublayer = s.blocks[index];
  const SublayerEntries& of = s.list.sublayers[sublayer];
  const uint32_t stack = s.stackOf(sublayer);
  const StackEntries& entries = s.list.stacks[stack];
  const AttentionKind own = entries.isDecoder ? AttentionKind::decoder : AttentionKind::encoder;
  return {of.kind == Kind::context ? AttentionKind::context : own,
          of.layer,
          entries.positions,
          s.list.stacks[s.keyStackOf(stack, of.kind)].positions,
          of.attention.wq,
          of.attention.wk,
          of.attention.temperature};
}

// The output is written once more, with the same numbers.
bool Transformer::attentionOf(uint32_t block, float* weights, float* scores) {
  State& s = *state_;
  const uint32_t sublayer = s.blocks[block];
  const SublayerMemory& memory = s.sublayers[sublayer];
  RuleResults results;
  results.output = memory.heads;
  results.weights = weights;
  results.scores = scores;
  return ruleAttention(s.ruleProblem(s.stackOf(sublayer), s.list.sublayers[sublayer], memory),
                       results, *memory.record, s.ruleWork);
}

const float* Transformer::attentionInput(uint32_t block) const {
  return state_->inputOf(state_->sublayers[state_->blocks[block]]);
}

const float* Transformer::attentionMemory(uint32_t block) const {
  const uint32_t sublayer = state_->blocks[block];
  const bool isContext = state_->list.sublayers[sublayer].kind == Kind::context;
  return isContext ? state_->stacks[0].output : attentionInput(block);
}

void Transformer::setScoreFactor(float factor) { state_->scoreFactor = factor; }

}  // namespace scaledot
