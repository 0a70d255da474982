/** All charts as elements. Each has its own module, so that a page loads only those that it defines. */
import { ScaledotBands } from './scaledot-bands.js';
import { ScaledotBars } from './scaledot-bars.js';
import { ScaledotCurves } from './scaledot-curves.js';
import { ScaledotHeat } from './scaledot-heat.js';
import { ScaledotHistogram } from './scaledot-histogram.js';

export const charts = Object.freeze([
  ScaledotHistogram,
  ScaledotCurves,
  ScaledotBars,
  ScaledotHeat,
  ScaledotBands,
]);
