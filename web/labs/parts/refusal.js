/** What the engine could not do, as the page says it. */

/** @import { Translate } from '../../i18n/index.js' */

/** What outOfMemory() (web/engine/border/checks.js) says, here or on a worker. */
const memory = /: needs \d+ bytes of memory; /;
/** What a trainer says (web/engine/training/training-worker-proxy.js) whose worker has ended, or does not answer. */
const lost = /^The worker of this trainer .*: what it had learned is lost\.$/;

/** @param {unknown} error */
export const messageOf = (error) => (error instanceof Error ? error.message : String(error));

/** Whether the browser gave too little memory. @param {unknown} error  or its sentence */
export const lacksMemory = (error) => memory.test(messageOf(error));

/** @param {Translate} t @param {string} sentence  of the engine; '' is none */
export function refusal(t, sentence) {
  if (lacksMemory(sentence)) return t('common.memory');
  return lost.test(sentence) ? t('common.trainerLost') : sentence;
}
