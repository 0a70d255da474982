/**
 * <sd-heads-merged>: the same scores from two thin matrices and from their product, and how long each takes.
 *
 * The visitor sees both matrices of scores beside each other, how far they are apart, and a clock: median times of
 * repeated products in the engine, to be measured again at will.
 */
import { html, nothing } from 'lit';
import { heat, sharedScale } from '../../charts/heat.js';
import { panels, panelsHeight } from '../../charts/panels.js';
import { sizesOf } from '../../tables/heads.js';
import { figure } from '../parts/figure.js';
import { Section } from '../parts/section.js';
import { plain, rich } from '../lab/text.js';
import { countsOf } from './counts.js';
import { oneHead, oneSizes, tokensOf } from './random.js';
import { factoredScores, measure, mergedScores } from './timing.js';
import { inSlices, product } from './slices.js';
import { headsStyles } from './styles.js';
import { diverging, narrowedNote } from './words.js';

/** @typedef {import('../../engine/index.js').Engine} Engine */
/** @typedef {import('../../engine/types.js').Tensor} Tensor */
/** @typedef {import('./timing.js').Timing} Timing */
/** @typedef {import('./slices.js').ResultOf<typeof scoresOf>} Scores */

const forms = /** @type {const} */ (['factored', 'merged']);

/**
 * The scores of a state's tokens, by both ways.
 * @param {Engine} engine
 * @param {import('../../tables/state.js').Params} params
 */
export function* scoresOf(engine, params) {
  const sizes = oneSizes(params);
  const { wq, wk } = oneHead(engine, sizes);
  yield;
  const x = tokensOf(engine, sizes, Number(params.tokens));
  const w = yield* product(engine, wq, wk, { transposeRight: true });
  const factored = factoredScores(engine, x, wq, wk);
  const merged = mergedScores(engine, x, w);
  return { sizes, wq, wk, w, factored, merged, difference: engine.difference(factored, merged) };
}

export class HeadsMerged extends Section {
  static styles = [...Section.styles, headsStyles];

  constructor() {
    super();
    /** @type {Scores | null} */ this.scores = null;
    /** @type {Timing | null} */ this.timing = null;
    this.measureAgain = () => {
      if (this.engine && this.scores && !this.running) this.time(this.engine, this.scores);
    };
  }

  inputs() {
    const { tokens, length } = this.params;
    const { modelDim, headDim, seed } = oneSizes(this.params);
    return [modelDim, headDim, seed, tokens, length];
  }

  /** @param {Engine} engine @param {AbortSignal} signal */
  compute(engine, signal) {
    [this.scores, this.timing] = [null, null];
    inSlices(this, scoresOf(engine, this.params), signal, (scores) => {
      this.scores = scores;
      this.publish('merged', scores);
      this.time(engine, scores);
    });
  }

  /** @param {Engine} engine @param {Scores} scores */
  time(engine, scores) {
    this.stopWork();
    this.work = new AbortController();
    const { signal } = this.work;
    this.running = true;
    this.redraw();
    const tokens = (/** @type {number} */ count) => tokensOf(engine, scores.sizes, count);
    const task = async () => {
      const timing = await measure(engine, scores, tokens, scores.sizes.length, signal);
      if (!timing) return;
      this.timing = timing;
      this.running = false;
    };
    void this.attempt(task, signal);
  }

  get layout() {
    const side = (/** @type {number} */ width) => Math.min(360, width) + 16;
    const scale = sharedScale(this.colours);
    return { count: forms.length, height: side, least: 150, most: 2, foot: 18, scale };
  }

  /** The colours of both panels. */
  get colours() {
    const far = this.scores?.difference.scale || 1;
    return diverging(far, this.t('heads.merged.score'), this.format);
  }

  render() {
    const { t, params, scores } = this;
    const narrowed = narrowedNote(t, this.format, sizesOf(params), oneSizes(params));
    return html`<section role="group" aria-labelledby="title">
      <h3 id="title">${rich(t, 'heads.merged.title')}</h3>
      <p class="lead">${rich(t, 'heads.merged.lead')}</p>
      ${figure(this, {
        name: 'heads-merged',
        title: plain(t, 'heads.merged.figure', { tokens: this.count(Number(params.tokens)) }),
        summary: this.summary(),
        height: (width) => panelsHeight(width, this.layout),
        draw: scores && ((width) => this.draw(width, scores)),
        table: () => this.table(),
      })}
      ${this.renderProblem()} ${narrowed} ${this.renderTiming()}
      <p class="note">${rich(t, 'heads.merged.note')}</p>
    </section>`;
  }

  /** @param {number} width @param {Scores} scores */
  draw(width, scores) {
    const { t } = this;
    const count = Number(this.params.tokens);
    const { colours } = this;
    return panels(
      width,
      this.layout,
      forms.map((form) => ({
        key: form,
        title: plain(t, `heads.merged.${form}`),
        draw: ({ width: own, height, left }) =>
          heat({
            width: own,
            height,
            left,
            rows: count,
            columns: count,
            values: scores[form].data,
            ...colours,
            x: { label: t('heads.merged.key') },
            y: { label: '', name: (i) => t('heads.merged.query', { i: i + 1 }) },
            scale: { ...colours.scale, hidden: true },
            numbers: false,
          }),
      })),
    );
  }

  summary() {
    const { t, scores } = this;
    if (!scores) return t('common.waiting');
    const { largest, scale } = scores.difference;
    return plain(t, largest === 0 ? 'heads.merged.equal' : 'heads.merged.summary', {
      largest: this.format.number(largest, 2),
      scale: this.format.number(scale, 3),
    });
  }

  renderTiming() {
    const { t, timing, running, engine, scores } = this;
    if (!engine || !scores) return nothing;
    const counts = timing
      ? countsOf(engine, this.params, {
          modelDim: scores.sizes.modelDim,
          heads: 1,
          keyHeads: 1,
          headDim: scores.sizes.headDim,
          length: timing.tokens,
        }).multiplications
      : null;
    const milliseconds = (/** @type {number | undefined} */ value) =>
      value === undefined ? '…' : t('heads.timing.ms', { ms: this.format.number(value, 3) });
    return html`<h4>${t('heads.timing.title')}</h4>
      <div class="scroll" tabindex="0" role="group" aria-label=${t('heads.timing.title')}>
        <table class="timing">
          <thead>
            <tr>
              <th scope="col">${t('heads.column.form')}</th>
              ${['multiplications', 'median'].map(
                (name) => html`<th scope="col" class="numeric">${t(`heads.timing.${name}`)}</th>`,
              )}
            </tr>
          </thead>
          <tbody>
            ${forms.map((form) => {
              const own = timing?.[form];
              return html`<tr>
                <th scope="row">${rich(t, `heads.merged.${form}`)}</th>
                <td class="numeric">
                  ${counts ? this.format.compact(counts[`${form}Scores`]) : '…'}
                </td>
                <td class="numeric times">
                  <span data-value="time-${form}">${milliseconds(own?.median)}</span>
                  <span class="muted">${own ? rangeOf(this.format, own) : ''}</span>
                </td>
              </tr>`;
            })}
          </tbody>
        </table>
      </div>
      ${timing && counts && timing.factored.median > 0 ? html`<p>${rich(t, 'heads.timing.ratio', ratiosOf(this.format, timing, counts))}</p>` : nothing}
      <p class="status">
        <button type="button" aria-disabled=${String(running)} @click=${this.measureAgain}>
          ${t('heads.timing.again')}
        </button>
        <span
          >${
            running || !timing
              ? t('heads.timing.running')
              : rich(t, 'heads.timing.about', {
                  tokens: this.count(timing.tokens),
                  rounds: this.count(timing.rounds),
                })
          }</span
        >
      </p>`;
  }

  table() {
    const { t, scores } = this;
    const count = Number(this.params.tokens);
    return {
      columns: [
        { key: 'query', label: t('heads.column.query') },
        { key: 'key', label: t('heads.column.key') },
        ...forms.map((form) => ({ key: form, label: plain(t, `heads.merged.${form}`) })),
      ],
      rows: Array.from(scores?.factored.data ?? [], (value, i) => ({
        query: Math.floor(i / count) + 1,
        key: (i % count) + 1,
        factored: value,
        merged: scores?.merged.data[i],
      })),
    };
  }
}

/** @param {import('../../i18n/index.js').Format} format @param {import('./timing.js').Times} times */
const rangeOf = (format, { fastest, slowest }) =>
  `(${format.number(fastest, 3)}\u2013${format.number(slowest, 3)})`;

/**
 * How many times as long the merged way took, and how many times as many multiplications it has.
 * @param {import('../../i18n/index.js').Format} format
 * @param {Timing} timing
 * @param {ReturnType<typeof countsOf>['multiplications']} counts
 */
const ratiosOf = (format, { factored, merged }, { factoredScores: few, mergedScores: many }) => ({
  time: format.number(merged.median / factored.median, 2),
  work: format.number(many / few, 2),
});
