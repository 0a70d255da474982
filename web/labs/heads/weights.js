/**
 * <sd-heads-weights>: what each head looks at.
 *
 * The visitor sees the weights of every head for the same random tokens: every head has another pattern. A bar above the
 * panels joins the heads that share one key head.
 */
import { html } from 'lit';
import { groupBar } from '../../charts/group-bar.js';
import { heat, sharedScale } from '../../charts/heat.js';
import { panels, panelsHeight } from '../../charts/panels.js';
import { sizesOf } from '../../tables/heads.js';
import { figure } from '../parts/figure.js';
import { Section } from '../parts/section.js';
import { plain, rich } from '../lab/text.js';
import { layerInputs, layerOf } from './layer.js';
import { allSizes } from './random.js';
import { inSlices } from './slices.js';
import { narrowedNote, sharing } from './words.js';

/** @typedef {import('../../engine/index.js').Engine} Engine */

/** Heads that are shown, at most. */
const mostHeads = 32;

export class HeadsWeights extends Section {
  constructor() {
    super();
    /** @type {import('./layer.js').Layer | null} */ this.layer = null;
  }

  inputs() {
    return layerInputs(this.params);
  }

  /** @param {Engine} engine @param {AbortSignal} signal */
  compute(engine, signal) {
    this.layer = null;
    inSlices(this, layerOf(engine, this.params), signal, (layer) => {
      this.layer = layer;
      this.publish('weights', layer);
    });
  }

  get shown() {
    return Math.min(mostHeads, Number(this.params.heads));
  }

  get layout() {
    return {
      count: this.shown,
      height: (/** @type {number} */ width) => Math.min(150, width - 3) + 10,
      least: 84,
      most: this.shown > 8 ? 8 : 4,
      foot: 0,
      scale: sharedScale(this.colours),
    };
  }

  /** The colours of all panels. */
  get colours() {
    return {
      ramp: /** @type {const} */ ('weight'),
      domain: /** @type {const} */ ([0, 1]),
      scale: {
        label: this.t('heads.weights.weight'),
        read: (/** @type {number} */ value) => this.format.fixed(value, 3),
        format: (/** @type {number} */ value) => this.format.number(value, 2),
      },
    };
  }

  render() {
    const { t, params, layer } = this;
    const narrowed = narrowedNote(t, this.format, sizesOf(params), allSizes(params));
    const values = this.values();
    const isAll = this.shown === Number(params.heads);
    return html`<section role="group" aria-labelledby="title">
      <h3 id="title">${rich(t, 'heads.weights.title')}</h3>
      <p class="lead">${rich(t, `heads.weights.${sharing(sizesOf(params))}`, values)}</p>
      ${figure(this, {
        name: 'heads-weights',
        title: plain(t, `heads.weights.${isAll ? 'all' : 'some'}`, values),
        summary: layer ? plain(t, 'heads.weights.summary', values) : t('common.waiting'),
        height: (width) => panelsHeight(width, this.layout),
        draw: layer && ((width) => this.draw(width, layer)),
        table: () => this.table(),
      })}
      ${this.renderProblem()} ${narrowed}
      <p class="note">${rich(t, 'heads.weights.note')}</p>
    </section>`;
  }

  values() {
    const { heads, keyHeads } = sizesOf(this.params);
    return {
      heads: this.count(heads),
      keyHeads: this.count(keyHeads),
      shared: this.count(heads / keyHeads),
      shown: this.count(this.shown),
      tokens: this.count(Number(this.params.tokens)),
    };
  }

  /** @param {number} width @param {import('./layer.js').Layer} layer */
  draw(width, { weights }) {
    const { t, colours } = this;
    const tokens = Number(this.params.tokens);
    const shared = Number(this.params.shared);
    const size = tokens * tokens;
    return panels(
      width,
      this.layout,
      Array.from({ length: this.shown }, (_, head) => ({
        key: `head${head}`,
        title: plain(t, 'heads.weights.head', { head: head + 1 }),
        draw: ({ width: own, height, left, next }) => {
          const picture = heat({
            width: own,
            height,
            left,
            rows: tokens,
            columns: tokens,
            values: weights.data.subarray(head * size, (head + 1) * size),
            ...colours,
            x: { label: '', tick: () => '', name: (i) => t('heads.weights.key', { i: i + 1 }) },
            y: { label: '', tick: () => '', name: (i) => t('heads.weights.query', { i: i + 1 }) },
            scale: { ...colours.scale, hidden: true },
            numbers: false,
          });
          const keyHead = Math.floor(head / shared);
          const joins = next > own && Math.floor((head + 1) / shared) === keyHead;
          return shared > 1 ? groupBar(picture, keyHead, joins ? next : undefined) : picture;
        },
      })),
    );
  }

  table() {
    const { t, layer } = this;
    const tokens = Number(this.params.tokens);
    const size = tokens * tokens;
    return {
      columns: ['head', 'query', 'key', 'weight'].map((key) => ({
        key,
        label: t(`heads.column.${key}`),
      })),
      rows: Array.from(layer?.weights.data ?? [], (weight, i) => ({
        head: Math.floor(i / size) + 1,
        query: Math.floor((i % size) / tokens) + 1,
        key: (i % tokens) + 1,
        weight,
      })),
    };
  }
}
