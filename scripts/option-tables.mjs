// The tables of options (web/engine/border/option-table.js), by the name of their type: `softmaxSample` is that of
// SoftmaxSampleOptions. Options without a type have the name of the function or, like `Trainer.save`, of the method. Those of
// an adapter are prefixed with its name: `torch/multihead`.
import fs from 'node:fs';
import { partNames } from '../web/engine/border/parts.js';
import { variants } from '../web/engine/border/variants.js';
import { moduleTable } from '../web/engine/given.js';
import { loadTable } from '../web/engine/load.js';
import { inRoot } from './tools.mjs';

/** @import { Table } from '../web/engine/border/types.js' */

const engine = 'web/engine';
const families = ['functions', 'workers'].flatMap((folder) =>
  fs
    .readdirSync(inRoot(engine, folder))
    .filter((name) => name.endsWith('.js'))
    .map((name) => `${folder}/${name}`),
);
/** The prefix of the names of tables, by file. @type {Readonly<Record<string, string>>} */
const files = {
  ...Object.fromEntries(families.map((file) => [file, ''])),
  'training/training-options.js': '',
  'training/trainer.js': 'Trainer.',
  'models/call-options.js': '',
  'adapters/onnx-options.js': 'onnx/',
  'adapters/torch-options.js': 'torch/',
};

/** @type {Record<string, Table>} */
const found = { load: loadTable(variants, partNames, moduleTable) };
for (const [file, owner] of Object.entries(files)) {
  for (const [name, table] of Object.entries(await import(`../${engine}/${file}`))) {
    if (/(Options|Attributes)$/.test(name)) found[owner + name.replace(/Options$/, '')] = table;
  }
}

export const optionTables = Object.freeze(found);
