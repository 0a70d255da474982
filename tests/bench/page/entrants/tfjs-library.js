// The parts of TensorFlow.js that tfjs.js uses. Only a bundler can load the files with its gradients, so peers.mjs bundles
// this file.
import '@tensorflow/tfjs-core/dist/register_all_gradients.js';
export * from '@tensorflow/tfjs-core';
export { setThreadsCount, setWasmPaths } from '@tensorflow/tfjs-backend-wasm';
