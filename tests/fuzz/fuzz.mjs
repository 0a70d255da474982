// npm run fuzz [-- --minutes N --seed S --kind calls,runs,adapters,models,files,checkpoints,links,frames,workers --case "calls 3 0 1"]:
// generated input for everything that is not trusted. A failing case is reduced as far as possible and printed with the command that
// repeats it. watch.mjs reports a case that does not end. --native fuzzes the C++ file readers instead, with libFuzzer (native.mjs).
import { parseArgs } from 'node:util';
import { buildEngine } from '../../scripts/build.mjs';
import { installPackages, runMain, Stop } from '../../scripts/tools.mjs';
import { smallest, Source } from './source.mjs';
import { startWatch } from './watch.mjs';

/** Functions that try one case, by kind. Each is imported only when needed, because that builds what it tests. @type {Readonly<Record<string, () => Promise<(source: Source) => unknown>>>} */
const fetchers = {
  calls: async () => (await import('./calls.mjs')).call,
  runs: async () => (await import('./runs.mjs')).run,
  adapters: async () => (await import('./adapters.mjs')).adapter,
  models: async () => (await import('./models.mjs')).model,
  files: async () => (await import('./files.mjs')).file,
  checkpoints: async () => (await import('./checkpoints.mjs')).checkpoint,
  links: async () => (await import('./links.mjs')).link,
  frames: async () => (await import('./frames.mjs')).message,
  workers: async () => (await import('./workers.mjs')).order,
};
/** @type {Record<string, (source: Source) => unknown>} */
const kinds = {};
/** Cases of each kind per round. A link takes a thousandth of the time of a call. */
const turns = {
  calls: 1,
  runs: 2,
  adapters: 2,
  models: 1,
  files: 3,
  checkpoints: 1,
  links: 20,
  frames: 10,
  workers: 1,
};

/** Seconds that a case may take. A usual case takes a hundredth of a second, one with workers that do not answer takes many seconds. */
const watch = startWatch(400);

/** @param {string} kind @param {Source} source @returns {Promise<Error | undefined>} */
async function failure(kind, source) {
  watch.begin();
  try {
    await kinds[kind](source);
    return undefined;
  } catch (error) {
    return /** @type {Error} */ (error);
  } finally {
    watch.end();
  }
}

/** @param {string} kind @param {readonly number[]} decisions @param {Error} error */
function report(kind, decisions, error) {
  const cause = /** @type {Error | undefined} */ (error.cause);
  const again = `npm run fuzz -- --case "${[kind, ...decisions].join(' ')}"`;
  return new Stop(`fuzz: ${error.message}\n${cause?.stack ?? error.stack}\nagain: ${again}`);
}

/** @param {string} name @param {string} text @param {number} most */
function numberOf(name, text, most) {
  const number = Number(text);
  if (text.trim() === '' || !(number >= 0 && number <= most))
    throw new Stop(`--${name}: got '${text}', expected a number from 0 to ${most}`);
  return number;
}

await runMain(async () => {
  const text = /** @type {const} */ ({ type: 'string' });
  const { values } = parseArgs({
    options: {
      minutes: { ...text, default: '2' },
      seed: { ...text, default: '1' },
      kind: text,
      case: text,
      native: { type: 'boolean', default: false },
    },
  });
  await installPackages();
  await buildEngine();
  if (values.native) {
    const { fuzzNative } = await import('./native.mjs');
    const minutes = numberOf('minutes', values.minutes, 600);
    return (await fuzzNative(minutes, numberOf('seed', values.seed, 2 ** 31 - 2))) > 0 ? 1 : 0;
  }
  for (const [kind, fetch] of Object.entries(fetchers)) kinds[kind] = await fetch();
  if (values.case !== undefined) {
    const [kind, ...decisions] = values.case.trim().split(/\s+/);
    if (!Object.hasOwn(fetchers, kind))
      throw new Stop(`--case: got '${kind}', expected one of ${Object.keys(fetchers)}`);
    watch.note(`--case "${values.case.trim()}"`);
    const isSeed = decisions[0] === 'seed';
    const source = isSeed
      ? new Source({ seed: Number(decisions[1]) })
      : new Source({ decisions: decisions.map(Number) });
    const error = await failure(kind, source);
    if (error) throw report(kind, source.decisions, error);
    return console.log('fuzz: this case is fine');
  }
  const end = performance.now() + 60_000 * numberOf('minutes', values.minutes, 600);
  const seed = numberOf('seed', values.seed, 2 ** 32 - 1);
  const chosen = values.kind?.split(',') ?? Object.keys(fetchers);
  const wrong = chosen.find((kind) => !Object.hasOwn(fetchers, kind));
  if (wrong !== undefined)
    throw new Stop(`--kind: got '${wrong}', expected some of ${Object.keys(fetchers)}`);
  const counts = Object.fromEntries(chosen.map((kind) => [kind, 0]));
  for (let round = 0; performance.now() < end; round++) {
    for (const kind of chosen) {
      for (let i = 0; i < turns[/** @type {'calls'} */ (kind)]; i++) {
        const own = (Math.imul(seed + 1, 0x9e3779b1) + counts[kind]++) >>> 0;
        const source = new Source({ seed: own });
        watch.note(`--case "${kind} seed ${own}"`);
        const first = await failure(kind, source);
        if (!first) continue;
        const fails = async (/** @type {readonly number[]} */ decisions) => {
          watch.note(`--case "${[kind, ...decisions].join(' ')}"`);
          return Boolean(await failure(kind, new Source({ decisions })));
        };
        const small = await smallest(source.decisions, fails);
        const error = await failure(kind, new Source({ decisions: small }));
        throw report(
          kind,
          small,
          error ?? new Error(`once, and not again: ${first.message}`, { cause: first }),
        );
      }
    }
  }
  const told = Object.entries(counts).map(([kind, count]) => `${count} ${kind}`);
  console.log(`fuzz: ${told.join(', ')}, seed ${seed}: nothing found`);
});
// A worker that a case left hanging must not keep the process alive.
process.exit();
