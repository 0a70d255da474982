/** Output of a program: its controls, lines, tables, pictures, and where it failed. */

/** @import { Control, Failure, Output, Text } from './program-runner.js' */

import { html, nothing } from 'lit';
import { defaultLimits } from '../../playground/limits.js';
import { refusal } from '../parts/refusal.js';
import { renderTable } from './table.js';
import { renderPicture } from './program-picture.js';

/** @typedef {import('./program.js').PlaygroundProgram} Program */
/** @typedef {import('../scaledot-playground.js').ScaledotPlayground} Playground */

/** @param {Program} view @param {Playground} lab @returns {unknown} */
export function renderOutput(view, lab) {
  const { t } = view;
  const { output, trouble, onPage } = lab.runner;
  const status = lab.isDue ? 'running' : lab.runner.status;
  const { items, controls, failure } = output;
  const isEmpty = items.length === 0 && !failure && !trouble;
  return html`${[...controls.values()].map((control, i) => renderControl(view, lab, control, i))}
    <div class="items" aria-busy=${status === 'running' ? 'true' : 'false'}>
      ${isEmpty ? html`<p class="empty">${t(`playground.empty.${status === 'idle' || status === 'running' ? status : 'done'}`)}</p>` : nothing}
      ${items.map((item) => renderItem(view, item, items.filter(({ type }) => type === item.type).indexOf(item)))}
    </div>
    ${failure ? renderFailure(view, failure) : nothing}
    ${trouble ? html`<p class="problem" role="alert">${troubleWords(view, trouble)}</p>` : nothing}
    ${onPage ? html`<p class="status">${t('playground.onPage')}</p>` : nothing}`;
}

/** @param {Program} view @param {Output['items'][number]} item @param {number} i @returns {unknown} */
function renderItem(view, item, i) {
  if (item.type === 'text') return renderText(item, view.t('playground.printed'));
  try {
    return item.type === 'table' ? renderTable(view, item, i) : renderPicture(view, item, i);
  } catch (error) {
    // The data come from the program and may be invalid.
    return html`<p class="problem" role="alert" lang="en">
      ${error instanceof Error ? error.message : String(error)}
    </p>`;
  }
}

/** @param {Text} text @param {string} label */
const renderText = ({ lines }, label) =>
  html`<pre class="lines" tabindex="0" role="group" aria-label=${label}><samp>${runsOf(lines).map(
    ({ level, text }) => (level === 'log' ? text : html`<span class=${level}>${text}</span>`),
  )}</samp></pre>`;

/** Joins consecutive lines of the same level. @param {Text['lines']} lines */
function runsOf(lines) {
  /** @type {{level: string, text: string}[]} */
  const runs = [];
  for (const { level, text } of lines) {
    const last = runs.at(-1);
    if (last?.level === level) last.text += `${text}\n`;
    else runs.push({ level, text: `${text}\n` });
  }
  return runs;
}

/** @param {Program} view @param {string} trouble */
const troubleWords = ({ t }, trouble) =>
  ['noWasm', 'notFetched'].includes(trouble) ? t(`playground.${trouble}`) : refusal(t, trouble);

/**
 * Returns the text of a failure. Text about limits is the page's; all other messages are those of the program or the engine,
 * in English.
 * @param {Program} view
 * @param {Failure} failure
 */
export function failureWords({ t, format }, { name, message, limit }) {
  if (!limit) return name ? `${name}: ${message}` : message;
  const limits = { ...defaultLimits, memory: defaultLimits.memory / 2 ** 20 };
  const told = Object.entries(limits).map(([key, value]) => [key, format.integer(value)]);
  return t(`playground.limit.${limit}`, Object.fromEntries(told));
}

/** @param {Program} view @param {Failure} failure */
function renderFailure(view, failure) {
  const { line, column } = failure;
  return html`<p class="problem" role="alert">
    ${failureWords(view, failure)}
    ${
      line
        ? html`<button type="button" class="quiet" @click=${() => view.editor.goTo(line, column)}>
            ${view.t('playground.line', { line })}
          </button>`
        : nothing
    }
  </p>`;
}

/** Formats a value without floating-point rounding noise. @param {number} value */
const shown = (value) => String(Number(value.toPrecision(12)));

/** Returns how often a number must be doubled to reach another. @param {number} from @param {number} to */
function doublings(from, to) {
  let count = 0;
  for (let value = from; value < to; value *= 2) count += 1;
  return count;
}

/** @param {Program} view @param {Playground} lab @param {Control} control @param {number} i */
function renderControl({ t }, lab, { name, min, max, value, step, scale }, i) {
  const isLog = scale === 'log';
  // Each step of a logarithmic slider doubles the value.
  const ends = isLog ? [0, doublings(min, max)] : [min, max];
  const at = isLog ? doublings(min, value) : value;
  const toValue = (/** @type {string} */ text) =>
    isLog ? Math.min(max, min * 2 ** Number(text)) : Number(text);
  const move = (/** @type {Event & {target: HTMLInputElement}} */ { target }) =>
    lab.move(name, Number(shown(toValue(target.value))));
  return html`<div class="control">
    <label for="control-${i}">${name}</label>
    <input
      id="control-${i}"
      type="range"
      min=${ends[0]}
      max=${ends[1]}
      step=${isLog ? 1 : (step ?? 'any')}
      aria-valuetext=${shown(value)}
      aria-description=${t('playground.control')}
      .value=${String(at)}
      @input=${move}
    />
    <output for="control-${i}" aria-live="off">${shown(value)}</output>
  </div>`;
}
