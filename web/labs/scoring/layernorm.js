/**
 * <sd-scoring-layernorm>: does layer normalisation make the dot product a cosine?
 *
 * Shows the lengths of random vectors as input, after layer normalisation, after its gain and bias, and after the
 * projection W_Q. They are equal only after the second stage. Beside each stage is the largest difference between the
 * dot product divided by d and the cosine.
 */
import { html } from 'lit';
import { histogram } from '../../charts/histogram.js';
import { panels, panelsHeight } from '../../charts/panels.js';
import { constant } from '../../engine/border/constant.js';
import { plain, rich } from '../parts/text.js';
import { fitted } from '../parts/figure.js';
import { picture } from '../parts/picture.js';
import { source } from '../parts/source.js';
import { binsTable, numbersTable } from './measured.js';
import { normOptions, widest } from './stages.js';
import { scoringStyles } from './styles.js';

/** @import { LayerNormStages, NormStage } from '../../engine/types.js' */
/** @import { Section } from '../parts/section.js' */

const stageNames = constant(['input', 'normalized', 'gained', 'projected']);

const bins = 60;
const layout = { count: stageNames.length, height: 150, least: 116, most: 4 };

export const ScoringLayernorm = picture({
  name: 'scoring-layernorm',
  results: {
    stages: source({
      needs: (params) => ({ ...normOptions(params), bins }),
      // The options request the projection.
      compute: (engine, options) =>
        /** @type {Required<LayerNormStages>} */ (engine.layerNormStages(options)),
      publish: 'layernorm',
    }),
  },
  styles: [scoringStyles],
  title({ t, params, number, count }) {
    const { vectors, dk } = normOptions(params);
    return plain(t, 'scoring.layernorm.figure', { vectors: count(vectors), dk: number(dk) });
  },
  height: (width, view) => panelsHeight(width, fitted(view, layout)),

  above: (view) =>
    html`<div class="choices">
      ${slider(view, 'lengthSpread', 1)} ${slider(view, 'gainSd', 2)} ${slider(view, 'biasSd', 2)}
    </div>`,

  shows(view, { stages }) {
    const { t, format, number, count } = view;
    const spread = (/** @type {NormStage} */ stage) => format.percent(stage.spread, 1);
    return {
      draw: (width) =>
        panels(
          width,
          fitted(view, layout),
          stageNames.map((name) => ({
            key: name,
            title: plain(t, `scoring.stage.${name}`),
            draw: ({ width: own, height, isLast }) =>
              histogram({
                ...{ width: own, height },
                bars: {
                  ...stages[name].histogram,
                  label: t('common.measured'),
                  read: count,
                },
                legend: false,
                x: {
                  label: isLast ? t('scoring.layernorm.x') : '',
                  domain: [0, stages.input.histogram.high],
                  spacing: 48,
                  read: number,
                },
                y: { label: '', ticks: [], read: number },
              }),
          })),
        ),
      summary: plain(t, 'scoring.layernorm.summary', {
        input: spread(stages.input),
        normalized: spread(stages.normalized),
        gained: spread(stages.gained),
        projected: spread(stages.projected),
        difference: format.number(stages.projected.cosineDifference, 2),
      }),
      table: () =>
        binsTable(
          t,
          'stage',
          stageNames.map((name) => [plain(t, `scoring.stage.${name}`), stages[name].histogram]),
        ),
      below: limits(view),
      more: numbersTable(t, {
        key: 'scoring.layernorm',
        what: 'stage',
        columns: ['length', 'spread', 'difference'],
        rows: stageNames.map((name) => [
          rich(t, `scoring.stage.${name}`),
          [
            format.number(stages[name].norm.mean, 3),
            spread(stages[name]),
            format.number(stages[name].cosineDifference, 2),
          ],
        ]),
      }),
    };
  },

  more: ({ t }) => rich(t, 'scoring.layernorm.note'),
});

/** @param {Section} view @param {'lengthSpread' | 'gainSd' | 'biasSd'} name @param {number} most */
function slider({ t, format, params, set }, name, most) {
  const slide = (/** @type {Event & {target: HTMLInputElement}} */ { target }) =>
    set({ [name]: Number(target.value) });
  return html`<label class="slide"
    ><span>${rich(t, `scoring.param.${name}`)}</span>
    <input
      type="range"
      name=${name}
      min="0"
      max=${most}
      step="0.05"
      .value=${String(params[name])}
      @input=${slide}
    />
    <output class="number">${format.fixed(Number(params[name]), 2)}</output></label
  >`;
}

/** Explains a very small or large d. @param {Section} view */
function limits({ t, params, count }) {
  const dk = Number(params.dk);
  if (dk > 1 && dk <= widest) return '';
  const words = { most: count(widest), dk: count(dk) };
  return html`<p class="note">
    ${rich(t, `scoring.layernorm.${dk === 1 ? 'one' : 'capped'}`, words)}
  </p>`;
}
