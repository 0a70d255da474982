/**
 * Synchronises a lab with the address of its page. A visitor's changes are written to the fragment, with one history entry
 * for each user action (a drag is one), so that Back undoes it. A link that is followed or typed is passed to the lab. A frame
 * adds no history entries, because they would belong to the page around it.
 */

/** @import { Lab } from '../labs/lab/lab.js' */

import { looksOf } from '../tables/entries.js';

/** Delay before the address is replaced, ms. Browsers limit how often that may happen; this is well below the limit. */
const pause = 250;

/** Marks the history entries that this file adds. The entry before each of them is another state of a lab. */
const mark = 'scaledotStep';
const ours = { [mark]: true };

/**
 * Connects a lab with the address.
 * @param {Lab} lab
 * @param {() => boolean} isAsked  whether the address requests this lab; links to other labs are ignored
 * @returns {() => void}  disconnects it
 */
export function connectLink(lab, isAsked) {
  let written = location.hash;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;
  let { stepsBegun, query } = lab;
  /** The look and language to keep when a step is undone. @type {Record<string, unknown> | null} */
  let look = null;
  const isWhole = parent === window;

  /** @param {boolean} isStep  whether the state gets its own history entry */
  const write = (isStep) => {
    clearTimeout(timer);
    timer = undefined;
    // Does not overwrite a link that has just been followed, whose hashchange event is still to come.
    if (location.hash !== written) return;
    const address = `#${query}`;
    if (new URL(address, location.href).href === location.href) return;
    try {
      if (isStep) history.pushState(ours, '', address);
      else history.replaceState(history.state, '', address);
      written = location.hash;
    } catch {
      // In a frame without its own address (srcdoc), only the element keeps the state.
    }
  };
  const finish = () => {
    if (timer !== undefined) write(false);
  };
  const onChange = () => {
    const isStep = lab.stepsBegun !== stepsBegun && isWhole;
    stepsBegun = lab.stepsBegun;
    // A new step is written at once, after the previous one is finished. Further changes of the step are written later.
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
  // Undo uses the browser's history, so that there are not two histories that disagree. It never leaves the first state.
  if (isWhole) {
    lab.goBack = () => {
      if (!history.state?.[mark]) return;
      finish();
      look = looksOf(lab.params);
      history.back();
    };
    document.addEventListener('keydown', lab.undoByKey);
  }
  // Lets a lab that changes its state when the visitor leaves write the address at once.
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
