/** What pictures are declared with: their sources, and what their functions are given. */

import type { Section, Params } from './section.js';
import type { Computation } from './source.js';
import type { Figure } from '../../charts/types.js';
import type { Content } from './content.js';
import type { RunName, RunOptions, RunResults } from '../../engine/types.js';
import type { Progress } from './progress.js';
import type { Engine } from '../../engine/index.js';

/**
 * What every function of a declaration is given first: the words, numbers and state of the lab, and what the visitor chose in
 * this picture.
 */
export type View<R, S, Base extends Section = Section> = Base & Pictured<R, S>;

/** The same for functions beside a declaration, whose sources stand in a constant of their own. */
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
  /** what there is so far */
  results: Readonly<{ [Name in keyof R]: R[Name] | null }>;
  state: Readonly<S>;
  /** of the state */
  change: (changes: Partial<S>) => void;
  /** behind a result */
  computation: (name: keyof R & string) => Computation<any, any>;
  /** how far it is, with a button to stop it */
  status: (name: keyof R & string, words?: StatusWords) => unknown;
  /** a figure beside the main one */
  figureOf: (spec: Partial<Figure>, controls?: Content) => unknown;
}

export interface StatusWords {
  /** while nothing runs */
  idle?: Content;
  /** after it was stopped */
  partly?: string;
  /** key of the words for a rate; scores per second unless told */
  per?: string;
  /** no button to begin again */
  once?: boolean;
}

/** isShown: whether a partial result is shown */
export type Run = <Name extends RunName>(
  name: Name,
  options: RunOptions[Name],
  isShown?: (partial: RunResults[Name]) => boolean,
) => Promise<RunResults[Name]>;

/** What a computation is given besides the numbers. */
export interface Work<R> {
  signal: AbortSignal;
  /** shows what there is so far */
  partial: (result: R) => void;
  progress: (progress: Progress) => void;
  /** long work of the engine, its progress and its partial results shown */
  run: Run;
  /** the picture */
  view: Section & { results: Readonly<Record<string, any>> };
}

/**
 * @template N  what is needed: plain data, and objects that write what tells them apart as JSON (toJSON)
 * @template R  the result
 */
export interface Source<N, R> {
  /** null: nothing to compute, and no result */
  needs: (params: Params, view: any) => N | null;
  /**
   * at once, or by a promise: then the work counts as running until it is kept. (With Work<R>, R would be fixed before the
   * result is seen, as `any`.)
   */
  compute: (engine: Engine, needs: N, work: Work<any>) => R | Promise<R>;
  /** the name under which the lab is told of results (and whether they have settled), and with null that there is none */
  publish?: string;
  /** the picture is drawn without it, too */
  optional?: boolean;
  /** so much work is begun only for who looks */
  lazy?: boolean;
  /** begun by the visitor; what was made for other needs is not shown */
  byHand?: boolean;
}

export interface Pointing {
  /** The term that is drawn as pointed at */
  lit: string;
  /** The term pointed at now, not in the last drawing: keys may come faster than drawings */
  pointed: () => string;
  point: (term: string) => void;
  /** To the first control of a term */
  go: (term: string) => void;
}

/** what a picture is pointed at, by its keys */
export interface Pointed {
  key: string;
  group: string;
}
