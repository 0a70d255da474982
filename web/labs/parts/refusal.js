/** Turns errors of the engine into sentences of the page. */

/** @import { Translate } from '../../i18n/index.js' */

/** The message of outOfMemory() (web/engine/border/checks.js), here or in a worker. */
const memory = /: needs \d+ bytes of memory; /;
/**
 * The message of a trainer (web/engine/training/training-worker-proxy.js) whose worker has ended or does not respond.
 */
const lost = /^The worker of this trainer .*: what it had learned is lost\.$/;

/** @param {unknown} error */
export const messageOf = (error) => (error instanceof Error ? error.message : String(error));

/** Whether the browser provided too little memory. @param {unknown} error  or its sentence */
export const lacksMemory = (error) => memory.test(messageOf(error));

/** @param {Translate} t @param {string} sentence  of the engine; '' is none */
export function refusal(t, sentence) {
  if (lacksMemory(sentence)) return t('common.memory');
  return lost.test(sentence) ? t('common.trainerLost') : sentence;
}
