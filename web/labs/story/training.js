/**
 * <sd-story-training>: does the factor help a network to learn? Two networks, with and without the factor, from the
 * same start and with the same examples. The visitor starts the training. It runs only while it is in view.
 */
import { html } from 'lit';
import { curves } from '../../charts/curves.js';
import { constant } from '../../engine/border/constant.js';
import { goal, verdictOf } from '../../pictures/verdict.js';
import { heldOut } from '../../tables/training.js';
import { change, initialParams } from '../../tables/params.js';
import { columns } from '../parts/picture.js';
import { refusal } from '../parts/refusal.js';
import { Section } from '../parts/section.js';
import { plain, rich } from '../parts/text.js';
import { Run } from '../training/run.js';
import { scene, button } from './scene.js';

/** @import { Engine } from '../../engine/index.js' */
/** @import { Translate } from '../../i18n/index.js' */
/** @import { Verdict } from '../../pictures/types.js' */

/** The experiment, as parameters of the Training lab. */
const experiment = Object.freeze({ rules: 'rsqrt,none' });

/** @param {Section['params']} params */
const stateOf = ({ seed }) => ({ ...experiment, seed: Number(seed) });

class TrainingScene extends Section {
  /** @type {Run | null} */ run = null;
  #of = '';
  /** Whether the training was paused when the scene left the window. It continues when the scene is back. */
  #isWaiting = false;

  disconnectedCallback() {
    super.disconnectedCallback();
    this.run?.dispose();
    this.run = null;
  }

  /** @param {boolean} visible */
  moved(visible) {
    super.moved(visible);
    const { run } = this;
    if (!visible && run?.state === 'training') {
      this.#isWaiting = true;
      run.pause();
    } else if (visible && this.#isWaiting) {
      this.#isWaiting = false;
      run?.play();
    }
  }

  /** Discards the run when the seed changes. @param {Engine} _engine */
  follow(_engine) {
    const of = JSON.stringify(stateOf(this.params));
    if (of === this.#of) return;
    this.#of = of;
    this.run?.dispose();
    this.run = null;
  }

  begin() {
    if (this.run?.state !== 'done') this.play();
    if (this.run) this.track(this.run.settled);
  }

  play() {
    const { engine } = this;
    if (!engine || !this.isConnected) return; // nobody would end the run
    if (this.run?.failure || this.run?.state === 'done') this.run.dispose();
    else if (this.run) return this.run.play();
    const { params } = change(initialParams('training'), stateOf(this.params), 'training');
    const run = new Run(engine, params, { wait: 0 });
    this.run = run;
    run.addEventListener('change', () => {
      if (run === this.run) this.redraw();
    });
    run.play();
  }
}

/** @typedef {TrainingScene} View */

export const StoryTraining = scene(
  {
    name: 'story-training',
    guesses: {
      with: () => [{ of: 'rsqrt' }],
      without: () => [{ of: 'none' }],
      neither: () => [],
    },
    title: ({ t }) => plain(t, 'story.training.figure'),
    height: 270,

    act(view) {
      const { t, run, count } = view;
      const isOn = run?.state === 'training';
      const key = isOn
        ? 'pause'
        : run && run.step > 0 && run.state !== 'done'
          ? 'continue'
          : run
            ? 'again'
            : 'train';
      return html`${button(view, { name: 'training', label: t(`story.training.${key}`), act: () => (isOn ? run.pause() : view.play()) })}
        <span class="muted number"
          >${run ? t('story.training.step', { step: count(run.step), steps: count(run.goal) }) : ''}</span
        >`;
    },
    opens: (params) => ({ lab: 'training', ...stateOf(params) }),

    shows(view) {
      const { run, t } = view;
      const writeStatus = statusWriter(view);
      return {
        draw: (width, height) => draw(view, { width, height }),
        progress: run?.state === 'training' ? run.step / run.goal : null,
        summary: writeStatus(plain),
        verdict: run?.failure ? refusal(t, run.failure) : writeStatus(rich),
        table: () => ({
          columns: columns(t, 'story.training.column', ['rule', 'step', 'accuracy', 'loss']),
          rows: (run?.tracks ?? []).flatMap(({ rule, rows }) =>
            rows.map(({ step, accuracy, loss }) => ({
              rule: plain(t, names[rule]),
              step,
              accuracy,
              loss,
            })),
          ),
        }),
      };
    },
  },
  TrainingScene,
);

/** @type {Readonly<Record<string, string>>} */
const names = { rsqrt: 'story.with', none: 'story.without' };

/** Returns a function that writes the result, or the progress until there is one. @param {View} view */
function statusWriter({ t, run, format, count }) {
  /** @type {[string, Record<string, string>]} */
  let words = ['story.training.idle', {}];
  if (run?.isReady) {
    const verdict = verdictOf(run.tracks, { every: run.every, examples: heldOut });
    const { one, other } = verdict;
    words = [
      `story.training.${run.state === 'done' ? relationOf(verdict) : 'soFar'}`,
      {
        goal: format.percent(goal, 0),
        ...{ at: count(one.at), otherAt: count(other.at) },
        accuracy: format.share(one.accuracy, 0),
        otherAccuracy: format.share(other.accuracy, 0),
      },
    ];
  }
  /** @template Said @param {(t: Translate, key: string, values: Record<string, string>) => Said} write */
  return (write) => write(t, ...words);
}

/** Returns which sentence describes the result. @param {Verdict} verdict */
function relationOf({ one, other, relation }) {
  if (relation === 'sooner' || relation === 'later') return relation;
  if (relation === 'same')
    return one.end === 'reached' && other.end === 'reached' ? 'both' : 'same';
  return ['only', 'ahead', 'survived'].includes(relation) ? 'better' : 'worse';
}

/** @param {View} view @param {{width: number, height: number}} size */
function draw({ t, run, format }, size) {
  const end = run?.goal ?? Number(initialParams('training').steps);
  return curves({
    ...size,
    series: [
      {
        ...{
          key: 'goal',
          label: format.percent(goal, 0),
          color: 'faint',
          thin: true,
          dash: true,
        },
        points: [
          [0, goal],
          [end, goal],
        ],
      },
      ...(run?.tracks ?? []).map(({ rule, rows }) => ({
        key: rule,
        label: plain(t, names[rule]),
        color: constant('ink'),
        dash: rule === 'none',
        points: rows.map(
          /** @returns {[number, number]} */ ({ step, accuracy }) => [step, accuracy],
        ),
      })),
    ],
    x: { label: t('story.training.x'), domain: [0, end], whole: true },
    y: {
      label: t('story.training.y'),
      domain: [0, 1.02],
      ticks: [0, 0.5, 1],
      format: (value) => format.percent(value, 0),
      read: (value) => format.share(value),
    },
  });
}
