# The core for this machine, and its tests under ctest: one program per tests/native/*_test.cpp.
option(SCALEDOT_SANITIZE "Build with AddressSanitizer and UndefinedBehaviorSanitizer" OFF)
if(SCALEDOT_SANITIZE)
  # vptr needs run-time types, and the core is built without them.
  set(sanitizers -fsanitize=address,undefined -fno-sanitize=vptr -fno-sanitize-recover=all -fno-omit-frame-pointer)
  add_compile_options(${sanitizers})
  add_link_options(${sanitizers})
  # The code of the tests omits the checks that take most of the compile time: a null pointer also faults without them. The
  # core has all checks.
  set(test_sanitizers -fno-sanitize=null,alignment,object-size,nonnull-attribute,returns-nonnull-attribute
    -fno-sanitize-address-use-after-scope)
endif()

option(SCALEDOT_FUZZ "Build only the fuzzers of the file readers; needs clang" OFF)
if(SCALEDOT_FUZZ)
  add_compile_options(-fsanitize=fuzzer-no-link)
endif()

# Products in eight lanes if this machine has them (simd.h). The flag does not enable fused multiply-add, so the bits are
# the same.
include(CheckCXXSourceRuns)
set(CMAKE_REQUIRED_FLAGS -mavx2)
check_cxx_source_runs("int main() { return __builtin_cpu_supports(\"avx2\") ? 0 : 1; }" SCALEDOT_AVX2)
unset(CMAKE_REQUIRED_FLAGS)
scaledot_core(scaledot_core $<$<BOOL:${SCALEDOT_AVX2}>:-mavx2>)

# `npm run fuzz -- --native`: one program for each tests/fuzz/native/*_fuzz.cpp.
if(SCALEDOT_FUZZ)
  file(GLOB fuzz_sources CONFIGURE_DEPENDS tests/fuzz/native/*_fuzz.cpp)
  foreach(source ${fuzz_sources})
    get_filename_component(name ${source} NAME_WE)
    add_executable(${name} ${source})
    target_link_libraries(${name} PRIVATE scaledot_core)
    target_compile_options(${name} PRIVATE -ffp-contract=off ${warnings})
    target_link_options(${name} PRIVATE -fsanitize=fuzzer)
  endforeach()
  return()
endif()

# `npm run train`
add_executable(train src/learning/train_program.cpp)
target_link_libraries(train PRIVATE scaledot_core)
target_compile_options(train PRIVATE -ffp-contract=off ${warnings})

# `npm run bench -- native`, if Google Benchmark and Eigen are installed.
find_package(benchmark QUIET)
find_package(Eigen3 QUIET NO_MODULE)
# Copies of the sources for the mutation check have no benches.
set(native_bench ${PROJECT_SOURCE_DIR}/tests/bench/native_bench.cpp)
if(NOT SCALEDOT_SANITIZE AND benchmark_FOUND AND TARGET Eigen3::Eigen AND EXISTS ${native_bench})
  add_executable(native_bench ${native_bench})
  target_link_libraries(native_bench PRIVATE scaledot_core benchmark::benchmark Eigen3::Eigen)
  target_compile_options(native_bench PRIVATE -ffp-contract=off ${warnings})
endif()

# `npm run bench -- training`: the native training program.
set(training_bench ${PROJECT_SOURCE_DIR}/tests/bench/training_probe.cpp)
if(EXISTS ${training_bench})
  add_executable(training_native ${training_bench})
  target_link_libraries(training_native PRIVATE scaledot_core)
  target_compile_options(training_native PRIVATE -ffp-contract=off ${warnings})
endif()

enable_testing()
file(GLOB test_sources CONFIGURE_DEPENDS tests/native/*_test.cpp)
if(NOT test_sources)
  return()
endif()

find_package(GTest QUIET)
if(NOT GTest_FOUND)
  # Use the sources that scripts/setup-toolchain.sh fetched.
  if(DEFINED ENV{SCALEDOT_TOOLCHAIN})
    set(googletest $ENV{SCALEDOT_TOOLCHAIN}/usr/src/googletest)
  else()
    set(googletest ${PROJECT_SOURCE_DIR}/.toolchain/usr/src/googletest)
  endif()
  if(NOT EXISTS ${googletest})
    message(FATAL_ERROR "GoogleTest not found. Debian and Ubuntu: apt-get install libgtest-dev; macOS: brew install googletest.")
  endif()
  set(BUILD_GMOCK OFF)
  set(INSTALL_GTEST OFF)
  add_subdirectory(${googletest} googletest EXCLUDE_FROM_ALL)
endif()

find_package(Threads REQUIRED)
include(GoogleTest)
foreach(source ${test_sources})
  get_filename_component(name ${source} NAME_WE)
  add_executable(${name} ${source})
  target_link_libraries(${name} PRIVATE scaledot_core GTest::gtest_main)
  # Compiling the tests takes most of a build, and they gain little from more than -O1.
  target_compile_options(${name} PRIVATE -ffp-contract=off -O1 ${test_sanitizers} ${warnings})
  target_compile_definitions(${name} PRIVATE SCALEDOT_SOURCE_DIR="${PROJECT_SOURCE_DIR}")
  if(first_test)
    target_precompile_headers(${name} REUSE_FROM ${first_test})
  else()
    set(first_test ${name})
    target_precompile_headers(${name} PRIVATE <gtest/gtest.h>)
  endif()
  gtest_discover_tests(${name} TEST_PREFIX ${name}. DISCOVERY_TIMEOUT 60)
endforeach()

if(TARGET train_program_test)
  add_dependencies(train_program_test train)
  target_compile_definitions(train_program_test PRIVATE SCALEDOT_TRAIN_PROGRAM="$<TARGET_FILE:train>")
endif()

# The kernels of the relaxed engine, with fused multiply-adds and the tiles for them. They are tested natively, because
# WebAssembly has no guard pages and no sanitizers.
file(GLOB fused_sources CONFIGURE_DEPENDS src/attention/attention*.cpp src/attention/multi_head.cpp
  src/lanes/*.cpp src/random/component.cpp src/random/random.cpp)
add_library(scaledot_fused STATIC ${fused_sources})
target_include_directories(scaledot_fused PUBLIC ${PROJECT_SOURCE_DIR}/src)
target_compile_options(scaledot_fused PRIVATE ${core_options} ${warnings} -Wconversion)
target_compile_definitions(scaledot_fused PUBLIC SCALEDOT_FUSED=1)
set(fused_tests attention_edges_test attention_gradient_test attention_overflow_test matrix_test)
# These tests reach the edges of every tile. `npm test` also runs the others, without sanitizers.
if(NOT SCALEDOT_SANITIZE)
  list(APPEND fused_tests attention_test attention_bits_test multi_head_test multi_head_edges_test)
endif()
foreach(test ${fused_tests})
  set(name ${test}_fused)
  add_executable(${name} tests/native/${test}.cpp)
  target_link_libraries(${name} PRIVATE scaledot_fused GTest::gtest_main)
  target_compile_options(${name} PRIVATE -ffp-contract=off -O1 ${test_sanitizers} ${warnings})
  gtest_discover_tests(${name} TEST_PREFIX ${name}. DISCOVERY_TIMEOUT 60)
endforeach()
