/**
 * The lab of a page: the one that its address asks for, now and later. A lab's code and words are fetched when it is
 * asked for. The page's HTML holds the first lab with its text; every other brings its own text along, so that
 * something is there to read if its engine fails.
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
 * @param {(lab: Lab, name: string) => void} settle  called with every lab that comes onto the page
 * @param {string} [opening]  the lab of an address that asks for nothing
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
    // While it was fetched another may have been asked for.
    if (asked() !== wanted || wanted === shown) return;
    shown = wanted;
    disconnect();
    const lab = place(kind, language);
    lab.alone = true;
    lab.timed = false;
    disconnect = connectLink(lab, () => asked() === wanted);
    void lab.start(); // with the parts that the link takes
    settle(lab, wanted);
  };

  // Where the network fails, the browser tells of it better than this page could.
  addEventListener('hashchange', () => void show().catch(() => location.reload()));
  await show();
}

/**
 * Lets the document speak the lab's language and wear its theme, and draws what else tells of them: now, and when they or the
 * engine have changed. Not at every move of a slider, for a browser styles the whole page anew for an attribute that is set
 * again.
 * @param {Lab} lab
 * @param {() => void} draw
 */
export function followLook(lab, draw) {
  let drawn = '';
  const follow = () => {
    const { engineState, params, speech } = lab;
    const { language, has } = speech.t;
    if (!has('common.footer')) return; // words of more pictures than the first are on their way
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

/** Puts the element of a lab where the page has its lab. @param {LabClass} kind @param {Language} language */
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

/** What the lab says where it cannot run, in its language and then in all others. @param {Lab} lab @param {LabClass} kind @param {Language} spoken */
async function addPlainText(lab, { lab: name, words }, spoken) {
  for (const language of new Set([spoken, .../** @type {Language[]} */ (Object.keys(languages))])) {
    await words.learn(language, true).catch(() => {}); // the title is there, at least in one
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
