/**
 * A scene of the story: one picture, a guess before it, one thing to do, one live sentence, a short text, and a link
 * that opens the same numbers in a lab. scene() wraps picture() with these. The text is left of the picture where there
 * is space, else below it.
 *
 * Words in the story's catalogue: story.NAME.title, .text, .said; for a guess .guess and .choice.LETTER.
 */
import { css, html, nothing } from 'lit';
import { entriesOf, wordsOf } from '../../tables/params.js';
import { labLink } from '../parts/lab-link.js';
import { picture } from '../parts/picture.js';
import { plain, rich } from '../parts/text.js';

/** @import { Content } from '../parts/content.js' */
/** @import { Mark } from '../../charts/types.js' */
/** @import { Declaration, Shown } from '../parts/picture.js' */
/** @import { Params, Section } from '../parts/section.js' */

/** @typedef {Readonly<Record<string, string | number>>} State  link keys and values of a lab */

/** Returns the marks of a guess in the picture of a state; none if the question was not about that state. @typedef {(params: Params) => readonly Mark[]} MarksOf */

/**
 * The parts of a scene besides its picture.
 * @template View
 * @typedef {object} Around
 * @property {Readonly<Record<string, MarksOf>>} [guesses]  marks of the guesses in the picture, by letter
 * @property {(view: View) => Content} [act]  controls for the visitor
 * @property {(params: Params) => State} [opens]  the state of a lab, with its name as `lab`
 * @property {() => Content} [formula]  a formula above the picture
 * @property {(view: View) => Content} [text]  content that replaces the words `.text`
 */

const styles = css`
  .scene {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    gap: var(--sd-2);
  }
  .words {
    display: grid;
    align-content: start;
    gap: var(--sd-3);
  }
  .words p {
    margin: 0;
    max-width: var(--sd-measure);
  }
  h3 {
    margin: 0;
  }
  .guess {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: var(--sd-1) var(--sd-2);
  }
  /* The root, the subject of the story. */
  .root {
    color: var(--sd-accent);
  }
  .act {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: var(--sd-2) var(--sd-3);
  }
  .act:empty {
    display: none;
  }
  .lab-link {
    width: fit-content;
  }
  .said {
    min-height: calc(1.5 * var(--sd-rem));
    font-weight: 500;
  }
  .slide {
    display: flex;
    flex: 1 1 16em;
    align-items: center;
    gap: var(--sd-3);
    max-width: 30em;
  }
  .slide input {
    flex: 1;
    min-width: 0;
    height: 44px;
    margin: 0;
    accent-color: var(--sd-accent);
  }
  .slide output {
    min-width: 4ch;
    font-variant-numeric: tabular-nums;
  }
  @media (pointer: coarse) {
    button,
    .lab-link {
      min-height: 44px;
    }
    .lab-link {
      display: inline-flex;
      align-items: center;
    }
  }
  .title:has(> .display) {
    font-size: 1.1em;
  }
  /* A single scene in a text keeps its controls and its live sentence only. */
  :host([single]) .guess,
  :host([single]) .text,
  :host([single]) .lab-link {
    display: none;
  }
  :host([single]:not([slide])) .display {
    display: none;
  }
  :host([single]) .words {
    gap: var(--sd-1);
  }
  @container (min-width: 44em) {
    :host(:not([single])) .scene {
      grid-template: auto 1fr / minmax(15em, 21em) minmax(0, 1fr);
      column-gap: var(--sd-8);
    }
    :host(:not([single])) .drawn {
      grid-area: 1 / 2 / span 2;
    }
  }
  @media print {
    .guess,
    .act,
    .lab-link {
      display: none;
    }
    .drawn {
      max-width: 29em;
    }
  }
`;

/**
 * @template {Record<string, any>} R
 * @template {object} S
 * @template {Shown} V
 * @template {Section} Base
 * @param {Omit<Declaration<R, S, V, Base>, 'layout'> & Around<import('../parts/types.js').View<NoInfer<R>, NoInfer<S>, Base>>} declaration
 * @param {{new (): Base}} [Kind]
 */
export function scene({ guesses, act, opens, formula, text, ...declaration }, Kind) {
  const name = declaration.name.replace('story-', '');
  return picture(
    {
      ...declaration,
      hidesSummary: true,
      styles: [styles, ...(declaration.styles ?? [])],
      layout(view, { head, figure, problem, shown }) {
        const hasControls = !wordsOf(view.params, 'hide').has('controls');
        const touch = () => speakOf(view);
        return html`<div class="scene" @input=${touch} @click=${touch}>
          <div class="title">${head} ${formula?.() ?? nothing}</div>
          <div class="drawn">${figure} ${problem}</div>
          <div class="words">
            ${guesses && hasControls ? renderGuess(view, name, guesses) : nothing}
            <div class="act">${(hasControls && act?.(view)) || nothing}</div>
            ${shown?.verdict ? html`<p class="said">${shown.verdict}</p>` : nothing}
            <p class="text">${text?.(view) ?? rich(view.t, `story.${name}.text`)}</p>
            ${opens ? renderLink(view, opens(view.params)) : nothing}
          </div>
        </div>`;
      },
    },
    Kind,
  );
}

/**
 * The scene whose changes are announced. A weak reference, so that the last story is not kept as long as the page.
 * @type {WeakRef<Section> | undefined}
 */
let spoken;

/**
 * Announces the results of a visitor's action after a pause: those of this scene, until an action in another.
 * @param {Section} view
 */
function speakOf(view) {
  const last = spoken?.deref();
  if (last) last.announces = false;
  spoken = new WeakRef(view);
  view.announces = true;
}

/** @param {Section} view @param {string} name @param {NonNullable<Around<any>['guesses']>} guesses */
function renderGuess(view, name, guesses) {
  const { t, prediction } = view;
  const choose = (/** @type {string} */ letter) =>
    view.tell('sd-guess', { picture: name, letter, marksOf: guesses[letter] });
  return html`<div class="guess" role="group" aria-label=${t('story.guess')}>
    <span>${rich(t, `story.${name}.guess`)}</span>
    ${Object.keys(guesses).map((letter) => {
      const isChosen =
        prediction !== null && 'letter' in prediction && prediction.letter === letter;
      return html`<button
        type="button"
        class="chip"
        aria-pressed=${String(isChosen)}
        @click=${() => choose(letter)}
      >
        ${rich(t, `story.${name}.choice.${letter}`)}
      </button>`;
    })}
  </div>`;
}

/** Renders a link to the same numbers in a lab. @param {Section} view @param {State} state */
function renderLink(view, state) {
  const link = labLink(view, state);
  if (!link) return nothing;
  const { t } = view;
  return html`<a class="lab-link" href=${link.href} target=${link.target} rel=${link.rel}
    >${t('story.link', { lab: t(`common.lab.${state.lab}`) })} →</a
  >`;
}

/** Whether the page locks a parameter. @param {Section} view @param {string} name */
const isLocked = ({ params }, name) => {
  const locked = wordsOf(params, 'lock');
  return locked.has('all') || locked.has(name);
};

/**
 * Renders a button that changes a parameter.
 * @param {Section} view
 * @param {object} spec
 * @param {string} spec.name  of the parameter
 * @param {Content} spec.label
 * @param {() => void} spec.act
 * @param {boolean} [spec.pressed]
 */
export const button = (view, { name, label, act, pressed }) =>
  html`<button
    type="button"
    class="chip"
    aria-pressed=${pressed === undefined ? nothing : String(pressed)}
    ?disabled=${isLocked(view, name)}
    @click=${act}
  >
    ${label}
  </button>`;

/**
 * Renders a slider of the story.
 * @param {Section} view
 * @param {object} spec
 * @param {string} spec.name  of the parameter
 * @param {Content} spec.label
 * @param {number} spec.step  within the parameter's range
 * @param {string} spec.shown
 */
export function slider(view, { name, label, step, shown }) {
  const { min, max } = entriesOf('story').find((entry) => entry.name === name) ?? {};
  return html`<label class="slide"
    ><span>${label}</span>
    <input
      type="range"
      name=${name}
      min=${min ?? nothing}
      max=${max ?? nothing}
      step=${step}
      .value=${String(view.params[name])}
      aria-valuetext=${shown}
      ?disabled=${isLocked(view, name)}
      @input=${(/** @type {Event & {target: HTMLInputElement}} */ { target }) => view.set({ [name]: Number(target.value) })}
    />
    <output class="number">${shown}</output>
  </label>`;
}

/**
 * Renders the values of a parameter as buttons, one of them pressed.
 * @param {Section} view
 * @param {string} name
 * @param {readonly number[]} values
 * @param {(value: number) => Content} label
 */
export const choices = (view, name, values, label) =>
  html`<span class="choices" role="group" aria-label=${plain(view.t, `story.param.${name}`)}
    >${values.map((value) =>
      button(view, {
        name,
        label: label(value),
        pressed: Number(view.params[name]) === value,
        act: () => view.set({ [name]: value }),
      }),
    )}</span
  >`;
