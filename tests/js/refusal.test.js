// Refusals of the engine in the words of the page.
import { expect, test } from '@jest/globals';
import { translator } from '../../web/i18n/index.js';
import en from '../../web/i18n/common.en.js';
import zh from '../../web/i18n/common.zh-Hans.js';
import { outOfMemory } from '../../web/engine/border/checks.js';
import { lacksMemory, refusal } from '../../web/labs/parts/refusal.js';

test('memory that is lacking and workers that have ended are told in the words of the page, all else as the engine says it', () => {
  const { message } = outOfMemory('createTrainer', 1280);
  expect(lacksMemory(message)).toBe(true);
  expect(refusal(translator('en', { en }), message)).toBe(en['common.memory']);
  expect(refusal(translator('zh-Hans', { 'zh-Hans': zh }), message)).toBe(zh['common.memory']);
  for (const end of ['ended', 'does not answer']) {
    const gone = `The worker of this trainer ${end}: what it had learned is lost.`;
    expect(refusal(translator('en', { en }), gone)).toBe(en['common.trainerLost']);
    expect(refusal(translator('zh-Hans', { 'zh-Hans': zh }), gone)).toBe(zh['common.trainerLost']);
  }
  for (const sentence of ['', 'dk: got 0; expected a whole number from 1 to 65536'])
    expect(refusal(translator('en', { en }), sentence)).toBe(sentence);
});
