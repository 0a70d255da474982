// "Try this": a guess and a shown answer belong to one question and its experiment, wherever the visitor goes from
// there.
import { beforeEach, describe, expect, jest, test } from '@jest/globals';
import { translator } from '../../web/i18n/index.js';
import { Quiz } from '../../web/labs/lab/quiz.js';
import '../../web/labs/lab/predicted.js';

/** @typedef {import('../../web/labs/lab/types.js').Preset} Preset */
/** @typedef {import('../../web/tables/types.js').Params} Params */

const choices = { a: 'a reason of words', b: { y: 1 } };
/** @type {Preset[]} */
const presets = [
  { id: 'means', params: { mean: 1 }, choices, answer: 'a', section: 'one' },
  { id: 'plain', params: {}, choices, answer: 'b', section: 'one' },
];
const initial = { preset: '', predict: '', mean: 0, dk: 64, lang: 'en' };

/** The parts of a lab that its questions need. */
class FakeLab {
  static lab = 'fake';
  /** @type {Params} */
  params = initial;
  /** @type {Params[]} */
  past = [];
  engine = {};
  speech = { t: translator('en') };
  /** Completes the last request for a picture. */
  shown = () => {};
  quiz = new Quiz(/** @type {any} */ (this), presets, /** @type {any} */ (this));

  fresh = () => ({ ...initial, lang: this.params.lang });
  wholeEngine = async () => {};
  bring = async () => {};
  focusPart = async () => {};
  requestUpdate = () => {};
  showPicture = (/** @type {string} */ section) =>
    section ? new Promise((resolve) => (this.shown = () => resolve(undefined))) : Promise.resolve();

  /** @param {object} changes */
  stepTo(changes) {
    this.past.push(this.params);
    this.params = { ...this.params, ...changes };
  }

  /** Follows a link, or Back. @param {Params} params */
  follow(params) {
    this.params = params;
    this.quiz.onExternalChange();
  }

  undo() {
    this.follow(/** @type {Params} */ (this.past.pop()));
  }
}

/** @type {FakeLab} */
let lab;
/** @type {Quiz} */
let quiz;
beforeEach(() => {
  lab = new FakeLab();
  quiz = lab.quiz;
});

/** Returns the content of the card. */
const card = () => ({ open: quiz.open?.id, revealed: quiz.revealed, guess: quiz.guess });
/**
 * Waits until all requests have completed. The modules are already loaded, so this takes some turns of the event loop
 * but no time.
 */
async function settled() {
  for (let turns = 0; turns < 20; turns++) await new Promise((resolve) => setImmediate(resolve));
}

describe('what was answered', () => {
  test('is no answer to another question, to which undoing, a link or the page leads', () => {
    const [means, plain] = presets;
    quiz.choose(means);
    quiz.choose(plain);
    quiz.reveal('a');
    expect(card()).toEqual({ open: 'plain', revealed: true, guess: 'a' });
    lab.past = lab.past.filter(({ preset }) => preset !== 'plain');
    lab.undo();
    expect(card()).toEqual({ open: 'means', revealed: false, guess: '' });
    lab.params = { ...lab.params, preset: 'plain' };
    expect(card()).toEqual({ open: 'plain', revealed: true, guess: 'a' });
    lab.params = { ...lab.params, preset: 'means' };
    expect(card()).toEqual({ open: 'means', revealed: false, guess: '' });
  });

  test('is asked again where the visitor goes back to the question', () => {
    quiz.choose(presets[0]);
    quiz.reveal('a');
    const experiment = lab.params;
    lab.undo();
    expect(card()).toEqual({ open: 'means', revealed: false, guess: '' });
    // After Forward, the question is answered again.
    lab.follow(experiment);
    expect(card()).toEqual({ open: 'means', revealed: true, guess: 'a' });
  });

  test('stays where only what was played after it is undone, or the language is another', () => {
    quiz.choose(presets[0]);
    quiz.reveal('a');
    lab.stepTo({ dk: 8 });
    lab.stepTo({ mean: 0.5 });
    lab.stepTo({ dk: 16 });
    lab.stepTo({ lang: 'zh-Hans' });
    for (let steps = 0; steps < 4; steps++) {
      lab.undo();
      expect(card()).toEqual({ open: 'means', revealed: true, guess: 'a' });
    }
    lab.undo();
    expect(quiz.revealed).toBe(false);
  });

  test('is asked again by a link to the question, and where all that it changed is as it was before', () => {
    lab.params = { ...initial, dk: 8 };
    quiz.choose(presets[0]);
    quiz.reveal('b');
    expect(lab.params).toMatchObject({ dk: 64, mean: 1 });
    lab.follow({ ...initial, preset: 'means' });
    expect(quiz.revealed).toBe(false);
    lab.follow({ ...initial, preset: 'means', mean: 1 });
    expect(quiz.revealed).toBe(true);
    lab.params = { ...initial, dk: 8 };
    quiz.choose(presets[1]); // changes nothing in the initial state
    quiz.reveal('b');
    lab.follow({ ...initial, preset: 'plain' });
    expect(quiz.revealed).toBe(true);
    lab.follow({ ...initial, preset: 'plain', dk: 8 });
    expect(quiz.revealed).toBe(false);
  });

  test('is shown at once where nobody is asked', () => {
    lab.params = { ...initial, predict: 'off' };
    quiz.choose(presets[0]);
    lab.follow({ ...initial, preset: 'means', predict: 'off' });
    expect(card()).toEqual({ open: 'means', revealed: true, guess: '' });
  });
});

describe('a prediction', () => {
  test('is drawn once its picture is there, while its answer is shown', async () => {
    quiz.choose(presets[1]);
    quiz.reveal('b');
    lab.shown();
    await settled();
    expect(quiz.predictionIn('one')?.words).toBe('common.preset.predicted');
    expect(quiz.predictionIn('other')).toBeNull();
    lab.params = { ...lab.params, dk: 8 };
    expect(quiz.predictionIn('one')).not.toBeNull();
    lab.params = { ...lab.params, preset: 'means' };
    expect(quiz.predictionIn('one')).toBeNull();
  });

  test('is not drawn where the question is asked again before its picture has come', async () => {
    quiz.choose(presets[1]);
    quiz.reveal('b');
    quiz.choose(presets[1]);
    quiz.choose(presets[1]);
    lab.shown();
    await settled();
    expect(card()).toEqual({ open: 'plain', revealed: false, guess: '' });
    expect(quiz.predictionIn('one')).toBeNull();
  });

  test('is not that of an earlier answer, whichever picture comes last', async () => {
    quiz.choose(presets[1]);
    quiz.reveal('b');
    const { shown } = lab;
    quiz.choose(presets[1]);
    quiz.choose(presets[1]);
    quiz.reveal('a');
    lab.shown();
    await settled();
    const drawn = quiz.predictionIn('one');
    shown();
    await settled();
    expect(quiz.predictionIn('one')).toBe(drawn);
  });

  test('is brought into view once, and not again in another language', async () => {
    /** @type {any} */ (globalThis).scrollY = 0;
    const scrollBy = jest.fn();
    /** @type {any} */ (globalThis).scrollBy = scrollBy;
    Object.assign(lab, { shell: { dock: { pinned: true, top: 100 } } });
    quiz.choose(presets[1]);
    quiz.reveal('b');
    lab.shown();
    await settled();
    const mark = {
      querySelectorAll: () => [],
      firstElementChild: {
        closest: () => null,
        getBoundingClientRect: () => ({ top: 300, bottom: 320 }),
      },
    };
    const root = /** @type {any} */ ({ querySelector: () => mark });
    quiz.predictionIn('one')?.settle(root);
    expect(scrollBy).toHaveBeenCalledTimes(1);
    lab.speech = { t: translator('zh-Hans') };
    quiz.predictionIn('one')?.settle(root);
    expect(scrollBy).toHaveBeenCalledTimes(1);
    expect(/** @type {any} */ (globalThis).scrollY).toBe(0);
  });
});
