/** Titles of quantities that are measured in one head. */

/** @import { ModelSection } from './section.js' */

import { plain } from '../parts/text.js';
import { headWords } from './look.js';

/**
 * Returns a title with the model's own factor. It names that factor if the rest of the page has another.
 * @param {Pick<ModelSection, 't' | 'selected' | 'opened'>} view @param {string} key
 */
export function asTrained({ t, selected, opened }, key) {
  const measure = plain(t, key, { head: headWords(t, selected) });
  const isOther = opened?.now && opened.now.multiplier !== 1;
  return isOther
    ? plain(t, 'models.heads.changed', { measure, factor: t('models.factor.own') })
    : measure;
}
