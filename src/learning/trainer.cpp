#include "learning/trainer.h"

#include <algorithm>
#include <cmath>

#include "lanes/simd_math.h"
#include "lanes/sum.h"

namespace scaledot {
namespace {

double logOf(uint32_t count) {
  return static_cast<double>(logarithm(splat(static_cast<float>(count)), kSimdMath)[0]);
}

double squaresOf(const float* x, const ParameterEntry& entry) {
  const float* const from = x + entry.offset;
  return dot(from, from, size_t{entry.rows} * entry.columns);
}

double share(uint64_t part, uint64_t whole) {
  return whole == 0 ? 0 : static_cast<double>(part) / static_cast<double>(whole);
}

struct WeightRow {
  double entropy, top;
};
WeightRow measuredRow(const float* weights, uint32_t keys) {
  const SimdMath& math = *hidden(&kSimdMath);
  const F32x4 leastNormal = splat(0x1p-126f), one = splat(1.0f);
  F32x4 entropy = splat(0.0f), top = splat(0.0f);
  for (uint32_t j = 0; j < keys; j += 4) {
    const F32x4 x = loadFirst(weights + j, keys - j, 0);
    const F32x4 w = select(x >= leastNormal, x, one);  // the term of 1 is 0
    entropy -= w * logarithm(w, math);
    top = greatest(x, top);
  }
  return {static_cast<double>(sumOf(entropy)),
          static_cast<double>(std::max(std::max(top[0], top[1]), std::max(top[2], top[3])))};
}

// The rows of a head of a block, and the keys that they see. Padding of examples is left out.
class SeenRows {
 public:
  SeenRows(const AttentionBlock& block, Stack stack, const Batch& batch, uint32_t heads)
      : block_(block), batch_(batch), heads_(heads) {
    const bool ofTargets = stack == Stack::encoderDecoder && block.kind != AttentionKind::encoder;
    queryLengths_ = ofTargets ? batch.targetLengths : batch.lengths;
    keyLengths_ = block.kind == AttentionKind::context ? batch.lengths : queryLengths_;
  }

  // Calls visit(begin of the row, number of keys it sees) for each row. A row sees the first keys.
  template <typename Visit>
  void each(uint32_t head, Visit visit) const {
    for (uint32_t example = 0; example < batch_.examples; ++example) {
      const size_t matrix = (size_t{example} * heads_ + head) * block_.queries;
      for (uint32_t i = 0; i < queryLengths_[example]; ++i) {
        const bool causal = block_.kind == AttentionKind::decoder;
        visit((matrix + i) * block_.keys, causal ? i + 1 : keyLengths_[example]);
      }
    }
  }

 private:
  const AttentionBlock& block_;
  const Batch& batch_;
  const uint32_t *queryLengths_, *keyLengths_;
  uint32_t heads_;
};

void measureWeights(const SeenRows& rows, uint32_t head, const float* weights, double* to) {
  double entropy = 0, top = 0;
  uint64_t several = 0, all = 0;
  rows.each(head, [&](size_t row, uint32_t keys) {
    const WeightRow measured = measuredRow(weights + row, keys);
    if (keys > 1) entropy += std::min(measured.entropy / logOf(keys), 1.0);
    several += keys > 1 ? 1 : 0;
    top += measured.top;
    ++all;
  });
  to[0] = several == 0 ? 0 : entropy / static_cast<double>(several);
  to[1] = top / static_cast<double>(all);
}

double varianceOf(const SeenRows& rows, uint32_t head, const float* scores) {
  double total = 0, squares = 0;
  uint64_t count = 0;
  rows.each(head, [&](size_t row, uint32_t keys) {
    total += sum(keys, [&](size_t j) { return static_cast<double>(scores[row + j]); });
    count += keys;
  });
  const double mean = total / static_cast<double>(count);
  rows.each(head, [&](size_t row, uint32_t keys) {
    squares += sum(keys, [&](size_t j) {
      const double away = static_cast<double>(scores[row + j]) - mean;
      return away * away;
    });
  });
  return squares / static_cast<double>(count);
}

uint32_t layersOf(const Transformer& transformer) {
  uint32_t layers = 0;
  for (uint32_t i = 0; i < transformer.entryCount(); ++i) {
    const uint32_t layer = transformer.entry(i).layer;
    if (layer != kNoLayer) layers = std::max(layers, layer + 1);
  }
  return layers;
}

}  // namespace

// Making ------------------------------------------------------------------------------------------

bool Trainer::create(const TrainerConfig& config) {
  config_ = config;
  shapeFor(config_.task, config_.model);
  divergedAt_ = 0;
  interval_ = {};
  metricRows_ = 0;
  if (!transformer_.create(config_.model, std::max(config_.batch, kProbe))) return false;
  transformer_.initialise(config_.seed);
  return reserve();
}

bool Trainer::reserve() {
  Buffer<ParameterSpan> decaying;
  if (!decaying.reserve(transformer_.entryCount())) return false;
  size_t spans = 0;
  for (uint32_t i = 0; i < transformer_.entryCount(); ++i) {
    const ParameterEntry& entry = transformer_.entry(i);
    if (entry.decays) decaying[spans++] = {entry.offset, size_t{entry.rows} * entry.columns};
  }
  if (!optimizer_.create(config_.optimizer, transformer_.size(), decaying.data(), spans))
    return false;

  const TransformerShape& shape = config_.model;
  const size_t examples = std::max(config_.batch, kProbe);
  size_t matrices = 0;
  for (uint32_t i = 0; i < transformer_.blockCount(); ++i) {
    const AttentionBlock block = transformer_.block(i);
    matrices = std::max(matrices, productOf({kProbe, shape.heads, block.queries, block.keys}));
  }
  const uint32_t ofBlock = kBlockNumbers + shape.heads * kHeadNumbers;
  metricNumbers_ = kMetricHead + layersOf(transformer_) + transformer_.blockCount() * ofBlock;
  const size_t rows = size_t{config_.optimizer.steps / config_.every} + 2;
  return tokens_.reserve(productOf({examples, shape.length})) && lengths_.reserve(examples) &&
         targets_.reserve(productOf({examples, shape.targetLength})) &&
         targetLengths_.reserve(examples) &&
         labels_.reserve(productOf({examples, transformer_.positions()})) &&
         weights_.reserve(matrices) && scores_.reserve(matrices) &&
         metrics_.reserve(productOf({rows, metricNumbers_}));
}

// Examples ----------------------------------------------------------------------------------------

ExampleBuffers Trainer::buffersOf(uint32_t example) {
  const size_t i = example;
  return {tokens_.data() + i * config_.model.length, lengths_.data() + i,
          targets_.data() + i * config_.model.targetLength, targetLengths_.data() + i,
          labels_.data() + i * transformer_.positions()};
}

void Trainer::draw(Split split, uint64_t first, uint32_t count) {
  for (uint32_t i = 0; i < count; ++i) {
    drawExample(config_.task, config_.model.stack, config_.seed, split, first + i, buffersOf(i));
  }
  batch_ = {count,           tokens_.data(),        lengths_.data(),
            targets_.data(), targetLengths_.data(), labels_.data()};
}

// Steps -------------------------------------------------------------------------------------------

bool Trainer::step(uint32_t n) {
  for (; n > 0 && steps() < config_.optimizer.steps && divergedAt_ == 0; --n) {
    if (!stepOnce()) return false;
  }
  return true;
}

bool Trainer::stepOnce() {
  const uint64_t done = steps();
  const float* const gradients = transformer_.gradients();
  draw(Split::training, done * config_.batch, config_.batch);
  transformer_.setScoreFactor(1);
  BatchLoss loss;
  if (!transformer_.forward(batch_, true, loss) || !transformer_.backward()) return false;
  if (!std::isfinite(loss.loss)) {
    divergedAt_ = done + 1;
    return true;
  }
  if (done == 0) {
    const double norm = gradientNorm(gradients, transformer_.size());
    if (!addRow(loss.loss, share(loss.right, loss.labels), norm)) return false;
    if (divergedAt_ != 0) return true;
  }
  const double norm = optimizer_.step(gradients, transformer_.parameters());
  if (steps() == done) {
    divergedAt_ = done + 1;
    return true;
  }
  interval_.loss += loss.loss * loss.labels;
  interval_.labels += loss.labels;
  interval_.right += loss.right;
  if (steps() % config_.every != 0 && steps() != config_.optimizer.steps) return true;
  const Interval since = interval_;
  interval_ = {};
  return addRow(since.loss / static_cast<double>(since.labels), share(since.right, since.labels),
                norm);
}

// Metrics -----------------------------------------------------------------------------------------

bool Trainer::addRow(double loss, double accuracy, double norm) {
  double* const row = metrics_.data() + size_t{metricRows_} * metricNumbers_;
  double* const layers = row + kMetricHead;
  const uint32_t layerCount = layersOf(transformer_);
  Evaluation heldOut;
  for (uint32_t first = 0; first < config_.heldOut; first += kProbe) {
    if (!evaluate(first, std::min(config_.heldOut - first, kProbe), 1, heldOut)) return false;
    if (first == 0 && !measureHeads(layers + layerCount)) return false;
  }
  const double head[kMetricHead] = {
      static_cast<double>(steps()),
      learningRateAt(config_.optimizer, std::max(steps(), uint64_t{1})),
      loss,
      accuracy,
      heldOut.loss / heldOut.labels,
      share(heldOut.right, heldOut.labels),
      share(heldOut.exact, heldOut.examples),
      norm};
  std::copy_n(head, kMetricHead, row);
  std::fill_n(layers, layerCount, 0.0);
  for (uint32_t i = 0; i < transformer_.entryCount(); ++i) {
    const ParameterEntry& entry = transformer_.entry(i);
    if (entry.layer == kNoLayer) continue;
    layers[entry.layer] += squaresOf(transformer_.gradients(), entry);
  }
  for (uint32_t i = 0; i < layerCount; ++i) layers[i] = std::sqrt(layers[i]);
  for (uint32_t i = 0; i < metricNumbers_; ++i) {
    if (!std::isfinite(row[i])) divergedAt_ = steps() + 1;
  }
  if (divergedAt_ == 0) ++metricRows_;
  return true;
}

// Measures the heads on the examples that the network has just read.
bool Trainer::measureHeads(double* to) {
  const uint32_t heads = config_.model.heads;
  for (uint32_t i = 0; i < transformer_.blockCount(); ++i) {
    const AttentionBlock block = transformer_.block(i);
    if (!transformer_.attentionOf(i, weights_.data(), scores_.data())) return false;
    for (const uint32_t entry : {block.wq, block.wk}) {
      *to++ = std::sqrt(squaresOf(transformer_.gradients(), transformer_.entry(entry)));
    }
    const SeenRows rows(block, config_.model.stack, batch_, heads);
    for (uint32_t head = 0; head < heads; ++head, to += kHeadNumbers) {
      measureWeights(rows, head, weights_.data(), to);
      to[2] = varianceOf(rows, head, scores_.data());
      to[3] = 0;
      if (block.temperature == kNoEntry) continue;
      const size_t at = transformer_.entry(block.temperature).offset + head;
      const F32x4 factor = exponential(splat(transformer_.parameters()[at]), kSimdMath);
      to[3] = static_cast<double>(factor[0]);
    }
  }
  return true;
}

bool Trainer::evaluate(uint32_t first, uint32_t count, double scoreFactor, Evaluation& to) {
  transformer_.setScoreFactor(static_cast<float>(scoreFactor));
  for (uint32_t done = 0; done < count; done += kProbe) {
    draw(Split::heldOut, uint64_t{first} + done, std::min(count - done, kProbe));
    BatchLoss loss;
    if (!transformer_.measure(batch_, loss)) return false;
    to.loss += loss.loss * loss.labels;
    to.labels += loss.labels;
    to.right += loss.right;
    to.examples += loss.examples;
    to.exact += loss.exact;
  }
  return true;
}

// One example -------------------------------------------------------------------------------------

bool Trainer::look(Split split, uint64_t index, double scoreFactor) {
  transformer_.setScoreFactor(static_cast<float>(scoreFactor));
  draw(split, index, 1);
  return answer(false);
}

bool Trainer::lookAt(const char* text, size_t length, double scoreFactor, char* sentence,
                     size_t capacity) {
  transformer_.setScoreFactor(static_cast<float>(scoreFactor));
  if (capacity > 0) sentence[0] = '\0';
  const ExampleBuffers to = buffersOf(0);
  batch_ = {1, to.tokens, to.length, to.targets, to.targetLength, to.labels};
  if (!encodeText(config_.task, text, length, to, sentence, capacity)) return false;
  *to.targetLength = config_.model.targetLength;
  return answer(true);
}

// A decoder reads at each position of its answer the token it answered at the previous position. Later tokens do not change
// earlier answers, so the first token that differs is corrected until none does. `everywhere`: every position is part of the
// answer, although there are no labels. For the task text the input stays as it is, and every answer is the prediction of
// the next character.
bool Trainer::answer(bool everywhere) {
  const Stack stack = config_.task.name == TaskName::text ? Stack::encoder : config_.model.stack;
  uint32_t* const read = stack == Stack::encoderDecoder ? targets_.data()
                         : stack == Stack::decoder      ? tokens_.data()
                                                        : nullptr;
  const uint32_t last = read == nullptr ? 0 : transformer_.positions() - 1;
  const auto answers = [&](uint32_t i) { return everywhere || labels_[i] != kNoLabel; };
  BatchLoss loss;
  for (uint32_t i = 0;; ++i) {
    if (!transformer_.forward(batch_, false, loss)) return false;
    const auto follows = [&] {
      return !answers(i) || !answers(i + 1) || read[i + 1] == transformer_.bestToken(0, i);
    };
    while (i < last && follows()) ++i;
    if (i >= last) return true;
    read[i + 1] = transformer_.bestToken(0, i);
  }
}

// Windows of a text begin half a window apart.
bool Trainer::read(const char* text, size_t length, double scoreFactor, Reading& to,
                   Text& sentence) {
  if (config_.task.name != TaskName::text) {  // another model may have been loaded in the meantime
    sentence.add("got a model of another task; expected one of text");
    return false;
  }
  size_t characters = 0;
  if (!encodeProse(text, length, to.tokens, length, characters, sentence)) return false;
  to.count = static_cast<uint32_t>(characters);
  transformer_.setScoreFactor(static_cast<float>(scoreFactor));
  const uint32_t size = config_.model.length;
  batch_ = {1, tokens_.data(), lengths_.data(), nullptr, nullptr, labels_.data()};
  std::fill_n(labels_.data(), size, kNoLabel);
  uint32_t done = 0;
  for (uint32_t begin = 0; done < to.count; begin += size - size / 2) {
    const uint32_t seen = std::min(size, to.count - begin);
    std::fill(std::copy_n(to.tokens + begin, seen, tokens_.data()), tokens_.data() + size, 0);
    lengths_[0] = seen;
    BatchLoss loss;
    if (!transformer_.forward(batch_, false, loss)) return false;
    for (; done < begin + seen; ++done) addExpected(done, done - begin, to);
  }
  const uint32_t losses = to.count - 1;
  to.loss = losses == 0 ? 0 : sum(losses, [&](size_t i) { return to.losses[i]; }) / losses;
  to.perplexity =
      static_cast<double>(exponential(splat(static_cast<float>(to.loss)), kSimdMath)[0]);
  return true;
}

// Adds the prediction at one character of a text, which the network has just read at `position`.
void Trainer::addExpected(uint32_t character, uint32_t position, Reading& to) {
  const uint32_t vocabulary = config_.model.vocabulary;
  const float* const logits = transformer_.logits() + size_t{position} * vocabulary;
  softmaxRow(vocabulary, logits, to.probabilities + size_t{character} * vocabulary);
  if (character + 1 == to.count) return;
  const uint32_t* const next = to.tokens + character + 1;
  to.losses[character] = crossEntropy(1, vocabulary, logits, next, nullptr, nullptr).sum;
}

}  // namespace scaledot
