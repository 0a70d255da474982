/**
 * <sd-models-wild>: the factors of real models.
 *
 * A table of models, the factor on their q.k, and its sources. If the Training lab has the rule, a link tries it.
 */

/** @import { Section } from '../parts/section.js' */

import { html, nothing } from 'lit';
import { save, toCsv, toJson } from '../../charts/export.js';
import { labLink } from '../parts/lab-link.js';
import { picture } from '../parts/picture.js';
import { gap, plain, rich } from '../parts/text.js';
import { wildStyles } from './styles.js';

/**
 * A row: its sources, each with a name and an address, and the settings of a link to the Training lab if the rule can
 * be tried there. They are those of the preset about the rule, if there is one, because that preset says how the
 * training ends. The words are in web/i18n/models.story.*.js.
 * @typedef {{id: string, read: readonly Source[], tried?: Readonly<Record<string, string | number>>}} Row
 * @typedef {readonly [name: string, link: string]} Source
 */

const github = 'https://github.com';

/** Returns the source for a modelling file of transformers. @param {string} of @param {string} [kind] @returns {Source} */
const file = (of, kind = 'modeling') => [
  `${kind}_${of}.py`,
  `${github}/huggingface/transformers/blob/main/src/transformers/models/${of}/${kind}_${of}.py`,
];

/** Returns the source for an issue or a pull request. The address of one leads to the other. @param {string} repository @param {number} number @returns {Source} */
const thread = (repository, number) => [
  `${repository} #${number}`,
  `${github}/${repository}/issues/${number}`,
];

/** In the order of the table. @type {readonly Row[]} */
export const found = [
  {
    id: 'usual',
    read: [
      ['arXiv:1706.03762', 'https://arxiv.org/abs/1706.03762'],
      ...['bert', 'gpt2', 'llama', 'qwen2'].map((of) => file(of)),
    ],
    tried: { rules: 'rsqrt,none' },
  },
  {
    id: 't5',
    read: [thread('huggingface/transformers', 18284)],
    tried: { rules: 'rsqrt,folded', 'learning-rate': 3e-4, steps: 1000 },
  },
  { id: 'allennlp', read: [thread('allenai/allennlp', 5360)] },
  { id: 'neo', read: [thread('huggingface/transformers', 20828)] },
  {
    id: 'maxtext',
    read: [thread('AI-Hypercomputer/maxtext', 1349)],
    tried: {
      ...{ rules: 'rsqrt,doubled', dk: 128, task: 'reverse', size: 8, 'model-dim': 32, heads: 1 },
      ...{ 'learning-rate': 0.001, steps: 200 },
    },
  },
  { id: 'mistral', read: [thread('huggingface/transformers', 13573)] },
  { id: 'gemma', read: [file('gemma2', 'configuration')] },
  { id: 'qknorm', read: [file('qwen3'), file('olmo2')], tried: { rules: 'rsqrt,norm' } },
  { id: 'gemma4', read: [file('gemma4')] },
  {
    id: 'mup',
    read: [thread('thegregyang/NTK4A', 3)],
    tried: {
      ...{ rules: 'rsqrt,inverse', dk: 256, size: 6, 'model-dim': 32, heads: 1 },
      'learning-rate': 0.01,
    },
  },
  { id: 'tutorial', read: [thread('FareedKhan-dev/train-llm-from-scratch', 3)] },
];

export const ModelsWild = picture({
  name: 'models-wild',
  styles: [wildStyles],
  shows(view) {
    const { t } = view;
    const file = (/** @type {'csv' | 'json'} */ kind) =>
      html`<button
        type="button"
        class="quiet file"
        aria-label="${kind.toUpperCase()}: ${plain(t, 'models.wild.title')}"
        @click=${() => saveAs(kind, view)}
      >
        ${kind.toUpperCase()}
      </button>`;
    return {
      below: html`<div class="scroll" tabindex="0" role="group" aria-labelledby="title">
          <table class="wild">
            <thead>
              <tr>
                ${['model', 'rule', 'read'].map((column) => html`<th scope="col">${t(`models.wild.${column}`)}</th>`)}
              </tr>
            </thead>
            <tbody>
              ${found.map((one) => rowOf(view, one))}
            </tbody>
          </table>
        </div>
        <p class="status" data-aside>${file('csv')} ${file('json')}</p>`,
    };
  },
  more: ({ t }) => rich(t, 'models.wild.note'),
});

/** @param {Section} view @param {Row} row */
const rowOf = (view, { id, read, tried }) => {
  const { t } = view;
  const link = tried ? labLink(view, { lab: 'training', ...tried }) : null;
  return html`<tr>
    <th scope="row">${rich(t, `models.wild.${id}.model`)}</th>
    <td>
      ${rich(t, `models.wild.${id}.rule`)}${gap(t)}${
        link
          ? html`<a
              href=${link.href}
              target=${link.target}
              rel=${link.rel}
              data-rules=${tried?.rules}
              >${t('models.wild.try')}</a
            >`
          : nothing
      }
    </td>
    <td class="muted">${read.map((each, i) => linkTo(each, i < read.length - 1 ? ',' : ''))}</td>
  </tr>`;
};

/**
 * Draws a link. Long names break after a slash or `configuration_`. On a touch screen each link is a row, with its
 * comma.
 * @param {Source} source
 * @param {string} comma
 */
const linkTo = ([name, link], comma) =>
  html`<a href=${link} target="_blank" rel="noopener"
    >${name.split(/(?<=\/|configuration_)/).map((part) => html`${part}<wbr />`)}${comma}</a
  > `;

/** @param {'csv' | 'json'} kind @param {Section} view */
function saveAs(kind, { t, origin }) {
  const table = {
    columns: ['model', 'rule', 'read', 'links'].map((key) => ({
      key,
      label: t(`models.wild.${key}`),
    })),
    rows: found.map(({ id, read }) => ({
      model: plain(t, `models.wild.${id}.model`),
      rule: plain(t, `models.wild.${id}.rule`),
      read: read.map(([name]) => name).join(', '),
      links: read.map(([, link]) => link).join(' '),
    })),
  };
  const about = {
    link: origin.link,
    version: origin.version,
    title: plain(t, 'models.wild.title'),
  };
  const text = kind === 'csv' ? `\ufeff${toCsv(table, about)}` : toJson({ ...about, table });
  const type = kind === 'csv' ? 'text/csv;charset=utf-8' : 'application/json';
  save(`models-wild.${kind}`, new Blob([text], { type }));
}
