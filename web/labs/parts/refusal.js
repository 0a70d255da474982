/** What the engine could not do, as the page says it. */

/** What outOfMemory() (web/engine/border/checks.js) says, here or on a worker. */
const memory = /: needs \d+ bytes of memory; /;

/** @param {unknown} error */
export const messageOf = (error) => (error instanceof Error ? error.message : String(error));

/** Whether the browser gave too little memory. @param {unknown} error  or its sentence */
export const lacksMemory = (error) => memory.test(messageOf(error));

/** @param {import('../../i18n/index.js').Translate} t @param {string} sentence  of the engine; '' is none */
export const refusal = (t, sentence) => (lacksMemory(sentence) ? t('common.memory') : sentence);
