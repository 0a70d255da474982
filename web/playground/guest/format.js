/**
 * Formats values as Node's console.log() does: numbers, strings, arrays, plain objects, typed arrays, maps, sets, errors and
 * classes, with the same nesting depth and line breaks.
 */

const lineWidth = 80;
const mostItems = 100;
const mostText = 10_000;
const deepest = 2;

/** @param {string} text */
function quoted(text) {
  const quote = !text.includes("'")
    ? "'"
    : !text.includes('"')
      ? '"'
      : !/[`$]/.test(text)
        ? '`'
        : "'";
  /** @type {Record<string, string>} */
  const names = {
    '\n': '\\n',
    '\t': '\\t',
    '\r': '\\r',
    '\b': '\\b',
    '\f': '\\f',
    '\v': '\\v',
    '\\': '\\\\',
  };
  let own = '';
  for (let i = 0; i < text.length; ++i) {
    const c = text[i];
    if (c === quote) own += `\\${c}`;
    else if (names[c]) own += names[c];
    else if (c < ' ' || c === '\x7f')
      own += `\\x${c.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`;
    else own += c;
  }
  return quote + own + quote;
}

/** @param {string} key */
const keyText = (key) => (/^[A-Za-z_]\w*$/.test(key) ? key : quoted(key));

/** @param {unknown} value */
function simple(value) {
  if (Object.is(value, -0)) return '-0';
  if (typeof value === 'bigint') return `${value}n`;
  if (typeof value === 'string')
    return value.length > mostText
      ? `${quoted(value.slice(0, mostText))}... ${value.length - mostText} more character${value.length > mostText + 1 ? 's' : ''}`
      : quoted(value);
  return String(value);
}

/** Returns the class name of an object, or null if it has no prototype. @param {object} value */
function className(value) {
  for (let kind = value; kind !== null; kind = Object.getPrototypeOf(kind)) {
    const own = Object.getOwnPropertyDescriptor(kind, 'constructor');
    if (own && typeof own.value === 'function' && own.value.name !== '') return own.value.name;
  }
  return null;
}

/** @param {Function} value */
function functionText(value) {
  const code = Function.prototype.toString.call(value);
  if (/^class\b/.test(code)) return `[class ${value.name || '(anonymous)'}]`;
  const kind = /^async\s+function\s*\*|^async\s*\*/.test(code)
    ? 'AsyncGeneratorFunction'
    : /^async\b/.test(code)
      ? 'AsyncFunction'
      : /^(function\s*)?\*/.test(code)
        ? 'GeneratorFunction'
        : 'Function';
  return value.name ? `[${kind}: ${value.name}]` : `[${kind} (anonymous)]`;
}

/** @param {Error} error */
export function errorText(error) {
  const { name, message, stack } = error;
  const head = message ? `${name}: ${message}` : String(name);
  const places = String(stack ?? '')
    .split('\n')
    .filter((line) => line.includes('program.js'));
  return [head, ...places].join('\n');
}

/**
 * Arranges short entries of a long list in columns, as many as in Node.
 *
 * @param {string[]} output
 * @param {number} shown number of entries without the final "... more items"
 * @param {boolean} isRight
 * @param {number} indent
 */
function inColumns(output, shown, isRight, indent) {
  const lengths = output.slice(0, shown).map((entry) => entry.length);
  const total = lengths.reduce((sum, length) => sum + length + 2, 0);
  const longest = Math.max(...lengths);
  const most = longest + 2;
  if (most * 3 + indent >= lineWidth || (total / most <= 5 && longest > 6)) return output;
  const biased = Math.max(most - 3 - Math.sqrt(most - total / output.length), 1);
  const columns = Math.min(
    Math.round(Math.sqrt(2.5 * biased * shown) / biased),
    Math.floor((lineWidth - indent) / most),
    12,
  );
  if (columns <= 1) return output;
  const widths = Array.from({ length: columns }, (_, column) =>
    Math.max(0, ...lengths.filter((_, i) => i % columns === column)),
  );
  const rows = [];
  for (let i = 0; i < shown; i += columns) {
    const row = output.slice(i, Math.min(i + columns, shown));
    const padded = row.map((entry, j) => {
      const end = j === row.length - 1 ? '' : ', ';
      const width = widths[j] + end.length;
      if (isRight) return (entry + end).padStart(width);
      return end ? (entry + end).padEnd(width) : entry;
    });
    rows.push(padded.join(''));
  }
  return [...rows, ...output.slice(shown)];
}

class Writing {
  /** @type {unknown[]} */
  #open = [];
  #circular = new Map();

  /** @param {unknown} value @param {number} depth @param {number} indent @returns {string} */
  of(value, depth, indent) {
    if (typeof value === 'function' && Object.keys(value).length === 0) return functionText(value);
    if (typeof value !== 'object' || value === null) {
      if (typeof value === 'function') return this.#object(value, depth, indent);
      return simple(value);
    }
    if (this.#open.includes(value)) {
      if (!this.#circular.has(value)) this.#circular.set(value, this.#circular.size + 1);
      return `[Circular *${this.#circular.get(value)}]`;
    }
    return this.#object(value, depth, indent);
  }

  /** @param {any} value @param {number} depth @param {number} indent @returns {string} */
  #object(value, depth, indent) {
    const items = value;
    if (value instanceof Error && Object.keys(value).length === 0) {
      const text = errorText(value);
      return depth > 0 ? `[${text.split('\n')[0]}]` : text;
    }
    if (value instanceof Date) return Number.isNaN(+value) ? 'Invalid Date' : value.toISOString();
    if (value instanceof RegExp) return String(value);
    if (value instanceof Promise) return 'Promise {}';
    const name = className(value);
    const isList = Array.isArray(value);
    const isTyped = ArrayBuffer.isView(value) && !(value instanceof DataView);
    const isMap = value instanceof Map;
    const isSet = value instanceof Set;
    const own = isList || isTyped ? [] : Object.keys(value);
    const count = isMap || isSet ? value.size : isList || isTyped ? items.length : own.length;
    const wanted = isList ? 'Array' : 'Object';
    const plainName = name === null ? `[${wanted}: null prototype]` : name;
    let prefix = '';
    if (typeof value === 'function') prefix = `${functionText(value)} `;
    else if (value instanceof Error) prefix = `[${errorText(value).split('\n')[0]}] `;
    else if (isList) prefix = plainName === 'Array' ? '' : `${plainName}(${count}) `;
    else if (isTyped || isMap || isSet) prefix = `${plainName}(${count}) `;
    else if (plainName !== 'Object') prefix = `${plainName} `;
    if (depth > deepest) return `[${isList ? 'Array' : (name ?? 'Object: null prototype')}]`;
    const [left, right] = isList || isTyped ? ['[', ']'] : ['{', '}'];
    this.#open.push(value);
    const { output, shown } = this.#entries(value, own, depth, indent, {
      isList,
      isTyped,
      isMap,
      isSet,
    });
    this.#open.pop();
    const index = this.#circular.get(value);
    if (index) prefix = `<ref *${index}> ${prefix}`;
    if (output.length === 0) return `${prefix}${left}${right}`;
    const isArray = isList || isTyped;
    const isRight =
      isArray &&
      Array.from(items.slice(0, mostItems)).every(
        (each) => typeof each === 'number' || typeof each === 'bigint',
      );
    const entries =
      output.length > 6 && isArray ? inColumns(output, shown, isRight, indent) : output;
    if (this.#deepest - depth < 3 && entries === output) {
      const start = output.length + indent + left.length + prefix.length + 10;
      const total = output.reduce((sum, each) => sum + each.length, output.length + start);
      if (total <= lineWidth && !output.some((each) => each.includes('\n')))
        return `${prefix}${left} ${output.join(', ')} ${right}`;
    }
    const blanks = `\n${' '.repeat(indent)}`;
    return `${prefix}${left}${blanks}  ${entries.join(`,${blanks}  `)}${blanks}${right}`;
  }

  #deepest = 0;

  /** @param {any} value @param {string[]} own @param {number} depth @param {number} indent @param {Record<string, boolean>} is */
  #entries(value, own, depth, indent, { isList, isTyped, isMap, isSet }) {
    this.#deepest = depth;
    /** @type {string[]} */
    const output = [];
    /** @param {unknown} each @param {number} [more] */
    const inner = (each, more = 2) => this.of(each, depth + 1, indent + more);
    const total = isMap || isSet ? value.size : isList || isTyped ? value.length : own.length;
    if (isMap) {
      for (const [key, each] of value) {
        if (output.length === mostItems) break;
        output.push(`${inner(key)} => ${inner(each)}`);
      }
    } else if (isSet) {
      for (const each of value) {
        if (output.length === mostItems) break;
        output.push(inner(each));
      }
    } else if (isList || isTyped) {
      let i = 0;
      for (; i < total && output.length < mostItems; ++i) {
        if (isTyped || Object.hasOwn(value, i)) {
          output.push(inner(value[i]));
          continue;
        }
        const first = i;
        while (i + 1 < total && !Object.hasOwn(value, i + 1) && i - first < mostText) ++i;
        // In a sparse list the next member is looked up among the keys. A step for each hole would take too long.
        if (i - first === mostText)
          i = Number(Object.keys(value).find((key) => Number(key) > i) ?? total) - 1;
        const missing = i - first + 1;
        output.push(`<${missing} empty item${missing > 1 ? 's' : ''}>`);
      }
      if (i < total) {
        output.push(`... ${total - i} more item${total - i > 1 ? 's' : ''}`);
        return { output, shown: output.length - 1 };
      }
      return { output, shown: output.length };
    } else {
      for (const key of own.slice(0, 1000)) {
        const found = Object.getOwnPropertyDescriptor(value, key);
        const hidden = [found?.get && 'Getter', found?.set && 'Setter'].filter(Boolean);
        const text =
          hidden.length > 0 ? `[${hidden.join('/')}]` : this.of(value[key], depth + 1, indent + 2);
        output.push(`${keyText(key)}: ${text}`);
      }
      if (own.length > 1000) output.push(`... ${own.length - 1000} more`);
      return { output, shown: output.length };
    }
    if (total > output.length)
      output.push(`... ${total - output.length} more item${total - output.length > 1 ? 's' : ''}`);
    return { output, shown: output.length };
  }
}

/** @param {unknown} value */
export const inspect = (value) => new Writing().of(value, 0, 0);

/** Formats the arguments of console.log(). @param {unknown[]} values */
export function formatted(values) {
  let rest = values;
  let text = '';
  if (typeof values[0] === 'string') {
    let used = 1;
    text = values[0].replace(/%[sdifjoOc%]/g, (mark) => {
      if (mark === '%%') return values.length > 1 ? '%' : mark;
      if (used >= values.length) return mark;
      const value = values[used++];
      if (mark === '%s')
        return typeof value === 'string'
          ? value
          : typeof value === 'object'
            ? inspect(value)
            : simple(value);
      if (mark === '%d') return typeof value === 'bigint' ? `${value}n` : simple(Number(value));
      if (mark === '%i') return simple(Number.parseInt(String(value), 10));
      if (mark === '%f') return simple(Number.parseFloat(String(value)));
      if (mark === '%j') return String(JSON.stringify(value));
      return mark === '%c' ? '' : inspect(value);
    });
    rest = values.slice(used);
    if (rest.length === 0) return text;
    text += ' ';
  }
  return text + rest.map((each) => (typeof each === 'string' ? each : inspect(each))).join(' ');
}
