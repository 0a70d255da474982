/**
 * Where the site with this lab's own page lives: links, frames and element snippets point there. The pages of the site
 * and its elements.js set it; a package installed from npm knows of no site, unless the page around tells of one:
 * <meta name="scaledot-site" content="https://your.site/scaledot/">.
 */
let home = '';

/** Address of the site's folder, with its final slash; '' when there is none. */
export const siteHome = () => home || told();

/** What the page tells; nothing of the kind but an address on the web is one. */
function told() {
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
 * A state for those who find it in a file: its lab is always named, and where no site is known its text stands alone.
 * @param {string} lab
 * @param {string} query  the state as the text after # of a link
 */
export function wholeLink(lab, query) {
  const whole = query.startsWith('lab=') ? query : `lab=${lab}&${query}`;
  const site = siteHome();
  return site ? `${site}#${whole}` : whole;
}
