/**
 * The site's elements.js: registers the labs on pages of other sites, with links back to this site. Registers labs on the
 * page first, and labs that are added later at once. All others follow after a delay, for elements that the observer does
 * not see (in a shadow root).
 */
import { define } from '../labs/parts/define.js';
import { setSiteHome } from '../labs/parts/home.js';
import { labNames, loadFirst, loadLab } from '../labs/lazy.js';
import { ScaledotFigure } from '../labs/scaledot-figure.js';
import { keepPlaceholders, ScaledotLab } from '../labs/scaledot-lab.js';

/** Delay before the other labs are registered, ms. */
const headStart = 5000;

setSiteHome(import.meta.url);
keepPlaceholders();
define(ScaledotLab.tag, ScaledotLab);
define(ScaledotFigure.tag, ScaledotFigure);

const missing = new Set(labNames);

/** @param {string} name */
async function register(name) {
  missing.delete(name);
  const lab = await loadLab(name);
  define(lab.tag, lab);
}

/** Registers the labs whose elements are on the page. */
const registerPresent = () => {
  for (const name of missing) {
    if (!document.querySelector(`scaledot-${name}`)) continue;
    loadFirst(name).catch(() => {}); // the lab tries again, and reports the failure
    void register(name);
  }
};

registerPresent();
const observer = new MutationObserver(registerPresent);
observer.observe(document, { childList: true, subtree: true });
setTimeout(() => {
  observer.disconnect();
  missing.forEach(register);
}, headStart);
