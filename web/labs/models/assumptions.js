/**
 * <sd-models-assumptions>: which assumption behind sqrt(d_k) fails in this head.
 *
 * The visitor sees five spreads of q.k, each without one more assumption: variance 1 of every component, mean 0,
 * components independent of each other, queries independent of keys. The last one is measured. An assumption alone is
 * to blame if its step is more than half of the way, on a logarithmic scale.
 */

/** @import { HeadStatistics } from '../../engine/types.js' */

import { html } from 'lit';
import { bars } from '../../charts/bars.js';
import { constant } from '../../engine/border/constant.js';
import { columns, picture } from '../parts/picture.js';
import { plain, rich } from '../parts/text.js';
import { away, spread, statisticsOf } from './look.js';
import { ModelSection } from './section.js';
import { asTrained } from './titles.js';

/** In the order in which assumptions are dropped. */
const stages = constant(['unit', 'spread', 'independent', 'covariance', 'measured']);

/** @param {HeadStatistics} own */
const spreadsOf = ({ unitSd, spreadSd, independentSd, covarianceSd, scoreSd }) => [
  unitSd,
  spreadSd,
  independentSd,
  covarianceSd,
  scoreSd,
];

/** If all steps together are less than this, the assumptions hold. */
const least = 1.05;

/**
 * Returns the assumption that is dropped in the step that covers most of the way.
 * @param {readonly number[]} spreads
 * @returns {'none' | 'several' | 'spread' | 'independent' | 'covariance' | 'measured'}
 */
export function failing(spreads) {
  const [, ...later] = stages;
  const steps = later.map((_, i) => away(spreads[i + 1], spreads[i]));
  const way = steps.reduce((product, step) => product * step, 1);
  if (way < least) return 'none';
  const most = Math.max(...steps);
  return most * most > way ? later[steps.indexOf(most)] : 'several';
}

export const ModelsAssumptions = picture(
  {
    name: 'models-assumptions',
    title: (view) => asTrained(view, 'models.assumptions.figure'),
    height: 260,

    shows(view) {
      const { t, format, opened, selected } = view;
      const pass = opened?.base ?? null;
      const own = statisticsOf(pass, selected);
      if (!own) return {};
      const number = spread(format);
      const spreads = spreadsOf(own);
      const name = (/** @type {number} */ i) => plain(t, `models.assumptions.${stages[i]}`);
      const most = failing(spreads);
      const at = stages.findIndex((stage) => stage === most);
      const named = Object.fromEntries(stages.map((stage, i) => [stage, number(spreads[i])]));
      const values = {
        ...named,
        from: number(spreads[at - 1]),
        to: number(spreads[at]),
        times: format.number(spreads[at] / spreads[at - 1], 2),
      };
      return {
        draw: (width, height) =>
          bars({
            ...{ width, height, name },
            series: [
              { key: 'sd', label: t('models.assumptions.y'), values: spreads, color: 'score' },
            ],
            x: { label: '' },
            y: { label: t('models.assumptions.y'), read: number },
            tick: (i) => plain(t, `models.assumptions.tick.${stages[i]}`),
          }),
        summary: plain(t, 'models.assumptions.summary', named),
        verdict: rich(t, `models.assumptions.fails.${most}`, values),
        table: () => ({
          columns: columns(t, 'models.assumptions.column', ['law', 'sd']),
          rows: stages.map((_, i) => ({ law: name(i), sd: spreads[i] })),
        }),
        more: html`<ol class="steps">
          ${stages.map((stage) => html`<li>${rich(t, `models.assumptions.step.${stage}`, stepValues(view, own))}</li>`)}
        </ol>`,
      };
    },
  },
  ModelSection,
);

/** @param {ModelSection} view @param {HeadStatistics} own */
const stepValues = (
  { format, opened },
  { unitSd, spreadSd, independentSd, covarianceSd, independentMean, scoreSd, scoreMean },
) => {
  const number = spread(format);
  return {
    dk: format.integer(opened?.model?.headDim ?? 1),
    unit: number(unitSd),
    spread: number(spreadSd),
    independent: number(independentSd),
    covariance: number(covarianceSd),
    independentMean: number(independentMean),
    measured: number(scoreSd),
    mean: number(scoreMean),
  };
};
