// The package as it is built: a minifier leaves out what it takes for useless. `npm test` builds it.
import { testAnything } from './anything.js';

/** @param {string} name @returns {Promise<any>} */
const entry = (name) => import(new URL(`../../../dist/${name}.js`, import.meta.url).href);

testAnything({
  index: await entry('index'),
  lean: await entry('lean'),
  torch: await entry('torch'),
  onnx: await entry('onnx'),
});
