/** What all pictures of the Training lab have in common: the lab's experiment, drawn again whenever it has gone on. */
import { Section } from '../parts/section.js';
import { trainingStyles } from './styles.js';

/** @import { Engine } from '../../engine/index.js' */
/** @import { Pointed } from '../parts/types.js' */
/** @import { Experiment } from './experiment.js' */
/** @import { Run } from './run.js' */

export class TrainingSection extends Section {
  static styles = [...Section.styles, trainingStyles];

  constructor() {
    super();
    /** @type {Experiment | null} */ this.experiment = null;
    /** @type {Run | null} The experiment whose end is waited for by whoever wants the finished picture. */
    this.awaited = null;
    this.onChange = () => this.requestUpdate();
  }

  connectedCallback() {
    super.connectedCallback();
    this.tell('sd-experiment', {
      take: (/** @type {Experiment} */ experiment) => (this.experiment = experiment),
    });
    this.experiment?.addEventListener('change', this.onChange);
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    this.experiment?.removeEventListener('change', this.onChange);
  }

  /** The lab's experiment; null before it has begun, and while it is still that of another state. */
  get run() {
    return this.experiment?.runOf(this.params) ?? null;
  }

  /** So much work is begun only for who looks. @param {Engine} engine */
  follow(engine) {
    if (this.onScreen) this.take(engine);
  }

  /** Takes part in the lab's experiment, which begins if need be. @param {Engine} engine */
  take(engine) {
    const run = this.experiment?.ask(engine, this.params) ?? null;
    if (run === this.awaited) return;
    this.awaited = run;
    if (run) this.track(run.settled);
  }
}

/** @param {TrainingSection} view @param {string} key */
const ruleIn = ({ run }, key) => (run?.tracks.some(({ rule }) => rule === key) ? key : '');

/** Marks and terms of a formula are named for the rules. */
export const namedForRules = {
  driven: (/** @type {string} */ term, /** @type {TrainingSection} */ view) => ruleIn(view, term),
  termOf: (/** @type {Pointed} */ { key }, /** @type {TrainingSection} */ view) =>
    ruleIn(view, key),
};
