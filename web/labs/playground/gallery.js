/** <sd-playground-gallery>: the experiments of the lab, each with its question. */

/** @import { Section } from '../parts/section.js' */
/** @import { ScaledotPlayground } from '../scaledot-playground.js' */

import { html } from 'lit';
import { experimentNames } from '../../tables/playground.js';
import { picture } from '../parts/picture.js';
import { plain } from '../parts/text.js';
import { galleryStyles } from './styles.js';

/** @typedef {Section & {lab?: ScaledotPlayground}} View */

export const PlaygroundGallery = picture({
  name: 'playground-gallery',
  styles: [galleryStyles],
  shows: (/** @type {View} */ view) => ({
    below: html`<ul>
      ${experimentNames.map((name) => cardOf(view, name))}
    </ul>`,
  }),
});

/** @param {View} view @param {typeof experimentNames[number]} name */
function cardOf({ t, lab, params }, name) {
  const isOpen = name === params.experiment && !lab?.isOwn;
  const open = () => {
    lab?.stepTo({ experiment: name, code: '', controls: '' });
    void lab?.shell?.goTo('program');
  };
  return html`<li>
    <button
      type="button"
      aria-pressed=${isOpen ? 'true' : 'false'}
      ?disabled=${lab?.isFixed}
      @click=${open}
    >
      <strong>${plain(t, `playground.choice.experiment.${name}`)}</strong>
      <span>${plain(t, `playground.question.${name}`)}</span>
    </button>
  </li>`;
}
