// docs/bundlers.md: its tables state what the tests found, its settings are the files that the tests use.
import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import prettier from 'prettier';
import { environments } from './environments.mjs';
import { inHere } from './kit.mjs';

/** @import { Host } from './hosts.mjs' */

const file = inHere('../../docs/bundlers.md');
const report = inHere('../../build/reports/bundlers.md');

/** The programs that have a column in the table. */
export const titles = {
  engine: '`scaledot`',
  attention: '`scaledot/attention`',
  workers: '`scaledot/worker`',
  lean: '`scaledot/lean`',
  adapters: '`scaledot/torch`, `/onnx`, `/models`',
  elements: '`scaledot/elements`, `/define`',
  charts: '`scaledot/charts`, `/define`',
};

const line = (/** @type {string[]} */ cells) => `| ${cells.join(' | ')} |`;

/**
 * @param {string} text  of the document, which keeps the results of hosts that were not tried
 * @param {readonly Host[]} hosts
 * @param {Map<string, Map<string, string>>} found
 * @param {readonly (keyof typeof titles)[]} programs
 */
function tableOf(text, hosts, found, programs) {
  const rows = text.split('\n');
  return [
    line(['', ...programs.map((program) => titles[program])]),
    line(['---', ...programs.map(() => '---')]),
    ...hosts.map(({ name }) => {
      const row = found.get(name);
      if (row) return line([name, ...programs.map((program) => row.get(program) ?? '')]);
      return rows.find((each) => each.startsWith(`| ${name} `)) ?? line([name]);
    }),
  ].join('\n');
}

/** @param {Map<string, Map<string, string>>} found */
const environmentsOf = (found) =>
  [
    line(['environment', 'engine of `load()`', 'what to write']),
    line(['---', '---', '---']),
    ...environments.map(({ name, write }) =>
      line([name, found.get(name)?.get('variant') ?? '', write]),
    ),
  ].join('\n');

/**
 * Returns the text with everything between the marks `<!-- NAME -->` and `<!-- / -->` replaced by a table or a file.
 * @param {string} text @param {Record<string, string>} tables
 */
const filled = (text, tables) =>
  text.replaceAll(/(<!-- (\S+) -->\n)[^]*?(<!-- \/ -->)/g, (_, start, name, end) => {
    if (name in tables) return `${start}\n${tables[name]}\n\n${end}`;
    const code = fs.readFileSync(inHere(name), 'utf8').trimEnd();
    const language = path.extname(name).slice(1).replace('mjs', 'js');
    return `${start}\n\`\`\`${language}\n${code}\n\`\`\`\n\n${end}`;
  });

/**
 * @param {readonly Host[]} hosts
 * @param {Map<string, Map<string, string>>} found
 * @param {readonly (keyof typeof titles)[]} programs
 * @param {boolean} write
 */
export async function checkDocument(hosts, found, programs, write) {
  const text = fs.readFileSync(file, 'utf8');
  const options = { ...(await prettier.resolveConfig(file)), parser: 'markdown' };
  const table = tableOf(text, hosts, found, programs);
  const tables = { table, environments: environmentsOf(found) };
  const now = await prettier.format(filled(text, tables), options);
  fs.mkdirSync(path.dirname(report), { recursive: true });
  fs.writeFileSync(report, now);
  if (write) fs.writeFileSync(file, now);
  else assert.equal(text, now, 'docs/bundlers.md: node tests/package/package.mjs --write');
}
