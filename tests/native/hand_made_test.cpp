// Hand-made weights: their scores are those documented in the header, and the heads do what their names say.
#include "attention/hand_made.h"

#include <cmath>
#include <numeric>
#include <set>
#include <string>
#include <vector>

#include "tensors.h"

namespace scaledot {
namespace {

using testing::Tensor;
using Row = std::vector<double>;
using Rows = std::vector<Row>;

enum Name { copy, previous, same, coreference };

struct Sentence {
  std::vector<uint32_t> words, kinds;
  uint32_t count() const { return static_cast<uint32_t>(words.size()); }
};

Sentence plain(uint32_t count, uint32_t first = 0) {
  Sentence s{std::vector<uint32_t>(count), std::vector<uint32_t>(count)};
  std::iota(s.words.begin(), s.words.end(), first);
  return s;
}

Rows embeddings(const Sentence& s) {
  Tensor x(s.count() * 32);
  embedTokens(s.count(), s.words.data(), s.kinds.data(), x.data());
  Rows rows;
  for (uint32_t i = 0; i < s.count(); ++i)
    rows.emplace_back(x.data() + 32 * i, x.data() + 32 * i + 32);
  return rows;
}

struct Weights {
  explicit Weights(bool alignment)
      : heads(alignment ? 1 : 4),
        query(heads * 512),
        key(heads * 512),
        value(heads * 512),
        output(heads * 512) {
    handMadeWeights(alignment, {query.data(), key.data(), value.data(), output.data()});
  }
  size_t heads;
  Tensor query, key, value, output;
};

Row projected(const Row& x, Tensor& w, size_t head) {
  Row to(16);
  for (size_t from = 0; from < 32; ++from) {
    for (size_t dim = 0; dim < 16; ++dim)
      to[dim] += x[from] * double{w[head * 512 + from * 16 + dim]};
  }
  return to;
}

double dot(const Row& a, const Row& b) {
  return std::inner_product(a.begin(), a.end(), b.begin(), 0.0);
}

// Returns the scores of every query with every key of a head, unscaled.
Rows scoresOf(Weights& w, size_t head, const Rows& queries, const Rows& keys) {
  Rows scores;
  for (const Row& x : queries) {
    const Row q = projected(x, w.query, head);
    Row row;
    for (const Row& y : keys) row.push_back(dot(q, projected(y, w.key, head)));
    scores.push_back(row);
  }
  return scores;
}

Row softmaxOf(Row row, double scale) {
  double most = row[0], sum = 0;
  for (const double z : row) most = std::max(most, z);
  for (double& z : row) sum += z = std::exp(scale * (z - most));
  for (double& z : row) z /= sum;
  return row;
}

constexpr double kFactor = 0.25;  // 1 / sqrt(16)

double weightOf(Weights& w, size_t head, const Sentence& s, size_t i, size_t j,
                double scale = kFactor) {
  const Rows x = embeddings(s);
  return softmaxOf(scoresOf(w, head, {x[i]}, x)[0], scale)[j];
}

// Returns a reproducible random number.
uint32_t mixed(uint32_t a, uint32_t b) {
  uint32_t x = (a * 2654435761u) ^ (b * 40503u + 77u);
  x = (x ^ (x >> 15)) * 0x2c1b3c6du;
  return x ^ (x >> 13);
}

TEST(HandMade, WordsAreTheRootsOfE8) {
  Rows roots;
  for (uint32_t word = 0; word < kHandMadeWords; ++word) {
    Row x = embeddings(plain(1, word))[0];
    x.resize(8);
    roots.push_back(x);
  }
  EXPECT_EQ(std::set<Row>(roots.begin(), roots.end()).size(), size_t{240});
  for (size_t a = 0; a < 240; ++a) {
    double whole = 0;
    for (const double entry : roots[a]) whole += entry;
    EXPECT_EQ(std::fmod(whole, 2), 0);  // in the lattice the sum is even
    EXPECT_EQ(dot(roots[a], roots[a]), 2);
    for (size_t b = 0; b < a; ++b) {
      const double product = dot(roots[a], roots[b]);
      EXPECT_TRUE(product == 1 || product == 0 || product == -1 || (product == -2 && a == b + 120));
    }
  }
}

TEST(HandMade, PositionsAreSinesAndCosines) {
  const Rows x = embeddings(plain(64));
  for (size_t p = 0; p < 64; ++p) {
    for (size_t k = 0; k < 8; ++k) {
      const double angle = static_cast<double>(p) * std::pow(64.0, -static_cast<double>(k) / 8);
      EXPECT_NEAR(x[p][8 + 2 * k], std::sin(angle), 1e-7);
      EXPECT_NEAR(x[p][9 + 2 * k], std::cos(angle), 1e-7);
    }
  }
}

TEST(HandMade, KindsSayWhatATokenIsAndLooksFor) {
  const Row expected[] = {
      {0, 0, 0, 0, 0, 0, 0, 0},   {1, -1, -1, .5, 0, 0, 0, 0}, {1, 1, -1, .5, 0, 0, 0, 0},
      {1, -1, 1, .5, 0, 0, 0, 0}, {1, 1, 1, .5, 0, 0, 0, 0},   {0, 0, 0, 0, 1, -1, -1, .5},
      {0, 0, 0, 0, 1, 1, -1, .5}, {0, 0, 0, 0, 1, -1, 1, .5},  {0, 0, 0, 0, 1, 1, 1, .5},
      {0, 0, 0, 0, 1, -1, 0, .5}, {0, 0, 0, 0, 1, 1, 0, .5}};
  for (uint32_t kind = 0; kind < 11; ++kind) {
    Sentence s = plain(33);
    s.kinds[32] = kind;
    const Row x = embeddings(s)[32];
    EXPECT_EQ(Row(x.begin() + 24, x.end()), expected[kind]) << kind;
  }
}

// Computes the scores from the tokens, as the header defines them.
double promised(Name head, const Sentence& s, uint32_t i, uint32_t j) {
  const Rows x = embeddings(s);
  const double d = static_cast<double>(i) - static_cast<double>(j);
  const auto turn = [](double distance, int k) {
    return std::cos(distance * std::pow(64.0, -k / 8.0));
  };
  const Row a(x[i].begin(), x[i].begin() + 8), b(x[j].begin(), x[j].begin() + 8);
  if (head == copy || head == previous) {
    const double off = head == copy ? d : d - 1;
    double sum = 24 * turn(off, 0);
    for (int k = 1; k < 8; ++k) sum += 4 * turn(off, k);
    return sum;
  }
  if (head == same)
    return 64 * dot(a, b) - 16 * turn(d, 0) - 4 * (turn(d, 2) + turn(d, 4) + turn(d, 6));
  const uint32_t noun = s.kinds[j], pronoun = s.kinds[i];
  if (noun < 1 || noun > 4 || pronoun < 5) return 0;
  const bool many = noun == 2 || noun == 4, being = noun >= 3;
  const bool numberAgrees = (pronoun == 6 || pronoun == 8 || pronoun == 10) == many;
  const double life = pronoun >= 9 ? 0 : (pronoun >= 7) == being ? 1 : -1;
  return 7.75 + (numberAgrees ? 10 : -10) + 1.875 * life + d / 16;
}

TEST(HandMade, ScoresAreThoseOfTheHeader) {
  Weights w(false);
  Sentence s = plain(64);
  for (uint32_t i = 0; i < 64; ++i) {
    s.words[i] = mixed(i, 1) % 240;
    s.kinds[i] = mixed(i, 2) % 11;
  }
  const Rows x = embeddings(s);
  for (size_t head = 0; head < 4; ++head) {
    const Rows scores = scoresOf(w, head, x, x);
    for (uint32_t i = 0; i < 64; ++i) {
      for (uint32_t j = 0; j < 64; ++j) {
        EXPECT_NEAR(scores[i][j], promised(static_cast<Name>(head), s, i, j), 1e-4);
      }
    }
  }
}

TEST(HandMade, CopyAttendsToTheTokenAndPreviousToTheOneBefore) {
  Weights w(false);
  for (uint32_t count = 1; count <= 64; ++count) {
    const Sentence s = plain(count);
    for (uint32_t i = 0; i < count; ++i) {
      EXPECT_GT(weightOf(w, copy, s, i, i), 0.8);
    }
    for (uint32_t i = 1; i < count; ++i) {
      EXPECT_GT(weightOf(w, previous, s, i, i - 1), 0.8);
    }
  }
}

TEST(HandMade, SameAttendsToTheOtherPlaceOfAWordOrElseToItself) {
  Weights w(false);
  for (const uint32_t count : {2u, 3u, 7u, 25u, 64u}) {
    for (uint32_t a = 0; a < count; ++a) {
      EXPECT_GT(weightOf(w, same, plain(count, mixed(a, 3) % 57), a, a), 0.8);
      for (uint32_t b = a + 1; b < count; ++b) {
        Sentence s = plain(count);
        s.words[b] = s.words[a];
        EXPECT_GT(weightOf(w, same, s, a, b), 0.8);
        EXPECT_GT(weightOf(w, same, s, b, a), 0.8);
      }
    }
  }
}

// Makes a sentence in which one noun before the pronoun agrees with it. The others disagree in number or animacy.
Sentence withPronoun(uint32_t count, uint32_t noun, uint32_t pronoun, uint32_t kind,
                     uint32_t seed) {
  Sentence s = plain(count, mixed(seed, 4) % 57);
  for (uint32_t i = 0; i < count; ++i) {
    const uint32_t other = 1 + mixed(seed, 5 + i) % 4;
    const bool fits = kind >= 9 ? other % 2 == kind % 2 : other == kind - 4;
    if (!fits && mixed(seed, 99 + i) % 2 == 0) s.kinds[i] = other;
  }
  s.kinds[noun] = kind >= 9 ? kind - 8 : kind - 4;
  s.kinds[pronoun] = kind;
  return s;
}

Row weightsOf(Weights& w, size_t head, const Sentence& s, size_t i, double scale = kFactor) {
  const Rows x = embeddings(s);
  return softmaxOf(scoresOf(w, head, {x[i]}, x)[0], scale);
}

TEST(HandMade, CoreferenceAttendsFromAPronounToTheNounThatAgrees) {
  Weights w(false);
  for (const uint32_t count : {2u, 3u, 7u, 25u, 64u}) {
    for (uint32_t kind = 5; kind < 11; ++kind) {
      for (uint32_t pronoun = 1; pronoun < count; ++pronoun) {
        const uint32_t noun = mixed(pronoun, kind) % pronoun;
        const Sentence s = withPronoun(count, noun, pronoun, kind, 64 * kind + pronoun);
        const Row row = weightsOf(w, coreference, s, pronoun);
        for (uint32_t j = 0; j < count; ++j) {
          if (j != noun) {
            EXPECT_GT(row[noun], row[j]);
          }
        }
      }
    }
  }
}

TEST(HandMade, AWordThatLooksForNothingAttendsToAllEqually) {
  Weights w(false);
  Sentence s = withPronoun(20, 0, 19, 7, 7);
  for (size_t i = 0; i < 19; ++i) {
    for (const double weight : weightsOf(w, coreference, s, i)) EXPECT_NEAR(weight, 1. / 20, 1e-9);
  }
}

// The animal didn't cross the street because it was too tired.
TEST(HandMade, TheSentenceOfTheHeaderHasItsScores) {
  Weights w(false);
  Sentence s = plain(12);
  s.kinds = {0, 3, 0, 0, 0, 1, 0, 7, 0, 0, 0, 0};
  const Rows x = embeddings(s);
  EXPECT_EQ(scoresOf(w, coreference, {x[7]}, x)[0], (Row{0, 20, 0, 0, 0, 16, 0, 0, 0, 0, 0, 0}));
  EXPECT_NEAR(weightOf(w, coreference, s, 7, 1), .697, 1e-3);
  EXPECT_NEAR(weightOf(w, coreference, s, 7, 1, 1), .982, 1e-3);
  s.kinds[7] = 5;  // too wide
  EXPECT_NEAR(weightOf(w, coreference, s, 7, 5), .672, 1e-3);
  EXPECT_NEAR(weightOf(w, coreference, s, 7, 5, 1), .971, 1e-3);
}

TEST(HandMade, OfTwoNounsThatAgreeTheEarlierOneScoresHigher) {
  Weights w(false);
  Sentence s = plain(12);
  s.kinds[1] = s.kinds[9] = static_cast<uint32_t>(TokenKind::thing);
  s.kinds[8] = static_cast<uint32_t>(TokenKind::ofThing);
  EXPECT_NEAR(weightOf(w, coreference, s, 8, 1) / weightOf(w, coreference, s, 8, 9), std::exp(.125),
              1e-6);
}

TEST(HandMade, AlignmentFindsTheSameWordInTheOtherSentence) {
  Weights w(true);
  for (const uint32_t count : {1u, 2u, 13u, 64u}) {
    Sentence other = plain(count);
    for (uint32_t i = 0; i < count; ++i) other.words[i] = count - 1 - i;
    const Rows scores = scoresOf(w, 0, embeddings(plain(count)), embeddings(other));
    for (uint32_t i = 0; i < count; ++i) {
      EXPECT_GT(softmaxOf(scores[i], kFactor)[count - 1 - i], 0.8);
    }
  }
}

TEST(HandMade, TheFactorMatters) {
  Weights w(false);
  const Sentence s = plain(12);
  for (const Name head : {copy, previous}) {
    EXPECT_LT(weightOf(w, head, s, 5, head == copy ? 5 : 4), 0.93);
    EXPECT_GT(weightOf(w, head, s, 5, head == copy ? 5 : 4, 1), 0.999);
    EXPECT_LT(weightOf(w, head, s, 5, head == copy ? 5 : 4, 1.0 / 16), 0.5);
  }
}

TEST(HandMade, TheOutputIsTheMeanOverTheHeads) {
  for (const bool alignment : {false, true}) {
    Weights w(alignment);
    Sentence s = plain(3);
    s.kinds = {1, 7, 4};
    for (const Row& x : embeddings(s)) {
      Row output(32);
      for (size_t head = 0; head < w.heads; ++head) {
        const Row value = projected(x, w.value, head);
        for (size_t dim = 0; dim < 16; ++dim) {
          for (size_t to = 0; to < 32; ++to) {
            output[to] += value[dim] * double{w.output[(head * 16 + dim) * 32 + to]};
          }
        }
      }
      for (size_t to = 0; to < 32; ++to) EXPECT_EQ(output[to], to < 8 || to >= 24 ? x[to] : 0);
    }
  }
}

}  // namespace
}  // namespace scaledot
