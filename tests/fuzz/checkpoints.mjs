// Cut and changed checkpoints. Each is refused with one sentence, or makes a trainer that steps and saves.
import { load } from '../../web/engine/index.js';
import { changed } from './bytes.mjs';

/** @typedef {import('./source.mjs').Source} Source */

const sd = await load({ engine: 'simd', workers: 0 });

/** Returns a small checkpoint. @returns {Promise<Uint8Array>} */
async function saved(/** @type {object} */ options, /** @type {object} */ how) {
  const trainer = await sd.createTrainer(options);
  await trainer.step(2);
  const bytes = await trainer.save(how);
  trainer.dispose();
  return bytes;
}
const small = { modelDim: 8, heads: 2, layers: 1, size: 3, symbols: 4, batch: 2, steps: 9 };
export const seeds = [
  await saved(small, {}),
  await saved({ ...small, task: 'reverse', rule: { alpha: 0.3 } }, { optimizer: false }),
  await saved({ ...small, layers: 2 }, { optimizer: false, numbers: 'f16' }),
];
/** Returns the length of everything before the numbers. @param {Uint8Array} bytes */
const headerOf = (bytes) =>
  8 + Number(new DataView(bytes.buffer, bytes.byteOffset).getBigUint64(0, true));

/** @param {Source} source */
export async function checkpoint(source) {
  const good = source.of(seeds);
  const most = source.oneIn(4) ? good.length : headerOf(good);
  const checkpoint = changed(good, source, most);
  let trainer;
  try {
    trainer = await sd.createTrainer({ checkpoint });
  } catch (error) {
    const { message } = /** @type {Error} */ (error);
    const isFine =
      (error instanceof RangeError || error instanceof TypeError) &&
      /expected|needs \d+ bytes/.test(message);
    if (!isFine || /\n/.test(message) || message.length > 600)
      throw new Error(`checkpoint refused by ${error}`, { cause: error });
    return;
  }
  try {
    await trainer.step(1);
    await trainer.save();
    await trainer.evaluate({ count: 2 });
  } finally {
    trainer.dispose();
  }
}
