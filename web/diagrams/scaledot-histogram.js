import { ChartElement } from './chart-element.js';
import { histogram } from './histogram.js';

/** <scaledot-histogram> */
export class ScaledotHistogram extends ChartElement {
  static tag = 'scaledot-histogram';
  static kind = histogram;
}
