/**
 * The address of the site that has this lab's own page. Links, frames and element snippets refer to it. The pages of
 * the site and its elements.js set it. A package installed from npm knows no site unless the surrounding page names
 * one: <meta name="scaledot-site" content="https://your.site/scaledot/">.
 */
let home = '';

/** Returns the address of the site's folder, with a final slash; '' if there is none. */
export const siteHome = () => home || readSiteHome();

/** Reads the address that the page names. Only an http or https address counts. */
function readSiteHome() {
  const meta = globalThis.document?.querySelector('meta[name="scaledot-site"]');
  const address = meta?.getAttribute('content') ?? '';
  if (/^https?:\/\/[^\s#]+$/.test(address)) home = new URL('.', address).href;
  return home;
}

/** @param {string} address  of a page of the site, or of its elements.js */
export const setSiteHome = (address) => {
  home = new URL('./', address).href;
};

/**
 * Returns a state for readers of a file. It always names its lab, and is the query alone where no site is known.
 * @param {string} lab
 * @param {string} query  the state as the text after # of a link
 */
export function wholeLink(lab, query) {
  const whole = query.startsWith('lab=') ? query : `lab=${lab}&${query}`;
  const site = siteHome();
  return site ? `${site}#${whole}` : whole;
}
