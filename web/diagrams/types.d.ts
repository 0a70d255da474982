/** A chart of a user's own data. */

import type { Language } from '../i18n/index.js';
import type { Figure } from '../charts/types.js';
import type { Speech, Spoken } from './diagram.js';

export interface Diagram {
  kind: 'histogram' | 'curves' | 'bars' | 'heat' | 'bands';
  common: {
    title?: string;
    summary?: string;
    name?: string;
    link?: string;
    height?: number;
    width?: number;
    lang?: Language;
  };
  /** Default height */
  height: Figure['height'];
  speak: (speech: Speech) => Spoken;
  rows: () => Record<string, string | number | null>[];
  /** Added to the JSON file */
  data?: unknown;
}
