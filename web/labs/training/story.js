/** The pictures of the Training lab below the main one, by tag. */
import { TrainingMaps } from './maps.js';
import { TrainingGradients, TrainingScores, TrainingSharpness } from './measured.js';
import { TrainingSeeds } from './seeds.js';

/** @type {Readonly<Record<string, CustomElementConstructor>>} */
export const sections = Object.freeze({
  'sd-training-maps': TrainingMaps,
  'sd-training-sharpness': TrainingSharpness,
  'sd-training-scores': TrainingScores,
  'sd-training-gradients': TrainingGradients,
  'sd-training-seeds': TrainingSeeds,
});
