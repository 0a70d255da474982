// The summary of `npm test`: the results of each suite and how long it took.
import { duration } from './tools.mjs';

/**
 * @typedef {object} Result the result of one run of a test runner
 * @property {string} name
 * @property {number} passed
 * @property {number} failed
 * @property {number} skipped
 * @property {number} [time] milliseconds that the tests took
 * @property {number} [build] milliseconds before the tests, for building and installing
 * @property {string} [note]
 * @property {readonly string[]} [failures] what failed, and why
 */

/** @param {Pick<Result, 'passed' | 'failed' | 'skipped'>} counts */
const counted = ({ passed, failed, skipped }) =>
  `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;

/** @param {Result} result */
function remarks({ time, build = 0, note }) {
  const spent = [
    ...(time === undefined ? [] : [duration(time)]),
    ...(build < 1000 ? [] : [`build ${duration(build)}`]),
  ];
  const all = [...(note ? [note] : []), ...(spent.length > 0 ? [spent.join(', ')] : [])];
  return all.length > 0 ? `  (${all.join('; ')})` : '';
}

/** Marks the lines of the summary about failed tests. `.ci/run` repeats them at its end. */
const mark = '    ! ';

/** @param {Result} result */
const failed = ({ failures = [] }) =>
  failures.flatMap((failure) => failure.split('\n').map((line) => `${mark}${line}`));

/**
 * Returns the lines of the summary, and how many tests failed. The last line has only the counts, because other programs read it.
 * @param {Result[]} results
 */
export function summaryOf(results) {
  const sum = (/** @type {'passed' | 'failed' | 'skipped'} */ key) =>
    results.reduce((total, result) => total + result[key], 0);
  const total = { passed: sum('passed'), failed: sum('failed'), skipped: sum('skipped') };
  const each = results.flatMap((result) => [
    `  ${result.name.padEnd(18)} ${counted(result)}${remarks(result)}`,
    ...failed(result),
  ]);
  return { lines: ['Summary', ...each, '', counted(total)], failed: total.failed };
}
