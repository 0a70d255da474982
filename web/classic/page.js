/** The classic script in a page. */
import '../elements/define.js';
import * as engine from '../engine/index.js';
import * as elements from '../elements/index.js';

// Loaded twice, the first stays. Not ??=: an element with the id "scaledot" answers to that name, too.
if (!Object.hasOwn(globalThis, 'scaledot')) {
  Object.assign(globalThis, { scaledot: Object.freeze({ ...engine, ...elements }) });
}
