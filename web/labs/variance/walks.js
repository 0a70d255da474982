/**
 * <sd-variance-walks>: a score is a sum of d_k products, and such a sum is a random walk.
 *
 * The visitor sees the running sums of eight pairs of vectors inside the envelope that grows with the square root of
 * the number of steps, and beneath it the products that one of them is made of. This is where the root comes from.
 */
import { html } from 'lit';
import { walks } from '../../charts/walks.js';
import { toEngineOptions } from '../../tables/variance.js';
import { Section } from '../parts/section.js';
import { figure } from '../parts/figure.js';
import { plain, rich } from '../lab/text.js';

/** @typedef {import('../../engine/index.js').Engine} Engine */

const pairs = 8;

/** The table behind the picture shows at most this many steps of each walk. */
const mostRows = 4096;

export class VarianceWalks extends Section {
  constructor() {
    super();
    this.chosen = 0;
    /** @type {{products: Float32Array, sums: Float32Array, dk: number} | null} */ this.walks =
      null;
    /** @type {{mean: number, std: number} | null} Of one product. */ this.step = null;
    /** @type {{mean: number, std: number} | null} Of the whole sum. */ this.sum = null;
    this.nextPair = () => this.choose((this.chosen + 1) % pairs);
  }

  inputs() {
    const { bins: _, ...options } = toEngineOptions(this.params);
    return [{ ...options, scale: 'none' }];
  }

  /** @param {Engine} engine */
  compute(engine) {
    const options = { ...toEngineOptions(this.params), scale: /** @type {const} */ ('none') };
    this.walks = engine.scoreWalks(options, { pairs });
    this.step = engine.scoreTheory({ ...options, dk: 1 });
    this.sum = engine.scoreTheory(options);
  }

  drifts() {
    return this.step !== null && this.step.mean !== 0;
  }

  /** How the envelope is written at its end. */
  envelopeLabel() {
    const { t, step } = this;
    const sd = this.number(step?.std ?? 1);
    if (this.drifts()) return t('variance.walks.envelopeMean', { sd });
    return t(sd === '1' ? 'variance.walks.envelope' : 'variance.walks.envelopeSd', { sd });
  }

  /** How far the sums spread is a matter of d_k and of one product; the factor comes later. @param {string} term */
  driven(term) {
    return term === '' || term === 'factor' ? '' : 'envelope';
  }

  /** @param {{key: string}} place */
  picked({ key }) {
    const pair = Number(key.replace('pair-', ''));
    if (key !== '') this.choose(pair);
  }

  /** @param {number} pair */
  choose(pair) {
    this.chosen = pair;
    this.redraw();
  }

  /** @param {'products' | 'sums'} name @param {number} pair */
  path(name, pair) {
    const { dk } = /** @type {NonNullable<typeof this.walks>} */ (this.walks);
    return /** @type {NonNullable<typeof this.walks>} */ (this.walks)[name].subarray(
      pair * dk,
      (pair + 1) * dk,
    );
  }

  render() {
    const { t } = this;
    return html`<section role="group" aria-labelledby="title">
      <h3 id="title">${rich(t, 'variance.walks.title')}</h3>
      <p class="lead">${rich(t, 'variance.walks.lead')}</p>
      <div class="choices">
        <button type="button" @click=${this.nextPair}>${t('variance.walks.next')}</button>
        <span class="muted" role="status">${this.sentence()}</span>
      </div>
      ${figure(this, {
        name: 'variance-walks',
        title: plain(t, 'variance.walks.figure', { pairs, dk: this.number(this.params.dk) }),
        summary: this.summary(),
        height: 380,
        draw: (width, height, highlight) => this.draw(width, height, highlight),
        table: () => this.table(),
      })}
      ${this.renderProblem()}
      <p class="note">
        ${rich(t, this.drifts() ? 'variance.walks.drift' : 'variance.walks.note', { mean: this.number(this.step?.mean ?? 0), sd: this.number(this.step?.std ?? 1) })}
      </p>
    </section>`;
  }

  /**
   * @param {number} width
   * @param {number} height
   * @param {string} highlight
   */
  draw(width, height, highlight) {
    const { t, step } = this;
    const paths = this.walks
      ? Array.from({ length: pairs }, (_, pair) => ({
          key: `pair-${pair}`,
          label: t('variance.walks.pair', { pair: pair + 1 }),
          sums: this.path('sums', pair),
          products: this.path('products', pair),
        }))
      : [];
    return walks({
      width,
      height,
      paths,
      highlight,
      chosen: `pair-${this.chosen}`,
      envelope: step ? { label: this.envelopeLabel(), sd: step.std, mean: step.mean } : undefined,
      x: { label: t('variance.walks.x') },
      y: { label: plain(t, 'variance.walks.y') },
      products: { label: plain(t, 'variance.walks.products') },
    });
  }

  sentence() {
    if (!this.walks) return '';
    const sums = this.path('sums', this.chosen);
    return rich(this.t, 'variance.walks.chosen', {
      pair: this.chosen + 1,
      score: this.number(sums[sums.length - 1]),
    });
  }

  summary() {
    const { t, walks, sum } = this;
    if (!walks || !sum) return t('common.waiting');
    const ends = Array.from({ length: pairs }, (_, pair) => walks.sums[(pair + 1) * walks.dk - 1]);
    return plain(t, 'variance.walks.summary', {
      pairs,
      dk: this.number(walks.dk),
      lowest: this.number(Math.min(...ends)),
      highest: this.number(Math.max(...ends)),
      mean: this.number(sum.mean),
      sd: this.number(sum.std),
    });
  }

  table() {
    const { t, walks } = this;
    const columns = [{ key: 'step', label: t('variance.walks.x') }];
    for (let pair = 0; pair < pairs; pair++) {
      columns.push({ key: `sum${pair + 1}`, label: t('variance.walks.pair', { pair: pair + 1 }) });
    }
    const rows = Array.from({ length: Math.min(mostRows, walks?.dk ?? 0) }, (_, i) => {
      /** @type {Record<string, number>} */
      const row = { step: i + 1 };
      for (let pair = 0; pair < pairs; pair++) row[`sum${pair + 1}`] = this.path('sums', pair)[i];
      return row;
    });
    return { columns, rows };
  }
}
