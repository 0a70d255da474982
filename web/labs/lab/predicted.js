/** Prepares a prediction about a preset for drawing. Fetched with the first prediction. */

/** @import { Mark, Prediction } from '../../charts/types.js' */
/** @import { Translate } from '../../i18n/index.js' */
/** @import { Lab } from './lab.js' */
/** @import { Preset } from './types.js' */

import { predictionOf } from '../../charts/prediction.js';
import { plain } from '../parts/text.js';

/** @typedef {{preset: Preset, tell: (t: Translate) => Prediction}} Predicted  tell: returns the same object for the same translator */

/** Distance between a mark and whatever covers pictures, px. */
const margin = 24;

/**
 * Returns the place of an answer in the picture; an empty list if it has none.
 * @param {Lab} lab
 * @param {Preset} preset
 * @param {string} guess  the letter of the answer
 * @returns {Promise<readonly Mark[]>}
 */
export async function marksOf(lab, preset, guess) {
  await lab.wholeEngine();
  const { engine } = lab;
  if (!engine) throw new Error('no engine'); // the page says why
  const choice = preset.choices?.[guess];
  const params = { ...lab.fresh(), ...preset.params };
  const given = typeof choice === 'function' ? choice(engine, params) : choice;
  return typeof given === 'string' ? [] : [given ?? []].flat();
}

/**
 * @param {Lab} lab
 * @param {Preset} preset
 * @param {string} guess  the letter of the answer
 * @returns {Promise<Predicted>}
 */
export async function predicted(lab, preset, guess) {
  const listening = new AbortController();
  let wasTouched = false;
  const onTouch = () => {
    wasTouched = true;
    listening.abort();
  };
  for (const type of ['wheel', 'touchmove', 'pointerdown', 'keydown'])
    globalThis.addEventListener?.(type, onTouch, {
      ...{ capture: true, passive: true, signal: listening.signal },
    });
  const marks = await marksOf(lab, preset, guess);
  const kind = lab.constructor;
  const words = `${kind.lab}.preset.${preset.id}.choice.${guess}`;
  let wasDrawn = false;
  /**
   * Scrolls to the mark in a picture that is taller than the window. Only once, whatever the language, and not if the
   * visitor has moved on.
   * @param {Element} mark
   */
  const isDrawn = (mark) => {
    if (!wasDrawn && !wasTouched) bringUp(lab, mark.firstElementChild ?? mark);
    wasDrawn = true;
    listening.abort();
  };
  /** @type {Map<Translate, Prediction>} */
  const told = new Map();
  const make = (/** @type {Translate} */ t) =>
    predictionOf(
      marks,
      t('common.preset.mark'),
      t('common.preset.predicted', { choice: plain(t, words) }),
      isDrawn,
    );
  return {
    preset,
    tell(t) {
      const prediction = told.get(t) ?? make(t);
      told.set(t, prediction);
      return prediction;
    },
  };
}

/**
 * Scrolls until the mark is above the dock, and its whole picture if there is space.
 * @param {Lab} lab
 * @param {Element} mark
 */
function bringUp({ shell }, mark) {
  if (!shell) return;
  const { dock } = shell;
  let { top, bottom } = mark.getBoundingClientRect();
  const picture = mark.closest('.picture')?.getBoundingClientRect();
  if (picture && picture.height + 2 * margin < dock.top) {
    top = Math.min(top, picture.top);
    bottom = picture.bottom;
  }
  const below = Math.min(bottom + margin - dock.top, top - margin);
  if (dock.pinned && below > 0) scrollBy(0, below);
}
