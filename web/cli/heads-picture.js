/**
 * The picture of `scaledot heads`: parameters, multiplications and cache, with two thin matrices per head and with one
 * merged matrix.
 */
import { bars } from '../charts/bars.js';
import { panels, panelsHeight } from '../charts/panels.js';
import { standaloneSvg } from '../charts/standalone.js';
import words from '../i18n/heads.en.js';
import story from '../i18n/heads.story.en.js';
import { commandLine } from './output.js';
import { numbers, speaker } from './text.js';

/** @import { Run } from './heads.js' */

const t = speaker({ en: { ...words, ...story }, 'zh-Hans': {} });

const width = 760;

const layout = { count: 3, height: 200, least: 200, most: 3, foot: 4, lines: 2 };

/** @param {Run} run */
export function picture({ options, result: { parameters, multiplications, cache } }) {
  const values = {
    parameters: [parameters.pairs, parameters.mergedAll],
    multiplications: [multiplications.factoredScores, multiplications.mergedScores],
    cache: [cache.perToken, cache.mergedPerToken],
  };
  const names = ['factored', 'merged'].map((name) => t(`heads.bar.${name}`));
  const drawn = panels(
    width,
    layout,
    Object.entries(values).map(([key, pair]) => ({
      key,
      title: t(`heads.cost.${key}`),
      draw: ({ width: own, height, left }) =>
        bars({
          width: own,
          height,
          left,
          series: [{ key, label: t(`heads.cost.${key}`), values: pair }],
          tick: (i) => names[i],
          x: { label: '' },
          y: { label: '', format: (value) => numbers.compact(value, 4), read: numbers.integer },
        }),
    })),
  );
  const { heads, headDim, modelDim, length } = options;
  return standaloneSvg(drawn, {
    width,
    height: panelsHeight(width, layout),
    title: `${t('heads.cost.figure', { heads, length })}, d_model = ${modelDim}, d_k = ${headDim}`,
    summary: t('heads.cost.summary', {
      pairs: numbers.integer(parameters.pairs),
      mergedAll: numbers.integer(parameters.mergedAll),
      factored: numbers.compact(multiplications.factoredScores),
      merged: numbers.compact(multiplications.mergedScores),
      cache: numbers.integer(cache.perToken),
      mergedCache: numbers.integer(cache.mergedPerToken),
      length: numbers.integer(length),
      total: numbers.compact(cache.total),
    }),
    link: commandLine(),
  });
}
