/**
 * <scaledot-training>: does it matter for learning?
 *
 * The visitor sees the same small network learn the same task several times, side by side. Only the scale rule of its
 * scores differs. An answer says what happened, with live numbers. Below the curves of accuracy and loss: what the
 * networks attend to, how sharply, with what scores and gradients, and whether other seeds agree.
 */

/** @import { Engine } from '../engine/index.js' */
/** @import { Value } from '../tables/types.js' */

import '../tables/training.js'; // before any code that needs the lab's state
import { forTask, rulesOf } from '../tables/training.js';
import { Lab } from './lab/lab.js';
import { Experiment } from './training/experiment.js';
import { terms } from './training/terms.js';
import { presets } from './training/presets.js';

export class ScaledotTraining extends Lab {
  static lab = 'training';
  static tag = 'scaledot-training';
  static presets = presets;
  static terms = terms;
  static answerComesFirst = false;
  static strip = ['dk', 'task'];
  static pictures = ['curves', 'maps', 'sharpness', 'scores', 'gradients', 'seeds'];
  static answerPicture = 'curves';
  static drives = {
    curves: ['dk', 'task'],
    maps: ['dk', 'task'],
    sharpness: ['dk', 'task'],
    scores: ['dk', 'task'],
    gradients: ['dk', 'task'],
    seeds: ['dk', 'task'],
  };
  static first = () => import('./training/first.js');
  static sections = {
    maps: async () => (await import('./training/maps.js')).TrainingMaps,
    sharpness: async () => (await import('./training/measured.js')).TrainingSharpness,
    scores: async () => (await import('./training/measured.js')).TrainingScores,
    gradients: async () => (await import('./training/measured.js')).TrainingGradients,
    seeds: async () => (await import('./training/seeds.js')).TrainingSeeds,
  };
  static formula = async () => (await import('./training/formula.js')).trainingFormula;
  static programs = () => import('./training/code-samples.js');

  /** The experiment that all pictures show. */
  #experiment = new Experiment();

  constructor() {
    super();
    // Renders in the same frame as its pictures.
    this.#experiment.addEventListener('change', () => this.requestUpdateNow());
    this.addEventListener('sd-experiment', (event) => {
      event.stopPropagation();
      event.detail.take(this.#experiment);
    });
  }

  connectedCallback() {
    this.#experiment.open();
    super.connectedCallback();
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    this.#experiment.close();
  }

  /** Starts the training while the lab is still being rendered. @param {Engine} engine */
  engineCame(engine) {
    this.#experiment.ask(engine, this.params);
  }

  controlGroups() {
    return [{ group: 'main' }, { group: 'model', folds: true }, { group: 'learning', folds: true }];
  }

  /**
   * Takes a value as every lab does. With a manually chosen task, also sets the parameters with which it can be learned.
   * @param {string} name
   * @param {Value} raw
   * @param {boolean} final
   */
  enter(name, raw, final) {
    const before = this.params.task;
    const now = super.enter(name, raw, final);
    if (name === 'task' && now !== before) this.apply(forTask(String(now)));
    return now;
  }

  /** The experiment of the current state, once it has something to show. */
  get run() {
    const run = this.#experiment.runOf(this.params);
    return run?.isReady ? run : null;
  }

  /** The experiment that decides a question, once it has ended. */
  get explanationData() {
    const { run } = this;
    return run?.state === 'done' ? run : null;
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

  /**
   * The programs, cached while the printed numbers stay the same.
   * @type {{of: unknown, samples: Record<string, string>}}
   */
  #programs = { of: null, samples: {} };

  /** Writes the programs while no training runs. @param {typeof import('./training/code-samples.js')} written */
  codeSamples({ codeSamples }) {
    const { run } = this;
    if (!run || run.state === 'training') return {};
    const { printed } = run;
    if (printed?.step !== run.step) {
      void run.print();
      return {};
    }
    if (this.#programs.of !== printed)
      this.#programs = { of: printed, samples: codeSamples(this.params, printed) };
    return this.#programs.samples;
  }
}
