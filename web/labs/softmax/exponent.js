/**
 * <sd-softmax-exponent>: how many keys count, against d_k, with the factor 1/d_k^alpha.
 *
 * The visitor sees one line per exponent and moves a line of their own. With a small exponent fewer and fewer keys
 * count, with a large one all keys count equally, and only with 1/2 the number stays constant.
 */
import { html } from 'lit';
import { curves } from '../../charts/curves.js';
import { constant } from '../../engine/border/constant.js';
import { exponentRange } from '../../tables/entries.js';
import { drawOptions, isAlone, visibleKeys } from '../../tables/softmax.js';
import { plain, rich } from '../parts/text.js';
import { columns, picture } from '../parts/picture.js';
import { live, soFar } from '../parts/provisional.js';
import { optional } from '../parts/source.js';
import {
  beyondEnd,
  lastSize,
  ownPlace,
  sizeAxis,
  sweepOf,
  sweepStatus,
  untilReady,
} from './sizes.js';
import { sizesOf } from '../../pictures/sweep.js';

/** @import { Dash } from '../../charts/axis.js' */
/** @import { ColorName } from '../../charts/tokens.js' */
/** @import { Params, Section } from '../parts/section.js' */
/** @import { Plan } from './sizes.js' */
/** @import { Swept } from './types.js' */

/** @typedef {[dk: number, keys: number]} Point  the median effective number of keys */
/** @typedef {{alpha: number, color: ColorName, dash: Dash, points: Point[]}} Line */

/** @type {readonly Omit<Line, 'points'>[]} */
const exponents = [
  { alpha: 0, color: 'ink', dash: true },
  { alpha: 0.25, color: 'muted', dash: 'dots' },
  { alpha: 0.5, color: 'ink', dash: false },
  { alpha: 0.75, color: 'muted', dash: 'dots' },
  { alpha: 1, color: 'ink', dash: 'dots' },
];

const alphas = exponents.map(({ alpha }) => alpha);

/** Largest number of queries per size. Their median is steady enough for a line. */
const most = { draws: 1024, components: 3e7 };
const ownMost = { draws: 256, components: 1e7 };

/**
 * Returns the exponent of the current rule; null if the rule is no power of d_k.
 * @param {Params} params
 * @returns {number | null}
 */
function exponentOf({ scale, alpha }) {
  /** @type {Record<string, number>} */
  const known = { none: 0, rsqrt: 0.5, inverse: 1, alpha: Number(alpha) };
  return known[scale] ?? null;
}

/** The numbers among the ends of the lines that were measured. */
const measuredEnds = new Set(['zero', 'halfFirst', 'half', 'one']);

/** @param {number | null} alpha */
const isAmongThem = (alpha) => alpha !== null && alphas.includes(alpha);

/** @param {Params} params @param {readonly number[]} alphas  on the same vectors @returns {Plan} */
function planOf(params, [alpha, ...others]) {
  const rules = { scale: { alpha }, compare: others.map((other) => ({ alpha: other })) };
  const options = { ...drawOptions(params), ...rules };
  const sizes = sizesOf('dk', options).filter((dk) => dk > 1);
  return { axis: 'dk', places: sizes.map((dk) => ({ ...options, dk })) };
}

export const SoftmaxExponent = picture({
  name: 'softmax-exponent',
  results: {
    sweep: sweepOf((params) => planOf(params, alphas), most),
    /** The slider's line, if it is none of the five. */
    own: optional(
      sweepOf((params) => {
        const alpha = exponentOf(params);
        return alpha === null || isAmongThem(alpha) ? null : planOf(params, [alpha]);
      }, ownMost),
    ),
  },
  title: ({ t, params, count }) =>
    plain(t, 'softmax.exponent.figure', { keys: count(params.keys) }),
  height: 320,
  progress: 'sweep',

  controls(view) {
    const { t, params, format, set } = view;
    const exponent = exponentOf(params);
    const slide = (/** @type {Event & {target: HTMLInputElement}} */ { target }) =>
      set({ scale: 'alpha', alpha: Number(target.value) });
    return html`<div slot="controls" class="choices">
      <label class="slide"
        ><span>${rich(t, 'softmax.exponent.slider')}</span>
        <input
          type="range"
          min=${exponentRange.low}
          max=${exponentRange.high}
          step=${exponentRange.step}
          .value=${String(exponent ?? 0.5)}
          @input=${slide}
        />
        <output class="number">${exponent === null ? '\u2013' : format.fixed(exponent, 2)}</output>
      </label>
      ${sweepStatus(view)}
    </div>`;
  },

  shows(view, { sweep, own }) {
    const { t, params } = view;
    const lines = exponents.map((one, at) => ({ ...one, points: pointsOf(sweep, at) }));
    const ownLine = { alpha: Number(exponentOf(params)), points: own ? pointsOf(own, 0) : [] };
    const table = () => ({
      columns: columns(t, 'softmax.exponent.column', ['alpha', 'dk', 'keys']),
      rows: [...lines, ownLine].flatMap(({ alpha, points }) =>
        points.map(([dk, keys]) => ({ alpha, dk, keys })),
      ),
    });
    if (untilReady(view, sweep)) return { table };
    const ends = endsOf(view, sweep, lines);
    const { provisional } = view.computation('sweep');
    const shown = Object.fromEntries(
      Object.entries(ends).map(([name, text]) => [
        name,
        measuredEnds.has(name) ? live(text, { provisional }) : text,
      ]),
    );
    const told = isAsTold(lines, params) ? 'softmax.exponent.verdict' : 'softmax.exponent.plain';
    const verdict = rich(t, isAlone(params) ? 'softmax.alone' : told, {
      ...shown,
      soFar: soFar(t, provisional),
    });
    return {
      draw: (width, height) => draw(view, sweep, { lines, ownLine, width, height }),
      summary: plain(t, 'softmax.exponent.summary', ends),
      table,
      verdict: html`${verdict} ${beyondEnd(view, sweep)}`,
    };
  },

  picked({ value }, { set }) {
    if (value !== undefined) set({ dk: value });
  },

  driven(term, { params }) {
    if (term !== 'factor') return '';
    const exponent = exponentOf(params);
    return isAmongThem(exponent) ? `alpha-${exponent}` : 'own';
  },

  termOf: ({ key }) => (key === '' ? '' : 'factor'),
});

/**
 * Returns the points measured so far for an exponent.
 * @param {Swept} swept
 * @param {number} at  its index among those on the same vectors
 */
const pointsOf = ({ sizes }, at) =>
  sizes.flatMap(
    /** @returns {Point[]} */ ({ dk, result }) => {
      const of = at === 0 ? result : result?.compare[at - 1];
      return of ? [[dk, of.effectiveKeys.quantiles.p50]] : [];
    },
  );

/**
 * @param {Section} view
 * @param {Swept} swept
 * @param {{lines: Line[], ownLine: Omit<Line, 'color' | 'dash'>, width: number, height: number}} picture
 */
function draw({ t, format, params }, swept, { lines, ownLine, width, height }) {
  const exponent = exponentOf(params);
  const keys = Number(params.keys);
  const label = (/** @type {number} */ alpha) => `α = ${format.number(alpha)}`;
  const own = { key: 'own', label: label(ownLine.alpha), dash: constant('dash-dot') };
  return curves({
    width,
    height,
    series: [
      ...lines.map(({ alpha, color, dash, points }) => ({
        ...{ key: `alpha-${alpha}`, label: label(alpha), color, dash, points },
        thin: alpha !== exponent,
        dots: true,
      })),
      ...(ownLine.points.length > 0 ? [{ ...own, dots: true, points: ownLine.points }] : []),
    ],
    x: sizeAxis(swept, plain(t, 'softmax.bands.x.dk')),
    y: {
      label: t('softmax.exponent.y'),
      scale: keys > 16 ? 'log' : 'linear',
      domain: keys > 16 ? [1, keys * 1.1] : [0.8, Math.max(2, keys * 1.04)],
      read: (value) => format.number(value, 3),
    },
    at: ownPlace(params, swept),
  });
}

/** @param {Line} line */
const lastOf = ({ points }) => points[points.length - 1][1];

/** Returns the ends of the lines for alpha 0, 1/2 and 1. @param {Section} view @param {Swept} swept @param {Line[]} lines */
function endsOf({ format, count, params }, swept, [zero, , half, , one]) {
  const show = (/** @type {number} */ value) => format.number(value, 3);
  return {
    first: count(swept.sizes[0].dk),
    last: count(lastSize(swept)),
    zero: show(lastOf(zero)),
    halfFirst: show(half.points[0][1]),
    half: show(lastOf(half)),
    one: show(lastOf(one)),
    keys: count(visibleKeys(params)),
  };
}

/**
 * Whether softmax becomes a maximum on one side and a plain average on the other. It does not at every temperature.
 * @param {Line[]} lines
 * @param {Params} params
 */
const isAsTold = ([zero, , , , one], params) =>
  lastOf(zero) < 1.2 && lastOf(one) > 0.9 * visibleKeys(params);
