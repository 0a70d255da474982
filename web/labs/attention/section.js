/** The base of the Attention lab's pictures. The lab computes the model once, for all of them. */

/** @import { Format } from '../../i18n/index.js' */
/** @import { Model } from './types.js' */

import { shareInWords } from '../../i18n/share-in-words.js';
import { Section } from '../parts/section.js';
import { plain } from '../parts/text.js';
import { shownHead, shownQuery } from './model.js';

export class AttentionSection extends Section {
  static properties = { ...Section.properties, model: { attribute: false } };

  constructor() {
    super();
    /** @type {Model | null} */
    this.model = null;
  }

  /** The selected query and the head that is shown alone, both from 0. */
  get shown() {
    const { model, params } = this;
    if (!model) return { query: 0, head: 0 };
    const query = shownQuery(model, params);
    return { query, head: shownHead(model, params, query) };
  }

  /** Returns a head's name for a button. @param {number} head */
  headName = (head) => this.#headIn('attention.head.named', head);

  /** Returns a head's name for titles and sentences. @param {number} head */
  headWords = (head) => this.#headIn('attention.head.titled', head);

  /** @param {string} key @param {number} head */
  #headIn(key, head) {
    const { t, model } = this;
    const name = model?.source.heads[head] ?? '';
    const known = t.has(`attention.head.${name}`);
    const words = known ? plain(t, `attention.head.${name}`) : name;
    const number = this.count(head + 1);
    return words ? t(key, { number, name: words }) : t('attention.head.number', { number });
  }

  /** Returns what a component of a token is for; its number if that is unknown. @param {number} index */
  featureName = (index) => {
    const [name, number = ''] = this.model?.source.features?.[index]?.split('.') ?? [];
    return name ? plain(this.t, `attention.feature.${name}`, { number }) : this.count(index + 1);
  };

  /** Returns the weight that a query gives to a key, as text. @param {number} query @param {number} key @param {number} share @param {number} [decimals] */
  share = (query, key, share, decimals) => {
    const { format, model } = this;
    return model ? shareText(format, model, { query, key, share }, decimals) : '';
  };

  /** Returns the same for a sentence. @param {number} query @param {number} key @param {number} share */
  said = (query, key, share) => shareInWords(this.format, this.share(query, key, share));
}

/** @typedef {{query: number, key: number, share: number}} Weight */

/**
 * Returns a weight as a percentage. If a query sees several keys, no weight is written as exactly 0 % or 100 %, even
 * if it is rounded to that in the engine's 32 bits.
 * @param {Format} format
 * @param {Pick<Model, 'sees' | 'weights'>} model
 * @param {Weight} weight
 * @param {number} [decimals]
 */
export function shareText(format, { sees, weights }, { query, key, share }, decimals) {
  const [, , keys] = weights.shape;
  const isOneOfSeveral =
    sees(query, key) &&
    Array.from({ length: keys }).some((_, other) => other !== key && sees(query, other));
  const between = Math.max(Number.MIN_VALUE, Math.min(share, 1 - Number.EPSILON));
  return format.share(isOneOfSeveral ? between : share, decimals);
}

/**
 * Returns the same for a sentence.
 * @param {Format} format
 * @param {Pick<Model, 'sees' | 'weights'>} model
 * @param {Weight} weight
 */
export const saidShare = (format, model, weight) =>
  shareInWords(format, shareText(format, model, weight));
