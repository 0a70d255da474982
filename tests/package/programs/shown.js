import { lab } from './answers.js';

/** Mounts a lab, waits for its answer and gives the numbers that it shows. */
export async function shown(labs) {
  const element = document.createElement('scaledot-variance');
  Object.assign(element, lab);
  document.body.prepend(element); // in sight: what nobody sees does not compute
  const scores = lab.queries * lab.keys;
  while (element.results.histogram?.scores.count !== scores)
    await new Promise((resolve) => setTimeout(resolve, 20));
  await element.updateComplete;
  const read = (name) =>
    element.shadowRoot.querySelector(`[data-value="answer-${name}"]`).textContent;
  return {
    registered: labs.map(({ tag }) => tag).filter((tag) => customElements.get(tag)),
    before: read('before'),
    after: read('after'),
  };
}
