/**
 * <sd-attention-accuracy>: how often a trained model is right on held-out examples, against the factor on its scores,
 * from none to 1/d_k. The curve grows point by point; a click on it sets that factor.
 */

/** @import { Params } from '../../tables/types.js' */
/** @import { TrainedModel } from './trained.js' */

import { html, nothing } from 'lit';
import { curves } from '../../charts/curves.js';
import { shareInWords } from '../../i18n/share-in-words.js';
import { heldOut, isTrained } from '../../tables/attention.js';
import { columns, picture } from '../parts/picture.js';
import { renderProgress } from '../parts/progress.js';
import { optional, source } from '../parts/source.js';
import { plain, rich } from '../parts/text.js';
import { TrainedSection } from './trained-section.js';
import { attentionStyles } from './styles.js';
import { roomStyles } from './trained-styles.js';
import { keyFor } from './trained.js';
import { alphaOf, ruleOf } from './trained-rule.js';

/** @typedef {{alpha: number, factor: number, times: number, examples: number, exact: number, share: number}} Point */

/** Exponents of d_k that are measured. */
const exponents = Array.from({ length: 11 }, (_, i) => i / 10);

const columnNames = ['alpha', 'factor', 'times', 'examples', 'exact', 'share'];

export const AttentionAccuracy = picture(
  {
    name: 'attention-accuracy',
    words: 'trained.curve',
    styles: [attentionStyles, roomStyles],
    results: {
      // The model keeps the points, which the panel also shows. This only waits until all are measured.
      measured: optional(
        source({
          needs: ({ source }, /** @type {TrainedSection} */ { trained }) => ({ source, trained }),
          compute(_, { source, trained }) {
            if (!isTrained({ source }))
              throw new RangeError(`source: got ${source}; expected a trained model`);
            if (!trained?.seen) return undefined;
            return trained.measure(exponents.map((alpha) => timesOf(trained, alpha)));
          },
        }),
      ),
    },
    title: ({ t, trained, count }) =>
      plain(t, keyFor(t, 'curve.figure', trained?.name ?? ''), { heldOut: count(heldOut) }),
    lead: ({ t, count }) => rich(t, 'trained.curve.lead', { heldOut: count(heldOut) }),

    shows(view) {
      const { t } = view;
      const points = pointsOf(view);
      return {
        ...(points.length > 0 && { draw: (width, height) => curveOf(view, points, width, height) }),
        summary: summaryOf(view, points),
        table: () => ({
          columns: columns(t, 'trained.column', columnNames),
          rows: points,
        }),
        below: html`<div class="room">${progressOf(view, points)}</div>`,
      };
    },

    picked({ value }, { set }) {
      if (value !== undefined) set(ruleOf(value));
    },
  },
  TrainedSection,
);

/** Returns the factor of a rule relative to the rule of the training. @param {TrainedModel} trained @param {number} alpha */
const timesOf = (trained, alpha) => trained.factorOf(ruleOf(alpha));

/** @param {TrainedSection} view */
const dkOf = ({ trained }) => trained?.options?.headDim ?? 1;

/** Returns the exponent of the page's factor, if the curve has it. @param {TrainedSection} view */
function alphaNow(view) {
  const alpha = alphaOf(view.params, dkOf(view));
  return alpha >= 0 && alpha <= 1 ? [alpha] : [];
}

/** Returns the points measured so far, from no factor to the smallest. @param {TrainedSection} view @returns {Point[]} */
function pointsOf(view) {
  const { trained } = view;
  if (!trained) return [];
  // The page's own factor takes its place on the axis. Given as a number, it may match no exponent.
  /** @type {Map<number, Params>} */
  const rules = new Map(exponents.map((alpha) => [alpha, ruleOf(alpha)]));
  for (const alpha of alphaNow(view)) rules.set(alpha, view.params);
  return [...rules]
    .sort(([a], [b]) => a - b)
    .map(([alpha, rule]) => {
      const times = trained.factorOf(rule);
      const { examples, exact } = trained.tallyOf(times);
      const factor = trained.scaleOf(rule);
      return { alpha, factor, times, examples, exact, share: exact / examples };
    })
    .filter(({ examples }) => examples > 0);
}

/** @param {TrainedSection} view @param {readonly Point[]} points */
function progressOf(view, points) {
  const { trained } = view;
  const done = points.reduce((sum, { examples }) => sum + examples, 0);
  const all = heldOut * Math.max(points.length, exponents.length);
  if (!trained || done >= all) return nothing;
  return renderProgress(view, {
    running: trained.running,
    progress: { done: done / all, seconds: 0 },
    stop: () => trained.stop(),
    again: () => trained.resume(),
  });
}

/** @param {TrainedSection} view @param {readonly Point[]} points @param {number} width @param {number} height */
function curveOf(view, points, width, height) {
  const { t, format } = view;
  const [now] = alphaNow(view);
  return curves({
    width,
    height,
    series: [
      {
        key: 'share',
        label: '',
        name: t('trained.curve.right'),
        points: points.map(({ alpha, share }) => [alpha, share]),
        color: 'weight',
        dots: true,
      },
    ],
    x: {
      label: t('trained.curve.x'),
      domain: [0, 1],
      read: (alpha) => `α = ${format.number(alpha, 2)}`,
    },
    y: {
      label: t('trained.curve.y'),
      domain: [0, 1.04],
      format: (share) => (share > 1 ? '' : format.percent(share, 0)),
      read: (share) => format.share(share),
    },
    ...(now !== undefined && { at: now }),
    marks: points
      .filter(({ alpha }) => alpha === now)
      .map(({ alpha, share }) => ({
        ...{ x: alpha, y: share, key: 'now', color: 'weight' },
        label: plain(t, 'trained.curve.now', { share: format.share(share) }),
      })),
  });
}

/** @param {TrainedSection} view @param {readonly Point[]} points */
function summaryOf({ t, format }, points) {
  const at = (/** @type {number} */ wanted) =>
    points.find(({ alpha, examples }) => alpha === wanted && examples === heldOut);
  const [none, trained, inverse] = [0, 0.5, 1].map(at);
  if (!none || !trained || !inverse) return t('trained.curve.measuring');
  return plain(t, 'trained.curve.summary', {
    trained: shareInWords(format, format.share(trained.share)),
    none: shareInWords(format, format.share(none.share)),
    inverse: shareInWords(format, format.share(inverse.share)),
  });
}
