// Counts allocations, where the C library is glibc and no sanitizer replaces malloc. Include it in one source of a program.
#pragma once
#include <cstddef>
#include <cstdlib>

#include "testing.h"

#if defined(__GLIBC__)
extern "C" void* __libc_malloc(size_t size);
#endif

namespace scaledot::testing {

#if defined(__GLIBC__)
inline constexpr bool kCountsAllocations = !kSanitized;
#else
inline constexpr bool kCountsAllocations = false;
#endif

inline size_t allocations = 0;

// Returns the number of allocations in `work`, or 0 if they are not counted.
template <typename Work>
size_t allocationsOf(Work work) {
  const size_t before = allocations;
  work();
  return allocations - before;
}

}  // namespace scaledot::testing

#if defined(__GLIBC__) && !defined(__SANITIZE_ADDRESS__)
// operator new also calls this.
extern "C" void* malloc(size_t size) {
  ++scaledot::testing::allocations;
  return __libc_malloc(size);
}
#endif
