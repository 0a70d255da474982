#include "learning/transformer_parameters.h"

#include <algorithm>

#include "attention/parameter_draw.h"
#include "lanes/rounded.h"

namespace scaledot {
namespace {

using Kind = SublayerEntries::Kind;

// Builds the name of an entry, padded with zeros.
class Name {
 public:
  Name& add(const char* text) {
    while (*text != 0 && length_ + 1 < sizeof text_) text_[length_++] = *text++;
    return *this;
  }
  Name& add(uint32_t number) {
    char digits[11] = {};
    uint32_t at = 10;
    do {
      digits[--at] = static_cast<char>('0' + number % 10);
      number /= 10;
    } while (number != 0);
    return add(digits + at);
  }
  void copyTo(char (&to)[64]) const { std::copy(text_, text_ + 64, to); }

 private:
  char text_[64] = {};
  size_t length_ = 0;
};

// Walks through a network from its embeddings to its output. Counts the entries and sublayers, and writes them if `write`.
class Builder {
 public:
  Builder(const TransformerShape& shape, ParameterList& list, bool write)
      : shape_(shape), list_(list), write_(write) {}

  void run() {
    list_.entryCount = list_.sublayerCount = list_.stackCount = 0;
    list_.size = 0;
    const uint32_t width = shape_.modelDim;
    const bool both = shape_.stack == Stack::encoderDecoder;
    const uint32_t longest = both ? std::max(shape_.length, shape_.targetLength) : shape_.length;
    list_.tokenEmbedding =
        addMatrix(Name().add("tokenEmbedding"), shape_.vocabulary, width, Part::embedding);
    list_.positionEmbedding =
        addMatrix(Name().add("positionEmbedding"), longest, width, Part::embedding);
    if (both) {
      addStack("encoder.", false, shape_.length);
      addStack("decoder.", true, shape_.targetLength);
    } else {
      addStack("", shape_.stack == Stack::decoder, shape_.length);
    }
    list_.outputWeight = list_.outputBias = kNoEntry;
    if (shape_.tied) return;
    list_.outputWeight =
        addMatrix(Name().add("output.weight"), width, shape_.vocabulary, Part::output);
    list_.outputBias = addVector(Name().add("output.bias"), shape_.vocabulary, Part::output);
  }

 private:
  void addStack(const char* prefix, bool isDecoder, uint32_t positions) {
    const bool context = isDecoder && shape_.stack == Stack::encoderDecoder;
    StackEntries& stack = list_.stacks[list_.stackCount++];
    stack.isDecoder = isDecoder;
    stack.positions = positions;
    stack.first = list_.sublayerCount;
    for (uint32_t i = 0; i < shape_.layers; ++i, ++layer_) {
      Name name;
      name.add(prefix).add("layers.").add(i).add(".");
      addAttention(Kind::attention, name, "attention");
      if (context) addAttention(Kind::context, name, "context");
      addFeedForward(name);
    }
    stack.count = list_.sublayerCount - stack.first;
    layerOfNext_ = kNoLayer;
    stack.lastNorm = {kNoEntry, kNoEntry};
    if (shape_.norm == NormPlace::pre)
      stack.lastNorm = addNorm(Name().add(prefix).add("finalNorm"));
  }

  void addAttention(Kind kind, const Name& layer, const char* what) {
    layerOfNext_ = layer_;
    const uint32_t width = shape_.modelDim, heads = shape_.heads;
    // A product that overflows is refused later, by its size.
    const uint64_t wide = uint64_t{heads} * shape_.headDim;
    const uint32_t channels = wide > UINT32_MAX ? UINT32_MAX : static_cast<uint32_t>(wide);
    const Name name = Name(layer).add(what);
    const auto part = [&](const char* end) { return Name(name).add(end); };
    SublayerEntries sublayer{kind, layer_, {}, {}, {}};
    AttentionEntries& to = sublayer.attention;
    to.wq = addMatrix(part(".wq"), width, channels, Part::query);
    to.wk = addMatrix(part(".wk"), width, channels, Part::key);
    to.wv = addMatrix(part(".wv"), width, channels, Part::otherAttention);
    to.wo = addMatrix(part(".wo"), channels, width, Part::otherAttention);
    to.temperature = to.vector = to.queryGain = to.keyGain = kNoEntry;
    if (shape_.rule == AttentionRule::cosine) {
      to.temperature = addVector(part(".temperature"), heads, Part::otherAttention);
    }
    if (shape_.rule == AttentionRule::additive) {
      to.vector = addMatrix(part(".vector"), heads, shape_.headDim, Part::otherAttention);
    }
    if (shape_.rule == AttentionRule::norm) {
      to.queryGain = addVector(part(".queryGain"), shape_.headDim, Part::otherAttention);
      to.keyGain = addVector(part(".keyGain"), shape_.headDim, Part::otherAttention);
    }
    sublayer.norm = addNorm(part("Norm"));
    addSublayer(sublayer);
  }

  void addFeedForward(const Name& layer) {
    layerOfNext_ = layer_;
    const uint32_t width = shape_.modelDim, hidden = shape_.feedForward;
    const auto part = [&](const char* end) { return Name(layer).add("feedForward").add(end); };
    SublayerEntries sublayer{Kind::feedForward, layer_, {}, {}, {}};
    FeedForwardEntries& to = sublayer.feedForward;
    to.w1 = addMatrix(part(".w1"), width, hidden, Part::feedForward);
    to.b1 = addVector(part(".b1"), hidden, Part::feedForward);
    to.w2 = addMatrix(part(".w2"), hidden, width, Part::feedForward);
    to.b2 = addVector(part(".b2"), width, Part::feedForward);
    sublayer.norm = addNorm(part("Norm"));
    addSublayer(sublayer);
  }

  NormEntries addNorm(const Name& name) {
    const uint32_t weight = addVector(Name(name).add(".weight"), shape_.modelDim, Part::norm);
    return {weight, addVector(Name(name).add(".bias"), shape_.modelDim, Part::norm)};
  }

  uint32_t addVector(const Name& name, uint32_t count, Part part) {
    return add(name, 1, count, part, false);
  }

  uint32_t addMatrix(const Name& name, uint32_t rows, uint32_t columns, Part part) {
    return add(name, rows, columns, part, part != Part::embedding);
  }

  uint32_t add(const Name& name, uint32_t rows, uint32_t columns, Part part, bool decays) {
    if (write_) {
      ParameterEntry& entry = list_.entries[list_.entryCount];
      name.copyTo(entry.name);
      entry.offset = list_.size;
      entry.rows = rows;
      entry.columns = columns;
      entry.part = part;
      entry.layer = layerOfNext_;
      entry.decays = decays;
    }
    list_.size = totalOf({list_.size, productOf({rows, columns})});
    return list_.entryCount++;
  }

  void addSublayer(const SublayerEntries& sublayer) {
    if (write_) list_.sublayers[list_.sublayerCount] = sublayer;
    ++list_.sublayerCount;
  }

  const TransformerShape& shape_;
  ParameterList& list_;
  bool write_;
  uint32_t layer_ = 0, layerOfNext_ = kNoLayer;
};

// Writes the initial values of entries.
class Initialiser {
 public:
  Initialiser(const TransformerShape& shape, const ParameterList& list, uint64_t seed, float* to)
      : shape_(shape), list_(list), seed_(seed), to_(to) {}

  void draw(uint32_t index, double sd) const {
    const ParameterEntry& entry = list_.entries[index];
    drawParameter(seed_, tensorOfStream(index), entry.rows, entry.columns, sd, to_ + entry.offset);
  }
  void drawMatrix(uint32_t index, double gain) const {
    draw(index, gain / __builtin_sqrt(static_cast<double>(list_.entries[index].rows)));
  }
  void fill(uint32_t index, double value) const {
    const ParameterEntry& entry = list_.entries[index];
    std::fill_n(to_ + entry.offset, size_t{entry.rows} * entry.columns, static_cast<float>(value));
  }
  void fillNorm(const NormEntries& norm) const {
    fill(norm.weight, 1);
    fill(norm.bias, 0);
  }

  void fillSublayer(const SublayerEntries& of) const {
    const double towardsSum = 1 / __builtin_sqrt(2.0 * shape_.layers);
    if (of.kind == Kind::feedForward) {
      drawMatrix(of.feedForward.w1, 1);
      fill(of.feedForward.b1, 0);
      drawMatrix(of.feedForward.w2, towardsSum);
      fill(of.feedForward.b2, 0);
    } else {
      const double dim = shape_.headDim;
      drawMatrix(of.attention.wq, shape_.queryKeyGain * queryShare());
      drawMatrix(of.attention.wk, shape_.queryKeyGain);
      drawMatrix(of.attention.wv, 1);
      drawMatrix(of.attention.wo, towardsSum);
      if (of.attention.temperature != kNoEntry) {
        fill(of.attention.temperature, 0.5 * roundedLog(dim));
      }
      if (of.attention.vector != kNoEntry) draw(of.attention.vector, 1 / __builtin_sqrt(dim));
      if (of.attention.queryGain != kNoEntry) {
        fill(of.attention.queryGain, 1);
        fill(of.attention.keyGain, 1);
      }
    }
    fillNorm(of.norm);
  }

 private:
  // Returns the factor that `folded` and `doubled` fold into wq.
  double queryShare() const {
    const bool folds =
        shape_.rule == AttentionRule::folded || shape_.rule == AttentionRule::doubled;
    return folds ? 1 / __builtin_sqrt(static_cast<double>(shape_.headDim)) : 1;
  }

  const TransformerShape& shape_;
  const ParameterList& list_;
  uint64_t seed_;
  float* to_;
};

}  // namespace

bool ParameterList::create(const TransformerShape& shape) {
  Builder(shape, *this, false).run();
  if (!entries.reserve(entryCount) || !sublayers.reserve(sublayerCount)) return false;
  Builder(shape, *this, true).run();
  return true;
}

// Draws write up to 15 numbers past the end of an entry, so entries are initialised in order.
void ParameterList::initialise(const TransformerShape& shape, uint64_t seed,
                               float* parameters) const {
  const Initialiser entry(shape, *this, seed, parameters);
  const double dim = shape.modelDim, embeddings = shape.tied ? 1 / __builtin_sqrt(dim) : 1;
  entry.draw(tokenEmbedding, embeddings);
  entry.draw(positionEmbedding, embeddings);
  for (uint32_t s = 0; s < stackCount; ++s) {
    const StackEntries& stack = stacks[s];
    for (uint32_t i = 0; i < stack.count; ++i) entry.fillSublayer(sublayers[stack.first + i]);
    if (stack.lastNorm.weight != kNoEntry) entry.fillNorm(stack.lastNorm);
  }
  if (shape.tied) return;
  entry.drawMatrix(outputWeight, 1);
  entry.fill(outputBias, 0);
}

size_t parameterCountOf(const TransformerShape& shape) {
  ParameterList list;
  Builder(shape, list, false).run();
  return list.size;
}

}  // namespace scaledot
