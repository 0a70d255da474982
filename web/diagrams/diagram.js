/**
 * Turns the checked data of a user's chart into a figure for <sd-figure> or into files, in either language. Each kind has
 * its own module, so that a page loads only those that it draws.
 */
import { toCsv, toJson } from '../charts/export.js';
import { standaloneSvg } from '../charts/standalone.js';
import en from '../i18n/charts.en.js';
import zh from '../i18n/charts.zh-Hans.js';
import { formatters, translator } from '../i18n/index.js';

/** @import { Picture } from '../charts/types.js' */
/** @import { Format, Language, Translate } from '../i18n/index.js' */
/** @import { ChartPicture } from './public.js' */
/** @import { Diagram } from './types.js' */

/** @typedef {{t: Translate, format: Format}} Speech */

/**
 * The texts and the picture of a chart in a language.
 * @typedef {object} Spoken
 * @property {readonly string[]} summary  Sentences
 * @property {(width: number, height: number) => Picture} draw
 * @property {Readonly<Record<string, string | undefined>>} columns  Names by key; undefined if no row has the column
 */

/** @typedef {(data: unknown, options?: unknown) => Diagram} Kind */

/** @type {Partial<Record<Language, Speech>>} */
const known = {};

/** @param {Language} language @returns {Speech} */
export const speechIn = (language) =>
  (known[language] ??= {
    t: translator(language, { en, 'zh-Hans': zh }),
    format: formatters(language),
  });

/**
 * Returns the figure for <sd-figure>.
 * @param {Diagram} diagram
 * @param {Language} language
 */
export function figureOf({ kind, common, height, speak, rows, data }, language) {
  const speech = speechIn(language);
  const { t } = speech;
  const { summary, draw, columns } = speak(speech);
  const named = Object.entries(columns).flatMap(([key, label]) =>
    label === undefined ? [] : [{ key, label }],
  );
  return {
    name: common.name || kind,
    title: common.title ?? t(`charts.${kind}.title`),
    summary: common.summary ?? summary.join(language === 'en' ? ' ' : ''),
    link: common.link,
    height: common.height ?? height,
    draw,
    table: () => ({ columns: named, rows: rows() }),
    data,
  };
}

/** Default width of a picture, px. */
const usualWidth = 640;

/**
 * Renders a chart as text, without a DOM.
 * @param {Kind} kind
 * @param {unknown} data
 * @param {unknown} options
 * @returns {ChartPicture}
 */
export function pictureOf(kind, data, options) {
  const diagram = kind(data, options);
  const { lang = 'en', width = usualWidth } = diagram.common;
  const figure = figureOf(diagram, lang);
  const { title, summary, link, height: own = 320 } = figure;
  const height = typeof own === 'function' ? own(width) : own;
  const table = figure.table();
  return {
    title,
    summary,
    svg: standaloneSvg(figure.draw(width, height), { width, height, title, summary, link }),
    table,
    csv: toCsv(table, figure),
    json: toJson({ ...figure, table }),
  };
}

/**
 * Returns sentences about each of several series: "A; B; and 3 more".
 * @template T
 * @param {readonly T[]} all
 * @param {Translate} t
 * @param {(one: T, index: number) => string} say
 */
export function eachOf(all, t, say) {
  if (all.length === 0) return [t('charts.empty')];
  const most = 3;
  const more = all.length - most;
  return [...all.slice(0, most).map(say), ...(more > 0 ? [t('charts.more', { more })] : [])];
}
