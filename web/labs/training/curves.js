/**
 * <sd-training-curves>: how well the networks do on examples that they have never seen, while they learn.
 *
 * The visitor sees two panels, right answers and loss, with a line for each rule that grows as the networks train; pauses,
 * goes on step by step or from the beginning, keeps the networks as they are and goes back to them; and reads in words what
 * happened, with the numbers of each rule and its network as a file.
 */
import { html, nothing } from 'lit';
import { heldOut } from '../../tables/training.js';
import { figure } from '../parts/figure.js';
import { plain, rich } from '../lab/text.js';
import { lines, linesHeight } from './lines.js';
import { mostKept } from './run.js';
import { TrainingSection } from './section.js';
import { curvesStyles } from './styles.js';
import { goal, verdictOf } from './verdict.js';
import { ruleName, ruleText, ruleWords } from './words.js';

/** @typedef {import('./run.js').Run} Run */
/** @typedef {import('./lines.js').Quantity} Quantity */
/** @typedef {import('./verdict.js').Outcome} Outcome */
/** @typedef {import('../../tables/training.js').Rule} Rule */

export class TrainingCurves extends TrainingSection {
  static styles = [...TrainingSection.styles, curvesStyles];

  constructor() {
    super();
    this.playOrPause = () => {
      const { run } = this;
      if (run?.state === 'training') run.pause();
      else run?.play();
    };
    this.keep = () => void this.run?.keep();
    this.startOver = () => this.run?.reset();
  }

  /** Others tell its numbers: it begins wherever it stands. @param {import('../../engine/index.js').Engine} engine */
  computeIfChanged(engine) {
    this.take(engine);
  }

  /** @returns {readonly Quantity[]} */
  get quantities() {
    const { t, format, run } = this;
    const end = run?.goal ?? 1;
    return [
      {
        key: 'accuracy',
        title: t('training.curves.accuracy'),
        of: ({ accuracy }) => [accuracy],
        y: {
          domain: [0, 1],
          format: (value) => format.percent(value, 0),
          read: (value) => format.share(value),
        },
        more: [
          {
            key: 'goal',
            label: '',
            color: 'faint',
            thin: true,
            dash: true,
            read: false,
            points: [
              [0, goal],
              [end, goal],
            ],
          },
        ],
      },
      {
        key: 'loss',
        title: t('training.curves.loss'),
        of: ({ loss }) => [loss],
        y: { scale: 'log', read: (value) => format.number(value, 3) },
      },
    ];
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
    const { t, run, quantities } = this;
    const isReady = Boolean(run?.isReady);
    return html`<section role="group" aria-labelledby="title">
      <h3 id="title">${rich(t, 'training.curves.title')}</h3>
      <p class="lead">
        ${rich(t, `training.task.${this.params.task}`, { size: this.count(Number(this.params.size)) })}
      </p>
      ${figure(
        this,
        {
          name: 'training-curves',
          title: plain(t, 'training.curves.figure', {
            task: t(`training.choice.task.${this.params.task}`),
            examples: this.count(heldOut),
          }),
          summary: this.summary(),
          height: linesHeight(this, run, quantities),
          progress: run?.state === 'training' ? run.step / run.goal : null,
          draw: run && isReady ? (width) => lines(this, run, quantities, width) : null,
          table: () => this.table(),
        },
        [this.renderControls(), this.renderKept()],
      )}
      ${this.renderFailure()} ${isReady && run ? this.renderOutcomes(run) : nothing}
      <p class="note">
        ${rich(t, 'training.curves.judged', { goal: this.format.percent(goal, 0), examples: this.count(heldOut) })}
      </p>
    </section>`;
  }

  renderFailure() {
    const failure = this.run?.failure;
    return failure ? html`<p class="problem" role="alert">${failure}</p>` : nothing;
  }

  /** Play, steps, beginning, and how far it is. */
  renderControls() {
    const { t, run } = this;
    const state = run?.state ?? 'paused';
    const isOver = state === 'done' || !run || Boolean(run.failure);
    const every = run?.every ?? 1;
    const button = (
      /** @type {string} */ name,
      /** @type {unknown} */ words,
      /** @type {boolean} */ isOff,
      /** @type {() => void} */ act,
    ) =>
      html`<button
        type="button"
        data-action=${name}
        aria-disabled=${String(isOff)}
        @click=${() => (isOff ? undefined : act())}
      >
        ${words}
      </button>`;
    const playing = state === 'training';
    return html`<div slot="controls" class="choices transport">
      ${button('play', playing ? t('training.pause') : t(run?.step ? 'training.continue' : 'training.play'), isOver, this.playOrPause)}
      ${button('one', t('training.step.one'), isOver, () => run?.advance(1))}
      ${every > 1 ? button('many', t('training.step.many', { count: this.count(every) }), isOver, () => run?.advance(every)) : nothing}
      ${button('reset', t('training.startOver'), !run || run.step === 0, this.startOver)}
      <span class="status number">${run ? this.status(run) : t('common.waiting')}</span>
    </div>`;
  }

  /** @param {Run} run */
  status(run) {
    const { t } = this;
    const values = {
      step: this.count(run.step),
      steps: this.count(run.goal),
      speed: this.format.compact(run.speed, 2),
    };
    if (run.state === 'training') return t('training.status.training', values);
    if (run.state === 'done') return t('training.status.done', values);
    return t(run.isPatient ? 'training.status.patient' : 'training.status.paused', values);
  }

  renderKept() {
    const { t, run } = this;
    if (!run?.isReady) return nothing;
    const { kept, step } = run;
    const isOff = kept.length >= mostKept || kept.some((each) => each.step === step);
    return html`<div
      slot="controls"
      class="choices kept"
      role="group"
      aria-label=${t('training.kept.label')}
    >
      <button
        type="button"
        data-action="keep"
        aria-disabled=${String(isOff)}
        @click=${() => (isOff ? undefined : this.keep())}
      >
        ${t('training.kept.keep', { step: this.count(step) })}
      </button>
      ${kept.length > 0 ? html`<span class="muted">${t('training.kept.back')}</span>` : nothing}
      ${kept.map(
        (each) =>
          html`<button
            type="button"
            class="chip"
            aria-pressed=${String(each.step === step && run.state !== 'training')}
            @click=${() => run.goBack(each)}
          >
            ${t('training.kept.step', { step: this.count(each.step) })}
          </button>`,
      )}
    </div>`;
  }

  /** The verdict's other sentences, and each rule's numbers. @param {Run} run */
  renderOutcomes(run) {
    const { t, format, params } = this;
    const { outcomes, one, rest } = verdictOf(run.tracks, measuredOf(run));
    const head = (/** @type {string} */ name, kind = 'numeric') =>
      html`<th scope="col" class=${kind}>${t(`training.column.${name}`)}</th>`;
    return html`${
        rest.length > 0
          ? html`<p class="verdict">
              ${run.state === 'training' ? t('training.curves.later') : rest.map(({ of, relation }) => [rich(t, `training.rest.${of.end === 'diverged' ? 'diverged' : relation}`, this.wordsOf(of, one)), t.language === 'en' ? ' ' : ''])}
            </p>`
          : nothing
      }
      <div class="scroll" tabindex="0" role="group" aria-label=${t('training.curves.numbers')}>
        <table class="outcomes">
          <thead>
            <tr>
              ${head('rule', '')} ${head('at')} ${head('accuracy')} ${head('loss')}
              ${head('file', '')}
            </tr>
          </thead>
          <tbody>
            ${outcomes.map(
              (of) =>
                html`<tr data-rule=${of.rule}>
                  <th scope="row">${ruleName(t, format, params, of.rule)}</th>
                  <td class="numeric" data-value="at">${this.atWords(of)}</td>
                  <td class="numeric" data-value="accuracy">${format.share(of.accuracy)}</td>
                  <td class="numeric" data-value="loss">${format.number(of.loss, 3)}</td>
                  <td>
                    <button
                      type="button"
                      class="quiet"
                      aria-label=${t('training.save.label', { rule: ruleText(t, format, params, of.rule) })}
                      @click=${() => this.saveFile(/** @type {Rule} */ (of.rule))}
                    >
                      ${t('training.save')}
                    </button>
                  </td>
                </tr>`,
            )}
          </tbody>
        </table>
      </div>`;
  }

  /** @param {Outcome} outcome */
  atWords({ end, at }) {
    if (end === 'reached') return this.count(at);
    return this.t(`training.at.${end}`, { step: this.count(at) });
  }

  /** @param {Outcome} of @param {Outcome} one */
  wordsOf(of, one) {
    const { t, format, params } = this;
    const rule = (/** @type {Outcome} */ each) => ruleWords(t, format, params, each.rule);
    return {
      rule: rule(of),
      other: rule(one),
      at: this.count(of.at),
      otherAt: this.count(one.at),
      accuracy: format.share(of.accuracy, 0),
      otherAccuracy: format.share(one.accuracy, 0),
      goal: format.percent(goal, 0),
      step: this.count(of.step),
    };
  }

  /** @param {Rule} rule */
  async saveFile(rule) {
    const { run } = this;
    if (!run) return;
    const [{ save }, bytes] = await Promise.all([import('../../charts/export.js'), run.save(rule)]);
    save(`${rule}.safetensors`, new Blob([/** @type {BlobPart} */ (bytes)]));
  }

  summary() {
    const { t, run, format, params } = this;
    if (!run?.isReady) return t('common.waiting');
    const list = new Intl.ListFormat(format.language, { type: 'conjunction' });
    return plain(t, 'training.curves.summary', {
      step: this.count(lastStep(run)),
      steps: this.count(run.goal),
      shares: list.format(
        verdictOf(run.tracks, measuredOf(run)).outcomes.map(({ rule, accuracy }) =>
          t('training.curves.share', {
            rule: ruleText(t, format, params, rule),
            accuracy: format.share(accuracy, 0),
          }),
        ),
      ),
    });
  }

  table() {
    const { t, run, format, params } = this;
    const names = /** @type {const} */ ([
      ...['learningRate', 'trainLoss', 'trainAccuracy', 'loss', 'accuracy', 'exact'],
    ]);
    return {
      columns: ['rule', 'step', ...names].map((key) => ({
        key,
        label: t(`training.column.${key}`),
      })),
      rows: (run?.tracks ?? []).flatMap(({ rule, rows }) =>
        rows.map((row) => ({
          rule: ruleText(t, format, params, rule),
          step: row.step,
          ...Object.fromEntries(names.map((name) => [name, row[name]])),
        })),
      ),
    };
  }
}

/** The step of the last measurement: that of the networks that did not break down. @param {Run} run */
export const lastStep = ({ tracks }) =>
  Math.max(...tracks.map(({ rows }) => rows[rows.length - 1]?.step ?? 0));

/** What the curves of an experiment are made of. @param {{every: number}} run */
export const measuredOf = ({ every }) => ({ every, examples: heldOut });
