/**
 * The pictures of `scaledot variance` and of a law: all scores before and after the factor, with their laws, drawn as
 * on the page.
 */
import { standaloneSvg } from '../charts/standalone.js';
import words from '../i18n/variance.en.js';
import { drawBoth, drawOne } from '../pictures/score-histogram.js';
import { commandLine } from './output.js';
import { numbers, speaker } from './text.js';

/** @import { Engine, ScoreOptions } from '../engine/index.js' */
/** @import { Run } from './variance.js' */

const t = speaker({ en: words, 'zh-Hans': {} });

const size = { width: 760, height: 440 };

/**
 * Draws the laws of scores before and after the factor, with bars if given. If the factor is 1, there is one law.
 *
 * @param {Engine} engine
 * @param {ScoreOptions} options
 * @param {number} scale the factor
 * @param {Parameters<typeof drawBoth>[1]['bars']} bars
 * @param {string} said description of the picture
 */
export function scoresPicture(engine, options, scale, bars, said) {
  const laws = engine.scoreCurves(options);
  const look = { t, format: numbers, bars };
  const view = scale === 1 ? 'before' : 'both';
  const { width } = size;
  const height = view === 'both' ? size.height : size.height / 2;
  const drawn =
    view === 'both'
      ? drawBoth(laws, look, width, height)
      : drawOne(laws, look, view, width, height);
  return standaloneSvg(drawn, {
    width,
    height,
    title: t(`variance.histogram.figure.${view}`, { dk: options.dk }),
    summary: said,
    link: commandLine(),
  });
}

/** @param {Engine} engine @param {Run} run @returns {string} */
export function picture(engine, run) {
  const { options, result } = run;
  const bars = { before: result.unscaledHistogram, after: result.histogram };
  return scoresPicture(engine, options, result.scale, bars, summary(run));
}

/** @param {Run} run */
const summary = ({ options, result, theory }) =>
  t('variance.histogram.summary', {
    count: numbers.integer(result.scores.count),
    dk: options.dk,
    before: numbers.number(result.unscaled.variance),
    theoryBefore: numbers.number(theory.variance),
    after: numbers.number(result.scores.variance),
    theoryAfter: numbers.number(result.theory.variance),
  });
