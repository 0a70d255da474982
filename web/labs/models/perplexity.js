/**
 * <sd-models-perplexity>: how well the model predicts the text, for any factor on its scores.
 *
 * The visitor sees the perplexity of the text over factors from none to sixteen, one pass each, drawn as they come in.
 * The factor that the model was trained with and the page's own are marked.
 */

/** @import { Multiplier } from './types.js' */

import { html } from 'lit';
import { curves } from '../../charts/curves.js';
import { columns, picture } from '../parts/picture.js';
import { plain, rich } from '../parts/text.js';
import { source } from '../parts/source.js';
import { ModelSection } from './section.js';

/** @typedef {readonly [multiplier: number, perplexity: number]} Point */

/** Factors that are always measured. 1 is the model's own. The page's own is added. */
const multipliers = Object.freeze([1, 2, 0.5, 4, 0.25, 1.5, 0.75, 8, 3, 6, 16]);

/** Returns the multiplier that leaves scores at q.k. NaN if layers differ: then no number cancels the factor. @param {ModelSection} view */
function bareOf({ opened }) {
  const { scale, scales } = opened?.model?.rule ?? { scale: 1, scales: [1] };
  return scales.every((each) => each === scale) ? 1 / scale : NaN;
}

/** @param {ModelSection} view @returns {Multiplier[]} */
function multipliersOf(view) {
  const bare = bareOf(view);
  const { multiplier = 1 } = view.opened ?? {};
  const isAsked = multiplier === 'none';
  const isDrawn = isAsked ? bare > 0 : bare > 0.2 && bare < 40 && bare !== 1;
  const all = new Set([...multipliers, ...(isAsked ? [] : [multiplier])]);
  const numbers = [...all].filter((value) => value > 0 && value !== (isDrawn ? bare : 0));
  return isDrawn ? [...numbers, 'none'] : numbers;
}

class PerplexitySection extends ModelSection {
  get problem() {
    return super.problem || this.#unordered || this.noPrediction;
  }

  /** A text that is read as a whole has no perplexity. */
  get #unordered() {
    const isOrdered = this.opened?.model?.config.causal !== false;
    return isOrdered ? '' : plain(this.t, 'models.perplexity.none');
  }
}

export const ModelsPerplexity = picture(
  {
    name: 'models-perplexity',
    results: {
      points: source({
        lazy: true,
        needs: (_params, /** @type {ModelSection} */ view) =>
          view.opened && hasPerplexity(view)
            ? { opened: view.opened, multipliers: multipliersOf(view), bare: bareOf(view) }
            : null,
        async compute(_engine, { opened, multipliers: all, bare }, { signal, partial, progress }) {
          /** @type {Point[]} */
          const points = [];
          for (const multiplier of all) {
            const at = multiplier === 'none' ? bare : multiplier;
            points.push([at, await opened.perplexityAt(multiplier, signal)]);
            points.sort(([a], [b]) => a - b);
            progress({ done: points.length / all.length, seconds: 0 });
            partial([...points]);
          }
          return points;
        },
      }),
    },
    title: ({ t, opened }) =>
      opened?.tokens
        ? plain(t, 'models.perplexity.figure', { count: opened.tokens.ids.length })
        : t('models.perplexity.figure.none'),
    height: 260,
    progress: 'points',
    controls: ({ status }) => html`<span slot="status">${status('points')}</span>`,

    shows(view, { points }) {
      const { t, format } = view;
      const number = (/** @type {number} */ value) => format.number(value, 3);
      const own = points.find(([multiplier]) => multiplier === 1);
      const best = points.reduce((a, b) => (b[1] < a[1] ? b : a));
      const bare = bareOf(view);
      const none = points.find(([multiplier]) => multiplier === bare);
      // Equal to three digits
      const isBest = number(own?.[1] ?? NaN) === number(best[1]);
      return {
        draw: (width, height) => drawn(view, points, width, height),
        summary: plain(
          t,
          `models.perplexity.summary${none && bare !== 1 ? '' : '.own'}${isBest ? '.best' : ''}`,
          {
            own: number(own?.[1] ?? NaN),
            none: number(none?.[1] ?? NaN),
            best: number(best[1]),
            at: number(best[0]),
          },
        ),
        table: () => ({
          columns: columns(t, 'models.perplexity.column', ['multiplier', 'perplexity']),
          rows: points.map(([multiplier, perplexity]) => ({ multiplier, perplexity })),
        }),
      };
    },
    more: ({ t }) => rich(t, 'models.perplexity.note'),
  },
  PerplexitySection,
);

/** Whether there is a text whose words are predicted one after the other. @param {ModelSection} view */
const hasPerplexity = ({ opened }) => Boolean(opened?.base?.whole && opened.predictsNext);

/** Returns the scale of the axis. Below a ratio of 2, a logarithmic axis has hardly any round numbers. @param {readonly Point[]} points */
function scaleOf(points) {
  const all = points.map(([, perplexity]) => perplexity).filter(Number.isFinite);
  return Math.max(...all) < 2 * Math.min(...all) ? 'linear' : 'log';
}

/** @param {ModelSection} view @param {readonly Point[]} points @param {number} width @param {number} height */
function drawn(view, points, width, height) {
  const { t, format, opened } = view;
  const number = (/** @type {number} */ value) => format.number(value, 3);
  const bare = bareOf(view);
  const marked = [
    { at: 1, label: t('models.perplexity.trained') },
    ...(bare !== 1 ? [{ at: bare, label: t('models.factor.none') }] : []),
  ];
  return curves({
    ...{ width, height },
    series: [
      {
        key: 'perplexity',
        label: '',
        name: t('models.perplexity.y'),
        points,
        color: 'ink',
        dots: true,
      },
    ],
    x: { label: plain(t, 'models.perplexity.x'), scale: 'log', read: number },
    y: { label: t('models.perplexity.y'), scale: scaleOf(points), read: number },
    marks: marked.flatMap(({ at, label }) => {
      const point = points.find(([multiplier]) => multiplier === at);
      return point ? [{ x: at, y: point[1], key: 'perplexity', label }] : [];
    }),
    at: (opened?.multiplier === 'none' ? bare : opened?.multiplier) || undefined,
  });
}
