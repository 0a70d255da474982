/**
 * Started by the first script of a page: loads the engine and the requested lab while the page's own code is still being
 * fetched.
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
 * @param {string} [opening]  the lab if the address requests none
 */
export function prestart(open, opening) {
  const { hash } = location;
  const lab = labIn(hash, labNames, opening);
  // This reads only the usual spelling of a language. params.js reads the others later.
  const language = chooseLanguage(valueIn(hash, 'lang'), ...navigator.languages);
  const asked = { show: valueIn(hash, 'show'), preset: valueIn(hash, 'preset') };
  const variant = startLab(lab, language, asked);
  // A sandboxed frame has no origin and no workers.
  if (lab === 'training' && variant === 'simd' && origin !== 'null')
    startTraining().catch(() => {});
  open().catch((error) =>
    import('./refused.js').then((refused) => refused.default(error, lab, language)),
  );
}

/** Starts a worker and loads the training module, so that both are ready when the lab creates its networks. */
async function startTraining() {
  startTrainingWorkers(() =>
    trustedWorker(
      () =>
        new Worker(new URL('../engine/training/program.js', import.meta.url), { type: 'module' }),
    ),
  );
  return openLearning();
}
