/** The first picture of the lab and its answer: the curves, and a sentence on what happened. */

/** @import { Outcome, Verdict } from '../../pictures/types.js' */

import { html } from 'lit';
import { answerOf, goal, isAlone, verdictOf } from '../../pictures/verdict.js';
import { heldOut } from '../../tables/training.js';
import { rich } from '../parts/text.js';
import { measuredOf } from './curves.js';
import { ruleWords } from './words.js';

export { TrainingCurves as picture } from './curves.js';

/** @typedef {import('../scaledot-training.js').ScaledotTraining} Training */

/** @param {Training} lab */
export function answer(lab) {
  const { run } = lab;
  const { t } = lab.speech;
  if (!run || run.step === 0) return rich(t, 'training.answer.waiting');
  const verdict = verdictOf(run.tracks, measuredOf(run));
  if (run.state === 'done')
    return rich(t, `training.answer.${answerOf(verdict)}`, values(lab, verdict, 'answer'));
  const isTraining = run.state === 'training';
  const key = `training.answer.${isTraining ? 'soFar' : 'paused'}${isAlone(verdict) ? 'One' : ''}`;
  return rich(t, key, values(lab, verdict, isTraining ? 'live' : 'answer'));
}

/**
 * Returns the values in the answer. Numbers of a running experiment are live; those of a paused one belong to the
 * answer.
 * @param {Training} lab
 * @param {Verdict} verdict
 * @param {'live' | 'answer'} kind
 */
function values({ speech, term }, { one, other }, kind) {
  const { format, params } = speech;
  const number = (/** @type {string} */ name, /** @type {string} */ text) => ({
    ...html`<strong
      class="number"
      data-value=${`${kind}-${name}`}
      ?data-provisional=${kind === 'live'}
      aria-busy=${kind === 'live'}
      >${text}</strong
    >`,
    // Decides the form of the noun after it: "1 step".
    toString: () => text,
  });
  const rule = (/** @type {Outcome} */ of) =>
    html`<strong data-term=${of.rule} ?data-lit=${term === of.rule}
      >${ruleWords(speech, of.rule)}</strong
    >`;
  return {
    one: rule(one),
    other: rule(other),
    at: number('at', format.integer(one.at)),
    otherAt: number('other-at', format.integer(other.at)),
    accuracy: number('accuracy', format.share(one.accuracy, 0)),
    otherAccuracy: number('other-accuracy', format.share(other.accuracy, 0)),
    goal: format.percent(goal, 0),
    step: number('step', format.integer(one.step)),
    examples: format.integer(heldOut),
    steps: format.integer(Number(params.steps)),
  };
}
