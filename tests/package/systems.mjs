// node tests/package/systems.mjs TARBALL ANSWERS: runs the packed package in Node on this system. The first system writes its
// answers to the file. Every other one must give the same digits. Needs only Node and npm, so that it also runs where nothing is
// built.
import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { installTarball, node, project, temporaryFolder } from './kit.mjs';

const [tarball, answersFile] = process.argv.slice(2).map((file) => path.resolve(file));
if (!answersFile) throw new Error('usage: node tests/package/systems.mjs TARBALL ANSWERS');

/** The answers of the first system, for comparison. @type {{digits: Record<string, string>} | undefined} */
const first = fs.existsSync(answersFile)
  ? JSON.parse(fs.readFileSync(answersFile, 'utf8'))
  : undefined;
/** @type {Record<string, string>} */
const digits = {};

const home = temporaryFolder();
await installTarball(home, tarball);
const folder = project(home, 'systems');

/** @param {string} name @param {...string} args of node */
const tryProgram = (name, ...args) =>
  test(name, async () => {
    digits[name] = await node(folder, ...args);
    assert.notEqual(digits[name], '');
    if (first) assert.equal(digits[name], first.digits[name]);
  });

for (const program of [
  'engine',
  'attention',
  'node-workers',
  'lean',
  'adapters',
  'node-elements',
  'charts',
])
  await tryProgram(`import: ${program}`, path.join('src', 'run.mjs'), program);
for (const program of ['engine', 'attention', 'workers', 'lean', 'adapters', 'elements', 'charts'])
  await tryProgram(`require: ${program}`, path.join('src', 'require.cjs'), program);

const cli = path.join(home, 'node_modules', 'scaledot', 'dist', 'cli.js');
await tryProgram('command line', cli, 'variance', '--dk', '64', '--seed', '1', '--json');
await test('npm has made the command', () => {
  const name = process.platform === 'win32' ? 'scaledot.cmd' : 'scaledot';
  assert.ok(fs.existsSync(path.join(home, 'node_modules', '.bin', name)));
});

if (!first) fs.writeFileSync(answersFile, `${JSON.stringify({ digits }, null, 2)}\n`);
fs.rmSync(home, { recursive: true, force: true });
