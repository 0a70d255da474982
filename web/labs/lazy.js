/** Everything that a page can open, by name: the story and the labs. */
import { labs } from './lazy-labs.js';

/** @type {typeof labs} */
const all = Object.freeze({
  story: async () => (await import('./scaledot-story.js')).ScaledotStory,
  ...labs,
});

export const labNames = Object.freeze(Object.keys(all));

/** @param {string} name  one of labNames */
export const loadLab = (name) => all[name]();
