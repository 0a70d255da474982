// Shared by the native tests: memory that ends at a guard page, and errors in ulp.
#pragma once
#include <gtest/gtest.h>
#include <sys/mman.h>
#include <unistd.h>

#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <limits>

namespace scaledot::testing {

#if defined(__SANITIZE_ADDRESS__)
inline constexpr bool kSanitized = true;
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
inline constexpr bool kSanitized = true;
#else
inline constexpr bool kSanitized = false;
#endif
#else
inline constexpr bool kSanitized = false;
#endif

enum class Guard { after, before };

// `count` numbers that end at a page boundary, followed by a guard page; or that begin at one, preceded by a guard page.
template <typename T>
class GuardedBuffer {
 public:
  explicit GuardedBuffer(size_t count, Guard guard = Guard::after) {
    const size_t page = static_cast<size_t>(sysconf(_SC_PAGESIZE));
    const size_t bytes = count * sizeof(T), used = (bytes + page - 1) / page * page;
    size_ = used + page;
    start_ = static_cast<char*>(
        mmap(nullptr, size_, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0));
    mprotect(guard == Guard::after ? start_ + used : start_, page, PROT_NONE);
    data_ = reinterpret_cast<T*>(guard == Guard::after ? start_ + used - bytes : start_ + page);
  }
  ~GuardedBuffer() { munmap(start_, size_); }
  GuardedBuffer(const GuardedBuffer&) = delete;
  GuardedBuffer& operator=(const GuardedBuffer&) = delete;
  T* data() { return data_; }
  T& operator[](size_t i) { return data_[i]; }

 private:
  char* start_;
  size_t size_;
  T* data_;
};

// Returns |value - exact| in ulp of a float32 at `exact`.
inline double ulps(float value, double exact) {
  int exponent = 0;
  std::frexp(exact, &exponent);
  return std::fabs(static_cast<double>(value) - exact) /
         std::ldexp(1.0, std::max(exponent, -125) - 24);
}

inline double relativeError(double value, double exact) {
  if (value == exact) return 0;
  return std::fabs(value - exact) / std::fabs(exact);
}

// Remembers the largest error and where it was; prints it at the end of the test.
class Worst {
 public:
  explicit Worst(const char* name) : name_(name) {}
  ~Worst() { std::printf("worst %s: %.3g at %.9g\n", name_, error_, where_); }
  void note(double error, double where) {
    if (error <= error_) return;
    error_ = error;
    where_ = where;
  }
  double error() const { return error_; }

 private:
  const char* name_;
  double error_ = 0, where_ = 0;
};

// Returns the FNV-1a hash of the bits of floats, to compare engines and machines.
inline uint64_t hashOf(const float* values, size_t count, uint64_t hash = 0xcbf29ce484222325) {
  for (size_t i = 0; i < count; ++i) {
    const uint32_t bits = std::bit_cast<uint32_t>(values[i]);
    for (int byte = 0; byte < 4; ++byte)
      hash = (hash ^ ((bits >> (8 * byte)) & 0xff)) * 0x100000001b3;
  }
  return hash;
}

}  // namespace scaledot::testing
