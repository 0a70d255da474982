/**
 * In the classic script, the training module for pages that refuse WebAssembly. It stays beside the script, as in
 * fallback.js.
 */
import { makeBeside } from './beside.js';

export default () => makeBeside('learning-fallback');
