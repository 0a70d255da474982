// node scripts/release-ready.mjs v1.2.3: checks whether this checkout may be published under that tag.
import fs from 'node:fs';
import { pathToFileURL } from 'node:url';
import { inRoot, runMain, say } from './tools.mjs';

const read = (/** @type {string} */ file) => fs.readFileSync(inRoot(file), 'utf8');

/** Files with the address of the repository, in which OWNER is a placeholder for its owner. */
export const owned = ['package.json', 'CITATION.cff', '.github/ISSUE_TEMPLATE/config.yml'];

/**
 * Returns the reasons against a release.
 * @param {string} tag
 * @param {(file: string) => string} [textOf]
 * @returns {string[]}
 */
export function obstacles(tag, textOf = read) {
  const { version } = JSON.parse(textOf('package.json'));
  const [, dated] = textOf('CHANGELOG.md').match(/^## (\S+ - \d{4}-\d\d-\d\d)$/m) ?? [];
  return [
    ...(tag === `v${version}` ? [] : [`the tag is ${tag}, package.json says ${version}`]),
    ...(dated?.startsWith(`${version} `)
      ? []
      : [`CHANGELOG.md does not begin with "## ${version} - " and a date`]),
    ...(textOf('CITATION.cff').includes(`\nversion: ${version}\n`)
      ? []
      : [`CITATION.cff does not say version: ${version}`]),
    ...owned
      .filter((file) => textOf(file).includes('OWNER'))
      .map((file) => `${file} still says OWNER`),
  ];
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href)
  await runMain(async () => {
    const found = obstacles(process.argv[2] ?? '');
    for (const obstacle of found) say(obstacle);
    return found.length;
  });
