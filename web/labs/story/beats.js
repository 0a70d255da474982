/** The beats of the story that come after its first, by their tags. */
import '../../tables/training.js'; // what the networks of one of them are made of
import { StoryExaggerates } from './exaggerates.js';
import { StoryExponent } from './exponent.js';
import { StoryLearns } from './learns.js';
import { StoryRoot } from './root.js';
import { StoryTokens } from './tokens.js';
import { StoryTraining } from './training.js';
import { StoryTried } from './tried.js';

export const sections = {
  'sd-story-tokens': StoryTokens,
  'sd-story-root': StoryRoot,
  'sd-story-tried': StoryTried,
  'sd-story-exaggerates': StoryExaggerates,
  'sd-story-learns': StoryLearns,
  'sd-story-exponent': StoryExponent,
  'sd-story-training': StoryTraining,
};
