/**
 * The lab of a page: the one that its address asks for, now and later. A lab's code and words are fetched when it is
 * asked for. The page's HTML holds the first lab with its text; every other brings its own text along, so that
 * something is there to read if its engine fails.
 */
import { languages, translator } from './i18n/index.js';
import { define } from './labs/define.js';
import { loadLab } from './labs/lazy.js';
import { plain } from './labs/text.js';
import { connectLink } from './page-link.js';
import { labOf } from './state.js';

/** @typedef {import('./labs/lab.js').Lab} Lab */
/** @typedef {typeof import('./labs/lab.js').Lab} LabClass */

/**
 * @param {(lab: Lab, name: string) => void} settle  called with every lab that comes onto the page
 */
export async function followLab(settle) {
  let shown = '';
  let disconnect = () => {};

  const show = async () => {
    const wanted = labOf(location.hash);
    if (wanted === shown) return;
    const kind = await loadLab(wanted);
    // While it was fetched another may have been asked for.
    if (labOf(location.hash) !== wanted || wanted === shown) return;
    shown = wanted;
    disconnect();
    const lab = place(kind);
    lab.alone = true;
    disconnect = connectLink(lab, wanted);
    settle(lab, wanted);
  };

  // Where the network fails, the browser tells of it better than this page could.
  addEventListener('hashchange', () => void show().catch(() => location.reload()));
  await show();
}

/** Puts the element of a lab where the page has its lab. @param {LabClass} kind */
function place(kind) {
  define(kind.tag, kind);
  const present = /** @type {Lab} */ (document.querySelector('#lab'));
  if (present.localName === kind.tag) return present;
  const lab = /** @type {Lab} */ (document.createElement(kind.tag));
  lab.id = present.id;
  lab.append(...plainText(kind));
  present.replaceWith(lab);
  return lab;
}

/** What the lab says where it cannot run, in every language. @param {LabClass} kind */
function* plainText({ lab, words }) {
  for (const language of /** @type {import('./i18n/index.js').Language[]} */ (
    Object.keys(languages)
  )) {
    const t = translator(language, words);
    yield textIn(language, 'h2', plain(t, `${lab}.title`));
    yield textIn(language, 'p', plain(t, `${lab}.fallback`));
  }
}

/** @param {string} language @param {string} tag @param {string} text */
const textIn = (language, tag, text) =>
  Object.assign(document.createElement(tag), { lang: language, textContent: text });
