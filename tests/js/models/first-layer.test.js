// Queries and keys of the first layer, of types whose whole pass is not known: computed as their modelling files do, or refused.
import { beforeAll, describe, expect, test } from '@jest/globals';
import { load } from '../../../web/engine/index.js';
import { openModel } from '../../../web/engine/models/index.js';
import { cases, filesOf } from './models.js';

/** @import { Engine } from '../../../web/engine/index.js' */
/** @import { Shapes } from './models.js' */

/** @type {Engine} */
let sd;
beforeAll(async () => {
  sd = await load({ engine: 'simd' });
});

/** @param {Shapes} shapes @param {object | null} config */
const open = (shapes, config) => openModel(sd, filesOf('first', shapes, config));

/** @param {Shapes} shapes @param {object | null} config */
async function refusalOf(shapes, config) {
  const error = await open(shapes, config).catch((/** @type {Error} */ caught) => caught);
  expect(error).toBeInstanceOf(RangeError);
  return /** @type {Error} */ (error).message;
}

/** Of a Llama, with other tensors beside them. @param {Shapes} more @returns {Shapes} */
const llamaWith = (more) => ({ ...cases.llama.tensors, ...more });

describe('what would change the weights and is not computed is refused', () => {
  test.each(['self_attn.sinks', 'attn.sink', 'self_attn.attention_sink_bias'])(
    'keys that stand for nothing: %s',
    async (sink) => {
      const name = `model.layers.0.${sink}`;
      const config = { ...cases.llama.config, model_type: 'gpt_oss' };
      expect(await refusalOf(llamaWith({ [name]: [4] }), config)).toBe(
        `files: got ${name}; expected none: sinks of attention are not computed`,
      );
    },
  );
});
