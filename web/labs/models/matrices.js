/**
 * <sd-models-matrices>: the singular values of one head's W_q W_k^T.
 *
 * The visitor sees them beside those of random matrices of the same sizes: training may leave a few directions that
 * carry most of W_q W_k^T. The squares add up to the variance of q.k for inputs of independent components with variance
 * 1. The product has d_model directions and a rank of at most d_k. If d_k is smaller, all others are 0.
 */
import { curves } from '../../charts/curves.js';
import { constant } from '../../engine/border/constant.js';
import { columns, picture } from '../parts/picture.js';
import { gap, plain, rich } from '../parts/text.js';
import { source } from '../parts/source.js';
import { headWords } from './look.js';
import { ModelSection } from './section.js';

/** @typedef {{values: Float64Array, effective: number, carrying: number}} Spectrum */

export const ModelsMatrices = picture(
  {
    name: 'models-matrices',
    results: {
      found: source({
        needs: (_params, /** @type {ModelSection} */ { opened, selected }) =>
          opened?.model ? { opened, ...selected } : null,
        async compute(engine, { opened, layer, head }, { signal }) {
          const { query, key } = await opened.headMatrices(layer, head);
          const run = async (/** @type {object} */ options) => {
            const { singularValues: values = new Float64Array(), ...rest } = await engine.run(
              'headAlgebra',
              { heads: 1, thin: true, ...options },
              { signal },
            );
            return {
              values,
              effective: Number(rest.effectiveRank),
              carrying: Number(rest.carrying),
            };
          };
          const [modelDim, headDim] = query.shape;
          return {
            own: await run({ wq: query, wk: key }),
            random: await run({ modelDim, headDim, seed: 1 }),
          };
        },
      }),
    },
    title: ({ t, selected }) =>
      plain(t, 'models.matrices.figure', { head: headWords(t, selected) }),
    height: 280,

    shows(view, { found: { own, random } }) {
      const { t, format, count, opened } = view;
      const number = (/** @type {number} */ value) => format.number(value, 3);
      const all = own.values.length;
      const width = opened?.model?.width ?? all;
      const told = () => {
        const carried = plain(t, 'models.matrices.summary', {
          count: count(own.carrying),
          random: count(random.carrying),
          all: count(all),
          effective: number(own.effective),
          effectiveRandom: number(random.effective),
        });
        if (width === all) return carried;
        const others = { others: count(width - all), width: count(width) };
        return `${carried}${gap(t)}${plain(t, 'models.matrices.others', others)}`;
      };
      return {
        draw: (width, height) => drawn(view, own, random, width, height),
        summary: own.values[0] > 0 ? told() : plain(t, 'models.matrices.zero'),
        table: () => ({
          columns: columns(t, 'models.matrices.column', ['number', 'own', 'random']),
          rows: sharesOf(own).map((share, i) => ({
            number: i + 1,
            own: share,
            random: sharesOf(random)[i],
          })),
        }),
      };
    },
    more: ({ t }) => rich(t, 'models.matrices.note'),
  },
  ModelSection,
);

/** Returns the values as shares of the largest; zeros if W_q or W_k is 0. @param {Spectrum} spectrum */
const sharesOf = ({ values }) => Array.from(values, (value) => value / (values[0] || 1));

/** Returns the zeros after d_k, enough of them to show the cliff. @param {number} rank d_k @param {number} width @returns {[number, number][]} */
const after = (rank, width) =>
  Array.from({ length: Math.min(width - rank, Math.ceil(0.15 * rank) + 1) }, (_, i) => [
    rank + 1 + i,
    0,
  ]);

/** @param {ModelSection} view @param {Spectrum} own @param {Spectrum} random @param {number} width @param {number} height */
function drawn({ t, format, count, opened }, own, random, width, height) {
  const rank = own.values.length;
  const zeros = after(rank, opened?.model?.width ?? rank);
  const points = (/** @type {Spectrum} */ spectrum) => [
    ...sharesOf(spectrum).map((share, i) => constant([i + 1, share])),
    ...zeros,
  ];
  return curves({
    ...{ width, height },
    series: [
      {
        key: 'own',
        label: t('models.matrices.own'),
        points: points(own),
        color: 'score',
        dots: own.values.length <= 96,
      },
      {
        key: 'random',
        label: t('models.matrices.random'),
        points: points(random),
        color: 'muted',
        dash: true,
      },
    ],
    x: {
      label: plain(t, `models.matrices.x${zeros.length > 0 ? '' : '.all'}`),
      whole: true,
      read: count,
    },
    at: zeros.length > 0 ? rank : undefined,
    y: {
      label: plain(t, 'models.matrices.y'),
      domain: [0, 1],
      read: (value) => format.number(value, 3),
    },
  });
}
