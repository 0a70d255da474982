// Replaces the initialisation in Embind's library. The library registers every type that Embind knows (strings, classes,
// views of memory), which costs 3 kB here and 3 kB of JavaScript. These bindings use only booleans and numbers. The
// functions differ between releases of Emscripten; cmake/embind.cmake lists the releases that this file supports.
#include <emscripten/bind.h>

extern "C" {
// Bindings are registered when they are constructed. Only other threads would register them again, and there are none.
void _embind_register_bindings(emscripten::internal::InitFunc*) {}
void _embind_initialize_bindings() {}

// Used in errors about unregistered types.
const char* __getTypeName(const std::type_info*) { return nullptr; }
}

EMSCRIPTEN_BINDINGS(kinds) {
  using namespace emscripten::internal;
  _embind_register_bool(TypeID<bool>::get(), "bool", true, false);
  _embind_register_float(TypeID<double>::get(), "double", sizeof(double));
}
