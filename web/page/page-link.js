/**
 * Keeps a lab and the address of its page in step: what the visitor changes goes into the fragment, with one history
 * entry for each step that a person means (a drag is one), so that Back undoes; a link that is followed or typed goes
 * into the lab. A frame leaves no entries: they would be those of the page around it.
 */

/** @import { Lab } from '../labs/lab/lab.js' */

import { looksOf } from '../tables/entries.js';

/** Browsers limit how often an address may be replaced; a quarter of a second is far from it. */
const pause = 250;

/** Marks the entries that are made here: before each of them stands another state of a lab. */
const mark = 'scaledotStep';
const ours = { [mark]: true };

/**
 * @param {Lab} lab
 * @param {() => boolean} isAsked  whether the address asks for this lab: links to others are none of its business
 * @returns {() => void}  ends it
 */
export function connectLink(lab, isAsked) {
  let written = location.hash;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;
  let { stepsBegun, query } = lab;
  /** Undone in the present look and language. @type {Record<string, unknown> | null} */
  let look = null;
  const isWhole = parent === window;

  /** @param {boolean} isStep  whether an entry of its own is made for the state */
  const write = (isStep) => {
    clearTimeout(timer);
    timer = undefined;
    // A link that has been followed, and is told of in a moment, is not written over.
    if (location.hash !== written) return;
    const address = `#${query}`;
    if (new URL(address, location.href).href === location.href) return;
    try {
      if (isStep) history.pushState(ours, '', address);
      else history.replaceState(history.state, '', address);
      written = location.hash;
    } catch {
      // A frame without an address of its own (srcdoc) keeps its state in the element alone.
    }
  };
  const finish = () => {
    if (timer !== undefined) write(false);
  };
  const onChange = () => {
    const isStep = lab.stepsBegun !== stepsBegun && isWhole;
    stepsBegun = lab.stepsBegun;
    // A step is written at once, after the end of the one before; what goes on with it later.
    if (isStep) finish();
    query = lab.query;
    look = null;
    if (isStep) return write(true);
    clearTimeout(timer);
    timer = setTimeout(write, pause, false);
  };
  const onLink = () => {
    if (location.hash === written || !isAsked()) return;
    written = location.hash;
    clearTimeout(timer);
    lab.setLink(location.hash);
    if (look) lab.setState(look);
    look = null;
  };
  // One past, not two that disagree. What was there before the first step is never left.
  if (isWhole) {
    lab.goBack = () => {
      if (!history.state?.[mark]) return;
      finish();
      look = looksOf(lab.params);
      history.back();
    };
    document.addEventListener('keydown', lab.undoByKey);
  }
  // A lab that changes its state as somebody leaves has it written at once.
  Object.assign(lab, {
    settle() {
      onChange();
      finish();
    },
  });
  lab.addEventListener('scaledot-change', onChange);
  addEventListener('hashchange', onLink);
  if (location.hash) lab.setLink(location.hash);
  return () => {
    clearTimeout(timer);
    lab.removeEventListener('scaledot-change', onChange);
    removeEventListener('hashchange', onLink);
    document.removeEventListener('keydown', lab.undoByKey);
  };
}
