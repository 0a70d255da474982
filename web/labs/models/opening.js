/**
 * Where a visitor's own files are chosen or dropped, and what was found in them: layout, sizes, rule, and what is
 * assumed because no file tells it. Nothing is sent anywhere; only the bytes that are needed are read.
 */

/** @import { Assumption } from '../../engine/models/index.js' */
/** @import { ModelRule } from '../../engine/models/types.js' */
/** @import { Translate } from '../../i18n/index.js' */
/** @import { Tokens } from './opened.js' */

import { html, nothing } from 'lit';
import { firstLayerReasons } from '../../engine/models/assumptions.js';
import { renderChoice } from '../parts/choose-files.js';
import { refusal } from '../parts/refusal.js';
import { comma, gap, plain, rich } from '../parts/text.js';

/** @typedef {import('../scaledot-models.js').ScaledotModels} Models */

/** Largest number of unused tensors, and of files, whose names are listed. */
const mostListed = 12;
const mostFiles = 4;

/** @param {Models} lab */
export function renderOpening(lab) {
  const { t } = lab.speech;
  const drop = (/** @type {DragEvent} */ event) => {
    event.preventDefault();
    lab.isOver = false;
    void lab.open([...(event.dataTransfer?.files ?? [])]);
  };
  const over = (/** @type {DragEvent} */ event, isOver = true) => {
    event.preventDefault();
    if (lab.isOver === isOver) return;
    lab.isOver = isOver;
    lab.requestUpdate();
  };
  return html`<div
    class="opening"
    ?data-over=${lab.isOver}
    @dragover=${over}
    @dragleave=${(/** @type {DragEvent} */ event) => over(event, false)}
    @drop=${drop}
  >
    ${renderChoice({
      id: 'own-files',
      accept: '.safetensors,.json',
      label: t('models.open.label'),
      beside: chosenWords(lab),
      choose: (files) => void lab.open(files),
    })}
    <p>${rich(t, 'models.open.hint')}</p>
    <div role="status">${renderFound(lab)}</div>
  </div>`;
}

/** Names the chosen files. @param {Models} lab */
function chosenWords({ speech: { t, format }, files }) {
  if (files.length === 0) return t('models.open.none');
  const names = files.slice(0, mostFiles).map(({ name }) => name);
  const more = files.length - names.length;
  return t(`models.open.chosen${more > 0 ? '.more' : ''}`, {
    names: names.join(comma(t)),
    more: format.integer(more),
  });
}

/** @param {Models} lab */
function renderFound(lab) {
  const { t, format } = lab.speech;
  const { network: opened, files } = lab;
  if (files.length === 0 || !opened) return nothing;
  const failed = opened.unfetched ? t('common.notFetched') : refusal(t, opened.failure);
  const isEngine = failed === opened.failure; // whose sentences are in English
  const failure = failed
    ? html`<p class="problem" lang=${isEngine ? 'en' : nothing}>${failed}</p>`
    : nothing;
  const { model, tokens } = opened;
  if (!model) return opened.failure ? failure : html`<p>${t('common.waiting')}</p>`;
  const { unused, unusedFiles } = model;
  const [reasons, assumptions] = [true, false].map((isReason) =>
    model.assumptions.filter(({ what }) => firstLayerReasons.includes(what) === isReason),
  );
  const values = {
    layout: model.layout,
    layers: format.integer(model.layers),
    width: format.integer(model.width),
    heads: format.integer(model.heads),
    keyHeads: format.integer(model.keyHeads),
    dk: format.integer(model.headDim),
    tokens: format.integer(tokens?.ids.length ?? 0),
    beyond: format.integer(tokens?.beyond ?? 0),
    factor: format.number(model.rule.scale, 3),
    last: format.number(model.rule.scales.at(-1) ?? NaN, 3),
  };
  const reason = html`<span lang="en">${opened.tokenizerFailure}</span>`; // the engine speaks English
  return html`<p data-value="opened">
      ${rich(t, `models.open.${model.heads === model.keyHeads ? 'found' : 'grouped'}`, values)}${gap(t)}${rich(t, `models.open.rule.${ruleWords(model.rule)}`, values)}${reasons.map((reason) => [gap(t), assumedWords(t, reason)])}
    </p>
    ${opened.note ? html`<p>${rich(t, opened.note, { reason })}</p>` : nothing}
    ${tokens ? html`<p>${rich(t, `models.open.${readAs(tokens)}`, values)}</p>` : nothing}
    ${failure}
    ${
      assumptions.length > 0
        ? html`<p data-value="assumed">
            ${rich(t, 'models.open.assumed', { list: assumed(t, assumptions) })}
          </p>`
        : nothing
    }
    ${
      unusedFiles.length > 0
        ? html`<p>${rich(t, 'models.open.left', { names: unusedFiles.join(comma(t)) })}</p>`
        : nothing
    }
    ${unused.length > 0 ? renderUnused(lab, unused) : nothing}`;
}

/** @param {ModelRule} rule */
const ruleWords = ({ name, scale, scales }) =>
  scales.some((each) => each !== scale) ? 'layers' : name;

/** Returns what is read, and whether that is all that was given. @param {Tokens} tokens */
const readAs = ({ rows, beyond }) => (rows ? 'rows' : beyond > 0 ? 'cut' : 'read');

/** Names of activations in the papers. @type {Readonly<Record<string, string>>} */
const activationTitles = Object.freeze({
  relu: 'ReLU',
  gelu: 'GELU',
  'gelu-tanh': 'GELU (tanh)',
  silu: 'SiLU',
});

/** @param {Translate} t @param {readonly Assumption[]} assumptions */
const assumed = (t, assumptions) =>
  assumptions.map((each, i) => [
    i === 0 ? nothing : t('models.assumed.and'),
    assumedWords(t, each),
  ]);

/** Returns an assumption in the page's words. @param {Translate} t @param {Assumption} assumption */
export function assumedWords(t, { what, values }) {
  const code = (/** @type {unknown} */ value) => html`<code>${String(value)}</code>`;
  const written = Object.entries(values).map(([name, value]) => {
    const isWord = name === 'layout' || what === 'activation';
    return [name, isWord ? (activationTitles[String(value)] ?? value) : code(value)];
  });
  return rich(t, `models.assumed.${what}`, Object.fromEntries(written));
}

/** @param {Models} lab @param {readonly string[]} unused */
function renderUnused(lab, unused) {
  const { t, format } = lab.speech;
  const listed = unused.slice(0, mostListed).join(', ');
  return html`<details>
    <summary>${plain(t, 'models.open.unused', { count: format.integer(unused.length) })}</summary>
    <p lang="en">${listed}${unused.length > mostListed ? ' …' : ''}</p>
  </details>`;
}
