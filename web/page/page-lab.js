/**
 * Shows the lab that the page's address requests, and follows changes of the address. The code and words of a lab are
 * fetched when it is requested. The page's HTML contains the first lab and its text. Every other lab adds its own text, so
 * that there is something to read if its engine fails.
 */

/** @import { Language } from '../i18n/index.js' */
/** @import { Lab } from '../labs/lab/lab.js' */

import { chooseLanguage, languages, translator } from '../i18n/index.js';
import { learn } from '../i18n/words.js';
import { define } from '../labs/parts/define.js';
import { loadLab } from '../labs/lazy.js';
import { plain } from '../labs/parts/text.js';
import { connectLink } from './page-link.js';
import { labOf, parse } from '../tables/params.js';

/** @typedef {typeof Lab} LabClass */

/**
 * Shows the requested lab, now and at every change of the fragment.
 * @param {(lab: Lab, name: string) => void} settle  called with every new lab on the page
 * @param {string} [opening]  the lab if the address requests none
 */
export async function followLab(settle, opening) {
  const asked = () => labOf(location.hash, opening);
  let shown = '';
  let disconnect = () => {};

  const show = async () => {
    const wanted = asked();
    if (wanted === shown) return;
    const kind = await loadLab(wanted);
    const language = chooseLanguage(
      String(parse(location.hash, wanted).params.lang),
      ...navigator.languages,
    );
    await learn(wanted, language);
    // Another lab may have been requested in the meantime.
    if (asked() !== wanted || wanted === shown) return;
    shown = wanted;
    disconnect();
    const lab = place(kind, language);
    lab.alone = true;
    lab.timed = false;
    disconnect = connectLink(lab, () => asked() === wanted);
    void lab.start(); // with the parts of the engine that the link needs
    settle(lab, wanted);
  };

  // If the network fails, the browser reports it better than this page could.
  addEventListener('hashchange', () => void show().catch(() => location.reload()));
  await show();
}

/**
 * Sets the document's language and theme to the lab's, and calls `draw`: now, and when they or the engine change. Does
 * nothing otherwise, for example at every move of a slider, because browsers restyle the whole page when an attribute is set,
 * even to the same value.
 * @param {Lab} lab
 * @param {() => void} draw
 */
export function followLook(lab, draw) {
  let drawn = '';
  const follow = () => {
    const { engineState, params, speech } = lab;
    const { language, has } = speech.t;
    if (!has('common.footer')) return; // only the words of the first picture are loaded yet
    const look = JSON.stringify([language, params.lang, params.theme, engineState]);
    if (look === drawn) return;
    drawn = look;
    document.documentElement.lang = language;
    document.documentElement.setAttribute('theme', String(params.theme));
    draw();
  };
  lab.addEventListener('scaledot-change', follow);
  lab.addEventListener('scaledot-engine', follow);
  follow();
  void lab.updateComplete.then(follow);
}

/** Replaces the page's lab by the element of another one. @param {LabClass} kind @param {Language} language */
function place(kind, language) {
  define(kind.tag, kind);
  /** @type {NodeListOf<Lab>} */
  const [present] = document.querySelectorAll('#lab');
  if (present.localName === kind.tag) return present;
  const lab = /** @type {Lab} */ (document.createElement(kind.tag));
  lab.id = present.id;
  lab.addEventListener('scaledot-error', () => void addPlainText(lab, kind, language), {
    once: true,
  });
  present.replaceWith(lab);
  return lab;
}

/** Adds the text that a lab shows if it cannot run, in its language and then in all others. @param {Lab} lab @param {LabClass} kind @param {Language} spoken */
async function addPlainText(lab, { lab: name, words }, spoken) {
  for (const language of new Set([spoken, .../** @type {Language[]} */ (Object.keys(languages))])) {
    await words.learn(language, true).catch(() => {}); // at least one language has its title
    const t = translator(language, words);
    for (const [tag, key] of [
      ['h2', `${name}.title`],
      ['p', `${name}.fallback`],
    ])
      if (t.has(key)) lab.append(textIn(language, tag, plain(t, key)));
  }
}

/** @param {string} language @param {string} tag @param {string} text */
const textIn = (language, tag, text) =>
  Object.assign(document.createElement(tag), { lang: language, textContent: text });
