// Preloaded into Node (--require). Enables relaxed SIMD where it is behind a flag, as in Node 20.
if (parseInt(process.versions.node) < 22) {
  require('node:v8').setFlagsFromString('--experimental-wasm-relaxed-simd');
}
