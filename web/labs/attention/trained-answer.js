/**
 * The lab's answer for a trained model: its answer and where the shown head attends; below the picture, how often it is
 * right.
 */

/** @import { Format, Translate } from '../../i18n/index.js' */
/** @import { Params } from '../../tables/types.js' */
/** @import { Model } from './types.js' */
/** @import { Judged } from './trained-outside.js' */
/** @import { TrainedModel } from './trained.js' */

import { html, nothing } from 'lit';
import { trainingLimits } from '../../engine/training/training-limits.js';
import { shareInWords } from '../../i18n/share-in-words.js';
import { heldOut } from '../../tables/attention.js';
import { live } from '../parts/provisional.js';
import { gap, rich } from '../parts/text.js';
import { bestOf, weightRow } from './model.js';
import { saidShare } from './section.js';
import { keyFor } from './trained.js';
import {
  answerText,
  blockWords,
  judgedText,
  readText,
  refusedText,
  seenOf,
  shownOf,
} from './trained-view.js';

/** @typedef {Judged & {month?: number}} Outside */
/** @typedef {{t: Translate, format: Format, trained: TrainedModel, params: Params, model: Model, shown: {query: number, head: number}}} AnswerView */

/**
 * Returns the headline: the model's answer and where the picture shows it attending, or why the answer means nothing,
 * or why there is none.
 * @param {AnswerView} view
 */
export function trainedAnswer(view) {
  const { trained } = view;
  if (trained.refusal) return refused(view);
  const own = judgedText(trained);
  if (own?.outside) return [meaningless(view), gap(view.t), guessed(view, own)];
  return isPronouns(trained)
    ? [answered(view), gap(view.t), attentionSentence(view, 'here')]
    : answered(view);
}

/** Returns the text below the picture: the shown head, why an answer means nothing, and how often held-out examples are right. @param {AnswerView} view */
export function trainedRest(view) {
  const { t, trained } = view;
  if (trained.refusal) return rich(t, 'trained.rest.before');
  const own = judgedText(trained);
  if (own?.outside) return [explained(view, own), gap(t), attentionSentence(view, 'looks')];
  const shown = isPronouns(trained) ? headOf(view) : attentionSentence(view, 'looks');
  return [shown, gap(t), measured(view)];
}

/** Whether the answer is a word of the text. The headline then also says where the model attends. @param {TrainedModel} trained */
const isPronouns = ({ name }) => name === 'pronouns';

/** Says why there is no answer. Shown after typing has ended, because half a word is not a word. @param {AnswerView} view */
const refused = ({ t, trained }) =>
  html`<span class="problem late" data-value="answer-refused">${refusedText(t, trained)}</span>`;

/** Says that the answer means nothing. Replaces the share of right answers. @param {AnswerView} view @param {Outside} own */
const guessed = ({ t, trained }, { outside, month }) =>
  html`<span class="problem" data-value="answer-outside"
    >${rich(t, keyFor(t, `outside.${month === undefined ? outside : 'month'}`, trained.name), {
      answer: html`<strong lang="en">${answerText(trained)}</strong>`,
      month: String(month),
      first: String(trainingLimits.year.min),
      last: String(trainingLimits.year.max),
    })}</span
  >`;

/** Returns further words about an answer that means nothing. @param {AnswerView} view @param {Outside} own */
function explained({ t, trained }, { outside }) {
  const key = `trained.rest.${outside}.${trained.name}`;
  return t.has(key) ? rich(t, key) : nothing;
}

/** @param {string} name @param {string} look @param {string} words */
const value = (name, look, words) =>
  html`<strong class=${look} data-value="answer-${name}" lang="en">${words}</strong>`;

/** @param {AnswerView} view */
const answered = ({ t, trained }) =>
  rich(t, keyFor(t, 'answer', trained.name), {
    text: html`<q lang="en">${readText(trained)}</q>`,
    answer: value('model', '', answerText(trained)),
  });

/** Returns the answer without the text, because the message about it needs the space. @param {AnswerView} view */
const meaningless = ({ t, trained }) =>
  rich(t, keyFor(t, 'answer.outside', trained.name), {
    answer: value('model', '', answerText(trained)),
  });

/** @param {AnswerView} view */
const headOf = ({ t, format, trained, params, shown: { head } }) =>
  rich(t, 'trained.rest.head', {
    block: blockWords(t, seenOf(trained).blocks, shownOf(trained, params).block),
    head: format.integer(head + 1),
  });

/** Says where the shown head attends most. @param {AnswerView} view @param {'here' | 'looks'} how */
function attentionSentence({ t, format, trained, params, model, shown: { query, head } }, how) {
  const { blocks, antecedent, pronoun } = seenOf(trained);
  const row = weightRow(model, head, query);
  const best = bestOf(row);
  const { queries, keys } = model.source;
  const isPronoun = pronoun === query && antecedent !== undefined && params.kind === 'self';
  const key = isPronoun ? antecedent : best;
  const share = saidShare(format, model, { query, key, share: row[key] });
  return rich(t, how === 'here' ? 'trained.answer.here' : 'trained.rest.looks', {
    block: blockWords(t, blocks, shownOf(trained, params).block),
    head: format.integer(head + 1),
    query: value('q', 'q', queries[query]),
    key: value('k', 'k', keys[key]),
    weight: value('weight', 'number c', share),
  });
}

/** @param {AnswerView} view */
function measured({ t, format, trained }) {
  const { examples = 0, exact = 0 } = trained.tally ?? {};
  if (examples === 0) return rich(t, 'trained.rest.measuring');
  if (examples < heldOut)
    return rich(t, 'trained.rest.sofar', {
      exact: live(format.integer(exact), { provisional: true }),
      examples: live(format.integer(examples), { provisional: true }),
    });
  return rich(t, 'trained.rest.measured', {
    share: value('accuracy', 'number', shareInWords(format, format.share(exact / examples))),
    examples: format.integer(examples),
  });
}

/**
 * Returns the numbers of an explanation; null while they are being measured.
 * @param {{format: Format, trained: TrainedModel, model: Model, shown: {query: number, head: number}}} of
 * @returns {Record<string, string> | null}
 */
export function trainedNumbers({ format, trained, model, shown: { query, head } }) {
  const { antecedent, pronoun, factor } = seenOf(trained);
  const row = weightRow(model, head, query);
  const key = antecedent !== undefined && pronoun === query ? antecedent : bestOf(row);
  const { of = 0, all = [] } = trained.pointing;
  const [first = '', second = ''] = all.map((hits) => hits.map(format.integer).join(', '));
  const tallies = [1, factor].map((times) => trained.tallyOf(times));
  if (tallies.some(({ examples }) => examples < heldOut)) return null;
  const [trainedWith, now] = tallies.map(({ exact }) =>
    shareInWords(format, format.share(exact / heldOut)),
  );
  return {
    with: trainedWith,
    now,
    times: format.number(factor, 3),
    first,
    second,
    of: format.integer(of),
    query: model.source.queries[query],
    key: model.source.keys[key],
    weight: shareInWords(format, format.share(row[key])),
  };
}
