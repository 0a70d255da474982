/** The pictures of the Attention lab, by tag. */
import { AttentionData } from './data.js';
import { AttentionMasks } from './masks.js';
import { AttentionMatrices } from './matrices.js';
import { AttentionTokens } from './tokens.js';

/** @type {Readonly<Record<string, CustomElementConstructor>>} */
export const sections = Object.freeze({
  'sd-attention-tokens': AttentionTokens,
  'sd-attention-matrices': AttentionMatrices,
  'sd-attention-masks': AttentionMasks,
  'sd-attention-data': AttentionData,
});
