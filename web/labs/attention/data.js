/**
 * <sd-attention-data>: reads a visitor's own matrices, pasted, chosen or dropped, and saves every matrix of the lab as
 * a file. What is read stays in this page: it is in no link and is never sent.
 */

/** @import { Tensor } from '../../engine/types.js' */
/** @import { Interpretation } from '../../files/types.js' */
/** @import { Params } from '../../tables/types.js' */
/** @import { MatrixName } from './types.js' */
/** @import { Part, ReadFile } from './own-parts.js' */
/** @import { OwnData } from './own.js' */

import { gap } from './own.js'; // fetches the code for sources before there are data
import { html, nothing } from 'lit';
import { saveData } from '../../charts/export.js';
import { htmlLabel } from '../../charts/label.js';
import { constant } from '../../engine/border/constant.js';
import { limits } from '../../engine/border/limits.js';
import { attentionLimits } from '../../tables/attention-limits.js';
import { WholeCheckpoint } from '../../files/attention-names.js';
import { fileLimits } from '../../files/problem.js';
import { readTensors } from '../../files/read-tensors.js';
import { readFile } from '../lab/read-file.js';
import { initialParams } from '../../tables/params.js';
import { chooseStyles, renderChoice } from '../parts/choose-files.js';
import { labLink } from '../parts/lab-link.js';
import { picture } from '../parts/picture.js';
import { plain, rich } from '../parts/text.js';
import {
  checkLarge,
  dataOf,
  forgetting,
  keeping,
  OtherRule,
  roles,
  stateFor,
  wholeOf,
  withPart,
} from './own-parts.js';
import { saveFormats, saveMatrix } from './save.js';
import { AttentionSection } from './section.js';
import { letters } from './steps.js';
import { dataStyles, letterStyles } from './story-styles.js';
import { attentionStyles } from './styles.js';

/**
 * @typedef {object} State
 * @property {readonly Part[]} parts  matrices that were given one by one and wait for others
 * @property {readonly string[]} said  the readers' notes on the data in use
 * @property {{name: string, problem: string, rule: string, isWhole: boolean} | null} failure  `isWhole`: whether it is a whole checkpoint
 * @property {boolean} inUse  whether the page has just begun to use matrices
 * @property {boolean} over  whether something is dragged over the drop area
 * @property {AbortController | null} reading  aborts the current reading of files
 */

/** @typedef {import('../parts/types.js').View<{}, State, AttentionSection>} View */

/** Four words as points of a plane, to be changed and read again. */
const sample = `# Four tokens with two components each, and three matrices
X
1, 0
0, 1
1, 1
-1, 0.5

W_q
1, 0
0, 2

W_k
2, 0
0, 1

W_v
1, 0, 1
0, 1, -1
`;

const order = constant([
  'x',
  'c',
  'wq',
  'wk',
  'wv',
  'q',
  'k',
  'v',
  'scores',
  'scaled',
  'masked',
  'weights',
  'output',
]);

/** @type {State} */
const empty = { parts: [], said: [], failure: null, inUse: false, over: false, reading: null };

export const AttentionData = picture(
  {
    name: 'attention-data',
    styles: [attentionStyles, letterStyles, dataStyles, chooseStyles],
    state: empty,
    connect: (view) => () => {
      view.state.reading?.abort();
      view.change({ reading: null });
    },
    more: (view) => [view.single ? renderExport(view) : nothing, limitWords(view)],
    layout: (view, { head, more }) =>
      html`${head} ${renderDrop(view)} ${renderStatus(view)} ${renderParts(view)}
      ${renderFailure(view)} ${view.single ? nothing : renderExport(view)} ${more}`,
  },
  AttentionSection,
);

// ---- reading ------------------------------------------------------------------------------------------------------

/** @param {Params} params */
const isOwn = ({ source }) => source === 'own' || source === 'network';

/** @param {View} view */
const pasteBox = ({ renderRoot }) => renderRoot.querySelector('textarea');

/**
 * Reads all sources or none: a problem with one leaves everything as it was. A later call aborts an earlier one.
 * @param {View} view
 * @param {readonly {name: string, source: Blob | string}[]} sources
 */
async function readAll(view, sources) {
  const { engine, state, change } = view;
  if (!engine || sources.length === 0) return;
  state.reading?.abort();
  const reading = new AbortController();
  const { signal } = reading;
  change({ said: [], failure: null, reading });
  /** @type {ReadFile[]} */
  const files = [];
  let now = '';
  try {
    for (const { name, source } of sources) {
      now = name;
      await checkLarge(source);
      files.push({ name, source, file: await readFile(engine, name, source, signal) });
      if (signal.aborted) return;
    }
    take(view, files, (name) => (now = name));
  } catch (error) {
    if (!signal.aborted) tellFailure(view, error, now);
  } finally {
    if (view.state.reading === reading) change({ reading: null });
  }
}

/** @param {View} view @param {readonly File[]} files */
const readFiles = (view, files) =>
  readAll(
    view,
    files.map((file) => ({ name: file.name, source: file })),
  );

/** @param {View} view @param {string} text */
const readText = (view, text) =>
  readAll(view, [{ name: view.t('attention.data.text'), source: text }]);

/**
 * Uses what was read. A file that holds one matrix waits for the others.
 * @param {View} view
 * @param {readonly ReadFile[]} files
 * @param {(name: string) => void} look  Called with the name of the one that is read
 */
function take(view, files, look) {
  const known = files.map((read) => {
    look(read.name);
    return dataOf(read);
  });
  const notes = files.flatMap(({ file }) => file.notes.map(({ text }) => text));
  const last = known.findLast((data) => data.kind !== 'matrix');
  if (last) return use(view, last, notes);
  look(view.t('attention.data.these'));
  const matrices = known.filter((data) => data.kind === 'matrix');
  join(view, matrices.reduce(withPart, view.state.parts), notes);
}

/** Uses parts that make a whole. Otherwise they wait. @param {View} view @param {readonly Part[]} parts @param {readonly string[]} [notes] */
function join(view, parts, notes = []) {
  const whole = wholeOf(parts);
  if (whole) use(view, whole, notes);
  else view.change({ parts });
}

/** @param {View} view @param {OwnData} data @param {readonly string[]} notes */
function use(view, data, notes) {
  // The choices in a link are meant for the first data only
  const anew = view.state.inUse ? { ownHeads, orientation } : {};
  view.change({ parts: [], said: notes, inUse: true });
  view.tell('sd-own', { keep: keeping(data), state: { ...anew, ...stateFor(data) } });
}

/** Reports a failure. The sentence says what is wrong and where. The words around it name the file. @param {View} view @param {unknown} error @param {string} name */
function tellFailure({ change }, error, name) {
  const sentence = error instanceof Error ? error.message : String(error);
  const start = [name, 'the file'].find((words) => sentence.startsWith(`${words}: `));
  const problem = start === undefined ? sentence : sentence.slice(start.length + 2);
  const rule = error instanceof OtherRule ? error.rule : '';
  const isWhole = error instanceof WholeCheckpoint;
  change({ said: [], failure: { name, problem, rule, isWhole } });
}

const { head, token, ownHeads, orientation } = initialParams('attention');
/** The parameters without the visitor's matrices. */
const asAtFirst = { source: 'hand-made', file: 0, head, token, ownHeads, orientation };

/** @param {View} view */
function forget(view) {
  view.state.reading?.abort();
  view.change(empty);
  if (isOwn(view.params)) view.tell('sd-own', { keep: forgetting, state: asAtFirst });
  // The button that had the focus goes away
  pasteBox(view)?.focus();
}

/** Saves the sample as a file to begin with. @param {View} view @param {string} kind */
function saveSample({ engine }, kind) {
  if (!engine) return;
  const { tensors } = readTensors(engine, 'sample', sample);
  const metadata = { tokens: JSON.stringify(['one', 'two', 'three', 'four']) };
  saveData(
    `attention-sample.${kind}`,
    kind === 'csv' ? sample : engine.writeSafetensors(tensors, metadata),
  );
}

// ---- drawing ------------------------------------------------------------------------------------------------------

/** Whether the visitor's matrices are shown. @param {View} view */
const hasOwn = ({ params, model }) => isOwn(params) && model !== null && !model.source.missing;

/** @param {View} view */
function renderDrop(view) {
  const { t, state, change } = view;
  const onDrop = (/** @type {DragEvent} */ event) => {
    event.preventDefault();
    change({ over: false });
    const files = [...(event.dataTransfer?.files ?? [])];
    const text = event.dataTransfer?.getData('text/plain') ?? '';
    if (files.length > 0) void readFiles(view, files);
    else if (text) void readText(view, text);
  };
  const onDragOver = (/** @type {DragEvent} */ event) => {
    event.preventDefault();
    if (!view.state.over) change({ over: true });
  };
  return html`<div
    class="drop"
    ?data-over=${state.over}
    @dragover=${onDragOver}
    @dragleave=${() => change({ over: false })}
    @drop=${onDrop}
  >
    <label for="paste">${t('attention.data.paste')}</label>
    <textarea
      id="paste"
      spellcheck="false"
      placeholder=${t('attention.data.placeholder')}
    ></textarea>
    ${renderButtons(view)}
    ${renderChoice({
      id: 'files',
      accept: '.csv,.tsv,.txt,.json,.npy,.npz,.safetensors',
      label: t('attention.data.file'),
      beside: t('attention.data.drop'),
      choose: (files) => void readFiles(view, files),
    })}
  </div>`;
}

/** Says how large a visitor's matrices may be. @param {View} view */
const limitWords = ({ t, count }) =>
  t('attention.data.limits', {
    tokens: count(attentionLimits.tokens),
    heads: count(attentionLimits.heads),
    width: count(attentionLimits.width),
    layers: count(attentionLimits.layers),
    megabytes: count(limits.fileBytes.max / 2 ** 20),
    text: count(fileLimits.text / 2 ** 20),
  });

/** @param {View} view */
function renderButtons(view) {
  const { t, state } = view;
  const fill = () => {
    const box = pasteBox(view);
    if (!box) return;
    box.value = sample;
    box.focus();
  };
  return html`<div class="choices">
    <button
      type="button"
      class="primary"
      data-action="use"
      @click=${() => readText(view, pasteBox(view)?.value ?? '')}
    >
      ${t('attention.data.use')}
    </button>
    <button type="button" data-action="sample" @click=${fill}>${t('attention.data.sample')}</button>
    <span class="note">${t('attention.data.download')}</span>
    ${['csv', 'safetensors'].map(
      (kind) =>
        html`<button
          type="button"
          class="quiet"
          data-sample=${kind}
          aria-label="${t('attention.data.download')} .${kind}"
          @click=${() => saveSample(view, kind)}
        >
          .${kind}
        </button>`,
    )}
    ${
      hasOwn(view) || state.parts.length > 0
        ? html`<button type="button" data-action="forget" @click=${() => forget(view)}>
            ${t('attention.data.forget')}
          </button>`
        : nothing
    }
  </div>`;
}

/** @param {View} view */
function renderStatus(view) {
  const { t, state, model } = view;
  const now = () => [
    [t('attention.data.now'), ...state.said].join(' '),
    ...(model?.source.interpretations ?? []).map((each) => [
      gap(t),
      interpretationWords(view, each),
    ]),
  ];
  return html`<p class="note" role="status">
      ${state.reading ? t('attention.data.reading') : hasOwn(view) && state.inUse ? now() : nothing}
    </p>
    ${hasOwn(view) ? renderOpen(view) : nothing}`;
}

/** Returns a sentence about how the data were read. @param {View} view @param {Interpretation} interpretation */
function interpretationWords({ t, count }, { what, values }) {
  const shown = Object.entries(values).map(([name, value]) => [
    name,
    typeof value === 'number' ? count(value) : value,
  ]);
  return rich(t, `attention.own.${what}`, Object.fromEntries(shown));
}

/** Asks about what the data leave open. The assumed choice is selected. @param {View} view */
function renderOpen({ t, model, params, set }) {
  const options = Object.entries(model?.source.asks?.(t, params) ?? {});
  if (options.length === 0) return nothing;
  const onChange =
    (/** @type {string} */ name) =>
    (/** @type {Event & {target: HTMLSelectElement}} */ { target }) =>
      set({ [name]: target.value });
  return html`<div class="choices open">
    ${options.map(
      ([name, list]) =>
        html`<label class="switch"
          >${plain(t, `attention.param.${name}`)}
          <select data-open=${name} @change=${onChange(name)}>
            ${list.map(
              ({ value, words, chosen }) =>
                html`<option value=${value} .selected=${chosen}>${words}</option>`,
            )}
          </select></label
        >`,
    )}
  </div>`;
}

/** @param {View} view */
const renderFailure = (view) => {
  const { t } = view;
  const { failure } = view.state;
  return failure
    ? html`<p class="problem" role="alert">
        ${plain(t, `attention.data.refused${failure.rule ? '.rule' : ''}`, failure)}
        ${failure.isWhole ? renderModels(view) : nothing}
      </p>`
    : nothing;
};

/** Renders where to open a whole checkpoint, with a link if the site is known. @param {View} view */
function renderModels(view) {
  const words = view.t('attention.data.models');
  const link = labLink(view, { lab: 'models', source: 'own' });
  return link
    ? html`<a href=${link.href} target=${link.target} rel=${link.rel}>${words}</a>`
    : words;
}

/** Draws the matrices that wait for others, and the role of each. @param {View} view */
function renderParts(view) {
  const { t, count, change, state } = view;
  if (state.parts.length === 0) return nothing;
  const choose = (/** @type {Part} */ chosen, /** @type {string} */ role) => {
    const parts = state.parts.map((part) => (part === chosen ? { ...part, role } : part));
    change({ failure: null, parts });
    try {
      join(view, parts);
    } catch (error) {
      tellFailure(view, error, t('attention.data.these'));
    }
  };
  return html`<p class="note">${rich(t, 'attention.data.parts')}</p>
    ${state.parts.map(
      (part) =>
        html`<label class="switch"
          >${part.name} (${part.tensor.shape.map(count).join(' × ')}) ${t('attention.data.is')}
          <select
            data-part=${part.name}
            @change=${(/** @type {Event & {target: HTMLSelectElement}} */ { target }) => choose(part, target.value)}
          >
            <option value="" .selected=${part.role === ''}>?</option>
            ${Object.entries(roles).map(
              ([id, words]) =>
                html`<option value=${id} .selected=${part.role === id}>${words}</option>`,
            )}
          </select></label
        >`,
    )}`;
}

/** @param {View} view */
function renderExport(view) {
  const { t, model, shown, headWords } = view;
  if (!model) return nothing;
  const head = model.head(shown.head);
  const title = plain(t, 'attention.data.export', { head: headWords(shown.head) });
  return html`<h4>${title}</h4>
    <div class="scroll" tabindex="0" role="group" aria-label=${title}>
      <table class="files">
        <tbody>
          ${order.map((name) => (head[name] ? renderFiles(view, name, head[name]) : nothing))}
        </tbody>
      </table>
    </div>
    ${globalThis.origin === 'null' ? html`<p class="note">${t('attention.data.sandboxed')}</p>` : nothing}`;
}

/** @param {View} view @param {MatrixName} name @param {Tensor} tensor */
function renderFiles({ t, count, engine, origin }, name, tensor) {
  const words = plain(t, `attention.matrix.${name}`);
  return html`<tr>
    <th scope="row">
      <span class="letter" data-letter=${name}>${htmlLabel(letters[name])}</span>
      ${words}
    </th>
    <td>${tensor.shape.map(count).join(' × ')}</td>
    <td>
      ${saveFormats.map(
        ({ format, label }) =>
          html`<button
            type="button"
            class="quiet"
            aria-label="${words}: ${label}"
            @click=${() => engine && saveMatrix(engine, format, tensor, name, { title: words, ...origin })}
          >
            ${label}
          </button>`,
      )}
    </td>
  </tr>`;
}
