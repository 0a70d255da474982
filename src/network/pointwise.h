// Elementwise functions of a layer:
//
//   y = activation(x) gate scale + add
//
//   relu      max(x, 0)
//   gelu      x Phi(x), Phi the distribution function of the normal law (Hendrycks & Gimpel 2016, section 2); within
//             2^-21 |x|
//   geluTanh  0.5 x (1 + tanh(sqrt(2 / pi) (x + 0.044715 x^3))), their approximation, used by GPT-2
//   silu      x / (1 + e^-x) (Elfwing, Uchibe & Doya 2017); with a gate it is SwiGLU (Shazeer 2020)
//
// NaN stays NaN. Without an activation, pointwise() multiplies and adds.
#pragma once
#include <cstddef>
#include <cstdint>

namespace scaledot {

enum class PointActivation : uint32_t { none, relu, gelu, geluTanh, silu };

struct Pointwise {
  PointActivation activation = PointActivation::none;
  const float* gate = nullptr;  // null: 1
  float scale = 1;
  const float* add = nullptr;  // null: 0
};

// Each array has count numbers. y may be one of the inputs.
void pointwise(const Pointwise& what, const float* x, size_t count, float* y);

// xGradient = gradient activation'(x); xGradient may be x or gradient. Slopes are within 2^-20. As in PyTorch, relu passes no
// gradient where x <= 0, not even one that is infinite or NaN, and the whole gradient where x is NaN.
void pointwiseGradient(PointActivation activation, const float* x, const float* gradient,
                       size_t count, float* xGradient);

}  // namespace scaledot
