/**
 * Keeps a lab and the address of its page in step: what the visitor changes goes into the fragment, without a history
 * entry for each step of a slider; a link that is followed or typed goes into the lab.
 */

/** Browsers limit how often an address may be replaced; a quarter of a second is far from it. */
const pause = 250;

/** @param {import('./labs/lab.js').Lab} lab */
export function connectLink(lab) {
  let written = location.hash;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;
  const write = () => {
    const query = lab.query;
    // The bare path is not '#': an empty fragment would scroll to the top.
    const address = query ? `#${query}` : location.pathname + location.search;
    try {
      history.replaceState(history.state, '', address);
      written = location.hash;
    } catch {
      // A frame without an address of its own (srcdoc) keeps its state in the element alone.
    }
  };
  lab.addEventListener('scaledot-change', () => {
    clearTimeout(timer);
    timer = setTimeout(write, pause);
  });
  addEventListener('hashchange', () => {
    if (location.hash === written) return;
    written = location.hash;
    clearTimeout(timer);
    lab.setLink(location.hash);
  });
  if (location.hash) lab.setLink(location.hash);
}
