// npm run pack [-- OPTIONS of npm pack]: makes the tarball that is published, from build/npm/: dist/, the licence, web/README.md
// and the part of package.json that users need. The repository itself is `private`, so that nobody publishes it by mistake.
import fs from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { buildEngine, buildPackage } from './build.mjs';
import { inRoot, run, runMain } from './tools.mjs';

const readme = 'web/README.md';

/** The fields of package.json that only the repository needs. */
const own = ['private', 'scripts', 'devDependencies', 'overrides'];

/**
 * Returns package.json as it is published.
 * @param {Record<string, unknown>} manifest
 */
export const publishedManifest = (manifest) =>
  Object.fromEntries(Object.entries(manifest).filter(([name]) => !own.includes(name)));

/**
 * Returns the README for npm. Relative links would be broken there, so they point to the repository's files of this version.
 * @param {string} text
 * @param {{version: string, repository: {url: string}}} manifest
 */
export function publishedReadme(text, { version, repository }) {
  const address = repository.url.replace(/^git\+|\.git$/g, '');
  return text.replaceAll(/(!?)\[([^\]]*)\]\((?!https?:|#)([^)]+)\)/g, (_, image, words, link) => {
    const file = path.posix.join(path.posix.dirname(readme), link);
    return `${image}[${words}](${address}/${image ? 'raw' : 'blob'}/v${version}/${file})`;
  });
}

/** Makes the folder that npm packs. Returns its path. */
export function stagePackage() {
  const folder = inRoot('build', 'npm');
  fs.rmSync(folder, { recursive: true, force: true });
  fs.cpSync(inRoot('dist'), path.join(folder, 'dist'), { recursive: true });
  fs.copyFileSync(inRoot('LICENSE'), path.join(folder, 'LICENSE'));
  const manifest = JSON.parse(fs.readFileSync(inRoot('package.json'), 'utf8'));
  const text = publishedReadme(fs.readFileSync(inRoot(readme), 'utf8'), manifest);
  fs.writeFileSync(path.join(folder, 'README.md'), text);
  const published = JSON.stringify(publishedManifest(manifest), null, 2);
  fs.writeFileSync(path.join(folder, 'package.json'), `${published}\n`);
  return folder;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href)
  await runMain(async () => {
    await buildEngine();
    await buildPackage();
    return run('npm', ['pack', stagePackage(), ...process.argv.slice(2)]);
  });
