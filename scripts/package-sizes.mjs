// npm run size:package [-- --write]: prints the sizes of the parts of the npm package; --write updates docs/package.md.
import fs from 'node:fs';
import { buildEngine, buildPackage } from './build.mjs';
import { budgets, measureDownloads, measurePackage, sum } from './package-parts.mjs';
import { inRoot, runMain } from './tools.mjs';

/** @import { Sizes } from './package-parts.mjs' */

const inKilobytes = (/** @type {number} */ bytes) => (bytes / 1000).toFixed(1);

/** Returns the table of all files of the tarball, by part. */
function wholeTable() {
  const { parts, files, size, unpackedSize } = measurePackage();
  const limit = Object.values(budgets).reduce((all, one) => all + one, 0);
  const rowOf = (/** @type {string} */ what, /** @type {Sizes} */ sizes, most = budgets[what]) => {
    const [bytes, ...packed] = sizes.map(inKilobytes);
    return `| ${[what, bytes, most, ...packed].join(' | ')} |`;
  };
  return [
    '| part of the package | kB | at most | gzip | brotli |\n| --- | --: | --: | --: | --: |',
    ...parts.map(({ part, sizes }) => rowOf(part, sizes)),
    rowOf('**unpacked**', sum(parts.map(({ sizes }) => sizes)), limit),
    '',
    `${files.length} files, ${inKilobytes(unpackedSize)} kB; the tarball is ${inKilobytes(size)} kB.`,
  ].join('\n');
}

/** Returns the table of the downloads of programs, by their use of the engine. */
const downloadTable = async () =>
  [
    '| to download | kB | gzip | brotli | at most |\n| --- | --: | --: | --: | --: |',
    ...(await measureDownloads()).map(
      ({ what, sizes, most }) => `| ${[what, ...sizes.map(inKilobytes), most].join(' | ')} |`,
    ),
  ].join('\n');

await runMain(async () => {
  await buildEngine();
  await buildPackage();
  const text = `${wholeTable()}\n\n${await downloadTable()}\n`;
  process.stdout.write(text);
  if (!process.argv.includes('--write')) return;
  const file = inRoot('docs', 'package.md');
  const now = fs.readFileSync(file, 'utf8');
  fs.writeFileSync(file, now.replace(/(<!-- sizes -->\n)[^]*?(<!-- \/ -->)/, `$1\n${text}\n$2`));
});
