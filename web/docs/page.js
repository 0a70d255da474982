/**
 * Search and theme of the documentation's pages. The text is in the page, in its language. Nothing is stored: links pass the
 * theme on in their URLs.
 */
import MiniSearch from 'minisearch';
import { askedFor, searched, wordsOf } from './search-words.js';

/** A search result with title, page and url. @typedef {import('minisearch').SearchResult} Found */

const root = document.documentElement;
/** @type {NodeListOf<HTMLElement>} */
const [tools] = document.querySelectorAll('#tools');
const word = (/** @type {string} */ name) => tools.dataset[name] ?? '';
/** @type {NodeListOf<HTMLLinkElement>} */
const [sheet] = document.querySelectorAll('link[rel=stylesheet]');
/** The folder of all pages. */
const folder = new URL('.', sheet.href);

/**
 * @template {keyof HTMLElementTagNameMap} Tag
 * @param {Tag} tag
 * @param {object} properties
 * @param {...(Node | string)} children
 * @returns {HTMLElementTagNameMap[Tag]}
 */
function make(tag, properties, ...children) {
  const element = Object.assign(document.createElement(tag), properties);
  element.append(...children);
  return element;
}

// --- Theme ------------------------------------------------------------------------------

const themes = ['auto', 'light', 'dark'];

/** @param {string} theme */
function applyTheme(theme) {
  root.setAttribute('theme', theme);
  for (const link of document.links) {
    const to = new URL(link.href);
    if (to.origin !== location.origin) continue;
    // The labs keep it in their state, after #.
    if (to.href.startsWith(folder.href)) to.searchParams.set('theme', theme);
    else if (to.hash === '' || to.hash.startsWith('#theme=')) to.hash = `theme=${theme}`;
    if (theme === 'auto') {
      to.searchParams.delete('theme');
      if (to.hash === '#theme=auto') to.hash = '';
    }
    link.href = to.href;
  }
}

const given = new URLSearchParams(location.search).get('theme') ?? 'auto';
let theme = themes.includes(given) ? given : 'auto';

const choice = make('select', {
  onchange: () => {
    theme = choice.value;
    const address = new URL(location.href);
    if (theme === 'auto') address.searchParams.delete('theme');
    else address.searchParams.set('theme', theme);
    history.replaceState(null, '', address);
    applyTheme(theme);
  },
});
choice.append(...themes.map((value) => make('option', { value }, word(value))));
choice.value = theme;

// --- Search -----------------------------------------------------------------------------

/** Loaded when the search field gets the focus. @type {Promise<MiniSearch> | undefined} */
let index;

const openIndex = () =>
  (index ??= import(/* @vite-ignore */ new URL(`search-${root.lang}.js`, folder).href).then(
    ({ default: text }) => MiniSearch.loadJSON(text, { ...searched, tokenize: wordsOf }),
  ));

const input = make('input', { type: 'search', autocomplete: 'off', spellcheck: false });
input.setAttribute('aria-keyshortcuts', '/');
const label = make(
  'label',
  {},
  make('span', { className: 'visually-hidden' }, word('search')),
  input,
);
input.placeholder = word('search');
const list = make('ol', {});
const status = make('p', { className: 'status' });
status.setAttribute('role', 'status');
const panel = make('div', { className: 'found', hidden: true }, status, list);

/** @param {Found} found */
function entryOf({ title, page, url }) {
  const link = make('a', { href: new URL(url, folder).href }, title);
  const place = page === title ? [] : [make('span', { className: 'place' }, page)];
  return make('li', {}, link, ...place);
}

async function look() {
  const wanted = input.value.trim();
  panel.hidden = wanted === '';
  if (wanted === '') return;
  const search = await openIndex().catch(() => undefined);
  if (wanted !== input.value.trim()) return; // the text has changed
  index = search && index; // retry later if loading failed
  const found = search?.search(wanted, askedFor(wanted)) ?? [];
  const shown = found.slice(0, 12);
  list.replaceChildren(...shown.map((each) => entryOf(each)));
  status.textContent =
    shown.length > 0 ? word('found').replace('#', String(found.length)) : word('none');
  applyTheme(theme);
}

const close = () => void (panel.hidden = true);
const search = make('search', {}, label, panel);
input.addEventListener('focus', () => void openIndex().catch(() => {}));
input.addEventListener('input', () => void look());
search.addEventListener('keydown', ({ key }) => {
  if (key !== 'Escape') return;
  close();
  input.focus();
});
search.addEventListener('focusout', ({ relatedTarget }) => {
  if (relatedTarget instanceof Node && !search.contains(relatedTarget)) close();
});
document.addEventListener('pointerdown', ({ target }) => {
  if (target instanceof Node && !search.contains(target)) close();
});
document.addEventListener('keydown', (event) => {
  const { key, target, ctrlKey, metaKey, altKey } = event;
  const writes =
    target instanceof Element && target.closest('input, textarea, select, scaledot-playground');
  if (key !== '/' || ctrlKey || metaKey || altKey || writes) return;
  event.preventDefault();
  input.focus();
});

tools.append(
  search,
  make('label', { className: 'theme' }, make('span', {}, word('theme')), choice),
);
applyTheme(theme);
