/**
 * <sd-training-maps>: what each network attends to in one example that it has never seen, and what it answers.
 *
 * The visitor sees a matrix of weights for each rule, which changes while the networks learn, the right answer beside what
 * each says, and goes to other examples, heads and layers.
 */
import { html, nothing } from 'lit';
import { heat, heatHeight, sharedScale } from '../../charts/heat.js';
import { panels, panelsHeight } from '../../charts/panels.js';
import { chips } from '../parts/chips.js';
import { figure } from '../parts/figure.js';
import { plain, rich } from '../lab/text.js';
import { blockChips } from './measured.js';
import { TrainingSection } from './section.js';
import { mapsStyles } from './styles.js';
import { blockName, ruleName, ruleText } from './words.js';

/** @typedef {import('./run.js').Look} Look */

/** Longer names are cut off where they stand at a matrix. */
const longest = 9;

/** Of the figure until there is something to show, px. */
const waitingHeight = 240;

export class TrainingMaps extends TrainingSection {
  static styles = [...TrainingSection.styles, mapsStyles];

  constructor() {
    super();
    this.go = (/** @type {number} */ by) =>
      this.set(({ example }) => ({ example: Math.max(0, Number(example) + by) }));
  }

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

  /** What the networks attend to in the chosen example, once they have been looked at. */
  get looks() {
    const looks = this.run?.looks;
    return looks && looks.index === Number(this.params.example) ? looks : null;
  }

  get block() {
    const blocks = this.looks?.of[0].blocks ?? [];
    return Math.min(Number(this.params.block), Math.max(0, blocks.length - 1));
  }

  get head() {
    return Math.min(Number(this.params.head), Number(this.params.heads) - 1);
  }

  /** One matrix of every network: of the attention and the head that are looked at. */
  get matrices() {
    const { block, head } = this;
    return (this.looks?.of ?? []).map(({ blocks }) => {
      const { queries, keys, weights } = blocks[block];
      const size = queries.length * keys.length;
      return { queries, keys, values: weights.data.subarray(head * size, (head + 1) * size) };
    });
  }

  render() {
    const { t, looks } = this;
    const blocks = looks?.of[0].blocks ?? [];
    return html`<section role="group" aria-labelledby="title">
      <h3 id="title">${rich(t, 'training.maps.title')}</h3>
      <p class="lead">${rich(t, 'training.maps.lead')}</p>
      <div class="choices">${this.renderExample()}</div>
      ${looks ? this.renderAnswers(looks.of) : nothing}
      ${figure(
        this,
        {
          name: 'training-maps',
          title: plain(t, looks ? 'training.maps.figure' : 'training.maps.coming', {
            block: blocks.length > 0 ? blockName(t, blocks, this.block) : '',
            head: this.count(this.head + 1),
            step: this.count(looks?.step ?? 0),
          }),
          summary: this.summary(),
          height: (width) => (looks ? panelsHeight(width, this.layout) : waitingHeight),
          draw: looks ? (width) => this.draw(width) : null,
          table: () => this.table(),
        },
        [blockChips(this, blocks), this.renderHeads()],
      )}
      <p class="note">${rich(t, 'training.maps.note')}</p>
    </section>`;
  }

  renderExample() {
    const { t } = this;
    const example = Number(this.params.example);
    const isFirst = example === 0;
    return html`<button
        type="button"
        aria-disabled=${String(isFirst)}
        @click=${() => (isFirst ? undefined : this.go(-1))}
      >
        ${t('training.maps.previous')}
      </button>
      <button type="button" @click=${() => this.go(1)}>${t('training.maps.next')}</button>
      <span class="number"
        >${t('training.maps.example', { example: this.count(example + 1) })}</span
      >`;
  }

  renderHeads() {
    const { t } = this;
    const count = Number(this.params.heads);
    if (count < 2) return nothing;
    return html`<div class="choices" slot="controls" role="group" aria-label=${t('training.heads')}>
      ${chips({
        values: Array.from({ length: count }, (_, i) => String(i)),
        chosen: String(this.head),
        label: (i) => t('training.head', { head: Number(i) + 1 }),
        choose: (i) => this.set({ head: Number(i) }),
      })}
    </div>`;
  }

  /** Tokens as text: words with blanks between them, letters without. @param {readonly string[]} words */
  joined(words) {
    return words.join(this.params.task === 'dates' ? '' : ' ');
  }

  /** The example, its right answer, and what each network says. @param {readonly Look[]} looks */
  renderAnswers(looks) {
    const { t, format, params, run } = this;
    const [{ tokens, labels }] = looks;
    return html`<div
      class="scroll"
      tabindex="0"
      role="group"
      aria-label=${t('training.maps.answers')}
    >
      <table class="answers">
        <tbody>
          <tr>
            <th scope="row">${t('training.maps.read')}</th>
            <td class="tokens">${this.joined(tokens)}</td>
            <td></td>
          </tr>
          <tr>
            <th scope="row">${t('training.maps.wanted')}</th>
            <td class="tokens">${this.joined(given(labels))}</td>
            <td></td>
          </tr>
          ${looks.map(
            ({ answer, right }, i) =>
              html`<tr data-rule=${run?.tracks[i].rule ?? nothing}>
                <th scope="row">${ruleName(t, format, params, run?.tracks[i].rule ?? '')}</th>
                <td class="tokens">${this.joined(given(answer))}</td>
                <td class=${right ? 'right' : 'wrong'}>
                  ${t(right ? 'training.maps.right' : 'training.maps.wrong')}
                </td>
              </tr>`,
          )}
        </tbody>
      </table>
    </div>`;
  }

  get layout() {
    const [first] = this.matrices;
    const rows = first?.queries.length ?? 8;
    const columns = first?.keys.length ?? 8;
    return {
      count: this.run?.tracks.length ?? 1,
      height: (/** @type {number} */ width) =>
        heatHeight(width, {
          rows,
          columns,
          most: 300,
          scale: false,
          x: this.axis(first?.keys ?? []),
          left: 60,
        }),
      least: columns > 16 ? 300 : columns > 8 ? 200 : 170,
      most: columns > 16 ? 2 : 4,
      foot: 0,
      scale: sharedScale(this.colours),
    };
  }

  /** The colours of all panels. */
  get colours() {
    const { t, format } = this;
    return {
      ramp: /** @type {const} */ ('weight'),
      domain: /** @type {const} */ ([0, 1]),
      scale: {
        label: t('training.maps.weight'),
        read: (/** @type {number} */ value) => format.fixed(value, 3),
        format: (/** @type {number} */ value) => format.number(value, 2),
      },
    };
  }

  /** @param {readonly string[]} words */
  axis(words) {
    return {
      label: '',
      slanted: true,
      tick: (/** @type {number} */ i) => shortened(words[i] ?? ''),
      name: (/** @type {number} */ i) => words[i],
    };
  }

  /** @param {number} width */
  draw(width) {
    const { t, format, params, run, colours } = this;
    return panels(
      width,
      this.layout,
      this.matrices.map(({ queries, keys, values }, i) => {
        const rule = run?.tracks[i].rule ?? '';
        return {
          key: rule,
          title: ruleText(t, format, params, rule),
          draw: ({ width: own, height, left }) =>
            heat({
              width: own,
              height,
              left,
              rows: queries.length,
              columns: keys.length,
              values,
              ...colours,
              x: this.axis(keys),
              y: this.axis(queries),
              scale: { ...colours.scale, hidden: true },
              numbers: false,
            }),
        };
      }),
    );
  }

  summary() {
    const { t, looks, run, format, params } = this;
    if (!looks || !run) return t('common.waiting');
    const list = new Intl.ListFormat(format.language, { type: 'conjunction' });
    return plain(t, 'training.maps.summary', {
      step: this.count(looks.step),
      example: this.count(looks.index + 1),
      wanted: this.joined(given(looks.of[0].labels)),
      answers: list.format(
        looks.of.map(({ answer }, i) =>
          t('training.maps.said', {
            rule: ruleText(t, format, params, run.tracks[i].rule),
            answer: this.joined(given(answer)),
          }),
        ),
      ),
    });
  }

  table() {
    const { t, format, params, run } = this;
    return {
      columns: ['rule', 'query', 'key', 'weight'].map((key) => ({
        key,
        label: t(`training.column.${key}`),
      })),
      rows: this.matrices.flatMap(({ queries, keys, values }, i) =>
        Array.from(values, (weight, at) => ({
          rule: ruleText(t, format, params, run?.tracks[i].rule ?? ''),
          query: queries[Math.floor(at / keys.length)],
          key: keys[at % keys.length],
          weight,
        })),
      ),
    };
  }
}

/** @param {readonly (string | null)[]} words @returns {string[]} */
const given = (words) => words.flatMap((word) => word ?? []);

/** @param {string} text */
const shortened = (text) => {
  const letters = [...text];
  return letters.length > longest ? `${letters.slice(0, longest - 1).join('')}…` : text;
};
