// The meaning of colours: those of queries, keys, values, weights and scores are used for nothing else.
import { expect, test } from '@jest/globals';
import { lookOf } from '../../web/pictures/rule-lines.js';
import { rules } from '../../web/tables/training.js';

test('rules of training wear neutral ink, and no two of them look alike', () => {
  const looks = rules.map(lookOf);
  for (const { color } of looks) expect(['ink', 'muted']).toContain(color);
  expect(new Set(looks.map(({ color, dash = false }) => `${color} ${dash}`)).size).toBe(
    rules.length,
  );
});
