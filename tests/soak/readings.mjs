// Reads what a page uses, with Chromium's own tools, and from /proc for its processes.
import fs from 'node:fs';

/** @typedef {import('@playwright/test').Page} Page */
/** @typedef {import('@playwright/test').Browser} Browser */

const MB = 1e6;

/** Returns a process's resident bytes, all and private, or 0 where there is no /proc. @param {number} pid */
function residentOf(pid) {
  try {
    const status = fs.readFileSync(`/proc/${pid}/status`, 'utf8');
    const of = (/** @type {string} */ name) =>
      1024 * Number(new RegExp(`${name}:\\s+(\\d+)`).exec(status)?.[1] ?? 0);
    return { all: of('VmRSS'), own: of('RssAnon') };
  } catch {
    return { all: 0, own: 0 };
  }
}

/** Returns undefined if there is no answer in time, because a worker may have ended. @template T @param {Promise<T>} promise @param {number} milliseconds */
export function soon(promise, milliseconds) {
  /** @type {ReturnType<typeof setTimeout>} */
  let timer;
  const late = new Promise((resolve) => {
    timer = setTimeout(resolve, milliseconds);
  });
  return /** @type {Promise<T | undefined>} */ (
    Promise.race([promise.catch(() => undefined), late]).finally(() => clearTimeout(timer))
  );
}

const memories = () => /** @type {any} */ (globalThis).soakMemories?.() ?? 0;

/** The attributes that are read of a part, and the suffix that each adds to its name. */
const parts = Object.entries({ size: '', allocated_objects_size: ' objects' });

/**
 * Bytes of the parts of a process as Chromium's memory-infra reports them. `blink_gc` is the reserved memory, including free
 * space; `blink_gc/main/heap objects` is in use. Blink does not move its objects, so memory can grow while objects do not.
 */
class Dumps {
  /** @type {Record<string, number>} */
  #sizes = {};
  #session;
  #pid;

  /** @param {import('@playwright/test').CDPSession} session  of the browser @param {number} pid */
  constructor(session, pid) {
    this.#session = session;
    this.#pid = pid;
    session.on('Tracing.dataCollected', ({ value }) => this.#read(/** @type {any} */ (value)));
  }

  /** @param {any[]} events */
  #read(events) {
    for (const { ph, pid, args } of events) {
      if (ph !== 'v' || pid !== this.#pid) continue;
      for (const [name, { attrs }] of Object.entries(args.dumps.allocators ?? {}))
        for (const [attr, as] of parts)
          if (attrs?.[attr]) this.#sizes[`${name}${as}`] = parseInt(attrs[attr].value, 16);
    }
  }

  async take() {
    this.#sizes = {};
    await this.#session.send('Tracing.start', {
      transferMode: 'ReportEvents',
      traceConfig: {
        includedCategories: ['disabled-by-default-memory-infra'],
        excludedCategories: ['*'],
        memoryDumpConfig: {},
      },
    });
    await this.#session.send('Tracing.requestMemoryDump', { levelOfDetail: 'light' });
    const complete = new Promise((resolve) =>
      this.#session.once('Tracing.tracingComplete', resolve),
    );
    await this.#session.send('Tracing.end');
    await complete;
    return this.#sizes;
  }
}

/**
 * Returns a function that takes all readings. NaN means no answer in time.
 * @param {Browser} browser
 * @param {Page} page
 */
export async function openReadings(browser, page) {
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable');
  const whole = await browser.newBrowserCDPSession();
  const { processInfo } = await whole.send('SystemInfo.getProcessInfo');
  const pidsOf = (/** @type {string} */ kind) =>
    processInfo.filter(({ type }) => type === kind).map(({ id }) => id);
  // The page's own renderer; others are spares for new pages.
  const [renderer] = pidsOf('renderer').sort((a, b) => residentOf(b).all - residentOf(a).all);
  const gpu = pidsOf('GPU')[0];
  const dumps = new Dumps(whole, renderer);

  return async () => {
    await session.send('HeapProfiler.collectGarbage');
    const { usedSize } = await session.send('Runtime.getHeapUsage');
    const { metrics } = await session.send('Performance.getMetrics');
    const metric = (/** @type {string} */ name) =>
      metrics.find((each) => each.name === name)?.value ?? 0;
    const workers = page.workers();
    const bytes = await Promise.all(
      [page.evaluate(memories), ...workers.map((worker) => worker.evaluate(memories))].map((each) =>
        soon(each, 3000),
      ),
    );
    const sizes = await soon(dumps.take(), 5000);
    const sizeOf = (/** @type {string} */ name) => (sizes ? sumOf(sizes, name) / MB : NaN);
    const { all, own } = residentOf(renderer);
    return {
      'heap MB': usedSize / MB,
      'wasm MB': bytes.reduce((sum, each) => Number(sum) + (each ?? NaN), 0) / MB,
      'page wasm MB': (bytes[0] ?? NaN) / MB,
      workers: workers.length,
      nodes: metric('Nodes'),
      listeners: metric('JSEventListeners'),
      documents: metric('Documents'),
      'renderer MB': all / MB,
      'own MB': own / MB,
      'gpu MB': residentOf(gpu).all / MB,
      'malloc objects MB': sizeOf('malloc objects'),
      'blink objects MB': sizeOf('blink_gc/main/heap objects'),
      ...Object.fromEntries(
        ['malloc', 'partition_alloc', 'v8', 'blink_gc', 'cc'].map((name) => [
          `${name} MB`,
          sizeOf(name),
        ]),
      ),
    };
  };
}

/** Milliseconds within which a page at rest adds no nodes. */
const still = 500;
/** Most counts until the number of nodes no longer changes. */
const looks = 20;

/**
 * Returns a function that counts all nodes of a page at rest (visitor.mjs): those of documents, of Lit's templates and those still
 * held by scripts. During a visit the number depends on what is open: 6 000 to 28 000. Pictures saved as PNG stay in Chromium's
 * cache for minutes, each as a document with some 500 nodes, so the cache is emptied first.
 * @param {Page} page
 */
export async function openNodes(page) {
  const session = await page.context().newCDPSession(page);
  for (const domain of ['Performance', 'Network'])
    await session.send(/** @type {'Network.enable'} */ (`${domain}.enable`));
  const count = async () => {
    for (const cacheDisabled of [true, false])
      await session.send('Network.setCacheDisabled', { cacheDisabled });
    await session.send('HeapProfiler.collectGarbage');
    const { metrics } = await session.send('Performance.getMetrics');
    return metrics.find(({ name }) => name === 'Nodes')?.value ?? NaN;
  };
  return async () => {
    let nodes = NaN;
    for (let look = 0; look < looks; look++) {
      await new Promise((resolve) => setTimeout(resolve, still));
      const before = nodes;
      nodes = await count();
      if (nodes === before) return nodes;
    }
    return NaN;
  };
}

/** Returns the size of a name, or the sum of the highest names below it that have a size, or NaN where there is none. @param {Record<string, number>} sizes @param {string} name */
function sumOf(sizes, name) {
  if (name in sizes) return sizes[name];
  const names = Object.keys(sizes).filter(
    (each) => each.startsWith(`${name}/`) && !each.endsWith(' objects'),
  );
  if (names.length === 0) return NaN;
  return names
    .filter((each) => !names.some((other) => each.startsWith(`${other}/`)))
    .reduce((sum, each) => sum + sizes[each], 0);
}

/**
 * Returns a function that lists the page's call stack, to show what blocks a page that does not answer.
 * @param {Page} page
 */
export async function openStack(page) {
  const session = await page.context().newCDPSession(page);
  /** Script names by id: stack frames have only the id. @type {Map<string, string>} */
  const names = new Map();
  session.on('Debugger.scriptParsed', ({ scriptId, url }) => {
    if (url) names.set(scriptId, url.split('/').pop() ?? '');
  });
  // Enabled now, because a blocked page would not receive it. By default it would keep all discarded scripts, 1 MB a minute.
  await session.send('Debugger.enable', { maxScriptsCacheSize: 1e5 });
  return async () => {
    const paused = new Promise((resolve) => {
      session.once('Debugger.paused', ({ callFrames }) => resolve(callFrames));
    });
    void soon(session.send('Debugger.pause'), 1000);
    const frames = /** @type {any[]} */ ((await soon(paused, 3000)) ?? []);
    void soon(session.send('Debugger.resume'), 1000);
    return frames
      .slice(0, 12)
      .map(({ functionName, location: { scriptId, lineNumber, columnNumber } }) => {
        const file = names.get(scriptId) ?? '(no file)';
        return `${functionName || '(no name)'} ${file}:${lineNumber + 1}:${columnNumber + 1}`;
      })
      .join(' < ');
  };
}
