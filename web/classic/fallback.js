/**
 * In the classic script, the engine for pages that refuse WebAssembly. It would be a third of the script and few need it: it
 * stays a file beside the script.
 */
import { makeBeside } from './beside.js';

export default () => makeBeside('fallback');
