/** Highlights short programs: comments, strings, numbers and keywords, found by one regular expression per language. */
import { html } from 'lit';

const words = {
  python:
    'import|from|as|def|return|for|in|if|else|elif|while|with|lambda|not|and|or|None|True|False|print',
  javascript:
    'import|from|export|const|let|function|return|for|of|in|if|else|while|new|await|async|null|true|false',
};
const comments = { python: '#[^\\n]*', javascript: '//[^\\n]*|/\\*[\\s\\S]*?\\*/' };

/** @param {'python' | 'javascript'} language */
const expressionOf = (language) =>
  new RegExp(
    `(?<comment>${comments[language]})` +
      '|(?<string>"""[\\s\\S]*?"""|"(?:\\\\.|[^"\\\\\\n])*"|\'(?:\\\\.|[^\'\\\\\\n])*\'|`(?:\\\\.|[^`\\\\])*`)' +
      '|(?<number>(?<![\\w.])(?:0x[\\da-fA-F]+|\\d[\\d_]*\\.?\\d*(?:e[+-]?\\d+)?n?)\\b)' +
      `|(?<keyword>\\b(?:${words[language]})\\b)`,
    'g',
  );

const expressions = { python: expressionOf('python'), javascript: expressionOf('javascript') };

/**
 * @param {string} program
 * @param {'python' | 'javascript'} language
 * @returns {unknown[]}
 */
export function highlight(program, language) {
  /** @type {unknown[]} */
  const parts = [];
  let end = 0;
  for (const match of program.matchAll(expressions[language])) {
    const [kind] = Object.entries(match.groups ?? {}).find(([, text]) => text !== undefined) ?? [
      '',
    ];
    parts.push(program.slice(end, match.index), html`<span class=${kind}>${match[0]}</span>`);
    end = match.index + match[0].length;
  }
  parts.push(program.slice(end));
  return parts;
}
