/**
 * Writes a picture as a file without a DOM, for command-line programs. Marks have the colours of light paper as
 * attributes, which every viewer understands. A viewer that follows a dark system theme uses those of dark paper.
 */
import { nothing } from 'lit';
import { composeSvg, escapeXml } from './export.js';
import { marks } from './marks.js';
import { tokens } from './tokens.js';

/** @import { Picture, Raster } from './types.js' */

/** @typedef {{strings?: readonly string[], values: readonly unknown[]}} Template */

/** Matches an attribute whose value comes next, with `?` before the name of a boolean one. */
const attributeStart = /\s(\??[\w:-]+)=$/;

/** Whether the end of a text is inside a tag, for example in a quoted value. */
const isInTag = (/** @type {string} */ text) => text.lastIndexOf('<') > text.lastIndexOf('>');

/** @param {unknown} part @returns {part is Template} */
const isTemplate = (part) => typeof part === 'object';

/**
 * Returns the markup of a Lit template.
 * @param {unknown} part
 * @returns {string}
 */
export function markupOf(part) {
  if (Array.isArray(part)) return part.map(markupOf).join('');
  if (part === nothing || part === null || part === undefined) return '';
  if (!isTemplate(part)) return escapeXml(String(part));
  const { strings, values } = part;
  // guard(of, template)
  if (!strings) return typeof values[1] === 'function' ? markupOf(values[1]()) : '';
  return strings.reduce((text, string, i) => {
    const before = text + string;
    if (i >= values.length) return before;
    const start = attributeStart.exec(string);
    if (start && isInTag(before))
      return before.slice(0, -start[0].length) + attribute(start[1], values[i]);
    return before + (isInTag(before) ? escapeXml(String(values[i])) : markupOf(values[i]));
  }, '');
}

/** @param {string} name @param {unknown} value */
function attribute(name, value) {
  if (name.startsWith('?')) return value ? ` ${name.slice(1)}=""` : '';
  return value === nothing ? '' : ` ${name}="${escapeXml(String(value))}"`;
}

// Styles --------------------------------------------------------------------------------------------

/** Returns the tokens with their defaults, without overrides by a host. */
const ownTokens = () =>
  tokens.cssText.replace(/var\(\s*--scaledot-[\w-]+,\s*((?:[^()]|\([^()]*\))*)\)/g, '$1');

/** Matches `light-dark(a, b)`: the colours on light and on dark paper. */
const pair = /light-dark\(([^,()]+),\s*([^()]+)\)/;

/** Returns the colours on light and on dark paper, by token. @returns {Map<string, [string, string]>} */
function readColors() {
  const found = ownTokens().matchAll(/--sd-([\w-]+):\s*light-dark\(([^,()]+),\s*([^()]+)\)/g);
  return new Map([...found].map(([, name, light, dark]) => [name, [light, dark]]));
}

/** Whether a CSS property is also an SVG attribute. */
const isDrawn = (/** @type {string} */ name) =>
  /^(fill|stroke|opacity|paint-order|font-(size|weight|style))/.test(name);

/**
 * @typedef {object} Rule
 * @property {(tag: string, attributes: Map<string, string>) => boolean} fits
 * @property {[string, string][]} declarations
 */

/** @returns {Rule[]} */
function readRules() {
  const flat = marks.cssText
    .replace(/\/\*.*?\*\//gs, '')
    .replace(/@media[^{]*\{(?:[^{}]*\{[^{}]*\})*[^{}]*\}/g, '');
  return [...flat.matchAll(/([^{}]+)\{([^{}]*)\}/g)].flatMap(([, selectors, body]) => {
    /** @type {[string, string][]} */
    const all = Array.from(body.matchAll(/([\w-]+):\s*([^;]+);/g), ([, name, value]) => [
      name,
      value,
    ]);
    const declarations = all.filter(([name]) => isDrawn(name));
    if (declarations.length === 0) return [];
    return selectors.split(',').map((selector) => ({ fits: matcher(selector), declarations }));
  });
}

/**
 * Returns a function that tests an element against a selector. Selectors of marks have no combinators, only a name,
 * classes and attributes.
 * @param {string} selector
 * @returns {Rule['fits']}
 */
function matcher(selector) {
  const [, name] = /^\s*([\w-]*)/.exec(selector) ?? [];
  const classes = [...selector.matchAll(/\.([\w-]+)/g)].map(([, each]) => each);
  const wanted = [...selector.matchAll(/(:not\()?\[([\w-]+)(?:='([^']*)')?\]/g)];
  return (tag, attributes) => {
    const own = new Set((attributes.get('class') ?? '').split(/\s+/));
    return (
      (!name || name === tag) &&
      classes.every((each) => own.has(each)) &&
      wanted.every(([, not, key, value]) => {
        const has = value === undefined ? attributes.has(key) : attributes.get(key) === value;
        return not ? !has : has;
      })
    );
  };
}

/**
 * Resolves a declared value for a mark of a colour on light paper.
 * @param {string} value
 * @param {string | undefined} color
 * @param {Map<string, [string, string]>} colors
 * @returns {string}
 */
function resolve(value, color, colors) {
  const known = (/** @type {string} */ name) => colors.get(name)?.[0] ?? '';
  return value
    .replace(/var\(--c, (var\([^)]*\))\)/, (_, other) => (color ? known(color) : other))
    .replace(/var\(--[\w-]+, (var\([^)]*\))\)/, '$1')
    .replace(/var\(--sd-([\w-]+)\)/, (_, name) => known(name))
    .replace(pair, '$1')
    .replace(/px$/, '');
}

const tagPattern = /<(\/?)([\w-]+)([^<>]*?)(\/?)>/g;

/**
 * Writes the styles of marks as attributes, and removes classes and data attributes.
 * @param {string} markup
 * @param {Map<string, [string, string]>} colors
 */
function styled(markup, colors) {
  const rules = readRules();
  /** @type {(string | undefined)[]} Colours of the open elements */
  const open = [];
  return markup.replace(tagPattern, (whole, close, tag, inside, alone) => {
    if (close) {
      open.pop();
      return whole;
    }
    const attributes = new Map(
      [...inside.matchAll(/([\w:-]+)="([^"]*)"/g)].map(([, name, value]) => [name, value]),
    );
    const color = attributes.get('data-color') ?? open.at(-1);
    if (!alone) open.push(color);
    /** @type {Map<string, string>} */
    const drawn = new Map();
    if (tag !== 'g' && tag !== 'svg') {
      for (const { fits, declarations } of rules) {
        if (!fits(tag, attributes)) continue;
        for (const [name, value] of declarations) drawn.set(name, resolve(value, color, colors));
      }
    }
    const kept = [...attributes].filter(([name]) => !/^(class|style|data-|aria-)/.test(name));
    const written = [...new Map([...kept, ...drawn])]
      .map(([name, value]) => ` ${name}="${value}"`)
      .join('');
    return `<${tag}${written}${alone}>`;
  });
}

/**
 * Returns a style sheet that replaces light colours with dark ones, for viewers with a dark theme.
 * @param {Map<string, [string, string]>} colors
 */
function darkSheet(colors) {
  const pairs = new Map([...colors.values()]);
  const rules = [...pairs].flatMap(([light, dark]) =>
    ['fill', 'stroke'].map((name) => `[${name}="${light}"]{${name}:${dark}}`),
  );
  return `<style>@media (prefers-color-scheme:dark){${rules.join('')}}</style>`;
}

/**
 * Writes the pixels under the marks as paths, one for each colour, since there is no canvas. They keep the colours of
 * light paper.
 * @param {Raster} raster
 */
function pixelPaths({ box, width, height, rgba }) {
  const bytes = new Uint8ClampedArray(4 * width * height);
  rgba(bytes, false);
  const [wide, tall] = [(box.right - box.left) / width, (box.bottom - box.top) / height];
  const pixels = new Uint32Array(bytes.buffer);
  /** @type {Map<string, string>} */
  const paths = new Map();
  for (let row = 0; row < height; row++) {
    const end = (row + 1) * width;
    for (let from = row * width; from < end;) {
      const [red, green, blue, alpha] = bytes.subarray(4 * from);
      let to = from + 1;
      while (to < end && pixels[to] === pixels[from]) to += 1;
      const [x, y] = [short(box.left + (from % width) * wide), short(box.top + row * tall)];
      const run = `M${x},${y}h${short((to - from) * wide)}v${short(tall)}h${short((from - to) * wide)}z`;
      const color = `rgb(${red},${green},${blue})`;
      if (alpha > 0) paths.set(color, (paths.get(color) ?? '') + run);
      from = to;
    }
  }
  return [...paths]
    .map(([color, d]) => `<path shape-rendering="crispEdges" fill="${color}" d="${d}"/>\n`)
    .join('');
}

/** Rounds to a thousandth of a pixel, which is precise enough and keeps paths short. @param {number} value */
const short = (value) => Math.round(value * 1000) / 1000;

/**
 * @param {Picture} picture
 * @param {object} sheet
 * @param {number} sheet.width
 * @param {number} sheet.height
 * @param {string} sheet.title
 * @param {string} [sheet.summary]
 * @param {string} [sheet.link]  Link or command that made the picture
 * @returns {string}
 */
export function standaloneSvg(picture, sheet) {
  const colors = readColors();
  const color = (/** @type {string} */ name) => colors.get(name)?.[0] ?? '';
  const [, stack = 'sans-serif'] = /--sd-font:\s*([^;]+);/.exec(ownTokens()) ?? [];
  const file = composeSvg({
    ...sheet,
    body:
      (picture.rasters ?? []).map(pixelPaths).join('') + styled(markupOf(picture.content), colors),
    colors: { ink: color('ink'), muted: color('muted'), paper: color('paper') },
    // The variable stands for font families that only the page has.
    font: stack
      .replace(/var\(--sd-font-quotes\),\s*/, '')
      .replace(/\s+/g, ' ')
      .trim(),
  });
  return file.replace('</desc>', `</desc>\n${darkSheet(colors)}`);
}
