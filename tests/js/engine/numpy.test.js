// NumPy's legacy generator, digit for digit: always compared with stored digits, and with NumPy itself if it is
// installed.
import { expect, test } from '@jest/globals';
import { spawnSync } from 'node:child_process';
import { onEveryVariant } from './variants.js';

/** @type {string | undefined} */
const python = ['python3', '/usr/bin/python3'].find(
  (command) => spawnSync(command, ['-c', 'import numpy']).status === 0,
);
if (!python)
  process.stderr.write('\n*** NOT TESTED: live comparison, there is no NumPy here ***\n\n');

/** @param {string} program must print one JSON value */
function inNumpy(program) {
  const { stdout, stderr } = spawnSync(
    /** @type {string} */ (python),
    ['-c', `import json\nimport numpy as np\n${program}`],
    { encoding: 'utf8', maxBuffer: 2 ** 28 },
  );
  if (!stdout) throw new Error(stderr);
  return JSON.parse(stdout);
}

onEveryVariant('numpyRandom', (engine) => {
  test('normal, seed 0', () => {
    const random = engine().numpyRandom(0);
    expect(Array.from(random.normal(0, 1, 7))).toEqual([
      1.764052345967664, 0.4001572083672233, 0.9787379841057392, 2.240893199201458,
      1.8675579901499675, -0.977277879876411, 0.9500884175255894,
    ]);
    expect(random.normal(3, 2)).toBe(2.697285583404604);
  });

  test('randn with a shape is row-major', () => {
    expect(Array.from(engine().numpyRandom(0).randn(2, 3))).toEqual([
      1.764052345967664, 0.4001572083672233, 0.9787379841057392, 2.240893199201458,
      1.8675579901499675, -0.977277879876411,
    ]);
  });

  test('uniform, seed 0', () => {
    expect(Array.from(engine().numpyRandom(0).uniform(-2, 5, [2, 3]))).toEqual([
      1.8416945274912733, 3.0063255646069367, 2.2193436325015075, 1.8141822809782782,
      0.9655835953723328, 2.521258791466593,
    ]);
  });

  test('randint of small, large and single-valued ranges, seed 0', () => {
    const random = engine().numpyRandom(0);
    expect(Array.from(random.randint(0, 10, 12))).toEqual([5, 0, 3, 3, 7, 9, 3, 5, 2, 4, 7, 6]);
    expect(Array.from(random.randint(-5, 1000000, 5))).toEqual([
      310739, 170579, 839047, 604469, 541372,
    ]);
    expect(Array.from(random.randint(0, 2 ** 40, 3))).toEqual([
      991330716199, 375723641006, 379644119889,
    ]);
    expect(Array.from(random.randint(256, undefined, 5))).toEqual([165, 25, 77, 72, 9]);
    expect(Array.from(random.randint(1, undefined, 2))).toEqual([0, 0]);
    expect(random.uniform()).toBe(0.6481718720511972);
  });

  test('the largest seed', () => {
    expect(
      Array.from(
        engine()
          .numpyRandom(2 ** 32 - 1)
          .randn(3),
      ),
    ).toEqual([0.6484086742306527, 0.6693235306338161, -1.0805437227474493]);
  });

  test('a stream continues over calls of different kinds, and keeps the second normal of a pair', () => {
    const random = engine().numpyRandom(12345);
    expect([
      random.normal(),
      random.uniform(),
      random.normal(),
      random.randint(0, 100),
      ...random.randn(3),
    ]).toEqual([
      -0.20470765948471295, 0.18391881167709445, 0.47894333805754824, 34, 0.4505544213927303,
      0.09267328907707292, 1.2481328397922449,
    ]);
  });

  test('generators do not disturb each other', () => {
    const [a, b] = [engine().numpyRandom(1), engine().numpyRandom(1)];
    const ofA = [...a.randn(3), ...a.randn(4)];
    expect([...b.randn(7)]).toEqual(ofA);
  });

  test('no numbers is no error', () => {
    expect(engine().numpyRandom(0).normal(0, 1, 0)).toHaveLength(0);
    expect(engine().numpyRandom(0).randn(0, 5)).toHaveLength(0);
  });

  test('the product of two random matrices and its variance', () => {
    const { value, product } = engine().productVariance();
    const expected = [
      3.6746547826137785, -1.7845360145969509, 3.956896615953114, -1.295674320785799,
    ];
    expected.forEach((entry, i) => expect(product[i]).toBeCloseTo(entry, 14));
    expect(value).toBeCloseTo(7.211195741327073, 13);
    expect(engine().productVariance({ ddof: 1 }).value).toBeCloseTo(9.614927655102763, 13);
    const wide = engine().productVariance({ rows: 3, columns: 4, dk: 5, seed: 7, ddof: 1 });
    expect(wide.product).toHaveLength(12);
    expect(wide.product[0]).toBeCloseTo(-3.4575047017897353, 14);
    expect(wide.product[2]).toBeCloseTo(-0.5022309669794687, 14);
    expect(wide.value).toBeCloseTo(5.624235413588359, 13);
  });

  (python ? test : test.skip)('NumPy itself gives the same, digit for digit', () => {
    const random = engine().numpyRandom(20261121);
    const normals = [...random.normal(0.5, 3, 1001)];
    const others = [
      ...random.uniform(-1, 7, 1000),
      ...random.randint(0, 97, 1000),
      ...random.randint(-(2 ** 31), 2 ** 31, 500),
      ...random.randint(0, 2 ** 53 - 1, 500),
    ];
    normals.push(...random.randn(999));
    const theirs = inNumpy(`
np.random.seed(20261121)
r = np.random
normals = [*r.normal(0.5, 3, 1001)]
others = [*r.uniform(-1, 7, 1000), *map(int, r.randint(0, 97, 1000)),
  *map(int, r.randint(-2**31, 2**31, 500)), *map(int, r.randint(0, 2**53 - 1, 500))]
print(json.dumps([normals + [*r.randn(999)], others]))`);
    expect(others).toEqual(theirs[1]);
    // NumPy uses the C library's log, whose last bit depends on whether the machine has a fused multiply-add. With one,
    // 65 normals in a million differ from ours, which are computed without it.
    const different = normals.filter((x, i) => x !== theirs[0][i]);
    expect(different.length).toBeLessThanOrEqual(2);
    normals.forEach((x, i) => {
      expect(Math.abs(x - theirs[0][i])).toBeLessThanOrEqual(2 ** -51 * Math.abs(x));
    });
  });

  (python ? test : test.skip)('scoreStatistics with the generator numpy meets NumPy', () => {
    const theirs = inNumpy(`
np.random.seed(3)
q = np.random.normal(0.5, 2, 70 * 33).reshape(70, 33)
k = np.random.uniform(-np.sqrt(3), np.sqrt(3), 33 * 90).reshape(33, 90)
s = q @ k / np.sqrt(33)
counts, _ = np.histogram(s, 16, (-8, 8))
print(json.dumps([q.mean(), q.std(ddof=1), k.mean(), k.std(ddof=1), s.mean(), s.std(ddof=1), s.min(), s.max(), *map(int, counts)]))`);
    const { query, key, scores, histogram } = engine().scoreStatistics({
      dk: 33,
      queries: 70,
      keys: 90,
      seed: 3,
      generator: 'numpy',
      query: { mean: 0.5, sd: 2 },
      key: { distribution: 'uniform' },
      bins: 16,
      range: [-8, 8],
    });
    const ours = [query.mean, query.std, key.mean, key.std, scores.mean, scores.std];
    ours.push(scores.min, scores.max);
    ours.forEach((value, i) => expect(Math.abs(value - theirs[i])).toBeLessThan(2e-6));
    expect(histogram.counts).toEqual(theirs.slice(8));
  });
});
