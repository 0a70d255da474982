/**
 * What was measured inside of the networks while they learn: <sd-training-sharpness>, <sd-training-scores> and
 * <sd-training-gradients>. One attention of the network is looked at, with a line for each of its heads.
 */
import { html, nothing } from 'lit';
import { chips } from '../parts/chips.js';
import { figure } from '../parts/figure.js';
import { plain, rich } from '../lab/text.js';
import { lines, linesHeight } from './lines.js';
import { lastStep } from './curves.js';
import { TrainingSection } from './section.js';
import { blockName, ruleText } from './words.js';

/** @typedef {import('./run.js').Run} Run */
/** @typedef {import('./run.js').Row} Row */
/** @typedef {import('./lines.js').Quantity} Quantity */

/**
 * Chips for the attentions of a network; nothing where there is only one.
 * @param {TrainingSection} section
 * @param {readonly {kind: string, layer: number}[]} blocks
 */
export function blockChips(section, blocks) {
  const { t } = section;
  if (blocks.length < 2) return nothing;
  return html`<div class="choices" slot="controls" role="group" aria-label=${t('training.block')}>
    ${chips({
      values: blocks.map((_, i) => String(i)),
      chosen: String(Math.min(Number(section.params.block), blocks.length - 1)),
      label: (i) => blockName(t, blocks, Number(i)),
      choose: (i) => section.set({ block: Number(i) }),
    })}
  </div>`;
}

class MeasuredSection extends TrainingSection {
  /** Its name among the lab's pictures. */
  get name() {
    return '';
  }

  /** @returns {readonly Quantity[]} */
  get quantities() {
    return [];
  }

  /** The attentions of the networks. */
  get blocks() {
    return this.run?.tracks[0].rows[0]?.blocks ?? [];
  }

  get block() {
    return Math.min(Number(this.params.block), Math.max(0, this.blocks.length - 1));
  }

  /** Names of the heads, where there are several. */
  get heads() {
    const { t } = this;
    const { length } = this.blocks[this.block]?.heads ?? [];
    if (length < 2) return undefined;
    return Array.from({ length }, (_, i) => t('training.head', { head: i + 1 }));
  }

  /** @param {import('../parts/section.js').Pointed} pointed */
  termOf({ key }) {
    return this.run?.tracks.some(({ rule }) => rule === key) ? key : '';
  }

  /** @param {string} term */
  driven(term) {
    return this.run?.tracks.some(({ rule }) => rule === term) ? term : '';
  }

  render() {
    const { t, run, name, quantities, blocks } = this;
    const block = blocks.length > 0 ? blockName(t, blocks, this.block) : '';
    return html`<section role="group" aria-labelledby="title">
      <h3 id="title">${rich(t, `training.${name}.title`)}</h3>
      <p class="lead">${rich(t, `training.${name}.lead`)}</p>
      ${figure(
        this,
        {
          name: `training-${name}`,
          title: plain(t, `training.${name}.${block ? 'figure' : 'title'}`, { block }),
          summary: this.summary(),
          height: linesHeight(this, run, quantities),
          draw: run?.isReady ? (width) => lines(this, run, quantities, width) : null,
          table: () => this.table(),
        },
        blockChips(this, blocks),
      )}
      <p class="note">${rich(t, `training.${name}.note`)}</p>
    </section>`;
  }

  /** Of each rule the last number of every quantity, head by head. */
  summary() {
    const { t, run, format, params, quantities } = this;
    if (!run?.isReady) return t('common.waiting');
    const list = new Intl.ListFormat(format.language, { type: 'conjunction' });
    return quantities
      .map(({ title, of }) =>
        t('training.summary', {
          what: title,
          step: this.count(lastStep(run)),
          values: list.format(
            run.tracks.flatMap(({ rule, rows }) => {
              const values = of(rows[rows.length - 1]).filter(Number.isFinite);
              if (values.length === 0) return [];
              const words = {
                rule: ruleText(t, format, params, rule),
                value: values.map((value) => format.number(value, 3)).join(' / '),
              };
              return [t('training.summary.one', words)];
            }),
          ),
        }),
      )
      .join(' ');
  }

  table() {
    const { t, run, format, params, quantities } = this;
    const heads = quantities.find(({ names }) => names)?.names ?? [''];
    const rows = (run?.tracks ?? []).flatMap(({ rule, rows: own }) =>
      own.flatMap((row) =>
        heads.map((head, i) => ({
          rule: ruleText(t, format, params, rule),
          step: row.step,
          ...(head && { head }),
          ...Object.fromEntries(
            quantities.map(({ key, of }) => {
              const numbers = of(row);
              const number = numbers[Math.min(i, numbers.length - 1)];
              return [key, Number.isFinite(number) ? number : null]; // the rule has none
            }),
          ),
        })),
      ),
    );
    return {
      columns: [
        ...['rule', 'step', ...(heads.length > 1 ? ['head'] : [])].map((key) => ({
          key,
          label: t(`training.column.${key}`),
        })),
        ...quantities.map(({ key, title }) => ({ key, label: title })),
      ],
      rows,
    };
  }

  /**
   * A quantity of every head of the attention that is looked at.
   * @param {'entropy' | 'topWeight' | 'scoreVariance' | 'temperature'} key
   * @param {Quantity['y']} y
   * @returns {Quantity}
   */
  ofHeads(key, y) {
    const { block } = this;
    return {
      key,
      title: plain(this.t, `training.measure.${key}`),
      of: (row) => row.blocks[block].heads.map((head) => head[key]),
      names: this.heads,
      y,
    };
  }
}

export class TrainingSharpness extends MeasuredSection {
  get name() {
    return 'sharpness';
  }

  get quantities() {
    const { format } = this;
    const share = {
      domain: /** @type {[number, number]} */ ([0, 1]),
      format: (/** @type {number} */ value) => format.percent(value, 0),
      read: (/** @type {number} */ value) => format.share(value),
    };
    return [this.ofHeads('topWeight', share), this.ofHeads('entropy', share)];
  }
}

export class TrainingScores extends MeasuredSection {
  get name() {
    return 'scores';
  }

  get quantities() {
    const { format } = this;
    const read = (/** @type {number} */ value) => format.number(value, 3);
    const variance = this.ofHeads('scoreVariance', { scale: 'log', read });
    const temperature = this.ofHeads('temperature', { read });
    const learns = this.run?.tracks.some(({ rule }) => rule === 'cosine');
    // Only the cosine has one; of the other rules there is nothing to draw.
    const of = (/** @type {Row} */ row) => temperature.of(row).map((value) => value || NaN);
    return learns ? [variance, { ...temperature, of }] : [variance];
  }
}

export class TrainingGradients extends MeasuredSection {
  get name() {
    return 'gradients';
  }

  get quantities() {
    const { t, format, block } = this;
    const y = /** @type {const} */ ({
      scale: 'log',
      read: (/** @type {number} */ value) => format.number(value, 3),
    });
    const layers = this.run?.tracks[0].rows[0]?.layers ?? [];
    return [
      {
        key: 'wq',
        title: plain(t, 'training.measure.wq'),
        of: (/** @type {Row} */ row) => [row.blocks[block].wq],
        y,
      },
      {
        key: 'wk',
        title: plain(t, 'training.measure.wk'),
        of: (/** @type {Row} */ row) => [row.blocks[block].wk],
        y,
      },
      ...layers.map((_, i) => ({
        key: `layer${i}`,
        title: t('training.measure.layer', { layer: i + 1 }),
        of: (/** @type {Row} */ row) => [row.layers[i]],
        y,
      })),
      {
        key: 'all',
        title: t('training.measure.gradient'),
        of: (/** @type {Row} */ row) => [row.gradientNorm],
        y,
      },
    ];
  }
}
