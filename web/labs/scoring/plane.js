/**
 * <sd-scoring-plane>: one query and a few keys in the plane, eight scoring functions.
 *
 * The visitor drags the query and the keys in any of the eight small planes; all of them follow. Every place of a plane
 * has the colours of the keys in proportion to the weights that a query there would give them. The strip below shows
 * the weights of the actual query. Below, the same vectors are numbers that can be edited. On a phone there is one
 * plane, that of the chosen function, large enough for a finger. The other functions are strips beside it (one.js).
 */
import { nothing, svg } from 'lit';
import { panels, panelsHeight } from '../../charts/panels.js';
import { plane, planeHeight } from '../../charts/plane.js';
import { constant } from '../../engine/border/constant.js';
import { functionNames } from '../../tables/scoring.js';
import { comma, plain } from '../parts/text.js';
import { columns, picture } from '../parts/picture.js';
import { Section } from '../parts/section.js';
import { source } from '../parts/source.js';
import { functionOf, planeOf } from './functions.js';
import { fitsOne, oneHeight, onePlane } from './one.js';
import { Painter } from './painter.js';
import { shares, sharesHeight } from './shares.js';
import { planeStyles } from './styles.js';
import { isLocked, move, vectorNotes, vectorTable } from './vector-table.js';
import { extent, keyLabel, tensorOf } from './vectors.js';

/** @import { FunctionName } from '../../tables/scoring.js' */
/** @import { Plane } from './types.js' */
/** @import { Paint } from './painter.js' */
/** @import { Vector } from './vectors.js' */

/** @typedef {Plane & {paint: Paint}} Painted */
/** @typedef {{width: number, height: number}} Place */

/** Places along each side of a plane that its reader knows: hundredths. */
const places = 2 * extent * 100 + 1;

/** @param {Section} view */
const layoutOf = ({ single, stretch }) => ({
  count: functionNames.length,
  height: (/** @type {number} */ width) =>
    planeHeight(width, {
      most: stretch * (single ? Math.min(140, 0.67 * width) : 140),
      label: false,
    }) + sharesHeight,
  least: 116,
  most: 4,
  foot: 0,
});

class PlaneSection extends Section {
  painter = new Painter();
}

export const ScoringPlane = picture(
  {
    name: 'scoring-plane',
    label: ({ t }) => plain(t, 'scoring.part.plane'),
    results: {
      plane: source({
        // Compared as JSON. The painter's JSON changes when a drag begins or ends.
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
    height: (width, view) => (fitsOne(width) ? oneHeight : panelsHeight(width, layoutOf(view))),

    shows(view, { plane: found }) {
      const { t, format, params } = view;
      const { query, keys, rows } = found;
      const picked = rows.get(params.pick)?.weights ?? [];
      return {
        draw: (width) => draw(view, width, found),
        summary: plain(t, 'scoring.plane.summary', {
          name: plain(t, `scoring.function.${params.pick}`),
          weights: keys
            .map((_, j) => `${keyLabel(j)}\u00a0${format.fixed(picked[j], 2)}`)
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

    layout: (view, { figure, problem, more }) => [
      ...[figure, problem, vectorNotes(view)],
      view.single ? more : vectorTable(view),
    ],
    more: (view) => (view.single ? vectorTable(view) : nothing),

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
      const name = functionNames[Math.floor(index / (places * places))];
      if (name) set({ pick: name });
    },

    on: {
      /**
       * Takes effect in the next frame, when the lab passes on the changed state.
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
  const { t, params, number, format } = view;
  // Shared by all planes, so that the layout is computed once.
  const shared = {
    points: pointsOf(view, found),
    x: { label: '', read: number },
    y: { label: '' },
  };
  const nameOf = (/** @type {FunctionName} */ name) => plain(t, `scoring.function.${name}`);
  const weightsOf = (/** @type {FunctionName} */ name) => found.rows.get(name)?.weights ?? [];
  const paint = (/** @type {FunctionName} */ name, /** @type {Place} */ place) => {
    const { size, weights } = found.paint;
    const count = found.keys.length;
    return plane({
      ...shared,
      ...{ ...place, extent, ticks: false },
      paint: { size, weights: weights[functionNames.indexOf(name)], count },
      read: (x, y) => readAt(view, name, found.keys, [x, y]),
    });
  };
  const label = (/** @type {string} */ name, /** @type {number} */ j) =>
    `${keyLabel(j)} ${format.fixed(weightsOf(/** @type {FunctionName} */ (name))[j], 2)}`;
  if (fitsOne(width))
    return onePlane(width, {
      ...{ nameOf, weightsOf, label, places: places * places },
      pick: params.pick,
      draw: paint,
    });
  const parts = functionNames.map((name) => ({
    key: name,
    // A triangle, not a check mark, which would call the function right.
    title: `${name === params.pick ? '\u25b8 ' : ''}${nameOf(name)}`,
    draw(/** @type {Place} */ { width: own, height }) {
      const drawn = paint(name, { width: own, height: height - sharesHeight });
      const { left, right, bottom: top } = drawn.box;
      const strip = shares({
        ...{ shares: weightsOf(name), label: (j) => label(name, j), left, right, top },
      });
      return { ...drawn, content: svg`${drawn.content}${strip}` };
    },
  }));
  // The strips already show what a readout would, without covering a plane.
  return { ...panels(width, layoutOf(view), parts), follows: false };
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
      color: constant('query'),
      drag: !isLocked(params, 'q'),
    },
  ];
}

/**
 * Returns the weights of a query at a place.
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
