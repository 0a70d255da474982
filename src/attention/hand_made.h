// Hand-made embeddings and weights of attention, in which every number has a purpose. Nothing is learned. Trained models
// find other weights, which are seldom so tidy.
//
// The embedding of a token, 32 numbers in three blocks:
//
//   0 ...  7  identity: which word it is. Word c is root c of the lattice E8. It has 240 roots in eight dimensions. Each has square
//             2, and the product of any two is at most 1. Eight numbers cannot separate more words as well. 112 roots have two
//             entries of +-1, the others eight of +-1/2.
//   8 ... 23  position p: sin(w_k p), cos(w_k p) for k = 0 ... 7 (Vaswani et al. 2017, section 3.5) with w_k = 64^(-k / 8):
//             64 in place of 10000, because no sentence here has more tokens.
//  24 ... 27  kind of a noun: 1, its number (-1 one, 1 many), whether it is animate (1) or not (-1), p / 64;
//             zeros for every other word
//  28 ... 31  kind that a pronoun looks for: 1, the number and animacy of its antecedent (0: either), p / 64;
//             zeros for every other word
//
// The heads for one sentence have dimension 16. The score of query i and key j, before it is multiplied by 1 / 4, with
// identities e and d = i - j, is below. W_K selects entries of the embedding; the gains are in W_Q.
//
//   copy         24 cos(d w_0) + 4 (cos(d w_1) + ... + cos(d w_7)), which is largest for d = 0, the token itself. The highest
//                frequency separates neighbours, the others separate tokens that are whole periods of it apart.
//   previous     the same with d - 1: W_Q rotates pair k of the position back by the angle w_k. The first token has no previous
//                token, so its weights are meaningless.
//   same         64 e_i e_j - 16 cos(d w_0) - 4 (cos(d w_2) + cos(d w_4) + cos(d w_6)): highest for other occurrences of the word,
//                then for the token itself, then for other words.
//   coreference  from a pronoun to a noun 7.75 + 10 n + 1.875 a + d / 16, where n and a are 1 if number and animacy agree, -1 if not, 0
//                if either will do. In "The animal didn't cross the street because it was too tired" the animal scores 20, the
//                street 16 and every other word 0. With the factor that is e^5 against e^4 and ten times 1: about 70 % of the weight
//                is on the animal. Without it, e^20 against e^16: 98 %. Of several nouns that agree, the earlier one scores higher.
//                Any other word looks for nothing: its query and all its scores are 0, and it attends to all tokens equally.
//
// and for two sentences
//
//   alignment    24 e_i e_j: the same word, or in another language the word with the same meaning. A word without a counterpart in
//                the other sentence spreads its weight.
//
// A value is the identity and the kind. W_O writes their mean over the heads back to the same entries. In all heads except
// coreference, with the factor 1 / sqrt(16), the intended token has more than 80 % of the weight, but not all, in sentences
// of up to 64 tokens with words below 120 (so that no word is the negative of another). Without the factor the others have
// hardly any weight; with 1 / 16 the weight is spread out.
#pragma once
#include <cstdint>

#include "shared/limits.h"

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

constexpr uint32_t kHandMadeWidth = 32, kHandMadeDim = 16, kHandMadeHeads = 4,
                   kHandMadeSentences = 2, kHandMadeTokens = limits::handMadeTokens.most(),
                   kHandMadeWords = limits::handMadeWord.most() + 1;

// Writes embeddings [count, 32] for words [count], below kHandMadeWords, and kinds [count]. count is at most
// kHandMadeTokens.
void embedTokens(uint32_t count, const uint32_t* words, const uint32_t* kinds, float* embeddings);

struct HandMadeWeights {
  float *query, *key, *value;  // [heads, 32, 16]
  float* output;               // [heads 16, 32]
};

// Writes all four heads for one sentence, or only the head `alignment`.
void handMadeWeights(bool alignment, const HandMadeWeights& to);

}  // namespace scaledot
