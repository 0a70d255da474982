/** What the lab is opened for: all heads at a glance, and the answer with their numbers. */
import { html, nothing } from 'lit';
import { refusal } from '../parts/refusal.js';
import { rich } from '../parts/text.js';
import { live, soFar } from '../parts/provisional.js';
import { meanOf, rangeOf, spread } from './look.js';

export { ModelsHeads as picture } from './heads.js';

/** @param {import('../scaledot-models.js').ScaledotModels} lab */
export function answer(lab) {
  const { t, format, params } = lab.speech;
  const { network: opened } = lab;
  if (opened?.failure)
    return html`<span class="problem" role="alert"
      >${opened.unfetched ? t('common.notFetched') : refusal(t, opened.failure)}</span
    >`;
  if (params.source === 'own' && lab.files.length === 0) return rich(t, 'models.answer.none');
  const { base, now, model } = opened ?? {};
  const range = base && rangeOf(base, ({ scoreSd }) => scoreSd);
  if (!base || !model || !range) return rich(t, opened?.lacks || 'models.answer.waiting');
  const number = spread(format);
  const provisional = !base.whole;
  const value = (/** @type {string} */ name, /** @type {string} */ text, kind = '') =>
    live(text, { name: `answer-${name}`, kind, provisional });
  const share = (/** @type {number} */ mean) => format.share(mean);
  const one = rich(t, `models.answer.${range.low === range.high ? 'one' : 'spread'}`, {
    low: value('low', number(range.low), 's'),
    high: value('high', number(range.high), 's'),
    dk: format.integer(model.headDim),
    expected: html`<strong>${number(base.heads[0][0].unitSd)}</strong>`,
    soFar: soFar(t, provisional),
  });
  const top = (/** @type {import('./look.js').HeadStatistics} */ { scaled }) => scaled.topWeight;
  const changed = now?.whole && now.multiplier !== 1;
  const isBare = params.scale === 'none' && changed;
  // A layer without its factor is one thing, a model without any another.
  const plain = isBare ? meanOf(now, top) : meanOf(base, ({ unscaled }) => unscaled.topWeight);
  const kind = model.rule.name === 'none' ? 'bare' : isBare ? 'without' : 'weights';
  const two = rich(t, `models.answer.${kind}`, {
    top: value('top', share(meanOf(base, top)), 'c'),
    plain: value('plain', share(plain), 'c'),
  });
  const three =
    changed &&
    !isBare &&
    rich(t, 'models.answer.now', { top: value('now', share(meanOf(now, top)), 'c') });
  const blank = t.language === 'en' ? ' ' : nothing;
  return [one, blank, two, ...(three ? [blank, three] : [])];
}
