/** What the pictures of a lab tell it, by the names of events that bubble to it. */

import type { Keep } from '../attention/own-parts.js';
import type { Guess } from '../story/guesses.js';
import type { Experiment } from '../training/experiment.js';

export interface Told {
  /** What was computed, for the lab's answer, formula and programs. */
  'sd-result': { name: string; result: unknown; isSettled: boolean };
  /** The term of the formula that drives what is pointed at. */
  'sd-term': { term: string };
  /** The visitor's own data came or went. */
  'sd-own': { keep: Keep; state: Record<string, unknown> };
  /** Somebody predicted something in a scene of the story. */
  'sd-guess': Guess;
  /** A picture asks for the experiment of its lab. */
  'sd-experiment': { take(experiment: Experiment): void };
}

type Events = { [Name in keyof Told]: CustomEvent<Told[Name]> };

declare global {
  interface HTMLElementEventMap extends Events {
    /** Of a chart: something is dragged, or was let go. */
    'sd-drag': CustomEvent<{ done: boolean }>;
  }
}
