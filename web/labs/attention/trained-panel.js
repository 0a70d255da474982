/**
 * <sd-attention-trained>: what a trained model reads and what it answers.
 *
 * The visitor types a date or a sentence, or takes one that the model has never seen, sees the answer, chooses one of its
 * attentions, and moves the factor on all scores while the share of held-out examples that it gets right follows.
 */
import { html, nothing } from 'lit';
import { save } from '../../charts/export.js';
import { heldOut } from '../../tables/attention.js';
import { longestText, wordsOf } from '../../tables/state.js';
import { typedText } from '../lab/controls.js';
import { chips } from '../parts/chips.js';
import { renderProgress } from '../parts/progress.js';
import { rich } from '../lab/text.js';
import { AttentionSection } from './section.js';
import { attentionStyles } from './styles.js';
import { alphaOf, ruleOf } from './trained-rule.js';
import { keyFor, textName } from './trained.js';
import { panelStyles, roomStyles } from './trained-styles.js';
import { answerText, blockWords, fileName, readText } from './trained-view.js';

/** @typedef {import('./trained.js').TrainedModel} TrainedModel */
/** @typedef {import('./trained.js').Seen} Seen */

/** Held-out examples that are offered at a time. */
const offered = 3;

/** What a visitor may begin with. @type {Readonly<Record<string, readonly string[]>>} */
const tries = Object.freeze({
  dates: ['7 March 2024', 'Thursday, March 7 2024', '3/7/2024', '7.3.24'],
  pronouns: [
    'the animal did not cross the street because it was too tired',
    'the animal did not cross the street because it was too wide',
  ],
});

export class TrainedPanel extends AttentionSection {
  static pictured = false;
  static styles = [...AttentionSection.styles, attentionStyles, roomStyles, panelStyles];
  static properties = {
    ...AttentionSection.properties,
    trained: { attribute: false },
    version: { attribute: false },
  };

  constructor() {
    super();
    /** @type {TrainedModel | null} */
    this.trained = null;
    this.version = 0;
  }

  /** The task. */
  get name() {
    return this.trained?.name ?? '';
  }

  get locked() {
    const locked = wordsOf(this.params, 'lock');
    return (/** @type {string} */ name) => locked.has('all') || locked.has(name);
  }

  willUpdate() {
    super.willUpdate();
    if (this.trained?.seen) void this.trained.show(this.offer);
  }

  render() {
    const { t, trained } = this;
    return html`<section role="group" class="trained" aria-label=${t('trained.part')}>
      ${
        trained?.seen
          ? [
              this.renderAsk(),
              this.renderReading(trained, trained.seen),
              this.renderBlocks(trained.seen),
              this.renderScale(trained),
              this.renderAbout(trained),
            ]
          : this.renderWaiting()
      }
    </section>`;
  }

  renderWaiting() {
    const { t, trained } = this;
    if (!trained?.failure) return html`<p role="status">${t('trained.loading')}</p>`;
    return html`<p class="problem" role="alert">
        ${trained.unfetched ? t('trained.unfetched') : t('trained.failed', { problem: trained.failure })}
      </p>
      <p>
        <button type="button" data-action="again" @click=${() => trained.retry()}>
          ${t('common.tryAgain')}
        </button>
      </p>`;
  }

  // ---- what it reads ----------------------------------------------------------------------------------------------

  renderAsk() {
    const { t, name, trained } = this;
    return html`${textName(name) ? this.renderBox() : nothing}
      <p class="problem refusal" id="refusal" role="status" ?hidden=${!trained?.refusal}>
        ${
          trained?.refusal
            ? [rich(t, 'trained.refused'), ' ', html`<span lang="en">${trained.refusal}</span>`]
            : nothing
        }
      </p>
      <div class="choices" role="group" aria-labelledby="never">
        <span class="note" id="never">${t(keyFor(t, 'never', name))}</span>
        ${this.renderOffer()}
      </div>`;
  }

  /** Where a text is typed, and what to begin with. */
  renderBox() {
    const { t, params, name, set } = this;
    const text = textName(name);
    const own = params[text];
    /** @param {Event & {currentTarget: HTMLInputElement}} event */
    const typed = ({ currentTarget }) => set({ [text]: currentTarget.value });
    return html`<div class="ask">
        <label for="ask">${t(`trained.ask.${name}`)}</label>
        <input
          id="ask"
          type="text"
          lang="en"
          maxlength=${longestText}
          autocomplete="off"
          spellcheck="false"
          aria-describedby="refusal"
          ?disabled=${this.locked(text)}
          .value=${typedText(own)}
          @input=${typed}
        />
      </div>
      <div class="choices" role="group" aria-label=${t('trained.tries')} lang="en">
        ${chips({
          values: tries[name],
          chosen: own,
          label: (value) => value,
          choose: (value) => set({ [text]: value }),
        })}
      </div>`;
  }

  /** Numbers of the held-out examples that are offered. */
  get offer() {
    const start = Math.floor(Number(this.params.index) / offered) * offered;
    return Array.from({ length: offered }, (_, i) => (start + i) % heldOut);
  }

  renderOffer() {
    const { t, params, name, set, trained, offer } = this;
    const text = textName(name);
    /** @param {number} index */
    const take = (index) => set({ ...(text && { [text]: '' }), index });
    const next = (offer[0] + offered) % heldOut;
    return html`<span class="offer" lang="en"
        >${chips({
          values: offer,
          chosen: params[text] ? -1 : params.index,
          label: (index) => trained?.examples.get(index) || this.count(index + 1),
          choose: take,
        })}</span
      >
      <button type="button" class="quiet" data-action="others" @click=${() => take(next)}>
        ${t('trained.others')}
      </button>`;
  }

  /** @param {TrainedModel} trained @param {Seen} seen */
  renderReading(trained, seen) {
    const { t, name } = this;
    const mark =
      seen.right === null
        ? html`<span class="note">${t(`trained.unchecked.${name}`)}</span>`
        : html`<span class="verdict ${seen.right ? 'right' : 'wrong'}"
            >${
              seen.right
                ? t('trained.right')
                : t('trained.wrong', { wanted: answerText(trained, 'labels') })
            }</span
          >`;
    return html`<p class="reading">
      <span class="muted">${t('trained.reads')}</span>
      <q lang="en">${readText(trained)}</q>
      <span class="muted">${t(keyFor(t, 'answers', name))}</span>
      <strong class="written" data-value="trained-answer" lang="en">${answerText(trained)}</strong>
      ${mark}
    </p>`;
  }

  // ---- which attention --------------------------------------------------------------------------------------------

  /** @param {Seen} seen */
  renderBlocks({ blocks }) {
    const { t, params, set } = this;
    return html`<div class="choices" role="group" aria-label=${t('trained.blocks')}>
      ${chips({
        values: blocks.map((_, index) => index),
        chosen: Number(params.block) - 1,
        label: (index) => blockWords(t, blocks, index),
        choose: (index) => set({ block: index + 1, head: 0 }),
      })}
      ${this.renderPointing(blocks)}
    </div>`;
  }

  /** Which head looks where a pronoun points, in how many sentences. @param {Seen['blocks']} blocks */
  renderPointing(blocks) {
    const { t, trained, params, set } = this;
    const { block, head, hits, of } = trained?.pointing ?? { block: 0, head: 0 };
    if (hits === undefined || of === undefined) return nothing;
    const isShown = params.block === block + 1 && params.head === head + 1;
    return html`<span class="note" data-value="pointing"
        >${t('trained.pointing', {
          head: this.count(head + 1),
          block: blockWords(t, blocks, block),
          hits: this.count(hits),
          of: this.count(of),
        })}</span
      >
      <button
        type="button"
        ?hidden=${isShown}
        data-action="found"
        @click=${() => set({ block: 0 })}
      >
        ${t('trained.found')}
      </button>`;
  }

  // ---- the factor -------------------------------------------------------------------------------------------------

  /** @param {TrainedModel} trained */
  renderScale(trained) {
    const { t, params, set, format } = this;
    const dk = trained.options?.headDim ?? 1;
    const alpha = alphaOf(params, dk);
    const times = trained.factorOf(params);
    const words =
      times === 1
        ? t('trained.factor.same')
        : t('trained.factor.times', { times: format.number(times, 3) });
    /** @param {Event & {currentTarget: HTMLInputElement}} event */
    const moved = ({ currentTarget }) => set(ruleOf(Number(currentTarget.value)));
    return html`<div class="scale">
      <div class="slider">
        <label for="scale">${rich(t, 'trained.scale')}</label>
        <input
          id="scale"
          type="range"
          min="0"
          max="1"
          step="0.05"
          list="marks"
          aria-valuetext=${words}
          ?disabled=${this.locked('scale') || this.locked('alpha')}
          .value=${String(Number.isNaN(alpha) ? 0.5 : alpha)}
          @input=${moved}
        />
        <div class="ends" aria-hidden="true">
          <span>1</span><span class="symbol">1/√<i>d</i><sub>k</sub></span
          ><span class="symbol">1/<i>d</i><sub>k</sub></span>
        </div>
        <span class="note">${words}</span>
      </div>
      ${this.renderAccuracy(trained)}
    </div>`;
  }

  /** @param {TrainedModel} trained */
  renderAccuracy(trained) {
    const { t, name, format } = this;
    const { examples = 0, exact = 0 } = trained.tally ?? {};
    const done = examples >= heldOut;
    return html`<div class="accuracy">
      <strong class="number c" data-value="trained-accuracy" ?data-done=${done}
        >${examples > 0 ? format.share(exact / examples) : '–'}</strong
      >
      <span class="note"
        >${t(keyFor(t, 'accuracy', name), { exact: this.count(exact), examples: this.count(examples) })}</span
      >
      <div class="room">
        ${
          done
            ? nothing
            : renderProgress(this, {
                running: trained.running,
                progress: { done: examples / heldOut, seconds: 0 },
                stop: () => trained.stop(),
                again: () => trained.resume(),
                idle: t('trained.stopped'),
              })
        }
      </div>
    </div>`;
  }

  // ---- what it is -------------------------------------------------------------------------------------------------

  /** @param {TrainedModel} trained */
  renderAbout(trained) {
    const { t, name, model } = this;
    const { options } = trained;
    if (!options) return nothing;
    const isOwn = this.params.source === 'network';
    const file = fileName(trained, this.params);
    const saveFile = () => save(file, new Blob([/** @type {BlobPart} */ (trained.bytes)]));
    return html`${
        model && model.edits.length > 0 ? html`<p class="note">${t('trained.edited')}</p>` : nothing
      }
      <details>
        <summary>${t('trained.about')}</summary>
        <p class="note">
          ${rich(t, keyFor(t, 'about', isOwn ? 'other' : name))}
          ${rich(t, 'trained.about.sizes', {
            layers: this.count(options.layers),
            heads: this.count(options.heads),
            dk: this.count(options.headDim),
            modelDim: this.count(options.modelDim),
            parameters: this.count(trained.parameters),
          })}
          ${isOwn ? nothing : rich(t, 'trained.about.made', { examples: this.count(options.steps * options.batch) })}
          ${t(keyFor(t, 'knows', name))}
        </p>
        <p class="note" lang="en">${this.knownWords(trained)}</p>
        <button type="button" data-action="save-model" @click=${saveFile}>
          ${t('trained.save', { file })}
        </button>
      </details>`;
  }

  /** @param {TrainedModel} trained */
  knownWords({ vocabulary }) {
    const known = vocabulary.filter((word) => !/^<.*>$/.test(word));
    return known.map((word) => (word === ' ' ? '␣' : word)).join(' ');
  }
}
