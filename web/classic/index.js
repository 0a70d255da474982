/**
 * dist/scaledot.min.js: everything in one classic script, for a tag, a page on a disk, a network without the world. In a page
 * it registers all labs and leaves one global, `scaledot`; as a worker, which it starts of itself, it computes.
 *
 * Both parts are here, and only one is run: classes of elements cannot even be declared in a worker.
 */
import './address.js';

if (globalThis.document) import('./page.js');
else import('../labs/lab/worker.js');
