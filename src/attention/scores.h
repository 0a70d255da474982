// The scoring functions of attention, each with its origin (Weng 2018, "Attention? Attention!", table of score functions):
//
//   dot        q . k                       Luong et al. 2015, eq. 8
//   scaledDot  scale q . k                 Vaswani et al. 2017, eq. 1
//   cosine     scale q . k / (|q| |k|)     Graves et al. 2014, eq. 5 and 6; scale is the key strength, the temperature's inverse;
//                                         lengths below epsilon count as epsilon, as in torch.nn.functional.cosine_similarity
//   general    q^T W k                     Luong et al. 2015, eq. 8       weight [queryDim, keyDim]
//   additive   v . tanh(Wq^T q + Wk^T k)   Bahdanau et al. 2015, A.1.2    queryWeight [queryDim, hidden],
//                                                                         keyWeight [keyDim, hidden], vector [hidden]
//   location   (W^T q)_j                   Luong et al. 2015, eq. 9       weight [queryDim, keys]; the contents of keys are not used
//   distance   -scale |q - k|^2            the logarithm of a Gaussian kernel (Nadaraya 1964, Watson 1964); scale = 1 / (2 sigma^2)
//
// query [batch, queries, queryDim], key [batch, keys, keyDim] (batch: all leading axes), scores [batch, queries, keys];
// queryDim = keyDim except for general, additive and location.
//
// The cosine with a zero vector is 0. If epsilon is 0, its gradient with respect to that vector is also 0, and vectors of any
// finite length have a cosine. A vector whose length counts as epsilon is divided by epsilon, in the gradient, too. Distances
// are sums of differences, so they are accurate for close vectors far from the origin. scale is applied to the finished sum.
// NaN and infinities follow IEEE arithmetic, and affect only their own rows and columns. A product beyond float32 that the
// scale brings back is computed again in double.
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
  double epsilon = 0;                            // of cosine
  const float *weight = nullptr, *queryWeight = nullptr, *keyWeight = nullptr, *vector = nullptr;
};

// Returns false if an allocation fails.
[[nodiscard]] bool scores(const ScoreProblem& problem, float* to);

// Each may be null; parameters that the kind does not have are ignored. Shapes are those of the tensors. Gradients of
// parameters are summed over the batch, in order. scale is always set; it is 0 for kinds without one.
struct ScoreGradients {
  float *query = nullptr, *key = nullptr, *weight = nullptr, *queryWeight = nullptr,
        *keyWeight = nullptr, *vector = nullptr;
  double scale = 0;
};
// gradient: with respect to the scores. Returns false if an allocation fails.
[[nodiscard]] bool scoresGradient(const ScoreProblem& problem, const float* gradient,
                                  ScoreGradients& gradients);

}  // namespace scaledot
