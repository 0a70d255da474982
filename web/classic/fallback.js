/**
 * In the classic script, the engine for pages that refuse WebAssembly. It stays a file beside the script: it would be a
 * third of it, and few pages need it.
 */
import { makeBeside } from './beside.js';

export default () => makeBeside('fallback');
