// Bars above panels that form a group.
import { expect, test } from '@jest/globals';
import { groupBar } from '../../../web/charts/group-bar.js';
import { heat } from '../../../web/charts/heat.js';
import { panels } from '../../../web/charts/panels.js';
import { markup } from './pictures.js';

const layout = { count: 4, height: 60, least: 100, most: 2, foot: 0 };

/** Returns the left and right ends of the bars of four panels in two rows. The first three are one group. */
function bars() {
  /** @type {number[]} */
  const wide = [];
  const { content } = panels(
    300,
    layout,
    [0, 0, 0, 1].map((group, i, all) => ({
      key: `p${i}`,
      title: `panel ${i}`,
      draw: ({ width, height, left, next }) => {
        wide[i] = next - width;
        const picture = heat({
          ...{ width, height, left, rows: 1, columns: 1, values: [i], ramp: 'weight' },
          ...{ x: { label: '' }, y: { label: '' }, scale: { label: '', hidden: true } },
        });
        return groupBar(picture, group, next > width && all[i + 1] === group ? next : undefined);
      },
    })),
  );
  const ends = [
    ...markup(content).matchAll(/class="group" data-category=(\d) d="?M([\d.]+),[\d.]+H([\d.]+)/g),
  ];
  return { wide, ends: ends.map(([, ...numbers]) => numbers.map(Number)) };
}

test('a bar goes on to the next panel of its group, and never past the last of a row', () => {
  const { wide, ends } = bars();
  expect(wide).toEqual([28, 0, 28, 0]);
  const [first, second, third, fourth] = ends;
  const own = second[2] - second[1];
  expect(first[2] - first[1]).toBeGreaterThan(own + 28);
  expect(third[2] - third[1]).toBe(own);
  expect([first[0], third[0], fourth[0]]).toEqual([0, 0, 1]);
});
