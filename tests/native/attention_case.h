// Shared by the tests of attention and its gradient: problems that own their tensors, random options, and runs in guarded
// memory.
#pragma once
#include <cstring>
#include <memory>
#include <random>
#include <sstream>
#include <string>
#include <vector>

#include "reference.h"
#include "testing.h"

namespace scaledot::testing {

inline constexpr float kInfinityF = std::numeric_limits<float>::infinity();
inline constexpr float kNaNF = std::numeric_limits<float>::quiet_NaN();

// Seeded random numbers. Every test has its own generator.
class Random {
 public:
  explicit Random(uint32_t seed) : engine_(seed) {}
  uint32_t below(uint32_t bound) { return static_cast<uint32_t>(engine_() % bound); }
  uint32_t between(uint32_t low, uint32_t high) { return low + below(high - low + 1); }
  double uniform() { return (static_cast<double>(engine_()) + 0.5) / 4294967296.0; }
  float normal() {
    return static_cast<float>(std::sqrt(-2 * std::log(uniform())) *
                              std::cos(6.283185307179586 * uniform()));
  }
  std::vector<float> normals(size_t count) {
    std::vector<float> x(count);
    for (float& v : x) v = normal();
    return x;
  }

 private:
  std::mt19937 engine_;
};

struct Shape {
  uint32_t batch = 1, heads = 1, keyHeads = 1, queries = 1, keys = 1, headDim = 1, valueDim = 1;
};

// A problem and its tensors. problem() sets the pointers at each call, so cases can be copied.
struct Case {
  AttentionProblem options;
  std::vector<float> query, key, value, allow, block, bias, outputGradient;
  std::vector<float> weightsGradient;  // empty: the loss is about the output alone
  std::vector<uint32_t> keyLengths;

  Case(const Shape& s, Random& random) {
    options.batch = s.batch;
    options.heads = s.heads;
    options.keyHeads = s.keyHeads;
    options.queries = s.queries;
    options.keys = s.keys;
    options.headDim = s.headDim;
    options.valueDim = s.valueDim;
    options.scale = s.headDim > 0 ? 1 / std::sqrt(static_cast<float>(s.headDim)) : 1;
    query = random.normals(rows() * s.headDim);
    key = random.normals(keyRows() * s.headDim);
    value = random.normals(keyRows() * s.valueDim);
    outputGradient = random.normals(rows() * s.valueDim);
  }
  size_t rows() const { return size_t{options.batch} * options.heads * options.queries; }
  size_t keyRows() const { return size_t{options.batch} * options.keyHeads * options.keys; }

  void addWeightsGradient(Random& random) {
    weightsGradient = random.normals(rows() * options.keys);
  }
  LossGradient loss() const {
    return {outputGradient.data(), weightsGradient.empty() ? nullptr : weightsGradient.data()};
  }

  AttentionProblem problem() const {
    AttentionProblem p = options;
    p.query = query.data();
    p.key = key.data();
    p.value = value.data();
    p.keyLengths = keyLengths.empty() ? nullptr : keyLengths.data();
    p.allow.data = allow.empty() ? nullptr : allow.data();
    p.block.data = block.empty() ? nullptr : block.data();
    p.bias.data = bias.empty() ? nullptr : bias.data();
    return p;
  }

  // Makes a mask tensor with the axes whose bits are set in `axes` (8 batch, 4 heads, 2 queries, 1 keys).
  size_t layOut(MaskTensor& mask, uint32_t axes) const {
    const uint32_t dims[4] = {options.batch, options.heads, options.queries, options.keys};
    uint32_t stride = 1;
    for (int axis = 3; axis >= 0; --axis) {
      const bool has = (axes >> (3 - axis) & 1) != 0;
      mask.strides[axis] = has ? stride : 0;
      if (has) stride *= dims[axis];
    }
    return maskCount(mask, options);
  }
  void addAllow(uint32_t axes, Random& random, double share = 0.7) {
    allow.resize(layOut(options.allow, axes));
    for (float& v : allow) v = random.uniform() < share ? 1.0f : 0.0f;
  }
  void addBlock(uint32_t axes, Random& random, double share = 0.25) {
    block.resize(layOut(options.block, axes));
    for (float& v : block) v = random.uniform() < share ? 1.0f : 0.0f;
  }
  void addBias(uint32_t axes, Random& random, double masked = 0.2) {
    bias.resize(layOut(options.bias, axes));
    for (float& v : bias) v = random.uniform() < masked ? -kInfinityF : random.normal();
  }
  void addKeyLengths(Random& random) {
    keyLengths.resize(options.batch);
    for (uint32_t& length : keyLengths) length = random.between(0, options.keys);
  }
};

// Describes a case in messages.
inline std::string describe(const Case& c) {
  const AttentionProblem& o = c.options;
  std::ostringstream text;
  text << '[' << o.batch << ',' << o.heads << '/' << o.keyHeads << ',' << o.queries << 'x' << o.keys
       << ',' << o.headDim << ',' << o.valueDim << ']';
  return text.str();
}

// The bits of `features`: causal kinds 0..2, windows 0..3, then one bit each for key lengths, softcap, allow,
// block and bias: 3 x 4 x 32 = 384 combinations.
inline constexpr uint32_t kFeatures = 384;
inline void addFeatures(Case& c, uint32_t features, Random& random) {
  c.options.causal = static_cast<Causal>(features % 3);
  const uint32_t window = features / 3 % 4, flags = features / 12;
  if ((window & 1) != 0) c.options.windowBefore = random.between(0, c.options.keys);
  if ((window & 2) != 0) c.options.windowAfter = random.between(0, c.options.keys);
  if ((flags & 1) != 0) c.addKeyLengths(random);
  if ((flags & 2) != 0) c.options.softcap = 0.5f + static_cast<float>(random.uniform()) * 2;
  if ((flags & 4) != 0) c.addAllow(random.below(16), random);
  if ((flags & 8) != 0) c.addBlock(random.below(16), random);
  if ((flags & 16) != 0) c.addBias(random.below(16), random);
}

inline Shape randomShape(Random& random, uint32_t longest = 20) {
  Shape s;
  s.batch = random.between(1, 3);
  s.keyHeads = random.between(1, 3);
  s.heads = s.keyHeads * random.between(1, 3);
  s.queries = random.between(1, longest);
  s.keys = random.between(1, longest);
  s.headDim = random.between(1, longest);
  s.valueDim = random.between(1, longest);
  return s;
}

// Inputs in guarded memory. The destructor checks that they are unchanged.
class GuardedProblem {
 public:
  GuardedProblem(const AttentionProblem& p, Guard guard)
      : original_(p),
        query_(size_t{p.batch} * p.heads * p.queries * p.headDim, guard),
        key_(size_t{p.batch} * p.keyHeads * p.keys * p.headDim, guard),
        value_(size_t{p.batch} * p.keyHeads * p.keys * p.valueDim, guard),
        allow_(maskCount(p.allow, p), guard),
        block_(maskCount(p.block, p), guard),
        bias_(maskCount(p.bias, p), guard),
        lengths_(p.batch, guard) {
    problem = p;
    problem.query = put(query_, p.query, size_t{p.batch} * p.heads * p.queries * p.headDim);
    problem.key = put(key_, p.key, size_t{p.batch} * p.keyHeads * p.keys * p.headDim);
    problem.value = put(value_, p.value, size_t{p.batch} * p.keyHeads * p.keys * p.valueDim);
    problem.allow.data = put(allow_, p.allow.data, maskCount(p.allow, p));
    problem.block.data = put(block_, p.block.data, maskCount(p.block, p));
    problem.bias.data = put(bias_, p.bias.data, maskCount(p.bias, p));
    problem.keyLengths = put(lengths_, p.keyLengths, p.batch);
  }
  ~GuardedProblem() {
    for (const Copy& copy : copies_)
      EXPECT_EQ(std::memcmp(copy.there, copy.from, copy.bytes), 0) << "an input was written to";
  }
  GuardedProblem(const GuardedProblem&) = delete;
  GuardedProblem& operator=(const GuardedProblem&) = delete;

  AttentionProblem problem;

 private:
  struct Copy {
    const void *there, *from;
    size_t bytes;
  };
  template <typename T>
  const T* put(GuardedBuffer<T>& buffer, const T* from, size_t count) {
    if (from == nullptr) return nullptr;
    if (count > 0) {
      std::memcpy(buffer.data(), from, count * sizeof(T));
      copies_.push_back({buffer.data(), from, count * sizeof(T)});
    }
    return buffer.data();
  }
  AttentionProblem original_;
  GuardedBuffer<float> query_, key_, value_, allow_, block_, bias_;
  GuardedBuffer<uint32_t> lengths_;
  std::vector<Copy> copies_;
};

// The results of attention(). A matrix that was not requested stays empty.
struct Forward {
  std::vector<float> output, logSumExp, weights, scores, scaledScores, cappedScores, maskedScores;
};

enum Wanted : uint32_t {
  kOutput = 1,
  kLogSumExp = 2,
  kWeights = 4,
  kScores = 8,
  kScaledScores = 16,
  kCappedScores = 32,
  kMaskedScores = 64,
  kStreaming = kOutput | kLogSumExp,
  kEverything = 127,
};

// Runs in guarded memory, with buffers that contain garbage.
inline Forward runForward(const AttentionProblem& p, uint32_t wanted = kStreaming,
                          Guard guard = Guard::after) {
  const size_t rows = size_t{p.batch} * p.heads * p.queries;
  const size_t counts[7] = {rows * p.valueDim, rows,          rows * p.keys, rows * p.keys,
                            rows * p.keys,     rows * p.keys, rows * p.keys};
  Forward r;
  std::vector<float>* const results[7] = {&r.output,      &r.logSumExp,    &r.weights,
                                          &r.scores,      &r.scaledScores, &r.cappedScores,
                                          &r.maskedScores};
  AttentionResults where;
  float** const pointers[7] = {&where.output,      &where.logSumExp,    &where.weights,
                               &where.scores,      &where.scaledScores, &where.cappedScores,
                               &where.maskedScores};
  std::vector<std::unique_ptr<GuardedBuffer<float>>> buffers;
  for (int i = 0; i < 7; ++i) {
    buffers.push_back(std::make_unique<GuardedBuffer<float>>(counts[i], guard));
    std::fill_n(buffers.back()->data(), counts[i], -77777.0f);
    if ((wanted >> i & 1) != 0) *pointers[i] = buffers.back()->data();
  }
  {
    const GuardedProblem guarded(p, guard);
    EXPECT_TRUE(attention(guarded.problem, where));
  }
  for (int i = 0; i < 7; ++i)
    if ((wanted >> i & 1) != 0)
      results[i]->assign(buffers[i]->data(), buffers[i]->data() + counts[i]);
  return r;
}

inline bool sameBits(float a, float b) {
  return std::bit_cast<uint32_t>(a) == std::bit_cast<uint32_t>(b);
}
inline bool sameBits(const std::vector<float>& a, const std::vector<float>& b) {
  return a.size() == b.size() &&
         (a.empty() || std::memcmp(a.data(), b.data(), a.size() * sizeof(float)) == 0);
}

inline double largestFinite(const std::vector<double>& x) {
  double largest = 0;
  for (const double v : x)
    if (std::isfinite(v)) largest = std::max(largest, std::fabs(v));
  return largest;
}

// Returns the unit in the last place of a float32 at x.
inline double ulpAt(double x) {
  int exponent = 0;
  std::frexp(x, &exponent);
  return std::ldexp(1.0, std::max(exponent, -125) - 24);
}

}  // namespace scaledot::testing
