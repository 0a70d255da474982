// Shared by the tests of tensor functions: numbers between guard pages, and gradients by finite differences.
#pragma once
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "random/random.h"
#include "testing.h"

namespace scaledot::testing {

inline constexpr float kUnset = 12345.678f;  // the initial value of results

// float32 numbers with a guard page directly after (or before) them. If the count is not a multiple of 4 and the guard page
// comes after them, their address is not a multiple of 16.
class Tensor {
 public:
  explicit Tensor(size_t count, Guard guard = Guard::after)
      : size_(count), data_(std::make_unique<GuardedBuffer<float>>(count, guard)) {
    std::fill_n(data(), count, kUnset);
  }
  // Draws normals times sd.
  static Tensor normals(size_t count, uint64_t seed, double sd = 1, Guard guard = Guard::after) {
    Tensor tensor(count, guard);
    Component component;
    component.sd = sd;
    std::vector<float> row(count + 15);  // fillRow() writes in sixteens
    fillRow(seed, Stream::query, 0, component, row.data(), count);
    std::copy_n(row.data(), count, tensor.data());
    return tensor;
  }
  static Tensor of(const std::vector<float>& values, Guard guard = Guard::after) {
    Tensor tensor(values.size(), guard);
    std::copy(values.begin(), values.end(), tensor.data());
    return tensor;
  }

  size_t size() const { return size_; }
  float* data() { return data_->data(); }
  float& operator[](size_t i) { return (*data_)[i]; }
  std::vector<double> doubles() { return {data(), data() + size_}; }
  std::vector<float> floats() { return {data(), data() + size_}; }

 private:
  size_t size_;
  std::unique_ptr<GuardedBuffer<float>> data_;
};

// Computes d loss / d x[i] by central differences of fourth order. loss() reads x.
template <typename Loss>
double slope(std::vector<double>& x, size_t i, Loss loss) {
  const double at = x[i], step = 1e-3 * std::max(std::fabs(at), 0.1);
  const auto moved = [&](double steps) {
    x[i] = at + steps * step;
    return static_cast<double>(loss());
  };
  const double near = moved(1) - moved(-1), far = moved(2) - moved(-2);
  x[i] = at;
  return (8 * near - far) / (12 * step);
}

inline double greatestSize(const std::vector<double>& x) {
  double most = 0;
  for (const double value : x) most = std::max(most, std::fabs(value));
  return most;
}

inline bool sameBits(float a, float b) {
  return std::bit_cast<uint32_t>(a) == std::bit_cast<uint32_t>(b);
}

}  // namespace scaledot::testing
