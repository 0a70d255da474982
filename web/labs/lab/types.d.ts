/** Types of presets, options and shared data of a lab. */

import type { Mark } from '../../charts/types.js';
import type { Engine } from '../../engine/index.js';
import type { Params, Value } from '../../tables/types.js';
import type { Format } from '../../i18n/index.js';

/**
 * The place of an answer in the picture: a mark, several marks, or one that the engine computes for the preset's
 * experiment. A string says why it has no place there; the words of the answer are then written above the picture.
 */
export type Choice = Mark | readonly Mark[] | string | ((engine: Engine, params: Params) => Mark);

export interface Preset {
  id: string;
  /** Changes to the initial state. */
  params: Readonly<Record<string, Value>>;
  /** The answers offered, by letter. */
  choices?: Readonly<Record<string, Choice>>;
  /** The letter of the right answer. */
  answer?: string;
  /** The picture about the preset: id of an element in the lab. */
  section?: string;
  /** The picture that the prediction is drawn into, if it is a different one. */
  picture?: string;
  /** Live numbers for the explanation; null until they are known. `explanationData` comes from the lab. */
  values?: (
    engine: Engine,
    params: Params,
    format: Format,
    explanationData?: any,
  ) => Record<string, string> | null;
  /** Whether the explanation still fits the current state. If not, <lab>.preset.elsewhere is shown. */
  holds?: (params: Params) => boolean;
}

export interface Option {
  value: string | number;
  words: string;
  chosen: boolean;
}

/**
 * Data that a lab shares besides its state: the text of its element, and the state without this text, for when no link
 * can hold it.
 */
export interface Shared {
  program: string;
  isTooLong: boolean;
  without: Params;
}
