/** The base of the pictures of a trained model itself. They are redrawn whenever its version grows. */

/** @import { TrainedModel } from './trained.js' */

import { AttentionSection } from './section.js';

export class TrainedSection extends AttentionSection {
  static properties = {
    ...AttentionSection.properties,
    trained: { attribute: false },
    version: { attribute: false },
  };

  constructor() {
    super();
    /** @type {TrainedModel | null} */
    this.trained = null;
    this.version = 0;
  }
}
