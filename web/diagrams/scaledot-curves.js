import { ChartElement } from './chart-element.js';
import { curves } from './curves.js';

/** <scaledot-curves> */
export class ScaledotCurves extends ChartElement {
  static tag = 'scaledot-curves';
  static kind = curves;
}
