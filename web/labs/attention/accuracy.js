/**
 * <sd-attention-accuracy>: how often a trained model is right on examples it has never seen, against the factor on its scores,
 * from none to 1/d_k. The visitor sees the curve grow point by point; a click on it takes that factor.
 */
import { html, nothing } from 'lit';
import { curves } from '../../charts/curves.js';
import { heldOut, isTrained } from '../../tables/attention.js';
import { figure } from '../parts/figure.js';
import { renderProgress } from '../parts/progress.js';
import { plain, rich } from '../lab/text.js';
import { AttentionSection } from './section.js';
import { attentionStyles } from './styles.js';
import { roomStyles } from './trained-styles.js';
import { keyFor } from './trained.js';
import { alphaOf, ruleOf } from './trained-rule.js';

/** @typedef {import('./trained.js').TrainedModel} TrainedModel */
/** @typedef {{alpha: number, factor: number, times: number, examples: number, exact: number, share: number}} Point */

/** Exponents of d_k that are measured. */
const exponents = Array.from({ length: 11 }, (_, i) => i / 10);

export class AttentionAccuracy extends AttentionSection {
  static styles = [...AttentionSection.styles, attentionStyles, roomStyles];
  static properties = {
    ...AttentionSection.properties,
    trained: { attribute: false },
    version: { attribute: false },
  };

  constructor() {
    super();
    /** @type {TrainedModel | null} */
    this.trained = null;
    this.version = 0;
  }

  inputs() {
    return [this.params.source, this.trained?.opened];
  }

  compute() {
    if (!isTrained(this.params))
      throw new RangeError(`source: got ${this.params.source}; expected a trained model`);
    const { trained } = this;
    if (!trained?.seen) return;
    this.track(trained.measure(exponents.map((alpha) => this.timesOf(alpha))));
  }

  /** What a rule is to that of the training. @param {number} alpha */
  timesOf(alpha) {
    return this.trained?.factorOf({ ...this.params, ...ruleOf(alpha) }) ?? NaN;
  }

  get dk() {
    return this.trained?.options?.headDim ?? 1;
  }

  /** What has been measured, from no factor to the smallest. @returns {Point[]} */
  get points() {
    const { trained, dk } = this;
    if (!trained) return [];
    const now = alphaOf(this.params, dk);
    const all = [...new Set([...exponents, ...(now >= 0 && now <= 1 ? [now] : [])])];
    return all
      .sort((a, b) => a - b)
      .map((alpha) => {
        const times = this.timesOf(alpha);
        const { examples, exact } = trained.tallyOf(times);
        return { alpha, factor: dk ** -alpha, times, examples, exact, share: exact / examples };
      })
      .filter(({ examples }) => examples > 0);
  }

  /** @param {{value?: number, key: string}} place */
  picked({ value }) {
    if (value !== undefined) this.set(ruleOf(value));
  }

  render() {
    const { t, trained, points } = this;
    const done = points.reduce((sum, { examples }) => sum + examples, 0);
    const name = trained?.name ?? '';
    const all = heldOut * Math.max(points.length, exponents.length);
    return html`<section role="group" aria-labelledby="title">
      <h3 id="title">${rich(t, 'trained.curve.title')}</h3>
      <p class="lead">${rich(t, 'trained.curve.lead', { heldOut: this.count(heldOut) })}</p>
      ${figure(this, {
        name: 'attention-accuracy',
        title: plain(t, keyFor(t, 'curve.figure', name), { heldOut: this.count(heldOut) }),
        summary: this.summary(points),
        height: 320,
        draw: points.length > 0 ? (width, height) => this.draw(points, width, height) : null,
        table: () => this.table(points),
      })}
      <div class="room">
        ${
          trained && done < all
            ? renderProgress(this, {
                running: trained.running,
                progress: { done: done / all, seconds: 0 },
                stop: () => trained.stop(),
                again: () => trained.resume(),
              })
            : nothing
        }
      </div>
      ${this.renderProblem()}
    </section>`;
  }

  /** @param {Point[]} points @param {number} width @param {number} height */
  draw(points, width, height) {
    const { t, format, dk } = this;
    const now = alphaOf(this.params, dk);
    const here = points.find(({ alpha }) => alpha === now);
    return curves({
      width,
      height,
      series: [
        {
          key: 'share',
          label: '',
          name: t('trained.curve.right'),
          points: points.map(({ alpha, share }) => /** @type {const} */ ([alpha, share])),
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
      ...(now >= 0 && now <= 1 && { at: now }),
      marks: here
        ? [
            {
              x: here.alpha,
              y: here.share,
              key: 'now',
              color: /** @type {const} */ ('weight'),
              label: plain(t, 'trained.curve.now', { share: format.share(here.share) }),
            },
          ]
        : [],
    });
  }

  /** @param {Point[]} points */
  summary(points) {
    const { t, format } = this;
    const at = (/** @type {number} */ wanted) =>
      points.find(({ alpha, examples }) => alpha === wanted && examples === heldOut);
    const [none, trained, inverse] = [0, 0.5, 1].map(at);
    if (!none || !trained || !inverse) return t('trained.curve.measuring');
    return plain(t, 'trained.curve.summary', {
      trained: format.share(trained.share),
      none: format.share(none.share),
      inverse: format.share(inverse.share),
    });
  }

  /** @param {Point[]} points */
  table(points) {
    const { t } = this;
    const names = ['alpha', 'factor', 'times', 'examples', 'exact', 'share'];
    return {
      columns: names.map((key) => ({ key, label: t(`trained.column.${key}`) })),
      rows: points,
    };
  }
}
