// The training step that the bench `training` times: the transformer and optimizer of the core on one batch, from given
// parameters. It is built as plain WebAssembly exports, without Embind, and natively as a program that answers lines of
// text:
//
//   training_native FILE BATCH LENGTH VOCABULARY LAYERS MODEL_DIM HEADS HEAD_DIM FEED_FORWARD
//     (at the start) the names of the parameter tensors, in the order of the file
//     start          true; resets to the first step
//     steps N        {"seconds": ..., "loss": ...}: the loss before the last of the steps
#include <cstdint>

#include "lanes/buffer.h"
#include "learning/optimizer.h"
#include "learning/transformer.h"

namespace {

scaledot::Transformer model;
scaledot::Optimizer adam;
scaledot::Batch batch;
scaledot::Buffer<uint32_t> lengths, tokens, labels;

}  // namespace

#if defined(__wasm__)
#define SCALEDOT_EXPORT(name) extern "C" __attribute__((export_name(#name)))
#else
#define SCALEDOT_EXPORT(name) static
#endif

// Returns false if an allocation fails.
SCALEDOT_EXPORT(setUp)
bool setUp(uint32_t examples, uint32_t length, uint32_t vocabulary, uint32_t layers,
           uint32_t modelDim, uint32_t heads, uint32_t headDim, uint32_t feedForward) {
  scaledot::TransformerShape shape;
  shape.length = length;
  shape.vocabulary = vocabulary;
  shape.layers = layers;
  shape.modelDim = modelDim;
  shape.heads = heads;
  shape.headDim = headDim;
  shape.feedForward = feedForward;
  const size_t positions = size_t{examples} * length;
  if (!lengths.reserve(examples) || !tokens.reserve(positions) || !labels.reserve(positions) ||
      !model.create(shape, examples)) {
    return false;
  }
  for (uint32_t i = 0; i < examples; ++i) lengths[i] = length;
  batch.examples = examples;
  batch.tokens = tokens.data();
  batch.lengths = lengths.data();
  batch.labels = labels.data();
  return true;
}

// The caller fills these in after setUp(): tokens and labels [examples, length], and the parameters, entry by entry.
SCALEDOT_EXPORT(tokensOf) uint32_t* tokensOf() { return tokens.data(); }
SCALEDOT_EXPORT(labelsOf) uint32_t* labelsOf() { return labels.data(); }
SCALEDOT_EXPORT(parameters) float* parameters() { return model.parameters(); }
SCALEDOT_EXPORT(size) uint32_t size() { return static_cast<uint32_t>(model.size()); }
SCALEDOT_EXPORT(entryCount) uint32_t entryCount() { return model.entryCount(); }
SCALEDOT_EXPORT(entryName) const char* entryName(uint32_t index) { return model.entry(index).name; }

// Resets the optimizer to the first step. Returns false if an allocation fails.
SCALEDOT_EXPORT(start) bool start(double learningRate, double beta1, double beta2, double epsilon) {
  scaledot::OptimizerConfig config;
  config.learningRate = learningRate;
  config.beta1 = beta1;
  config.beta2 = beta2;
  config.epsilon = epsilon;
  config.clip = 0;
  return adam.create(config, model.size());
}

// The loss before the last of the steps, or NaN if an allocation fails.
SCALEDOT_EXPORT(steps) double steps(uint32_t count) {
  scaledot::BatchLoss loss{};
  for (uint32_t i = 0; i < count; ++i) {
    if (!model.forward(batch, true, loss) || !model.backward()) return __builtin_nan("");
    adam.step(model.gradients(), model.parameters());
  }
  return loss.loss;
}

#if !defined(__wasm__)
#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <fstream>
#include <iostream>
#include <string>
#include <vector>

// FILE contains the parameters, tokens and labels, contiguous, in the byte order of this machine.
template <typename T>
static void take(std::ifstream& from, T* to, size_t count) {
  from.read(reinterpret_cast<char*>(to), static_cast<std::streamsize>(count * sizeof(T)));
}

int main(int count, char** arguments) {
  if (count != 10) return 1;
  uint32_t sizes[8];
  for (int i = 0; i < 8; ++i) sizes[i] = static_cast<uint32_t>(std::atoi(arguments[i + 2]));
  if (!setUp(sizes[0], sizes[1], sizes[2], sizes[3], sizes[4], sizes[5], sizes[6], sizes[7]))
    return 1;
  std::vector<float> first(size());
  const size_t positions = size_t{sizes[0]} * sizes[1];
  std::ifstream file(arguments[1], std::ios::binary);
  take(file, first.data(), first.size());
  take(file, tokensOf(), positions);
  take(file, labelsOf(), positions);
  if (!file) return 1;

  for (uint32_t i = 0; i < entryCount(); ++i)
    std::cout << (i ? ",\"" : "[\"") << entryName(i) << '"';
  std::cout << "]" << std::endl;
  std::string request;
  while (std::cin >> request) {
    if (request == "start") {
      std::copy(first.begin(), first.end(), parameters());
      std::cout << (start(1e-3, 0.9, 0.999, 1e-8) ? "true" : "false") << std::endl;
    } else {
      uint32_t many = 0;
      std::cin >> many;
      const auto begin = std::chrono::steady_clock::now();
      const double loss = steps(many);
      const std::chrono::duration<double> spent = std::chrono::steady_clock::now() - begin;
      std::cout.precision(12);
      std::cout << "{\"seconds\":" << spent.count() << ",\"loss\":" << loss << "}" << std::endl;
    }
  }
}
#endif
