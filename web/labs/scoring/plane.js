/**
 * <sd-scoring-plane>: one query and a few keys in the plane, eight scoring functions.
 *
 * The visitor drags the query and the keys, in any of the eight small planes; all of them move. Every place of a plane
 * has the colours of the keys in the proportion of the weights that a query there would give them, and the strip under
 * it is what the query that stands there does give. Below, the same vectors as numbers, to be typed.
 */
import { svg } from 'lit';
import { panels, panelsHeight } from '../../charts/panels.js';
import { plane, planeHeight } from '../../charts/plane.js';
import { functionNames } from '../../tables/scoring.js';
import { plain } from '../parts/text.js';
import { columns, picture } from '../parts/picture.js';
import { Section } from '../parts/section.js';
import { source } from '../parts/source.js';
import { functionOf, planeOf } from './functions.js';
import { Painter } from './painter.js';
import { shares, sharesHeight } from './shares.js';
import { planeStyles } from './styles.js';
import { comma, isLocked, move, oddities, vectorTable } from './vector-table.js';
import { extent, keyLabel, tensorOf } from './vectors.js';

/** @import { Picture } from '../../charts/picture.js' */
/** @import { FunctionName } from '../../tables/scoring.js' */
/** @import { Plane } from './functions.js' */
/** @import { Paint } from './painter.js' */
/** @import { Vector } from './vectors.js' */

/** @typedef {Plane & {paint: Paint}} Painted */

/** Places that the reader of a plane knows along each side: hundredths. */
const places = 2 * extent * 100 + 1;

const layout = {
  count: functionNames.length,
  height: (/** @type {number} */ width) =>
    planeHeight(width, { most: 160, label: false }) + sharesHeight,
  least: 116,
  most: 4,
  foot: 0,
};

class PlaneSection extends Section {
  painter = new Painter();
}

export const ScoringPlane = picture(
  {
    name: 'scoring-plane',
    label: ({ t }) => plain(t, 'scoring.part.plane'),
    results: {
      plane: source({
        // They differ where the JSON does: of the painter, where a drag begins or ends.
        needs: ({ q, k, temperature, units, seed }, /** @type {PlaneSection} */ { painter }) => ({
          ...{ q, k, temperature, units, seed, painter },
        }),
        compute(engine, { painter, ...params }) {
          const found = planeOf(engine, params);
          return { ...found, paint: painter.paint(engine, params, found.keys) };
        },
      }),
    },
    styles: [planeStyles],
    title: ({ t }) => plain(t, 'scoring.plane.title'),
    height: (width) => panelsHeight(width, layout),

    shows(view, { plane: found }) {
      const { t, format, params } = view;
      const { query, keys, rows } = found;
      const picked = rows.get(params.pick)?.weights ?? [];
      return {
        draw: (width) => draw(view, width, found),
        summary: plain(t, 'scoring.plane.summary', {
          extent,
          name: plain(t, `scoring.function.${params.pick}`),
          weights: keys
            .map((_, j) => `${keyLabel(j)} ${format.fixed(picked[j], 2)}`)
            .join(comma(t)),
        }),
        table: () => ({
          columns: columns(t, 'scoring.table', ['function', 'key', 'x', 'y', 'score', 'weight']),
          rows: [...rows].flatMap(([name, { scores, weights }]) =>
            keys.map(([x, y], j) => ({
              function: plain(t, `scoring.function.${name}`),
              key: keyLabel(j),
              ...{ x, y },
              score: scores[j],
              weight: weights[j],
            })),
          ),
        }),
        data: { q: query, k: keys },
      };
    },

    layout: (view, { figure, problem }) => [figure, problem, oddities(view), vectorTable(view)],

    driven(term, { params }) {
      if (term === 'score') return String(params.pick);
      return term === 'query' ? 'q' : '';
    },

    termOf({ key }) {
      if (key === 'q') return 'query';
      return /^k\d$/.test(key) ? 'key' : '';
    },

    /** A click on a plane chooses its function. */
    picked({ index = -1 }, { set }) {
      const name = functionNames[Math.floor(index / places ** 2)];
      if (name) set({ pick: name });
    },

    on: {
      /**
       * Drawn in the next frame, when the lab hands on what this changes.
       * @param {{key: string, value: Vector, done: boolean}} drag
       */
      'sd-drag'({ key, value, done }, view) {
        view.painter.moving = !done;
        move(view, key, () => value);
      },
    },
  },
  PlaneSection,
);

/** @param {Section} view @param {number} width of all planes @param {Painted} found */
function draw(view, width, found) {
  const { t, params, number } = view;
  // The same for all planes, so that they are laid out once.
  const shared = {
    points: pointsOf(view, found),
    x: { label: '', read: number },
    y: { label: '' },
  };
  const parts = functionNames.map((name, i) => ({
    key: name,
    title: plain(t, `scoring.function.${name}`) + (name === params.pick ? ' \u2713' : ''),
    draw(/** @type {{width: number, height: number}} */ { width: own, height }) {
      const { size, weights } = found.paint;
      const paint = { size, weights: weights[i], count: found.keys.length };
      const read = (/** @type {number} */ x, /** @type {number} */ y) =>
        readAt(view, name, found.keys, [x, y]);
      const drawn = plane({
        ...shared,
        ...{ width: own, height: height - sharesHeight, extent, ticks: false, paint, read },
      });
      return withShares(view, drawn, found.rows.get(name)?.weights ?? []);
    },
  }));
  // The strips tell at once what a readout would, without hiding a plane.
  return { ...panels(width, layout, parts), follows: false };
}

/** @param {Section} view @param {Plane} found */
function pointsOf({ t, params }, { keys, query }) {
  const isFree = !isLocked(params, 'k');
  const points = keys.map(([x, y], j) => ({
    key: `k${j}`,
    label: keyLabel(j),
    name: t('scoring.plane.key', { key: j + 1 }),
    ...{ x, y },
    category: j,
    drag: isFree,
  }));
  const [x, y] = query;
  return [
    ...points,
    {
      ...{ key: 'q', label: 'q', name: t('scoring.plane.query'), x, y },
      color: /** @type {const} */ ('query'),
      drag: !isLocked(params, 'q'),
    },
  ];
}

/**
 * A plane with what the query's weights are under it.
 * @param {Section} view
 * @param {Picture} picture
 * @param {ArrayLike<number>} weights
 */
function withShares({ format }, picture, weights) {
  const { left, right, bottom: top } = picture.box;
  const label = (/** @type {number} */ j) => `${keyLabel(j)} ${format.fixed(weights[j], 2)}`;
  const strip = shares({ shares: weights, label, left, right, top });
  return { ...picture, content: svg`${picture.content}${strip}` };
}

/**
 * The weights of a query at a place.
 * @param {Section} view
 * @param {FunctionName} name
 * @param {readonly Vector[]} keys
 * @param {Vector} at
 */
function readAt({ engine, params, format }, name, keys, at) {
  if (!engine) return [];
  const options = functionOf(engine, params, name, keys.length);
  const { data } = engine.softmax(engine.scores(tensorOf([at]), tensorOf(keys), options));
  return keys.map((_, j) => ({ label: keyLabel(j), value: format.fixed(data[j], 2) }));
}
