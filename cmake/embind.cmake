# src/bindings/embind.cpp replaces internal functions of Embind's library for these releases of Emscripten. With other
# releases the whole library is linked. The engines then do the same, but are a few kB larger.
cmake_minimum_required(VERSION 3.21) # tests/js/embind.test.js runs this file alone
set(embind_releases 3.1.69)
option(SCALEDOT_PLAIN_EMBIND "Link Embind's whole library, whatever the release" OFF)
set(embind_is_plain ${SCALEDOT_PLAIN_EMBIND})
if(NOT EMSCRIPTEN_VERSION IN_LIST embind_releases)
  set(embind_is_plain ON)
endif()
if(embind_is_plain)
  message(STATUS "Emscripten ${EMSCRIPTEN_VERSION}: Embind's whole library; src/bindings/embind.cpp is for ${embind_releases}")
endif()
