/**
 * <scaledot-figure lab="variance" picture="growth" dk="64">: one picture of a lab within a host's text, with the
 * controls that drive it. It is <scaledot-lab> with `show`, here called `picture`. Without a picture, or with one that
 * the lab does not have, it shows the lab's main picture.
 */

/** @import { Lab } from './lab/lab.js' */

import { ScaledotLab } from './scaledot-lab.js';
import { mainOf, shownIn } from './lab/engine-parts.js';
import { upgradeProperties } from './lab/state-element.js';

export class ScaledotFigure extends ScaledotLab {
  static tag = 'scaledot-figure';

  static get observedAttributes() {
    return ['picture', ...super.observedAttributes];
  }

  constructor() {
    super();
    upgradeProperties(this, ['picture']);
  }

  /** The name of the picture. */
  get picture() {
    return this.getAttribute('picture') ?? '';
  }

  set picture(name) {
    this.setAttribute('picture', String(name));
  }

  /**
   * @param {string} name
   * @param {string | null} old
   * @param {string | null} value
   */
  attributeChangedCallback(name, old, value) {
    if (name !== 'picture') super.attributeChangedCallback(name, old, value);
    // The two names of one parameter always have the same value, whichever was set.
    const other = { picture: 'show', show: 'picture' }[name];
    if (other && (this.getAttribute(other) ?? '') !== (value ?? ''))
      this.setAttribute(other, value ?? '');
  }

  /** @param {string} name  of the lab */
  shownIn(name) {
    return shownIn(name, this.picture).length > 0 ? this.picture : mainOf(name);
  }

  /** @param {typeof Lab} kind */
  prepare(kind) {
    super.prepare(kind);
    const [main] = kind.pictures;
    const asked = this.picture.split(/[\s,]+/);
    if (!kind.pictures.some((name) => asked.includes(name))) this.picture = main;
  }
}
