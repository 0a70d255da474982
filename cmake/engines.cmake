# The three engine variants, built from the same source. scripts/build.mjs splits the first two into parts and packs them.
#   relaxed   four lanes with fused multiply-add: the fastest; the last bits depend on the machine
#   simd      four lanes: the same bits on every machine and in the native build
#   fallback  plain JavaScript, for pages that forbid WebAssembly: the same bits as simd
# The training module uses the same cores. It is separate, because few visitors need it, and never at once. It has no
# relaxed variant, because a training must have the same bits on every machine.
set(link_options
  -fno-rtti # Embind needs it at link time, too
  -sEMBIND_AOT -sDYNAMIC_EXECUTION=0 # no eval: pages may forbid it
  -sSTRICT -sMODULARIZE -sEXPORT_ES6
  -sENVIRONMENT=web,worker # glue for Node breaks bundlers; this glue loads in Node, too
  -sEXPORTED_RUNTIME_METHODS=HEAPF32,HEAPF64,HEAPU32,HEAPU8 # web/engine/border/memory.js copies in and out of them
  -sFILESYSTEM=0
  -sINITIAL_MEMORY=4MB -sALLOW_MEMORY_GROWTH -sSTACK_SIZE=1MB -sMALLOC=emmalloc
  --no-entry)
# The smallest glue; scripts/build.mjs passes it the WebAssembly. By default Binaryen inlines every function with one caller, whatever
# its size, including those that must not be inlined (docs/decisions/first-long-call.md). With bulk memory, copying and filling are one
# instruction each instead of a function of the C library. Every host that supports the features of parts supports it, too.
set(wasm_link -mbulk-memory -sMINIMAL_RUNTIME=1 -sINCOMING_MODULE_JS_API=wasm
  -sBINARYEN_EXTRA_PASSES=--one-caller-inline-max-function-size=200)
set(script_link -sWASM=0 -sINCOMING_MODULE_JS_API=)

# Every byte is downloaded, so code that is not hot is optimised for size. These flags are only for the sources. If -Oz were
# also used at link time, Emscripten would take log from a smaller C library, and the last bits of NumPy's normals would
# change.
#   cold    -Oz: bindings and laws
#   scalar  -Os: calls of kernels, and loops limited by memory
#   lanes   loops that are written in lanes and, where that helps, unrolled by hand. Further unrolling, vectorisation and inlining by
#           the compiler would make them half as long again, but not faster
# Softmax and norms need -O3, but not its unrolling. With the flags for lanes they are half as fast.
function(scaledot_sources options)
  list(TRANSFORM ARGN PREPEND src/)
  list(TRANSFORM ARGN APPEND .cpp)
  set_source_files_properties(${ARGN} PROPERTIES COMPILE_OPTIONS "${options}")
endfunction()

set(no_lanes -fno-vectorize -fno-slp-vectorize)
set(no_unrolling -mllvm -unroll-runtime=0 -mllvm -unroll-allow-partial=0)
set(few_inlined -mllvm -inline-threshold=40)
set(wasm_only $<BOOL:$<TARGET_PROPERTY:SCALEDOT_LANES>>)
scaledot_sources("-Oz;-fno-slp-vectorize"
  attention/hand_made attention/head_cost attention/score_cost bindings/attention bindings/embind bindings/files
  bindings/functions bindings/hand_made bindings/heads bindings/laws bindings/memory bindings/network bindings/scoring bindings/softmax
  bindings/statistics bindings/training files/file_text files/npy_file files/safetensors_file files/tensor_shape
  lanes/rounded laws/fourier_law laws/grid_law laws/score_curves laws/score_law laws/special_functions laws/standard_law
  learning/checkpoint learning/text_task network/positions random/component statistics/head_statistics statistics/histogram
  statistics/score_growth statistics/score_record statistics/score_theory)
scaledot_sources("-Os;${no_lanes}"
  attention/merged_head attention/multi_head attention/parameter_draw attention/score_plane attention/scores
  attention/terms attention/thin_head files/tensor_file lanes/difference lanes/matrix_stack learning/trainer
  learning/transformer learning/transformer_parameters network/label_loss random/vector_draw statistics/norm_stages statistics/scoring_statistics
  statistics/spread)
scaledot_sources("$<${wasm_only}:-O2;${no_lanes};${no_unrolling};${few_inlined}>"
  attention/attention attention/attention_bias attention/attention_block attention/attention_gradient
  attention/attention_panels attention/rotary attention/score_pairs lanes/finite lanes/matrix lanes/tile
  learning/attention_rule learning/layers learning/optimizer network/linear network/pointwise statistics/score_kernel statistics/score_statistics
  statistics/score_vectors statistics/softmax_statistics)
scaledot_sources("$<${wasm_only}:-O2;${no_unrolling}>"
  random/random)
scaledot_sources("$<${wasm_only}:${no_unrolling}>"
  attention/normalization attention/softmax statistics/softmax_measures)

include(cmake/embind.cmake)
if(embind_is_plain)
  list(FILTER binding_sources EXCLUDE REGEX "embind\\.cpp$")
  list(FILTER learning_sources EXCLUDE REGEX "embind\\.cpp$")
endif()

# Precompiled headers: more than half of the compile time was parsing the headers of the C++ library. The native build has
# none, and so detects a source that does not include what it uses. Clang would refuse the same precompiled header for
# sources compiled for speed and for size, because they differ in __OPTIMIZE_SIZE__. No header here uses that macro.
function(scaledot_headers target)
  target_precompile_headers(${target} PRIVATE ${ARGN})
  target_compile_options(${target} PRIVATE "SHELL:-Xclang -fno-validate-pch")
endfunction()

# scaledot_module(NAME VARIANT SOURCES... LINK ...): a module for JavaScript, with the core of a variant.
function(scaledot_module name variant)
  cmake_parse_arguments(arg "" "" "SOURCES;LINK" ${ARGN})
  add_executable(${name} ${arg_SOURCES})
  scaledot_headers(${name} <emscripten/bind.h> <algorithm>)
  target_compile_options(${name} PRIVATE ${core_options} -DEMSCRIPTEN_HAS_UNBOUND_TYPE_NAMES=0)
  target_link_options(${name} PRIVATE ${link_options} ${arg_LINK})
  target_link_libraries(${name} PRIVATE core-${variant} -lembind) # last, so that bindings/embind.cpp overrides it
  set_target_properties(${name} PROPERTIES SUFFIX .mjs)
  if(NOT variant STREQUAL fallback)
    target_link_options(${name} PRIVATE -Wl,-Map=${name}.map) # scripts/parts.mjs finds tables in it
  endif()
endfunction()

function(scaledot_engine variant)
  cmake_parse_arguments(arg "LANES;LEARNS" "" "COMPILE;LINK" ${ARGN})
  list(APPEND arg_COMPILE -fno-c++-static-destructors) # an engine lives as long as its page
  scaledot_core(core-${variant} ${arg_COMPILE})
  scaledot_headers(core-${variant} <algorithm> <cmath> <complex> <cstring> <limits> <memory> <numbers> <vector>)
  set_target_properties(core-${variant} PROPERTIES SCALEDOT_LANES "${arg_LANES}")
  set(link LINK ${arg_COMPILE} ${arg_LINK})
  scaledot_module(engine-${variant} ${variant} SOURCES ${binding_sources} ${link})
  if(arg_LEARNS)
    scaledot_module(learning-${variant} ${variant} SOURCES ${learning_sources} ${link})
  endif()
endfunction()

scaledot_engine(relaxed LANES COMPILE -msimd128 -mrelaxed-simd -DSCALEDOT_FUSED=1 LINK ${wasm_link})
scaledot_engine(simd LANES LEARNS COMPILE -msimd128 LINK ${wasm_link})
# -Os, because JavaScript engines never optimise a function that is too long, which makes attention 15 times slower.
scaledot_engine(fallback LEARNS COMPILE -Os LINK ${script_link})

# Embind's ahead-of-time step runs the new module in Node, and Node 20 has relaxed SIMD behind a flag.
set_target_properties(engine-relaxed PROPERTIES RULE_LAUNCH_LINK
  "\"${CMAKE_COMMAND}\" -E env \"NODE_PATH=${PROJECT_SOURCE_DIR}/cmake\" NODE_OPTIONS=--require=allow-relaxed-simd.cjs")

# The baselines of `npm run bench`, and the core alone, compiled in the same way: bare exports, no glue.
function(scaledot_probe name source variant)
  add_executable(${name} ${PROJECT_SOURCE_DIR}/tests/bench/${source})
  target_compile_options(${name} PRIVATE ${core_options})
  target_link_options(${name} PRIVATE
    -fno-rtti -sSTANDALONE_WASM -sSTRICT -sFILESYSTEM=0 -sALLOW_MEMORY_GROWTH --no-entry)
  target_link_libraries(${name} PRIVATE core-${variant})
  set_target_properties(${name} PROPERTIES SUFFIX .wasm EXCLUDE_FROM_ALL ON)
endfunction()
scaledot_probe(probe-relaxed probe.cpp relaxed)
scaledot_probe(probe-simd probe.cpp simd)
scaledot_probe(training-simd training_probe.cpp simd)
