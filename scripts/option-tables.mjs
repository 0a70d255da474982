// The tables of options (web/engine/border/option-table.js), by the name that their type has: `softmaxSample` is that of
// SoftmaxSampleOptions. Methods of a trainer have theirs by the method, `Trainer.save`.
import fs from 'node:fs';
import { partNames } from '../web/engine/border/parts.js';
import { variants } from '../web/engine/border/variants.js';
import { moduleTable } from '../web/engine/given.js';
import { loadTable } from '../web/engine/load.js';
import { inRoot } from './tools.mjs';

/** @import { Table } from '../web/engine/border/option-table.js' */

const suffix = 'Options';

const engine = 'web/engine';
/** What stands before the names of methods, by their file. @type {Readonly<Record<string, string>>} */
const owners = { 'training/trainer.js': 'Trainer.' };
const files = ['functions', 'workers'].flatMap((folder) =>
  fs
    .readdirSync(inRoot(engine, folder))
    .filter((name) => name.endsWith('.js'))
    .map((name) => `${folder}/${name}`),
);

/** @type {Record<string, Table>} */
const found = { load: loadTable(variants, partNames, moduleTable) };
for (const file of [...files, 'training/training-options.js', ...Object.keys(owners)]) {
  const owner = owners[file] ?? '';
  for (const [name, table] of Object.entries(await import(`../${engine}/${file}`))) {
    if (name.endsWith(suffix)) found[owner + name.slice(0, -suffix.length)] = table;
  }
}

export const optionTables = Object.freeze(found);
