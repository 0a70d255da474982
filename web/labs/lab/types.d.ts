/** What a lab asks and offers. */

import type { Mark } from '../../charts/types.js';
import type { Engine } from '../../engine/index.js';
import type { Params, Value } from '../../tables/types.js';
import type { Format } from '../../i18n/index.js';

/**
 * What an answer means in the picture: a mark, several, those that the engine gives for the preset's experiment, or in a
 * sentence why it has no place there; then its words stand over the picture.
 */
export type Choice = Mark | readonly Mark[] | string | ((engine: Engine, params: Params) => Mark);

export interface Preset {
  id: string;
  /** what it changes in the initial state */
  params: Readonly<Record<string, Value>>;
  /** the answers offered, by their letters */
  choices?: Readonly<Record<string, Choice>>;
  /** the letter that is right */
  answer?: string;
  /** the picture that shows it: id of an element in the lab */
  section?: string;
  /** the one that the prediction is drawn into, where that is another */
  picture?: string;
  /** live numbers for the explanation, null while they are on their way; `evidence` is the lab's */
  values?: (
    engine: Engine,
    params: Params,
    format: Format,
    evidence?: any,
  ) => Record<string, string> | null;
  /** whether what it explains is still what is shown; where not, <lab>.preset.elsewhere is said */
  holds?: (params: Params) => boolean;
}

export interface Option {
  value: string | number;
  words: string;
  chosen: boolean;
}

/** What a lab shares beside its state: the text of its element, and what the state is without it where no link can carry it. */
export interface Shared {
  program: string;
  isTooLong: boolean;
  without: Params;
}
