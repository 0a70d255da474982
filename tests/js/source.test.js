// The source of a picture: when it computes, and what it reports to the lab.
import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { Computation, source } from '../../web/labs/parts/source.js';

/** @typedef {import('../../web/engine/index.js').Engine} Engine */

const engine = /** @type {Engine} */ ({});

/** Makes a picture that only records what it reports to the lab. @param {object} params */
function viewOf(params) {
  const told = /** @type {unknown[]} */ ([]);
  const settled = /** @type {unknown[]} */ ([]);
  const view = {
    ...{ params, onScreen: true, results: {} },
    publish(
      /** @type {string} */ _,
      /** @type {unknown} */ result,
      /** @type {unknown} */ isSettled,
    ) {
      told.push(result);
      settled.push(isSettled);
    },
    track() {},
    redraw() {},
  };
  return { told, settled, view, section: /** @type {any} */ (view) };
}

describe('what is published', () => {
  test('is a result, and that there is none while the next one is on its way', async () => {
    const { told, view, section } = viewOf({ size: 1 });
    const computation = new Computation(
      {
        needs: ({ size }) => size,
        compute: (_, size) => (size === 1 ? 'at once' : Promise.resolve('later')),
        publish: 'it',
      },
      section,
    );
    computation.follow(engine);
    expect(told).toEqual(['at once']);
    expect(computation.share).toBeNull();
    view.params = { size: 2 };
    computation.follow(engine);
    // Results of another state would be wrong for this one.
    expect(told).toEqual(['at once', null]);
    expect(computation.share).toBe(0);
    await Promise.resolve();
    await Promise.resolve();
    expect(told).toEqual(['at once', null, 'later']);
    expect(computation.share).toBeNull();
  });

  test('is an early look, and then nothing else until the whole has come', () => {
    const { told, section } = viewOf({});
    const computation = new Computation(
      {
        needs: () => [],
        compute(_, __, { partial }) {
          partial('some');
          return new Promise(() => {});
        },
        publish: 'it',
      },
      section,
    );
    computation.follow(engine);
    expect(told).toEqual(['some']);
    expect(computation.running).toBe(true);
  });

  test('is marked as long as it is still coming in, and where it was stopped', async () => {
    const { told, settled, section } = viewOf({});
    /** @type {(whole: string) => void} */
    let finish = () => {};
    const computation = new Computation(
      {
        needs: () => [],
        compute(_, __, { partial }) {
          partial('some');
          return new Promise((resolve) => (finish = resolve));
        },
        publish: 'it',
      },
      section,
    );
    computation.follow(engine);
    expect([told, settled]).toEqual([['some'], [false]]);
    expect(computation.provisional).toBe(true);
    finish('all');
    await Promise.resolve();
    await Promise.resolve();
    expect([told, settled]).toEqual([
      ['some', 'all'],
      [false, true],
    ]);
    expect(computation.provisional).toBe(false);
    section.engine = engine;
    computation.start();
    computation.stop();
    expect(computation.provisional).toBe(true);
  });

  test('is nothing of what a refusal leaves', () => {
    const { told, view, section } = viewOf({ size: 1 });
    const computation = new Computation(
      {
        needs: ({ size }) => size,
        compute(_, size) {
          if (size === 2) throw new Error('too large');
          return size;
        },
        publish: 'it',
      },
      section,
    );
    computation.follow(engine);
    view.params = { size: 2 };
    computation.follow(engine);
    expect(told).toEqual([1, null]);
    expect(computation.problem).toBe('too large');
  });
});

test('a refusal is said until it needs something else, or nothing', () => {
  const { view, section } = viewOf({ size: 2 });
  const refused = new Computation(
    {
      needs: ({ size }) => size,
      compute(_, size) {
        if (size === 2) throw new Error('too large');
        return size;
      },
    },
    section,
  );
  for (const size of [1, null]) {
    view.params = { size: 2 };
    refused.follow(engine);
    expect(refused.problem).toBe('too large');
    view.params = /** @type {any} */ ({ size });
    refused.follow(engine);
    expect([refused.problem, refused.result]).toEqual(['', size]);
  }
});

test('what had come in before a failure stays, and may be tried again', async () => {
  const { section } = viewOf({ size: 1 });
  const failing = new Computation(
    {
      needs: ({ size }) => size,
      async compute(_, size, work) {
        await null;
        work.partial(size);
        throw new Error('the worker ended');
      },
    },
    section,
  );
  failing.follow(engine);
  for (let turn = 0; turn < 5; turn++) await null;
  expect([failing.result, failing.problem, failing.broken]).toEqual([1, 'the worker ended', true]);
  expect(failing.running).toBe(false);
});

test('a first look at what there is no memory for does not stay', async () => {
  const { told, section } = viewOf({ size: 1 });
  const failing = new Computation(
    {
      needs: ({ size }) => size,
      async compute(_, size, work) {
        await null;
        work.partial(size);
        throw new RangeError('it: needs 64 bytes of memory; expected a size that fits');
      },
      publish: 'it',
    },
    section,
  );
  failing.follow(engine);
  for (let turn = 0; turn < 5; turn++) await null;
  expect([failing.result, failing.broken, told[told.length - 1]]).toEqual([null, true, null]);
});

/** Makes a picture with only the members that its sources use. @param {object} params @returns {any} */
const pictureOf = (params) => ({
  params,
  engine,
  onScreen: true,
  results: {},
  redraw: () => {},
  track: () => {},
});

test('what was made for other needs is not shown where the visitor begins', () => {
  const view = pictureOf({ n: 1 });
  const compute = jest.fn((_, n) => n);
  const made = new Computation(source({ byHand: true, needs: ({ n }) => n, compute }), view);
  made.follow(engine);
  expect(compute).not.toHaveBeenCalled();
  made.start();
  expect(made.result).toBe(1);
  made.follow(engine);
  expect(made.result).toBe(1);
  view.params = { n: 2 };
  made.follow(engine);
  expect(made.result).toBeNull();
  expect(compute).toHaveBeenCalledTimes(1);
});

test('what the visitor began stays when the picture leaves the page and comes back', () => {
  const view = pictureOf({ n: 1 });
  const made = new Computation(
    source({ byHand: true, needs: ({ n }) => n, compute: (_, n) => n }),
    view,
  );
  made.follow(engine);
  made.start();
  made.forget();
  made.follow(/** @type {any} */ ({ another: 'engine' }));
  expect(made.result).toBe(1);
});

test('a source sees the picture: whether somebody looks, and the other results', () => {
  const view = { ...pictureOf({}), results: { first: 20 } };
  const sum = source({
    needs: (_, { results }) => results.first,
    compute: (_, first, work) => first + work.view.results.first + Number(work.view.onScreen),
  });
  const made = new Computation(sum, view);
  made.follow(engine);
  expect(made.result).toBe(41);
});

describe('long work', () => {
  beforeEach(() => void jest.useFakeTimers());
  afterEach(() => void jest.useRealTimers());

  /**
   * Makes a picture with long work, with or without early results. Counts how often the work starts.
   * @param {boolean} early
   */
  function longWork(early) {
    const begun = jest.fn(async (_, { n }) => `all of ${n}`);
    const counting = /** @type {any} */ ({ run: begun });
    const view = pictureOf({ n: 0 });
    const computation = new Computation(
      source({
        needs: ({ n }) => ({ n }),
        compute(_, needs, work) {
          if (early) work.partial(`some of ${needs.n}`);
          return work.run(/** @type {any} */ ('moments'), /** @type {any} */ (needs));
        },
      }),
      view,
    );
    const move = (/** @type {number} */ n) => {
      view.params = { n };
      computation.follow(counting);
    };
    return { begun, computation, move };
  }

  test('is begun once, when the visitor has changed nothing for a while, and not at every move', async () => {
    const { begun, computation, move } = longWork(true);
    for (let n = 1; n <= 20; n++) {
      move(n);
      expect(computation.result).toBe(`some of ${n}`);
      expect(jest.getTimerCount()).toBe(1); // the timer of the previous move is cleared
      await jest.advanceTimersByTimeAsync(149);
    }
    expect(begun).not.toHaveBeenCalled();
    await jest.advanceTimersByTimeAsync(1);
    expect(begun).toHaveBeenCalledTimes(1);
    expect(begun.mock.calls[0][1]).toEqual({ n: 20 });
    expect([computation.result, computation.running]).toEqual(['all of 20', false]);
    await jest.advanceTimersByTimeAsync(1000);
    expect(begun).toHaveBeenCalledTimes(1);
  });

  test('is begun at once where nothing can be shown before', async () => {
    const { begun, computation, move } = longWork(false);
    for (let n = 1; n <= 3; n++) {
      move(n);
      await jest.advanceTimersByTimeAsync(0);
      expect(begun).toHaveBeenCalledTimes(n);
      expect(computation.result).toBe(`all of ${n}`);
    }
  });

  test('is never begun where the picture was left before', async () => {
    const { begun, computation, move } = longWork(true);
    move(1);
    computation.forget();
    await jest.advanceTimersByTimeAsync(1000);
    expect(begun).not.toHaveBeenCalled();
    expect([computation.running, computation.broken]).toEqual([false, false]);
  });
});
