/** A picture requested by a program. Throws if the program's data cannot be drawn. */

/** @import { Figure } from '../../charts/types.js' */
/** @import { Language } from '../../i18n/index.js' */

import { figure } from '../parts/figure.js';
import { figureOf } from '../../diagrams/diagram.js';
import { diagrams } from './diagrams.js';

/** @typedef {import('./program.js').PlaygroundProgram} Program */
/** @typedef {import('./program-runner.js').Shown} PictureEvent */

/** Figures by event and language, so that the data are read only once. @type {WeakMap<PictureEvent, Map<string, Figure>>} */
const read = new WeakMap();

/** @param {PictureEvent} event @param {Language} language */
function figureFrom(event, language) {
  const known = read.get(event) ?? new Map();
  read.set(event, known);
  if (!known.has(language))
    known.set(
      language,
      figureOf(
        diagrams[/** @type {keyof typeof diagrams} */ (event.type)](event.data, event.options),
        language,
      ),
    );
  return known.get(language);
}

/** @param {Program} view @param {PictureEvent} event @param {number} i @returns {unknown} */
export function renderPicture(view, event, i) {
  const { language } = view.t;
  const spec = figureFrom(event, language);
  return figure(view, { ...spec, name: `playground-${event.type}-${i + 1}` });
}
