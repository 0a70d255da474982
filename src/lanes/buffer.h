// Memory that may be refused: the core is built without exceptions, so a std::vector that does not
// fit would end the program instead.
#pragma once
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <initializer_list>
#include <memory>

namespace scaledot {

// How many numbers a buffer needs. Where the result does not fit into size_t (in WebAssembly 2^32 is too
// much) it is SIZE_MAX, and no Buffer has room for that.
inline size_t productOf(std::initializer_list<size_t> factors) {
  size_t product = 1;
  for (const size_t factor : factors) {
    if (factor == 0) return 0;
    if (__builtin_mul_overflow(product, factor, &product)) product = SIZE_MAX;
  }
  return product;
}
inline size_t totalOf(std::initializer_list<size_t> terms) {
  size_t total = 0;
  for (const size_t term : terms) {
    if (__builtin_add_overflow(total, term, &total)) total = SIZE_MAX;
  }
  return total;
}

template <typename T>
class Buffer {
 public:
  // Makes room for count numbers, not set to anything; what was there is lost. False when refused.
  [[nodiscard]] bool reserve(size_t count) {
    if (count <= count_) return true;
    count_ = 0;
    data_.reset();
    if (count > SIZE_MAX / sizeof(T)) return false;
    data_.reset(static_cast<T*>(std::malloc(count * sizeof(T))));
    if (data_ != nullptr) count_ = count;
    return data_ != nullptr;
  }
  T* data() { return data_.get(); }
  const T* data() const { return data_.get(); }
  T& operator[](size_t i) { return data_.get()[i]; }
  const T& operator[](size_t i) const { return data_.get()[i]; }

 private:
  struct Free {
    void operator()(T* data) const { std::free(data); }
  };
  size_t count_ = 0;
  std::unique_ptr<T, Free> data_;
};

}  // namespace scaledot
