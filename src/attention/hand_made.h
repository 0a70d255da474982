// Embeddings and weights of attention written by hand, so that every number in them can be read and has a purpose. Nothing
// here was learned: a trained model finds weights of its own, and seldom such tidy ones.
//
// The embedding of a token, 32 numbers in three blocks:
//
//   0 ...  7  identity: which word it is. Word c is root c of the lattice E8, of which there are 240 in eight dimensions, each
//             with square 2, any two with a product of 1 at most: as many words as can be told apart that well with so few
//             numbers. The first 112 have two entries of +-1, the others eight of +-1/2.
//   8 ... 23  position p: sin(w_k p), cos(w_k p) for k = 0 ... 7 (Vaswani et al. 2017, section 3.5) with w_k = 64^(-k / 8):
//             64 in place of 10000, because no sentence here has more tokens.
//  24 ... 27  kind, what it is: 1 for a noun, then its number (-1 one, 1 many), whether it is animate (1) or not (-1), p / 64;
//             zeros for every other word
//  28 ... 31  kind, what it looks for: 1 for a pronoun, the number and animacy of what it stands for (0: either), p / 64;
//             zeros for every other word
//
// The heads, dimension 16, of one sentence: the score of query i and key j before it is multiplied by 1 / 4, with e for
// identities and d = i - j. W_K picks entries of the embedding, the gains are in W_Q.
//
//   copy         24 cos(d w_0) + 4 (cos(d w_1) + ... + cos(d w_7)), which is largest for d = 0: the token itself. The quickest
//                pair tells neighbours apart, the others what lies whole turns of it away.
//   previous     the same of d - 1: W_Q turns pair k of the position back by the angle w_k. Nothing is before the first token:
//                what it attends to means nothing.
//   same         64 e_i e_j - 16 cos(d w_0) - 4 (cos(d w_2) + cos(d w_4) + cos(d w_6)): other places of the same word come
//                before its own, and its own before other words.
//   coreference  from a pronoun to a noun 7.75 + 10 n + 1.875 a + d / 16, where n and a are 1 if number and animacy agree, -1 if not, 0
//                if either will do. In "The animal didn't cross the street because it was too tired" the animal has 20, the street 16
//                and every other word 0: with the factor e^5 against e^4 and ten times 1, about 70 % of the weight for the animal;
//                without it e^20 against e^16, 98 %. Of several nouns that agree rather the earlier one. Any other word looks for
//                nothing: its query and all its scores are 0, and it attends to all tokens alike.
//
// and for two sentences
//
//   alignment    24 e_i e_j: the same word, or in another language the word of the same meaning. A word that has none in the
//                other sentence spreads its weight.
//
// A value is the identity and the kind. W_O puts the mean over the heads of these back to where they were. In all heads but
// coreference the token that is meant has, with the factor 1 / sqrt(16), more than 80 % of the weight in sentences of up to
// 64 tokens whose words are below 120 (so that none is another's negative), and it leaves something to the others. Without the
// factor hardly anything is left for them; with 1 / 16 the weight is spread out.
#pragma once
#include <cstdint>

namespace scaledot {

enum class TokenKind : uint32_t {
  word,  // neither noun nor pronoun
  thing,
  things,
  being,
  beings,
  ofThing,  // a pronoun that stands for a thing
  ofThings,
  ofBeing,
  ofBeings,
  ofOne,  // for a thing or a being
  ofMany
};

constexpr uint32_t kHandMadeWidth = 32, kHandMadeDim = 16, kHandMadeTokens = 64,
                   kHandMadeWords = 240, kHandMadeHeads = 4;

// words [count], below kHandMadeWords, and kinds [count] to embeddings [count, 32]; count is at most kHandMadeTokens.
void embedTokens(uint32_t count, const uint32_t* words, const uint32_t* kinds, float* embeddings);

struct HandMadeWeights {
  float *query, *key, *value;  // [heads, 32, 16]
  float* output;               // [heads 16, 32]
};

// All four heads of one sentence, or `alignment` alone.
void handMadeWeights(bool alignment, const HandMadeWeights& to);

}  // namespace scaledot
