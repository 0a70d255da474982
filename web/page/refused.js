/**
 * Shown if the page's security policy does not let Lit render (trusted-types without lit-html): the requested lab as plain
 * text, and a sentence about what is missing.
 */

/** @import { Language } from '../i18n/index.js' */

import { translator } from '../i18n/index.js';
import { learn, Words, words } from '../i18n/words.js';

const refused = new Words({
  en: () => import('../i18n/refused.en.js'),
  'zh-Hans': () => import('../i18n/refused.zh-Hans.js'),
});

/** Whether the policy stops Lit. Lit sets litHtmlVersions when it starts. */
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
 * Shows the plain text, or throws the error again if the policy is not its cause.
 * @param {unknown} error  the error that stopped the page's code
 * @param {string} lab  the requested lab
 * @param {Language} language
 */
export default async function tellRefused(error, lab, language) {
  if (!isRefused()) throw error;
  await Promise.all([learn(lab, language, true), refused.learn(language)]);
  const t = translator(language, refused, words[lab]);
  // Markup in the words stays as it is, as in the page's HTML, because only Lit renders it.
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
