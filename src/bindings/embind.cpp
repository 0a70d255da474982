// What Embind's library starts with, in place of that: there, all the kinds of values that Embind has are made known
// (strings, classes, views of memory), 3 kB here and 3 kB of JavaScript, and these bindings have truth and numbers only.
// Releases of Emscripten differ in these functions: cmake/embind.cmake has those that this file is for.
#include <emscripten/bind.h>

extern "C" {
// Bindings are made known as they are constructed. Other threads would need them once more; there are none.
void _embind_register_bindings(emscripten::internal::InitFunc*) {}
void _embind_initialize_bindings() {}

// For errors about kinds that are not known.
const char* __getTypeName(const std::type_info*) { return nullptr; }
}

EMSCRIPTEN_BINDINGS(kinds) {
  using namespace emscripten::internal;
  _embind_register_bool(TypeID<bool>::get(), "bool", true, false);
  _embind_register_float(TypeID<double>::get(), "double", sizeof(double));
}
