/**
 * `scaledot train`: a small network learns a task under several rules of attention, from the same start and with the
 * same examples.
 */
import fs from 'node:fs';
import { answerOf, goal, outcomeOf, verdictOf } from '../pictures/verdict.js';
import { entriesOf, initialParams } from '../tables/state.js';
import {
  everyOf,
  forTask,
  heldOut,
  rules,
  rulesOf,
  symbolic,
  trainerOptions,
} from '../tables/training.js';
import { curveOf, nameOf, t } from './networks.js';
import { engineHelp, helpLine, limitsOf, optionLine, rangeOf, resultHelp } from './options.js';
import { checkFile, output, results } from './output.js';
import { alternatives, asUsage, combine, stateOf, wrong } from './parse.js';
import { counted, numbers, paragraph, table } from './text.js';

/** @import { Engine } from '../engine/index.js' */
/** @import { Outcome } from '../pictures/types.js' */
/** @import { Entry, Params } from '../tables/types.js' */
/** @import { Arguments, Command } from './types.js' */
/** @import { Order, Run, Trained } from './networks.js' */
/** @import { Work } from './work.js' */

/** In the order of help and of the combinations; the rules come last. */
const keys = [
  ...['task', 'dk', 'size', 'symbols', 'model-dim', 'heads', 'layers', 'norm', 'gain'],
  ...['optimizer', 'learning-rate', 'weight-decay', 'schedule', 'warmup', 'clip'],
  ...['batch', 'steps', 'seed'],
];

const line = (/** @type {string[]} */ ...[key, value, about]) =>
  optionLine('training', key, value, about);
const range = (/** @type {string} */ key) => rangeOf('training', key);

/** @type {readonly string[]} */
const tasks = entriesOf('training').find(({ key }) => key === 'task')?.choices ?? [];
const initialRules = rulesOf(initialParams('training'));
const otherRules = rules.filter((rule) => rule !== 'alpha' && !initialRules.includes(rule));

/** @type {Command} */
export const command = {
  name: 'train',
  lab: 'training',
  keys: [...keys, 'rules', 'alpha'],
  more: { save: 'string' },
  help: `npx scaledot train [options]
A small network learns a task under several rules of attention, with the same
seed and examples. Ctrl-C ends it and shows what it has measured.
Numbers in parentheses are those of recall; another --task has its own.
${helpLine('--task TASK', `${tasks.slice(0, 5).join(', ')},`)}
${helpLine('', `${tasks.slice(5).join(', ')} (recall)`)}
${helpLine('--rules RULES', `${initialRules.join(', ')} (these), also`)}
${helpLine('', otherRules.join(', '))}
${helpLine('--alpha A', `one more rule, 1/d_k^A: ${limitsOf('training', 'alpha')}`)}
${line('dk', 'N')}; --layers N: ${range('layers')}
${line('size', 'N', 'of the task')}; --symbols N: ${range('symbols')}
${line('model-dim', 'N')}; --heads N: ${range('heads')}
${line('norm', 'NAME')}; --gain G of W_q and W_k: ${range('gain')}
${line('optimizer', 'NAME')}; --clip C: ${range('clip')}
${line('learning-rate', 'R')}; --weight-decay D of adamw: ${range('weight-decay')}
${line('schedule', 'NAME')}; --warmup N: ${range('warmup')}
${line('steps', 'N')}; --batch N: ${range('batch')}
${line('seed', 'N')}
${helpLine('--save FILE', 'the network, as .safetensors; after Ctrl-C, too')}
${resultHelp}
${engineHelp()}
`,
};

/** @param {Arguments} read @param {Work} work */
export async function run({ values, flags }, work) {
  const orders = ordersOf(values);
  refuseUnused(values, orders);
  const several = rulesGiven(values).length;
  const target = output(flags, orders.length / several);
  const file = flags.save === undefined ? undefined : String(flags.save);
  if (file !== undefined && orders.length > 1)
    throw wrong('save', file, `one network to save, not ${orders.length}`);
  if (file !== undefined) checkFile('save', file);
  work.begin();
  const runs = await trainAll(await work.engine(flags), orders, work, file);
  const compared = orders.length === several ? runs : [];
  return target.write({
    json: results(runs),
    text: () => text(runs, columnsOf(values, runs), compared),
    rows: () => runs.flatMap(rowsOf),
    picture: async () => (await import('./train-picture.js')).picture(compared),
  });
}

/** The requested rules of attention, each with its exponent. @param {Map<string, string[]>} values */
function rulesGiven(values) {
  const given = new Set(values.get('rules') ?? initialRules);
  const exponents = alternatives('alpha', values.get('alpha') ?? []);
  if (exponents.length > 0) given.add('alpha');
  return [...given].flatMap((name) =>
    (name === 'alpha' && exponents.length > 0 ? exponents : [{}]).map((exponent) => ({
      ...exponent,
      rules: name,
    })),
  );
}

/** A network for each combination and rule. @param {Map<string, string[]>} values @returns {Order[]} */
function ordersOf(values) {
  const given = keys.filter((key) => values.has(key));
  const parts = given.map((key) => alternatives(key, values.get(key) ?? []));
  const states = combine('training', [...parts, rulesGiven(values)], ({ task }) =>
    task === undefined ? initialParams('training') : startOf(task),
  );
  return states.map((params) => {
    const [rule] = rulesOf(params);
    return { params, rule, options: trainerOptions(params, rule) };
  });
}

/** Refuses options that no network would use. @param {Map<string, string[]>} values @param {readonly Order[]} orders */
function refuseUnused(values, orders) {
  const [decay] = values.get('weight-decay') ?? [];
  if (decay !== undefined && orders.every(({ params }) => params.optimizer !== 'adamw'))
    throw wrong('weight-decay', decay, '--optimizer adamw with it');
  const [symbols] = values.get('symbols') ?? [];
  if (
    symbols !== undefined &&
    orders.every(({ params }) => !symbolic.includes(String(params.task)))
  )
    throw wrong(
      'symbols',
      symbols,
      `--task ${symbolic.slice(0, -1).join(', ')} or ${symbolic.at(-1)} with it`,
    );
}

/** The state of the lab after a task is chosen. @param {string} task */
function startOf(task) {
  const known = tasks.find((each) => each === task.toLowerCase());
  return stateOf('training', known ? forTask(known) : { task });
}

// Work ----------------------------------------------------------------------------------------------

/**
 * Trains as many networks at a time as there are workers. After Ctrl-C, returns those that have learned anything.
 * @param {Engine} engine
 * @param {readonly Order[]} orders
 * @param {Work} work
 * @param {string} [file]
 */
async function trainAll(engine, orders, work, file) {
  /** @type {Run[]} */
  const runs = [];
  const tell = progressOf(orders, work);
  const waiting = [...orders.entries()];
  const lane = async () => {
    for (let next = waiting.shift(); next && !work.signal.aborted; next = waiting.shift()) {
      const [at, order] = next;
      const told = (/** @type {number} */ steps) => tell(at, steps);
      runs[at] = { ...order, result: await train(engine, order, work, told, file) };
    }
  };
  await Promise.all(Array.from({ length: Math.max(1, engine.workers) }, lane));
  const learned = runs.filter((each) => each?.result.steps > 0);
  if (learned.length === 0) work.signal.throwIfAborted();
  if (work.signal.aborted) work.keep();
  return learned;
}

/** Reports the total steps of all networks. @param {readonly Order[]} orders @param {Work} work */
function progressOf(orders, work) {
  const began = performance.now();
  const made = orders.map(() => 0);
  const sum = (/** @type {readonly number[]} */ list) => list.reduce((all, each) => all + each, 0);
  const all = sum(orders.map(stepsOf));
  return (/** @type {number} */ at, /** @type {number} */ steps) => {
    made[at] = steps;
    const count = sum(made);
    const perSecond = (1000 * count) / (performance.now() - began);
    work.tell({ done: count / all, count, perSecond }, ['step', 'steps']);
  };
}

/** @param {{params: Params}} order */
const stepsOf = ({ params }) => Number(params.steps);

/**
 * @param {Engine} engine
 * @param {Order} order
 * @param {Work} work
 * @param {(steps: number) => void} told
 * @param {string} [file]  file for the network
 * @returns {Promise<Trained>}
 */
async function train(engine, order, { signal }, told, file) {
  const trainer = await engine.createTrainer(order.options).catch((error) => {
    throw asUsage(error);
  });
  try {
    const onProgress = (/** @type {{steps?: number}} */ { steps = 0 }) => told(steps);
    await trainer.step(stepsOf(order), { signal, onProgress }).catch((error) => {
      if (!signal.aborted) throw error;
    });
    const { steps, divergedAt } = await trainer.step(0);
    told(divergedAt > 0 ? stepsOf(order) : steps);
    const metrics = await trainer.metrics();
    if (file !== undefined && steps > 0)
      fs.writeFileSync(file, await trainer.save({ numbers: 'f32', optimizer: false }));
    const partial = divergedAt === 0 && steps < stepsOf(order);
    return {
      parameters: trainer.parameters,
      steps,
      divergedAt,
      ...(partial && { partial }),
      metrics,
    };
  } finally {
    trainer.dispose();
  }
}

// Results -------------------------------------------------------------------------------------------

/** Options that the headline shows if all networks share their values, and a column otherwise. */
const told = ['task', 'dk', 'steps', 'seed'];

/**
 * The options that distinguish the networks, besides their rules. Other settings of a task have no column.
 * @param {Map<string, string[]>} values
 * @param {readonly Run[]} runs
 */
function columnsOf(values, runs) {
  const isSeveral = (/** @type {string} */ key) =>
    keys.includes(key) && (values.get(key) ?? []).length > 1;
  return entriesOf('training').filter(
    ({ key, name }) =>
      (told.includes(key) || isSeveral(key)) &&
      runs.some(({ params }) => params[name] !== runs[0].params[name]),
  );
}

/**
 * @param {readonly Run[]} runs
 * @param {readonly Entry[]} columns
 * @param {readonly Run[]} compared  the runs that the sentences describe
 */
function text(runs, columns, compared) {
  const isPartial = runs.some(({ result }) => result.partial);
  // "12 of 300" already shows the steps.
  const apart = columns.filter(({ key }) => !(isPartial && key === 'steps'));
  const rows = runs.map((run) => {
    const { at, end, accuracy, loss } = outcomeOf(curveOf(run));
    const { steps } = run.result;
    return [
      ...apart.map(({ name }) => String(run.params[name])),
      nameOf(run),
      ...(isPartial ? [`${numbers.integer(steps)} of ${numbers.integer(stepsOf(run))}`] : []),
      end === 'reached'
        ? numbers.integer(at)
        : t(`training.at.${end}`, { step: numbers.integer(at) }),
      numbers.share(accuracy),
      numbers.number(loss, 3),
    ];
  });
  const head = [
    ...apart.map(({ key }) => key),
    t('training.column.rule'),
    ...(isPartial ? ['steps'] : []),
    ...['at', 'accuracy', 'loss'].map((name) => t(`training.column.${name}`)),
  ];
  return [
    paragraph(headline(runs[0], columns)),
    table([head, ...rows], apart.length + 1),
    ...(compared.length > 0 && !isPartial ? [paragraph(verdict(compared))] : []),
  ].join('\n\n');
}

const capitalised = (/** @type {string} */ text) => `${text[0].toUpperCase()}${text.slice(1)}`;

/** The values that all networks share. @param {Run} run @param {readonly Entry[]} columns */
function headline({ params }, columns) {
  const isCommon = (/** @type {string} */ name) => columns.every((each) => each.name !== name);
  const common = [
    isCommon('task') && capitalised(t(`training.choice.task.${params.task}`)),
    isCommon('dk') && `d_k = ${params.dk}`,
    isCommon('steps') && counted(Number(params.steps), 'step'),
    isCommon('seed') && `seed ${params.seed}`,
  ];
  const shown = common.filter(Boolean).join(', ');
  const measured = `measured on ${counted(heldOut, 'held-out example')}`;
  return shown ? `${shown}; ${measured}` : capitalised(measured);
}

const percent = (/** @type {number} */ share) => `${Math.round(100 * share)}%`;

/** The answer, as in the lab. @param {readonly Run[]} runs */
function verdict(runs) {
  const measured = { every: everyOf(runs[0].params), examples: heldOut };
  const told = verdictOf(runs.map(curveOf), measured);
  const name = (/** @type {Outcome} */ of) => nameOf(runs[told.outcomes.indexOf(of)], 'with');
  const { integer, share } = numbers;
  const { one, other, rest } = told;
  const common = {
    goal: percent(goal),
    examples: integer(heldOut),
    steps: integer(stepsOf(runs[0])),
  };
  const values = (/** @type {Outcome} */ of, /** @type {Outcome} */ beside) => ({
    ...common,
    ...{ at: integer(of.at), accuracy: share(of.accuracy), step: integer(of.step) },
    ...{ otherAt: integer(beside.at), otherAccuracy: share(beside.accuracy) },
  });
  const answer = t(`training.answer.${answerOf(told)}`, {
    ...values(one, other),
    ...{ one: name(one), other: name(other) },
  });
  const others = rest.map(({ of, relation }) =>
    t(`training.rest.${of.end === 'diverged' ? 'diverged' : relation}`, {
      ...values(of, one),
      ...{ rule: name(of), other: name(one) },
    }),
  );
  return [answer, ...others].join(' ');
}

/** One row for each measurement. @param {Run} run */
function rowsOf({ params, rule, result }) {
  const alpha = rule === 'alpha' ? Number(params.alpha) : undefined;
  const weightDecay = params.optimizer === 'adamw' ? Number(params.weightDecay) : undefined;
  const own = entriesOf('training')
    .filter(({ key }) => keys.includes(key))
    .map(({ name, type }) => {
      const value = params[name];
      return [name, type === 'choice' ? String(value) : Number(value)];
    });
  const order = { rule, alpha, ...Object.fromEntries(own), weightDecay };
  return result.metrics.map(({ layers: _, blocks: _blocks, ...row }) => ({ ...order, ...row }));
}
