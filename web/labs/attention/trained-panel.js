/**
 * <sd-attention-trained>: the text that a trained model reads, and its answer.
 *
 * The visitor types a date or a sentence, or takes a held-out example, sees the answer, chooses one of the model's
 * attentions, and moves the factor on all scores. The share of held-out examples that are right follows.
 */

/** @import { Params } from '../../tables/types.js' */
/** @import { Seen, TrainedModel } from './trained.js' */

import { html, nothing } from 'lit';
import { save } from '../../charts/export.js';
import { heldOut } from '../../tables/attention.js';
import { exponentRange, longestText } from '../../tables/entries.js';
import { checkText, wordsOf } from '../../tables/params.js';
import { typedText } from '../lab/controls.js';
import { chips } from '../parts/chips.js';
import { picture } from '../parts/picture.js';
import { renderProgress } from '../parts/progress.js';
import { refusal } from '../parts/refusal.js';
import { optional, source } from '../parts/source.js';
import { rich, typesetText } from '../parts/text.js';
import { TrainedSection } from './trained-section.js';
import { attentionStyles } from './styles.js';
import { isUnknownWord } from './trained-refused.js';
import { alphaOf, ruleOf } from './trained-rule.js';
import { keyFor, textName } from './trained.js';
import { panelStyles, roomStyles } from './trained-styles.js';
import {
  answerText,
  blockWords,
  fileName,
  judgedText,
  readText,
  refusedText,
} from './trained-view.js';

/** @typedef {import('../parts/types.js').View<{}, {cut: string}, TrainedSection>} Panel */
/** @typedef {Panel & {trained: TrainedModel & {seen: Seen}}} View  the panel of a model that has read something */

/** Number of held-out examples that are offered at a time. */
const offered = 3;

/** Texts that a visitor may begin with. @type {Readonly<Record<string, readonly string[]>>} */
const tries = Object.freeze({
  dates: ['7 March 2024', 'Thursday, March 7 2024', '3/7/2024', '7.3.24'],
  pronouns: [
    'the animal did not cross the street because it was too tired',
    'the animal did not cross the street because it was too wide',
  ],
});

export const TrainedPanel = picture(
  {
    name: 'attention-trained',
    styles: [attentionStyles, roomStyles, panelStyles],
    label: ({ t }) => t('trained.part'),
    // The part that was kept of a text that was too long
    state: { cut: '' },
    results: {
      // The model keeps the texts and redraws when they have arrived.
      examples: optional(
        source({
          needs: (params, /** @type {TrainedSection} */ { trained }) =>
            trained?.seen ? { trained, offer: offerOf(params) } : null,
          compute: (_, { trained, offer }) => trained.show(offer),
        }),
      ),
    },
    layout: (view) =>
      isThere(view)
        ? html`${renderAsk(view)} ${renderReading(view)} ${renderBlocks(view)} ${renderScale(view)}
          ${renderAbout(view)}`
        : renderWaiting(view),
  },
  TrainedSection,
);

/** @param {Panel} view @returns {view is View} */
const isThere = (view) => Boolean(view.trained?.seen);

/** @param {TrainedSection} view */
function renderWaiting({ t, trained }) {
  if (!trained?.failure) return html`<p role="status">${t('trained.loading')}</p>`;
  return html`<p class="problem" role="alert">
      ${trained.unfetched ? t('trained.unfetched') : t('trained.failed', { problem: refusal(t, trained.failure) })}
    </p>
    <p>
      <button type="button" data-action="again" @click=${() => trained.retry()}>
        ${t('common.tryAgain')}
      </button>
    </p>`;
}

/** Whether a control is locked. @param {View} view @param {...string} names */
function isLocked({ params }, ...names) {
  const locked = wordsOf(params, 'lock');
  return ['all', ...names].some((name) => locked.has(name));
}

// ---- reading --------------------------------------------------------------------------------------------------------

/** @param {View} view */
function renderAsk(view) {
  const { t, trained } = view;
  const { name, refusal } = trained;
  return html`${textName(name) ? renderBox(view) : nothing}
    <p class="problem late" id="refusal" ?hidden=${!refusal}>
      ${
        refusal
          ? [
              refusedText(t, trained),
              ' ',
              isUnknownWord(refusal) ? t('trained.refused.where') : nothing,
            ]
          : nothing
      }
    </p>
    <div class="choices" role="group" aria-labelledby="never">
      <span class="note" id="never">${t(keyFor(t, 'never', name))}</span>
      ${renderOffer(view)}
    </div>`;
}

/** Draws the box for a text, and texts to begin with. @param {View} view */
function renderBox(view) {
  const { t, params, set, trained, state, change } = view;
  const { name } = trained;
  const text = textName(name);
  const own = params[text];
  /** @param {Event & {currentTarget: HTMLInputElement}} event */
  const typed = ({ currentTarget }) => {
    const { value, reason } = checkText(currentTarget.value);
    change({ cut: reason ? String(value) : '' });
    set({ [text]: value });
  };
  /** @param {Event & {currentTarget: HTMLInputElement}} event */
  const left = ({ currentTarget }) => (currentTarget.value = String(view.params[text]));
  return html`<div class="ask">
      <label for="ask">${t(`trained.ask.${name}`)}</label>
      <input
        id="ask"
        type="text"
        lang="en"
        autocomplete="off"
        spellcheck="false"
        aria-describedby="refusal cut"
        ?disabled=${isLocked(view, text)}
        .value=${typedText(own)}
        @input=${typed}
        @change=${left}
      />
      <span class="note" id="cut" role="status" ?hidden=${!state.cut || state.cut !== own}
        >${t('trained.cut', { count: longestText })}</span
      >
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

/** Returns the numbers of the held-out examples that are offered. @param {Params} params */
function offerOf({ index }) {
  const start = Math.floor(Number(index) / offered) * offered;
  return Array.from({ length: offered }, (_, i) => (start + i) % heldOut);
}

/** @param {View} view */
function renderOffer({ t, params, set, trained, count }) {
  const text = textName(trained.name);
  const offer = offerOf(params);
  const take = (/** @type {number} */ index) => set({ ...(text && { [text]: '' }), index });
  return html`<span class="offer" lang="en"
      >${chips({
        values: offer,
        chosen: params[text] ? -1 : params.index,
        label: (index) => trained.examples.get(index) || count(index + 1),
        choose: take,
      })}</span
    >
    <button
      type="button"
      class="quiet"
      data-action="others"
      @click=${() => take((offer[0] + offered) % heldOut)}
    >
      ${t('trained.others')}
    </button>`;
}

/** @param {View} view */
function renderReading({ t, trained }) {
  return html`<p class="reading">
    <span class="muted">${t('trained.reads')}</span>
    <q lang="en">${readText(trained)}</q>
    <span class="muted">${t(keyFor(t, 'answers', trained.name))}</span>
    <strong class="written" data-value="trained-answer" lang="en">${answerText(trained)}</strong>
    ${renderVerdict(t, trained)}
  </p>`;
}

/** Says whether the answer is right, where that is known. @param {View['t']} t @param {View['trained']} trained */
function renderVerdict(t, trained) {
  const own = judgedText(trained);
  if (own?.outside)
    return html`<span class="verdict wrong">${t(keyFor(t, 'untrained', trained.name))}</span>`;
  const wanted = own?.expected ?? answerText(trained, 'labels');
  const isRight = own ? wanted === answerText(trained) : trained.seen.right;
  return html`<span class="verdict ${isRight ? 'right' : 'wrong'}"
    >${isRight ? t('trained.right') : t('trained.wrong', { wanted })}</span
  >`;
}

// ---- which attention ------------------------------------------------------------------------------------------------

/** @param {View} view */
function renderBlocks(view) {
  const { t, params, set, trained } = view;
  const { blocks } = trained.seen;
  return html`<div class="choices" role="group" aria-label=${t('trained.blocks')}>
    ${chips({
      values: blocks.map((_, index) => index),
      chosen: Number(params.block) - 1,
      label: (index) => blockWords(t, blocks, index),
      choose: (index) => set({ block: index + 1, head: 0 }),
    })}
    ${renderPointing(view)} ${renderKind(view)}
  </div>`;
}

/** Says what attends to what in the shown attention, if there are several kinds. @param {View} view */
function renderKind({ t, params, trained }) {
  const { blocks } = trained.seen;
  const { kind } = blocks[Number(params.block) - 1] ?? blocks[0];
  if (blocks.every((block) => block.kind === kind)) return nothing;
  return html`<span class="note" data-value="kind">${t(`trained.block.${kind}.note`)}</span>`;
}

/** Says which head attends from the pronoun to its antecedent, and in how many sentences. @param {View} view */
function renderPointing({ t, trained, params, set, count }) {
  const { block, head, hits, of } = trained.pointing;
  if (hits === undefined || of === undefined) return nothing;
  const isShown = params.block === block + 1 && params.head === head + 1;
  return html`<span class="note" data-value="pointing"
      >${t('trained.pointing', {
        head: count(head + 1),
        block: blockWords(t, trained.seen.blocks, block),
        hits: count(hits),
        of: count(of),
      })}</span
    >
    <button type="button" ?hidden=${isShown} data-action="found" @click=${() => set({ block: 0 })}>
      ${t('trained.found')}
    </button>`;
}

// ---- the factor -----------------------------------------------------------------------------------------------------

/** @param {View} view */
function renderScale(view) {
  const { t, params, set, format, trained } = view;
  const alpha = alphaOf(params, trained.options?.headDim ?? 1);
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
        min=${exponentRange.low}
        max=${exponentRange.high}
        step=${exponentRange.step}
        list="marks"
        aria-valuetext=${words}
        ?disabled=${isLocked(view, 'scale', 'alpha')}
        .value=${String(Number.isNaN(alpha) ? 0.5 : alpha)}
        @input=${moved}
      />
      <div class="ends" aria-hidden="true">
        <span>1</span><span>${typesetText(t, '1/√d_k')}</span
        ><span>${typesetText(t, '1/d_k')}</span>
      </div>
      <span class="note">${words}</span>
    </div>
    ${renderAccuracy(view)}
  </div>`;
}

/** @param {View} view */
function renderAccuracy(view) {
  const { t, format, count, trained } = view;
  const { examples = 0, exact = 0 } = trained.tally ?? {};
  const done = examples >= heldOut;
  return html`<div class="accuracy">
    <strong
      class="number c"
      data-value="trained-accuracy"
      ?data-done=${done}
      ?data-provisional=${examples > 0 && !done}
      >${examples > 0 ? format.share(exact / examples) : '–'}</strong
    >
    <span class="note"
      >${t(keyFor(t, 'accuracy', trained.name), { exact: count(exact), examples: count(examples) })}</span
    >
    <div class="room">
      ${
        done
          ? nothing
          : renderProgress(view, {
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

// ---- about the model -------------------------------------------------------------------------------------------------

/** @param {View} view */
function renderAbout({ t, model, params, trained, count }) {
  const { name, options } = trained;
  if (!options) return nothing;
  const isOwn = params.source === 'network';
  const file = fileName(trained, params);
  const saveFile = () => save(file, new Blob([trained.bytes]));
  return html`${
      model && model.edits.length > 0 ? html`<p class="note">${t('trained.edited')}</p>` : nothing
    }
    <details>
      <summary>${t('trained.about')}</summary>
      <p class="note">
        ${rich(t, keyFor(t, 'about', isOwn ? 'other' : name))}
        ${rich(t, 'trained.about.sizes', {
          layers: count(options.layers),
          heads: count(options.heads),
          dk: count(options.headDim),
          modelDim: count(options.modelDim),
          parameters: count(trained.parameters),
        })}
        ${isOwn ? nothing : rich(t, 'trained.about.made', { examples: count(options.steps * options.batch) })}
        ${t(keyFor(t, 'knows', name))}
      </p>
      <p class="note" lang="en">${knownWords(trained)}</p>
      <button type="button" data-action="save-model" @click=${saveFile}>
        ${t('trained.save', { file })}
      </button>
    </details>`;
}

/** @param {TrainedModel} trained */
function knownWords({ vocabulary }) {
  const known = vocabulary.filter((word) => !/^<.*>$/.test(word));
  return known.map((word) => (word === ' ' ? '␣' : word)).join(' ');
}
