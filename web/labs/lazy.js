/** Everything that a page can open, by name: the story and the labs. */
import { firsts, labs } from './lazy-labs.js';

/** @type {typeof labs} */
const all = Object.freeze({
  story: async () => (await import('./scaledot-story.js')).ScaledotStory,
  ...labs,
});

/** @type {typeof firsts} */
const allFirsts = Object.freeze({ story: () => import('./story/first.js'), ...firsts });

export const labNames = Object.freeze(Object.keys(all));

/** @param {string} name  one of labNames */
export const loadLab = (name) => all[name]();

/**
 * Fetches a lab's main picture and the code of its answer, before the lab itself requests them.
 * @param {string} name
 */
export const loadFirst = (name) => allFirsts[name]();
