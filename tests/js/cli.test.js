/** `npx scaledot`: runs dist/cli.js as a user would. */
/* eslint-disable no-control-regex -- what terminals get is looked for */
import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { spawn, spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { load } from '../../web/engine/index.js';
import { openModel } from '../../web/engine/models/index.js';
import { costOptions, functionNames, statisticsOptions } from '../../web/tables/scoring.js';
import { change, initialParams } from '../../web/tables/state.js';
import { forTask, trainerOptions } from '../../web/tables/training.js';
import { gpt2Tensors } from './models/files.js';

/** @import { Engine } from '../../web/engine/index.js' */
/** @typedef {{code: number | null, out: string, err: string}} Ended */

const root = fileURLToPath(new URL('../..', import.meta.url));
const program = path.join(root, 'dist/cli.js');
const commands = [
  ...['variance', 'law', 'replicate', 'softmax', 'scoring', 'heads', 'train'],
  ...['attention', 'model', 'bench', 'serve'],
];

/** The longest time a program may run, in milliseconds. */
const patience = 90_000;
jest.setTimeout(2 * patience);

/**
 * @param {string[]} words
 * @param {(child: import('node:child_process').ChildProcessWithoutNullStreams) => void} [meanwhile]
 * @returns {Promise<Ended>}
 */
function cli(words, meanwhile = () => {}) {
  const child = spawn(process.execPath, [program, ...words], { timeout: patience });
  meanwhile(child);
  let [out, err] = ['', ''];
  child.stdout.setEncoding('utf8').on('data', (text) => (out += text));
  child.stderr.setEncoding('utf8').on('data', (text) => (err += text));
  return new Promise((resolve) => child.on('close', (code) => resolve({ code, out, err })));
}

/** Returns stdout. The program must succeed and write nothing to stderr. @param {string} line */
async function output(line) {
  const { code, out, err } = await cli(line.split(' '));
  expect({ code, err }).toEqual({ code: 0, err: '' });
  return out;
}

/**
 * Runs many programs, a few at a time.
 * @template Given, Result
 * @param {readonly Given[]} list
 * @param {(given: Given) => Promise<Result>} run
 */
async function each(list, run) {
  const waiting = list.map((given, i) => ({ given, i }));
  /** @type {Result[]} */
  const results = [];
  const work = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift())
      results[next.i] = await run(next.given);
  };
  await Promise.all([work(), work(), work()]);
  return results;
}

/**
 * Returns the JSON output. Uses no workers unless the line asks for them: they take longer to start than a test takes
 * to run.
 * @param {string} line
 */
async function json(line) {
  const workers = line.includes('--workers') ? '' : ' --workers 0';
  return JSON.parse(await output(`${line}${workers} --json`));
}

/** Returns the result of a single run. @param {string} line */
async function resultOf(line) {
  const [{ result }, ...others] = await json(line);
  expect(others).toEqual([]);
  return result;
}

/** Converts a result as JSON does, with typed arrays as lists. @param {unknown} result */
const plain = (result) =>
  JSON.parse(
    JSON.stringify(result, (_, value) =>
      ArrayBuffer.isView(value) ? [.../** @type {any} */ (value)] : value,
    ),
  );

/** @param {string} text */
function csvRows(text) {
  const [head, ...rows] = text.trimEnd().split('\n');
  const names = head.split(',');
  return rows.map((row) => Object.fromEntries(row.split(',').map((cell, i) => [names[i], cell])));
}

/** Runs a program in a terminal. If the first word is `stop`, it presses Ctrl-C once there is progress. */
const terminal = `
import os, pty, sys
pid, fd = pty.fork()
if pid == 0:
    os.execv(sys.argv[2], sys.argv[2:])
seen = b''
stop = sys.argv[1] == 'stop'
while True:
    try:
        data = os.read(fd, 4096)
    except OSError:
        break
    if not data:
        break
    seen += data
    if stop and b'/s' in seen:
        os.write(fd, b'\\x03')
        stop = False
sys.stdout.buffer.write(seen)
sys.exit(os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]))
`;

/** @type {Engine} */
let engine;
/** @type {string} */
let folder;

beforeAll(async () => {
  engine = await load({ engine: 'simd' });
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'scaledot-cli-'));
});

describe('help', () => {
  test('is what the program says without a command, and fits one screen', async () => {
    const help = await output('--help');
    expect((await cli([])).out).toBe(help);
    for (const command of commands) expect(help).toMatch(new RegExp(`^ {2}${command} `, 'm'));
  });

  test('fits one screen for every command', async () => {
    const helps = await each(commands, (name) => output(`${name} --help`));
    for (const help of [await output('--help'), ...helps]) {
      const lines = help.trimEnd().split('\n');
      expect(lines.length).toBeLessThan(24);
      for (const line of lines) expect([...line].length).toBeLessThanOrEqual(80);
    }
    helps.forEach((help, i) => expect(help).toMatch(`npx scaledot ${commands[i]}`));
  });

  test('of train tells the limits of every number', async () => {
    const help = await output('train --help');
    for (const name of ['gain', 'clip', 'warmup', 'weight-decay', 'alpha', 'steps', 'symbols'])
      expect(help).toMatch(new RegExp(`--${name} [^;\\n]*\\d to \\d`));
  });

  test('of a command may be asked for before its name, too', async () => {
    const help = await output('law --help');
    for (const line of ['help law', '--help law', '-h law']) expect(await output(line)).toBe(help);
  });

  test('may be asked for twice', async () => {
    const help = await output('--help');
    const twice = ['help help', 'help --help', '--help --help', '-h help', '-h -h'];
    for (const said of await each(twice, output)) expect(said).toBe(help);
    expect(await output('help --help law')).toBe(await output('law --help'));
  });

  test('tells the version', async () => {
    const { version } = JSON.parse(fs.readFileSync(path.join(root, 'package.json'), 'utf8'));
    expect(await output('--version')).toBe(`${version}\n`);
  });
});

describe('JSON', () => {
  test('is what scoreStatistics gives, whatever the number of workers', async () => {
    const line =
      'variance --dk 16 --queries 90 --keys 50 --seed 7 --alpha 0.3 --query laplace --key-mean -1 --bins 12';
    const [alone, shared] = await Promise.all([
      resultOf(`${line} --workers 0`),
      resultOf(`${line} --workers 2`),
    ]);
    const expected = engine.scoreStatistics({
      ...{ dk: 16, queries: 90, keys: 50, seed: 7, scale: { alpha: 0.3 }, bins: 12 },
      query: { distribution: 'laplace' },
      key: { mean: -1 },
    });
    expect(alone).toEqual(plain(expected));
    expect(shared).toEqual(alone);
  });

  test("is NumPy's experiment, with NumPy's generator", async () => {
    const result = await resultOf(
      'variance --generator numpy --seed 0 --dk 100 --queries 60 --keys 40',
    );
    const options = /** @type {const} */ ({ generator: 'numpy', dk: 100, queries: 60, keys: 40 });
    expect(result.scores.std).toBeCloseTo(engine.scoreStatistics(options).scores.std, 6);
  });

  test("is what sampleVariance gives, with NumPy's digits for a seed", async () => {
    const shape = { rows: 3, columns: 2, dk: 4, ddof: 1 };
    const line = 'replicate --rows 3 --columns 2 --dk 4 --ddof 1 --draws 500';
    const [own, numpy] = await Promise.all([
      resultOf(`${line} --value 3.25 --seed 5`),
      resultOf(`${line} --numpy-seed 11`),
    ]);
    const drawn = { ...shape, draws: 500 };
    expect(own).toEqual(plain(engine.sampleVariance({ ...drawn, seed: 5, value: 3.25 })));
    const product = engine.productVariance({ ...shape, seed: 11 });
    const expected = engine.sampleVariance({ ...drawn, seed: 1, value: product.value });
    expect(numpy).toEqual(plain({ ...expected, numpy: product }));
  });

  test('is what softmaxStatistics gives, for all rules on the same vectors', async () => {
    const result = await resultOf(
      'softmax --dk 32 --keys 5 --draws 200 --scale none,rsqrt,0.3 --alpha 1',
    );
    const scale = /** @type {const} */ ('none');
    const compare = /** @type {const} */ (['rsqrt', 0.3, { alpha: 1 }]);
    const sizes = { dk: 32, keys: 5, draws: 200, seed: 1 };
    expect(result).toEqual(plain(engine.softmaxStatistics({ ...sizes, scale, compare })));
  });

  test('is what headAlgebra gives', async () => {
    const result = await resultOf('heads --model-dim 48 --heads 6 --shared 2 --length 99 --seed 4');
    const sizes = { modelDim: 48, heads: 6, keyHeads: 3, headDim: 8, length: 99, seed: 4 };
    expect(result).toEqual(plain(engine.headAlgebra(sizes)));
  });

  test('is what scoringStatistics gives, with the options of the lab, and what scores cost', async () => {
    const [{ options, result }] = await json('scoring --dk 16 --keys 5 --draws 40 --units 3');
    const changes = { dk: 16, keys: 5, draws: 40, units: 3 };
    const { params } = change(initialParams('scoring'), changes, 'scoring');
    expect(options).toEqual(plain(statisticsOptions(params)));
    const costs = functionNames.map((name) => engine.scoreCost(costOptions(params, name)));
    const expected = { ...engine.scoringStatistics(statisticsOptions(params)), costs };
    expect(result).toEqual(plain(expected));
  });

  test('is what the law of the score says at quantiles and places', async () => {
    const [{ options, result }] = JSON.parse(
      await output('law --dk 3 --alpha 0.25 --p 0.9 --at -1 --json'),
    );
    const law = engine.scoreLaw({ dk: 3, scale: { alpha: 0.25 } });
    const { after } = engine.scoreCurves(options);
    for (const name of /** @type {const} */ (['kind', 'variance', 'kurtosis', 'scale']))
      expect(result.after[name]).toEqual(after[name]);
    const xs = [-1, law.quantile(0.9)];
    expect(result.points.map((/** @type {any} */ { x }) => x)).toEqual(xs);
    for (const [i, x] of xs.entries()) {
      const { pdf, cdf, survival, normal } = result.points[i];
      expect({ pdf, cdf, survival }).toEqual({
        ...{ pdf: law.pdf(x), cdf: law.cdf(x), survival: law.survival(x) },
      });
      expect(normal.cdf).toBe(law.normal.cdf(x));
    }
    expect(result.outer.normal).toBeCloseTo(0.0027, 4);
  });

  test.each([
    [9, 0], // the outermost scores are exactly 3 standard deviations from the mean
    [10, 2],
    [16, 2 * (1 + 16)], // scores of size 14 and 16; 12 is exactly 3 standard deviations
    [36, 2 * (1 + 36 + 630 + 7140 + 58905 + 376992 + 1947792 + 8347680 + 30260340)],
  ])('counts of 2^%i fair signs those farther than 3 standard deviations', async (dk, count) => {
    const line = `law --query rademacher --key rademacher --dk ${dk}`;
    const [{ result }] = JSON.parse(await output(`${line} --json`));
    expect(result.outer.exact).toBeCloseTo(count / 2 ** dk, 12);
  });

  test('of bench has each measurement with what it was made with', async () => {
    const runs = JSON.parse(await output('bench --seconds 0.05 --engine simd --workers 0 --json'));
    expect(runs.map((/** @type {any} */ { options }) => options)).toEqual(
      ['scores', 'attention'].map((work) => ({ engine: 'simd', work, cores: 1 })),
    );
    for (const { result } of runs)
      expect(result).toEqual({
        ...{ perSecond: expect.any(Number), multiplyAdds: expect.any(Number) },
        ...{ seconds: expect.any(Number), node: process.version, cpu: expect.any(String) },
      });
  });

  test('of several values has each run with its options', async () => {
    const runs = await json('variance --dk 4,9 --scale none,inverse --queries 8 --keys 8');
    const options = runs.map((/** @type {any} */ run) => [run.options.dk, run.options.scale]);
    expect(options).toEqual([
      [4, 'none'],
      [4, 'inverse'],
      [9, 'none'],
      [9, 'inverse'],
    ]);
    const last = engine.scoreStatistics({ ...runs[3].options });
    expect(runs[3].result).toEqual(plain(last));
  });
});

test('the law of several runs has the points of each', async () => {
  const line = 'law --dk 4,16 --scale none,rsqrt --at 1 --p 0.9';
  const [text, whole] = await Promise.all([output(line), output(`${line} --json`)]);
  const runs = JSON.parse(whole);
  const [, , points] = text.split('\n\n').slice(-3);
  const rows = points.trim().split('\n').slice(1);
  expect(rows).toHaveLength(8);
  expect(rows[2]).toMatch(/^4 +1\/√d_k +1 +0\.203 +0\.865 +0\.135 /);
  expect(runs[1].result.points[0].cdf).toBeCloseTo(0.865, 3);
  expect(text).toContain('At scores x, after the factor');
  expect(await output('law --dk 4,16')).not.toContain('P(≤ x)');
});

describe('train', () => {
  /** @param {import('../../web/engine/index.js').Trainer} trainer */
  async function trained(trainer, steps = trainer.options.steps) {
    const state = await trainer.step(steps);
    const { parameters } = trainer;
    return plain({ parameters, ...state, metrics: await trainer.metrics() });
  }

  test("learns what the lab's trainer learns, with the options of a task that was just chosen", async () => {
    const runs = await json('train --task sort --steps 12 --batch 8 --rules none --alpha 0.3');
    const changes = { ...forTask('sort'), steps: 12, batch: 8, alpha: 0.3 };
    const { params } = change(initialParams('training'), changes, 'training');
    const expected = /** @type {const} */ (['none', 'alpha']).map((rule) =>
      trainerOptions(params, rule),
    );
    expect(runs.map((/** @type {any} */ { options }) => options)).toEqual(expected);
    for (const [i, options] of expected.entries()) {
      const trainer = await engine.createTrainer(options);
      expect(runs[i].result).toEqual(await trained(trainer));
      trainer.dispose();
    }
  });

  test('has the same digits on workers, and a line of CSV for each measurement', async () => {
    const line = 'train --rules rsqrt,cosine --seed 1,2 --steps 4 --batch 4';
    const [alone, shared, text] = await Promise.all([
      json(line),
      json(`${line} --workers 2`),
      output(`${line} --csv`),
    ]);
    expect(shared).toEqual(alone);
    const rows = csvRows(text);
    expect(rows).toHaveLength(4 * 5);
    expect(rows.map(({ seed, rule }) => `${seed} ${rule}`)[10]).toBe('2 rsqrt');
    expect(Number(rows[19].loss)).toBe(alone[3].result.metrics[4].loss);
  });

  test('saves a network that the engine reads', async () => {
    const file = path.join(folder, 'net.safetensors');
    await output(`train --rules rsqrt --steps 2 --batch 4 --save ${file}`);
    const bytes = fs.readFileSync(file);
    const trainer = await engine.createTrainer({ checkpoint: bytes });
    expect(trainer.options).toMatchObject({ task: 'recall', headDim: 64, steps: 2 });
    trainer.dispose();
  });

  test('adds a rule for every --alpha', async () => {
    const runs = await json('train --alpha 0.3,0.7 --steps 1 --batch 1');
    expect(runs.map((/** @type {any} */ { options }) => options.rule)).toEqual([
      ...['rsqrt', 'none', 'inverse', 'cosine'],
      ...[{ alpha: 0.3 }, { alpha: 0.7 }],
    ]);
    const [alone, ...others] = await json('train --rules alpha --alpha 0.3 --steps 1 --batch 1');
    expect([alone.options.rule, others]).toEqual([{ alpha: 0.3 }, []]);
  });

  test('heads its table with what all networks have, and tells the rest in columns', async () => {
    const text = async (/** @type {string} */ options) =>
      (await output(`train --rules rsqrt --batch 1 ${options}`)).split('\n');
    const [head, , names, ...rows] = await text('--task copy,recall');
    expect(head).toBe('seed 1; measured on 128 held-out examples');
    expect(names).toMatch(/^dk +task +steps +rule /);
    expect(rows[0]).toMatch(/^32 +copy +200 +1\/√d_k /);
    expect(rows[1]).toMatch(/^64 +recall +300 +1\/√d_k /);
    const [same] = await text('--task copy,sort --steps 1');
    expect(same).toBe('d_k = 32, 1 step, seed 1; measured on 128 held-out examples');
    const [nothing] = await text('--task copy,recall --seed 1,2');
    expect(nothing).toBe('Measured on 128 held-out examples');
  });

  test('says "1 step"', async () => {
    const line = 'train --rules rsqrt,none --steps 1 --batch 1';
    const text = `${await output(line)} ${await output(`${line} --svg -`)}`;
    expect(text).toMatch(/after 1 step\W/);
    expect(text).toMatch(/after 1 of 1 step:/);
    expect(text).not.toMatch(/\b1\s+steps/);
  });

  test('says what the lab says of the same networks', async () => {
    const text = (await output('train --rules rsqrt,none')).replaceAll('\n', ' ');
    expect(text).toMatch(/1\/√d_k +132 +100% .* 1 \(none\) +not reached/);
    expect(text).toContain('Yes, here: 90% correct after 132 steps with 1/√d_k; 28.9% after 300');
  });
});

describe('attention', () => {
  const shapes = { q: [2, 10, 16], k: [2, 12, 16], v: [2, 12, 3] };
  const [query, key, value] = Object.values(shapes).map((shape, stream) => ({ shape, stream }));
  /** @param {{shape: number[], stream: number}} of */
  const drawn = ({ shape, stream }) => engine.randomTensor(shape, { stream });
  /** @param {string} name */
  const file = (name) => path.join(folder, name);
  const options = /** @type {const} */ ({ scale: 'none', causal: 'lower-right', softcap: 20 });
  const line = '--scale none --causal lower-right --softcap 20 --json';

  beforeAll(() => {
    const tensors = { q: drawn(query), k: drawn(key), v: drawn(value) };
    for (const [name, tensor] of Object.entries(tensors))
      fs.writeFileSync(file(`${name}.npy`), engine.writeNpy(tensor));
    fs.writeFileSync(file('qkv.safetensors'), engine.writeSafetensors(tensors));
    fs.writeFileSync(file('other.safetensors'), engine.writeSafetensors({ x: tensors.q }));
    const holed = { ...tensors.q, data: tensors.q.data.with(20, NaN) };
    fs.writeFileSync(file('nan.npy'), engine.writeNpy(holed));
    const none = { data: new Float32Array(0), shape: [0, 16] };
    fs.writeFileSync(file('none.npy'), engine.writeNpy(none));
    fs.writeFileSync(file('empty.npy'), '');
    fs.writeFileSync(file('cut.npy'), fs.readFileSync(file('q.npy')).subarray(0, 150));
    fs.writeFileSync(
      file('cut.safetensors'),
      fs.readFileSync(file('qkv.safetensors')).subarray(0, 9),
    );
  });

  test('reads arrays, says of each head what headStatistics says, and writes the output', async () => {
    const files = ['q', 'k', 'v'].map((name) => file(`${name}.npy`)).join(' ');
    const text = await output(`attention ${files} ${line} --save ${file('o.npy')}`);
    const [{ result }] = JSON.parse(text);
    expect(result).toEqual(plain(engine.headStatistics(drawn(query), drawn(key), options)));
    const { data, shape } = engine.readNpy(fs.readFileSync(file('o.npy')));
    const expected = engine.attention(drawn(query), drawn(key), drawn(value), options).output;
    expect([shape, data]).toEqual([expected.shape, expected.data]);
    const [own] = JSON.parse(await output(`attention ${file('qkv.safetensors')} ${line}`));
    expect(own.result).toEqual(result);
  });

  test('writes the output as .safetensors, too', async () => {
    await output(`attention ${file('qkv.safetensors')} ${line} --save ${file('o.safetensors')}`);
    const { tensors } = engine.readSafetensors(fs.readFileSync(file('o.safetensors')));
    const expected = engine.attention(drawn(query), drawn(key), drawn(value), options).output;
    expect(tensors).toEqual({ output: { ...expected, dtype: 'float32', rounded: 0 } });
  });

  test('says why there are no numbers', async () => {
    const [holed, all, none] = await Promise.all([
      output(`attention ${file('nan.npy')} ${file('k.npy')}`),
      output(`attention ${file('nan.npy')} ${file('nan.npy')}`),
      output(`attention ${file('none.npy')} ${file('none.npy')}`),
    ]);
    const words = (/** @type {string} */ text) => text.replaceAll(/\s+/g, ' ').trim();
    const one = '1 of 2 heads has scores that are not finite: 1 of 20 rows sees NaN or infinity.';
    expect(words(holed)).toMatch(/q.k has standard deviation \d.* The largest weight is 0\.\d+ /);
    expect(words(holed)).toContain(one);
    expect(words(all)).toContain('1 of 2 heads has scores that are not finite: 10 of 20 rows');
    expect(words(none)).toMatch(/There is nothing to compute: no query sees a key\.$/);
    expect(none).not.toContain('deviation');
    const [{ result }] = JSON.parse(
      await output(`attention ${file('nan.npy')} ${file('k.npy')} --json`),
    );
    expect(result.map((/** @type {any} */ { scoreSd }) => typeof scoreSd)).toEqual([
      'string',
      'number',
    ]);
  });

  test('prints a line for each head, in 80 columns', async () => {
    const text = await output(`attention ${file('q.npy')} ${file('k.npy')} --scale 0.5`);
    for (const part of ['2 heads, 10 queries, 12 keys, d_k = 16', 'factor 0.5', '\n1 '])
      expect(text).toContain(part);
    for (const row of text.split('\n')) expect([...row].length).toBeLessThanOrEqual(80);
  });

  test.each([
    ['nowhere.npy k.npy', /FILE: got ".*nowhere.npy"; expected a file that can be read\n/],
    ['. k.npy', /FILE: got "."; expected a file, not a folder\n/],
    ['q.npy empty.npy', /scaledot: \S+empty.npy: got 0 bytes; expected at least 10\n/],
    [
      'cut.npy k.npy',
      /scaledot: \S+cut.npy: got 22 bytes of numbers from byte 128; expected 1280 /,
    ],
    ['cut.safetensors', /scaledot: \S+cut.safetensors: got a header of \d+ bytes at byte 0; exp/],
    ['q.npy qkv.safetensors', /scaledot: \S+qkv.safetensors: got other bytes than the magic /],
    ['q.npy', /FILE: got ".*q.npy" alone; expected the .npy of the keys after it\n/],
    ['q.npy k.npy v.npy v.npy', /FILE: got 4 files; expected query.npy key.npy/],
    ['other.safetensors', /with the tensors x; expected query and key, or q and k\n/],
    ['q.npy v.npy', /key: shape \[2, 12, 3\] does not match query/],
    ['q.npy k.npy --save o.npy', /--save: got "o.npy"; expected values beside/],
    ['q.npy k.npy v.npy --save o.txt', /--save: got "o.txt"; expected a name that ends in .npy or/],
    ['q.npy k.npy --scale root', /--scale: got "root"; expected one of rsqrt, none, inverse, or/],
    ['q.npy k.npy --causal yes', /--causal: got "yes"; expected one of upper-left, lower-right/],
  ])('refuses %s', async (given, sentence) => {
    const words = given
      .split(' ')
      .map((word) => (/^\w+\.(npy|safe)/.test(word) && word !== 'o.npy' ? file(word) : word));
    const { code, out, err } = await cli(['attention', ...words]);
    expect({ code, out }).toEqual({ code: 2, out: '' });
    expect(err).toMatch(sentence);
  });
});

describe('CSV', () => {
  test('has the same digits as JSON, a line for each run', async () => {
    const line = 'variance --dk 4,9 --seed 1,2 --queries 20 --keys 20';
    const [text, runs] = await Promise.all([output(`${line} --csv`), json(line)]);
    const rows = csvRows(text);
    expect(rows.map(({ dk, seed }) => `${dk} ${seed}`)).toEqual(['4 1', '4 2', '9 1', '9 2']);
    rows.forEach((row, i) => {
      expect(Number(row.variance)).toBe(runs[i].result.scores.variance);
      expect(Number(row.theoryVariance)).toBe(runs[i].result.theory.variance);
      expect(Number(row.unscaledVariance)).toBe(runs[i].result.unscaled.variance);
    });
  });

  test('of softmax has a line for each rule and measure', async () => {
    const line = 'softmax --draws 50 --scale none,rsqrt,cosine';
    const [text, result] = await Promise.all([output(`${line} --csv`), resultOf(line)]);
    const rows = csvRows(text).filter(({ measure }) => measure === 'topWeight');
    expect(rows.map(({ scale }) => scale)).toEqual(['none', 'rsqrt', 'cosine']);
    expect(Number(rows[2].p50)).toBe(result.compare[1].topWeight.quantiles.p50);
    expect(csvRows(text)).toHaveLength(3 * 9);
  });
});

describe('the table', () => {
  test.each([
    ['variance --queries 300 --keys 300', ['variance', 'theory', 'the 95% interval', '90,000']],
    ['replicate --draws 20000', ['average, exact', '1.5', 'an entirely ordinary result']],
    ['replicate --numpy-seed 0 --rows 9 --columns 9 --draws 50', ['--json has the product']],
    ['replicate --numpy-seed 0 --draws 500', ['>>> np.random.seed(0)', '7.21119574132707']],
    ['softmax --draws 500', ['largest weight', 'factor 1/√d_k', 'almost no gradient']],
    ['law --dk 4', ['variance gamma', 'kurtosis (normal: 3)  4.5', '% of the scores lie more']],
    ['law --dk 2,8 --scale none,rsqrt', ['Exact variance', '1/√d_k']],
    ['scoring --draws 50', ['Dot product', 'Cosine with τ', 'multiplications', '4,096']],
    ['scoring --draws 50 --dk 4,8', ['Additive', '|dL/dz|']],
    ['train --steps 3', ['Recall (find the value of a key), d_k = 64', '1 (none)', 'steps to 90%']],
    ['train --steps 3 --seed 1,2 --task copy,sort', ['task', 'seed', 'copy', 'sort']],
    ['heads', ['65,536', '262,144', 'rank 64']],
    ['heads --model-dim 32,64', ['\nmodel-dim  two thin']],
    ['variance --dk 4,16 --scale none,rsqrt', ['1/√d_k', 'of 4 intervals']],
    ['bench --seconds 0.05 --engine simd --workers 0', ['simd', 'scores/s', 'multiply-adds/s']],
  ])('of %s says what was measured, in 80 columns, without colours', async (line, parts) => {
    const text = await output(line);
    for (const part of parts) expect(text).toContain(part);
    for (const row of text.split('\n')) expect([...row].length).toBeLessThanOrEqual(80);
    expect(text).not.toMatch(/\x1b|NaN|undefined/);
  });

  test('has theory beside what was measured', async () => {
    const [text, { scores, standardError }] = await Promise.all([
      output('variance --dk 64 --scale none'),
      resultOf('variance --dk 64 --scale none'),
    ]);
    const [, measured, half, theory] =
      /^variance +([\d.]+) ± ([\d.]+) +([\d.]+)/m.exec(text)?.map(Number) ?? [];
    expect(measured).toBeCloseTo(scores.variance, 1);
    expect(half).toBeCloseTo(1.96 * standardError.variance, 1);
    expect(theory).toBe(64);
  });
});

describe('a picture', () => {
  /** @param {string} line */
  async function drawn(line) {
    const file = path.join(folder, `${line.replaceAll(/\W+/g, '-')}.svg`);
    await output(`${line} --svg ${file}`);
    const parse = 'import sys, xml.dom.minidom; xml.dom.minidom.parse(sys.argv[1])';
    expect(spawnSync('python3', ['-c', parse, file], { encoding: 'utf8' }).stderr).toBe('');
    return fs.readFileSync(file, 'utf8');
  }

  test.each([
    ['variance --dk 4 --scale none', ['>score<', 'before the factor, d_k = 4</title>']],
    ['variance --dk 1 --bins 40', ['>score<', 'density of q·k', '>exact', '>normal']],
    ['replicate --draws 3000', ['variance of the entries', 'yours 1.6', 'average 1.5']],
    ['softmax --dk 2,8,32 --draws 200', ['largest weight', 'no factor', '5 to 95%', 'median']],
    ['heads --model-dim 32', ['Numbers learned for the scores', 'two thin', 'merged']],
    ['law --dk 3', ['>score<', 'density of q·k', '>exact', '>normal']],
    ['law --dk 4,64 --scale none,rsqrt', ['variance of the scores', 'Variance of the scores at']],
    ['train --rules rsqrt,none --steps 6', ['Correct answers', 'Loss (logarithmic)', '>step<']],
  ])('of %s is XML, with a title, named axes, for light and dark', async (line, names) => {
    const svg = await drawn(line);
    expect(svg).toMatch(/<title>[^<]{20,}<\/title>/);
    for (const name of names) expect(svg).toContain(name);
    expect(svg).toContain('prefers-color-scheme:dark');
    expect(svg).toContain(`npx scaledot ${line}</text>`);
    expect(svg).not.toMatch(/NaN|undefined|var\(|light-dark|class=|data-/);
  });

  test('goes to stdout where that is asked for', async () => {
    const line = 'heads --model-dim 32';
    expect(await output(`${line} --svg -`)).toBe(await drawn(line));
  });

  test('names both laws of the scores only where they differ, as the page does', async () => {
    const [one, two] = await Promise.all([drawn('variance --dk 64'), drawn('variance --dk 1')]);
    expect(one).toContain('exact ≈ normal');
    expect(two).not.toContain('≈');
    expect([one, two].map((svg) => svg.match(/normal( law)?</g)?.length)).toEqual([1, 1]);
  });

  test.each([
    ['of the rules of scaling', 'softmax --dk 2,8,32 --draws 200'],
    ['of what heads cost', 'heads --model-dim 32'],
  ])('%s wears neutral ink, never a colour of queries or keys', async (_what, line) => {
    const svg = await drawn(line);
    const drawing = svg.slice(svg.indexOf('</style>'));
    for (const color of ['#22529e', '#bf4d08', '#017f6a', '#8430dd', '#861c42'])
      expect(drawing.includes(color)).toBe(false);
  });

  test('has a bar for each bin, as high as its count', async () => {
    const line = 'variance --dk 8 --scale none --bins 30 --queries 40 --keys 40';
    const [svg, { histogram }] = await Promise.all([drawn(line), resultOf(line)]);
    const [, bottom, steps] = /d="M[\d.]+,([\d.]+)((?:V[\d.]+H[\d.]+){30})V/.exec(svg) ?? [];
    const heights = [...steps.matchAll(/V([\d.]+)H/g)].map(([, y]) => Number(bottom) - Number(y));
    const scale = Math.max(...heights) / Math.max(...histogram.counts);
    heights.forEach((height, i) => expect(height).toBeCloseTo(scale * histogram.counts[i], 0));
  });
});

test('wrong usage ends with 2 and one sentence', async () => {
  const sentences = /** @type {[string, RegExp][]} */ ([
    ['varianze', /got "varianze"; did you mean variance\?\n/],
    ['entropy', /got "entropy"; expected a command, one of variance, /],
    ['--versoin', /got "--versoin"; did you mean --version\?\n/],
    ['version', /got "version"; did you mean --version\?\n/],
    ['hlep', /got "hlep"; did you mean help\?\n/],
    ['-help', /got "-help"; did you mean --help\?\n/],
    ['--HELP', /got "--HELP"; did you mean --help\?\n/],
    ['variance --dk 0', /--dk: got "0"; expected a whole number from 1 to 65536/],
    ['variance --dk 1.5', /--dk: got "1.5"; expected a whole number/],
    ['variance --dk 8,x', /--dk: got "x"; expected a whole number/],
    ['variance --dk', /--dk: got nothing; expected a value/],
    ['variance --dk 4,,8', /--dk: got "4,,8"; expected values with one comma between them\n/],
    ['variance --dk 8,', /--dk: got "8,"; expected values with one comma between them\n/],
    ['variance --dkk 8', /got "--dkk"; did you mean --dk\?\n/],
    ['variance -dk 8', /got "-dk"; did you mean --dk\?\n/],
    ['variance --DK=8', /got "--DK"; did you mean --dk\?\n/],
    ['variance --query-d 8', /got "--query-d"; did you mean --query or --query-sd\?\n/],
    ['variance --temperature 8', /got "--temperature"; expected one of --/],
    ['variance --svg - --json', /--svg: got "-"; expected a file beside --json/],
    ['variance 64', /got the word "64"; expected options/],
    ['variance --query cauchy', /--query: got "cauchy"; expected one of normal, uniform/],
    ['variance --scale root', /--scale: got "root"; expected one of rsqrt, none, inverse/],
    ['variance --generator numpy --key laplace', /--generator: got "numpy"; expected normal or/],
    ['variance --queries 1000000 --keys 1000000', /--keys: got "1000000"; expected at most 10000/],
    ['variance --json --csv', /--csv: got --json as well; expected one/],
    ['variance --svg --json', /--svg: got "--json"; expected a value after it/],
    ['variance --json=yes', /--json: got "yes"; expected no value/],
    ['variance --engine webgpu', /--engine: got "webgpu"; expected one of auto, relaxed, simd/],
    ['variance --workers 17', /--workers: got "17"; expected a whole number from 0 to 16/],
    ['variance --svg /nowhere/a.svg', /--svg: got "\/nowhere\/a.svg"; expected a file in a folder/],
    ['variance --dk 4,8 --svg a.svg', /--svg: got "a.svg"; expected one run to draw, not 2/],
    ['variance --svg a.svg --svg b.svg', /--svg: got "b.svg"; expected the option only once/],
    ['replicate --rows 1 --columns 1', /--columns: got "1"; expected at least two entries/],
    ['softmax --scale 1e9', /got .*; expected .* from -1000000 to 1000000/],
    ['heads --heads 8 --shared 3', /--shared: got "3"; expected a number that divides the heads/],
    ['train --task sorting', /--task: got "sorting"; expected one of recall, copy, reverse, sort,/],
    ['train --task addition --size 4', /--size: got "4"; expected at least 8 with the other/],
    ['train --rules rsqrt,root', /--rules: got "root"; expected one of rsqrt, none, inverse/],
    [
      'train --batch 1024 --layers 8 --dk 512 --heads 16',
      /createTrainer: got a model with .* param/,
    ],
    ['train --seed 1,2 --svg a.svg', /--svg: got "a.svg"; expected one run to draw, not 2/],
    ['train --save net.safetensors', /--save: got "net.safetensors"; expected one network to save/],
    ['train --weight-decay 0.2', /--weight-decay: got "0.2"; expected --optimizer adamw with it\n/],
    [
      'train --task dates --symbols 9',
      /--symbols: got "9"; expected --task recall, copy, reverse or sort with it\n/,
    ],
    ['train --stepps 5', /got "--stepps"; did you mean --steps\?\n/],
    ['scoring --svg a.svg', /got "--svg"; expected one of --dk/],
    ['law --p 2', /--p: got "2"; expected a number from 0 to 1/],
    ['law --p ,', /--p: got ""; expected a number from 0 to 1/],
    ['law --p 0.5,,0.9', /--p: got ""; expected a number from 0 to 1/],
    ['law --at x', /--at: got "x"; expected a number from/],
    ['law --scale none,rsqrt --svg a.svg', /--svg: got "a.svg"; expected one run to draw, not 2/],
    ['bench --seconds 0', /--seconds: got "0"; expected a number from/],
    ['serve --port 99999', /--port: got "99999"; expected a whole number from 0 to 65535/],
  ]);
  const ended = await each(sentences, ([line]) => cli(line.split(' ')));
  ended.forEach(({ code, out, err }, i) => {
    expect(err).toMatch(sentences[i][1]);
    expect(err).toMatch(
      /^scaledot: .*\n"npx scaledot (\w+ --help" lists the options|--help" lists the commands)\.\n$/,
    );
    expect({ code, out }).toEqual({ code: 2, out: '' });
  });
});

describe('work', () => {
  test('that nobody can be told of ends with its code all the same', () => {
    for (const [words, code] of /** @type {const} */ ([
      ['bad', 2],
      ['variance --dk x', 2],
      ['replicate --draws 100 --svg /dev/full', 1],
      ['replicate --draws 100', 0],
    ])) {
      const { status } = spawnSync('sh', [
        '-c',
        `"${process.execPath}" "${program}" ${words} 2> /dev/full`,
      ]);
      expect([words, status]).toEqual([words, code]);
    }
  });

  test('that fails ends with 1 and says why', async () => {
    const { code, out, err } = await cli('replicate --draws 100 --svg /dev/full'.split(' '));
    expect(err).toMatch(/^scaledot: ENOSPC.*\n$/);
    expect({ code, out }).toEqual({ code: 1, out: '' });
    const command = `"${process.execPath}" "${program}" --help > /dev/full`;
    const { status, stderr } = spawnSync('sh', ['-c', command], { encoding: 'utf8' });
    expect(stderr).toMatch(/^scaledot: ENOSPC.*\n$/);
    expect(status).toBe(1);
  });

  /**
   * Runs a program in a terminal of its own, which shows both outputs.
   * @param {string[]} words
   * @param {{stop?: boolean}} [how]
   */
  function watched(words, { stop = false } = {}) {
    const given = ['-c', terminal, stop ? 'stop' : 'watch', process.execPath, program, ...words];
    const env = { ...process.env, TERM: 'xterm' };
    const { status, stdout, stderr } = spawnSync('python3', given, {
      ...{ env, encoding: 'utf8', timeout: patience },
    });
    expect(stderr).toBe('');
    return { code: status, seen: stdout.replaceAll('\r\n', '\n') };
  }

  test('that is stopped with Ctrl-C ends with 130 and says what was done', () => {
    const line =
      'variance --dk 512 --queries 100000 --keys 100000 --engine simd --workers 1 --json';
    const { code, seen } = watched(line.split(' '), { stop: true });
    expect(seen).toMatch(
      /\r\x1b\[Kscaledot: stopped after [\d,]+ scores, .*% of the work; there is no result\.\n$/,
    );
    expect(seen).not.toContain('{');
    expect(code).toBe(130);
  });

  test('that trains and is stopped gives what it has so far', () => {
    const line = 'train --rules rsqrt,none --steps 100000 --workers 2 --json';
    const { code, seen } = watched(line.split(' '), { stop: true });
    const [told, text] = seen.split('; this is the result so far.\n');
    expect(told).toMatch(/\r\x1b\[Kscaledot: stopped after [\d,]+ steps, .*% of the work$/);
    const runs = JSON.parse(text);
    expect(runs.length).toBeGreaterThan(0);
    for (const { options, result } of runs) {
      expect(result.partial).toBe(true);
      expect(result.steps).toBeLessThan(options.steps);
      expect(result.metrics[0].step).toBe(0);
    }
    expect(code).toBe(130);
  });

  test('that trains and is stopped saves the network as it is', () => {
    const file = path.join(folder, 'stopped.safetensors');
    const line = `train --rules rsqrt --steps 100000 --save ${file}`;
    const { code } = watched(line.split(' '), { stop: true });
    expect(code).toBe(130);
    expect(fs.statSync(file).size).toBeGreaterThan(1000);
  });

  test('shows its progress in a terminal, and wipes it before the result', () => {
    const line = 'replicate --draws 60000 --rows 9 --columns 9 --dk 64 --engine simd --workers 1';
    const { code, seen } = watched(line.split(' '));
    expect(seen).toMatch(/\r\x1b\[K +\d+% {2}[\d.]+[KM]? draws\/s/);
    expect(seen).toMatch(/\r\x1b\[K60,000 products [^\x1b]*\n$/);
    expect(code).toBe(0);
  });

  test('whose reader leaves is quiet', () => {
    const command = `"${process.execPath}" "${program}" variance --dk 1,2,3,4 --bins 4096 --json | head -n 1`;
    const { stdout, stderr } = spawnSync('sh', ['-c', command], {
      encoding: 'utf8',
      timeout: patience,
    });
    expect({ stdout, stderr }).toEqual({ stdout: '[\n', stderr: '' });
  });
});

describe('serve', () => {
  test('gives the playground out on this machine, under a strict policy, until Ctrl-C', async () => {
    /** @type {Promise<Record<string, Response>>} */
    let asked = Promise.reject(new Error('no address'));
    asked.catch(() => {});
    const ended = await cli(['serve', '--port', '0'], (child) => {
      asked = new Promise((resolve, reject) => {
        child.stdout.once('data', (address) => {
          const url = String(address).trim();
          const paths = [
            '',
            'scaledot.min.js',
            'page.js',
            'page.css',
            '..%2fpackage.json',
            '/',
            '%',
          ];
          Promise.all(paths.map(async (name) => [name, await fetch(url + name)]))
            .then((pairs) => resolve(Object.fromEntries(pairs)), reject)
            .finally(() => child.kill('SIGINT'));
        });
      });
    });
    expect(ended).toMatchObject({ code: 0, err: '' });
    expect(ended.out).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/\n$/);
    const { '': page, ...others } = await asked;
    expect(page.headers.get('content-security-policy')).toMatch(
      /default-src 'none'.*connect-src 'none'/,
    );
    expect(Object.values(others).map(({ status }) => status)).toEqual([
      200, 200, 200, 404, 404, 404,
    ]);
  });
});

describe('model', () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'scaledot-model-'));
  afterAll(() => fs.rmSync(folder, { recursive: true }));
  const ids = [3, 1, 4, 1, 5, 9, 2, 6];

  beforeAll(async () => {
    const engine = await load({ engine: 'simd' });
    const size = { layers: 2, width: 16, vocabulary: 10, positions: 12 };
    const tensors = gpt2Tensors(size).map(([name, shape], seed) => {
      return [name, engine.randomTensor(shape, { seed, sd: 0.5 })];
    });
    const bytes = engine.writeSafetensors(Object.fromEntries(tensors));
    fs.writeFileSync(path.join(folder, 'model.safetensors'), bytes);
    const config = { model_type: 'gpt2', n_head: 2, n_layer: 2, activation_function: 'gelu_new' };
    fs.writeFileSync(path.join(folder, 'config.json'), JSON.stringify(config));
  });

  test('prints what headStatistics gives', async () => {
    const engine = await load({ engine: 'simd' });
    const model = await openModel(engine, folder);
    const line = `model ${folder} --ids ${ids} --factor 2`;
    const [{ options, result }, ...others] = JSON.parse(await output(`${line} --json`));
    const { model: facts, layers, ...rest } = result;
    expect(facts).toMatchObject({ layout: 'GPT-2', layers: 2, heads: 2, headDim: 8, assumed: [] });
    expect([options, rest, others]).toEqual([{ ids, factor: 2 }, {}, []]);
    const expected = await model.headStatistics(ids, { factor: 2 });
    expect(layers).toEqual(expected.map((heads, layer) => ({ layer, heads: plain(heads) })));
    const rows = csvRows(await output(`${line} --csv`));
    expect(rows.map(({ layer, head }) => `${layer}.${head}`)).toEqual(['0.0', '0.1', '1.0', '1.1']);
    expect(Number(rows[3].scoreSd)).toBe(expected[1][1].scoreSd);
  });

  test('says which factor the numbers were made with', async () => {
    const of = async (/** @type {string} */ options) =>
      (await output(`model ${folder} ${options}`)).replaceAll('\n', ' ');
    const [plain, twice] = [await of(`--ids ${ids}`), await of(`--ids ${ids} --factor 2`)];
    const none = await of(`--ids ${ids} --factor none`);
    expect(none).toMatch(
      /, no factor[^]* Without any factor the largest weight is [\d.]+ on average\.\s*$/,
    );
    expect(plain).toMatch(/With its factor the largest weight is .*, without any factor /);
    expect(plain).not.toMatch(/times/);
    expect(twice).toMatch(/8 tokens, scores times 2/);
    expect(twice).toMatch(
      /With its factor and scores times 2 the largest weight is .*, without any factor /,
    );
    expect(plain.slice(-6)).toBe(twice.slice(-6));
  });

  test('reads a text by the tokens that the file itself tells', async () => {
    const line = 'model web/models/text.safetensors --text Anne --json';
    const [{ options: shown }] = JSON.parse(await output(line));
    expect(shown.ids).toHaveLength(4);
    expect(shown.ids[1]).toBe(shown.ids[2]);
    const { code, err } = await cli(['model', 'web/models/text.safetensors', '--text', 'né']);
    expect(code).toBe(2);
    expect(err).toMatch('scaledot: --text: got "é"; expected a token in the model\'s vocabulary');
  });

  test('reads a text by the tokenizer beside the model', async () => {
    const own = fs.mkdtempSync(path.join(folder, 'reads-'));
    for (const name of ['model.safetensors', 'config.json'])
      fs.copyFileSync(path.join(folder, name), path.join(own, name));
    const tokenizer = {
      version: '1.0',
      ...{ added_tokens: [], normalizer: null, post_processor: null },
      pre_tokenizer: { type: 'ByteLevel', add_prefix_space: false, trim_offsets: true },
      decoder: { type: 'ByteLevel', add_prefix_space: false, trim_offsets: true },
      model: { type: 'BPE', vocab: { w: 0, h: 1, y: 2, Ġ: 3, wh: 4, z: 99 }, merges: ['w h'] },
    };
    fs.writeFileSync(path.join(own, 'tokenizer.json'), JSON.stringify(tokenizer));
    const [read] = JSON.parse(await output(`model ${own} --text why --json`));
    expect(read.options.ids).toEqual([4, 2]);
    const [given] = JSON.parse(await output(`model ${own} --ids 4,2 --json`));
    expect(read).toEqual(given);
    for (const [text, sentence] of [
      ['w'.repeat(13), '--text: tokens: got 13; expected a whole number from 1 to 12'],
      ['wz', '--text: got 99; expected a whole number from 0 to 9'],
    ]) {
      const { code, err } = await cli(['model', own, '--text', text]);
      expect(code).toBe(2);
      expect(err).toMatch(`scaledot: ${sentence}\n`);
    }
  });

  test('counts the heads whose scores are no numbers', async () => {
    const engine = await load({ engine: 'simd' });
    const own = fs.mkdtempSync(path.join(folder, 'lost-'));
    const tensors = gpt2Tensors({ layers: 2, width: 16, vocabulary: 10, positions: 12 }).map(
      ([name, shape], seed) => {
        const tensor = engine.randomTensor(shape, { seed, sd: 0.5 });
        if (name === 'h.1.attn.c_attn.bias') tensor.data[0] = NaN;
        return [name, tensor];
      },
    );
    const bytes = engine.writeSafetensors(Object.fromEntries(tensors));
    fs.writeFileSync(path.join(own, 'model.safetensors'), bytes);
    const text = (await output(`model ${own} --heads 2`)).replaceAll('\n', ' ');
    expect(text).toMatch(/1 head of 4 has scores that are not finite\./);
    expect(text).toMatch(/largest weight is 0\.\d+ on average/);
  });

  test('draws a cell for each head, and answers in a sentence', async () => {
    const svg = path.join(folder, 'heads.svg');
    const text = await output(`model ${folder} --layers 1 --svg ${svg}`);
    expect(text).toMatch(/GPT-2 layout, 2 layers, width 16, 2 heads, d_k = 8, 12 tokens/);
    expect(text.replaceAll('\n', ' ')).toMatch(
      /In this model q\.k has standard deviation .* to .*; .* = 2\.83\./,
    );
    expect(fs.readFileSync(svg, 'utf8').match(/<rect[^>]* fill="rgb/g)?.length).toBeGreaterThan(2);
  });

  test.each([
    ['model', 'model: got no FOLDER; expected one'],
    ['model a b', 'model: got the word "b"; expected options'],
    ['model nowhere', 'FOLDER: got "nowhere", which is not there; expected a file or a folder'],
    ['model FOLDER --text why', 'FOLDER: got no tokenizer.json; expected it'],
    ['model FOLDER --ids 1,x', '--ids: got "x"; expected whole numbers'],
    ['model FOLDER --ids 1,10', '--ids: got 10; expected a whole number from 0 to 9'],
    [
      `model FOLDER --ids ${Array(13).fill(1)}`,
      '--ids: tokens: got 13; expected a whole number from 1 to 12',
    ],
    ['model FOLDER --ids 1', '--ids: got "1"; expected at least 2 tokens'],
    ['model FOLDER --random 1', '--random: got "1"; expected a whole number from 2 to 1024'],
    ['model web/models/text.safetensors --text A', '--text: got "A"; expected at least 2 tokens'],
    ['model FOLDER --ids 1 --random 4', '--random: got "4"; expected no --ids beside it'],
    [
      'model FOLDER --random 13',
      '--random: got "13"; expected at most 12, the positions of this model',
    ],
    ['model FOLDER --layers 2', '--layers: got 2; expected a whole number from 0 to 1'],
    ['model web/models/text.safetensors --heads 3', '--heads: got 3; expected 4, as in the files'],
  ])('%s is refused', async (line, sentence) => {
    const { code, out, err } = await cli(line.replace('FOLDER', folder).split(' '));
    expect({ code, out }).toEqual({ code: 2, out: '' });
    expect(err).toMatch(`scaledot: ${sentence}`);
  });
});
