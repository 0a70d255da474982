// For a page with dist/scaledot.min.js, whose global is all there is; itself made a classic script.
import { engineAnswer, toText } from './answers.js';
import { shown } from './shown.js';

const { scaledot } = globalThis;
const programs = {
  engine: () => engineAnswer(scaledot),
  elements: () => shown(scaledot.labs),
};

const { dataset } = document.documentElement;
addEventListener('DOMContentLoaded', () =>
  programs[location.hash.slice(1)]().then(
    (answer) => (dataset.answer = toText(answer)),
    (error) => (dataset.failure = String(error)),
  ),
);
