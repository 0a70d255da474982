// The summary that npm test prints at the end.
import { describe, expect, test } from '@jest/globals';
import {
  failuresOfJest,
  failuresOfJUnit,
  failuresOfPlaywright,
  failuresOfTap,
} from '../../scripts/failures.mjs';
import { summaryOf } from '../../scripts/summary.mjs';
import { duration } from '../../scripts/tools.mjs';

test('a duration is in whole seconds, and from a minute on in minutes, too', () => {
  expect([0, 499, 500, 59_499, 59_500, 62_000, 130_400, 3_600_000].map(duration)).toEqual([
    '0 s',
    '0 s',
    '1 s',
    '59 s',
    '1 min 0 s',
    '1 min 2 s',
    '2 min 10 s',
    '60 min 0 s',
  ]);
});

const counts = { passed: 0, failed: 0, skipped: 0 };

test('the summary has the time of every suite, what was built before it apart, and ends with the counts alone', () => {
  const { lines, failed } = summaryOf([
    { ...counts, name: 'native', passed: 600, time: 130_000, build: 62_000 },
    { ...counts, name: 'js', passed: 40, failed: 1, skipped: 2, time: 70_000, build: 900 },
    { ...counts, name: 'js, current Node', passed: 3, time: 4000 },
  ]);
  expect(lines).toEqual([
    'Summary',
    '  native             600 passed, 0 failed  (2 min 10 s, build 1 min 2 s)',
    '  js                 40 passed, 1 failed, 2 skipped  (1 min 10 s)',
    '  js, current Node   3 passed, 0 failed  (4 s)',
    '',
    '643 passed, 1 failed, 2 skipped',
  ]);
  expect(failed).toBe(1);
});

test('a suite that did not run says so, with what was spent on it', () => {
  const { lines } = summaryOf([
    { ...counts, name: 'native', failed: 1, build: 5000, note: 'did not run' },
    { ...counts, name: 'browser', skipped: 1, build: 3, note: 'no Chromium' },
  ]);
  expect(lines.slice(1)).toEqual([
    '  native             0 passed, 1 failed  (did not run; build 5 s)',
    '  browser            0 passed, 0 failed, 1 skipped  (no Chromium)',
    '',
    '0 passed, 1 failed, 1 skipped',
  ]);
});

test('what failed stands below its suite, each line marked', () => {
  const { lines } = summaryOf([
    { ...counts, name: 'js', passed: 1, failed: 1, failures: ['sum of two\n  Expected: 2'] },
    { ...counts, name: 'browser', passed: 2 },
  ]);
  expect(lines.slice(1, 5)).toEqual([
    '  js                 1 passed, 1 failed',
    '    ! sum of two',
    '    !   Expected: 2',
    '  browser            2 passed, 0 failed',
  ]);
});

describe('the name of a failed test and its error are read from the report', () => {
  test('of Playwright', () => {
    const error = { message: '\u001B[31mError: no\u001B[39m\n\nExpected: 2' };
    const spec = { file: 'a.spec.js', line: 3, ok: true, tests: [{ results: [{}] }] };
    const bad = { ...spec, title: 'bad', ok: false, tests: [{ results: [{ error }] }] };
    expect(
      failuresOfPlaywright({
        suites: [{ specs: [{ ...spec, title: 'good' }], suites: [{ specs: [bad] }] }],
      }),
    ).toEqual(['a.spec.js:3 bad\n  Error: no\n  Expected: 2']);
  });

  test('of Jest, also of a file that could not be read', () => {
    const good = { fullName: 'good', status: 'passed', failureMessages: [] };
    const bad = { fullName: 'bad', status: 'failed', failureMessages: ['Error: no', 'later'] };
    const file = { name: 'a.test.js', message: 'whole', assertionResults: [good, bad] };
    const unread = { name: 'b.test.js', message: 'SyntaxError', assertionResults: [] };
    expect(failuresOfJest({ testResults: [file, unread] })).toEqual([
      'bad\n  Error: no',
      'b.test.js\n  SyntaxError',
    ]);
  });

  test('of node:test', () => {
    const text = `ok 1 - good
  ---
  duration_ms: 1
  ...
    not ok 1 - inner
      ---
      error: |-
        first
        second
      code: 'ERR_TEST_FAILURE'
      ...
not ok 2 - outer
  ---
  error: '1 subtest failed'
  code: 'ERR_TEST_FAILURE'
  ...
`;
    expect(failuresOfTap(text)).toEqual([
      'inner\n  first\n  second',
      "outer\n  '1 subtest failed'",
    ]);
  });

  test('of ctest', () => {
    const text = `<testcase name="a.b" classname="a.b" time="0" status="run"/>
<testcase name="c.d" classname="c.d" time="0" status="fail"><failure message=""/></testcase>`;
    expect(failuresOfJUnit(text)).toEqual(['c.d']);
  });
});
