/** The first content of the lab: the histogram, and the answer with its numbers. */

/** @import { ScaledotVariance } from '../scaledot-variance.js' */

import { html } from 'lit';
import { errorOfVariance, withInterval, withKnownDigits } from '../../pictures/numbers.js';
import { live, soFar } from '../parts/provisional.js';
import { factorOf } from '../parts/rule.js';
import { rich, typesetText } from '../parts/text.js';

export { VarianceHistogram as picture } from './histogram.js';

/** @param {ScaledotVariance} lab */
export function answer(lab) {
  const { t, format, params } = lab.speech;
  const result = lab.results.histogram;
  const dk = html`<strong data-term="dk" ?data-lit=${lab.term === 'dk'}
    >${format.number(Number(params.dk), 6)}</strong
  >`;
  if (!result) return rich(t, 'variance.answer.waiting', { dk, dkCount: params.dk });
  const { scale, unscaled, scores, standardError, unscaledStandardError } = result;
  if (scores.count === 1)
    return rich(t, 'variance.answer.one', {
      score: live(format.number(unscaled.mean), { name: 'answer-score' }),
    });
  const provisional = lab.isProvisional('histogram');
  const written = (
    /** @type {{count: number, variance: number}} */ of,
    /** @type {{variance: number}} */ error,
  ) => {
    const standardError = errorOfVariance(of, error);
    const interval = withInterval(format, of.variance, standardError);
    // Intervals with powers of ten would need a third line. They are below the picture.
    return interval.length > 20 ? withKnownDigits(format, of.variance, standardError) : interval;
  };
  const before = written(unscaled, unscaledStandardError);
  const after = written(scores, standardError);
  // With a factor of 1, or with equal scores, there is nothing to compare.
  const words = scale === 1 || before === after ? 'same' : 'scaled';
  return rich(t, `variance.answer.${params.scale === 'none' ? 'none' : words}`, {
    dk,
    before: live(before, { name: 'answer-before', provisional }),
    after: live(after, { name: 'answer-after', kind: 's', provisional }),
    factor: html`<strong data-term="factor" ?data-lit=${lab.term === 'factor'}
      >${typesetText(t, factorOf(format, params, scale))}</strong
    >`,
    soFar: soFar(t, provisional),
  });
}
