// A network is a sequence of sublayers (transformer_parameters.h). Each stores the activations that its gradient needs. The
// gradient of the residual stream goes backwards through the sequence in one buffer. All sublayers share the buffers of the
// gradients inside a sublayer (SublayerGradients).
#include "learning/transformer.h"

#include <algorithm>
#include <memory>
#include <new>

#include "attention/parameter_draw.h"
#include "lanes/rounded.h"
#include "lanes/simd.h"
#include "learning/attention_rule.h"
#include "learning/layers.h"
#include "learning/transformer_parameters.h"

namespace scaledot {
namespace {

using Kind = SublayerEntries::Kind;

Matrix rowMajor(const float* data, uint32_t columns) { return {data, columns, 1}; }
Matrix transposed(const float* data, uint32_t columns) { return {data, 1, columns}; }

// Divides memory into arrays that begin at multiples of 64 bytes. Without memory it only adds up their sizes.
class Arena {
 public:
  explicit Arena(float* memory) : memory_(memory) {}
  float* take(std::initializer_list<size_t> sizes) {
    float* const array = memory_ == nullptr ? nullptr : memory_ + used_;
    used_ = totalOf({used_, productOf(sizes), 15}) / 16 * 16;
    return array;
  }
  size_t used() const { return used_; }

 private:
  float* memory_;
  size_t used_ = 0;
};

// Rows of the [examples, positions] of one stack: all of them, or chosen ones, stored contiguously.
struct Rows {
  uint32_t examples, positions, count;
  const uint32_t* chosen;  // in order; null: all
  uint32_t at(uint32_t i) const { return chosen == nullptr ? i : chosen[i]; }
};

struct NormMemory {
  float *y, *mean, *inverseStd;
};

struct SublayerMemory {
  const float* input;
  float* sum;  // input + sublayer(input); pre-norm: input + sublayer(norm.y)
  NormMemory norm;
  const float* output;  // sum; post-norm: norm.y
  // attention: [examples, heads, positions, headDim]; merged: the concatenated heads of each position
  float *query, *key, *value, *heads, *merged;
  RuleRecord* record;
  float *before, *hidden;  // feedForward: before and after the activation
};

struct StackMemory {
  float* embedded;
  NormMemory lastNorm;
  const float* output;
};

// Gradients inside a sublayer.
struct SublayerGradients {
  float* normed;                       // pre-norm: of norm.y
  float *query, *key, *value, *heads;  // as in SublayerMemory
  float *merged, *hidden;
};

float scaleOf(const TransformerShape& shape) {
  const double dim = shape.headDim, root = 1 / __builtin_sqrt(dim);
  if (shape.rule == AttentionRule::norm || shape.rule == AttentionRule::doubled)
    return static_cast<float>(root);
  if (shape.rule != AttentionRule::power || shape.alpha == 0) return 1;
  if (shape.alpha == 0.5) return static_cast<float>(root);
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
  SublayerGradients inner = {};
  float *stream = nullptr, *contextGradient = nullptr;
  float* logits = nullptr;
  // From the output of the last attention on, only the rows whose logits are wanted are computed.
  uint32_t lastAttention = 0;
  Rows wanted{};
  Buffer<uint32_t> wantedRows, labels;
  Buffer<uint8_t> right;
  std::unique_ptr<RuleRecord[]> records;
  RuleWork ruleWork;
  ProductWork productWork;
  Batch batch;  // of the last forward()

  // Making ------------------------------------------------------------------------------------------------

  bool create(const TransformerShape& of, uint32_t examples);
  bool fits() const;
  uint32_t mostColumns() const;
  void layOut(Arena& arena);
  NormMemory normMemory(Arena& arena, size_t rows) const {
    return {arena.take({rows, shape.modelDim}), arena.take({rows}), arena.take({rows})};
  }
  void layOutSublayer(const StackEntries& stack, uint32_t index, const float* input, Arena& arena);
  void layOutShared(Arena& arena);

  // Lookup ------------------------------------------------------------------------------------------------

  const float* at(uint32_t entry) const {
    return entry == kNoEntry ? nullptr : parameters.data() + list.entries[entry].offset;
  }
  float* gradientAt(uint32_t entry) {
    return entry == kNoEntry ? nullptr : gradients.data() + list.entries[entry].offset;
  }
  uint32_t channels() const { return shape.heads * shape.headDim; }
  bool isPre() const { return shape.norm == NormPlace::pre; }
  uint32_t lastStack() const { return list.stackCount - 1; }
  Rows rowsOf(uint32_t stack) const {
    const uint32_t positions = list.stacks[stack].positions;
    return {batch.examples, positions, batch.examples * positions, nullptr};
  }
  Rows rowsBefore(uint32_t sublayer) const {
    return sublayer > lastAttention ? wanted : rowsOf(stackOf(sublayer));
  }
  Rows rowsAfter(uint32_t sublayer) const {
    return sublayer >= lastAttention ? wanted : rowsOf(stackOf(sublayer));
  }
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
  // Returns the stack that provides the keys and values of an attention of this stack.
  uint32_t keyStackOf(uint32_t stack, Kind kind) const { return kind == Kind::context ? 0 : stack; }
  // The input of a sublayer, after its norm if pre-norm; and the input of the keys and values of an attention.
  const float* inputOf(const SublayerMemory& of) const { return isPre() ? of.norm.y : of.input; }
  const float* keyInputOf(uint32_t sublayer) const {
    const bool isContext = list.sublayers[sublayer].kind == Kind::context;
    return isContext ? stacks[0].output : inputOf(sublayers[sublayer]);
  }
  Dense denseOf(uint32_t in, uint32_t out, uint32_t weight, uint32_t bias) const {
    return {in, out, at(weight), at(bias)};
  }
  RowNorm rowNormOf(const NormEntries& of) const {
    return {shape.modelDim, at(of.weight), at(of.bias)};
  }
  RuleProblem ruleProblem(uint32_t stack, const SublayerEntries& of,
                          const SublayerMemory& to) const;

  // Forward -----------------------------------------------------------------------------------------------

  bool forwardStack(uint32_t stack);
  bool forwardSublayer(uint32_t index);
  bool addAttention(uint32_t index);
  bool addFeedForward(uint32_t index);
  bool project(const Rows& rows, const float* x, uint32_t weight, float* heads);
  void merge(const Rows& rows, const float* heads, float* merged) const;
  void split(const Rows& rows, const float* merged, float* heads) const;
  void normalise(const Rows& rows, const NormEntries& of, const float* x,
                 const NormMemory& to) const {
    rowNorm(rowNormOf(of), rows.count, x, to.y, to.mean, to.inverseStd);
  }
  void choose(bool labelledOnly);
  bool makeLogits();
  bool forward(const Batch& of, bool labelledOnly, bool wantGradient, BatchLoss& loss);
  uint32_t exactExamples() const;

  // Backward ----------------------------------------------------------------------------------------------

  bool outputGradient();
  bool backwardStack(uint32_t stack);
  bool backwardSublayer(uint32_t index);
  bool attentionGradient(uint32_t index, float* to, bool add);
  bool feedForwardGradient(uint32_t index, float* to, bool add);
  bool projectionGradient(const Rows& rows, uint32_t weight, const float* x,
                          const float* headGradients, float* to, bool add);
  void scatterStream(const Rows& from);
  void normGradient(const Rows& rows, const NormEntries& of, const NormMemory& norm, const float* x,
                    const float* yGradient, bool add, float* to) {
    rowNormGradient(rowNormOf(of), rows.count, x, norm.mean, norm.inverseStd, yGradient, add, to,
                    gradientAt(of.weight), gradientAt(of.bias));
  }
};

// Making ----------------------------------------------------------------------------------------------------

bool Transformer::State::create(const TransformerShape& of, uint32_t examples) {
  shape = of;
  mostExamples = examples;
  ruleScale = scaleOf(shape);
  if (!list.create(shape) || !fits() || !parameters.reserve(parameterSize(1, list.size)) ||
      !gradients.reserve(list.size) || !sublayers.reserve(list.sublayerCount) ||
      !blocks.reserve(list.sublayerCount)) {
    return false;
  }
  blockCount = 0;
  for (uint32_t i = 0; i < list.sublayerCount; ++i) {
    if (list.sublayers[i].kind != Kind::feedForward) blocks[blockCount++] = i;
  }
  lastAttention = blocks[blockCount - 1];
  records.reset(new (std::nothrow) RuleRecord[blockCount]);
  const size_t lastRows = productOf({examples, list.stacks[lastStack()].positions});
  if (records == nullptr || !wantedRows.reserve(lastRows) || !labels.reserve(lastRows) ||
      !right.reserve(lastRows) || !productWork.reserve(UINT32_MAX, UINT32_MAX, mostColumns())) {
    return false;
  }
  Arena counted(nullptr);
  layOut(counted);
  if (!memory.reserve(counted.used())) return false;
  Arena arena(memory.data());
  layOut(arena);
  return true;
}

// Returns the largest number of columns of any product. Rows and steps of products of wanted rows differ from batch to
// batch.
uint32_t Transformer::State::mostColumns() const {
  return std::max({shape.modelDim, channels(), shape.feedForward, shape.vocabulary});
}

// Whether rows and columns fit into 32 bits.
bool Transformer::State::fits() const {
  const auto inside = [](std::initializer_list<size_t> factors) {
    return productOf(factors) <= INT32_MAX;
  };
  const size_t longest = std::max(list.stacks[0].positions, list.stacks[lastStack()].positions);
  return inside({mostExamples, longest}) && inside({shape.heads, shape.headDim}) &&
         list.size < SIZE_MAX;
}

void Transformer::State::layOut(Arena& arena) {
  for (uint32_t s = 0; s < list.stackCount; ++s) {
    const StackEntries& stack = list.stacks[s];
    const size_t rows = size_t{mostExamples} * stack.positions;
    StackMemory& to = stacks[s];
    to.embedded = arena.take({rows, shape.modelDim});
    to.output = to.embedded;
    for (uint32_t i = stack.first; i < stack.first + stack.count; ++i) {
      layOutSublayer(stack, i, to.output, arena);
      to.output = sublayers[i].output;
    }
    to.lastNorm = {};
    if (!isPre()) continue;
    to.lastNorm = normMemory(arena, rows);
    to.output = to.lastNorm.y;
  }
  layOutShared(arena);
}

void Transformer::State::layOutSublayer(const StackEntries& stack, uint32_t index,
                                        const float* input, Arena& arena) {
  const SublayerEntries& of = list.sublayers[index];
  const size_t rows = size_t{mostExamples} * stack.positions;
  SublayerMemory to{};
  to.input = input;
  to.sum = arena.take({rows, shape.modelDim});
  to.norm = normMemory(arena, rows);
  to.output = isPre() ? to.sum : to.norm.y;
  if (of.kind == Kind::feedForward) {
    to.before = to.hidden = arena.take({rows, shape.feedForward});
    // The gradient of relu needs only its output, so relu works in place.
    if (shape.activation != Activation::relu) to.hidden = arena.take({rows, shape.feedForward});
  } else {
    const uint32_t keyStack = keyStackOf(stackOf(index), of.kind);
    const size_t keyRows = size_t{mostExamples} * list.stacks[keyStack].positions;
    to.query = arena.take({rows, channels()});
    to.key = arena.take({keyRows, channels()});
    to.value = arena.take({keyRows, channels()});
    to.heads = arena.take({rows, channels()});
    to.merged = arena.take({rows, channels()});
    const uint32_t* const block = std::find(blocks.data(), blocks.data() + blockCount, index);
    to.record = &records[static_cast<size_t>(block - blocks.data())];
  }
  sublayers[index] = to;
}

void Transformer::State::layOutShared(Arena& arena) {
  const size_t lastRows = size_t{mostExamples} * list.stacks[lastStack()].positions;
  const size_t rows = std::max(size_t{mostExamples} * list.stacks[0].positions, lastRows);
  const uint32_t width = shape.modelDim;
  stream = arena.take({rows, width});
  contextGradient = arena.take({rows, width});
  inner.normed = arena.take({rows, width});
  for (float** of : {&inner.query, &inner.key, &inner.value, &inner.heads, &inner.merged}) {
    *of = arena.take({rows, channels()});
  }
  inner.hidden = arena.take({rows, shape.feedForward});
  logits = arena.take({lastRows, shape.vocabulary});
}

RuleProblem Transformer::State::ruleProblem(uint32_t stack, const SublayerEntries& of,
                                            const SublayerMemory& to) const {
  const uint32_t keyStack = keyStackOf(stack, of.kind);
  RuleProblem problem;
  problem.rule = shape.rule;
  problem.scale = ruleScale * scoreFactor;
  problem.temperature = at(of.attention.temperature);
  problem.vector = at(of.attention.vector);
  problem.queryGain = at(of.attention.queryGain);
  problem.keyGain = at(of.attention.keyGain);
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
  embed(rows.count, rows.positions, shape.modelDim, tokensOf(stack), at(list.tokenEmbedding),
        at(list.positionEmbedding), to.embedded);
  const uint32_t last = entries.first + entries.count - 1;
  for (uint32_t i = entries.first; i <= last; ++i) {
    if (!forwardSublayer(i)) return false;
  }
  if (isPre()) normalise(rowsAfter(last), entries.lastNorm, sublayers[last].output, to.lastNorm);
  return true;
}

bool Transformer::State::forwardSublayer(uint32_t index) {
  const SublayerEntries& of = list.sublayers[index];
  const SublayerMemory& to = sublayers[index];
  if (isPre()) normalise(rowsBefore(index), of.norm, to.input, to.norm);
  const Rows after = rowsAfter(index);
  const uint32_t width = shape.modelDim;
  if (index == lastAttention) {
    for (uint32_t i = 0; i < after.count; ++i) {
      std::copy_n(to.input + size_t{after.at(i)} * width, width, to.sum + size_t{i} * width);
    }
  } else {
    std::copy_n(to.input, size_t{after.count} * width, to.sum);
  }
  const bool done = of.kind == Kind::feedForward ? addFeedForward(index) : addAttention(index);
  if (!isPre()) normalise(after, of.norm, to.sum, to.norm);
  return done;
}

bool Transformer::State::addAttention(uint32_t index) {
  const SublayerEntries& of = list.sublayers[index];
  const SublayerMemory& to = sublayers[index];
  const AttentionEntries& entries = of.attention;
  const uint32_t stack = stackOf(index);
  const Rows rows = rowsOf(stack), keyRows = rowsOf(keyStackOf(stack, of.kind));
  const Rows after = rowsAfter(index);
  RuleResults results;
  results.output = to.heads;
  if (!project(rows, inputOf(to), entries.wq, to.query) ||
      !project(keyRows, keyInputOf(index), entries.wk, to.key) ||
      !project(keyRows, keyInputOf(index), entries.wv, to.value) ||
      !ruleAttention(ruleProblem(stack, of, to), results, *to.record, ruleWork)) {
    return false;
  }
  merge(after, to.heads, to.merged);
  return dense(denseOf(channels(), shape.modelDim, entries.wo, kNoEntry), after.count, to.merged,
               true, to.sum, productWork);
}

bool Transformer::State::addFeedForward(uint32_t index) {
  const FeedForwardEntries& entries = list.sublayers[index].feedForward;
  const SublayerMemory& to = sublayers[index];
  const uint32_t rows = rowsAfter(index).count, width = shape.modelDim, hidden = shape.feedForward;
  if (!dense(denseOf(width, hidden, entries.w1, entries.b1), rows, inputOf(to), false, to.before,
             productWork)) {
    return false;
  }
  activate(shape.activation, to.before, size_t{rows} * hidden, to.hidden);
  return dense(denseOf(hidden, width, entries.w2, entries.b2), rows, to.hidden, true, to.sum,
               productWork);
}

// heads = x weight, with the columns split into heads.
bool Transformer::State::project(const Rows& rows, const float* x, uint32_t weight, float* heads) {
  const uint32_t dim = shape.headDim, width = shape.modelDim;
  const size_t headSize = size_t{rows.positions} * dim;
  for (uint32_t h = 0; h < shape.heads; ++h) {
    const Target to{heads + h * headSize, dim, rows.positions, shape.heads * headSize};
    if (!multiply(rows.count, width, dim, rowMajor(x, width),
                  rowMajor(at(weight) + size_t{h} * dim, channels()), nullptr, false, to,
                  productWork)) {
      return false;
    }
  }
  return true;
}

// Calls work(at, place) for each head of each row: the offset of its numbers in merged, and in heads.
template <typename Work>
inline void forHeads(const Rows& rows, uint32_t heads, uint32_t dim, Work work) {
  const size_t headSize = size_t{rows.positions} * dim;
  size_t at = 0;
  for (uint32_t i = 0; i < rows.count; ++i) {
    const uint32_t row = rows.at(i), example = row / rows.positions;
    size_t place = example * heads * headSize + size_t{row - example * rows.positions} * dim;
    for (uint32_t h = 0; h < heads; ++h, at += dim, place += headSize) work(at, place);
  }
}

// Copies a few numbers. A call of memcpy would be slower for such short rows.
inline void copyShort(const float* from, uint32_t count, float* to) {
  uint32_t c = 0;
  for (; c + 4 <= count; c += 4) store(to + c, load(from + c));
  for (; c < count; ++c) to[c] = from[c];
}

// Concatenates the heads of each row.
void Transformer::State::merge(const Rows& rows, const float* heads, float* merged) const {
  forHeads(rows, shape.heads, shape.headDim,
           [&](size_t at, size_t place) { copyShort(heads + place, shape.headDim, merged + at); });
}

// Inverts merge(), with zeros in the other rows.
void Transformer::State::split(const Rows& rows, const float* merged, float* heads) const {
  if (rows.chosen != nullptr) {
    std::fill_n(heads, size_t{rows.examples} * rows.positions * channels(), 0.0f);
  }
  forHeads(rows, shape.heads, shape.headDim,
           [&](size_t at, size_t place) { copyShort(merged + at, shape.headDim, heads + place); });
}

// Sets `wanted` to the labelled rows of the last stack, or to all of them, and `labels` to their labels.
void Transformer::State::choose(bool labelledOnly) {
  wanted = rowsOf(lastStack());
  const auto labelOf = [&](uint32_t i) {
    return batch.labels == nullptr ? kNoLabel : batch.labels[i];
  };
  if (!labelledOnly) {
    for (uint32_t i = 0; i < wanted.count; ++i) labels[i] = labelOf(i);
    return;
  }
  const uint32_t all = wanted.count;
  wanted.chosen = wantedRows.data();
  wanted.count = 0;
  for (uint32_t i = 0; i < all; ++i) {
    if (labelOf(i) == kNoLabel) continue;
    labels[wanted.count] = labelOf(i);
    wantedRows[wanted.count++] = i;
  }
}

bool Transformer::State::makeLogits() {
  const float* const x = stacks[lastStack()].output;
  const uint32_t width = shape.modelDim, vocabulary = shape.vocabulary;
  if (!shape.tied) {
    return dense(denseOf(width, vocabulary, list.outputWeight, list.outputBias), wanted.count, x,
                 false, logits, productWork);
  }
  return multiply(wanted.count, width, vocabulary, rowMajor(x, width),
                  transposed(at(list.tokenEmbedding), width), nullptr, false, logits, vocabulary,
                  productWork);
}

bool Transformer::State::forward(const Batch& of, bool labelledOnly, bool wantGradient,
                                 BatchLoss& loss) {
  batch = of;
  choose(labelledOnly);
  for (uint32_t stack = 0; stack < list.stackCount; ++stack) {
    if (!forwardStack(stack)) return false;
  }
  if (!makeLogits()) return false;
  const Loss sum = crossEntropy(wanted.count, shape.vocabulary, logits, labels.data(),
                                wantGradient ? logits : nullptr, right.data());
  loss.loss = sum.labels == 0 ? 0 : sum.sum / sum.labels;
  loss.labels = sum.labels;
  loss.right = sum.right;
  loss.examples = batch.examples;
  loss.exact = exactExamples();
  return true;
}

uint32_t Transformer::State::exactExamples() const {
  uint32_t exact = batch.examples, lastWrong = UINT32_MAX;
  for (uint32_t i = 0; i < wanted.count; ++i) {
    const uint32_t example = wanted.at(i) / wanted.positions;
    if (right[i] != 0 || example == lastWrong) continue;
    lastWrong = example;
    --exact;
  }
  return exact;
}

// Backward --------------------------------------------------------------------------------------------------

// Computes the gradient of the output of the last stack, in stream, from the gradient of the logits.
bool Transformer::State::outputGradient() {
  const float* const x = stacks[lastStack()].output;
  const uint32_t width = shape.modelDim, vocabulary = shape.vocabulary, count = wanted.count;
  float* const embedding = gradientAt(list.tokenEmbedding);
  if (shape.tied) {
    return multiply(count, vocabulary, width, rowMajor(logits, vocabulary),
                    rowMajor(at(list.tokenEmbedding), width), nullptr, false, stream, width,
                    productWork) &&
           multiply(vocabulary, count, width, transposed(logits, vocabulary), rowMajor(x, width),
                    nullptr, false, embedding, width, productWork);
  }
  std::fill_n(embedding, size_t{vocabulary} * width, 0.0f);
  return denseGradient(
      denseOf(width, vocabulary, list.outputWeight, list.outputBias), count, x, logits,
      {stream, gradientAt(list.outputWeight), gradientAt(list.outputBias), false}, productWork);
}

// Converts `stream` from the gradient of the output of the stack to that of the embeddings, which is added to the tables.
bool Transformer::State::backwardStack(uint32_t stack) {
  const StackEntries& entries = list.stacks[stack];
  const Rows rows = rowsOf(stack);
  const uint32_t last = entries.first + entries.count - 1;
  if (isPre()) {
    normGradient(rowsAfter(last), entries.lastNorm, stacks[stack].lastNorm, sublayers[last].output,
                 stream, false, stream);
  }
  for (uint32_t i = entries.count; i-- > 0;) {
    if (!backwardSublayer(entries.first + i)) return false;
  }
  embedGradient(rows.count, rows.positions, shape.modelDim, tokensOf(stack), stream,
                gradientAt(list.tokenEmbedding), gradientAt(list.positionEmbedding));
  return true;
}

// Converts `stream` from the gradient of the output of the sublayer to that of its input. The part of the residual
// connection stays, and the part through the sublayer is added.
bool Transformer::State::backwardSublayer(uint32_t index) {
  const SublayerEntries& of = list.sublayers[index];
  const SublayerMemory& from = sublayers[index];
  if (!isPre()) normGradient(rowsAfter(index), of.norm, from.norm, from.sum, stream, false, stream);
  float* const to = isPre() ? inner.normed : stream;
  const bool done = of.kind == Kind::feedForward ? feedForwardGradient(index, to, !isPre())
                                                 : attentionGradient(index, to, !isPre());
  if (isPre()) {
    normGradient(rowsBefore(index), of.norm, from.norm, from.input, inner.normed, true, stream);
  }
  return done;
}

bool Transformer::State::attentionGradient(uint32_t index, float* to, bool add) {
  const SublayerEntries& of = list.sublayers[index];
  const SublayerMemory& from = sublayers[index];
  const AttentionEntries& entries = of.attention;
  const uint32_t stack = stackOf(index);
  const Rows rows = rowsOf(stack), keyRows = rowsOf(keyStackOf(stack, of.kind));
  const Rows after = rowsAfter(index);
  if (!denseGradient(denseOf(channels(), shape.modelDim, entries.wo, kNoEntry), after.count,
                     from.merged, stream, {inner.merged, gradientAt(entries.wo), nullptr, false},
                     productWork)) {
    return false;
  }
  split(after, inner.merged, inner.heads);
  scatterStream(after);
  RuleGradients within;
  within.query = inner.query;
  within.key = inner.key;
  within.value = inner.value;
  within.temperature = gradientAt(entries.temperature);
  within.vector = gradientAt(entries.vector);
  within.queryGain = gradientAt(entries.queryGain);
  within.keyGain = gradientAt(entries.keyGain);
  if (!ruleAttentionGradient(ruleProblem(stack, of, from), from.heads, inner.heads, within,
                             *from.record, ruleWork)) {
    return false;
  }
  float* const keyTo = of.kind == Kind::context ? contextGradient : to;
  return projectionGradient(rows, entries.wq, inputOf(from), inner.query, to, add) &&
         projectionGradient(keyRows, entries.wk, keyInputOf(index), inner.key, keyTo, true) &&
         projectionGradient(keyRows, entries.wv, keyInputOf(index), inner.value, keyTo, true);
}

// Scatters these rows of stream to their positions among all rows, and zeros the others.
void Transformer::State::scatterStream(const Rows& from) {
  if (from.chosen == nullptr) return;
  const uint32_t width = shape.modelDim;
  uint32_t left = from.count;
  for (uint32_t row = from.examples * from.positions; row-- > 0;) {
    float* const to = stream + size_t{row} * width;
    if (left > 0 && from.at(left - 1) == row) {
      std::copy_n(stream + size_t{--left} * width, width, to);
    } else {
      std::fill_n(to, width, 0.0f);
    }
  }
}

bool Transformer::State::projectionGradient(const Rows& rows, uint32_t weight, const float* x,
                                            const float* headGradients, float* to, bool add) {
  merge(rows, headGradients, inner.merged);
  return denseGradient(denseOf(shape.modelDim, channels(), weight, kNoEntry), rows.count, x,
                       inner.merged, {to, gradientAt(weight), nullptr, add}, productWork);
}

bool Transformer::State::feedForwardGradient(uint32_t index, float* to, bool add) {
  const FeedForwardEntries& entries = list.sublayers[index].feedForward;
  const SublayerMemory& from = sublayers[index];
  const uint32_t rows = rowsAfter(index).count, width = shape.modelDim, hidden = shape.feedForward;
  if (!denseGradient(denseOf(hidden, width, entries.w2, entries.b2), rows, from.hidden, stream,
                     {inner.hidden, gradientAt(entries.w2), gradientAt(entries.b2), false},
                     productWork)) {
    return false;
  }
  activateGradient(shape.activation, from.before, inner.hidden, size_t{rows} * hidden,
                   inner.hidden);
  return denseGradient(denseOf(width, hidden, entries.w1, entries.b1), rows, inputOf(from),
                       inner.hidden, {to, gradientAt(entries.w1), gradientAt(entries.b1), add},
                       productWork);
}

// Public functions ------------------------------------------------------------------------------------------

Transformer::Transformer() = default;
Transformer::~Transformer() = default;

size_t Transformer::parameterCount(const TransformerShape& shape) {
  return parameterCountOf(shape);
}

bool Transformer::create(const TransformerShape& shape, uint32_t mostExamples) {
  state_.reset();  // first, because both might not fit into memory
  state_.reset(new (std::nothrow) State);
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
  return state_->forward(batch, wantGradient, wantGradient, loss);
}

bool Transformer::measure(const Batch& batch, BatchLoss& loss) {
  return state_->forward(batch, true, false, loss);
}

bool Transformer::backward() {
  State& s = *state_;
  const ParameterEntry& positions = s.list.entries[s.list.positionEmbedding];
  std::fill_n(s.gradientAt(s.list.positionEmbedding), size_t{positions.rows} * positions.columns,
              0.0f);
  if (!s.outputGradient()) return false;
  if (s.list.stackCount == 1) return s.backwardStack(0);
  std::fill_n(s.contextGradient, size_t{s.rowsOf(0).count} * s.shape.modelDim, 0.0f);
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

// This writes the output again, with the same numbers.
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
  return state_->keyInputOf(state_->blocks[block]);
}

void Transformer::setScoreFactor(float factor) { state_->scoreFactor = factor; }

}  // namespace scaledot
