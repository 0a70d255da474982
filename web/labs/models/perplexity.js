/**
 * <sd-models-perplexity>: how well the model foretells the text, whatever multiplies its scores.
 *
 * The visitor sees the perplexity of the text over factors from none to sixteen, a pass each, drawn as they come in, with the factor that
 * the model was trained with and the page's own marked.
 */
import { html } from 'lit';
import { curves } from '../../charts/curves.js';
import { columns, picture } from '../parts/picture.js';
import { plain, rich } from '../parts/text.js';
import { source } from '../parts/source.js';
import { ModelSection } from './section.js';

/** @typedef {import('./opened.js').OpenedModel} OpenedModel */
/** @typedef {readonly [multiplier: number, perplexity: number]} Point */

/** Factors beside those of the model and the page. */
const multipliers = Object.freeze([1, 2, 0.5, 4, 0.25, 1.5, 0.75, 8, 3, 6, 16]);

/** @param {ModelSection} view */
const multipliersOf = ({ opened }) => {
  const { model, multiplier = 1 } = opened ?? {};
  const bare = 1 / (model?.rule.scale ?? 1);
  const all = [...multipliers, ...(bare > 0.2 && bare < 40 ? [bare] : []), multiplier];
  return [...new Set(all)].filter((value) => value > 0);
};

/** Of another model, or of too many tokens, there is none. */
class PerplexitySection extends ModelSection {
  /** @returns {string} */
  get problem() {
    const isNone = this.opened?.base?.whole && !tellsOf(this);
    return super.problem || (isNone ? plain(this.t, 'models.perplexity.none') : '');
  }
}

export const ModelsPerplexity = picture(
  {
    name: 'models-perplexity',
    results: {
      points: source({
        lazy: true,
        needs: (_params, /** @type {ModelSection} */ view) =>
          tellsOf(view)
            ? { opened: /** @type {OpenedModel} */ (view.opened), multipliers: multipliersOf(view) }
            : null,
        async compute(_engine, { opened, multipliers: all }, { signal, partial, progress }) {
          /** @type {Point[]} */
          const points = [];
          for (const multiplier of all) {
            points.push([multiplier, await opened.perplexityAt(multiplier, signal)]);
            points.sort(([a], [b]) => a - b);
            progress({ done: points.length / all.length, seconds: 0 });
            partial([...points]);
          }
          return points;
        },
      }),
    },
    title: ({ t, opened }) =>
      plain(t, 'models.perplexity.figure', { count: opened?.tokens?.ids.length ?? 0 }),
    height: 260,
    progress: 'points',
    controls: ({ status }) => html`<span slot="status">${status('points')}</span>`,

    shows(view, { points }) {
      const { t, format, opened } = view;
      const number = (/** @type {number} */ value) => format.number(value, 3);
      const own = points.find(([multiplier]) => multiplier === 1);
      const best = points.reduce((a, b) => (b[1] < a[1] ? b : a));
      const bare = 1 / (opened?.model?.rule.scale ?? 1);
      const none = points.find(([multiplier]) => multiplier === bare);
      // As far as three digits tell
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

/** Whether there is a text whose words are foretold one after the other. @param {ModelSection} view */
const tellsOf = ({ opened }) =>
  Boolean(opened?.base?.whole && opened.base.foretold && opened.model?.config.causal);

/** @param {ModelSection} view @param {readonly Point[]} points @param {number} width @param {number} height */
function drawn({ t, format, opened }, points, width, height) {
  const number = (/** @type {number} */ value) => format.number(value, 3);
  const bare = 1 / (opened?.model?.rule.scale ?? 1);
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
    y: { label: t('models.perplexity.y'), scale: 'log', read: number },
    marks: marked.flatMap(({ at, label }) => {
      const point = points.find(([multiplier]) => multiplier === at);
      return point ? [{ x: at, y: point[1], key: 'perplexity', label }] : [];
    }),
    at: opened?.multiplier || undefined,
  });
}
