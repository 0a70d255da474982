import { ChartElement } from './chart-element.js';
import { bands } from './bands.js';

/** <scaledot-bands> */
export class ScaledotBands extends ChartElement {
  static tag = 'scaledot-bands';
  static kind = bands;
}
