# Toolchain file of the wasm preset: finds Emscripten and includes its toolchain file.
# It tries the project's copy (scripts/setup-toolchain.sh), then $EMSDK, then the PATH.
if(DEFINED ENV{SCALEDOT_TOOLCHAIN})
  set(_local $ENV{SCALEDOT_TOOLCHAIN}/emscripten)
else()
  set(_local ${CMAKE_CURRENT_LIST_DIR}/../.toolchain/emscripten)
endif()

if(EXISTS ${_local}/em++)
  set(_root ${_local})
elseif(EXISTS $ENV{EMSDK}/upstream/emscripten/em++)
  set(_root $ENV{EMSDK}/upstream/emscripten)
else()
  find_program(SCALEDOT_EM_CONFIG NAMES em-config em-config.bat)
  if(SCALEDOT_EM_CONFIG)
    execute_process(COMMAND ${SCALEDOT_EM_CONFIG} EMSCRIPTEN_ROOT OUTPUT_VARIABLE _root OUTPUT_STRIP_TRAILING_WHITESPACE)
  endif()
endif()
if(NOT _root)
  message(FATAL_ERROR "No Emscripten found: run scripts/setup-toolchain.sh, or put an activated emsdk in $EMSDK or on the PATH.")
endif()

get_filename_component(_root ${_root} ABSOLUTE)
include(${_root}/cmake/Modules/Platform/Emscripten.cmake)
if(EMSCRIPTEN_VERSION VERSION_LESS 3.1.61)
  message(FATAL_ERROR "Emscripten ${EMSCRIPTEN_VERSION} in ${_root} is too old: 3.1.61 or newer is needed. "
                      "scripts/setup-toolchain.sh fetches one for this project alone.")
endif()
