// The documentation: its programs print what the pages show, its links work, and its pages obey the site's policy.
// `npm test` builds dist/ and site/ first. SCALEDOT_DOCS=update writes the output of the programs into the pages.
import { expect, test } from '@jest/globals';
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import MiniSearch from 'minisearch';
import { parseSync } from 'rolldown/utils';
import { exampleOf } from '../../scripts/examples.mjs';
import { askedFor, searched, wordsOf } from '../../web/docs/search-words.js';

const root = fileURLToPath(new URL('../..', import.meta.url));
const inRoot = (/** @type {string[]} */ ...parts) => path.join(root, ...parts);
const read = (/** @type {string[]} */ ...parts) => fs.readFileSync(inRoot(...parts), 'utf8');

/** @param {string} folder @param {string} end @returns {string[]} paths relative to the root */
const filesOf = (folder, end) =>
  /** @type {string[]} */ (fs.readdirSync(inRoot(folder), { recursive: true }))
    .filter((name) => name.endsWith(end))
    .map((name) => path.posix.join(folder, name.replaceAll(path.sep, '/')))
    .sort();

const examples = filesOf('docs/examples', '.js');
const manuals = [...filesOf('docs', '.md'), 'README.md', 'CONTRIBUTING.md', 'web/README.md'];
const pages = filesOf('site/docs', '.html');

// --- Programs ---------------------------------------------------------------------------

/** @typedef {{file: string, printed: string[], error?: string}} Run */

/** @param {readonly string[]} files @returns {Run[]} */
function runAll(files) {
  const args = ['--no-warnings', inRoot('tests/js/docs-examples.mjs'), ...files];
  const env = { ...process.env, NODE_OPTIONS: '' };
  const options = { cwd: root, encoding: /** @type {const} */ ('utf8'), env };
  const { stdout, stderr } = spawnSync(process.execPath, args, options);
  expect(stderr).toBe('');
  return stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
}

/** Returns the errors of the wrong calls in each program. @param {readonly string[]} files @returns {string[][]} */
function refusals(files) {
  const folder = fs.mkdtempSync(inRoot('build/refusals-'));
  try {
    const programs = files.map((file, i) => {
      const { code, errors } = exampleOf(read(path.relative(root, file)));
      const calls = errors.map(
        ({ call }) => `try { ${call}; console.log('nothing'); } catch (e) { console.log(e); }`,
      );
      const program = path.join(folder, `${i}.mjs`);
      fs.writeFileSync(program, [code, 'console.log("refused:");', ...calls].join('\n'));
      return program;
    });
    return runAll(programs).map(({ printed, error }) => {
      expect(error).toBeUndefined();
      return printed.slice(printed.indexOf('refused:') + 1);
    });
  } finally {
    fs.rmSync(folder, { recursive: true });
  }
}

/** Returns the statements that print: the line on which each ends, and the comment after it. @param {string} code */
function printing(code) {
  const lines = code.split('\n');
  return lines.flatMap((line, i) => {
    if (!line.startsWith('console.log(')) return [];
    const end = lines.findIndex((each, k) => k >= i && /\);( \/\/ .*)?$/.test(each));
    return [{ end, said: lines[end].match(/\); \/\/ (.*)$/)?.[1] }];
  });
}

/** @param {Run} run @param {string} code */
function compare({ file, printed, error }, code) {
  expect([file, error]).toEqual([file, undefined]);
  expect([file, ...printing(code).map(({ said }) => said)]).toEqual([file, ...printed]);
}

test('every example prints what stands behind it', () => {
  for (const run of runAll(examples)) {
    const name = path.relative(root, run.file);
    const code = read(name);
    if (process.env.SCALEDOT_DOCS === 'update') {
      const lines = code.split('\n');
      printing(code).forEach(({ end }, i) => {
        lines[end] = `${lines[end].replace(/ \/\/ .*$/, '')} // ${run.printed[i]}`;
      });
      fs.writeFileSync(inRoot(name), lines.join('\n'));
    } else compare(run, code);
  }
});

test('every example tells what the engine says of wrong calls', () => {
  const all = refusals(examples);
  for (const [i, file] of examples.entries()) {
    const name = path.relative(root, file);
    const text = read(name);
    const { errors } = exampleOf(text);
    if (process.env.SCALEDOT_DOCS === 'update') {
      const said = [...all[i]];
      const lines = text.split('\n');
      for (const [k, line] of lines.entries())
        if (line.startsWith('// Error: ')) lines[k + 1] = `//   ${said.shift()}`;
      fs.writeFileSync(inRoot(name), lines.join('\n'));
    } else expect([name, ...errors.map(({ said }) => said)]).toEqual([name, ...all[i]]);
    if (!/\/dispose\.js$/.test(name)) expect([name, errors.length]).not.toEqual([name, 0]);
  }
  expect(all.flat().filter((said) => !/^(Type|Range|Syntax)?Error: /.test(said))).toEqual([]);
});

test('every example says what it shows, and stands on a page', () => {
  const all = pages
    .filter((page) => /^site\/docs\/reference\//.test(page))
    .map((page) => read(page))
    .filter((html) => html.includes('<scaledot-playground'));
  for (const example of examples) {
    const [head] = read(example).split('\n');
    expect(`${example} ${head}`).toMatch(/ \/\/ .*[.:)]$/);
  }
  expect(all).toHaveLength(examples.length);
});

test('every function of the reference has an example', () => {
  const without = pages.filter((page) => {
    const html = read(page);
    return (
      /^site\/docs\/reference\/.*/.test(page) &&
      html.includes('class="signature"') &&
      !html.includes('<scaledot-playground')
    );
  });
  // The Playground cannot run these: they need a document, or a file of half a megabyte.
  expect(without.map((page) => path.basename(page, '.html'))).toEqual([
    'chartElement',
    'define',
    'openTokenizer',
  ]);
  for (const page of without)
    expect([page, read(page)]).toEqual([page, expect.stringMatching(/>Example</)]);
});

/** Returns the blocks of JavaScript in a manual. @param {string} file */
const snippetsOf = (file) =>
  [...read(file).matchAll(/^( *)```(js|jsx|tsx)( run| playground)?\n([^]*?)^ *```$/gm)].map(
    ([, indent, language, mark, code]) => ({
      file,
      language,
      runs: mark === ' run',
      code: code.replaceAll(new RegExp(`^${indent}`, 'gm'), ''),
    }),
  );

const snippets = manuals.flatMap(snippetsOf);

test('every JavaScript snippet of the manuals can be parsed', () => {
  expect(snippets.length).toBeGreaterThan(20);
  for (const { file, language, code } of snippets) {
    const { errors } = parseSync(`snippet.${language === 'js' ? 'js' : 'tsx'}`, code);
    expect([file, code, errors.map(({ message }) => message)]).toEqual([file, code, []]);
  }
});

test('those that say what they print, print it', () => {
  const ran = snippets.filter(({ runs }) => runs);
  expect(ran.length).toBeGreaterThan(1);
  const folder = fs.mkdtempSync(path.join(inRoot('build'), 'snippets-')); // inside, so that the package finds itself by name
  const files = ran.map(({ code }, i) => {
    const file = path.join(folder, `${i}.mjs`);
    fs.writeFileSync(file, code);
    return file;
  });
  const runs = runAll(files);
  fs.rmSync(folder, { recursive: true });
  runs.forEach((run, i) => compare({ ...run, file: ran[i].file }, ran[i].code));
});

// --- Links ------------------------------------------------------------------------------

/** @param {string} html @returns {Set<string>} */
const anchorsOf = (html) => new Set([...html.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id));

const anchors = new Map(pages.map((page) => [page, anchorsOf(read(page))]));

test('every link of a page leads to a file of the site, and to a place on it', () => {
  /** @type {string[]} */
  const dead = [];
  for (const page of pages) {
    for (const [, address] of read(page).matchAll(/ (?:href|src)="([^"]*)"/g)) {
      if (/^(https?|mailto):/.test(address)) continue;
      const [file, hash] = address.replaceAll('&amp;', '&').split('#');
      const to = file === '' ? page : path.posix.join(path.posix.dirname(page), file);
      const known = anchors.get(to);
      const isThere =
        fs.existsSync(inRoot(to)) && (!hash || !known || known.has(decodeURIComponent(hash)));
      if (!isThere) dead.push(`${page}: ${address}`);
    }
  }
  expect(dead).toEqual([]);
});

/** Returns the anchor of a heading. @param {string} text */
const slugOf = (text) =>
  text
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .replaceAll(/\s/g, '-');

/** Removes code, in which brackets are not links. @param {string} markdown */
const proseOf = (markdown) =>
  markdown.replaceAll(/^ *```[^]*?^ *```/gm, '').replaceAll(/`[^`\n]*`/g, '');

test('every link of a manual leads to a file of this repository, and to a heading there', () => {
  /** @type {string[]} */
  const dead = [];
  for (const manual of manuals) {
    for (const [, address] of proseOf(read(manual)).matchAll(/\]\(([^)\s]*)\)/g)) {
      if (/^https?:/.test(address)) continue;
      const [file, hash] = address.split('#');
      const to = file === '' ? manual : path.posix.join(path.posix.dirname(manual), file);
      // The pages of the reference are generated.
      const built = `site/${to}`;
      const there =
        fs.existsSync(inRoot(to)) ||
        (to.startsWith('docs/reference/') && fs.existsSync(inRoot(built)));
      const headings =
        to.endsWith('.md') && there
          ? [...read(to).matchAll(/^#+ (.*)$/gm)].map(([, text]) => slugOf(text))
          : undefined;
      if (!there || (hash && headings && !headings.includes(hash)))
        dead.push(`${manual}: ${address}`);
    }
  }
  expect(dead).toEqual([]);
});

test('a guide leads to the lab that it names, and the Playground’s runs a program', () => {
  const guide = read('site/docs/playground.html');
  expect(guide).toContain(
    '<a href="../index.html#lab=playground"><code>#lab=playground</code></a>',
  );
  expect(read('site/docs/zh-Hans/playground.html')).toContain(
    '<a href="../../index.html#lab=playground&amp;lang=zh-Hans">',
  );
  expect(read('site/docs/teaching-sheet.html')).toContain('#lab=softmax&amp;scale=none"><code>');
  expect(guide.match(/<scaledot-playground readonly show="program">/g)).toHaveLength(1);
});

test('the README leads to the documentation', () => {
  expect(read('README.md')).toContain('](docs/README.md)');
});

// --- Search -----------------------------------------------------------------------------

test('a function is the first that is found by its name', async () => {
  const { default: text } = await import(inRoot('site/docs/search-en.js'));
  const search = MiniSearch.loadJSON(text, { ...searched, tokenize: wordsOf });
  const names = pages
    .filter(
      (page) => /^site\/docs\/reference\//.test(page) && read(page).includes('class="signature"'),
    )
    .map((page) => path.basename(page, '.html'))
    .filter((name) => !name.endsWith('-class'));
  expect(names.length).toBeGreaterThan(70);
  const others = names.filter((name) => search.search(name, askedFor(name))[0]?.title !== name);
  expect(others).toEqual([]);
});

// --- Pages ------------------------------------------------------------------------------

test('no page has a script, a style or a handler of its own', () => {
  for (const page of pages) {
    const html = read(page);
    expect([page, html.match(/<script(?![^>]* src=)|<style|<[^>]* (style|on\w+)=/g)]).toEqual([
      page,
      null,
    ]);
  }
});

test('the offline worker fetches no page before somebody reads it', () => {
  const [, list] = read('site/offline.js').match(/^self\.scaledot = (.*);\n/) ?? [];
  const { files, later } = JSON.parse(String(list));
  expect(Object.keys(files).filter((name) => name.startsWith('docs/'))).toEqual([]);
  expect(later).toContain('docs/');
});
