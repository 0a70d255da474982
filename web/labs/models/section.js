/** What the pictures of the Models lab have in common: the model, and that they are drawn again whenever its version grows. */

/** @import { OpenedModel } from './opened.js' */

import { Section } from '../parts/section.js';
import { plain } from '../parts/text.js';

export class ModelSection extends Section {
  static properties = {
    ...Section.properties,
    opened: { attribute: false },
    version: { attribute: false },
    looked: { attribute: false },
  };

  constructor() {
    super();
    /** @type {OpenedModel | null} */
    this.opened = null;
    this.version = 0;
    /** The head that is looked at, both from 0. @type {{layer: number, head: number}} */
    this.looked = { layer: 0, head: 0 };
  }

  /** What the lab has said of the model above stands in no picture again; one that stands alone has nothing above it. */
  get refused() {
    return this.single ? (this.opened?.failure ?? '') : '';
  }

  /** Why no words are foretold. */
  get unforetold() {
    return this.opened?.model?.predicts === false ? plain(this.t, 'models.prediction.none') : '';
  }

  /** Nor does anything come where something is missing. */
  get problem() {
    return super.problem || (this.lacks ? plain(this.t, this.lacks) : '');
  }

  get lacks() {
    return this.opened?.lacks ?? '';
  }
}
