/**
 * <sd-softmax-one>: logits and weights of one query, without a factor and under the rule, on the same vectors.
 *
 * The visitor sees four small pictures: the input and the output of softmax, twice. Logits can be dragged; the scores
 * are then the visitor's own and are part of the link. Below are the numbers of this query, and of some thousand
 * others.
 */
import { constant } from '../../engine/border/constant.js';
import { decadeOf, tenTo } from '../../i18n/decades.js';
import { html, nothing } from 'lit';
import { guard } from 'lit/directives/guard.js';
import { bars } from '../../charts/bars.js';
import { panels, panelsHeight } from '../../charts/panels.js';
import { plain, rich } from '../parts/text.js';
import { fitted } from '../parts/figure.js';
import { columns, picture } from '../parts/picture.js';
import { live } from '../parts/provisional.js';
import { ruleWords as columnWords } from '../parts/rule.js';
import { optional, source } from '../parts/source.js';
import { population } from './population.js';
import { oneQuery, queryNeeds, queryOf, topText } from './query.js';
import { ruleText } from './rule.js';

/** @import { Content } from '../parts/content.js' */
/** @import { Axis, Place } from '../../charts/types.js' */
/** @import { SoftmaxRuleStatistics, SoftmaxStatistics } from '../../engine/types.js' */
/** @import { View as PictureView } from '../parts/types.js' */
/** @import { Params } from '../parts/section.js' */
/** @import { Query, Side } from './types.js' */

/** @typedef {PictureView<{query: Query, many: SoftmaxStatistics | null}, {held: number}>} View */
/** @typedef {typeof sides[number]} Which */
/** @typedef {typeof stages[number]} Stage */

const sides = constant(['before', 'after']);
const stages = constant(['logits', 'weights']);

/** Largest number of bars that can be dragged: as many as the link has room for. */
const mostHandles = 64;

/** Returns the layout. Panels without and with the factor are side by side even on a phone, where a title may take two lines. @param {number} width */
const layoutOf = (width) => ({
  ...{ count: 4, height: 112, least: 140, most: 2 },
  lines: width < 628 ? 2 : 1,
});

/** Shown alone, the panels keep this share of their height, because their bars can be dragged. */
const left = 0.68;

const tableColumns = ['key', 'score', 'logitBefore', 'weightBefore', 'logitAfter', 'weightAfter'];

const niceSteps = [1, 1.5, 2, 2.5, 3, 4, 5, 6, 8, 10];

export const SoftmaxOne = picture({
  name: 'softmax-one',
  file: 'softmax-query',
  results: {
    query: source({ needs: queryNeeds, compute: queryOf }),
    many: optional(population),
  },
  /** held: half the height of the logits' axis, fixed while a bar is dragged; else 0 */
  state: { held: 0 },
  hideTitle: true,
  title: (view) => plain(view.t, 'softmax.one.figure', namesOf(view)),
  height: (width, view) => panelsHeight(width, fitted(view, layoutOf(width), left)),

  shows(view, { query }) {
    const { t, format, state } = view;
    const names = namesOf(view);
    const { scores, before, after } = query;
    const top = (/** @type {Side} */ { topWeight }) => topText(format, view.params, topWeight, 3);
    const reach = state.held || reachOf(query);
    const panel = (/** @type {Stage} */ stage, /** @type {Which} */ which) => ({
      key: `${stage}-${which}`,
      title: plain(t, `softmax.one.${stage}.${which}`, names),
      draw: (/** @type {Place} */ place) => drawBars(view, { query, stage, which, reach }, place),
    });
    const parts = stages.flatMap((stage) => sides.map((which) => panel(stage, which)));
    return {
      draw: (width) => panels(width, fitted(view, layoutOf(width), left), parts),
      summary: plain(t, 'softmax.one.summary', {
        ...names,
        before: top(before),
        after: top(after),
      }),
      table: () => ({
        columns: columns(t, 'softmax.one.column', tableColumns, names),
        rows: Array.from({ length: query.keys }, (_, i) => ({
          key: i + 1,
          score: scores[i],
          logitBefore: before.logits.data[i],
          weightBefore: before.weights.data[i],
          logitAfter: after.logits.data[i],
          weightAfter: after.weights.data[i],
        })),
      }),
      // Real scores grow with d_k; the visitor's own do not.
      verdict: query.own ? rich(t, 'softmax.one.own', names) : undefined,
    };
  },

  layout(view, { head, figure, problem, verdict, more }) {
    const { t, params, link, count, results } = view;
    const stopped = t('softmax.stopped', { count: count(results.many?.draws ?? 0) });
    return [
      head,
      // The figure stays as it is while other queries come in.
      guard([results.query, params, t, link, view.prediction], () => figure),
      problem,
      verdict,
      renderControls(view),
      Number(params.masked) === 0
        ? nothing
        : html`<p class="note">${rich(t, `softmax.one.masked.${params.maskAs}`)}</p>`,
      view.status('many', { partly: stopped, per: 'softmax.rate' }),
      more,
    ];
  },

  more: (view) => [
    html`<div class="pair">${renderThis(view)} ${renderMany(view)}</div>`,
    rich(view.t, 'softmax.one.note'),
  ],

  /** Pictures without the factor light up with d_k, those with it light up with the factor. */
  driven(term) {
    if (term === 'dk') return 'logits-before weights-before';
    return term === 'factor' ? 'logits-after weights-after' : '';
  },

  termOf({ group }) {
    if (!group) return '';
    return group.endsWith('after') ? 'factor' : 'dk';
  },

  on: { 'sd-drag': dragged },
});

/** Returns the words for d_k, the number of keys and the rule. @param {View} view */
const namesOf = ({ t, format, params, count, results: { query } }) => ({
  dk: count(params.dk),
  keys: count(query?.keys ?? params.keys),
  rule: ruleText(t, format, params),
});

/** @param {Query | null} query @param {Params} params */
const canDrag = (query, params) =>
  query !== null && query.keys <= mostHandles && params.scale !== 'cosine';

/** Returns half the height of the logits' axis: a round number, the same for both sides. @param {Query} query */
function reachOf(query) {
  const logits = sides.flatMap((side) => Array.from(query[side].logits.data, Math.abs));
  const most = logits.filter(Number.isFinite).reduce((one, other) => Math.max(one, other), 1);
  const power = tenTo(decadeOf(most));
  return power * (niceSteps.find((step) => step * power >= most * 1.02) ?? 10);
}

/**
 * Called when a bar is dragged to a logit. Keeps the score behind it, together with all others.
 * @param {{index: number, value: number, done: boolean}} drag
 * @param {View} view
 */
function dragged({ index, value, done }, { engine, state, results: { query }, change, set }) {
  if (!engine || !query) return;
  change({ held: done ? 0 : state.held || reachOf(query) });
  set((params) => {
    const { scores } = oneQuery(engine, params);
    const own = Array.from(scores, (score) => Number(score.toPrecision(5)));
    const score = (value - Number(params.shift)) * Number(params.temperature);
    own[index] = Number(score.toPrecision(6));
    return { logits: own.join(',') };
  });
}

/**
 * @param {View} view
 * @param {{query: Query, stage: Stage, which: Which, reach: number}} part
 * @param {Place} place
 */
function drawBars(view, { query, stage, which, reach }, { width, height, left, isLast }) {
  const { t, params, number } = view;
  const isMasked = (/** @type {number} */ key) => key >= query.keys - Number(params.masked);
  const other = stage === 'logits' ? 'weights' : 'logits';
  const isDragged = stage === 'logits' && which === 'before' && canDrag(query, params);
  return bars({
    ...{ width, height, left },
    series: [
      {
        key: `${stage}-${which}`,
        label: t(units[stage].name),
        values: query[which][stage].data,
        color: units[stage].color,
      },
    ],
    x: { label: isLast ? t('softmax.key') : '' },
    y: axes[stage](view, reach),
    name: (i) => t(isMasked(i) ? 'softmax.maskedKey' : 'softmax.keyNumber', { key: i + 1 }),
    more: (i) => [{ label: t(units[other].name), value: number(query[which][other].data[i]) }],
    drag: isDragged
      ? {
          ...{ min: -reach, max: reach, step: reach / 200 },
          // The logit of a masked key does not depend on its score.
          only: (i) => !isMasked(i),
          name: (i) => t('softmax.one.handle', { key: i + 1 }),
        }
      : null,
  });
}

const units = constant({
  logits: { name: 'softmax.logit', color: 'score' },
  weights: { name: 'softmax.weight', color: 'weight' },
});

/** @type {Readonly<Record<Stage, (view: View, reach: number) => Axis>>} */
const axes = {
  logits: ({ format, number }, reach) => ({
    label: '',
    domain: [-reach, reach],
    ticks: [-reach, 0, reach],
    read: number,
    format: (value) => format.number(value, 3),
  }),
  weights: ({ format, number }) => ({
    label: '',
    // Leaves room for the number over the highest possible bar.
    domain: [0, 1.15],
    ticks: [0, 0.5, 1],
    read: number,
    format: (value) => (value > 0 && value < 0.005 ? '≈ 0' : format.number(value, 2)),
  }),
};

/** @param {View} view */
function renderControls({ t, params, set, results: { query } }) {
  const next = () => set(({ draw }) => ({ draw: Number(draw) + 1, logits: '' }));
  const back = () => set({ logits: '' });
  return html`<div class="choices">
    <button type="button" class="chip" @click=${query?.own ? back : next}>
      ${t(query?.own ? 'softmax.one.back' : 'softmax.one.next')}
    </button>
    <span class="status"
      ><span>${canDrag(query, params) ? rich(t, 'softmax.one.hint') : nothing}</span></span
    >
  </div>`;
}

/** @param {View} view @param {Content} caption @param {Content} lines */
const renderTable = ({ t, format, params }, caption, lines) =>
  html`<table class="moments">
    <caption>
      ${caption}
    </caption>
    <thead>
      <tr>
        <td></td>
        <th scope="col" class="numeric">${t('softmax.without')}</th>
        <th scope="col" class="numeric">${columnWords(t, format, params)}</th>
      </tr>
    </thead>
    <tbody>
      ${lines}
    </tbody>
  </table>`;

/**
 * @param {View} view
 * @param {string} name
 * @param {string} id
 * @param {readonly string[] | null} values  without the factor and under the rule, once they are known
 * @param {boolean} [provisional]
 */
const renderLine = ({ t }, name, id, values, provisional = false) =>
  html`<tr>
    <th scope="row">${rich(t, `softmax.measure.${name}`)}</th>
    ${sides.map((side, i) => html`<td class="numeric">${live(values?.[i] ?? '\u2013', { name: `${id}-${side}`, provisional })}</td>`)}
  </tr>`;

/** @param {View} view */
function renderThis(view) {
  const { t, format, params, count, results } = view;
  const { query } = results;
  const caption = query?.own ? 'softmax.one.these' : 'softmax.one.this';
  /** @param {'topWeight' | 'effectiveKeys' | 'jacobianNorm' | 'logitGradientNorm'} id @param {string} [name] */
  const line = (id, name = id) =>
    renderLine(view, name, id, query && sides.map((side) => format.number(query[side][id], 3)));
  return renderTable(view, rich(t, caption, { draw: count(params.draw) }), [
    line('topWeight'),
    line('effectiveKeys'),
    line('logitGradientNorm', 'logitGradient'),
    line('jacobianNorm'),
  ]);
}

/** @param {View} view */
function renderMany(view) {
  const { t, format, params, count, results } = view;
  const { many } = results;
  const { provisional } = view.computation('many');
  /** @param {string} name @param {string} id @param {(of: SoftmaxRuleStatistics) => string} read */
  const line = (name, id, read) =>
    renderLine(view, name, id, many && [many, many.compare[0]].map(read), provisional);
  const median = (/** @type {'topWeight' | 'effectiveKeys' | 'logitGradient'} */ name) =>
    line(name, `median-${name}`, (of) => format.number(of[name].quantiles.p50, 3));
  const draws = count(many?.draws ?? params.draws);
  return renderTable(view, rich(t, 'softmax.one.many', { draws }), [
    median('topWeight'),
    median('effectiveKeys'),
    median('logitGradient'),
    line('dead', 'dead', ({ dead }) => format.share(dead.share)),
  ]);
}
