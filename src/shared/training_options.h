// Made by `npm run border` from web/engine/training/training-limits.js.
#pragma once
#include "shared/limits.h"

namespace scaledot {

// In the order of the enumerations.
// clang-format off
namespace trainingChoices {
inline constexpr const char* task[] = {"recall", "copy", "reverse", "sort", "addition", "dates", "pronouns", "text", nullptr};
inline constexpr const char* stack[] = {"encoder", "decoder", "encoder-decoder", nullptr};
inline constexpr const char* norm[] = {"pre", "post", nullptr};
inline constexpr const char* activation[] = {"relu", "gelu", nullptr};
inline constexpr const char* rule[] = {"power", "cosine", "additive", "norm", "folded", "doubled", nullptr};
inline constexpr const char* optimizer[] = {"sgd", "adam", "adamw", nullptr};
inline constexpr const char* schedule[] = {"constant", "cosine", nullptr};
}  // namespace trainingChoices
// clang-format on

namespace trainingLimits {
inline constexpr Limit size{2, 256};
inline constexpr Limit symbols{4, 32};
inline constexpr Limit layers{1, 8};
inline constexpr Limit modelDim{1, 512};
inline constexpr Limit heads{1, 16};
inline constexpr Limit headDim{1, 512};
inline constexpr Limit feedForward{1, 2048};
inline constexpr Limit alpha{-4, 4};
inline constexpr Limit queryKeyGain{0, 1000};
inline constexpr Limit learningRate{0, 1000};
inline constexpr Limit momentum{0, 0.9999};
inline constexpr Limit beta1{0, 0.9999};
inline constexpr Limit beta2{0, 0.999999};
inline constexpr Limit epsilon{1e-16, 1};
inline constexpr Limit weightDecay{0, 10};
inline constexpr Limit clip{0, 1000000};
inline constexpr Limit warmup{0, 1000000};
inline constexpr Limit finalRate{0, 1};
inline constexpr Limit steps{1, 1000000};
inline constexpr Limit batch{1, 1024};
inline constexpr Limit seed{0, 9007199254740991};
inline constexpr Limit every{1, 1000000};
inline constexpr Limit heldOut{1, 1024};
inline constexpr Limit rows{1, 10000};
inline constexpr Limit parameters{1, 4194304};
inline constexpr Limit kept{1, 67108864};
inline constexpr Limit work{1, 4294967296};
inline constexpr Limit trainers{1, 32};
inline constexpr Limit year{1900, 2099};
}  // namespace trainingLimits

namespace trainingSizes {
inline constexpr Limit recall{2, 32};
inline constexpr Limit copy{3, 32};
inline constexpr Limit reverse{3, 32};
inline constexpr Limit sort{3, 32};
inline constexpr Limit addition{8, 256};
}  // namespace trainingSizes

// Numbers of the task recall.
namespace trainingDefaults {
inline constexpr uint32_t size = 6;
inline constexpr uint32_t symbols = 8;
inline constexpr uint32_t layers = 1;
inline constexpr uint32_t modelDim = 32;
inline constexpr uint32_t heads = 1;
inline constexpr uint32_t headDim = 32;
inline constexpr uint32_t feedForward = 64;
inline constexpr double queryKeyGain = 1;
inline constexpr double learningRate = 0.005;
inline constexpr double momentum = 0.9;
inline constexpr double beta1 = 0.9;
inline constexpr double beta2 = 0.999;
inline constexpr double epsilon = 1e-8;
inline constexpr double weightDecay = 0;
inline constexpr double clip = 1;
inline constexpr uint32_t warmup = 0;
inline constexpr uint32_t steps = 600;
inline constexpr double finalRate = 0;
inline constexpr uint32_t batch = 32;
inline constexpr uint32_t seed = 1;
inline constexpr uint32_t every = 10;
inline constexpr uint32_t heldOut = 128;
}  // namespace trainingDefaults

}  // namespace scaledot
