/**
 * A beat of the story: one picture, a guess before it, one thing to do, one live sentence, a few words, and a link that
 * opens the same numbers in a lab. beat() is picture() with these around it: words left and picture right where there is
 * room, else the picture first.
 *
 * Words, in the story's catalogue: story.NAME.title, .text, .said; of a guess .guess and .choice.LETTER.
 */
import { css, html, nothing } from 'lit';
import { writeFragment } from '../../tables/fragment.js';
import { siteHome } from '../parts/home.js';
import { picture } from '../parts/picture.js';
import { rich } from '../parts/text.js';

/** @import { Mark } from '../../charts/prediction.js' */
/** @import { Params, Section } from '../parts/section.js' */

/** @typedef {Readonly<Record<string, string | number>>} State  link keys and values of a lab */

/**
 * What a beat has besides its picture.
 * @template View
 * @typedef {object} Around
 * @property {Readonly<Record<string, Mark | readonly Mark[]>>} [guesses]  marks in the picture, by letter
 * @property {(view: View) => unknown} [act]  what there is to do
 * @property {(params: Params) => State} [opens]  the state of a lab, with its name as `lab`
 * @property {() => unknown} [formula]  over the words
 */

const styles = css`
  .beat {
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
  /* What all of this is about. */
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
  .door {
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
    .door {
      min-height: 44px;
    }
    .door {
      display: inline-flex;
      align-items: center;
    }
  }
  /* Under the picture, what moves it comes first. */
  .formula {
    order: 1;
  }
  @container (min-width: 44em) {
    .formula {
      order: 0;
    }
    .beat {
      grid-template: auto 1fr / minmax(15em, 21em) minmax(0, 1fr);
      column-gap: var(--sd-8);
    }
    .drawn {
      grid-area: 1 / 2 / span 2;
    }
  }
  @media print {
    .guess,
    .act,
    .door {
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
 * @template {import('../parts/picture.js').Shown} V
 * @template {Section} Base
 * @param {Omit<import('../parts/picture.js').Declaration<R, S, V, Base>, 'layout'> & Around<import('../parts/picture.js').View<NoInfer<R>, NoInfer<S>, Base>>} declaration
 * @param {{new (): Base}} [Kind]
 */
export function beat({ guesses, act, opens, formula, ...declaration }, Kind) {
  const name = declaration.name.replace('story-', '');
  return picture(
    {
      ...declaration,
      told: true,
      styles: [styles, ...(declaration.styles ?? [])],
      layout(view, { head, figure, problem, shown }) {
        // Once somebody has done something here, what comes of it is spoken.
        const touch = () => (view.announces = true);
        return html`<div class="beat" @input=${touch} @click=${touch}>
          <div class="title">${head}</div>
          <div class="drawn">${figure} ${problem}</div>
          <div class="words">
            ${formula ? html`<div class="formula">${formula()}</div>` : nothing}
            ${guesses ? renderGuess(view, name, guesses) : nothing}
            <div class="act">${act?.(view) ?? nothing}</div>
            ${shown?.verdict ? html`<p class="said">${shown.verdict}</p>` : nothing}
            <p>${rich(view.t, `story.${name}.text`)}</p>
            ${opens ? renderDoor(view, opens(view.params)) : nothing}
          </div>
        </div>`;
      },
    },
    Kind,
  );
}

/** @param {Section} view @param {string} name @param {NonNullable<Around<any>['guesses']>} guesses */
function renderGuess(view, name, guesses) {
  const { t, prediction } = view;
  const choose = (/** @type {string} */ letter) =>
    view.tell('sd-guess', { picture: name, letter, marks: [guesses[letter]].flat() });
  return html`<div class="guess" role="group" aria-label=${t('story.guess')}>
    <span>${rich(t, `story.${name}.guess`)}</span>
    ${Object.keys(guesses).map((letter) => {
      const isChosen = /** @type {{letter?: string} | null} */ (prediction)?.letter === letter;
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

/** A link to the same numbers in a lab. @param {Section} view @param {State} state */
function renderDoor({ t, params }, state) {
  if (!siteHome()) return nothing;
  const { lang, theme } = params;
  const look = { ...(lang && { lang }), ...(theme !== 'auto' && { theme }) };
  const pairs = Object.entries({ ...state, ...look }).map(
    ([key, value]) => /** @type {const} */ ([key, String(value)]),
  );
  // Elsewhere than on the page of the site, whoever reads goes on with the text after it.
  const elsewhere = new URL(siteHome()).href !== new URL('./', location.href).href;
  return html`<a
    class="door"
    href="${siteHome()}#${writeFragment(pairs)}"
    target=${elsewhere ? '_blank' : nothing}
    rel=${elsewhere ? 'noopener' : nothing}
    >${t('story.door', { lab: t(`common.lab.${state.lab}`) })} →</a
  >`;
}

/**
 * A slider of the story.
 * @param {Section} view
 * @param {object} spec
 * @param {string} spec.name  of the parameter
 * @param {unknown} spec.label
 * @param {number} spec.min
 * @param {number} spec.max
 * @param {number} spec.step
 * @param {unknown} spec.shown
 * @param {(value: number) => number} [spec.read]  what a place of the slider stands for
 * @param {number} [spec.at]  its place
 * @param {string} [spec.text]  for screen readers
 */
export const slider = (view, { name, label, min, max, step, shown, read = Number, at, text }) =>
  html`<label class="slide"
    ><span>${label}</span>
    <input
      type="range"
      name=${name}
      min=${min}
      max=${max}
      step=${step}
      .value=${String(at ?? view.params[name])}
      aria-valuetext=${text ?? nothing}
      @input=${(/** @type {Event & {target: HTMLInputElement}} */ { target }) => view.set({ [name]: read(Number(target.value)) })}
    />
    <output class="number">${shown}</output>
  </label>`;

/**
 * Buttons of which one is pressed: values of a parameter.
 * @param {Section} view
 * @param {string} name
 * @param {readonly number[]} values
 * @param {(value: number) => unknown} label
 */
export const choices = ({ t, params, set }, name, values, label) =>
  html`<span class="choices" role="group" aria-label=${t(`story.param.${name}`)}
    >${values.map(
      (value) =>
        html`<button
          type="button"
          class="chip"
          aria-pressed=${String(Number(params[name]) === value)}
          @click=${() => set({ [name]: value })}
        >
          ${label(value)}
        </button>`,
    )}</span
  >`;
