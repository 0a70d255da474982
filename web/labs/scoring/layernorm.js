/**
 * <sd-scoring-layernorm>: does layer normalisation make the dot product a cosine?
 *
 * The visitor sees the lengths of random vectors as they come, after layer normalisation, after its gain and bias, and
 * after the projection W_Q: equal after the second stage alone. Beside each stage stands the largest difference between
 * the dot product over d and the cosine.
 */
import { html } from 'lit';
import { histogram } from '../../charts/histogram.js';
import { panels, panelsHeight } from '../../charts/panels.js';
import { figure } from '../parts/figure.js';
import { Section } from '../parts/section.js';
import { plain, rich } from '../lab/text.js';
import { normOptions, widest } from './stages.js';
import { scoringStyles } from './styles.js';

/** @typedef {import('../../engine/index.js').Engine} Engine */
/** @typedef {import('../../engine/types.js').LayerNormStages} LayerNormStages */
/** @typedef {import('../../engine/types.js').NormStage} NormStage */

const stages = /** @type {const} */ (['input', 'normalized', 'gained', 'projected']);

const colors = /** @type {const} */ ({
  input: 'muted',
  normalized: 'weight',
  gained: 'value',
  projected: 'query',
});

const bins = 60;
const layout = { count: stages.length, height: 150, least: 116, most: 4 };

export class ScoringLayernorm extends Section {
  static styles = [...Section.styles, scoringStyles];

  constructor() {
    super();
    /** @type {LayerNormStages | null} */ this.stages = null;
    this.slide = (/** @type {Event & {target: HTMLInputElement}} */ { target }) =>
      this.set({ [target.name]: Number(target.value) });
  }

  get options() {
    return { ...normOptions(this.params), bins };
  }

  inputs() {
    return [this.options];
  }

  /** @param {Engine} engine */
  compute(engine) {
    this.stages = engine.layerNormStages(this.options);
    this.publish('layernorm', this.stages);
  }

  render() {
    const { t } = this;
    return html`<section role="group" aria-labelledby="title">
      <h3 id="title">${rich(t, 'scoring.layernorm.title')}</h3>
      <p class="lead">${rich(t, 'scoring.layernorm.lead')}</p>
      <div class="choices">
        ${this.renderSlider('lengthSpread', 1)} ${this.renderSlider('gainSd', 2)}
        ${this.renderSlider('biasSd', 2)}
      </div>
      ${figure(this, {
        name: 'scoring-layernorm',
        title: plain(t, 'scoring.layernorm.figure', {
          vectors: this.count(this.options.vectors),
          dk: this.number(this.options.dk),
        }),
        summary: this.summary(),
        height: (width) => panelsHeight(width, layout),
        draw: (width) => this.draw(width),
        table: () => this.table(),
      })}
      ${this.renderProblem()} ${this.renderNumbers()} ${this.renderLimits()}
      <p class="note">${rich(t, 'scoring.layernorm.note')}</p>
    </section>`;
  }

  /** What is special about a d that is very small or large. */
  renderLimits() {
    const { t, params } = this;
    const dk = Number(params.dk);
    if (dk > 1 && dk <= widest) return '';
    const words = { most: this.count(widest), dk: this.count(dk) };
    const name = dk === 1 ? 'one' : 'capped';
    return html`<p class="note">${rich(t, `scoring.layernorm.${name}`, words)}</p>`;
  }

  /** @param {'lengthSpread' | 'gainSd' | 'biasSd'} name @param {number} most */
  renderSlider(name, most) {
    const { t, params } = this;
    return html`<label class="slide"
      ><span>${rich(t, `scoring.param.${name}`)}</span>
      <input
        type="range"
        name=${name}
        min="0"
        max=${most}
        step="0.05"
        .value=${String(params[name])}
        @input=${this.slide}
      />
      <output class="number">${this.format.fixed(Number(params[name]), 2)}</output></label
    >`;
  }

  /** @param {number} width */
  draw(width) {
    const { t, stages: all } = this;
    const high = all?.input.histogram.high ?? 1;
    return panels(
      width,
      layout,
      stages.map((name) => ({
        key: name,
        title: plain(t, `scoring.stage.${name}`),
        draw: ({ width: own, height, isLast }) => {
          const stage = all?.[name];
          return histogram({
            width: own,
            height,
            bars: stage
              ? {
                  ...stage.histogram,
                  label: t('common.measured'),
                  color: colors[name],
                  read: (count) => this.count(count),
                }
              : null,
            legend: false,
            x: {
              label: isLast ? t('scoring.layernorm.x') : '',
              domain: [0, high],
              spacing: 48,
              read: (value) => this.number(value),
            },
            y: { label: '', ticks: [], read: (value) => this.number(value) },
          });
        },
      })),
    );
  }

  summary() {
    const { t, stages: all } = this;
    if (!all) return t('common.waiting');
    const spread = (/** @type {NormStage | undefined} */ stage) =>
      this.format.percent(stage?.spread ?? NaN, 1);
    return plain(t, 'scoring.layernorm.summary', {
      input: spread(all.input),
      normalized: spread(all.normalized),
      gained: spread(all.gained),
      projected: spread(all.projected),
      difference: this.format.number(all.projected?.cosineDifference ?? NaN, 2),
    });
  }

  renderNumbers() {
    const { t, stages: all } = this;
    if (!all) return '';
    return html`<div
      class="scroll"
      tabindex="0"
      role="group"
      aria-label=${plain(t, 'scoring.layernorm.caption')}
    >
      <table class="moments wide">
        <caption class="visually-hidden">
          ${plain(t, 'scoring.layernorm.caption')}
        </caption>
        <thead>
          <tr>
            <th scope="col">${t('scoring.table.stage')}</th>
            ${['length', 'spread', 'difference'].map((column) => html`<th scope="col">${rich(t, `scoring.layernorm.column.${column}`)}</th>`)}
          </tr>
        </thead>
        <tbody>
          ${stages.map((name) => {
            const stage = /** @type {NormStage} */ (all[name]);
            return html`<tr>
              <th scope="row">${rich(t, `scoring.stage.${name}`)}</th>
              <td class="number">${this.format.number(stage.norm.mean, 3)}</td>
              <td class="number">${this.format.percent(stage.spread, 1)}</td>
              <td class="number">${this.format.number(stage.cosineDifference, 2)}</td>
            </tr>`;
          })}
        </tbody>
      </table>
    </div>`;
  }

  table() {
    const { t, stages: all } = this;
    const column = (/** @type {string} */ key) => ({
      key,
      label: t(key === 'stage' ? 'scoring.table.stage' : `common.table.${key}`),
    });
    return {
      columns: ['stage', 'from', 'to', 'count'].map(column),
      rows: stages.flatMap((name) => {
        const stage = all?.[name];
        if (!stage) return [];
        const { low, high, counts } = stage.histogram;
        const width = (high - low) / counts.length;
        return Array.from(counts, (count, i) => ({
          stage: plain(t, `scoring.stage.${name}`),
          from: low + i * width,
          to: low + (i + 1) * width,
          count,
        }));
      }),
    };
  }
}
