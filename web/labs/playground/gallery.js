/** <sd-playground-gallery>: the experiments that the lab brings along, each with its question. */
import { html, nothing } from 'lit';
import { Section } from '../parts/section.js';
import { plain } from '../parts/text.js';
import { base, tokens } from '../../charts/tokens.js';
import { experimentNames } from '../../tables/playground.js';
import { galleryStyles } from './styles.js';

export class PlaygroundGallery extends Section {
  static pictured = false;

  static styles = [tokens, base, Section.styles, galleryStyles].flat();

  static properties = {
    ...Section.properties,
    lab: { attribute: false },
    version: { attribute: false },
    program: { attribute: false },
  };

  constructor() {
    super();
    /** @type {import('../scaledot-playground.js').ScaledotPlayground | null} */
    this.lab = null;
    this.program = '';
  }

  render() {
    const { lab, t } = this;
    if (!lab) return nothing;
    return html`<section aria-labelledby="title">
      <h3 id="title">${t('playground.gallery.title')}</h3>
      <ul>
        ${experimentNames.map((name) => this.#renderCard(name, name === this.params.experiment && !lab.isOwn))}
      </ul>
    </section>`;
  }

  /** @param {typeof experimentNames[number]} name @param {boolean} isOpen */
  #renderCard(name, isOpen) {
    const { t } = this;
    return html`<li>
      <button
        type="button"
        aria-pressed=${isOpen ? 'true' : 'false'}
        ?disabled=${this.lab?.isFixed}
        @click=${() => this.#open(name)}
      >
        <strong>${plain(t, `playground.choice.experiment.${name}`)}</strong>
        <span>${plain(t, `playground.question.${name}`)}</span>
      </button>
    </li>`;
  }

  /** @param {string} experiment */
  #open(experiment) {
    this.lab?.stepTo({ experiment, code: '', controls: '' });
    void this.lab?.whole?.goTo('program');
  }
}
