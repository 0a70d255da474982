/**
 * What the first script of a page starts before all else: the engine and the lab that the address asks for, while the
 * page's own code is still on its way.
 */
import { startTrainingWorkers } from '../engine/training/prestarted-workers.js';
import { openLearning } from '../engine/training/open.js';
import { labIn, valueIn } from '../tables/fragment.js';
import { chooseLanguage } from '../i18n/index.js';
import { trustedWorker } from '../labs/lab/trusted.js';
import { labNames } from '../labs/lazy.js';
import { startLab } from '../labs/start-lab.js';

/**
 * @param {() => Promise<unknown>} open  fetches the page's own code
 * @param {string} [opening]  the lab of an address that asks for nothing
 */
export function prestart(open, opening) {
  const { hash } = location;
  const lab = labIn(hash, labNames, opening);
  // Good enough to begin with: params.js mends what is written in another way.
  const language = chooseLanguage(valueIn(hash, 'lang'), ...navigator.languages);
  const asked = { show: valueIn(hash, 'show'), preset: valueIn(hash, 'preset') };
  const variant = startLab(lab, language, asked);
  // A frame in a sandbox has no origin, and no workers.
  if (lab === 'training' && variant === 'simd' && origin !== 'null')
    startTraining().catch(() => {});
  open().catch((error) =>
    import('./refused.js').then((refused) => refused.default(error, lab, language)),
  );
}

/** A worker is there, with what trains, when the lab asks for its networks. */
async function startTraining() {
  startTrainingWorkers(() =>
    trustedWorker(
      () =>
        new Worker(new URL('../engine/training/program.js', import.meta.url), { type: 'module' }),
    ),
  );
  return openLearning();
}
