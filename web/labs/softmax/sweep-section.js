/**
 * A picture of many sizes. So much work is done only for who looks: off the screen it waits until it is scrolled to,
 * and work for inputs that are no longer the page's is ended.
 */
import { Section } from '../parts/section.js';
import { renderProgress } from '../parts/progress.js';
import { plain, rich } from '../lab/text.js';
import { Sweep } from '../../pictures/sweep.js';

/** @typedef {import('../../engine/index.js').Engine} Engine */

export class SweepSection extends Section {
  constructor() {
    super();
    this.sweep = new Sweep({ redraw: () => this.redraw(), fail: (error) => this.fail(error) });
    this.again = () => this.engine && this.computeNow(this.engine);
    this.stop = () => {
      this.stopWork();
      this.sweep.stop();
    };
  }

  /** @param {Engine} engine */
  computeIfChanged(engine) {
    if (this.onScreen) super.computeIfChanged(engine);
    else if (JSON.stringify(this.inputs()) !== this.computedFor) {
      this.forget();
      this.sweep.running = false;
    }
  }

  /** Whether every size has something to show. */
  ready() {
    const { results } = this.sweep;
    return results.length > 0 && results.every(Boolean);
  }

  /**
   * The visitor's own place on an axis of sizes; none where the picture does not reach it.
   * @param {'dk' | 'keys'} name
   * @param {readonly number[]} sizes
   */
  place(name, sizes) {
    const own = Number(this.params[name]);
    return own >= sizes[0] && own <= sizes[sizes.length - 1] ? own : undefined;
  }

  /**
   * Where so many keys are masked that none of the sizes has any left.
   * @param {typeof rich | typeof plain} [words]
   */
  tooMasked(words = rich) {
    return words(this.t, 'softmax.sweep.masked', { masked: this.count(this.params.masked) });
  }

  /** Until there is something to tell. @param {readonly number[]} sizes */
  waiting(sizes) {
    const isEmpty = sizes.length === 0 && this.computedBy !== null;
    return isEmpty ? String(this.tooMasked(plain)) : this.t('common.waiting');
  }

  /**
   * Says so where the visitor's own size lies beyond the last one, of which the sentences tell.
   * @param {'dk' | 'keys'} name
   * @param {readonly number[]} sizes
   */
  renderEnd(name, sizes) {
    const last = sizes[sizes.length - 1];
    const own = Number(this.params[name]);
    if (!(own > last)) return '';
    return rich(this.t, `softmax.sweep.end.${name}`, {
      last: this.count(last),
      own: this.count(own),
    });
  }

  /** How sharp the picture is already; null when it is as sharp as it will be. */
  get share() {
    return this.sweep.running ? (this.sweep.progress?.done ?? 0) : null;
  }

  /** @param {number} least  Queries of the size that has fewest */
  stoppedAt(least) {
    const { t } = this;
    if (least === 0) return t('softmax.sweep.early');
    return t('softmax.sweep.stopped', { count: this.count(least) });
  }

  renderStatus() {
    const { sweep } = this;
    const { running, progress, stopped } = sweep;
    return renderProgress(this, {
      running,
      progress,
      stop: this.stop,
      again: stopped ? this.again : undefined,
      idle: stopped ? this.stoppedAt(sweep.draws[0]) : undefined,
      per: 'softmax.rate',
    });
  }
}
