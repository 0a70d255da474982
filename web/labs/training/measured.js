/**
 * Measurements inside the networks while they learn: <sd-training-sharpness>, <sd-training-scores> and
 * <sd-training-gradients>. Each shows one attention of the network, with a line for each of its heads.
 */
import { html, nothing } from 'lit';
import { constant } from '../../engine/border/constant.js';
import { plain, rich } from '../parts/text.js';
import { chips } from '../parts/chips.js';
import { columns, picture } from '../parts/picture.js';
import { lines, linesHeight } from './lines.js';
import { lastStep } from './curves.js';
import { namedForRules, TrainingSection } from './section.js';
import { blockName, ruleText } from './words.js';

/** @import { Quantity, Row } from './types.js' */
/** @import { Run } from './run.js' */

/**
 * Draws chips for the attentions of a network; nothing if there is only one.
 * @param {TrainingSection} view
 * @param {readonly {kind: string, layer: number}[]} blocks
 */
export function blockChips({ t, params, set }, blocks) {
  if (blocks.length < 2) return nothing;
  return html`<div class="choices" slot="controls" role="group" aria-label=${t('training.block')}>
    ${chips({
      values: blocks.map((_, i) => String(i)),
      chosen: String(Math.min(params.block, blocks.length - 1)),
      label: (i) => blockName(t, blocks, Number(i)),
      choose: (i) => set({ block: Number(i) }),
    })}
  </div>`;
}

/** Returns the attentions of the networks. @param {TrainingSection} view */
const blocksOf = ({ run }) => run?.tracks[0].rows[0]?.blocks ?? [];

/** Returns the selected attention. @param {TrainingSection} view */
const blockOf = (view) => Math.min(view.params.block, Math.max(0, blocksOf(view).length - 1));

/**
 * Returns the picture of some quantities.
 * @param {string} name  the picture's name in the lab
 * @param {(view: TrainingSection) => readonly Quantity[]} quantitiesOf
 */
const measured = (name, quantitiesOf) =>
  picture(
    {
      name: `training-${name}`,
      ...namedForRules,

      title(view) {
        const blocks = blocksOf(view);
        const block = blocks.length > 0 ? blockName(view.t, blocks, blockOf(view)) : '';
        return plain(view.t, `training.${name}.${block ? 'figure' : 'title'}`, { block });
      },
      height: (width, view) => linesHeight(view, quantitiesOf(view), width),
      controls: (view) => blockChips(view, blocksOf(view)),

      shows(view) {
        const { run } = view;
        if (!run?.isReady) return {};
        const quantities = quantitiesOf(view);
        return {
          draw: (/** @type {number} */ width) => lines(view, run, quantities, width),
          summary: summaryOf(view, run, quantities),
          table: () => tableOf(view, run, quantities),
        };
      },

      more: ({ t }) => rich(t, `training.${name}.note`),
    },
    TrainingSection,
  );

/**
 * Says the last number of every quantity for each rule, head by head.
 * @param {TrainingSection} view
 * @param {Run} run
 * @param {readonly Quantity[]} quantities
 */
function summaryOf(view, run, quantities) {
  const { t, count, format } = view;
  const valuesOf = (/** @type {Quantity['of']} */ of) =>
    run.tracks.flatMap(({ rule, rows }) => {
      const values = of(rows[rows.length - 1]).filter(Number.isFinite);
      if (values.length === 0) return [];
      const words = {
        rule: ruleText(view, rule),
        value: values.map((value) => format.number(value, 3)).join(' / '),
      };
      return [t('training.summary.one', words)];
    });
  return quantities
    .map(({ title, of }) =>
      t('training.summary', {
        what: title,
        step: count(lastStep(run)),
        values: format.list(valuesOf(of)),
      }),
    )
    .join(' ');
}

/** @param {TrainingSection} view @param {Run} run @param {readonly Quantity[]} quantities */
function tableOf(view, run, quantities) {
  const { t } = view;
  const heads = quantities.find(({ names }) => names)?.names ?? [''];
  const numbersOf = (/** @type {Row} */ row, /** @type {number} */ head) =>
    quantities.map(({ key, of }) => {
      const numbers = of(row);
      const number = numbers[Math.min(head, numbers.length - 1)];
      return [key, Number.isFinite(number) ? number : null]; // null: the rule has none
    });
  return {
    columns: [
      ...columns(t, 'training.column', ['rule', 'step', ...(heads.length > 1 ? ['head'] : [])]),
      ...quantities.map(({ key, title }) => ({ key, label: title })),
    ],
    rows: run.tracks.flatMap(({ rule, rows }) =>
      rows.flatMap((row) =>
        heads.map((head, i) => ({
          rule: ruleText(view, rule),
          step: row.step,
          ...(head && { head }),
          ...Object.fromEntries(numbersOf(row, i)),
        })),
      ),
    ),
  };
}

/**
 * Returns a quantity of every head of the selected attention.
 * @param {TrainingSection} view
 * @param {'entropy' | 'topWeight' | 'scoreVariance' | 'temperature'} key
 * @param {Quantity['y']} y
 * @returns {Quantity}
 */
function ofHeads(view, key, y) {
  const { t } = view;
  const block = blockOf(view);
  const { length } = blocksOf(view)[block]?.heads ?? [];
  return {
    key,
    title: plain(t, `training.measure.${key}`),
    of: (row) => row.blocks[block].heads.map((head) => head[key]),
    names:
      length < 2
        ? undefined
        : Array.from({ length }, (_, i) => t('training.head', { head: i + 1 })),
    y,
  };
}

export const TrainingSharpness = measured('sharpness', (view) => {
  const { format } = view;
  /** @type {Quantity['y']} */
  const share = {
    domain: [0, 1],
    format: (value) => format.percent(value, 0),
    read: (value) => format.share(value),
  };
  return [ofHeads(view, 'topWeight', share), ofHeads(view, 'entropy', share)];
});

export const TrainingScores = measured('scores', (view) => {
  const read = (/** @type {number} */ value) => view.format.number(value, 3);
  const variance = ofHeads(view, 'scoreVariance', { scale: 'log', read });
  const temperature = ofHeads(view, 'temperature', { read });
  const learns = view.run?.tracks.some(({ rule }) => rule === 'cosine');
  // Only the cosine has a temperature. For other rules, there is nothing to draw.
  const of = (/** @type {Row} */ row) => temperature.of(row).map((value) => value || NaN);
  return learns ? [variance, { ...temperature, of }] : [variance];
});

export const TrainingGradients = measured('gradients', (view) => {
  const { t, format, run } = view;
  const block = blockOf(view);
  const layers = run?.tracks[0].rows[0]?.layers ?? [];
  const quantity = (
    /** @type {string} */ key,
    /** @type {string} */ title,
    /** @type {(row: Row) => number} */ of,
  ) => ({
    key,
    title,
    of: (/** @type {Row} */ row) => [of(row)],
    y: {
      scale: constant('log'),
      read: (/** @type {number} */ value) => format.number(value, 3),
    },
  });
  return [
    quantity('wq', plain(t, 'training.measure.wq'), ({ blocks }) => blocks[block].wq),
    quantity('wk', plain(t, 'training.measure.wk'), ({ blocks }) => blocks[block].wk),
    ...layers.map((_, i) =>
      quantity(`layer${i}`, t('training.measure.layer', { layer: i + 1 }), (row) => row.layers[i]),
    ),
    quantity('all', t('training.measure.gradient'), ({ gradientNorm }) => gradientNorm),
  ];
});
