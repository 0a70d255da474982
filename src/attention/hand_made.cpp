#include "attention/hand_made.h"

#include <algorithm>
#include <cmath>

namespace scaledot {
namespace {

constexpr uint32_t kWidth = kHandMadeWidth, kDim = kHandMadeDim, kPairs = 8;
// Offsets and lengths of the blocks of an embedding.
constexpr uint32_t kPosition = 8, kIs = 24, kSeeks = 28, kIdentities = 8, kFeatures = 4;

// Gains, before the scores are divided by 4.
constexpr float kQuick = 24, kSlow = 4;                    // of the pairs of a position
constexpr float kSameWord = 64, kNotQuick = 16, kNot = 4;  // of `same`
constexpr float kNoun = 7.75f, kNumber = 10, kAnimate = 1.875f, kEarlier = 4;  // of `coreference`
constexpr float kAligned = 24;

// w_k = 64^(-k / 8), from square roots, which have the same bits on every machine.
void frequencies(double* w) {
  const double step = 1 / (std::sqrt(2.0) * std::sqrt(std::sqrt(2.0)));
  w[0] = 1;
  for (uint32_t k = 1; k < kPairs; ++k) w[k] = w[k - 1] * step;
}

// Writes the root of a word. First come 56 roots with two entries, ordered by whether the signs are equal and by position.
// Then 64 roots with eight entries, ordered by the signs of the first six; the last sign makes the number of minus signs
// even. Then the negatives of these 120 in the same order.
void identity(uint32_t word, float* to) {
  std::fill(to, to + kIdentities, 0.0f);
  const uint32_t root = word % 120;
  const float sign = word < 120 ? 1 : -1;
  if (root < 56) {
    uint32_t low = 0, rest = root % 28;
    while (rest >= 7 - low) rest -= 7 - low++;
    to[low] = sign;
    to[low + 1 + rest] = root < 28 ? sign : -sign;
    return;
  }
  uint32_t minus = 0;
  for (uint32_t i = 0; i < 6; ++i) {
    const uint32_t own = ((root - 56) >> i) & 1;
    to[i] = own ? -sign / 2 : sign / 2;
    minus += own;
  }
  to[6] = sign / 2;
  to[7] = minus % 2 ? -sign / 2 : sign / 2;
}

void position(uint32_t p, float* to) {
  double w[kPairs];
  frequencies(w);
  for (uint32_t k = 0; k < kPairs; ++k) {
    to[2 * k] = static_cast<float>(std::sin(w[k] * p));
    to[2 * k + 1] = static_cast<float>(std::cos(w[k] * p));
  }
}

struct Features {
  float number, animate;
};

void features(TokenKind kind, uint32_t p, float* is, float* seeks) {
  const Features known[] = {{0, 0},  {-1, -1}, {1, -1}, {-1, 1}, {1, 1}, {-1, -1},
                            {1, -1}, {-1, 1},  {1, 1},  {-1, 0}, {1, 0}};
  const auto [number, animate] = known[static_cast<uint32_t>(kind)];
  const float place = static_cast<float>(p) / kHandMadeTokens;
  const bool noun = kind >= TokenKind::thing && kind <= TokenKind::beings;
  const bool pronoun = kind >= TokenKind::ofThing;
  const float none[kFeatures] = {}, own[kFeatures] = {1, number, animate, place};
  std::copy_n(noun ? own : none, kFeatures, is);
  std::copy_n(pronoun ? own : none, kFeatures, seeks);
}

// One head's W_Q and W_K.
class Head {
 public:
  Head(float* query, float* key) : query_(query), key_(key) {
    std::fill_n(query, kWidth * kDim, 0.0f);
    std::fill_n(key, kWidth * kDim, 0.0f);
  }
  void query(uint32_t from, uint32_t dim, float gain) { query_[from * kDim + dim] = gain; }
  void key(uint32_t from, uint32_t dim) { key_[from * kDim + dim] = 1; }

  // gain times identity times identity
  void word(float gain) {
    for (uint32_t i = 0; i < kIdentities; ++i) {
      query(i, i, gain);
      key(i, i);
    }
  }

  // gain cos(w_k (i - back - j)), in two dimensions
  void place(uint32_t k, uint32_t dim, float gain, uint32_t back) {
    double w[kPairs];
    frequencies(w);
    const uint32_t sine = kPosition + 2 * k, cosine = sine + 1;
    const auto same = static_cast<float>(gain * std::cos(w[k] * back)),
               other = static_cast<float>(gain * std::sin(w[k] * back)) + 0.0f;  // no -0
    query(sine, dim, same);
    query(cosine, dim, 0 - other);
    query(sine, dim + 1, other);
    query(cosine, dim + 1, same);
    key(sine, dim);
    key(cosine, dim + 1);
  }

 private:
  float *query_, *key_;
};

void placeHead(Head head, uint32_t back) {
  for (uint32_t k = 0; k < kPairs; ++k) head.place(k, 2 * k, k == 0 ? kQuick : kSlow, back);
}

void sameHead(Head head) {
  head.word(kSameWord);
  for (uint32_t k = 0; k < kPairs; k += 2) {
    head.place(k, kIdentities + k, k == 0 ? -kNotQuick : -kNot, 0);
  }
}

void coreferenceHead(Head head) {
  const uint32_t noun = 0, number = 1, animate = 2, place = 3;
  for (uint32_t i = 0; i < kFeatures; ++i) head.key(kIs + i, noun + i);
  head.query(kSeeks, noun, kNoun);
  head.query(kSeeks + 3, noun, kEarlier);
  head.query(kSeeks + 1, number, kNumber);
  head.query(kSeeks + 2, animate, kAnimate);
  head.query(kSeeks, place, -kEarlier);
}

}  // namespace

void embedTokens(uint32_t count, const uint32_t* words, const uint32_t* kinds, float* embeddings) {
  for (uint32_t p = 0; p < count; ++p, embeddings += kWidth) {
    identity(words[p], embeddings);
    position(p, embeddings + kPosition);
    features(static_cast<TokenKind>(kinds[p]), p, embeddings + kIs, embeddings + kSeeks);
  }
}

void handMadeWeights(bool alignment, const HandMadeWeights& to) {
  const uint32_t heads = alignment ? 1 : kHandMadeHeads, size = kWidth * kDim;
  const auto head = [&](uint32_t h) { return Head(to.query + h * size, to.key + h * size); };
  if (alignment) {
    head(0).word(kAligned);
  } else {
    placeHead(head(0), 0);
    placeHead(head(1), 1);
    sameHead(head(2));
    coreferenceHead(head(3));
  }
  std::fill_n(to.value, heads * size, 0.0f);
  std::fill_n(to.output, heads * size, 0.0f);
  for (uint32_t h = 0; h < heads; ++h) {
    for (uint32_t dim = 0; dim < kDim; ++dim) {
      const uint32_t from = dim < kIdentities ? dim : kIs + dim - kIdentities;
      to.value[h * size + from * kDim + dim] = 1;
      to.output[(h * kDim + dim) * kWidth + from] = 1.0f / static_cast<float>(heads);
    }
  }
}

}  // namespace scaledot
