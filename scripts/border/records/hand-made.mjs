// Hand-made attention: records as in ../records.mjs.
import { flat, group, list, place, whole, wholes } from '../kinds.mjs';

/** @type {import('../records.mjs').Binding} */
export const handMade = {
  includes: ['attention/hand_made.h'],
  calls: {
    handMade: {
      file: 'hand-made',
      takes: {
        sentences: list(
          group('Sentence', 'hand-made', {
            count: whole,
            words: wholes,
            kinds: wholes,
            embeddings: place(),
          }),
          2,
          'kHandMadeSentences',
          'sentenceCount',
        ),
        weights: flat(
          group(
            'WeightPlaces',
            'hand-made',
            { query: place(), key: place(), value: place(), output: place() },
            { cpp: 'HandMadeWeights' },
          ),
        ),
      },
    },
  },
};
