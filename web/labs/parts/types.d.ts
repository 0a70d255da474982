/** Types of a picture's declaration: its sources, and the arguments of its functions. */

import type { Section, Params } from './section.js';
import type { Computation } from './source.js';
import type { Figure } from '../../charts/types.js';
import type { Content } from './content.js';
import type { RunName, RunOptions, RunResults } from '../../engine/types.js';
import type { Engine } from '../../engine/index.js';

/**
 * The first argument of every function of a declaration: the words, numbers and state of the lab, and the visitor's
 * choices in this picture.
 */
export type View<R, S, Base extends Section = Section> = Base & Pictured<R, S>;

/** The same for functions outside a declaration, if the sources are a separate constant. */
export type ViewOf<
  Sources extends Record<string, Source<any, any>>,
  S = {},
  Base extends Section = Section,
> = View<
  { [Name in keyof Sources]: Sources[Name] extends Source<any, infer R> ? R : never },
  S,
  Base
>;

export interface Pictured<R, S> {
  /** Results so far. */
  results: Readonly<{ [Name in keyof R]: R[Name] | null }>;
  state: Readonly<S>;
  /** Changes the state. */
  change: (changes: Partial<S>) => void;
  /** The computation behind a result. */
  computation: (name: keyof R & string) => Computation<any, any>;
  /** Renders the progress of a result, with a button to stop it. */
  status: (name: keyof R & string, words?: StatusWords) => unknown;
  /** Renders a figure besides the main one. */
  figureOf: (spec: Partial<Figure>, controls?: Content) => unknown;
}

export interface StatusWords {
  /** Shown while nothing runs. */
  idle?: Content;
  /** Shown after it was stopped. */
  partly?: string;
  /** Key of the words for a rate. Default: scores per second. */
  per?: string;
  /** Whether to omit the button that starts again. */
  once?: boolean;
}

/** isShown: whether a partial result is shown. */
export type Run = <Name extends RunName>(
  name: Name,
  options: RunOptions[Name],
  isShown?: (partial: RunResults[Name]) => boolean,
) => Promise<RunResults[Name]>;

/** The argument of a computation besides its needs. */
export interface Work<R> {
  signal: AbortSignal;
  /** Shows a partial result. */
  partial: (result: R) => void;
  progress: (progress: Progress) => void;
  /** Runs long work of the engine, and shows its progress and its partial results. */
  run: Run;
  /** The picture. */
  view: Section & { results: Readonly<Record<string, any>> };
}

/**
 * @template N  the needs: plain data, and objects whose toJSON() writes what identifies them
 * @template R  the result
 */
export interface Source<N, R> {
  /** null: nothing to compute, and no result. */
  needs: (params: Params, view: any) => N | null;
  /**
   * Returns the result, or a promise. With a promise the work counts as running until it is settled. (With Work<R>, R
   * would be fixed as `any` before the result is seen.)
   */
  compute: (engine: Engine, needs: N, work: Work<any>) => R | Promise<R>;
  /** The name under which the lab gets results (and whether they have settled), and null if there is none. */
  publish?: string;
  /** Whether the picture can be drawn without this result. */
  optional?: boolean;
  /** Whether the work starts only while the picture is in view, because it is expensive. */
  lazy?: boolean;
  /** Whether the visitor starts it. A result for other needs is not shown. */
  byHand?: boolean;
}

export interface Pointing {
  /** The term that is rendered as highlighted. */
  lit: string;
  /** The term that is highlighted now. The last render may be older, because keys may come faster than renders. */
  pointed: () => string;
  point: (term: string) => void;
  /** Goes to the first control of a term. */
  go: (term: string) => void;
}

/** The mark under the pointer, by its keys. */
export interface Pointed {
  key: string;
  group: string;
}

/**
 * The programs for a state, and their output. A type alias, because a lab looks programs up by name, and an interface
 * has no implicit index signature.
 */
export type CodeSamples = {
  numpy?: string;
  pytorch?: string;
  javascript?: string;
  output?: string;
};

export interface Progress {
  done: number;
  scores?: number;
  seconds: number;
  perSecond?: number;
}
