/**
 * <sd-story-root>: where the square root comes from. A hundred scores as running sums, each of a new query and a new
 * key (keys that share a query spread by its length), within the band that theory predicts: plus and minus the square
 * root of the number of steps.
 */
import { walks as drawn } from '../../charts/walks.js';
import { constant } from '../../engine/border/constant.js';
import { seedOfWalks, walks } from '../../tables/story.js';
import { source } from '../parts/source.js';
import { plain, rich } from '../parts/text.js';
import { scene, button, choices } from './scene.js';

/** Half the height of the picture: 3.2 standard deviations of the longest walks. */
const reach = 3.2 * Math.sqrt(walks.long);

/**
 * The band at the end of the longest walks, if it were `times` times as wide as that of the short ones.
 * @param {number} times
 */
const band = (times) => () => {
  const half = times * Math.sqrt(walks.short);
  return [{ x: walks.long, y: constant([-half, half]) }];
};

const all = Array.from({ length: walks.count }, (_, i) => i);

export const StoryRoot = scene({
  name: 'story-root',
  guesses: { same: band(1), twice: band(2), four: band(4) },
  results: {
    walks: source({
      needs: (params) => ({ dk: Number(params.steps), seed: seedOfWalks(params) }),
      compute: (engine, options) => ({
        ...engine.scoreWalks({ ...options, scale: 'none' }, { pairs: walks.count }),
        theory: engine.scoreTheory({ ...options, scale: 'none' }),
      }),
    }),
  },
  title: ({ t, count }) => t('story.root.figure', { walks: count(walks.count) }),
  height: 280,

  act: (view) => [
    choices(view, 'steps', [walks.short, walks.long], (steps) =>
      view.t('story.root.steps', { steps: view.count(steps) }),
    ),
    button(view, {
      name: 'hundred',
      label: view.t('story.root.again', { walks: view.count(walks.count) }),
      act: () => view.set(({ hundred }) => ({ hundred: Number(hundred) + 1 })),
    }),
  ],
  opens: (params) => ({ lab: 'variance', dk: Number(params.steps), seed: seedOfWalks(params) }),

  shows({ t, number, count }, { walks: found }) {
    const { dk, sums, theory } = found;
    const ends = all.map((i) => sums[(i + 1) * dk - 1]);
    const inside = ends.filter((end) => Math.abs(end) <= theory.std).length;
    const words = {
      inside: count(inside),
      walks: count(walks.count),
      band: number(theory.std),
      steps: count(dk),
    };
    return {
      draw: (width, height, highlight) =>
        drawn({
          ...{ width, height, highlight },
          paths: all.map((i) => ({
            key: `walk-${i}`,
            label: t('story.root.walk', { walk: i + 1 }),
            sums: sums.subarray(i * dk, (i + 1) * dk),
          })),
          named: false,
          envelope: { label: `± ${number(theory.std)}`, sd: 1 },
          x: { label: t('story.root.x'), domain: [0, walks.long], read: count },
          y: { label: '', domain: [-reach, reach], read: number },
        }),
      summary: plain(t, 'story.root.summary', words),
      verdict: rich(t, 'story.root.said', words),
      table: () => ({
        columns: [
          { key: 'walk', label: t('story.root.column.walk') },
          { key: 'end', label: plain(t, 'story.root.column.end') },
        ],
        rows: ends.map((end, i) => ({ walk: i + 1, end })),
      }),
    };
  },
});
