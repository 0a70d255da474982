/** The base of the Training lab's pictures. They show the lab's experiment and are redrawn whenever it has advanced. */
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
    /** @type {Run | null} The experiment whose end makes the picture a finished one. */
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

  /** The lab's experiment; null before it has begun and while it is still that of another state. */
  get run() {
    return this.experiment?.runOf(this.params) ?? null;
  }

  /** Begins this much work only for a picture on the screen. @param {Engine} engine */
  follow(engine) {
    if (this.onScreen) this.take(engine);
  }

  /** Joins the lab's experiment, and begins it if necessary. @param {Engine} engine */
  take(engine) {
    const run = this.experiment?.ask(engine, this.params) ?? null;
    if (run === this.awaited) return;
    this.awaited = run;
    if (run) this.track(run.settled);
  }
}

/** @param {TrainingSection} view @param {string} key */
const ruleIn = ({ run }, key) => (run?.tracks.some(({ rule }) => rule === key) ? key : '');

/** Marks and formula terms have the names of the rules. */
export const namedForRules = {
  driven: (/** @type {string} */ term, /** @type {TrainingSection} */ view) => ruleIn(view, term),
  termOf: (/** @type {Pointed} */ { key }, /** @type {TrainingSection} */ view) =>
    ruleIn(view, key),
};
