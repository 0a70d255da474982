/**
 * <sd-heads-spectrum>: the singular values of W_i.
 *
 * The visitor sees d_model singular values on a logarithmic axis. d_k of them are large and all others are float32
 * rounding, so the measured rank is d_k. The decomposition runs on a worker and can be stopped.
 */
import { html } from 'lit';
import { curves } from '../../charts/curves.js';
import { constant } from '../../engine/border/constant.js';
import { plain, rich } from '../parts/text.js';
import { picture } from '../parts/picture.js';
import { optional, source } from '../parts/source.js';
import { oneSizes } from './random.js';
import { narrowedNote } from './words.js';

/** @import { Section } from '../parts/section.js' */

/** @typedef {{values: Float64Array, rank: number, rankBound: number, tolerance: number, sizes: ReturnType<typeof oneSizes>}} Spectrum */

/** Largest number of singular values that are drawn with dots. */
const mostDots = 96;

export const HeadsSpectrum = picture({
  name: 'heads-spectrum',
  results: {
    spectrum: optional(
      source({
        needs: oneSizes,
        async compute(engine, sizes, { signal, progress }) {
          const result = await engine.run(
            'headAlgebra',
            { ...sizes, heads: 1 },
            // The rate of the work tells nothing here.
            { signal, onProgress: ({ done }) => progress({ done, seconds: 0 }) },
          );
          const {
            singularValues: values = new Float64Array(),
            rankBound,
            tolerance,
            rank,
          } = result;
          return { values, rank: Number(rank), rankBound, tolerance: Number(tolerance), sizes };
        },
        publish: 'spectrum',
      }),
    ),
  },

  title({ t, params, count }) {
    const { modelDim, headDim } = oneSizes(params);
    return plain(t, 'heads.spectrum.figure', { modelDim: count(modelDim), dk: count(headDim) });
  },
  progress: 'spectrum',
  controls: ({ status }) => html`<span slot="status">${status('spectrum')}</span>`,

  shows(view, { spectrum }) {
    const { t, computation } = view;
    if (!spectrum) {
      const { stopped } = computation('spectrum');
      return { summary: t(stopped ? 'heads.spectrum.stopped' : 'common.waiting') };
    }
    return {
      draw: (width, height) => drawn(view, spectrum, width, height),
      summary: summaryOf(view, spectrum),
      table: () => ({
        columns: [
          { key: 'number', label: t('heads.spectrum.x') },
          { key: 'value', label: t('heads.spectrum.y') },
        ],
        rows: Array.from(spectrum.values, (value, i) => ({ number: i + 1, value })),
      }),
    };
  },

  below: (view) => narrowedNote(view, oneSizes(view.params)),
  more: ({ t }) => rich(t, 'heads.spectrum.note'),
});

/** @param {Section} view @param {Spectrum} spectrum @param {number} width @param {number} height */
function drawn({ t, count, number }, { values, rank, tolerance }, width, height) {
  const end = Math.max(2, values.length);
  // A logarithmic axis cannot show exactly 0.
  const points = Array.from(values, (value, i) => constant([i + 1, value])).filter(
    ([, value]) => value > 0,
  );
  const last = points.find(([i]) => i === rank);
  const [y, color] = [t('heads.spectrum.y'), constant('score')];
  return curves({
    ...{ width, height },
    series: [
      { key: 'values', label: '', name: y, points, color, dots: values.length <= mostDots },
      {
        key: 'noise',
        label: plain(t, 'heads.spectrum.noise'),
        points: [
          [1, tolerance],
          [end, tolerance],
        ],
        color: 'muted',
        dash: true,
        thin: true,
        read: false,
      },
    ],
    x: { label: t('heads.spectrum.x'), domain: [1, end], whole: true, read: count },
    y: { label: y, scale: 'log', read: number },
    marks: last && [
      {
        x: last[0],
        y: last[1],
        key: 'values',
        color,
        label: plain(t, 'heads.spectrum.mark', { rank: count(rank) }),
      },
    ],
  });
}

/** @param {Section} view @param {Spectrum} spectrum */
function summaryOf({ t, count, number, format }, { values, rank, rankBound }) {
  const full = rank >= values.length ? 'full' : 'summary';
  return plain(t, `heads.spectrum.${rank < rankBound ? 'near' : full}`, {
    bound: count(rankBound),
    modelDim: count(values.length),
    rank: count(rank),
    first: number(values[0]),
    last: number(values[rank - 1] ?? NaN),
    next: format.number(values[rank] ?? NaN, 2),
    rest: count(values.length - rank),
  });
}
