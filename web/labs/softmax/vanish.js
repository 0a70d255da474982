/**
 * <sd-softmax-vanish>: whether the gradient vanishes without the factor. Shows its mean relative to that with the
 * factor, for any number of keys.
 *
 * The visitor sees the ratio of the mean |dL/dz| cross the line at 1: smaller for few keys, larger for many. Beside it
 * is the ratio of |dL/dq|, which is never small. Below are the numbers, with the share of queries without any gradient.
 */
import { html, nothing } from 'lit';
import { curves } from '../../charts/curves.js';
import { constant } from '../../engine/border/constant.js';
import { drawOptions, ruleOption } from '../../tables/softmax.js';
import { plain, rich } from '../parts/text.js';
import { columns, picture } from '../parts/picture.js';
import { live, soFar } from '../parts/provisional.js';
import { ruleText, ruleWords } from './rule.js';
import { ownPlace, sizeAxis, sweepOf, sweepStatus, untilReady } from './sizes.js';
import { sizesOf } from '../../pictures/sweep.js';

/** @import { SoftmaxRuleStatistics, SoftmaxStatistics } from '../../engine/types.js' */
/** @import { Params, Section } from '../parts/section.js' */
/** @import { Swept } from './types.js' */

/** @typedef {{dk: number, keys: number, result: SoftmaxStatistics}} Measured */
/** @typedef {'logitGradientRatio' | 'queryGradientRatio'} Ratio */

/** Numbers of keys in the table. */
const told = [8, 64, 256];

/** One more line of the table: few keys, and a d_k at which most queries are dead. */
const large = { dk: 1024, keys: 8 };

/** A ratio of means needs more queries than a median does. */
const most = { draws: 16384, components: 1.5e8 };

const tableColumns = [
  ['keys', 'dk', 'draws', 'none', 'scaled', 'ratio', 'low', 'high', 'queryNone', 'queryScaled'],
  ['queryRatio', 'dead', 'deadScaled'],
].flat();

/** Returns the rule that is compared with none: the state's, or the paper's if the state has none. @param {Params} params */
const comparedRule = (params) => (params.scale === 'none' ? { ...params, scale: 'rsqrt' } : params);

/** @param {{dk: number, keys: number}} one @param {{dk: number, keys: number}} other */
const isSame = (one, other) => one.dk === other.dk && one.keys === other.keys;

export const SoftmaxVanish = picture({
  name: 'softmax-vanish',
  results: {
    sweep: sweepOf((params) => {
      const options = drawOptions(params);
      const { dk, masked } = options;
      // One key alone has no gradient at all.
      const places = sizesOf('keys', { ...options, masked: masked + 1 }).map((keys) => ({
        dk,
        keys,
      }));
      if (masked < large.keys && !places.some((place) => isSame(place, large))) places.push(large);
      // The rule comes first because the engine's ratios are relative to the first one.
      const rules = {
        scale: ruleOption(comparedRule(params)),
        compare: [constant('none')],
      };
      return { axis: 'keys', places: places.map((place) => ({ ...options, ...rules, ...place })) };
    }, most),
  },
  title: (view) => plain(view.t, 'softmax.vanish.figure', namesOf(view, view.results.sweep)),
  height: 300,
  progress: 'sweep',
  controls: (view) => html`<div slot="controls" class="choices">${sweepStatus(view)}</div>`,

  shows(view, { sweep }) {
    const { t, format, params } = view;
    const measured = sweep.sizes.flatMap(({ result, ...size }) =>
      result ? [{ ...size, result }] : [],
    );
    const names = namesOf(view, sweep);
    const words = { ...names, rule: ruleWords(t, format, comparedRule(params)) };
    const numbers = renderNumbers(view, measured, names, words);
    const table = () => tableOf(view, measured, names);
    const early = untilReady(view, sweep);
    if (early) return { ...early, table, more: numbers };
    const [first] = measured;
    const isInLine = (/** @type {Measured} */ { dk, keys }) =>
      dk === first.dk && keys >= first.keys;
    const line = { axis: constant('keys'), sizes: measured.filter(isInLine) };
    const values = valuesOf(view, line.sizes);
    const { provisional } = view.computation('sweep');
    return {
      draw: (width, height) => draw(view, line, { width, height }),
      summary: plain(t, 'softmax.vanish.summary', { ...values, ...names }),
      table,
      verdict: rich(t, `softmax.vanish.${verdictOf(params, line.sizes)}`, {
        ...words,
        ratios: live(values.ratios, { provisional }),
        reach: live(values.reach, { provisional }),
        dead: live(values.dead, { provisional }),
        soFar: soFar(t, provisional),
      }),
      more: numbers,
    };
  },

  more: ({ t }) => rich(t, 'softmax.vanish.note'),

  picked({ value }, { set }) {
    if (value !== undefined) set({ keys: value });
  },
});

/**
 * Returns the words for what was measured. Off the screen, that stays while the page's d_k changes.
 * @param {Section} view
 * @param {Swept | null} swept
 */
const namesOf = ({ t, format, count, params }, swept) => ({
  dk: count(swept?.sizes[0]?.dk ?? params.dk),
  rule: ruleText(t, format, comparedRule(params)),
});

/** @param {Section} view @param {{axis: 'keys', sizes: Measured[]}} line @param {{width: number, height: number}} size */
function draw({ t, format, params }, line, { width, height }) {
  const x = sizeAxis(line, plain(t, 'softmax.bands.x.keys'));
  /** @param {string} key @param {string} label @param {'query' | 'score'} color @param {Ratio} name */
  const series = (key, label, color, name) => ({
    ...{ key, label, color },
    dots: true,
    points: line.sizes.map(({ keys, result }) => {
      const { value, low, high } = result.compare[0][name];
      return constant([keys, value, low, high]);
    }),
  });
  const equal = {
    key: 'one',
    label: plain(t, 'softmax.vanish.equal'),
    color: constant('faint'),
    thin: true,
    dash: true,
    read: false,
    points: (x.domain ?? []).map((keys) => constant([keys, 1])),
  };
  return curves({
    width,
    height,
    series: [
      equal,
      series('query', '|∂L/∂q|', 'query', 'queryGradientRatio'),
      series('logit', '|∂L/∂z|', 'score', 'logitGradientRatio'),
    ],
    x,
    y: {
      label: t('softmax.vanish.y'),
      scale: 'log',
      read: (value) => format.number(value, 3),
    },
    at: ownPlace(params, line),
  });
}

/** Returns the sizes that the sentences describe: few keys, more, many; or whatever there is. @param {Measured[]} line */
function toldOf(line) {
  const usual = line.filter(({ keys }) => told.includes(keys));
  return usual.length > 0 ? usual : line.slice(-1);
}

/** Returns the statistics with 8 keys and without a factor. @param {Measured[]} line */
const fewOf = (line) => line.find(({ keys }) => keys === told[0])?.result.compare[0];

/** Returns the values in the sentences. @param {Section} view @param {Measured[]} line */
function valuesOf({ t, format, count }, line) {
  const few = fewOf(line);
  const ratios = toldOf(line).map(({ keys, result }) =>
    t('softmax.vanish.ratio', {
      ratio: format.number(result.compare[0].logitGradientRatio.value, 3),
      keys: count(keys),
    }),
  );
  return {
    ratios: format.list(ratios),
    reach: few ? format.number(few.queryGradientRatio.value, 3) : '',
    dead: few ? format.share(few.dead.share, 0) : '',
  };
}

/**
 * Returns the sentence that the numbers support. At extreme temperatures, and without spread, the usual one is not
 * true.
 * @param {Params} params
 * @param {Measured[]} line
 */
function verdictOf(params, line) {
  const { scale, factor } = comparedRule(params);
  if (scale === 'number' && Number(factor) === 0) return 'zero';
  const ratios = toldOf(line).map(({ result }) => result.compare[0].logitGradientRatio);
  if (ratios.every(({ value }) => Math.abs(value - 1) < 0.005)) return 'same';
  const few = fewOf(line);
  if (!few) return 'plain';
  const rises = ratios.every(({ value }, i) => i === 0 || value > ratios[i - 1].value);
  const isBounded = ratios.every(({ high }) => Number.isFinite(high));
  if (!isBounded || !rises) return 'far';
  return few.dead.share > 0.05 && few.queryGradientRatio.value > 1 ? 'verdict' : 'plain';
}

/**
 * Draws the table of the numbers measured so far.
 * @param {Section} view
 * @param {Measured[]} measured
 * @param {Record<string, string>} names
 * @param {Record<string, unknown>} words
 */
function renderNumbers({ t, format, count }, measured, names, words) {
  const dk = measured[0]?.dk;
  const places = [...told.map((keys) => ({ dk, keys })), large];
  const rows = places.flatMap((place, i) => {
    const found = measured.find((one) => isSame(one, place));
    return found && places.findIndex((one) => isSame(one, place)) === i ? [found] : [];
  });
  if (rows.length === 0) return nothing;
  const share = (/** @type {SoftmaxRuleStatistics} */ { dead }) => format.share(dead.share);
  /** @param {Measured} row @param {Ratio} name */
  const ratio = ({ result }, name) => {
    const { value, low, high } = result.compare[0][name];
    const shown = html`<strong>${format.number(value, 3)}</strong>`;
    // If no gradient passes under the rule, the ratio has no interval.
    if (!Number.isFinite(value)) return shown;
    return html`${shown}
      <span class="theory">[${format.number(low, 3)}, ${format.number(high, 3)}]</span>`;
  };
  const head = (/** @type {string} */ name) =>
    html`<th scope="col" class="numeric">${rich(t, `softmax.vanish.head.${name}`, words)}</th>`;
  return html`<div
    class="scroll"
    tabindex="0"
    role="group"
    aria-label=${plain(t, 'softmax.vanish.caption', names)}
  >
    <table class="moments digits">
      <caption>
        ${rich(t, 'softmax.vanish.caption', words)}
      </caption>
      <thead>
        <tr>
          ${['keys', 'dk', 'ratio', 'queryRatio', 'dead', 'deadScaled'].map(head)}
        </tr>
      </thead>
      <tbody>
        ${rows.map(
          (row) =>
            html`<tr data-row="${row.keys}-${row.dk}">
              <th scope="row" class="numeric">${count(row.keys)}</th>
              <td class="numeric">${count(row.dk)}</td>
              <td class="numeric" data-value="ratio">${ratio(row, 'logitGradientRatio')}</td>
              <td class="numeric">${ratio(row, 'queryGradientRatio')}</td>
              <td class="numeric" data-value="dead">${share(row.result.compare[0])}</td>
              <td class="numeric">${share(row.result)}</td>
            </tr>`,
        )}
      </tbody>
    </table>
  </div>`;
}

/** @param {Section} view @param {Measured[]} measured @param {Record<string, string>} names */
function tableOf({ t }, measured, names) {
  const rows = measured.map(({ keys, dk, result }) => {
    const [none] = result.compare;
    const { value, low, high } = none.logitGradientRatio;
    return {
      keys,
      dk,
      draws: result.draws,
      none: none.logitGradient.mean,
      scaled: result.logitGradient.mean,
      ratio: value,
      low,
      high,
      queryNone: none.queryGradient.mean,
      queryScaled: result.queryGradient.mean,
      queryRatio: none.queryGradientRatio.value,
      dead: none.dead.share,
      deadScaled: result.dead.share,
    };
  });
  return { columns: columns(t, 'softmax.vanish.column', tableColumns, names), rows };
}
