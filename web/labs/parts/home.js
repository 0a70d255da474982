/**
 * Where the site with this lab's own page lives: links, frames and element snippets point there. The pages of the site
 * and its elements.js set it; a package installed from npm knows of no site.
 */
let home = '';

/** Address of the site's folder, with its final slash; '' when there is none. */
export const siteHome = () => home;

/** @param {string} address */
export const setSiteHome = (address) => {
  home = new URL('../', address).href;
};
