/**
 * Keeps a lab and the address of its page in step: what the visitor changes goes into the fragment, without a history
 * entry for each step of a slider; a link that is followed or typed goes into the lab.
 */
import { labOf } from '../tables/state.js';

/** Browsers limit how often an address may be replaced; a quarter of a second is far from it. */
const pause = 250;

/**
 * @param {import('../labs/lab/lab.js').Lab} lab
 * @param {string} name  of the lab: links to others are none of its business
 * @returns {() => void}  ends it
 */
export function connectLink(lab, name) {
  let written = location.hash;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;
  const write = () => {
    if (labOf(location.hash) !== name) return;
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
  const onChange = () => {
    clearTimeout(timer);
    timer = setTimeout(write, pause);
  };
  const onLink = () => {
    if (location.hash === written || labOf(location.hash) !== name) return;
    written = location.hash;
    clearTimeout(timer);
    lab.setLink(location.hash);
  };
  lab.addEventListener('scaledot-change', onChange);
  addEventListener('hashchange', onLink);
  if (location.hash) lab.setLink(location.hash);
  return () => {
    clearTimeout(timer);
    lab.removeEventListener('scaledot-change', onChange);
    removeEventListener('hashchange', onLink);
  };
}
