/**
 * <scaledot-training>: does it matter for learning?
 *
 * The visitor sees the same small network learn the same task several times, side by side; only the rule of its scores
 * differs. An answer says what happened, with live numbers; below the curves of right answers and loss are what the networks
 * attend to, how sharply, with what scores and gradients, and whether other seeds agree.
 */
import '../tables/training.js'; // before anything that asks for the lab's state
import { html } from 'lit';
import { forTask, heldOut, rulesOf } from '../tables/training.js';
import { Lab } from './lab/lab.js';
import { rich } from './parts/text.js';
import { Bench } from './training/bench.js';
import { measuredOf, TrainingCurves } from './training/curves.js';
import { terms } from './training/terms.js';
import { presets } from './training/presets.js';
import { goal, verdictOf } from './training/verdict.js';
import { ruleWords } from './training/words.js';

/** @typedef {import('./training/verdict.js').Verdict} Verdict */
/** @typedef {import('./training/verdict.js').Outcome} Outcome */

export class ScaledotTraining extends Lab {
  static lab = 'training';
  static tag = 'scaledot-training';
  static presets = presets;
  static terms = terms;
  static answerComesFirst = false;
  static strip = ['dk', 'task'];
  static pictures = ['curves', 'maps', 'sharpness', 'scores', 'gradients', 'seeds'];
  static teller = 'curves';
  static drives = {
    curves: ['dk', 'task'],
    maps: ['dk', 'task'],
    sharpness: ['dk', 'task'],
    scores: ['dk', 'task'],
    gradients: ['dk', 'task'],
    seeds: ['dk', 'task'],
  };
  static parts = { 'sd-training-curves': TrainingCurves };
  static sections = {
    maps: async () => (await import('./training/maps.js')).TrainingMaps,
    sharpness: async () => (await import('./training/measured.js')).TrainingSharpness,
    scores: async () => (await import('./training/measured.js')).TrainingScores,
    gradients: async () => (await import('./training/measured.js')).TrainingGradients,
    seeds: async () => (await import('./training/seeds.js')).TrainingSeeds,
  };
  static formula = async () => (await import('./training/formula.js')).trainingFormula;
  static programs = () => import('./training/twins.js');

  /** The experiment that all pictures show. */
  #bench = new Bench();

  constructor() {
    super();
    // Drawn in the frame that its pictures are drawn in.
    this.#bench.addEventListener('change', () => this.requestUpdateNow());
    this.addEventListener('sd-bench', (event) => {
      event.stopPropagation();
      /** @type {CustomEvent} */ (event).detail.take(this.#bench);
    });
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    this.#bench.clear();
  }

  /** The networks learn their first steps while the lab is drawn. @param {import('../engine/index.js').Engine} engine */
  engineCame(engine) {
    this.#bench.ask(engine, this.params);
  }

  controlGroups() {
    return [{ group: 'main' }, { group: 'model', folds: true }, { group: 'learning', folds: true }];
  }

  /** A task that is chosen by hand brings what it can be learned with. @param {string} name @param {unknown} raw @param {boolean} final */
  enter(name, raw, final) {
    const before = this.params.task;
    const now = super.enter(name, raw, final);
    if (name === 'task' && now !== before) this.setState(forTask(String(now)));
    return now;
  }

  /** The experiment of the present state, once there is something to tell. */
  get run() {
    const run = this.#bench.runOf(this.params);
    return run?.isReady ? run : null;
  }

  /** What decides a question: the experiment, once it has ended. */
  get evidence() {
    const { run } = this;
    return run?.state === 'done' ? run : null;
  }

  renderAnswer() {
    const { run } = this;
    const { t } = this.speech;
    if (!run || run.step === 0) return rich(t, 'training.answer.waiting');
    const verdict = verdictOf(run.tracks, measuredOf(run));
    const isAlone = verdict.one === verdict.other;
    if (run.state !== 'done') {
      const isTraining = run.state === 'training';
      const key = `training.answer.${isTraining ? 'soFar' : 'paused'}${isAlone ? 'One' : ''}`;
      return rich(t, key, this.#values(verdict, isTraining ? 'live' : 'answer'));
    }
    return rich(
      t,
      `training.answer.${answerOf(verdict, isAlone)}`,
      this.#values(verdict, 'answer'),
    );
  }

  /**
   * What the answer says. Numbers of a run that goes on are live, and those of one that rests are the answer's.
   * @param {Verdict} verdict
   * @param {'live' | 'answer'} kind
   */
  #values({ one, other }, kind) {
    const { speech } = this;
    const { format, params } = speech;
    const number = (/** @type {string} */ name, /** @type {string} */ text) =>
      html`<strong class="number" data-value=${`${kind}-${name}`}>${text}</strong>`;
    const rule = (/** @type {Outcome} */ of) =>
      html`<strong data-term=${of.rule} ?data-lit=${this.term === of.rule}
        >${ruleWords(speech, of.rule)}</strong
      >`;
    return {
      one: rule(one),
      other: rule(other),
      at: number('at', format.integer(one.at)),
      otherAt: number('other-at', format.integer(other.at)),
      accuracy: number('accuracy', format.share(one.accuracy, 0)),
      otherAccuracy: number('other-accuracy', format.share(other.accuracy, 0)),
      goal: format.percent(goal, 0),
      step: number('step', format.integer(one.step)),
      examples: format.integer(heldOut),
      steps: format.integer(Number(params.steps)),
    };
  }

  renderFormula() {
    return this.drawFormula({
      ...this.speech,
      rules: rulesOf(this.params),
      run: this.run,
      engine: this.engine,
      pointing: this.pointing,
    });
  }

  renderMain() {
    return this.picture('curves');
  }

  /** The programs, kept while what they print stays. @type {{of: unknown, twins: Record<string, string>}} */
  #programs = { of: null, twins: {} };

  /** Of networks that rest. @param {typeof import('./training/twins.js')} written */
  twins({ twins }) {
    const { run } = this;
    if (!run || run.state === 'training') return {};
    const { printed } = run;
    if (printed?.step !== run.step) {
      void run.print();
      return {};
    }
    if (this.#programs.of !== printed)
      this.#programs = { of: printed, twins: twins(this.params, printed) };
    return this.#programs.twins;
  }
}

/** The key of the sentence that tells a verdict. @param {Verdict} verdict @param {boolean} isAlone */
function answerOf({ one, other, relation }, isAlone) {
  if (isAlone) return `one.${one.end}`;
  if (relation !== 'same') return relation;
  const [end, otherEnd] = [one, other].map((of) => (of.end === 'lost' ? 'short' : of.end));
  return end === otherEnd ? `same.${end}` : 'same.near';
}
