// The tables of options (web/engine/border/option-table.js), by the name that their type has: `softmaxSample` is that of
// SoftmaxSampleOptions.
import fs from 'node:fs';
import { inRoot } from './tools.mjs';

/** @import { Table } from '../web/engine/border/option-table.js' */

const suffix = 'Options';

const engine = 'web/engine';
const files = ['functions', 'workers'].flatMap((folder) =>
  fs
    .readdirSync(inRoot(engine, folder))
    .filter((name) => name.endsWith('.js'))
    .map((name) => `${folder}/${name}`),
);

/** @type {Record<string, Table>} */
const found = {};
for (const file of [...files, 'training/training-options.js']) {
  for (const [name, table] of Object.entries(await import(`../${engine}/${file}`))) {
    if (name.endsWith(suffix)) found[name.slice(0, -suffix.length)] = table;
  }
}

export const optionTables = Object.freeze(found);
