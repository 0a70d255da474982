/**
 * <sd-training-maps>: what each network attends to in one held-out example, and what it answers.
 *
 * The visitor sees a matrix of weights for each rule, which changes while the networks learn, and the correct answer
 * beside each network's own. The visitor can go to other examples, heads and layers.
 */
import { html, nothing } from 'lit';
import { heatHeight } from '../../charts/heat.js';
import { plain, rich } from '../parts/text.js';
import { chips } from '../parts/chips.js';
import { heats, heatsHeight, weightColours } from '../parts/heats.js';
import { fitted } from '../parts/figure.js';
import { columns, picture } from '../parts/picture.js';
import { blockChips } from './measured.js';
import { TrainingSection } from './section.js';
import { mapsStyles } from './styles.js';
import { blockName, ruleName, ruleText } from './words.js';

/** @import { Params } from '../parts/section.js' */

/** @typedef {NonNullable<ReturnType<typeof seenOf>>} Seen */

/** Length at which names beside a matrix are cut off, letters. */
const longest = 9;

/** Height of the figure until there is something to show, px. */
const waitingHeight = 240;

/** Tells the run which example is selected, and whether it is on the screen. */
class MapsSection extends TrainingSection {
  updated() {
    super.updated();
    this.ask();
  }

  /** @param {boolean} visible */
  moved(visible) {
    super.moved(visible);
    this.ask();
  }

  ask() {
    this.run?.show(Number(this.params.example), this.onScreen);
  }
}

export const TrainingMaps = picture(
  {
    name: 'training-maps',
    styles: [mapsStyles],

    above: (view) => {
      const seen = seenOf(view);
      return html`<div class="choices">${exampleOf(view)}</div>
        ${seen && !view.single ? answersOf(view, seen) : nothing}`;
    },

    title(view) {
      const { t, params, count } = view;
      const seen = seenOf(view);
      return plain(t, `training.maps.${seen ? 'figure' : 'coming'}`, {
        block: seen ? blockName(t, seen.blocks, seen.block) : '',
        head: count(headOf(params) + 1),
        step: count(seen?.step ?? 0),
      });
    },
    height(width, view) {
      const seen = seenOf(view);
      return seen ? heatsHeight(width, layoutOf(view, seen), coloursOf(view)) : waitingHeight;
    },
    controls: (view) => [blockChips(view, seenOf(view)?.blocks ?? []), headChips(view)],

    shows(view) {
      const { t } = view;
      const seen = seenOf(view);
      if (!seen) return {};
      return {
        draw: (/** @type {number} */ width) => drawn(view, seen, width),
        summary: summaryOf(view, seen),
        table: () => ({
          columns: columns(t, 'training.column', ['rule', 'query', 'key', 'weight']),
          rows: seen.networks.flatMap(({ rule, queries, keys, values }) =>
            Array.from(values, (weight, at) => ({
              rule: ruleText(view, rule),
              query: queries[Math.floor(at / keys.length)],
              key: keys[at % keys.length],
              weight,
            })),
          ),
        }),
      };
    },

    more(view) {
      const seen = view.single && seenOf(view);
      return [seen ? answersOf(view, seen) : nothing, rich(view.t, 'training.maps.note')];
    },
  },
  MapsSection,
);

/** @param {Params} params */
const headOf = ({ head, heads }) => Math.min(head, heads - 1);

/**
 * Returns the networks' attention in the chosen example, once it has been computed: for each network, its answer and
 * the matrix of the chosen attention and head.
 * @param {TrainingSection} view
 */
function seenOf({ run, params }) {
  const looks = run?.looks;
  if (!looks || looks.index !== params.example) return null;
  const { index, step, of } = looks;
  const [{ tokens, labels, blocks }] = of;
  const block = Math.min(params.block, Math.max(0, blocks.length - 1));
  const networks = of.map((look, i) => {
    const { queries, keys, weights } = look.blocks[block];
    const size = queries.length * keys.length;
    const start = headOf(params) * size;
    return {
      rule: run.tracks[i].rule,
      ...{ answer: look.answer, right: look.right, queries, keys },
      values: weights.data.subarray(start, start + size),
    };
  });
  return { index, step, tokens, labels, blocks, block, networks };
}

/** Draws the number of the example, and buttons to its neighbours. @param {TrainingSection} view */
function exampleOf({ t, params: { example }, count, set }) {
  const isFirst = example === 0;
  const go = (/** @type {number} */ by) =>
    set(({ example: now }) => ({ example: Math.max(0, Number(now) + by) }));
  return html`<button
      type="button"
      aria-disabled=${String(isFirst)}
      @click=${() => (isFirst ? undefined : go(-1))}
    >
      ${t('training.maps.previous')}
    </button>
    <button type="button" @click=${() => go(1)}>${t('training.maps.next')}</button>
    <span class="number">${t('training.maps.example', { example: count(example + 1) })}</span>`;
}

/** @param {TrainingSection} view */
function headChips({ t, params, set }) {
  if (params.heads < 2) return nothing;
  return html`<div class="choices" slot="controls" role="group" aria-label=${t('training.heads')}>
    ${chips({
      values: Array.from({ length: params.heads }, (_, i) => String(i)),
      chosen: String(headOf(params)),
      label: (i) => t('training.head', { head: Number(i) + 1 }),
      choose: (i) => set({ head: Number(i) }),
    })}
  </div>`;
}

/**
 * Joins tokens to text: words with blanks between them, letters without.
 * @param {Params} params
 * @param {readonly (string | null)[]} words
 */
const joined = ({ task }, words) =>
  words.filter((word) => word !== null).join(task === 'dates' ? '' : ' ');

/** Draws the example, its correct answer, and each network's answer. @param {TrainingSection} view @param {Seen} seen */
function answersOf(view, { tokens, labels, networks }) {
  const { t, params } = view;
  const given = (/** @type {string} */ name, /** @type {readonly (string | null)[]} */ words) =>
    html`<tr>
      <th scope="row">${t(`training.maps.${name}`)}</th>
      <td class="tokens">${joined(params, words)}</td>
      <td></td>
    </tr>`;
  return html`<div
    class="scroll"
    tabindex="0"
    role="group"
    aria-label=${t('training.maps.answers')}
  >
    <table class="answers">
      <tbody>
        ${given('read', tokens)} ${given('wanted', labels)}
        ${networks.map(
          ({ rule, answer, right }) =>
            html`<tr data-rule=${rule}>
              <th scope="row">${ruleName(view, rule)}</th>
              <td class="tokens">${joined(params, answer)}</td>
              <td class=${right ? 'right' : 'wrong'}>
                ${t(right ? 'training.maps.right' : 'training.maps.wrong')}
              </td>
            </tr>`,
        )}
      </tbody>
    </table>
  </div>`;
}

/** @param {TrainingSection} view */
const coloursOf = ({ t, format }) => weightColours(t('training.maps.weight'), format);

/** @param {readonly string[]} words */
const axisOf = (words) => ({
  label: '',
  slanted: true,
  tick: (/** @type {number} */ i) => shortened(words[i] ?? ''),
  name: (/** @type {number} */ i) => words[i],
});

/** @param {TrainingSection} view @param {Seen} seen */
function layoutOf(view, { networks }) {
  const [{ queries, keys }] = networks;
  const [rows, columns] = [queries.length, keys.length];
  const sizes = { rows, columns, most: 300, scale: false, x: axisOf(keys), left: 60 };
  const layout = {
    count: networks.length,
    height: (/** @type {number} */ width) => heatHeight(width, sizes),
    least: columns > 16 ? 300 : columns > 8 ? 200 : view.single ? 120 : 170,
    most: columns > 16 ? 2 : 4,
    foot: 0,
  };
  return columns > 8 ? fitted(view, layout) : layout;
}

/** @param {TrainingSection} view @param {Seen} seen @param {number} width */
function drawn(view, seen, width) {
  const matrices = seen.networks.map(({ rule, queries, keys, values }) => ({
    key: rule,
    title: ruleText(view, rule),
    ...{ rows: queries.length, columns: keys.length, values },
    ...{ x: axisOf(keys), y: axisOf(queries) },
  }));
  return heats(width, layoutOf(view, seen), coloursOf(view), matrices);
}

/** @param {TrainingSection} view @param {Seen} seen */
function summaryOf(view, { step, index, labels, networks }) {
  const { t, params, count, format } = view;
  return plain(t, 'training.maps.summary', {
    step: count(step),
    example: count(index + 1),
    wanted: joined(params, labels),
    answers: format.list(
      networks.map(({ rule, answer }) =>
        t('training.maps.said', { rule: ruleText(view, rule), answer: joined(params, answer) }),
      ),
    ),
  });
}

/** @param {string} text */
const shortened = (text) => {
  const letters = [...text];
  return letters.length > longest ? `${letters.slice(0, longest - 1).join('')}…` : text;
};
