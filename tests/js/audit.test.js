// The report of an audit. A registry without audits is no failure.
import { expect, test } from '@jest/globals';
import { auditOf } from '../../scripts/audit.mjs';

test('what is known is listed with its severity', () => {
  const vulnerabilities = { lit: { severity: 'high' }, vite: { severity: 'low' } };
  expect(auditOf(JSON.stringify({ auditReportVersion: 2, vulnerabilities }))).toEqual({
    kind: 'answered',
    findings: [
      { name: 'lit', severity: 'high' },
      { name: 'vite', severity: 'low' },
    ],
  });
});

test('nothing known is an answer', () => {
  expect(auditOf('{"vulnerabilities": {}}')).toEqual({ kind: 'answered', findings: [] });
});

test.each([
  ['{"message": "405 Method Not Allowed - POST", "error": {"summary": ""}}', '405 Method Not'],
  ['{"error": {"code": "ENOTFOUND", "summary": "request failed"}}', 'request failed'],
  ['', 'nothing that can be read'],
  ['null', 'no answer'],
  ['<html>', 'nothing that can be read'],
])('%p is no answer', (text, why) => {
  expect(auditOf(text)).toEqual({ kind: 'silent', why: expect.stringContaining(why) });
});
