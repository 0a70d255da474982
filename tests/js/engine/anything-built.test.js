// The built package, because a minifier removes code that it takes for useless. `npm test` builds it first.
import { testAnything } from './anything.js';

/** @param {string} name @returns {Promise<any>} */
const entry = (name) => import(new URL(`../../../dist/${name}.js`, import.meta.url).href);

testAnything({
  index: await entry('index'),
  lean: await entry('lean'),
  torch: await entry('torch'),
  onnx: await entry('onnx'),
});
