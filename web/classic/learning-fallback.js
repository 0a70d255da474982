/** In the classic script, what trains in pages that refuse WebAssembly: likewise fallback.js. */
import { makeBeside } from './beside.js';

export default () => makeBeside('learning-fallback');
