// Finds the limits in the engine's own error messages. Runs the programs of the documentation, then repeats their calls
// with one number after another replaced by NaN. Prints a list of {owner, name, said}. Runs in a process of its own,
// like docs-examples.mjs.
import fs from 'node:fs';
import { pathToFileURL } from 'node:url';
import { inRoot } from '../../scripts/tools.mjs';

/**
 * The package that the programs import. It has no types until it is built.
 * @type {typeof import('../../web/engine/index.js')}
 */
const { load } = await import(pathToFileURL(inRoot('dist/index.js')).href);

const write = process.stdout.write.bind(process.stdout);
const [file, ...programs] = process.argv.slice(2);
/** @type {import('../../scripts/reference.mjs').Entry[]} */
const reference = JSON.parse(fs.readFileSync(file, 'utf8'));
const { items } = reference[0];

/**
 * The first call of each method, by its name, such as `softmax` or `Trainer.step`.
 * @type {Map<string, {self: any, method: Function, given: any[]}>}
 */
const calls = new Map();
/** Classes of the objects that an engine creates. @type {Set<object>} */
const watched = new Set();

/** @param {any} self @param {string} owner */
function watch(self, owner) {
  const kind = Object.getPrototypeOf(self);
  if (watched.has(kind)) return;
  watched.add(kind);
  for (const [name, { value: method }] of Object.entries(Object.getOwnPropertyDescriptors(kind))) {
    if (name === 'constructor' || typeof method !== 'function') continue;
    const known = owner + name;
    /** @this {any} @param {any[]} given */
    const call = function (...given) {
      if (!calls.has(known)) calls.set(known, { self: this, method, given });
      const result = method.apply(this, given);
      if (name === 'numpyRandom') watch(result, 'NumpyRandom.');
      if (name !== 'createTrainer') return result;
      return result.then((/** @type {any} */ trainer) => {
        watch(trainer, 'Trainer.');
        trainer.dispose = () => {}; // called again below
        return trainer;
      });
    };
    kind[name] = call;
    if (Object.hasOwn(self, name)) self[name] = call.bind(self);
  }
}

/** @type {{owner: string, name: string, said: string}[]} */
const found = [];

/** @param {string} owner @param {string} name @param {() => unknown} call */
async function probe(owner, name, call) {
  try {
    await call();
  } catch (error) {
    found.push({ owner, name, said: String(/** @type {Error} */ (error).message) });
  }
}

/** Returns a value of the type in which a number is NaN. @param {string} type */
const bad = (type) => {
  if (/^number\b/.test(type)) return NaN;
  if (/^readonly \[number/.test(type)) return [NaN, 1];
  return /^(ArrayLike<number>|readonly number\[\])/.test(type) ? [NaN] : undefined;
};

watch(await load(), '');
console.log = () => {};
for (const program of programs) await import(pathToFileURL(program).href);

const engine = items.find(({ name }) => name === 'Engine');
const classes = items.filter(({ name }) => ['Trainer', 'NumpyRandom'].includes(name));
const methods = [
  .../** @type {any[]} */ (engine?.members ?? []).map((item) => [item.name, item]),
  ...classes.flatMap(({ name, members = [] }) =>
    members.map((each) => [`${name}.${each.name}`, each]),
  ),
];
for (const [owner, { signatures }] of methods) {
  const call = calls.get(owner);
  if (!call) continue;
  const { self, method, given } = call;
  for (const { parameters } of signatures) {
    for (const [i, { name, type, fields = [] }] of parameters.entries()) {
      const withOne = (/** @type {unknown} */ value) => () =>
        method.apply(self, Object.assign([...given], { [i]: value }));
      const own = bad(type);
      if (own !== undefined) await probe(owner, name, withOne(own));
      for (const field of fields) {
        const value = bad(field.type);
        if (value === undefined) continue;
        await probe(owner, `${name}.${field.name}`, withOne({ ...given[i], [field.name]: value }));
      }
    }
  }
}
await probe('load', 'options.workers', () => load({ workers: NaN }));
const sd = await load();
const side = items.find(({ name }) => name === 'ComponentOptions');
for (const { name } of side?.fields ?? [])
  await probe('ComponentOptions', name, () =>
    sd.scoreStatistics({ query: { distribution: 'student-t', [name]: NaN } }),
  );
write(JSON.stringify(found));
process.exit(); // workers of engines and trainers left open would keep the process alive
