/**
 * <sd-story-exaggerates>: softmax depends only on differences of scores. The scores of the fan, divided by the square
 * root of d_k, shifted and spread: a shift changes no weight, a spread lets one key win.
 */
import { bars } from '../../charts/bars.js';
import { panels, panelsHeight } from '../../charts/panels.js';
import { added, keys, vectorsOf } from '../../tables/story.js';
import { fitted } from '../parts/figure.js';
import { columns } from '../parts/picture.js';
import { source } from '../parts/source.js';
import { plain, rich } from '../parts/text.js';
import { scene, button, slider } from './scene.js';
import { weightBars } from './fan.js';

/** @import { Mark } from '../../charts/types.js' */
/** @import { Section } from '../parts/section.js' */
/** @import { MarksOf } from './scene.js' */

/** @param {Section} view @param {number} width */
const layoutOf = (view, width) =>
  fitted(
    view,
    {
      ...{ count: 2, least: 130, most: 2, foot: 4 },
      height: width < 400 ? 150 : 210,
    },
    0.8,
  );

/**
 * Returns the marks only for unspread scores: the question is about a shift.
 * @param {readonly Mark[]} marks
 * @returns {MarksOf}
 */
const asked =
  (marks) =>
  ({ spread }) =>
    Number(spread) === 1 ? marks : [];

/** Space above the highest bar for its number, as a share of the axis. */
const room = 0.2;

export const StoryExaggerates = scene({
  name: 'story-exaggerates',
  guesses: {
    nothing: asked([{ in: 'weights' }]),
    wins: asked([{ in: 'weights', y: 1 }]),
    equal: asked([{ in: 'weights', y: 1 / keys }]),
  },
  results: {
    query: source({
      needs: (params) => ({
        ...vectorsOf(params),
        shift: Number(params.shift),
        spread: Number(params.spread),
      }),
      compute(engine, { spread, ...options }) {
        // A temperature divides, so a spread is a temperature below 1.
        const { logits } = engine.softmaxSample({ ...options, temperature: 1 / spread });
        return { logits: logits.data, ...engine.softmaxMeasures(logits) };
      },
    }),
  },
  title: ({ t, params, count }) =>
    plain(t, 'story.exaggerates.figure', { dk: count(Number(params.dk)) }),
  height: (width, view) => panelsHeight(width, layoutOf(view, width)),

  act: (view) => [
    button(view, {
      name: 'shift',
      label: `+${added}`,
      pressed: Number(view.params.shift) === added,
      act: () => view.set(({ shift }) => ({ shift: Number(shift) === added ? 0 : added })),
    }),
    slider(view, {
      name: 'spread',
      label: view.t('story.param.spread'),
      step: 0.1,
      shown: `× ${view.format.fixed(Number(view.params.spread), 1)}`,
    }),
  ],
  opens: ({ dk, seed, draw, shift, spread }) => ({
    ...{ lab: 'softmax', dk: Number(dk), keys, seed: Number(seed), draw: Number(draw) },
    ...{ shift: Number(shift), temperature: 1 / Number(spread) },
  }),

  shows(view, { query }) {
    const { t, format, number } = view;
    const { logits, weights } = query;
    const order = [...weights.data.keys()].sort((one, other) => logits[other] - logits[one]);
    const words = {
      one: format.share(weights.data[order[0]], 1),
      other: format.share(weights.data[order[1]], 1),
    };
    const [least, most] = [Math.min(0, ...logits), Math.max(1, ...logits)];
    const name = (/** @type {number} */ i) => t('story.key', { key: i + 1 });
    return {
      draw: (width) =>
        panels(width, layoutOf(view, width), [
          {
            key: 'scores',
            title: t('story.exaggerates.scores'),
            draw: ({ width: own, height, left }) =>
              bars({
                ...{ width: own, height, left, name },
                series: [
                  { key: 'scores', label: t('story.score'), values: logits, color: 'score' },
                ],
                x: { label: '' },
                y: {
                  label: '',
                  domain: [least - room * (most - least), most + room * (most - least)],
                  read: number,
                },
              }),
          },
          {
            key: 'weights',
            title: t('story.exaggerates.weights'),
            draw: (place) => weightBars(view, weights.data, place),
          },
        ]),
      summary: plain(t, 'story.exaggerates.said', words),
      verdict: rich(t, 'story.exaggerates.said', words),
      table: () => ({
        columns: columns(t, 'story.exaggerates.column', ['key', 'score', 'weight']),
        rows: Array.from(logits, (score, i) => ({ key: i + 1, score, weight: weights.data[i] })),
      }),
    };
  },
});
