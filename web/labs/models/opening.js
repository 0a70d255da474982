/**
 * Where a visitor's own files are chosen or dropped, and what was found in them: layout, sizes, rule, and whatever is computed though
 * no file tells it. Nothing is sent anywhere; only the bytes that are needed are read.
 */
import { html, nothing } from 'lit';
import { refusal } from '../parts/refusal.js';
import { plain, rich } from '../parts/text.js';

/** @typedef {import('../scaledot-models.js').ScaledotModels} Models */

/** Names of unused tensors that are listed. */
const mostListed = 12;

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
  const chosen = (/** @type {Event & {target: HTMLInputElement}} */ { target }) => {
    const files = [...(target.files ?? [])];
    target.value = '';
    void lab.open(files);
  };
  return html`<div
    class="opening"
    ?data-over=${lab.isOver}
    @dragover=${over}
    @dragleave=${(/** @type {DragEvent} */ event) => over(event, false)}
    @drop=${drop}
  >
    <label for="own-files">${t('models.open.label')}</label>
    <input id="own-files" type="file" multiple accept=".safetensors,.json" @change=${chosen} />
    <p>${rich(t, 'models.open.hint')}</p>
    <div role="status">${renderFound(lab)}</div>
  </div>`;
}

/** @param {Models} lab */
function renderFound(lab) {
  const { t, format } = lab.speech;
  const { network: opened, files } = lab;
  if (files.length === 0 || !opened) return nothing;
  if (opened.failure && !opened.model)
    return html`<p class="problem">${refusal(t, opened.failure)}</p>`;
  const { model, tokens } = opened;
  if (!model) return html`<p>${t('common.waiting')}</p>`;
  const { unused, assumed } = model;
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
  };
  return html`<p data-value="opened">
      ${rich(t, `models.open.${model.heads === model.keyHeads ? 'found' : 'grouped'}`, values)}
      ${rich(t, `models.open.rule.${model.rule.name}`, values)}
      ${model.family === 'first layer' ? rich(t, 'models.open.first') : nothing}
    </p>
    ${opened.note ? html`<p>${rich(t, opened.note)}</p>` : nothing}
    ${tokens ? html`<p>${rich(t, tokens.beyond > 0 ? 'models.open.cut' : 'models.open.read', values)}</p>` : nothing}
    ${
      assumed.length > 0
        ? html`<p>
            ${t('models.open.assumed')}
            <span lang="en">${assumed.join('; ')}</span>
          </p>`
        : nothing
    }
    ${unused.length > 0 ? renderUnused(lab, unused) : nothing}`;
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
