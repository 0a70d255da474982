// docs/bundlers.md: its table is what the tests found, its settings are the files that the tests use.
import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import prettier from 'prettier';
import { inHere } from './kit.mjs';

const file = inHere('../../docs/bundlers.md');
const report = inHere('../../build/reports/bundlers.md');

const titles = {
  engine: '`scaledot`',
  workers: '`scaledot/worker`',
  lean: '`scaledot/lean`',
  adapters: '`scaledot/torch`, `/onnx`, `/models`',
  elements: '`scaledot/elements`, `/define`',
  charts: '`scaledot/charts`, `/define`',
};

/** @param {Map<string, Map<string, string>>} found @param {readonly (keyof typeof titles)[]} programs */
function tableOf(found, programs) {
  const line = (/** @type {string[]} */ cells) => `| ${cells.join(' | ')} |`;
  return [
    line(['', ...programs.map((program) => titles[program])]),
    line(['---', ...programs.map(() => '---')]),
    ...[...found].map(([host, row]) =>
      line([host, ...programs.map((program) => row.get(program) ?? '')]),
    ),
  ].join('\n');
}

/**
 * The text with what stands between the marks `<!-- NAME -->` and `<!-- / -->` written anew: the table, or a file.
 * @param {string} text @param {string} table
 */
const filled = (text, table) =>
  text.replaceAll(/(<!-- (\S+) -->\n)[^]*?(<!-- \/ -->)/g, (_, start, name, end) => {
    if (name === 'table') return `${start}\n${table}\n\n${end}`;
    const code = fs.readFileSync(inHere(name), 'utf8').trimEnd();
    const language = path.extname(name).slice(1).replace('mjs', 'js');
    return `${start}\n\`\`\`${language}\n${code}\n\`\`\`\n\n${end}`;
  });

/**
 * @param {Map<string, Map<string, string>>} found
 * @param {readonly (keyof typeof titles)[]} programs
 * @param {boolean} write
 */
export async function checkDocument(found, programs, write) {
  const text = fs.readFileSync(file, 'utf8');
  const options = { ...(await prettier.resolveConfig(file)), parser: 'markdown' };
  const now = await prettier.format(filled(text, tableOf(found, programs)), options);
  fs.mkdirSync(path.dirname(report), { recursive: true });
  fs.writeFileSync(report, now);
  if (write) fs.writeFileSync(file, now);
  else assert.equal(text, now, 'docs/bundlers.md: node tests/package/package.mjs --write');
}
