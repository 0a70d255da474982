/** The main content of the lab: the program with its output, and the question that it answers. */

/** @import { ScaledotPlayground } from '../scaledot-playground.js' */

import { live } from '../parts/provisional.js';
import { rich } from '../parts/text.js';

export { PlaygroundProgram as picture } from './program.js';

/** Returns the question of the experiment, and how much the program has printed and drawn. @param {ScaledotPlayground} lab */
export function answer({ speech: { t, params }, isOwn, runner }) {
  const { output, status } = runner;
  const question = isOwn ? '' : rich(t, `playground.question.${params.experiment}`);
  const own = isOwn ? '.own' : '';
  if (status === 'idle' || (status === 'running' && output.items.length === 0))
    return rich(t, own ? 'playground.answer.own' : 'playground.answer.waiting', { question });
  if (status === 'failed') return rich(t, `playground.answer${own}.failed`, { question });
  let [lines, pictures] = [0, 0];
  for (const item of output.items) {
    if (item.type === 'text') lines += item.lines.length;
    else if (item.type !== 'table') pictures += 1;
  }
  const told = (/** @type {string} */ name, /** @type {number} */ count) =>
    live(t(`playground.${name}`, { [name]: count }), {
      name: `answer-${name}`,
      kind: 'c',
      provisional: status === 'running',
    });
  return rich(t, `playground.answer${own}.said`, {
    question,
    lines: told('lines', lines),
    pictures: told('pictures', pictures),
  });
}
