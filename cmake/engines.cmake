# The three engine variants: one source, three builds. scripts/build.mjs packs each into one JavaScript module.
#   relaxed   four lanes with fused multiply-add: the fastest; the last bits depend on the machine
#   simd      four lanes: the same bits on every machine, and as the native build
#   fallback  plain JavaScript, for pages where WebAssembly is refused: the same bits as simd
set(link_options
  -fno-rtti # Embind must know at link, too
  -lembind
  -sEMBIND_AOT -sDYNAMIC_EXECUTION=0 # no eval: pages may forbid it
  -sSTRICT -sMODULARIZE -sEXPORT_ES6
  -sENVIRONMENT=web,worker # glue that also knows Node breaks bundlers; it loads in Node as it is
  -sINCOMING_MODULE_JS_API=wasmBinary
  -sEXPORTED_RUNTIME_METHODS=HEAPF32,HEAPF64,HEAPU32 # web/engine/memory.js copies in and out of them
  -sFILESYSTEM=0
  -sINITIAL_MEMORY=4MB -sALLOW_MEMORY_GROWTH -sSTACK_SIZE=1MB -sMALLOC=emmalloc
  --no-entry)

# Every byte is downloaded: where no time is spent, small code is the better code. Only the sources: linked
# with -Oz, Emscripten takes a log from a smaller C library, and NumPy's normals would lose their last bits.
set(cold bindings bindings_attention bindings_functions bindings_memory component fourier_law grid_law histogram
  score_law score_record score_theory special_functions standard_law)
list(TRANSFORM cold PREPEND src/)
list(TRANSFORM cold APPEND .cpp)
set_source_files_properties(${cold} PROPERTIES COMPILE_OPTIONS -Oz)

function(scaledot_engine variant)
  cmake_parse_arguments(arg "" "" "COMPILE;LINK" ${ARGN})
  scaledot_core(core-${variant} ${arg_COMPILE})
  add_executable(engine-${variant} ${binding_sources})
  target_compile_options(engine-${variant} PRIVATE ${core_options} -DEMSCRIPTEN_HAS_UNBOUND_TYPE_NAMES=0)
  target_link_options(engine-${variant} PRIVATE ${link_options} ${arg_COMPILE} ${arg_LINK})
  target_link_libraries(engine-${variant} PRIVATE core-${variant})
  set_target_properties(engine-${variant} PROPERTIES SUFFIX .mjs)
endfunction()

scaledot_engine(relaxed COMPILE -msimd128 -mrelaxed-simd -DSCALEDOT_FUSED=1)
scaledot_engine(simd COMPILE -msimd128)
# -Os: a JavaScript function that is too long is never optimised, which makes attention 15 times slower.
scaledot_engine(fallback COMPILE -Os LINK -sWASM=0)

# Embind's ahead-of-time step runs the new module in the Node that builds; Node 20 has relaxed SIMD behind a flag.
set_target_properties(engine-relaxed PROPERTIES RULE_LAUNCH_LINK
  "\"${CMAKE_COMMAND}\" -E env \"NODE_PATH=${PROJECT_SOURCE_DIR}/cmake\" NODE_OPTIONS=--require=allow-relaxed-simd.cjs")

# What `npm run bench` holds an engine against, compiled the same way: bare exports, no glue.
function(scaledot_probe variant)
  add_executable(probe-${variant} ${PROJECT_SOURCE_DIR}/tests/bench/probe.cpp)
  target_compile_options(probe-${variant} PRIVATE ${core_options})
  target_link_options(probe-${variant} PRIVATE
    -fno-rtti -sSTANDALONE_WASM -sSTRICT -sFILESYSTEM=0 -sALLOW_MEMORY_GROWTH --no-entry)
  target_link_libraries(probe-${variant} PRIVATE core-${variant})
  set_target_properties(probe-${variant} PROPERTIES SUFFIX .wasm EXCLUDE_FROM_ALL ON)
endfunction()
scaledot_probe(relaxed)
scaledot_probe(simd)
