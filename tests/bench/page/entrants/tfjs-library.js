// What tfjs.js takes of TensorFlow.js. Its gradients are in files that only a bundler can load, so bench.mjs bundles this.
import '@tensorflow/tfjs-core/dist/register_all_gradients.js';
export * from '@tensorflow/tfjs-core';
export { setThreadsCount, setWasmPaths } from '@tensorflow/tfjs-backend-wasm';
