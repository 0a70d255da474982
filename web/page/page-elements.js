/**
 * The site's elements.js: registers the labs for pages elsewhere, with links back to the site it came from. Labs that
 * stand on the page come first, and those that are added as soon as they are; the others follow when nothing else is to be
 * done, for elements that nobody sees come (in a shadow root).
 */
import { define } from '../labs/parts/define.js';
import { setSiteHome } from '../labs/parts/home.js';
import { labNames, loadFirst, loadLab } from '../labs/lazy.js';
import { ScaledotFigure } from '../labs/scaledot-figure.js';
import { keepPlaceholders, ScaledotLab } from '../labs/scaledot-lab.js';

/** Milliseconds that the labs on the page have for themselves. */
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

/** Registers the labs whose elements stand on the page. */
const registerPresent = () => {
  for (const name of missing) {
    if (!document.querySelector(`scaledot-${name}`)) continue;
    loadFirst(name).catch(() => {}); // the lab asks again, and says what failed
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
