/**
 * <sd-training-seeds>: whether other seeds agree.
 *
 * One run is one draw. When the visitor asks for it, the same experiment is made with five seeds; the visitor sees the curves
 * of each rule under all five, and in how many of them the rules compare as the verdict above says.
 */
import { html, nothing } from 'lit';
import { curves } from '../../charts/curves.js';
import { panels, panelsHeight } from '../../charts/panels.js';
import { figure } from '../parts/figure.js';
import { renderProgress } from '../parts/progress.js';
import { Section } from '../parts/section.js';
import { plain, rich } from '../lab/text.js';
import { rulesOf, trainerOptions } from '../../tables/training.js';
import { measuredOf } from './curves.js';
import { Run } from './run.js';
import { goal, signOf, verdictOf } from './verdict.js';
import { curvesStyles, trainingStyles } from './styles.js';
import { lookOf, ruleName, ruleText, ruleWords } from './words.js';

/** @typedef {import('../../engine/index.js').Engine} Engine */
/** @typedef {import('./run.js').Track} Track */
/** @typedef {{seed: number, every: number, tracks: readonly Track[]}} Made */

/** How many seeds: the page's own and those after it. */
export const seedCount = 5;

export class TrainingSeeds extends Section {
  static styles = [...Section.styles, trainingStyles, curvesStyles];

  constructor() {
    super();
    /** @type {readonly Made[]} */ this.made = [];
    /** @type {Run | null} */ this.run = null;
    this.again = () => this.start();
    this.halt = () => this.stop();
  }

  /** The experiment, whatever its seed is the first of. */
  inputs() {
    return rulesOf(this.params).map((rule) => trainerOptions(this.params, rule));
  }

  /** What was made for another state is not shown; new ones are made when asked for. */
  compute() {
    this.made = [];
    this.running = false;
  }

  /** What a visitor would have to start by hand. */
  begin() {
    if (!this.running && this.made.length < seedCount) this.start();
  }

  stopWork() {
    super.stopWork();
    this.run?.dispose();
    this.run = null;
  }

  start() {
    const { engine } = this;
    if (!engine) return;
    this.stopWork();
    this.problem = '';
    this.work = new AbortController();
    const { signal } = this.work;
    this.made = [];
    this.running = true;
    this.redraw();
    void this.attempt(() => this.#make(engine, signal), signal);
  }

  /** @param {Engine} engine @param {AbortSignal} signal */
  async #make(engine, signal) {
    const { params } = this;
    for (let i = 0; i < seedCount && !signal.aborted; i++) {
      const seed = Number(params.seed) + i;
      const run = new Run(engine, /** @type {any} */ ({ ...params, seed }));
      this.run = run;
      run.addEventListener('change', () => this.redraw());
      run.play();
      await run.settled;
      if (signal.aborted) return;
      if (run.failure) throw new Error(run.failure);
      this.made = [...this.made, { seed, every: run.every, tracks: run.tracks }];
      run.dispose();
    }
    this.run = null;
    this.running = false;
  }

  /** What has been made, and what is being made. @returns {readonly Made[]} */
  get shown() {
    const { run, made, params } = this;
    if (!run?.isReady || !this.running) return made;
    return [
      ...made,
      { seed: Number(params.seed) + made.length, every: run.every, tracks: run.tracks },
    ];
  }

  get layout() {
    return { count: rulesOf(this.params).length, height: 170, least: 220, most: 4, foot: 22 };
  }

  render() {
    const { t, shown } = this;
    const { run, made, running } = this;
    const share = (made.length + (run ? run.step / run.goal : 0)) / seedCount;
    return html`<section role="group" aria-labelledby="title">
      <h3 id="title">${rich(t, 'training.seeds.title')}</h3>
      <p class="lead">${rich(t, 'training.seeds.lead', { seeds: this.count(seedCount) })}</p>
      <div class="choices">
        ${renderProgress(this, {
          running,
          progress: { done: share, seconds: 0 },
          stop: this.halt,
        })}
        ${
          running
            ? nothing
            : html`<button type="button" data-action="seeds" @click=${this.again}>
                ${t('training.seeds.start', { seeds: this.count(seedCount) })}
              </button>`
        }
      </div>
      ${
        shown.length > 0
          ? figure(this, {
              name: 'training-seeds',
              title: plain(t, 'training.seeds.figure', { seeds: this.count(shown.length) }),
              summary: this.summary(),
              height: (width) => panelsHeight(width, this.layout),
              progress: running ? share : null,
              draw: (width) => this.draw(width),
              table: () => this.table(),
            })
          : nothing
      }
      ${this.renderProblem()} ${made.length > 0 ? this.renderVerdict() : nothing}
    </section>`;
  }

  /** @param {number} width */
  draw(width) {
    const { t, format, params, shown } = this;
    return panels(
      width,
      this.layout,
      rulesOf(params).map((rule, at) => ({
        key: rule,
        title: ruleText(t, format, params, rule),
        draw: ({ width: own, height, left, isLast }) =>
          curves({
            width: own,
            height,
            left,
            series: shown.map(({ seed, tracks }) => ({
              key: `seed${seed}`,
              label: '',
              name: t('training.seeds.seed', { seed: String(seed) }),
              thin: true,
              color: lookOf(rule).color,
              points: tracks[at].rows.flatMap(({ step, accuracy }) =>
                Number.isFinite(accuracy) ? [/** @type {const} */ ([step, accuracy])] : [],
              ),
            })),
            x: {
              label: isLast ? t('training.axis.step') : '',
              domain: [0, Number(params.steps)],
              whole: true,
              format: (value) => format.integer(value),
              read: (value) => format.integer(value),
            },
            y: {
              label: '',
              domain: [0, 1],
              format: (value) => format.percent(value, 0),
              read: (value) => format.share(value),
            },
          }),
      })),
    );
  }

  /** In how many of the seeds each rule did better than the first of the verdict, and worse. */
  tally() {
    const verdicts = this.made.map(({ tracks, every }) => verdictOf(tracks, measuredOf({ every })));
    const [{ one, outcomes }] = verdicts;
    return outcomes.map(({ rule }, i) => {
      const relations = verdicts.map(({ other, relation, rest }) => {
        if (rule === one.rule) return 0;
        // The answer tells what the first is beside the other, the rest what they are beside the first.
        if (rule === other.rule) return -signOf(relation);
        return signOf(rest.find(({ of }) => of.rule === rule)?.relation ?? 'same');
      });
      const count = (/** @type {number} */ sign) =>
        relations.filter((each) => each === sign).length;
      return {
        rule,
        isOne: rule === one.rule,
        reached: verdicts.filter((verdict) => verdict.outcomes[i].end === 'reached').length,
        better: count(1),
        worse: count(-1),
        same: count(0),
      };
    });
  }

  /** In how many seeds the answer's two rules compare as they mostly do, and then every rule's counts. */
  renderVerdict() {
    const { t, format, params, made } = this;
    const tally = this.tally();
    const { one, other } = verdictOf(made[0].tracks, measuredOf(made[0]));
    const words = (/** @type {string} */ rule) => ruleWords(t, format, params, rule);
    const [own] = tally.filter(({ rule }) => rule === other.rule);
    const [kind, count] = mostOf(own);
    const values = {
      one: words(one.rule),
      other: words(other.rule),
      seeds: this.count(made.length),
      count: this.count(one === other ? own.reached : count),
      goal: format.percent(goal, 0),
    };
    const numbers = /** @type {const} */ (['reached', 'better', 'same', 'worse']);
    return html`<p class="verdict" role="status">
        ${rich(t, `training.seeds.${one === other ? 'alone' : kind}`, values)}
      </p>
      <div class="scroll" tabindex="0" role="group" aria-label=${t('training.seeds.numbers')}>
        <table class="outcomes">
          <thead>
            <tr>
              <th scope="col">${t('training.column.rule')}</th>
              ${numbers.map((name) => html`<th scope="col" class="numeric">${rich(t, `training.seeds.column.${name}`, values)}</th>`)}
            </tr>
          </thead>
          <tbody>
            ${tally.map(
              (each) =>
                html`<tr data-rule=${each.rule}>
                  <th scope="row">${ruleName(t, format, params, each.rule)}</th>
                  ${numbers.map((name) => html`<td class="numeric" data-value=${name}>${each.isOne && name !== 'reached' ? '–' : this.count(each[name])}</td>`)}
                </tr>`,
            )}
          </tbody>
        </table>
      </div>`;
  }

  summary() {
    const { t, made, format, params } = this;
    if (made.length === 0) return t('common.waiting');
    const list = new Intl.ListFormat(format.language, { type: 'conjunction' });
    return plain(t, 'training.seeds.summary', {
      seeds: this.count(made.length),
      goal: format.percent(goal, 0),
      rules: list.format(
        this.tally().map(({ rule, reached }) =>
          t('training.seeds.reached', {
            rule: ruleText(t, format, params, rule),
            reached: this.count(reached),
          }),
        ),
      ),
    });
  }

  table() {
    const { t, format, params } = this;
    return {
      columns: ['seed', 'rule', 'step', 'loss', 'accuracy'].map((key) => ({
        key,
        label: t(`training.column.${key}`),
      })),
      rows: this.shown.flatMap(({ seed, tracks }) =>
        tracks.flatMap(({ rule, rows }) =>
          rows.map(({ step, loss, accuracy }) => ({
            seed: String(seed),
            rule: ruleText(t, format, params, rule),
            step,
            loss,
            accuracy,
          })),
        ),
      ),
    };
  }
}

/**
 * What a rule mostly is beside another, and how often.
 * @param {{better: number, same: number, worse: number}} tally
 */
function mostOf(tally) {
  const kinds = /** @type {const} */ (['better', 'same', 'worse']);
  return kinds
    .map((kind) => /** @type {const} */ ([kind, tally[kind]]))
    .reduce((most, each) => (each[1] > most[1] ? each : most));
}
