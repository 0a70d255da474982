/** The name of the page's factor. */

/** @import { ModelSection } from './section.js' */

import { plain } from '../parts/text.js';

/** @param {Pick<ModelSection, 't' | 'format' | 'params' | 'opened'>} view */
export function factorWords({ t, format, params, opened }) {
  if (opened?.multiplier === 1) return t('models.factor.own');
  if (params.scale === 'none') return t('models.factor.none');
  return plain(t, 'models.factor.times', { factor: format.number(Number(params.factor)) });
}
