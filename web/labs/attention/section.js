/** What the pictures of the Attention lab have in common: the model is computed once, by the lab. */
import { Section } from '../parts/section.js';
import { plain } from '../text.js';
import { shownHead, shownQuery } from './model.js';

/** @typedef {import('./model.js').Model} Model */

export class AttentionSection extends Section {
  static properties = { ...Section.properties, model: { attribute: false } };

  constructor() {
    super();
    /** @type {Model | null} */
    this.model = null;
  }

  /** The query that is looked at, the head that is shown alone, both from 0. */
  get shown() {
    const { model, params } = this;
    if (!model) return { query: 0, head: 0 };
    const query = shownQuery(model, params);
    return { query, head: shownHead(model, params, query) };
  }

  /** @param {number} head */
  headName(head) {
    const { t, model } = this;
    const name = model?.source.heads[head];
    const known = name && t.has(`attention.head.${name}`);
    const words = known ? plain(t, `attention.head.${name}`) : (name ?? '');
    const number = this.count(head + 1);
    return words
      ? t('attention.head.named', { number, name: words })
      : t('attention.head.number', { number });
  }

  /** What a component of a token is for, where that is known. @param {number} index */
  featureName(index) {
    const [name, number = ''] = this.model?.source.features?.[index]?.split('.') ?? [];
    return name ? plain(this.t, `attention.feature.${name}`, { number }) : this.count(index + 1);
  }

  /** @param {number} share */
  percent(share) {
    return percentText(this.format, share);
  }
}

/**
 * Shares that are not 0 or 1 are not written as if they were.
 * @param {import('../../i18n/index.js').Format} format
 * @param {number} share
 */
export function percentText(format, share) {
  if (share > 0 && share < 0.0005) return `< ${format.percent(0.001, 1)}`;
  if (share > 0.9999 && share < 1) return `> ${format.percent(0.9999, 2)}`;
  const decimals = share > 0.995 && share < 1 ? 2 : share < 0.0995 && share > 0 ? 1 : 0;
  return format.percent(share, decimals);
}
