/**
 * The picture of `scaledot train`: accuracy and loss on held-out examples, step by step, with one line for each rule.
 */
import { curves } from '../charts/curves.js';
import { panels, panelsHeight } from '../charts/panels.js';
import { standaloneSvg } from '../charts/standalone.js';
import { constant } from '../engine/border/constant.js';
import { lookOf } from '../pictures/rule-lines.js';
import { goal, outcomeOf } from '../pictures/verdict.js';
import { heldOut } from '../tables/training.js';
import { curveOf, nameOf, t } from './networks.js';
import { commandLine } from './output.js';
import { numbers } from './text.js';

/** @import { Axis, Series } from '../charts/types.js' */
/** @import { Run } from './networks.js' */

/** @typedef {{key: 'accuracy' | 'loss', y: Omit<Axis, 'label'>}} Quantity */

const width = 760;
const layout = { count: 2, height: 250, least: 260, most: 2, foot: 22 };

/** @type {readonly Quantity[]} */
const quantities = [
  { key: 'accuracy', y: { domain: [0, 1], format: (share) => `${Math.round(100 * share)}%` } },
  { key: 'loss', y: { scale: 'log' } },
];

/** @param {readonly Run[]} runs */
export function picture(runs) {
  const [{ params }] = runs;
  const drawn = panels(
    width,
    layout,
    quantities.map(({ key, y }) => ({
      key,
      title: t(`training.curves.${key}`),
      draw: ({ width: own, height, left, isLast }) =>
        curves({
          ...{ width: own, height, left },
          series: [...(key === 'accuracy' ? [goalLine(params)] : []), ...runs.map(lineOf(key))],
          x: {
            label: isLast ? t('training.axis.step') : '',
            domain: [0, Number(params.steps)],
            whole: true,
            format: numbers.integer,
          },
          y: { label: '', ...y },
        }),
    })),
  );
  return standaloneSvg(drawn, {
    width,
    height: panelsHeight(width, layout),
    title: t('training.curves.figure', {
      task: t(`training.choice.task.${params.task}`),
      examples: numbers.integer(heldOut),
    }),
    summary: summary(runs),
    link: commandLine(),
  });
}

/** @param {Run['params']} params */
const goalLine = ({ steps }) => ({
  ...{ key: 'goal', label: '', color: constant('faint'), thin: true, dash: true },
  points: [0, Number(steps)].map(/** @returns {[number, number]} */ (step) => [step, goal]),
});

/** @param {Quantity['key']} key @returns {(run: Run, at: number) => Series} */
const lineOf = (key) => (run, at) => ({
  key: `network-${at}`,
  label: nameOf(run),
  ...lookOf(run.rule),
  points: run.result.metrics.flatMap((row) =>
    Number.isFinite(row[key]) ? [[row.step, row[key]]] : [],
  ),
});

/** @param {readonly Run[]} runs */
function summary(runs) {
  const { integer, share } = numbers;
  const shares = runs.map((run) => {
    const { accuracy } = outcomeOf(curveOf(run));
    return t('training.curves.share', { rule: nameOf(run), accuracy: share(accuracy) });
  });
  return t('training.curves.summary', {
    step: integer(Math.max(...runs.map(({ result }) => result.steps))),
    steps: integer(Number(runs[0].params.steps)),
    shares: shares.join(', '),
  });
}
