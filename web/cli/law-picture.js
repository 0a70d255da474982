/** The pictures of `scaledot law`: a law before and after the factor, and the variance against d_k. */
import { curves } from '../charts/curves.js';
import { standaloneSvg } from '../charts/standalone.js';
import words from '../i18n/variance.en.js';
import story from '../i18n/variance.story.en.js';
import { commandLine } from './output.js';
import { ruleName } from './rules.js';
import { numbers, speaker } from './text.js';
import { scoresPicture } from './variance-picture.js';

/** @import { Dash } from '../charts/axis.js' */
/** @import { Engine } from '../engine/index.js' */
/** @import { Run } from './law.js' */

const t = speaker({ en: { ...words, ...story }, 'zh-Hans': {} });

/** @param {Engine} engine @param {Run} run */
export function law(engine, { options, result: { before, after } }) {
  const { number } = numbers;
  const summary = `Variance ${number(before.variance)} before the factor, ${number(after.variance)} after it.`;
  return scoresPicture(engine, options, after.scale, { before: null, after: null }, summary);
}

/** Lines differ by their dashes and names, as in the lab. @type {Readonly<Record<string, Dash>>} */
const dashes = { rsqrt: false, none: true, inverse: 'dots', alpha: 'dash-dot', number: 'long' };

/** The theoretical lines, one for each rule. @param {Engine} engine @param {readonly Run[]} runs */
export function growth(engine, runs) {
  const names = [...new Set(runs.map(({ params }) => ruleName(params)))];
  const rules = names.map((name) => runs.filter(({ params }) => ruleName(params) === name));
  const sizes = [...new Set(runs.map(({ options }) => options.dk))].sort((a, b) => a - b);
  const scales = rules.map(([{ options }]) => options.scale);
  const lines = engine.scoreGrowth(runs[0].options, { sizes, scales });
  const size = { width: 760, height: 360 };
  const drawn = curves({
    ...size,
    series: lines.map(({ theory }, i) => ({
      key: `rule-${i}`,
      label: names[i],
      dash: dashes[String(rules[i][0].params.scale)],
      // A logarithmic axis cannot show a variance of zero.
      points: theory
        .filter(({ variance }) => variance > 0)
        .map(/** @returns {[number, number]} */ ({ dk, variance }) => [dk, variance]),
    })),
    x: { label: t('variance.growth.x'), scale: 'log', ticks: sizes },
    y: { label: t('variance.growth.y'), scale: 'log' },
  });
  const last = sizes[sizes.length - 1];
  const ends = lines.map(({ theory }, i) => {
    const { variance } = theory[theory.length - 1];
    return `${numbers.number(variance)} with the factor ${names[i]}`;
  });
  return standaloneSvg(drawn, {
    ...size,
    title: t('variance.growth.figure'),
    summary: `Variance of the scores at d_k = ${last}: ${ends.join(', ')}.`,
    link: commandLine(),
  });
}
