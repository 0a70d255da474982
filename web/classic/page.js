/** The classic script in a page. */
import '../elements/define.js';
import * as engine from '../engine/index.js';
import * as elements from '../elements/index.js';

// If it is loaded twice, the first one stays. Not ??=, because an element with the id "scaledot" is also found under
// that name.
if (!Object.hasOwn(globalThis, 'scaledot')) {
  Object.assign(globalThis, { scaledot: Object.freeze({ ...engine, ...elements }) });
}
