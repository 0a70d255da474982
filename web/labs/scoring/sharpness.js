/**
 * <sd-scoring-sharpness>: how sharp the weights are, against d_k.
 *
 * The visitor sees for each scoring function how the largest weight, or the number of keys that count, spreads over random
 * queries as d_k grows: the plain dot product and the distance end at one key, what divides by sqrt(d_k) stays, and the
 * cosine flattens, under a ceiling that is measured here too. Bands sharpen in passes.
 */
import { html } from 'lit';
import { bandKey, bands } from '../../charts/bands.js';
import { panels, panelsHeight } from '../../charts/panels.js';
import { functionNames, randomFunction, vectorOptions } from '../../tables/scoring.js';
import { chips } from '../parts/chips.js';
import { figure } from '../parts/figure.js';
import { renderProgress } from '../parts/progress.js';
import { Section } from '../parts/section.js';
import { plain, rich } from '../lab/text.js';
import { colors, shareOf } from './functions.js';
import { scoringStyles } from './styles.js';

/** @typedef {import('../../engine/index.js').Engine} Engine */
/** @typedef {import('../../engine/types.js').Spread} Spread */
/** @typedef {import('../../tables/scoring.js').FunctionName} FunctionName */
/** @typedef {'topWeight' | 'effectiveKeys'} Measure */
/** @typedef {{dk: number, functions: import('../../engine/types.js').ScoringFunctionStatistics[], draws: number}} Point */

const measures = /** @type {readonly Measure[]} */ (['topWeight', 'effectiveKeys']);

const sizes = [1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024];

/** Draws of each pass; the first is at once on the screen. */
const passes = [64, 256, 1024];

/** With many keys or large vectors fewer draws are made: at most so many components a point. */
const mostComponents = 2 ** 23;

const height = 190;
const least = 116;

/** On less there is no room for a word in a panel's title, px. */
const roomForWord = 640;

export class ScoringSharpness extends Section {
  static styles = [...Section.styles, scoringStyles];

  constructor() {
    super();
    /** @type {Point[]} By size. */ this.points = [];
    /** @type {Map<FunctionName, number>} The largest weight there can be, measured. */
    this.ceilings = new Map();
    this.done = 0;
    this.again = () => this.engine && this.computeNow(this.engine);
  }

  inputs() {
    const { temperature, units } = this.params;
    const { dk: _, ...options } = vectorOptions(this.params);
    return [options, temperature, units];
  }

  /** The sizes at which a draw is not too large. */
  get sizes() {
    return sizes.filter((dk) => dk * Number(this.params.keys) <= mostComponents / passes[0]);
  }

  /**
   * @param {Engine} engine
   * @param {AbortSignal} signal
   */
  compute(engine, signal) {
    this.points = [];
    this.ceilings = this.measureCeilings(engine);
    this.running = true;
    this.done = 0;
    void this.attempt(() => this.measure(engine, signal), signal);
  }

  /**
   * One pass after the other over all sizes, so that the whole picture is there early.
   * @param {Engine} engine
   * @param {AbortSignal} signal
   */
  async measure(engine, signal) {
    const functions = functionNames.map((name) => randomFunction(this.params, name));
    const own = this.sizes;
    const keys = Number(this.params.keys);
    let step = 0;
    for (const pass of passes) {
      for (const [i, dk] of own.entries()) {
        const draws = Math.max(passes[0], Math.min(pass, Math.floor(mostComponents / (dk * keys))));
        this.done = ++step / (passes.length * own.length);
        if ((this.points[i]?.draws ?? 0) >= draws) continue;
        const options = { ...vectorOptions(this.params), dk, draws, functions };
        const range = /** @type {const} */ ([-1, 1]);
        const result = await engine.run(
          'scoringStatistics',
          { ...options, bins: 1, range },
          { signal },
        );
        this.points[i] = { dk, functions: result.functions, draws };
        this.redraw();
      }
    }
    this.running = false;
    this.publish('sharpness', { points: this.points, ceilings: this.ceilings });
  }

  /**
   * A cosine is 1 at most and -1 at least: one key where the query points, all others opposite, and the engine says how
   * much weight that one gets.
   * @param {Engine} engine
   * @returns {Map<FunctionName, number>}
   */
  measureCeilings(engine) {
    const keys = Number(this.params.keys);
    const query = { data: Float32Array.of(1, 0), shape: [1, 2] };
    const data = new Float32Array(2 * keys);
    for (let j = 0; j < keys; j++) data[2 * j] = j === 0 ? 1 : -1;
    const scores = engine.scores(query, { data, shape: [keys, 2] }, { kind: 'cosine' });
    const heated = engine.scores(
      query,
      { data, shape: [keys, 2] },
      { kind: 'cosine', scale: 1 / Number(this.params.temperature) },
    );
    return new Map([
      ['cosine', engine.softmax(scores).data[0]],
      ['temperature', engine.softmax(heated).data[0]],
    ]);
  }

  get measureName() {
    return /** @type {Measure} */ (this.params.measure);
  }

  get bandWords() {
    const { t } = this;
    const word = (/** @type {string} */ name) => t(`scoring.bands.${name}`);
    return {
      outer: word('outer'),
      inner: word('inner'),
      median: word('median'),
      mean: word('mean'),
    };
  }

  get layout() {
    return {
      count: functionNames.length,
      height,
      least,
      most: 4,
      key: bandKey(this.bandWords),
    };
  }

  render() {
    const { t, params, running } = this;
    const choices = chips({
      values: measures,
      chosen: params.measure,
      label: (value) => rich(t, `scoring.measure.${value}`),
      choose: (measure) => this.set({ measure }),
    });
    return html`<section role="group" aria-labelledby="title">
      <h3 id="title">${rich(t, 'scoring.sharpness.title')}</h3>
      <p class="lead">${rich(t, 'scoring.sharpness.lead')}</p>
      <div class="choices">${choices}</div>
      ${figure(
        this,
        {
          name: 'scoring-sharpness',
          title: plain(t, `scoring.sharpness.figure.${params.measure}`, {
            keys: this.count(Number(params.keys)),
          }),
          summary: this.summary(),
          height: (width) => panelsHeight(width, this.layout),
          draw: (width) => this.draw(width),
          table: () => this.table(),
          progress: running ? this.done : null,
        },
        this.renderStatus(),
      )}
      ${this.renderProblem()}
      <p class="note">${rich(t, 'scoring.sharpness.note')}</p>
    </section>`;
  }

  renderStatus() {
    const { t, running, done } = this;
    const draws = this.points.at(-1)?.draws ?? 0;
    return html`<span slot="status"
      >${renderProgress(this, {
        running,
        progress: { done, seconds: 0 },
        stop: () => this.stop(),
        again: !running && done > 0 && done < 1 ? this.again : null,
        idle: draws ? rich(t, 'scoring.sharpness.idle', { draws: this.count(draws) }) : '',
      })}</span
    >`;
  }

  /** @param {FunctionName} name */
  pointsOf(name) {
    const at = functionNames.indexOf(name);
    return this.points.map(({ dk, functions }) => ({ x: dk, ...functions[at][this.measureName] }));
  }

  /** @param {number} width */
  draw(width) {
    const { t, params, layout } = this;
    const keys = Number(params.keys);
    const isTop = this.measureName === 'topWeight';
    const dk = Number(params.dk);
    return panels(
      width,
      layout,
      functionNames.map((name) => ({
        key: name,
        title: this.panelTitle(name, width),
        draw: ({ width: own, height: tall, left, isLast }) =>
          bands({
            width: own,
            height: tall,
            left,
            key: false,
            words: this.bandWords,
            series: [
              {
                key: name,
                label: '',
                name: plain(t, `scoring.function.${name}`),
                color: colors[name],
                points: this.pointsOf(name),
              },
            ],
            lines: isTop ? this.ceilingLine(name) : [],
            x: {
              label: isLast ? 'd_k' : '',
              scale: 'log',
              ticks: sizes,
              domain: [1, sizes[sizes.length - 1]],
            },
            y: {
              label: '',
              domain: isTop ? [0, 1] : [0, Math.max(1, keys)],
              read: (value) => this.format.number(value, 3),
            },
            at: dk <= sizes[sizes.length - 1] ? dk : undefined,
          }),
      })),
    );
  }

  /** With the ceiling, where there is one. @param {FunctionName} name @param {number} width  of all panels */
  panelTitle(name, width) {
    const own = plain(this.t, `scoring.function.${name}`);
    const ceiling = this.ceilings.get(name);
    if (ceiling === undefined || this.measureName !== 'topWeight') return own;
    const limit = this.format.fixed(ceiling, 2);
    return width < roomForWord
      ? `${plain(this.t, `scoring.short.${name}`)} ≤ ${limit}`
      : `${own} · ${this.t('scoring.sharpness.ceiling')} ${limit}`;
  }

  /** @param {FunctionName} name */
  ceilingLine(name) {
    const ceiling = this.ceilings.get(name);
    if (ceiling === undefined) return [];
    return [
      {
        key: 'ceiling',
        label: '',
        name: this.t('scoring.sharpness.ceiling'),
        points: /** @type {[number, number][]} */ ([
          [1, ceiling],
          [sizes[sizes.length - 1], ceiling],
        ]),
        dash: true,
        color: /** @type {const} */ ('warn'),
      },
    ];
  }

  summary() {
    const { t, points } = this;
    const last = points.at(-1);
    if (!last) return t('common.waiting');
    if (Number(this.params.keys) === 1) return plain(t, 'scoring.sharpness.one');
    const median = (/** @type {FunctionName} */ name) =>
      shareOf(
        this.format,
        last.functions[functionNames.indexOf(name)][this.measureName].quantiles.p50,
      );
    return plain(t, `scoring.sharpness.summary.${this.measureName}`, {
      dk: this.count(last.dk),
      keys: this.count(Number(this.params.keys)),
      dot: median('dot'),
      scaled: median('scaled'),
      cosine: median('cosine'),
      temperature: median('temperature'),
      additive: median('additive'),
      ceiling: this.format.number(this.ceilings.get('cosine') ?? NaN, 3),
    });
  }

  table() {
    const { t } = this;
    const columns = [
      'function',
      'dk',
      'measure',
      'mean',
      'p05',
      'p25',
      'p50',
      'p75',
      'p95',
      'draws',
    ];
    const ceiling = [...this.ceilings].map(([name, value]) => ({
      function: plain(t, `scoring.function.${name}`),
      measure: t('scoring.sharpness.ceiling'),
      mean: value,
    }));
    const rows = functionNames.flatMap((name, i) =>
      this.points.flatMap(({ dk, functions, draws }) =>
        measures.map((measure) => {
          const { mean, quantiles } = functions[i][measure];
          return {
            function: plain(t, `scoring.function.${name}`),
            dk,
            measure: plain(t, `scoring.measure.${measure}`),
            mean,
            ...quantiles,
            draws,
          };
        }),
      ),
    );
    return {
      columns: columns.map((key) => ({ key, label: plain(t, `scoring.table.${key}`) })),
      rows: [...rows, ...ceiling],
    };
  }
}
