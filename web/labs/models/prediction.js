/**
 * <sd-models-prediction>: the model's answer with its own factor, and with the page's.
 *
 * The visitor sees the most likely words at one position of the text, with two bars each: the next word of a text that
 * is continued, or the word at one position of a text that is read as a whole.
 */

/** @import { Pass } from './types.js' */

import { bars, haveRoom } from '../../charts/bars.js';
import { constant } from '../../engine/border/constant.js';
import { columns, picture } from '../parts/picture.js';
import { plain, rich } from '../parts/text.js';
import { ModelSection } from './section.js';
import { shownWord } from './opened.js';
import { factorWords } from './words.js';

/** Number of words that are shown. */
const most = 8;
/** Number of words that a narrow picture shows, however long they are. */
const least = 3;

class PredictionSection extends ModelSection {
  get problem() {
    return super.problem || this.noPrediction;
  }
}

export const ModelsPrediction = picture(
  {
    name: 'models-prediction',
    title: (view) => {
      const { t, opened } = view;
      const found = opened?.tokens?.words[opened.place];
      if (found === undefined || opened?.model?.predicts === false)
        return t('models.prediction.figure');
      const word = shownWord(found);
      return plain(
        t,
        `models.prediction.${opened?.model?.config.causal === false ? 'at' : 'next'}`,
        { word },
      );
    },
    height: 260,

    shows(view) {
      const { t, format, opened } = view;
      const { base, now } = opened ?? {};
      if (!base?.predicted) return {};
      const place = opened?.place ?? 0;
      const probabilities = base.predicted.probabilities.get(place) ?? new Float32Array(0);
      const ids = likely(probabilities);
      const changed = now?.whole && now.multiplier !== 1 ? now : null;
      const sharesOf = (/** @type {Float32Array} */ all) => ids.map((id) => all[id]);
      const names = ids.map((id) => shownWord(opened?.word(id) ?? ''));
      const series = [
        {
          key: 'before',
          label: t('models.factor.own'),
          values: sharesOf(probabilities),
          color: constant('weight'),
        },
        ...(changed
          ? [
              {
                key: 'after',
                label: factorWords(view),
                color: constant('muted'),
                values: sharesOf(changed.predicted?.probabilities.get(place) ?? probabilities),
              },
            ]
          : []),
      ];
      return {
        draw: (width, height) =>
          bars({
            ...{ width, height, series: seriesWithin(series, names, width) },
            x: { label: t('models.prediction.x') },
            y: {
              label: t('models.prediction.y'),
              domain: [0, 1.1], // room for the number over a bar that ends near 1
              read: (value) => format.share(value),
            },
            tick: (i) => names[i],
            name: (i) => names[i],
          }),
        summary: summaryOf(view, names[0], series),
        table: () => ({
          columns: columns(t, 'models.prediction.column', [
            'word',
            'before',
            ...(changed ? ['after'] : []),
          ]),
          rows: names.map((word, i) => ({
            word,
            before: series[0].values[i],
            ...(changed && { after: series[1].values[i] }),
          })),
        }),
        verdict: toldOf(view, base, changed),
      };
    },
    more: ({ t }) => rich(t, 'models.prediction.note'),
  },
  PredictionSection,
);

/**
 * Returns as many words as have room for their names below the bars. The table has all.
 * @template {{values: readonly number[]}} Series
 * @param {readonly Series[]} series
 * @param {readonly string[]} names
 * @param {number} width
 */
function seriesWithin(series, names, width) {
  let count = names.length;
  while (count > least && !haveRoom(names.slice(0, count), width)) count--;
  return series.map((one) => ({ ...one, values: one.values.slice(0, count) }));
}

/** Returns the most likely words. @param {Float32Array} probabilities  by id @returns {number[]} ids */
function likely(probabilities) {
  /** @type {number[]} */
  const found = [];
  for (let id = 0; id < probabilities.length; id++) {
    if (found.length === most && !(probabilities[id] > probabilities[found[most - 1]])) continue;
    found.push(id);
    found.sort((a, b) => probabilities[b] - probabilities[a] || a - b);
    if (found.length > most) found.pop();
  }
  return found;
}

/** @param {ModelSection} view @param {string} first @param {readonly {values: readonly number[]}[]} series */
function summaryOf(view, first, series) {
  const { t, format } = view;
  const [before, after] = series.map(({ values }) => format.share(values[0]));
  return plain(t, `models.prediction.summary${after ? '.changed' : ''}`, {
    ...{ word: first, before, after },
    factor: factorWords(view),
  });
}

/** Says what the factor does to the whole text. @param {ModelSection} view @param {Pass} base @param {Pass | null} changed */
function toldOf(view, base, changed) {
  const { t, format, opened } = view;
  if (!opened?.predictsNext) return undefined;
  const number = (/** @type {Pass} */ pass) => format.number(pass.predicted?.perplexity ?? NaN, 3);
  return rich(t, `models.prediction.text${changed ? '.changed' : ''}`, {
    before: number(base),
    ...(changed && { after: number(changed) }),
    factor: factorWords(view),
  });
}
