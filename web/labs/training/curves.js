/**
 * <sd-training-curves>: how well the networks do on held-out examples while they learn.
 *
 * The visitor sees two panels, accuracy and loss, with a line for each rule that grows as the networks train. The
 * visitor can pause, continue step by step, start over, keep the networks as they are and go back to them. Below are
 * the verdict in words, the numbers of each rule, and its network as a file.
 */
import { html, nothing } from 'lit';
import { constant } from '../../engine/border/constant.js';
import { goal, verdictOf } from '../../pictures/verdict.js';
import { heldOut } from '../../tables/training.js';
import { plain, rich } from '../parts/text.js';
import { columns, picture } from '../parts/picture.js';
import { lines, linesHeight } from './lines.js';
import { mostKept } from './run.js';
import { namedForRules, TrainingSection } from './section.js';
import { curvesStyles } from './styles.js';
import { ruleName, ruleText, ruleWords } from './words.js';

/** @import { Engine } from '../../engine/index.js' */
/** @import { Rule } from '../../tables/training.js' */
/** @import { Quantity } from './types.js' */
/** @import { Run } from './run.js' */
/** @import { Outcome } from '../../pictures/types.js' */

/** Its numbers are published: the answer, the formula and other pictures show them. */
class PublishingSection extends TrainingSection {
  get refused() {
    return this.run?.failure ?? '';
  }

  /** Begins even outside the window, because others show its numbers. @param {Engine} engine */
  follow(engine) {
    this.take(engine);
  }
}

export const TrainingCurves = picture(
  {
    name: 'training-curves',
    styles: [curvesStyles],
    ...namedForRules,

    title: ({ t, params, count }) =>
      plain(t, 'training.curves.figure', {
        task: t(`training.choice.task.${params.task}`),
        examples: count(heldOut),
      }),
    height: (width, view) => linesHeight(view, quantitiesOf(view), width),
    // Controls and task are below the picture, so that it comes first.
    hideTitle: true,
    below: (view) => [transport(view), view.single ? nothing : aside(view)],

    shows(view) {
      const { t, run } = view;
      const progress = run?.state === 'training' ? run.step / run.goal : null;
      if (!run?.isMade) return { progress };
      const draw = (/** @type {number} */ width) => lines(view, run, quantitiesOf(view), width);
      if (!run.isReady) return { progress, draw, summary: t('training.curves.empty') };
      return {
        progress,
        draw,
        summary: summaryOf(view, run),
        table: () => ({
          columns: columns(t, 'training.column', ['rule', 'step', ...measurements]),
          rows: run.tracks.flatMap(({ rule, rows }) =>
            rows.map((row) => ({
              rule: ruleText(view, rule),
              step: row.step,
              ...Object.fromEntries(measurements.map((name) => [name, row[name]])),
            })),
          ),
        }),
        below: view.single ? nothing : outcomesOf(view, run),
        more: view.single ? [aside(view), outcomesOf(view, run)] : nothing,
      };
    },

    more: ({ t, format, count }) =>
      rich(t, 'training.curves.judged', {
        goal: format.percent(goal, 0),
        examples: count(heldOut),
      }),
  },
  PublishingSection,
);

const measurements = constant([
  'learningRate',
  'trainLoss',
  'trainAccuracy',
  'loss',
  'accuracy',
  'exact',
]);

/** @param {TrainingSection} view @returns {readonly Quantity[]} */
function quantitiesOf({ t, format, run }) {
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

/** Draws a button that stays in place when it has nothing to do. */
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

/** @param {TrainingSection} view */
const aside = (view) => [checkpoints(view), taskOf(view)];

/** Describes the task of the networks. @param {TrainingSection} view */
const taskOf = ({ t, params, count }) =>
  html`<p class="task" data-aside>
    ${rich(t, `training.task.${params.task}`, { size: count(params.size) })}
  </p>`;

/** Draws the buttons to play, step and start over, and the progress. @param {TrainingSection} view */
function transport(view) {
  const { t, run, count } = view;
  const isOver = !run || run.state === 'done' || Boolean(run.failure);
  const isPlaying = run?.state === 'training';
  const isFresh = !run || (run.step === 0 && !run.failure);
  const every = run?.every ?? 1;
  const play = isPlaying ? 'pause' : run?.step ? 'continue' : 'play';
  const many = t('training.step.many', { count: count(every) });
  return html`<div class="choices transport">
    ${button('play', t(`training.${play}`), isOver, () => (isPlaying ? run.pause() : run?.play()))}
    ${button('one', t('training.step.one'), isOver, () => run?.advance(1))}
    ${every > 1 ? button('many', many, isOver, () => run?.advance(every)) : nothing}
    ${button('reset', t('training.startOver'), isFresh, () => run?.reset())}
    <span class="status number">${run ? statusOf(view, run) : t('common.waiting')}</span>
  </div>`;
}

/** @param {TrainingSection} view @param {Run} run */
function statusOf({ t, count, format }, { state, isPatient, step, goal: steps, speed }) {
  const paused = isPatient ? 'patient' : 'paused';
  return t(`training.status.${state === 'paused' ? paused : state}`, {
    step: count(step),
    steps: count(steps),
    speed: format.compact(speed, 2),
  });
}

/** Draws the kept networks. @param {TrainingSection} view */
function checkpoints({ t, run, count }) {
  if (!run?.isReady) return nothing;
  const { kept, step } = run;
  const isOff = kept.length >= mostKept || kept.some((each) => each.step === step);
  const keep = t('training.kept.keep', { step: count(step) });
  return html`<div
    class="choices kept"
    data-aside
    role="group"
    aria-label=${t('training.kept.label')}
  >
    ${button('keep', keep, isOff, () => void run.keep())}
    ${kept.length > 0 ? html`<span class="muted">${t('training.kept.back')}</span>` : nothing}
    ${kept.map(
      (each) =>
        html`<button
          type="button"
          class="chip"
          aria-pressed=${String(each.step === step && run.state !== 'training')}
          @click=${() => run.goBack(each)}
        >
          ${t('training.kept.step', { step: count(each.step) })}
        </button>`,
    )}
  </div>`;
}

/** Draws the verdict's other sentences, and each rule's numbers. @param {TrainingSection} view @param {Run} run */
function outcomesOf(view, run) {
  const { t, format, count } = view;
  const { outcomes, one, rest } = verdictOf(run.tracks, measuredOf(run));
  const head = (/** @type {string} */ name, kind = 'numeric') =>
    html`<th scope="col" class=${kind}>${t(`training.column.${name}`)}</th>`;
  const atWords = (/** @type {Outcome} */ { end, at }) =>
    end === 'reached' ? count(at) : t(`training.at.${end}`, { step: count(at) });
  const sentences = () =>
    rest.map(({ of, relation }) => {
      const key = of.end === 'diverged' ? 'diverged' : relation;
      const space = t.language === 'en' ? ' ' : '';
      return [rich(t, `training.rest.${key}`, wordsOf(view, of, one)), space];
    });
  return html`${
      rest.length > 0
        ? html`<p class="verdict">
            ${run.state === 'done' ? sentences() : t('training.curves.later')}
          </p>`
        : nothing
    }
    <div
      class="scroll"
      data-aside
      tabindex="0"
      role="group"
      aria-label=${t('training.curves.numbers')}
    >
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
                <th scope="row">${ruleName(view, of.rule)}</th>
                <td class="numeric" data-value="at">${atWords(of)}</td>
                <td class="numeric" data-value="accuracy">${format.share(of.accuracy)}</td>
                <td class="numeric" data-value="loss">${format.number(of.loss, 3)}</td>
                <td>
                  <button
                    type="button"
                    class="quiet"
                    aria-label=${t('training.save.label', { rule: ruleText(view, of.rule) })}
                    @click=${() => saveNetwork(run, of.rule)}
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

/** @param {TrainingSection} view @param {Outcome} of @param {Outcome} one */
function wordsOf(view, of, one) {
  const { format, count } = view;
  const rule = (/** @type {Outcome} */ each) => ruleWords(view, each.rule);
  return {
    rule: rule(of),
    other: rule(one),
    at: count(of.at),
    otherAt: count(one.at),
    accuracy: format.share(of.accuracy, 0),
    otherAccuracy: format.share(one.accuracy, 0),
    goal: format.percent(goal, 0),
    step: count(of.step),
  };
}

/** Saves a network as a file, unless it is gone by then. @param {Run} run @param {Rule} rule */
async function saveNetwork(run, rule) {
  try {
    const [{ saveData }, bytes] = await Promise.all([
      import('../../charts/export.js'),
      run.save(rule),
    ]);
    saveData(`${rule}.safetensors`, bytes);
  } catch (error) {
    if (!(error instanceof DOMException && error.name === 'AbortError')) throw error;
  }
}

/** @param {TrainingSection} view @param {Run} run */
function summaryOf(view, run) {
  const { t, count, format } = view;
  const { outcomes } = verdictOf(run.tracks, measuredOf(run));
  return plain(t, 'training.curves.summary', {
    step: count(lastStep(run)),
    steps: count(run.goal),
    shares: format.list(
      outcomes.map(({ rule, accuracy }) =>
        t('training.curves.share', {
          rule: ruleText(view, rule),
          accuracy: format.share(accuracy, 0),
        }),
      ),
    ),
  });
}

/** Returns the step of the last measurement, taken from the networks that did not diverge. @param {Run} run */
export const lastStep = ({ tracks }) =>
  Math.max(...tracks.map(({ rows }) => rows[rows.length - 1]?.step ?? 0));

/** Returns how the curves of an experiment are measured. @param {{every: number}} run */
export const measuredOf = ({ every }) => ({ every, examples: heldOut });
