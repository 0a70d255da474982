/**
 * dist/scaledot.min.js: everything in one classic script, for a script tag, a page opened from disk, or a network
 * without internet access. In a page it registers all labs and defines one global, `scaledot`. As a worker, which it
 * starts from itself, it computes.
 *
 * Both parts are included, but only one runs, because classes of elements cannot even be declared in a worker.
 */
import './address.js';

if (globalThis.document) import('./page.js');
else import('../labs/lab/worker.js');
