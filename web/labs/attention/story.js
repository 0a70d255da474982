/** The pictures of the Attention lab below the main one, by tag. */
import { AttentionAccuracy } from './accuracy.js';
import { AttentionData } from './data.js';
import { AttentionMasks } from './masks.js';
import { AttentionMatrices } from './matrices.js';

/** @type {Readonly<Record<string, CustomElementConstructor>>} */
export const sections = Object.freeze({
  'sd-attention-accuracy': AttentionAccuracy,
  'sd-attention-matrices': AttentionMatrices,
  'sd-attention-masks': AttentionMasks,
  'sd-attention-data': AttentionData,
});
