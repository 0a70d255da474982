/**
 * The picture of `scaledot softmax`: quantile bands of one measure against d_k or the number of keys, with one panel
 * for each rule.
 */
import { bandKey, bands } from '../charts/bands.js';
import { panels, panelsHeight } from '../charts/panels.js';
import { standaloneSvg } from '../charts/standalone.js';
import words from '../i18n/softmax.en.js';
import story from '../i18n/softmax.story.en.js';
import { measureAxis } from '../pictures/measure-axis.js';
import { drawsOf } from '../pictures/sweep.js';
import { commandLine } from './output.js';
import { byRule, ruleName } from './rules.js';
import { numbers, speaker } from './text.js';

/** @import { Measure } from '../pictures/measure-axis.js' */
/** @import { Params } from '../tables/types.js' */
/** @import { Run } from './softmax.js' */

const t = speaker({ en: { ...words, ...story }, 'zh-Hans': {} });

const width = 760;

/** Limits the draws as the lab does: large sizes get fewer queries. @param {Run['options']} options */
export const drawsAt = (options) => ({ ...options, draws: drawsOf(options, options.draws) });

/**
 * @param {readonly Run[]} places  In any order along the axis
 * @param {readonly Params[]} rules
 * @param {'dk' | 'keys'} axis
 * @param {Run} asked  The run of the table
 */
export function picture(places, rules, axis, asked) {
  const measure = /** @type {Measure} */ (asked.params.measure);
  const sorted = [...places].sort((a, b) => a.options[axis] - b.options[axis]);
  const sizes = sorted.map(({ options }) => options[axis]);
  /** @type {[number, number]} */
  const ends = [sizes[0], sizes[sizes.length - 1]];
  const all = sorted.flatMap(({ result }) => byRule(result).map((of) => of[measure]));
  const y = measureAxis(measure, all, (value) => numbers.number(value, 3));
  const name = t(`softmax.bands.measure.${measure}`);
  const marks = {
    outer: t('softmax.bands.outer'),
    inner: t('softmax.bands.inner'),
    median: t('softmax.bands.median'),
    mean: t('softmax.bands.mean'),
  };
  const layout = { count: rules.length, height: 220, least: 230, most: 3, key: bandKey(marks) };
  const drawn = panels(
    width,
    layout,
    rules.map((rule, i) => ({
      key: `rule-${i}`,
      title: titleOf(rule),
      draw: ({ width: own, height, left, isLast }) =>
        bands({
          width: own,
          height,
          left,
          key: false,
          words: marks,
          series: [
            {
              key: `rule-${i}`,
              label: '',
              points: sorted.map(({ options, result }) => ({
                x: options[axis],
                ...byRule(result)[i][measure],
              })),
            },
          ],
          x: {
            label: isLast ? t(`softmax.bands.x.${axis}`) : '',
            scale: 'log',
            ticks: sizes,
            domain: ends,
          },
          y: { ...y, label: name },
          at: places.includes(asked) ? undefined : asked.options[axis],
        }),
    })),
  );
  const { dk, keys } = asked.options;
  return standaloneSvg(drawn, {
    width,
    height: panelsHeight(width, layout),
    title: t(`softmax.bands.figure.${axis}`, {
      measure: name[0].toUpperCase() + name.slice(1),
      dk,
      keys,
    }),
    summary: summary(sorted, rules, axis, measure),
    link: commandLine(),
  });
}

/** @param {Params} rule */
const how = (rule) => (rule.scale === 'none' ? 'without a factor' : `with ${titleOf(rule)}`);

/** @param {Params} rule */
const titleOf = (rule) => (rule.scale === 'none' ? t('softmax.without') : ruleName(rule));

/**
 * Describes the medians at the right end.
 * @param {readonly Run[]} sorted
 * @param {readonly Params[]} rules
 * @param {'dk' | 'keys'} axis
 * @param {Measure} measure
 */
function summary(sorted, rules, axis, measure) {
  const { options, result } = sorted[sorted.length - 1];
  const medians = byRule(result).map(
    (of, i) => `${numbers.number(of[measure].quantiles.p50, 3)} ${how(rules[i])}`,
  );
  const place = axis === 'dk' ? `d_k = ${options.dk}` : `${options.keys} keys`;
  return `Median at ${place}: ${medians.join(', ')}.`;
}
