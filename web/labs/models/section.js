/** The base of the Models lab's pictures. They have the model, and are redrawn whenever its version grows. */

/** @import { OpenedModel } from './opened.js' */

import { Section } from '../parts/section.js';
import { plain } from '../parts/text.js';

export class ModelSection extends Section {
  static properties = {
    ...Section.properties,
    opened: { attribute: false },
    version: { attribute: false },
    selected: { attribute: false },
  };

  constructor() {
    super();
    /** @type {OpenedModel | null} */
    this.opened = null;
    this.version = 0;
    /** The selected layer and head, both from 0. @type {{layer: number, head: number}} */
    this.selected = { layer: 0, head: 0 };
  }

  /** The failure of the model, for a single picture. Otherwise the lab shows it above. */
  get refused() {
    return this.single ? (this.opened?.failure ?? '') : '';
  }

  /** Why no words are predicted. */
  get noPrediction() {
    return this.opened?.model?.predicts === false ? plain(this.t, 'models.prediction.none') : '';
  }

  /** Why nothing is drawn, including what is missing. */
  get problem() {
    return super.problem || (this.lacks ? plain(this.t, this.lacks) : '');
  }

  get lacks() {
    return this.opened?.lacks ?? '';
  }
}
