// Labels at the rings of curves cover neither the line nor each other if there is room.
import { expect, test } from '@jest/globals';
import { curves } from '../../../web/charts/curves.js';
import { textWidth } from '../../../web/charts/label.js';
import { markup } from './pictures.js';

/** @typedef {readonly [x: number, y: number]} Point */

/** The perplexity of a text as a function of the factor. @type {Point[]} */
const valley = [
  ...[
    [0.25, 12.5],
    [0.5, 5],
    [0.75, 4.23],
    [1, 4.22],
    [1.5, 4.4],
    [2, 4.6],
  ],
  ...[
    [3, 4.8],
    [4, 5.3],
    [4.9, 5.42],
    [6, 5.38],
    [8, 6],
    [16, 7.2],
  ],
].map(([x, y]) => /** @type {Point} */ ([x, y]));

test.each([301, 631, 857])('in a valley of %i px', (width) => {
  const { content } = curves({
    ...{ width, height: 260 },
    series: [{ key: 'a', label: '', points: valley, dots: true }],
    x: { label: 'times the factor', scale: 'log' },
    y: { label: 'perplexity', scale: 'log' },
    marks: [
      { x: 1, y: 4.22, label: 'as trained' },
      { x: 4.9, y: 5.42, label: 'no factor' },
    ],
  });
  const text = markup(content);
  const dots = Array.from(text.matchAll(/class="dot" cx=([\d.]+) cy=([\d.]+)/g), ([, x, y]) => ({
    x: Number(x),
    y: Number(y),
  }));
  expect(dots).toHaveLength(valley.length);
  const words = Array.from(
    text.matchAll(/class="label halo strong" x=([\d.]+) y=([\d.]+) text-anchor=(\w+)>/g),
    ([, x, y, anchor], i) => {
      const wide = textWidth(['as trained', 'no factor'][i]);
      const left = Number(x) - wide * ['start', 'middle', 'end'].indexOf(anchor) * 0.5;
      return { left, right: left + wide, top: Number(y) - 11, bottom: Number(y) + 3 };
    },
  );
  expect(words).toHaveLength(2);
  for (const { left, right, top, bottom } of words) {
    const along = dots.flatMap((dot, i) => {
      const next = dots[i + 1] ?? dot;
      return [0, 0.2, 0.4, 0.6, 0.8].map((share) => ({
        x: dot.x + share * (next.x - dot.x),
        y: dot.y + share * (next.y - dot.y),
      }));
    });
    const covered = along.filter(({ x, y }) => x > left && x < right && y > top && y < bottom);
    expect(covered).toEqual([]);
  }
  const [a, b] = words;
  expect(a.right < b.left || a.bottom < b.top || b.bottom < a.top).toBe(true);
});
