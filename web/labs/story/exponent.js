/**
 * <sd-story-exponent>: why not divide by d_k itself? The largest weight of a typical query as a function of d_k, with
 * the factor 1/d_k^alpha: a line each for alpha = 0, 1/2 and 1, and one for the visitor's value.
 */
import { curves } from '../../charts/curves.js';
import { constant } from '../../engine/border/constant.js';
import { exponentRange } from '../../tables/entries.js';
import { keys } from '../../tables/story.js';
import { columns } from '../parts/picture.js';
import { live, soFar } from '../parts/provisional.js';
import { optional } from '../parts/source.js';
import { plain, rich } from '../parts/text.js';
import { sweepOf } from '../softmax/sizes.js';
import { scene, slider } from './scene.js';

/** @import { Swept } from '../softmax/types.js' */
/** @import { Params, Section } from '../parts/section.js' */

/** Powers of two at which the lines have points. */
const dks = Object.freeze([1, 4, 16, 64, 256, 1024]);

const lines = constant([
  { alpha: 0, name: '0', color: 'ink', dash: true },
  { alpha: 0.5, name: '½', color: 'ink', dash: false },
  { alpha: 1, name: '1', color: 'ink', dash: 'dots' },
]);

const alphas = lines.map(({ alpha }) => Number(alpha));

const most = { draws: 1024, components: 1e7 };

/** @param {Params} params @param {readonly number[]} alphas  on the same vectors */
function planOf({ seed }, [alpha, ...others]) {
  const compare = others.map((other) => ({ alpha: other }));
  const place = { keys, seed: Number(seed), scale: { alpha }, compare };
  return { axis: constant('dk'), places: dks.map((dk) => ({ ...place, dk })) };
}

/** @param {Params[string]} alpha */
const isLine = (alpha) => lines.some((line) => line.alpha === alpha);

export const StoryExponent = scene({
  name: 'story-exponent',
  guesses: {
    zero: () => [{ of: 'alpha-0' }],
    half: () => [{ of: 'alpha-0.5' }],
    one: () => [{ of: 'alpha-1' }],
  },
  results: {
    sweep: sweepOf((params) => planOf(params, alphas), most),
    own: optional(
      sweepOf((params) => (isLine(params.alpha) ? null : planOf(params, [params.alpha])), most),
    ),
  },
  progress: 'sweep',
  title: ({ t, count }) => plain(t, 'story.exponent.figure', { keys: count(keys) }),
  height: 280,

  act: (view) =>
    slider(view, {
      name: 'alpha',
      label: 'α',
      step: exponentRange.step,
      shown: view.format.fixed(Number(view.params.alpha), 2),
    }),
  opens: ({ alpha, seed }) => ({
    lab: 'softmax',
    keys,
    scale: 'alpha',
    alpha: Number(alpha),
    seed: Number(seed),
  }),

  shows(view, { sweep, own }) {
    const { t, params, format, count } = view;
    const at = lines.findIndex(({ alpha }) => alpha === params.alpha);
    const points = at < 0 ? (own ? pointsOf(own, 0) : []) : pointsOf(sweep, at);
    const table = () => ({
      columns: columns(t, 'story.exponent.column', ['alpha', 'dk', 'weight']),
      rows: [
        ...lines.map(({ alpha }, i) => ({ alpha, of: pointsOf(sweep, i) })),
        ...(at < 0 ? [{ alpha: params.alpha, of: points }] : []),
      ].flatMap(({ alpha, of }) => of.map(([dk, weight]) => ({ alpha, dk, weight }))),
    });
    if (!sweep.sizes.every(({ result }) => result)) return { table };
    const isWhole = points.length === dks.length;
    const { provisional } = view.computation(at < 0 ? 'own' : 'sweep');
    const numbers = isWhole && {
      alpha: format.number(params.alpha, 2),
      first: format.share(points[1][1], 0),
      low: count(points[1][0]),
      last: format.share(points[points.length - 1][1], 0),
      high: count(points[points.length - 1][0]),
    };
    return {
      draw: (width, height) => draw(view, sweep, at < 0 ? points : [], { width, height }),
      summary: numbers
        ? plain(t, 'story.exponent.said', { ...numbers, soFar: '' })
        : t('common.waiting'),
      verdict: numbers
        ? rich(t, 'story.exponent.said', {
            ...numbers,
            first: live(numbers.first, { provisional }),
            last: live(numbers.last, { provisional }),
            soFar: soFar(t, provisional),
          })
        : t('common.waiting'),
      table,
    };
  },
});

/**
 * Returns the medians of the largest weight for an exponent.
 * @param {Swept} swept
 * @param {number} at  index among the exponents on the same vectors
 */
const pointsOf = ({ sizes }, at) =>
  sizes.flatMap(
    /** @returns {[number, number][]} */ ({ dk, result }) => {
      const of = at === 0 ? result : result?.compare[at - 1];
      return of ? [[dk, of.topWeight.quantiles.p50]] : [];
    },
  );

/** @param {Section} view @param {Swept} sweep @param {[number, number][]} own @param {{width: number, height: number}} size */
function draw({ t, format, params, prediction }, sweep, own, size) {
  const line = { dots: true };
  // Before a guess or a try, only the line without division is shown.
  const isAnswered = prediction !== null || Number(params.alpha) > 0;
  return curves({
    ...size,
    series: [
      ...lines
        .filter(({ alpha }) => isAnswered || alpha === params.alpha)
        .map(({ alpha, name, color, dash }) => ({
          ...{ ...line, key: `alpha-${alpha}`, label: `α = ${name}`, color, dash },
          thin: alpha !== params.alpha,
          points: pointsOf(sweep, alphas.indexOf(alpha)),
        })),
      ...(own.length > 0
        ? [
            {
              ...line,
              key: 'own',
              label: `α = ${format.number(params.alpha, 2)}`,
              color: constant('accent'),
              points: own,
            },
          ]
        : []),
    ],
    x: {
      label: plain(t, 'story.dk'),
      scale: 'log',
      ticks: dks,
      domain: [dks[0], dks[dks.length - 1]],
    },
    y: {
      label: t('story.exponent.y'),
      domain: [0, 1.02],
      ticks: [0, 0.25, 0.5, 0.75, 1],
      format: (value) => format.percent(value, 0),
      read: (value) => format.share(value),
    },
  });
}
