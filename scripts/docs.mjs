// Builds the documentation: docs/*.md and the reference from scripts/reference.mjs --> site/docs/. Pages obey the site's strict
// policy: no inline scripts or styles. They are readable without scripts; search and the choice of a theme are in web/docs/page.js,
// which Vite has built.
import fs from 'node:fs';
import path from 'node:path';
import MarkdownIt from 'markdown-it';
import MiniSearch from 'minisearch';
import { tokens } from '../web/charts/tokens.js';
import { searched, wordsOf } from '../web/docs/search-words.js';
import { referencePages } from './docs-reference.mjs';
import { sections, words } from './docs-pages.mjs';
import { escaped, highlighted } from './docs-text.mjs';
import { inRoot, Stop } from './tools.mjs';

/** @import { Language } from './docs-pages.mjs' */

/**
 * @typedef {{id: string, level: number, text: string}} Heading
 *
 * @typedef {object} Page
 * @property {string} name below site/docs, without .html
 * @property {Language} language
 * @property {string} section key of its section in the contents
 * @property {string} [group] its group within a long section
 * @property {string} title
 * @property {string} short the title in the contents
 * @property {string} [from] the file in docs/
 * @property {string} markdown
 */

const languages = /** @type {const} */ (['en', 'zh-Hans']);
const source = inRoot('docs');

/** Returns the id of a heading for links, as on GitHub. @param {string} text */
export const slugOf = (text) =>
  text
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replaceAll(/\s/g, '-');

const folderOf = (/** @type {Language} */ language) => (language === 'en' ? '' : `${language}/`);

/** Returns the name of a page. `hosts/README` becomes the index of its folder. @param {string} name */
const pageName = (name) => name.replace(/(^|\/)README$/, '$1index');

/** Returns the first heading, without markup. @param {string} markdown */
const titleOf = (markdown) => (markdown.match(/^# (.*)$/m)?.[1] ?? '').replaceAll('`', '');

/** Returns guides and lessons, in the order of the contents. @param {Language} language @returns {Page[]} */
function writtenPages(language) {
  const folder = path.join(source, folderOf(language));
  const files = /** @type {string[]} */ (fs.readdirSync(folder, { recursive: true }))
    .map((file) => file.replaceAll(path.sep, '/'))
    .filter(
      (file) => file.endsWith('.md') && (language !== 'en' || !/^(zh-Hans|examples)\//.test(file)),
    )
    .map((file) => file.replace(/\.md$/, ''))
    .sort();
  const named = new Set(sections.flatMap(({ pages }) => pages));
  const others = files.filter((file) => !named.has(file));
  return sections.flatMap(({ key, pages }) => {
    const own = others.filter((file) => (key === 'hosts' ? /^hosts\// : /^[^/]+$/).test(file));
    const all = [...pages, ...(key === 'hosts' || key === 'guides' ? own : [])];
    return all
      .filter((file) => files.includes(file))
      .map((file) => {
        const markdown = fs.readFileSync(path.join(folder, `${file}.md`), 'utf8');
        const title = titleOf(markdown);
        return {
          name: folderOf(language) + pageName(file),
          language,
          section: key,
          title,
          short: title,
          from: `${folderOf(language)}${file}.md`,
          markdown,
        };
      });
  });
}

// --- Markdown ---------------------------------------------------------------------------

/** Returns a relative link from one page to another, or to another file. @param {string} from @param {string} to */
const relative = (from, to) =>
  path.posix.relative(path.posix.dirname(from), to) || path.posix.basename(to);

/**
 * Renders a page.
 * @param {Page} page
 * @param {ReadonlyMap<string, string>} published  pages by their files in docs/
 */
function renderer(page, published) {
  const markdown = new MarkdownIt({ html: true, highlight: highlighted });
  /** @type {Heading[]} */
  const headings = [];
  /** @type {Map<string, number>} */
  const seen = new Map();

  /** Returns the published address of a link. @param {string} href @returns {string | undefined} undefined for files that are only in the repository */
  function addressOf(href) {
    if (/^([a-z]+:|#)/.test(href)) return href;
    const [file, hash] = href.split('#');
    if (!page.from) return href;
    const wanted = path.posix.join(path.posix.dirname(page.from), file);
    const name = published.get(wanted.replace(/\.html$/, '.md')); // the reference has no .md
    if (!name && /\.(png|svg)$/.test(wanted)) return relative(page.name, wanted);
    return name && relative(page.name, `${name}.html`) + (hash ? `#${hash}` : '');
  }

  const { rules } = markdown.renderer;
  rules.heading_open = (tokens, i) => {
    const { tag } = tokens[i];
    const inline = tokens[i + 1];
    const text = (inline.children ?? []).map(({ content }) => content).join('');
    const slug = slugOf(text);
    const times = seen.get(slug) ?? 0;
    seen.set(slug, times + 1);
    const id = times > 0 ? `${slug}-${times}` : slug;
    headings.push({ id, level: Number(tag[1]), text });
    return `<${tag} id="${escaped(id)}">`;
  };
  // A link to a file that is not published becomes text.
  rules.link_open = (tokens, i, options, _, self) => {
    const token = tokens[i];
    const href = addressOf(String(token.attrGet('href')));
    if (href === undefined) {
      let close = i;
      while (tokens[close].type !== 'link_close') close += 1;
      tokens[close].hidden = true;
      return '';
    }
    token.attrSet('href', href);
    return self.renderToken(tokens, i, options);
  };
  rules.link_close = (tokens, i, options, _, self) =>
    tokens[i].hidden ? '' : self.renderToken(tokens, i, options);
  // The start of a new sheet. Its inline style is for GitHub; the policy of these pages requires a class.
  rules.html_block = (tokens, i) =>
    tokens[i].content.replaceAll('style="break-before: page"', 'class="sheet"');
  // Links the fragment of a lab to that lab, in the language of the page.
  rules.code_inline = (tokens, i) => {
    const code = escaped(tokens[i].content);
    const shown = `<code>${code}</code>`;
    const spoken = page.language === 'en' ? '' : `&amp;lang=${page.language}`;
    return /^#[a-z-]+=/.test(code)
      ? `<a href="${relative(page.name, '../index.html')}${code}${spoken}">${shown}</a>`
      : shown;
  };
  rules.table_open = (tokens, i) => {
    const end = tokens.findIndex(({ type }, k) => k > i && type === 'thead_close');
    const cells = tokens.slice(i, end).filter(({ type }) => type === 'inline');
    const count = cells.findIndex(({ content }) => content === 'meaning') + 1;
    const isList = cells.every(({ content }) => content === '');
    // The class lets the cells of tables of fields and of lists wrap below each other on narrow pages.
    const kind = count > 0 || isList ? ` class="fields${count > 3 ? ' initial' : ''}"` : '';
    return `<div class="table" tabindex="0" role="group"><table${kind}>`;
  };
  // Columns of numbers get a class instead of Markdown's style. An empty heading becomes a plain cell.
  const cellOf = (/** @type {string} */ tag, /** @type {boolean} */ empty) => (empty ? 'td' : tag);
  for (const cell of ['th_open', 'td_open'])
    rules[cell] = (tokens, i) => {
      const numeric = tokens[i].attrGet('style') ? ' class="numeric"' : '';
      return `<${cellOf(tokens[i].tag, tokens[i + 1].content === '')}${numeric}>`;
    };
  rules.th_close = (tokens, i) => `</${cellOf('th', tokens[i - 1].content === '')}>`;
  rules.table_close = () => '</table></div>';
  rules.fence = (tokens, i) => {
    const { info, content } = tokens[i];
    const [language, mark] = info.split(' ');
    const code = highlighted(content.trimEnd(), language);
    if (mark === 'signature') return `<pre class="signature"><code>${code}</code></pre>\n`;
    const pre = `<pre tabindex="0"><code>${code}</code></pre>\n`;
    return mark === 'playground'
      ? `<scaledot-playground readonly show="program">${pre}</scaledot-playground>\n`
      : pre;
  };
  const html = markdown.render(page.markdown);
  const emptyHead = /<thead>\s*<tr>(?:\s*<td><\/td>)+\s*<\/tr>\s*<\/thead>/g;
  return { html: html.replaceAll(emptyHead, ''), headings };
}

// --- A page -----------------------------------------------------------------------------

/** Returns the contents. @param {Page} page @param {readonly Page[]} pages  of its language */
function contents(page, pages) {
  const say = words[page.language];
  /** @param {Page} each */
  const item = (each) => {
    const current = each === page ? ' aria-current="page"' : '';
    return `<li><a href="${relative(page.name, `${each.name}.html`)}"${current}>${escaped(each.short)}</a></li>`;
  };
  const listOf = (/** @type {readonly Page[]} */ all) => `<ul>${all.map(item).join('')}</ul>`;
  return [...new Set(pages.map(({ section }) => section))]
    .map((section) => {
      const own = pages.filter((each) => each.section === section);
      const groups = [...new Set(own.map(({ group }) => group))].filter(
        (group) => group !== undefined,
      );
      const folded = groups.map((group) => {
        const all = own.filter((each) => each.group === group);
        const open = all.includes(page) ? ' open' : '';
        return `<details${open}><summary>${escaped(group)}</summary>${listOf(all)}</details>`;
      });
      const plain = own.filter(({ group }) => group === undefined);
      return `<h2>${say[section]}</h2>${listOf(plain)}${folded.join('')}`;
    })
    .join('\n');
}

/** @param {Page} page @param {readonly Heading[]} headings */
function onThisPage(page, headings) {
  const shown = headings.filter(({ level }) => level === 2 || level === 3);
  if (shown.length < 2) return '';
  const rows = shown.map(
    ({ id, level, text }) =>
      `<li${level === 3 ? ' class="deeper"' : ''}><a href="#${escaped(id)}">${escaped(text)}</a></li>`,
  );
  const { page: title } = words[page.language];
  return `<nav class="page" aria-labelledby="page-title"><h2 id="page-title">${title}</h2><ul>${rows.join('')}</ul></nav>`;
}

/** Returns links to the previous and the next page. @param {Page} page @param {readonly Page[]} pages */
function turn(page, pages) {
  const say = words[page.language];
  const at = pages.indexOf(page);
  const to = (
    /** @type {Page | undefined} */ each,
    /** @type {string} */ rel,
    /** @type {string} */ word,
  ) =>
    each
      ? `<a rel="${rel}" href="${relative(page.name, `${each.name}.html`)}">${word}: ${escaped(each.short)}</a>`
      : '';
  return `<nav class="turn" aria-label="${say.previous}, ${say.next}">${to(pages[at - 1], 'prev', say.previous)}${to(pages[at + 1], 'next', say.next)}</nav>`;
}

/** Returns links to the same page in other languages, or to their first pages. @param {Page} page @param {readonly Page[]} all */
function languageLinks(page, all) {
  const names = { en: 'English', 'zh-Hans': '简体中文' };
  return languages
    .filter((language) => language !== page.language)
    .map((language) => {
      const plain = page.name.replace(/^zh-Hans\//, '');
      const wanted = folderOf(language) + plain;
      const name = all.some((each) => each.name === wanted) ? wanted : `${folderOf(language)}index`;
      return `<a class="language" lang="${language}" hreflang="${language}" href="${relative(page.name, `${name}.html`)}">${names[language]}</a>`;
    })
    .join('');
}

/** Returns the first paragraph, as the description for search engines. @param {string} html */
const descriptionOf = (html) =>
  (html.match(/<p>([^]*?)<\/p>/)?.[1] ?? '')
    .replaceAll(/<[^>]*>/g, '')
    .replaceAll('"', '&quot;')
    .replaceAll(/\s+/g, ' ')
    .slice(0, 200);

/**
 * Returns the HTML of a page.
 * @param {Page} page
 * @param {{html: string, headings: Heading[]}} text
 * @param {readonly Page[]} all
 * @param {boolean} plays  whether the site has the playground's element
 */
function pageHtml(page, { html, headings }, all, plays) {
  const say = words[page.language];
  const pages = all.filter(({ language }) => language === page.language);
  const up = relative(page.name, '../index.html').replace(/index\.html$/, '');
  const at = (/** @type {string} */ file) => relative(page.name, file);
  const data = ['search', 'found', 'none', 'theme', 'auto', 'light', 'dark']
    .map((name) => ` data-${name}="${say[name]}"`)
    .join('');
  const elements = plays && html.includes('<scaledot-playground');
  return `<!doctype html>
<html lang="${page.language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escaped(page.title)} · scaledot</title>
<meta name="description" content="${descriptionOf(html)}">
<link rel="icon" href="${at('icon.svg')}" type="image/svg+xml">
<link rel="stylesheet" href="${at('page.css')}">
<script type="module" src="${at('page.js')}"></script>${elements ? `\n<script type="module" src="${at('../elements.js')}"></script>` : ''}
</head>
<body>
<a class="skip" href="#text">${say.skip}</a>
<header class="site"><div>
<a class="wordmark" href="${up}index.html">scaled<span class="dot">·</span>dot</a>
<a href="${at(`${folderOf(page.language)}index.html`)}">${say.documentation}</a>
<a class="to-contents" href="#contents">${say.contents}</a>
${languageLinks(page, all)}
<div id="tools"${data}></div>
</div></header>
<div class="columns">
${onThisPage(page, headings)}
<main id="text" tabindex="-1">
${html}
${turn(page, pages)}
</main>
<nav class="contents" id="contents" aria-label="${say.contents}">
${contents(page, pages)}
</nav>
</div>
<footer class="site"><p>${say.footer}</p></footer>
</body>
</html>
`;
}

// --- Search -----------------------------------------------------------------------------

/** @param {string} html */
const textOf = (html) =>
  html
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll('&lt;', '<')
    .replaceAll('&amp;', '&')
    .replaceAll(/\s+/g, ' ');

/** Returns a document for each heading, with the text below it. @param {Page} page @param {{html: string, headings: Heading[]}} text */
function documentsOf(page, { html, headings }) {
  const parts = html.split(/(?=<h[1-3] id=")/).filter((part) => part.startsWith('<h'));
  return parts.map((part) => {
    const id = part.match(/^<h\d id="([^"]*)"/)?.[1] ?? '';
    const heading = headings.find((each) => escaped(each.id) === id);
    const isPage = heading?.level === 1;
    return {
      id: `${page.name}#${id}`,
      title: isPage ? page.title : (heading?.text ?? ''),
      names: isPage ? page.name.replaceAll(/[/-]/g, ' ') : '',
      page: page.title,
      text: textOf(part),
      url: `${page.name}.html${isPage ? '' : `#${id}`}`,
    };
  });
}

/** @param {readonly object[]} documents */
function indexOf(documents) {
  const search = new MiniSearch({ ...searched, tokenize: wordsOf });
  search.addAll(documents);
  // A string, because browsers parse JSON faster than an object literal.
  return `export default ${JSON.stringify(JSON.stringify(search))};\n`;
}

// --- All of it --------------------------------------------------------------------------

/**
 * Writes the documentation.
 * @param {string} site  the built site, in which Vite has written docs/page.js
 */
export function writeDocs(site) {
  const to = path.join(site, 'docs');
  const write = (/** @type {string} */ name, /** @type {string} */ text) => {
    const file = path.join(to, name);
    fs.mkdirSync(path.dirname(file), { recursive: true });
    fs.writeFileSync(file, text);
  };
  const all = [...languages.flatMap(writtenPages)];
  const reference = JSON.parse(fs.readFileSync(inRoot('build/reference/reference.json'), 'utf8'));
  const english = all.filter(({ language }) => language === 'en').length;
  all.splice(english, 0, ...referencePages(reference));
  const published = new Map(all.map(({ from, name }) => [from ?? `${name}.md`, name]));
  const plays = fs.existsSync(inRoot('web/labs/scaledot-playground.js'));
  /** @type {Record<string, object[]>} */
  const documents = { en: [], 'zh-Hans': [] };
  for (const page of all) {
    if (page.title === '') throw new Stop(`docs/${page.from}: has no title`);
    const text = renderer(page, published);
    documents[page.language].push(...documentsOf(page, text));
    write(`${page.name}.html`, pageHtml(page, text, all, plays));
  }
  for (const [language, each] of Object.entries(documents))
    write(`search-${language}.js`, indexOf(each));
  const sheet = fs.readFileSync(inRoot('web/docs/page.css'), 'utf8');
  write('page.css', `${tokens.cssText.replaceAll(/\/\*[^]*?\*\//g, '')}\n${sheet}`);
  fs.copyFileSync(inRoot('web/page/icon.svg'), path.join(to, 'icon.svg'));
  for (const file of fs.readdirSync(source).filter((name) => /\.(png|svg)$/.test(name)))
    fs.copyFileSync(path.join(source, file), path.join(to, file));
}
