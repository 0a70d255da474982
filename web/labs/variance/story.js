/** The pictures of the Variance lab below the main one, by tag. */
import { VarianceBlog } from './blog.js';
import { VarianceDerivation } from './derivation.js';
import { VarianceGrowth } from './growth.js';
import { VarianceReplicate } from './replicate.js';
import { VarianceWalks } from './walks.js';

/** @type {Readonly<Record<string, CustomElementConstructor>>} */
export const sections = Object.freeze({
  'sd-variance-walks': VarianceWalks,
  'sd-variance-growth': VarianceGrowth,
  'sd-variance-replicate': VarianceReplicate,
  'sd-variance-blog': VarianceBlog,
  'sd-variance-derivation': VarianceDerivation,
});
