/**
 * <sd-softmax-jacobian>: the Jacobian diag(a) - a a^T of the one query, without a factor and under the rule.
 *
 * The visitor sees two matrices in the same colours: what passes a gradient on through softmax. Where one key has all
 * the weight there is nothing left to see, and nothing to learn from.
 */
import { html, nothing } from 'lit';
import { heat, heatHeight } from '../../charts/heat.js';
import { panels, panelsHeight } from '../../charts/panels.js';
import { Section } from '../parts/section.js';
import { figure } from '../parts/figure.js';
import { plain, rich } from '../lab/text.js';
import { oneQuery, queryInputs } from './query.js';
import { ruleText, ruleWords } from './rule.js';

/** @typedef {import('../../engine/index.js').Engine} Engine */
/** @typedef {{values: Float32Array, norm: number, gradient: number, weights: ArrayLike<number>}} Matrix */

const sides = /** @type {const} */ (['before', 'after']);

/** More rows than this would be finer than the picture's pixels. */
const most = 64;

export class SoftmaxJacobian extends Section {
  constructor() {
    super();
    /** @type {{before: Matrix, after: Matrix} | null} */ this.pair = null;
    this.size = 0;
    this.keys = 0;
    this.reach = 1;
  }

  inputs() {
    return [queryInputs(this.params)];
  }

  /** @param {Engine} engine */
  compute(engine) {
    const query = oneQuery(engine, this.params);
    this.keys = query.keys;
    this.size = Math.min(most, query.keys);
    const of = (/** @type {import('./query.js').Side} */ side) => {
      const { jacobian } = engine.softmaxMeasures(side.logits, { returns: ['jacobian'] });
      return {
        values: corner(/** @type {{data: Float32Array}} */ (jacobian).data, query.keys, this.size),
        norm: side.jacobianNorm,
        gradient: side.logitGradientNorm,
        weights: side.weights.data,
      };
    };
    this.pair = { before: of(query.before), after: of(query.after) };
    // One scale for both, or a matrix of nearly nothing would look like the other.
    this.reach = Math.max(...sides.flatMap((side) => farthest(this.matrix(side).values)));
  }

  /** @param {'before' | 'after'} side */
  matrix(side) {
    return /** @type {{before: Matrix, after: Matrix}} */ (this.pair)[side];
  }

  /** @param {number} value */
  show(value) {
    return this.format.number(value, 3);
  }

  /** @param {number} width */
  layout(width) {
    const { size } = this;
    const isWide = width >= 2 * 300 + 28;
    const own = isWide ? (width - 28) / 2 : width;
    const height = heatHeight(own, {
      rows: size,
      columns: size,
      most: 300,
      largest: 44,
      scale: true,
    });
    return { count: 2, height, least: 300, most: 2, foot: 0 };
  }

  render() {
    const { t, format, params } = this;
    const rule = ruleText(t, format, params);
    return html`<section role="group" aria-labelledby="title">
      <h3 id="title">${rich(t, 'softmax.jacobian.title')}</h3>
      <p class="lead">${rich(t, 'softmax.jacobian.lead')}</p>
      ${figure(this, {
        name: 'softmax-jacobian',
        title: plain(t, 'softmax.jacobian.figure', {
          dk: this.count(params.dk),
          keys: this.count(this.keys || params.keys),
        }),
        summary: this.summary(rule),
        height: (width) => panelsHeight(width, this.layout(width)),
        draw: this.pair ? (width) => this.draw(width, rule) : null,
        table: () => this.table(),
      })}
      ${this.renderProblem()} ${this.renderVerdict()}
      <p class="note">
        ${rich(t, 'softmax.jacobian.note')}
        ${this.keys > most ? rich(t, 'softmax.jacobian.corner', { most, keys: this.count(this.keys) }) : nothing}
      </p>
    </section>`;
  }

  /** @param {number} width @param {string} rule */
  draw(width, rule) {
    const { t, size } = this;
    const layout = this.layout(width);
    return panels(
      width,
      layout,
      sides.map((side) => ({
        key: side,
        title: plain(t, `softmax.jacobian.${side}`, {
          rule,
          norm: this.format.number(this.matrix(side).norm, 3),
        }),
        draw: ({ width: own, height, left }) =>
          heat({
            width: own,
            height,
            left,
            rows: size,
            columns: size,
            values: this.matrix(side).values,
            ramp: 'diverging',
            domain: [-this.reach, this.reach],
            x: { label: t('softmax.jacobian.x') },
            y: { label: t('softmax.jacobian.y') },
            scale: {
              label: '∂a/∂z',
              read: (value) => this.format.number(value, 3),
              format: (value) => (Math.abs(value) < 0.005 ? '0' : this.format.fixed(value, 2)),
            },
            more: (row, column) => this.arithmetic(side, row, column),
          }),
      })),
    );
  }

  /** How an entry comes about. @param {'before' | 'after'} side @param {number} row @param {number} column */
  arithmetic(side, row, column) {
    const { t } = this;
    const { weights } = this.matrix(side);
    const [a, b] = [weights[row], weights[column]].map((value) => this.format.number(value, 3));
    const value = row === column ? `${a} × (1 − ${a})` : `−${a} × ${b}`;
    return [{ label: t('softmax.jacobian.from'), value }];
  }

  /** @param {string} rule */
  summary(rule) {
    const { t, pair } = this;
    if (!pair) return t('common.waiting');
    return plain(t, 'softmax.jacobian.summary', {
      before: this.show(pair.before.norm),
      after: this.show(pair.after.norm),
      rule,
    });
  }

  renderVerdict() {
    const { t, pair, format, params } = this;
    if (!pair) return nothing;
    return html`<p class="verdict">
      ${rich(t, 'softmax.jacobian.verdict', {
        rule: ruleWords(t, format, params),
        before: html`<strong data-value="jacobian-before">${this.show(pair.before.norm)}</strong>`,
        after: html`<strong data-value="jacobian-after">${this.show(pair.after.norm)}</strong>`,
        gradientBefore: format.number(pair.before.gradient, 3),
        gradientAfter: format.number(pair.after.gradient, 3),
      })}
    </p>`;
  }

  table() {
    const { t, size } = this;
    const column = (/** @type {string} */ key) => ({
      key,
      label: plain(t, `softmax.jacobian.column.${key}`, {
        rule: ruleText(t, this.format, this.params),
      }),
    });
    const rows = Array.from({ length: this.pair ? size * size : 0 }, (_, i) => ({
      weight: Math.floor(i / size) + 1,
      logit: (i % size) + 1,
      before: this.matrix('before').values[i],
      after: this.matrix('after').values[i],
    }));
    return { columns: ['weight', 'logit', 'before', 'after'].map(column), rows };
  }
}

/** The first rows and columns of a square matrix. @param {Float32Array} data @param {number} from @param {number} size */
function corner(data, from, size) {
  if (from === size) return data;
  const part = new Float32Array(size * size);
  for (let i = 0; i < size; i++) part.set(data.subarray(i * from, i * from + size), i * size);
  return part;
}

/** @param {Float32Array} values */
function farthest(values) {
  let far = 1e-3;
  for (const value of values) far = Math.max(far, Math.abs(value));
  return far;
}
