/**
 * The site's elements.js: registers the labs for pages elsewhere, with links back to the site it came from. Labs that
 * stand on the page come first; the others follow, for elements that are added later.
 */
import { define } from './labs/define.js';
import { setSiteHome } from './labs/home.js';
import { labNames, loadLab } from './labs/lazy.js';
import { ScaledotLab } from './labs/scaledot-lab.js';

setSiteHome(import.meta.url);
define(ScaledotLab.tag, ScaledotLab);

/** @param {string} name */
async function register(name) {
  const lab = await loadLab(name);
  define(lab.tag, lab);
}

const stands = (/** @type {string} */ name) => document.querySelector(`scaledot-${name}`) !== null;
await Promise.all(labNames.filter(stands).map(register));
await Promise.all(labNames.map(register));
