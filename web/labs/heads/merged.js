/**
 * <sd-heads-merged>: the same scores from two thin matrices and from their product, and how long each takes.
 *
 * The visitor sees both matrices of scores beside each other, how far apart they are, and a clock: median times of
 * repeated products in the engine, which can be measured again.
 */
import { html, nothing } from 'lit';
import { constant } from '../../engine/border/constant.js';
import { plain, rich } from '../parts/text.js';
import { heats, heatsHeight } from '../parts/heats.js';
import { fitted } from '../parts/figure.js';
import { picture } from '../parts/picture.js';
import { optional, source } from '../parts/source.js';
import { countsOf } from './counts.js';
import { oneSizes, tokensOf } from './random.js';
import { measure } from './timing.js';
import { scoresOf } from './merged-scores.js';
import { inSlices } from './slices.js';
import { headsStyles } from './styles.js';
import { diverging, narrowedNote } from './words.js';

/** @import { Engine } from '../../engine/index.js' */
/** @import { Format } from '../../i18n/index.js' */
/** @import { Params, Section } from '../parts/section.js' */
/** @import { Scores } from './merged-scores.js' */
/** @import { Times, Timing } from './timing.js' */

/** @typedef {{factored: number, merged: number}} Multiplications */
/** @typedef {Timing & {of: Scores, multiplications: Multiplications}} Measured */

const forms = constant(['factored', 'merged']);

const layout = {
  count: forms.length,
  height: (/** @type {number} */ width) => Math.min(360, width) + 16,
  least: 150,
  most: 2,
  foot: 18,
};

/** @param {Params} params */
const needsOf = (params) => ({ sizes: oneSizes(params), tokens: Number(params.tokens) });

export const HeadsMerged = picture({
  name: 'heads-merged',
  styles: [headsStyles],
  results: {
    scores: source({
      needs: needsOf,
      compute: (engine, { sizes, tokens }, work) => inSlices(scoresOf(engine, sizes, tokens), work),
      publish: 'merged',
    }),
    measured: optional(
      source({
        // A single picture embedded in a text does not measure what it does not show.
        needs: (params, { results, single }) =>
          results.scores && !single ? { ...needsOf(params), length: Number(params.length) } : null,
        async compute(engine, { sizes, length }, { signal, partial, view }) {
          const { scores, measured } = view.results;
          // Keeps the last measurement until the next one is done.
          if (measured?.of === scores) partial(measured);
          const tokens = (/** @type {number} */ count) => tokensOf(engine, sizes, count);
          const timing = await measure(engine, scores, tokens, length, signal);
          const counted = { ...sizes, heads: 1, length: timing.tokens };
          const { multiplications } = countsOf(engine, counted);
          return {
            ...timing,
            of: scores,
            multiplications: {
              factored: multiplications.factoredScores,
              merged: multiplications.mergedScores,
            },
          };
        },
      }),
    ),
  },

  title: ({ t, params, count }) =>
    plain(t, 'heads.merged.figure', { tokens: count(params.tokens) }),
  height: (width, view) =>
    heatsHeight(width, fitted(view, layout), coloursOf(view, view.results.scores)),

  shows(view, { scores, measured }) {
    const { t, params, format, computation } = view;
    const { tokens } = params;
    const { factored, merged, difference } = scores;
    return {
      draw: (width) => drawn(view, scores, width),
      summary: plain(t, `heads.merged.${difference.largest === 0 ? 'equal' : 'summary'}`, {
        largest: format.number(difference.largest, 2),
        scale: format.number(difference.scale, 3),
      }),
      table: () => ({
        columns: [
          { key: 'query', label: t('heads.column.query') },
          { key: 'key', label: t('heads.column.key') },
          ...forms.map((form) => ({ key: form, label: plain(t, `heads.merged.${form}`) })),
        ],
        rows: Array.from(factored.data, (value, i) => ({
          query: Math.floor(i / tokens) + 1,
          key: (i % tokens) + 1,
          factored: value,
          merged: merged.data[i],
        })),
      }),
      below: view.single ? nothing : timingOf(view, measured, computation('measured')),
    };
  },

  below: (view) => narrowedNote(view, oneSizes(view.params)),
  more: ({ t }) => rich(t, 'heads.merged.note'),
});

/** Returns the colours of both panels. @param {Section} view @param {Scores | null} scores */
const coloursOf = ({ t, format }, scores) =>
  diverging(scores?.difference.scale || 1, t('heads.merged.score'), format);

/** @param {Section} view @param {Scores} scores @param {number} width */
function drawn(view, scores, width) {
  const { t, params } = view;
  const matrices = forms.map((form) => ({
    key: form,
    title: plain(t, `heads.merged.${form}`),
    ...{ rows: params.tokens, columns: params.tokens },
    values: scores[form].data,
    x: { label: t('heads.merged.key') },
    y: { label: '', name: (/** @type {number} */ i) => t('heads.merged.query', { i: i + 1 }) },
  }));
  return heats(width, fitted(view, layout), coloursOf(view, scores), matrices);
}

/**
 * Draws the clock: how long each way takes, and a button to measure again.
 * @param {Section} view
 * @param {Measured | null} measured
 * @param {{running: boolean, start: () => void}} computation
 */
function timingOf({ t, format, count }, measured, { running, start }) {
  const title = t('heads.timing.title');
  const state =
    running || !measured
      ? t('heads.timing.running')
      : rich(t, 'heads.timing.about', {
          tokens: count(measured.tokens),
          rounds: count(measured.rounds),
        });
  return html`<h4 data-aside>${title}</h4>
    <div class="scroll" data-aside tabindex="0" role="group" aria-label=${title}>
      <table class="timing" data-speed>
        <thead>
          <tr>
            <th scope="col">${t('heads.column.form')}</th>
            ${['multiplications', 'median'].map(
              (name) => html`<th scope="col" class="numeric">${t(`heads.timing.${name}`)}</th>`,
            )}
          </tr>
        </thead>
        <tbody>
          ${forms.map(
            (form) =>
              html`<tr>
                <th scope="row">${rich(t, `heads.merged.${form}`)}</th>
                <td class="numeric">
                  ${measured ? format.compact(measured.multiplications[form]) : '…'}
                </td>
                <td class="numeric times">
                  <span data-value="time-${form}"
                    >${measured ? t('heads.timing.ms', { ms: format.number(measured[form].median, 3) }) : '…'}</span
                  >
                  <span class="muted">${measured ? rangeOf(format, measured[form]) : ''}</span>
                </td>
              </tr>`,
          )}
        </tbody>
      </table>
    </div>
    ${measured && measured.factored.median > 0 ? html`<p data-speed>${rich(t, 'heads.timing.ratio', ratiosOf(format, measured))}</p>` : nothing}
    <p class="status" data-aside data-speed>
      <button
        type="button"
        aria-disabled=${String(running)}
        @click=${() => (running ? undefined : start())}
      >
        ${t('heads.timing.again')}
      </button>
      <span>${state}</span>
    </p>`;
}

/** @param {Format} format @param {Times} times */
const rangeOf = (format, { fastest, slowest }) =>
  `(${format.number(fastest, 3)}\u2013${format.number(slowest, 3)})`;

/**
 * Returns the ratios of the merged way to the factored one: time and multiplications.
 * @param {Format} format
 * @param {Measured} measured
 */
const ratiosOf = (format, { factored, merged, multiplications }) => ({
  time: format.number(merged.median / factored.median, 2),
  work: format.number(multiplications.merged / multiplications.factored, 2),
});
