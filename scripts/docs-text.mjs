// Converts text to HTML: escapes it, and highlights programs with a class for each kind of token.

/** @param {string} text */
export const escaped = (text) =>
  text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');

const slashes = String.raw`\/\/[^\n]*|\/\*[^]*?\*\/`;
const quotes = String.raw`"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'`;
const number = String.raw`(?<![\w.#])-?(?:0x[\da-f]+|\d[\d_]*\.?\d*(?:e[+-]?\d+)?)\b`;
const scripts = {
  comment: slashes,
  string: `${quotes}|\`(?:\\\\.|[^\`\\\\])*\``,
  number,
  keyword:
    'import|export|default|from|as|const|let|function|return|for|of|in|if|else|while|new|class|extends|async|await|throw|try|catch|typeof|null|undefined|true|false|type',
};
const python = {
  comment: '#[^\\n]*',
  string: `"""[^]*?"""|${quotes}`,
  number,
  keyword:
    'import|from|as|def|return|for|in|if|else|elif|while|with|lambda|not|and|or|None|True|False|print|class',
};

/** The patterns of each language. @type {Record<string, {comment: string, string: string, number?: string, keyword?: string}>} */
const languages = {
  js: scripts,
  ts: scripts,
  jsx: scripts,
  tsx: scripts,
  json: { ...scripts, comment: '(?!)' },
  python,
  py: python,
  sh: { comment: '(?<=^|\\s)#[^\\n]*', string: quotes },
  html: { comment: '<!--[^]*?-->', string: quotes, keyword: '(?<=</?)[\\w-]+' },
};

/** @type {Map<string, RegExp>} */
const expressions = new Map(
  Object.entries(languages).map(([name, kinds]) => {
    const parts = Object.entries(kinds).map(([kind, text]) =>
      kind === 'keyword' ? `(?<keyword>\\b(?:${text})\\b)` : `(?<${kind}>${text})`,
    );
    return [name, new RegExp(parts.join('|'), 'g')];
  }),
);

/**
 * Highlights a program.
 * @param {string} code
 * @param {string} language
 * @returns {string} HTML
 */
export function highlighted(code, language) {
  const expression = expressions.get(language);
  if (!expression) return escaped(code);
  let html = '';
  let end = 0;
  for (const match of code.matchAll(expression)) {
    const kind = Object.entries(match.groups ?? {}).find(([, text]) => text !== undefined)?.[0];
    html += escaped(code.slice(end, match.index));
    html += `<span class="${kind}">${escaped(match[0])}</span>`;
    end = match.index + match[0].length;
  }
  return html + escaped(code.slice(end));
}
