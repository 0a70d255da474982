// Checks the shipped packages for known vulnerabilities with `npm audit`, if the registry supports it. Mirrors often do not.
import { spawnSync } from 'node:child_process';
import { root, say } from './tools.mjs';

const severe = ['high', 'critical'];

/**
 * @typedef {{name: string, severity: string}} Finding
 * @typedef {{kind: 'silent', why: string} | {kind: 'answered', findings: Finding[]}} Audit
 */

/**
 * Parses the output of `npm audit --json`.
 * @param {string} text
 * @returns {Audit}
 */
export function auditOf(text) {
  let report;
  try {
    report = JSON.parse(text);
  } catch {
    return { kind: 'silent', why: 'npm audit has said nothing that can be read' };
  }
  const { vulnerabilities, message, error } = report ?? {};
  if (typeof vulnerabilities === 'object' && vulnerabilities !== null) {
    const findings = Object.entries(vulnerabilities).map(([name, each]) => ({
      name,
      severity: String(Object(each).severity),
    }));
    return { kind: 'answered', findings };
  }
  return { kind: 'silent', why: String(message || error?.summary || 'no answer') };
}

/** @param {...string} args */
function audit(...args) {
  const { stdout } = spawnSync('npm', ['audit', '--json', '--fetch-retries=0', ...args], {
    cwd: root,
    encoding: 'utf8',
    timeout: 60_000,
    shell: process.platform === 'win32',
  });
  return auditOf(stdout ?? '');
}

/** @param {readonly Finding[]} findings */
const listed = (findings) =>
  findings.map(({ name, severity }) => `${name} (${severity})`).join(', ');

/** Prints the findings. Returns the number of severe ones in shipped packages. */
export function checkAudit() {
  const shipped = audit('--omit=dev');
  if (shipped.kind === 'silent') {
    say(`audit: left out, this registry answers no audits (${shipped.why.slice(0, 120)})`);
    return 0;
  }
  const failing = shipped.findings.filter(({ severity }) => severe.includes(severity));
  const all = audit();
  const names = failing.map(({ name }) => name);
  const others = (all.kind === 'answered' ? all : shipped).findings.filter(
    ({ name }) => !names.includes(name),
  );
  if (others.length > 0) say(`audit: known, and not severe or not shipped: ${listed(others)}`);
  if (failing.length > 0) say(`audit: shipped to visitors: ${listed(failing)}`);
  return failing.length;
}
