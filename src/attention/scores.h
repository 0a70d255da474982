// The scoring functions of attention (Weng 2018, "Attention? Attention!", table of score functions; for each its origin):
//
//   dot        q . k                       Luong et al. 2015, eq. 8
//   scaledDot  scale q . k                 Vaswani et al. 2017, eq. 1
//   cosine     scale q . k / (|q| |k|)     Graves et al. 2014, eq. 5 and 6; scale is the key strength, the temperature's inverse
//   general    q^T W k                     Luong et al. 2015, eq. 8       weight [queryDim, keyDim]
//   additive   v . tanh(Wq^T q + Wk^T k)   Bahdanau et al. 2015, A.1.2    queryWeight [queryDim, hidden],
//                                                                         keyWeight [keyDim, hidden], vector [hidden]
//   location   (W^T q)_j                   Luong et al. 2015, eq. 9       weight [queryDim, keys]; keys count, their contents do not
//   distance   -scale |q - k|^2            the logarithm of a Gaussian kernel (Nadaraya 1964, Watson 1964); scale = 1 / (2 sigma^2)
//
// query [batch, queries, queryDim], key [batch, keys, keyDim] (batch: every leading axis), scores [batch, queries, keys];
// queryDim = keyDim but for general, additive and location.
//
// The cosine with a zero vector is 0, its gradient with respect to that vector too; vectors of any finite length have a cosine. Distances
// are summed from differences, so that those of close vectors far from the origin are accurate. scale is
// applied to the finished sum. NaN and infinities give what IEEE arithmetic gives, in their own rows and columns only.
#pragma once
#include <cstddef>
#include <cstdint>

namespace scaledot {

enum class ScoreKind : uint32_t { dot, scaledDot, cosine, general, additive, location, distance };

struct ScoreProblem {
  ScoreKind kind = ScoreKind::scaledDot;
  uint32_t batch = 1, queries = 0, keys = 0, queryDim = 0, keyDim = 0, hidden = 0;
  const float *query = nullptr, *key = nullptr;  // key may be null for location
  float scale = 1;                               // of scaledDot, cosine and distance
  const float *weight = nullptr, *queryWeight = nullptr, *keyWeight = nullptr, *vector = nullptr;
};

// False: the memory could not be had.
[[nodiscard]] bool scores(const ScoreProblem& problem, float* to);

// Null: not wanted, or a parameter that the kind does not have. Shapes are those of the tensors; parameters are summed over the batch,
// in its order. scale is always set; 0 for kinds without one.
struct ScoreGradients {
  float *query = nullptr, *key = nullptr, *weight = nullptr, *queryWeight = nullptr,
        *keyWeight = nullptr, *vector = nullptr;
  double scale = 0;
};
// gradient: with respect to the scores. False: the memory could not be had.
[[nodiscard]] bool scoresGradient(const ScoreProblem& problem, const float* gradient,
                                  ScoreGradients& gradients);

}  // namespace scaledot
