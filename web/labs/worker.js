/**
 * The engine's worker under an address that is right everywhere: beside this file in the sources, where the site's
 * build follows it, and in the package, whose files all lie in one folder.
 */
import '../engine/worker.js';
