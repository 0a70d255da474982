/** The events that pictures send to their lab, by name. They bubble. */

import type { Keep } from '../attention/own-parts.js';
import type { Guess } from '../story/guesses.js';
import type { Experiment } from '../training/experiment.js';

export interface EventDetails {
  /** A result, for the lab's answer, formula and programs. */
  'sd-result': { name: string; result: unknown; isSettled: boolean };
  /** The term of the formula that drives the mark under the pointer. */
  'sd-term': { term: string };
  /** The visitor's own data was added or removed. */
  'sd-own': { keep: Keep; state: Record<string, unknown> };
  /** A prediction in a scene of the story. */
  'sd-guess': Guess;
  /** A picture requests the experiment of its lab. */
  'sd-experiment': { take(experiment: Experiment): void };
}

type Events = { [Name in keyof EventDetails]: CustomEvent<EventDetails[Name]> };

declare global {
  interface HTMLElementEventMap extends Events {
    /** A handle of a chart was moved, or released (done). */
    'sd-drag': CustomEvent<{ done: boolean }>;
  }
}
