/** Renders the figure of a section, with the lab's words and link. */

/** @import { Content } from './content.js' */
/** @import { Figure, PanelLayout, Words } from '../../charts/types.js' */
/** @import { Histogram } from '../../engine/types.js' */
/** @import { Translate } from '../../i18n/index.js' */
/** @import { Section } from './section.js' */

import { nothing } from 'lit';
import { html, unsafeStatic } from 'lit/static-html.js';
import { SdFigure } from '../../charts/figure.js';
import { innerTag } from './define.js';

/**
 * @param {Section} section
 * @param {Figure} spec
 * @param {Content} [controls]  below the picture, with slot="controls"
 */
export function figure(section, spec, controls = nothing) {
  const tag = unsafeStatic(innerTag('sd-figure', SdFigure));
  const height = section.single ? lowered(spec.height, section.stretch) : spec.height;
  return html`<${tag}
    class="figure"
    .figure=${{ ...spec, height, announce: section.single || section.announces, ...section.origin }}
    .words=${figureWords(section.t)}
    @sd-highlight=${section.point}
    @sd-pick=${section.pick}
    >${controls}</${tag}
  >`;
}

/**
 * Smallest height of a single picture, px, for a text 640 px wide. On a wider page the height is the share `flat` of
 * the width, up to the picture's usual height.
 */
const lowest = 190;
const flat = 0.3;

/**
 * @param {Figure['height']} height  a function of the width is decided by the marks, and stays
 * @param {number} stretch
 */
const lowered = (height = 320, stretch) =>
  typeof height === 'number'
    ? (/** @type {number} */ width) =>
        Math.round(stretch * Math.min(height, Math.max(lowest, flat * width)))
    : height;

/** Default share of the height that panels keep. */
const usualShare = 0.55;

/**
 * Lowers the panels of a single picture.
 * @template {Pick<PanelLayout, 'height'>} Layout
 * @param {Pick<Section, 'single' | 'stretch'>} section
 * @param {Layout} layout
 * @param {number} [share]  of the height
 * @returns {Layout}
 */
export function fitted({ single, stretch }, layout, share = usualShare) {
  if (!single) return layout;
  const { height } = layout;
  const times = share * stretch;
  return {
    ...layout,
    height: typeof height === 'number' ? times * height : (width) => times * height(width),
  };
}

/**
 * Returns the table behind a histogram: the bounds of each bin, and how many values it holds.
 * @param {Translate} t
 * @param {Histogram} [histogram]
 */
export function histogramTable(
  t,
  { low, high, counts } = { low: 0, high: 0, counts: [], below: 0, above: 0 },
) {
  const width = (high - low) / counts.length;
  return {
    columns: ['from', 'to', 'count'].map((key) => ({ key, label: t(`common.table.${key}`) })),
    rows: counts.map((count, i) => ({ from: low + i * width, to: low + (i + 1) * width, count })),
  };
}

/** @type {WeakMap<Function, Words>} */
const known = new WeakMap();

/**
 * Returns the words of the frame. One object per language, so that a figure with the same words is not rendered again.
 * @param {Translate} t
 */
function figureWords(t) {
  const found = known.get(t);
  if (found) return found;
  const word = (/** @type {string} */ name) => t(`common.frame.${name}`);
  const words = {
    waiting: t('common.waiting'),
    table: word('table'),
    csv: 'CSV',
    json: 'JSON',
    svg: 'SVG',
    png: 'PNG',
    explore: word('explore'),
    progress: t('common.progress'),
    shown: (/** @type {number} */ shown, /** @type {number} */ all) =>
      t('common.frame.shown', { shown, all }),
    failed: word('failed'),
  };
  known.set(t, words);
  return words;
}
