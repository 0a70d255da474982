/**
 * <sd-story-doors>: a link to every lab, with its question and its main picture as a live thumbnail. The labs' code is
 * fetched when the links come into view.
 */

/** @import { Lab } from './lab/lab.js' */

import { css, html, nothing } from 'lit';
import { learn, words } from '../i18n/words.js';
import { translator } from '../i18n/index.js';
import { labs } from './lazy-labs.js';
import { labLink } from './parts/lab-link.js';
import { innerTag } from './parts/define.js';
import { picture } from './parts/picture.js';
import { Section } from './parts/section.js';
import { rich } from './parts/text.js';

/** @typedef {typeof Lab} LabClass */

/** Width at which a thumbnail is rendered before it is scaled down, px. */
const drawn = 480;

class LabLinks extends Section {
  static pictured = false;

  /** The labs that have arrived. @type {Map<string, {lab: Lab, kind: LabClass}>} */
  found = new Map();
  /** Language and look of the thumbnails. */
  #drawn = '';

  /** @param {boolean} visible */
  moved(visible) {
    super.moved(visible);
    if (visible) void this.#follow();
  }

  updated() {
    super.updated();
    if (this.visible) void this.#follow();
  }

  /** Loads the labs, and sets the story's language and theme in them. */
  async #follow() {
    const { lang, theme } = this.params;
    const look = { lang, theme };
    const drawn = JSON.stringify([this.t.language, look]);
    if (drawn === this.#drawn) return;
    this.#drawn = drawn;
    let isWhole = true;
    for (const [name, load] of Object.entries(labs)) {
      try {
        await learn(name, this.t.language);
        const kind = await load();
        const { lab } = this.found.get(name) ?? { lab: thumbnailOf(kind) };
        lab.setState(look);
        this.found.set(name, { kind, lab });
      } catch {
        isWhole = false; // its name and its link are shown anyway
        continue;
      }
      if (drawn !== this.#drawn) return;
      this.requestUpdate();
      // Loads one after the other, so that the reader is not held up by several at once.
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    if (!isWhole) this.#drawn = ''; // the next render tries again
  }
}

/** Changes to the state of a thumbnail: networks that are quickly trained. @type {Readonly<Record<string, object>>} */
const small = { training: { rules: 'rsqrt,none', steps: 100 } };

/** @param {LabClass} kind */
function thumbnailOf(kind) {
  const lab = /** @type {Lab} */ (document.createElement(innerTag(kind.tag, kind)));
  lab.timed = false;
  lab.still = true;
  lab.setState({ ...small[kind.lab], show: kind.pictures[0], hide: 'controls,share' });
  return lab;
}

const styles = css`
  .labs {
    display: grid;
    grid-template-columns: repeat(auto-fill, minmax(min(100%, 15em), 1fr));
    gap: var(--sd-6);
    margin: 0;
    padding: 0;
    list-style: none;
  }
  .labs a {
    display: grid;
    gap: var(--sd-2);
    color: inherit;
    text-decoration: none;
  }
  .labs strong {
    color: var(--sd-accent);
  }
  .labs a:hover strong {
    text-decoration: underline;
  }
  .thumbnail {
    position: relative;
    aspect-ratio: 8 / 5;
    overflow: hidden;
    border: 1px solid var(--sd-rule);
    border-radius: var(--sd-radius);
    container-type: inline-size;
  }
  .thumbnail > * {
    position: absolute;
    inset: 0 auto auto 0;
    box-sizing: border-box;
    width: ${drawn}px;
    padding: 12px;
    transform: scale(calc(100cqw / ${drawn}px));
    transform-origin: 0 0;
  }
  @media print {
    .thumbnail {
      display: none;
    }
  }
`;

export const StoryDoors = picture(
  {
    name: 'story-doors',
    styles: [styles],
    below: (view) =>
      html`<ul class="labs">
        ${Object.keys(labs).map((name) => renderLink(view, name))}
      </ul>`,
  },
  LabLinks,
);

/** @param {LabLinks} view @param {string} name */
function renderLink(view, name) {
  const { t } = view;
  const found = view.found.get(name);
  const link = labLink(view, { lab: name });
  const spoken = translator(t.language, words[name]);
  return html`<li>
    <a href=${link?.href ?? nothing} target=${link?.target ?? nothing} rel=${link?.rel ?? nothing}>
      <div class="thumbnail" inert aria-hidden="true">${found?.lab ?? nothing}</div>
      <strong>${t(`common.lab.${name}`)}</strong>
      <span>${found && spoken.has(`${name}.title`) ? rich(spoken, `${name}.title`) : nothing}</span>
    </a>
  </li>`;
}
