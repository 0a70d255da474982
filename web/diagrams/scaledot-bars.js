import { ChartElement } from './chart-element.js';
import { bars } from './bars.js';

/** <scaledot-bars> */
export class ScaledotBars extends ChartElement {
  static tag = 'scaledot-bars';
  static kind = bars;
}
