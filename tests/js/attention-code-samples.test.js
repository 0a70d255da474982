// Runs the code samples of the Attention lab. They must print the numbers of the page.
import { expect, test } from '@jest/globals';
import { modelOf, shownHead, shownQuery } from '../../web/labs/attention/model.js';
import { codeSamples } from '../../web/labs/attention/code-samples.js';
import { attentionData } from '../../web/files/attention-data.js';
import { readTensors } from '../../web/files/read-tensors.js';
import { initialParams } from '../../web/tables/state.js';
import { testPrograms } from './programs.js';
import { fetchOwnSource } from '../../web/labs/attention/source.js';
import { fetchTokenizer } from '../../web/labs/attention/words.js';

await Promise.all([fetchOwnSource(), fetchTokenizer()]);

/** @param {import('../../web/engine/index.js').Engine} engine @param {import('../../web/tables/state.js').Params} params @param {import('../../web/labs/attention/own.js').OwnData | null} [own] */
function programs(engine, params, own = null) {
  const model = modelOf(engine, params, own);
  const query = shownQuery(model, params);
  return codeSamples(engine, params, model, { query, head: shownHead(model, params, query) });
}

/** States that together cover every source of matrices, every mask and rule, and every kind of changed cell. */
const states = {
  'as the page opens': {},
  'two languages, a window and a rule of one’s own': {
    kind: 'cross',
    mask: 'window',
    window: 3,
    scale: 'alpha',
    alpha: 0.75,
    positions: 'off',
  },
  'random words, causal, with cells of X, W and Q changed': {
    source: 'random',
    example: 'tired',
    kind: 'causal',
    head: 2,
    seed: 2 ** 40 + 5,
    edits: '0,0,2,3,1.5,2,1,4,1,-0.25,5,1,7,0,3',
  },
  'numbered tokens, padding at the end, no factor': {
    source: 'random',
    count: 20,
    modelDim: 33,
    dk: 5,
    heads: 3,
    head: 3,
    token: 4,
    mask: 'padding',
    length: 7,
    scale: 'none',
  },
  'a fully masked row: padding at the start, and causal': {
    source: 'random',
    example: 'wide-zh',
    kind: 'causal',
    mask: 'padding',
    side: 'start',
    length: 4,
    token: 2,
    scale: 'number',
    factor: 0.3,
  },
};

testPrograms('attention', states, (engine, params) => programs(engine, params));

/** The data that a visitor pastes. @type {Record<string, string>} */
const pasted = {
  'one’s own Q, K and V': 'Q\n1,0.5\n0,-1\n\nK\n1,2\n0.25,1\n-1,1e-3\n\nV\n1\n2\n-3.5\n',
  'one’s own X and W, two heads and biases': JSON.stringify({
    x: [
      [1, 2, 0.1],
      [0, -1, 3],
    ],
    wq: [
      [1, 0, 0.5, 2],
      [0, 1, 1, 0],
      [0.3, 0.2, 0.1, -1],
    ],
    wk: [
      [1, 0, 1, 0],
      [0, 1, 2, 0],
      [1, 1, 0.1, -1],
    ],
    wv: [
      [1, 2],
      [3, 4],
      [5, 6],
    ],
    bq: [0.1, 0.2, 0.3, 0.4],
    bv: [0.5, 7],
    heads: 2,
  }),
};

for (const [name, text] of Object.entries(pasted)) {
  testPrograms(
    'attention',
    { [name]: { source: 'own', edits: '7,0,1,0,4', head: 2 } },
    (engine, params) => {
      const data = attentionData(readTensors(engine, 'pasted', text));
      if (data.kind === 'matrix') throw new Error('one matrix was read');
      return programs(engine, params, data);
    },
  );
}

test('there is no program without weights', () => {
  const model = /** @type {any} */ ({ weights: { data: new Float32Array(0), shape: [1, 0, 0] } });
  const params = initialParams('attention');
  expect(codeSamples(/** @type {any} */ (null), params, model, { query: 0, head: 0 })).toEqual({});
});
