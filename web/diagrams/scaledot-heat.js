import { ChartElement } from './chart-element.js';
import { heat } from './heat.js';

/** <scaledot-heat> */
export class ScaledotHeat extends ChartElement {
  static tag = 'scaledot-heat';
  static kind = heat;
}
