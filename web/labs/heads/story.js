/** The pictures of the Heads lab below the main one, by tag. */
import { HeadsCost } from './cost.js';
import { HeadsEven } from './even.js';
import { HeadsFold } from './fold.js';
import { HeadsMerged } from './merged.js';
import { HeadsSpectrum } from './spectrum.js';
import { HeadsSum } from './sum.js';
import { HeadsWeights } from './weights.js';

/** @type {Readonly<Record<string, CustomElementConstructor>>} */
export const sections = Object.freeze({
  'sd-heads-cost': HeadsCost,
  'sd-heads-even': HeadsEven,
  'sd-heads-spectrum': HeadsSpectrum,
  'sd-heads-merged': HeadsMerged,
  'sd-heads-fold': HeadsFold,
  'sd-heads-weights': HeadsWeights,
  'sd-heads-sum': HeadsSum,
});
