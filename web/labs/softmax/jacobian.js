/**
 * <sd-softmax-jacobian>: the Jacobian diag(a) - a a^T of the one query, without a factor and under the rule.
 *
 * The visitor sees two matrices in the same colours, through which gradients pass the softmax. If one key has all the
 * weight, nothing is left to see and nothing to learn from.
 */
import { html, nothing } from 'lit';
import { heat, heatHeight } from '../../charts/heat.js';
import { panels, panelsHeight } from '../../charts/panels.js';
import { constant } from '../../engine/border/constant.js';
import { plain, rich } from '../parts/text.js';
import { fitted } from '../parts/figure.js';
import { columns, picture } from '../parts/picture.js';
import { source } from '../parts/source.js';
import { queryNeeds, queryOf } from './query.js';
import { ruleText, ruleWords } from './rule.js';

/** @import { Place } from '../../charts/types.js' */
/** @import { Section } from '../parts/section.js' */
/** @import { Side } from './types.js' */

const sides = constant(['before', 'after']);

/** Largest number of rows. More would be finer than the picture's pixels. */
const most = 64;

export const SoftmaxJacobian = picture({
  name: 'softmax-jacobian',
  results: {
    pair: source({
      needs: queryNeeds,
      compute(engine, needs) {
        const { keys, ...query } = queryOf(engine, needs);
        const size = Math.min(most, keys);
        const of = (/** @type {Side} */ side) => {
          const { jacobian } = engine.softmaxMeasures(side.logits, { returns: ['jacobian'] });
          return {
            values: corner(/** @type {{data: Float32Array}} */ (jacobian).data, keys, size),
            norm: side.jacobianNorm,
            gradient: side.logitGradientNorm,
            weights: side.weights.data,
          };
        };
        const [before, after] = [of(query.before), of(query.after)];
        // Both have one scale. Otherwise a matrix of nearly nothing would look like the other.
        const reach = Math.max(farthest(before.values), farthest(after.values));
        return { before, after, reach, keys, size };
      },
    }),
  },
  title: ({ t, params, count, results: { pair } }) =>
    plain(t, 'softmax.jacobian.figure', {
      dk: count(params.dk),
      keys: count(pair?.keys ?? params.keys),
    }),
  height: (width, view) =>
    panelsHeight(width, fitted(view, layoutOf(view, width, view.results.pair?.size ?? 0))),

  shows(view, { pair }) {
    const { t, format, params } = view;
    const { size, reach } = pair;
    const rule = ruleText(t, format, params);
    const show = (/** @type {number} */ value) => format.number(value, 3);
    const norms = { before: show(pair.before.norm), after: show(pair.after.norm) };
    /** Writes the arithmetic of an entry. @param {ArrayLike<number>} weights @param {number} row @param {number} column */
    const arithmetic = (weights, row, column) => {
      const [a, b] = [show(weights[row]), show(weights[column])];
      const value = row === column ? `${a} × (1 − ${a})` : `−${a} × ${b}`;
      return [{ label: t('softmax.jacobian.from'), value }];
    };
    const matrix = (/** @type {'before' | 'after'} */ side) => ({
      key: side,
      title: plain(t, `softmax.jacobian.${side}`, { rule, norm: norms[side] }),
      draw: (/** @type {Place} */ { width, height, left }) =>
        heat({
          ...{ width, height, left },
          ...{ rows: size, columns: size, values: pair[side].values },
          ramp: 'diverging',
          domain: [-reach, reach],
          x: { label: t('softmax.jacobian.x') },
          y: { label: t('softmax.jacobian.y') },
          scale: {
            label: '∂a/∂z',
            read: show,
            format: (value) => (Math.abs(value) < 0.005 ? '0' : format.fixed(value, 2)),
          },
          more: (row, column) => arithmetic(pair[side].weights, row, column),
        }),
    });
    const strong = (/** @type {'before' | 'after'} */ side) =>
      html`<strong data-value="jacobian-${side}">${norms[side]}</strong>`;
    return {
      draw: (width) => panels(width, fitted(view, layoutOf(view, width, size)), sides.map(matrix)),
      summary: plain(t, 'softmax.jacobian.summary', { ...norms, rule }),
      table: () => ({
        columns: columns(t, 'softmax.jacobian.column', ['weight', 'logit', ...sides], { rule }),
        rows: Array.from({ length: size * size }, (_, i) => ({
          weight: Math.floor(i / size) + 1,
          logit: (i % size) + 1,
          before: pair.before.values[i],
          after: pair.after.values[i],
        })),
      }),
      verdict: rich(t, 'softmax.jacobian.verdict', {
        rule: ruleWords(t, format, params),
        before: strong('before'),
        after: strong('after'),
        gradientBefore: show(pair.before.gradient),
        gradientAfter: show(pair.after.gradient),
      }),
    };
  },

  more: ({ t, count, results: { pair } }) => [
    rich(t, 'softmax.jacobian.note'),
    ' ',
    pair && pair.keys > most
      ? rich(t, 'softmax.jacobian.corner', { most, keys: count(pair.keys) })
      : nothing,
  ],
});

/** @param {Section} view @param {number} width @param {number} size  rows of a matrix */
function layoutOf({ single }, width, size) {
  const least = single ? 240 : 300;
  const isWide = width >= 2 * least + 28;
  const height = heatHeight(isWide ? (width - 28) / 2 : width, {
    ...{ rows: size, columns: size },
    ...{ most: 300, largest: 44, scale: true },
  });
  return { count: 2, height, least, most: 2, foot: 0 };
}

/** Returns the first rows and columns of a square matrix. @param {Float32Array} data @param {number} from @param {number} size */
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
