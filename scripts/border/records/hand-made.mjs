// Hand-made attention: records as in ../records.mjs.
import { flat, group, list, room, whole, wholes } from '../kinds.mjs';

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
            embeddings: room(),
          }),
          2,
          'kHandMadeSentences',
          'sentenceCount',
        ),
        weights: flat(
          group(
            'WeightRooms',
            'hand-made',
            { query: room(), key: room(), value: room(), output: room() },
            { cpp: 'HandMadeWeights' },
          ),
        ),
      },
    },
  },
};
