/** The pictures of the Scoring lab below the main one, by tag. */
import { ScoringLaws } from './laws.js';
import { ScoringLayernorm } from './layernorm.js';
import { ScoringNorms } from './norms.js';
import { ScoringSharpness } from './sharpness.js';
import { ScoringTable } from './table.js';

/** @type {Readonly<Record<string, CustomElementConstructor>>} */
export const sections = Object.freeze({
  'sd-scoring-norms': ScoringNorms,
  'sd-scoring-laws': ScoringLaws,
  'sd-scoring-sharpness': ScoringSharpness,
  'sd-scoring-layernorm': ScoringLayernorm,
  'sd-scoring-table': ScoringTable,
});
