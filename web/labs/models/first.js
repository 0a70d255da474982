/** The first picture of the lab and its answer: all heads at a glance, and their numbers. */
import { html, nothing } from 'lit';
import { refusal } from '../parts/refusal.js';
import { rich } from '../parts/text.js';
import { live, soFar } from '../parts/provisional.js';
import { rangeOf, spread } from './look.js';

export { ModelsHeads as picture } from './heads.js';

/** @typedef {import('../scaledot-models.js').ScaledotModels} Models */

/** Says how large the scores of a real network are. @param {Models} lab */
export function answer(lab) {
  const { t, format, params } = lab.speech;
  const { network: opened } = lab;
  const { base, now, model } = opened ?? {};
  const isOwn = params.source === 'own';
  if (isOwn && (lab.files.length === 0 || (opened?.failure && !model)))
    return rich(t, 'models.answer.none');
  // Problems with a visitor's own files are described beside them.
  if (opened?.failure && isOwn) return rich(t, 'models.answer.failed');
  if (opened?.failure)
    return html`<span class="problem" role="alert"
      >${opened.unfetched ? t('common.notFetched') : refusal(t, opened.failure)}</span
    >`;
  const shown = now?.whole ? now : base;
  const range = shown && rangeOf(shown, ({ scoreSd }) => scoreSd);
  if (!base || !shown || !model || !range) return rich(t, opened?.lacks || 'models.answer.waiting');
  const number = spread(format);
  return rich(t, `models.answer.${range.low === range.high ? 'one' : 'spread'}`, {
    low: value('low', number(range.low), base, 's'),
    high: value('high', number(range.high), base, 's'),
    dk: format.integer(model.headDim),
    expected: html`<strong>${number(base.heads[0][0].unitSd)}</strong>`,
    soFar: soFar(t, !base.whole),
  });
}

/** Says how sharp the weights are, with the factor and without. @param {Models} lab */
export function rest({ speech: { t, format, params }, network: opened }) {
  const { base, now, model } = opened ?? {};
  if (!base?.heads.length || !model || opened?.failure) return nothing;
  const changed = now?.whole && now.multiplier !== 1;
  const isBare = params.scale === 'none' && changed;
  // A layer without its factor differs from a model without any.
  const plain = isBare ? now.mean.scaled : base.mean.unscaled;
  const kind = model.rule.name === 'none' ? 'bare' : isBare ? 'without' : 'weights';
  const share = (/** @type {string} */ name, /** @type {{topWeight: number}} */ mean) =>
    value(name, format.share(mean.topWeight), base, 'c');
  const own = rich(t, `models.rest.${kind}`, {
    top: share('top', base.mean.scaled),
    plain: share('plain', plain),
  });
  if (!changed || isBare) return own;
  const blank = t.language === 'en' ? ' ' : nothing;
  return [own, blank, rich(t, 'models.rest.now', { top: share('now', now.mean.scaled) })];
}

/** @param {string} name @param {string} text @param {{whole: boolean}} of @param {string} kind */
const value = (name, text, { whole }, kind) =>
  live(text, { name: `answer-${name}`, kind, provisional: !whole });
