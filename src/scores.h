// The scoring functions of attention (Weng 2018, "Attention? Attention!", table of score functions; for each its origin):
//
//   dot        q . k                                   Luong et al. 2015
//   scaledDot  scale q . k                             Vaswani et al. 2017
//   cosine     scale q . k / (|q| |k|)                 Graves et al. 2014 (content-based); scale is its temperature's inverse
//   general    q^T W k                                 Luong et al. 2015       weight [queryDim, keyDim]
//   additive   v . tanh(Wq^T q + Wk^T k)               Bahdanau et al. 2015    queryWeight [queryDim, hidden], keyWeight [keyDim, hidden], vector [hidden]
//   location   (W^T q)_j                               Luong et al. 2015       weight [queryDim, keys]; keys count, their contents do not
//   distance   -scale |q - k|^2                        (Gaussian kernel)
//
// query [batch, queries, queryDim], key [batch, keys, keyDim] (batch: every leading axis), scores [batch, queries, keys];
// queryDim = keyDim but for general, additive and location. The cosine with a zero vector is 0.
#pragma once
#include <cstddef>
#include <cstdint>

namespace scaledot {

enum class ScoreKind : uint32_t { dot, scaledDot, cosine, general, additive, location, distance };

struct ScoreProblem {
  ScoreKind kind = ScoreKind::scaledDot;
  uint32_t batch = 1, queries = 0, keys = 0, queryDim = 0, keyDim = 0, hidden = 0;
  const float *query = nullptr, *key = nullptr;  // key may be null for location
  float scale = 1;
  const float *weight = nullptr, *queryWeight = nullptr, *keyWeight = nullptr, *vector = nullptr;
};

// False: the memory could not be had.
[[nodiscard]] bool scores(const ScoreProblem& problem, float* to);

// Null: not wanted. Shapes are those of the tensors; parameters are summed over the batch.
struct ScoreGradients {
  float *query = nullptr, *key = nullptr, *weight = nullptr, *queryWeight = nullptr,
        *keyWeight = nullptr, *vector = nullptr;
  double scale = 0;
};
[[nodiscard]] bool scoresGradient(const ScoreProblem& problem, const float* gradient,
                                  ScoreGradients& gradients);

}  // namespace scaledot
