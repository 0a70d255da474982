// A buffer whose allocation may fail. The core is built without exceptions, so a std::vector that cannot allocate would
// abort the program.
#pragma once
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <initializer_list>
#include <memory>

namespace scaledot {

// Products and sums of sizes. On overflow of size_t (2^32 in WebAssembly) the result is SIZE_MAX, which Buffer::reserve()
// refuses.
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
  // Allocates count uninitialised numbers if the buffer is smaller. Its contents are then lost. Returns false if the
  // allocation fails.
  [[nodiscard]] bool reserve(size_t count) {
    if (count <= count_) return true;
    count_ = 0;
    data_.reset();
    if (count > SIZE_MAX / sizeof(T)) return false;
    data_.reset(static_cast<T*>(std::malloc(count * sizeof(T))));
    if (data_ != nullptr) count_ = count;
    return data_ != nullptr;
  }
  // Frees the memory if there are more numbers than this.
  void trim(size_t most) {
    if (count_ <= most) return;
    count_ = 0;
    data_.reset();
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
