// What failed, from the reports of the test runners: a line with the name of the test, and the first lines of its error.

/** How many lines of an error are kept. */
const mostLines = 16;

/** Returns a failed test as text. @param {string} name @param {string} [error] */
function told(name, error = '') {
  // eslint-disable-next-line no-control-regex -- colours of a terminal
  const plain = error.replaceAll(/\u001B\[\d*m/g, '').trim();
  const lines = plain.split('\n').filter((line) => line.trim() !== '');
  return [name, ...lines.slice(0, mostLines).map((line) => `  ${line.trim()}`)].join('\n');
}

/**
 * @typedef {object} Suite  a suite in Playwright's report
 * @property {{title: string, file: string, line: number, ok: boolean, tests: {results: {error?: {message?: string}}[]}[]}[]} [specs]
 * @property {Suite[]} [suites]
 */

/** Reads Playwright's report. @param {Suite} suite @returns {string[]} */
export function failuresOfPlaywright({ specs = [], suites = [] }) {
  const own = specs
    .filter(({ ok }) => !ok)
    .map(({ title, file, line, tests }) => {
      const errors = tests.flatMap(({ results }) => results.map(({ error }) => error?.message));
      return told(`${file}:${line} ${title}`, errors.find(Boolean));
    });
  return [...own, ...suites.flatMap(failuresOfPlaywright)];
}

/**
 * Reads Jest's report.
 * @param {{testResults: {message: string, name: string, assertionResults: {fullName: string, status: string, failureMessages: string[] | null}[]}[]}} report
 */
export const failuresOfJest = ({ testResults }) =>
  testResults.flatMap(({ message, name, assertionResults }) => {
    const failed = assertionResults.filter(({ status }) => status === 'failed');
    if (assertionResults.length === 0 && message) return [told(name, message)];
    return failed.map(({ fullName, failureMessages }) => told(fullName, failureMessages?.[0]));
  });

/** Reads a report in TAP, which node:test writes. @param {string} text */
export const failuresOfTap = (text) =>
  [...text.matchAll(/^( *)not ok \d+ - (.+)\n\1 {2}---\n([^]*?)\n\1 {2}\.\.\./gm)].map(
    ([, , name, details]) =>
      told(name, details.match(/^ *error: (?:\|-\n)?([^]*?)\n *code: /m)?.[1]),
  );

/** Reads a report in JUnit's XML, which ctest writes. @param {string} text */
export const failuresOfJUnit = (text) =>
  [...text.matchAll(/<testcase name="([^"]+)"[^>]*status="fail"/g)].map(([, name]) => name);
