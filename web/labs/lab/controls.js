/**
 * Labelled native inputs made from a table of parameters. Arrow keys on a logarithmic slider go to the next power of
 * two, whatever was typed before. A valid value typed into a box applies at once. An invalid one is corrected when the
 * visitor leaves the box, with a sentence beside it.
 */

/** @import { Content } from '../parts/content.js' */
/** @import { PropertyPart } from 'lit/directive.js' */
/** @import { EventAt } from '../../charts/events.js' */
/** @import { Translate } from '../../i18n/index.js' */
/** @import { Control, Entry, Params, Value } from '../../tables/types.js' */
/** @import { Option } from './types.js' */

import { html, nothing } from 'lit';
import { Directive, directive } from 'lit/directive.js';
import { noChange } from 'lit';
import { wordsOf } from '../../tables/params.js';

/**
 * The interface between the controls and their lab.
 * @typedef {Entry & {control: Control}} Shown  a row that has a control
 *
 * @typedef {object} ControlContext
 * @property {Params} params
 * @property {Translate} t
 * @property {(name: string) => Content} label  the visible label of a parameter, a template
 * @property {(name: string, value: string) => string} choice  the words for a choice
 * @property {(name: string, value: string) => boolean} offers  whether a choice is shown
 * @property {(name: string) => readonly Option[]} options  the choices of a parameter, if they are not in the table
 * @property {(name: string) => boolean} locked
 * @property {(key: string) => Content} problem  the sentence about what was typed, or nothing
 * @property {(name: string, raw: Value, final: boolean) => Value} enter  final: whether to
 *   correct it; returns the value now in effect
 * @property {string} term  the highlighted term
 * @property {(name: string) => string} termOf
 */

/**
 * Sets a box without disturbing what is being typed: "0.50" stays while the state says 0.5, and a half-typed number
 * survives a render of something else on the page.
 */
class TypedValue extends Directive {
  /** @type {unknown} */
  #last;

  /** @param {string | number | boolean} _value @returns {Content} */
  render(_value) {
    return noChange;
  }

  /** @param {PropertyPart & {element: HTMLInputElement}} part @param {[string | number | boolean]} values */
  update(part, [value]) {
    const box = part.element;
    const typing = value === this.#last && box.matches(':focus');
    this.#last = value;
    const shown = box.value === '' ? '' : Number(box.value);
    if (!typing && shown !== value) box.value = String(value);
    return noChange;
  }
}
const typedValue = directive(TypedValue);

/** The same for text: keeps a trailing space until the next word is typed. */
class TypedText extends Directive {
  /** @param {Value} _value @returns {Content} */
  render(_value) {
    return noChange;
  }

  /** @param {PropertyPart & {element: HTMLInputElement}} part @param {[Value]} values */
  update(part, [value]) {
    const box = part.element;
    if (!box.matches(':focus') && box.value !== String(value)) box.value = String(value);
    return noChange;
  }
}
export const typedText = directive(TypedText);

const exponentOf = (/** @type {number} */ value) => Math.log2(value);

/**
 * Returns the next power of two above or below, or undefined for a key that does not step.
 * @param {string} key
 * @param {number} value
 */
function stepLog(key, value) {
  if (key === 'ArrowRight' || key === 'ArrowUp') return 2 ** (Math.floor(exponentOf(value)) + 1);
  if (key === 'ArrowLeft' || key === 'ArrowDown') return 2 ** (Math.ceil(exponentOf(value)) - 1);
  return undefined;
}

/** @param {Shown} entry @param {ControlContext} context */
function logSlider(entry, context) {
  const control = entry.control;
  const value = Number(context.params[entry.name]);
  const highest = exponentOf(control.top ?? 4096);
  /** @param {KeyboardEvent} event */
  const onKey = (event) => {
    // Keys may arrive faster than renders. An empty entry changes nothing and returns the current value.
    const now = Number(context.enter(entry.name, '', false));
    const next = stepLog(event.key, now);
    if (next === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    const low = entry.min ?? 1;
    context.enter(
      entry.name,
      Math.min(Math.max(next, low), Math.max(control.top ?? next, now)),
      true,
    );
  };
  return html`<input
    type="range"
    id="${entry.key}-slider"
    min="0"
    max=${highest}
    step="1"
    aria-labelledby="${entry.key}-label"
    aria-valuetext=${String(value)}
    ?disabled=${context.locked(entry.name)}
    .value=${String(Math.min(exponentOf(Math.max(value, 1)), highest))}
    @keydown=${onKey}
    @input=${(/** @type {EventAt<HTMLInputElement>} */ event) => context.enter(entry.name, 2 ** Number(valueOf(event)), true)}
  />`;
}

/** @param {EventAt<HTMLInputElement>} event */
const valueOf = (event) => event.currentTarget.value;

/** @param {Shown} entry @param {ControlContext} context */
function linearSlider(entry, context) {
  const { low, high, step } = entry.control;
  return html`<input
    type="range"
    id="${entry.key}-slider"
    min=${low ?? nothing}
    max=${high ?? nothing}
    step=${step ?? 'any'}
    aria-labelledby="${entry.key}-label"
    ?disabled=${context.locked(entry.name)}
    .value=${String(context.params[entry.name])}
    @input=${(/** @type {EventAt<HTMLInputElement>} */ event) => context.enter(entry.name, valueOf(event), true)}
  />`;
}

/** @param {Entry} entry @param {ControlContext} context */
function numberBox(entry, context) {
  /** @param {EventAt<HTMLInputElement>} event */
  const onChange = (event) => {
    const box = event.currentTarget;
    // Garbage reads as '' and changes nothing. The box then shows the current value.
    box.value = String(context.enter(entry.name, box.value, true));
  };
  return html`<input
    type="number"
    id=${entry.key}
    min=${entry.min ?? nothing}
    max=${entry.max ?? nothing}
    step=${entry.type === 'integer' ? '1' : 'any'}
    inputmode=${entry.type === 'integer' && (entry.min ?? 0) >= 0 ? 'numeric' : 'decimal'}
    aria-describedby="${entry.key}-problem"
    ?disabled=${context.locked(entry.name)}
    .value=${typedValue(context.params[entry.name])}
    @input=${(/** @type {EventAt<HTMLInputElement>} */ event) => context.enter(entry.name, valueOf(event), false)}
    @change=${onChange}
  />`;
}

/** @param {Entry} entry @param {ControlContext} context @returns {readonly Option[]} */
function optionsOf({ name, choices = [] }, context) {
  const own = context.options(name);
  if (own.length > 0) return own;
  return choices
    .filter((value) => context.offers(name, value))
    .map((value) => ({
      value,
      words: context.choice(name, value),
      chosen: context.params[name] === value,
    }));
}

/** @param {Entry} entry @param {ControlContext} context */
const selectBox = (entry, context) =>
  html`<select
    id=${entry.key}
    ?disabled=${context.locked(entry.name)}
    aria-describedby="${entry.key}-problem"
    @change=${(/** @type {EventAt<HTMLInputElement>} */ event) => context.enter(entry.name, valueOf(event), true)}
  >
    ${optionsOf(entry, context).map(
      ({ value, words, chosen }) =>
        html`<option value=${value} .selected=${chosen}>${words}</option>`,
    )}
  </select>`;

/** Returns a new seed, small enough to be read out and typed again. */
const newSeed = () => Math.floor(Math.random() * 1e6);

/** @param {Entry} entry @param {ControlContext} context */
const seedBox = (entry, context) =>
  html`${numberBox(entry, context)}
    <button
      type="button"
      class="new-seed"
      ?disabled=${context.locked(entry.name)}
      @click=${() => context.enter(entry.name, newSeed(), true)}
    >
      ${context.t('common.newSeed')}
    </button>`;

/**
 * Renders a box that is read when the visitor leaves it: a half-typed list is a different list.
 * @param {Entry} entry
 * @param {ControlContext} context
 */
function listBox(entry, context) {
  /** @param {EventAt<HTMLInputElement>} event */
  const onChange = (event) => {
    const box = event.currentTarget;
    box.value = String(context.enter(entry.name, box.value, true));
  };
  return html`<input
    type="text"
    id=${entry.key}
    inputmode="text"
    autocomplete="off"
    spellcheck="false"
    aria-describedby="${entry.key}-problem"
    ?disabled=${context.locked(entry.name)}
    .value=${typedValue(context.params[entry.name])}
    @change=${onChange}
  />`;
}

/**
 * Renders a text box that applies while typing. Text that is too long is cut, with a sentence beside the box. The box
 * shows the cut text when the visitor leaves it.
 * @param {Entry} entry
 * @param {ControlContext} context
 */
function textBox(entry, context) {
  /** @param {EventAt<HTMLInputElement>} event */
  const onChange = (event) => {
    const box = event.currentTarget;
    box.value = String(context.enter(entry.name, box.value, true));
  };
  return html`<input
    type="text"
    id=${entry.key}
    autocomplete="off"
    aria-describedby="${entry.key}-problem"
    ?disabled=${context.locked(entry.name)}
    .value=${typedText(context.params[entry.name])}
    @input=${(/** @type {EventAt<HTMLInputElement>} */ event) => context.enter(entry.name, valueOf(event), true)}
    @change=${onChange}
  />`;
}

/**
 * Renders a checkbox for each choice of a set. Disables what may not change: the last checked box, and the unchecked
 * ones once the maximum is reached.
 * @param {Entry} entry
 * @param {ControlContext} context
 */
function checkBoxes({ name, key, choices = [], most = Infinity }, context) {
  const chosen = wordsOf(context.params, name);
  /** @param {EventAt<HTMLInputElement>} event */
  const onChange = ({ currentTarget }) => {
    const { value, checked } = currentTarget;
    const kept = choices.filter((choice) => (choice === value ? checked : chosen.has(choice)));
    context.enter(name, kept.join(), true);
  };
  return choices.map((choice) => {
    const isChosen = chosen.has(choice);
    const isFixed = isChosen ? chosen.size === 1 : chosen.size >= most;
    return html`<label class="check">
      <input
        type="checkbox"
        name=${key}
        value=${choice}
        ?disabled=${isFixed || context.locked(name)}
        .checked=${isChosen}
        @change=${onChange}
      />
      ${context.choice(name, choice)}
    </label>`;
  });
}

/** @type {Record<Control['kind'], (entry: Shown, context: ControlContext) => Content>} */
const kinds = {
  log: (entry, context) => [logSlider(entry, context), numberBox(entry, context)],
  range: (entry, context) => [linearSlider(entry, context), numberBox(entry, context)],
  number: numberBox,
  select: selectBox,
  seed: seedBox,
  list: listBox,
  text: textBox,
  checks: checkBoxes,
};

/** Renders the label of a single input, or the common name of several. @param {Entry} entry @param {ControlContext} context */
const renderLabel = ({ name, key, control }, context) =>
  control?.kind === 'checks'
    ? html`<span class="name" id="${key}-label">${context.label(name)}</span>`
    : html`<label id="${key}-label" for=${key}>${context.label(name)}</label>`;

/** @param {Shown} entry @param {ControlContext} context */
function renderInputs(entry, context) {
  const { kind } = entry.control;
  const inputs = kinds[kind](entry, context);
  if (kind !== 'checks') return html`<div class="inputs">${inputs}</div>`;
  return html`<div
    class="inputs"
    id=${entry.key}
    role="group"
    aria-labelledby="${entry.key}-label"
    aria-describedby="${entry.key}-problem"
    tabindex="-1"
  >
    ${inputs}
  </div>`;
}

/** @param {Shown} entry @param {ControlContext} context */
function oneControl(entry, context) {
  const control = entry.control;
  const term = context.termOf(entry.name);
  return html`<div
    class="control ${control.kind}"
    data-term=${term || nothing}
    ?data-lit=${term !== '' && term === context.term}
  >
    ${renderLabel(entry, context)} ${renderInputs(entry, context)}
    <span class="problem" id="${entry.key}-problem" role="status"
      >${context.problem(entry.key)}</span
    >
  </div>`;
}

/** Renders the controls of those entries that apply now. @param {readonly Entry[]} entries @param {ControlContext} context */
export const controlsOf = (entries, context) =>
  entries
    .filter(
      /** @returns {entry is Shown} */ (entry) =>
        !!entry.control && (entry.control.when?.(context.params) ?? true),
    )
    .map((entry) => oneControl(entry, context));

/** @param {readonly Entry[]} entries @param {string} group @param {ControlContext} context */
export const groupControls = (entries, group, context) =>
  controlsOf(
    entries.filter(({ control }) => control?.group === group),
    context,
  );

/**
 * Renders a titled group.
 * @param {readonly Entry[]} entries
 * @param {string} group
 * @param {Content} legend
 * @param {ControlContext} context
 */
export const fieldset = (entries, group, legend, context) =>
  html`<fieldset class="group ${group}">
    <legend>${legend}</legend>
    ${groupControls(entries, group, context)}
  </fieldset>`;
