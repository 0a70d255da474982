// What a page holds: read through Chromium's own tools and, for its processes, from /proc.
import fs from 'node:fs';

/** @typedef {import('@playwright/test').Page} Page */
/** @typedef {import('@playwright/test').Browser} Browser */

const MB = 1e6;

/** Bytes of a process that are in memory, all and its own; 0 where there is no /proc. @param {number} pid */
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

/** Undefined where there is no answer in time: a worker may have ended. @template T @param {Promise<T>} promise @param {number} milliseconds */
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

/** What is read of a part, and what its name then ends with. */
const parts = Object.entries({ size: '', allocated_objects_size: ' objects' });

/**
 * What the parts of a process say that they hold (Chromium's memory-infra), in bytes: `blink_gc` is their memory, free room in it
 * included, `blink_gc/main/heap objects` what is in use. Blink does not move its objects, so memory grows though objects do not.
 */
class Dumps {
  /** @type {Record<string, number>} */
  #sizes = {};
  #session;
  #pid;

  /** @param {import('@playwright/test').CDPSession} session of the browser @param {number} pid */
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
 * Gives a function that reads everything. NaN: it did not answer in time.
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
  // The page's, among those that wait for other pages.
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

/** Milliseconds in which a page at rest adds no node. */
const still = 500;
/** So often its nodes are counted at most, until they stay as many. */
const looks = 20;

/**
 * Gives a function that counts all nodes, those of documents, of Lit's templates and what scripts still hold, in a page at rest
 * (visitor.mjs). In the middle of a visit the number says how much is open: 6 000 to 28 000. Pictures that were saved as PNG stay
 * in Chromium's cache for minutes, each a document with some 500 nodes: it is emptied first.
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

/** Of a name or, where it has no size, of the highest names below it that have one; NaN where none has. @param {Record<string, number>} sizes @param {string} name */
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
 * Gives a function that says where the page's scripts are, function by function: what keeps a page that does not answer.
 * @param {Page} page
 */
export async function openStack(page) {
  const session = await page.context().newCDPSession(page);
  /** The frames of a stack name their script by its id alone. @type {Map<string, string>} */
  const names = new Map();
  session.on('Debugger.scriptParsed', ({ scriptId, url }) => {
    if (url) names.set(scriptId, url.split('/').pop() ?? '');
  });
  // A page that is kept would not hear it. Unless told, it keeps all scripts that have gone: 1 MB a minute.
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
