/** The answer of the lab for a trained model: what it answers, where the shown head looks, how often it is right. */
import { html } from 'lit';
import { heldOut } from '../../tables/attention.js';
import { rich } from '../parts/text.js';
import { bestOf, weightRow } from './model.js';
import { shareText } from './section.js';
import { keyFor } from './trained.js';
import { answerText, blockWords, judgedText, readText, shownOf } from './trained-view.js';

/** @typedef {import('../../i18n/index.js').Translate} Translate */
/** @typedef {import('../../i18n/index.js').Format} Format */
/** @typedef {import('../../tables/params.js').Params} Params */
/** @typedef {import('./model.js').Model} Model */
/** @typedef {import('./trained.js').Seen} Seen */
/** @typedef {import('./trained.js').TrainedModel} TrainedModel */
/** @typedef {{t: Translate, format: Format, trained: TrainedModel, params: Params, model: Model, shown: {query: number, head: number}}} Told */

/** @param {Told} told */
export function trainedAnswer(told) {
  const own = judgedText(told.trained);
  if (own?.outside) return [answered(told), ' ', guessed(told, own)];
  return [answered(told), ' ', looked(told), ' ', measured(told)];
}

/** That the answer means nothing comes first, in place of how often others are right. @param {Told} told @param {import('./trained-outside.js').Judged & {month?: number}} own */
const guessed = ({ t, trained }, { outside, month }) =>
  html`<span class="problem" data-value="answer-outside"
    >${rich(t, keyFor(t, `outside.${outside}`, trained.name), {
      answer: html`<strong lang="en">${answerText(trained)}</strong>`,
      month: String(month),
    })}</span
  >`;

/** @param {string} name @param {string} look @param {unknown} words */
const value = (name, look, words) =>
  html`<strong class=${look} data-value="answer-${name}" lang="en">${words}</strong>`;

/** @param {Told} told */
function answered({ t, trained }) {
  return rich(t, keyFor(t, 'answer', trained.name), {
    text: html`<q lang="en">${readText(trained)}</q>`,
    answer: value('model', '', answerText(trained)),
  });
}

/** @param {Told} told */
function looked({ t, format, trained, params, model, shown: { query, head } }) {
  const { blocks, antecedent, pronoun } = /** @type {Seen} */ (trained.seen);
  const row = weightRow(model, head, query);
  const best = bestOf(row);
  const { queries, keys } = model.source;
  const isPronoun = pronoun === query && antecedent !== undefined && params.kind === 'self';
  const key = isPronoun ? antecedent : best;
  const share = shareText(format, model, { query, key, share: row[key] });
  return rich(t, isPronoun ? 'trained.answer.points' : 'trained.answer.looks', {
    block: blockWords(t, blocks, shownOf(trained, params).block),
    head: format.integer(head + 1),
    query: value('q', 'q', queries[query]),
    key: value('k', 'k', keys[key]),
    weight: value('weight', 'number c', share),
  });
}

/** @param {Told} told */
function measured({ t, format, trained }) {
  const { examples = 0, exact = 0 } = trained.tally ?? {};
  if (examples === 0) return rich(t, 'trained.answer.measuring');
  if (examples < heldOut)
    return rich(t, 'trained.answer.sofar', {
      exact: format.integer(exact),
      examples: format.integer(examples),
    });
  return rich(t, 'trained.answer.measured', {
    share: value('accuracy', 'number', format.share(exact / examples)),
    examples: format.integer(examples),
  });
}

/**
 * The numbers of an explanation; null while they are on their way.
 * @param {{format: Format, trained: TrainedModel, model: Model, shown: {query: number, head: number}}} of
 * @returns {Record<string, string> | null}
 */
export function trainedNumbers({ format, trained, model, shown: { query, head } }) {
  const { antecedent, pronoun, factor } = /** @type {Seen} */ (trained.seen);
  const row = weightRow(model, head, query);
  const key = antecedent !== undefined && pronoun === query ? antecedent : bestOf(row);
  const { of = 0, all = [] } = trained.pointing;
  const [first = '', second = ''] = all.map((hits) => hits.map(format.integer).join(', '));
  const tallies = [1, factor].map((times) => trained.tallyOf(times));
  if (tallies.some(({ examples }) => examples < heldOut)) return null;
  const [trainedWith, now] = tallies.map(({ exact }) => format.share(exact / heldOut));
  return {
    with: trainedWith,
    now,
    times: format.number(factor, 3),
    first,
    second,
    of: format.integer(of),
    query: model.source.queries[query],
    key: model.source.keys[key],
    weight: format.share(row[key]),
  };
}
