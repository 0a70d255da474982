/**
 * What stands on the page where its security policy lets Lit draw nothing (trusted-types without lit-html): the lab that was
 * asked for as plain text, and a sentence about what is missing.
 */

/** @import { Language } from '../i18n/index.js' */

import { translator } from '../i18n/index.js';
import { learn, Words, words } from '../i18n/words.js';

const refused = new Words({
  en: () => import('../i18n/refused.en.js'),
  'zh-Hans': () => import('../i18n/refused.zh-Hans.js'),
});

/** Whether Lit has not begun and may not; it leaves its version behind once it has. */
function isRefused() {
  const { litHtmlVersions, trustedTypes } = globalThis;
  if (litHtmlVersions || !trustedTypes) return false;
  try {
    trustedTypes.createPolicy('lit-html', {});
    return false;
  } catch {
    return true;
  }
}

/**
 * @param {unknown} error  with which the page's code ended
 * @param {string} lab  that was asked for
 * @param {Language} language
 */
export default async function tellRefused(error, lab, language) {
  if (!isRefused()) throw error;
  await Promise.all([learn(lab, language, true), refused.learn(language)]);
  const t = translator(language, refused, words[lab]);
  // Marks stay as they are, as in the page's HTML: what sets them in type is Lit's.
  const text = (/** @type {string} */ tag, /** @type {string} */ key) =>
    Object.assign(document.createElement(tag), { textContent: t(key) });
  const sentence = text('p', 'refused.trustedTypes');
  sentence.setAttribute('role', 'alert');
  document.documentElement.lang = language;
  document
    .querySelector('#lab')
    ?.replaceChildren(text('h2', `${lab}.title`), text('p', `${lab}.fallback`), sentence);
  addEventListener('hashchange', () => location.reload());
}
