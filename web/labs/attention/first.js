/** The first picture of the lab and its answer: which token attends to which, and one pair's numbers. */
import { html, nothing } from 'lit';
import { refusal } from '../parts/refusal.js';
import { rich } from '../parts/text.js';
import { answerOf } from './answer.js';

export { AttentionTokens as picture, fetchGrid, focusHead } from './tokens.js';

/** Classes of the answer's parts, and their names. @type {Readonly<Record<string, readonly [look: string, name: string]>>} */
const answerParts = Object.freeze({
  query: ['q', 'q'],
  key: ['k', 'k'],
  token: ['k', 'token'],
  weight: ['number c', 'weight'],
  other: ['number c', 'other'],
});

/** @param {Readonly<Record<string, string>>} values */
const marked = (values) =>
  Object.fromEntries(
    Object.entries(values).map(([part, words]) => {
      const [look = '', name = part] = answerParts[part] ?? [];
      return [part, html`<strong class=${look} data-value="answer-${name}">${words}</strong>`];
    }),
  );

/** @typedef {import('../scaledot-attention.js').ScaledotAttention} Attention */

/** @param {Attention} lab */
export function answer(lab) {
  const { t, format } = lab.speech;
  const { model, engine, trouble, story, trained, viewed: params } = lab;
  if (trouble) return html`<span class="problem" role="alert">${refusal(t, trouble)}</span>`;
  if (lab.isTrained) {
    if (story && trained && model)
      return story.trainedAnswer({ t, format, trained, params, model, shown: lab.shown });
    const key = trained?.failure ? 'trained.answer.none' : 'trained.loading';
    return t(t.has(key) ? key : 'common.waiting');
  }
  if (!model || !engine) return rich(t, 'attention.answer.waiting');
  const told = answerOf(engine, params, model, lab.shown, format);
  const missing = model.source.missing ? [rich(t, 'attention.answer.missing'), ' '] : nothing;
  return [missing, rich(t, told.key, marked(told.values)), model.source.assumed?.(t)];
}

/** Says why weights are equal; for a trained model, how often it is right. @param {Attention} lab */
export function rest(lab) {
  const { t, format } = lab.speech;
  const { model, engine, trouble, story, trained, viewed: params, shown } = lab;
  if (trouble || !model || !engine) return nothing;
  if (lab.isTrained)
    return story && trained
      ? story.trainedRest({ t, format, trained, params, model, shown })
      : nothing;
  const { rest: key, values } = answerOf(engine, params, model, shown, format);
  return key ? rich(t, key, marked(values)) : nothing;
}
