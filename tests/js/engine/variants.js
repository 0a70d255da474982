// Runs one suite on every variant of the engine that this Node can run.
import { beforeAll, describe, expect, test } from '@jest/globals';
import { load } from '../../../web/engine/index.js';
import { variantRuns, variants } from '../../../web/engine/border/variants.js';

/** @import { Engine } from '../../../web/engine/index.js' */
/** @import { Variant } from '../../../web/engine/types.js' */

export { variantRuns, variants };

/**
 * @param {string} name
 * @param {(engine: () => Engine, variant: Variant) => void} body
 * @param {readonly Variant[]} [which]
 */
export function onEveryVariant(name, body, which = variants) {
  for (const variant of which) {
    const runs = variantRuns(variant);
    const missing = runs ? '' : `, SKIPPED: Node ${process.versions.node} does not run it`;
    (runs ? describe : describe.skip)(`${name} [${variant}${missing}]`, () => {
      /** @type {Engine} */
      let engine;
      beforeAll(async () => {
        engine = await load({ engine: variant });
      });
      test(`the variant that runs is ${variant}`, () => {
        expect(engine.engine.variant).toBe(variant);
      });
      body(() => engine, variant);
    });
  }
}
