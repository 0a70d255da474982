/** Renders buttons for a choice within a picture that no control of the lab makes. */
/** @import { Content } from './content.js' */

import { html } from 'lit';

/**
 * @template {string | number} Value
 * @param {object} spec
 * @param {readonly Value[]} spec.values
 * @param {string | number | boolean} spec.chosen
 * @param {(value: Value) => Content} spec.label
 * @param {(value: Value) => void} spec.choose
 */
export const chips = ({ values, chosen, label, choose }) =>
  values.map(
    (value) =>
      html`<button
        type="button"
        class="chip"
        aria-pressed=${String(value === chosen)}
        @click=${() => choose(value)}
      >
        ${label(value)}
      </button>`,
  );
