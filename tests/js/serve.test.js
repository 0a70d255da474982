// Both of our servers, npm start and `scaledot serve`: their answers to any request that a page on this machine may
// send.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import http from 'node:http';
import os from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { serve } from '../../scripts/serve.mjs';
import { inRoot } from '../../scripts/tools.mjs';
import { startServer } from '../../web/cli/http.js';

const root = fs.mkdtempSync(path.join(os.tmpdir(), 'scaledot-serve-'));
const folder = path.join(root, 'site');
fs.mkdirSync(path.join(folder, 'deep'), { recursive: true });
fs.writeFileSync(path.join(folder, 'index.html'), '<p>Home');
fs.writeFileSync(path.join(folder, 'a.txt'), 'A');
fs.writeFileSync(path.join(folder, 'deep', 'index.html'), '<p>Deep');
fs.writeFileSync(path.join(root, 'secret.txt'), 'Secret');
fs.symlinkSync('../secret.txt', path.join(folder, 'out.txt'));
fs.symlinkSync('..', path.join(folder, 'outside'));
fs.symlinkSync('loop', path.join(folder, 'loop'));
fs.symlinkSync('a.txt', path.join(folder, 'inside.txt'));

/** @typedef {{status: number | undefined, text: string, headers: http.IncomingHttpHeaders}} Answer */

/**
 * Sends a request unchanged. fetch() would normalise it.
 * @param {string} address
 * @param {string} wanted
 * @param {http.RequestOptions} [options]
 * @returns {Promise<Answer>}
 */
function ask(address, wanted, options = {}) {
  const { port } = new URL(address);
  return new Promise((resolve, reject) => {
    const request = http.request({ host: '127.0.0.1', port, path: wanted, ...options }, (reply) => {
      let text = '';
      reply.setEncoding('utf8').on('data', (more) => (text += more));
      reply.on('end', () => resolve({ status: reply.statusCode, text, headers: reply.headers }));
      reply.on('error', reject);
    });
    request.on('error', reject).end();
  });
}

/** @type {[string, string[]][]} */
const servers = [
  ['npm start', ['scripts/serve.mjs', '--port', '0', '--folder', folder]],
  ['scaledot serve', ['web/cli/main.js', 'serve', '--port', '0']],
];

describe.each(servers)('the server of %s', (_, [script, ...args]) => {
  /** @type {import('node:child_process').ChildProcessWithoutNullStreams} */
  let server;
  let address = '';

  beforeAll(async () => {
    server = spawn(process.execPath, [inRoot(script), ...args]);
    address = String((await once(server.stdout, 'data'))[0]).trim();
  });
  afterAll(() => {
    server.kill();
  });
  afterEach(async () => {
    expect(server.exitCode).toBe(null);
    expect(await ask(address, '/')).toMatchObject({ status: 200 });
  });

  test('finds nothing where nothing is, and goes on', async () => {
    const none = ['/none', '/%', '/%00', '//', '/..%2f..%2fetc%2fpasswd', '/../secret.txt', '*'];
    none.push('/..%2fsecret.txt', '/deep%2f..%2f..%2fsecret.txt', '/%2e%2e/secret.txt');
    none.push('/a.txt/', '/a.txt/b', `/${'a/'.repeat(5000)}`, `/${'a'.repeat(5000)}`);
    for (const wanted of none)
      expect([wanted, (await ask(address, wanted)).status]).toEqual([wanted, 404]);
  });

  test('reads, and does nothing else', async () => {
    for (const method of ['POST', 'PUT', 'DELETE', 'OPTIONS', 'TRACE']) {
      const { status, headers } = await ask(address, '/', { method });
      expect([method, status, headers.allow]).toEqual([method, 405, 'GET, HEAD']);
    }
    const head = await ask(address, '/', { method: 'HEAD' });
    expect(head).toMatchObject({ status: 200, text: '' });
    expect(Number(head.headers['content-length'])).toBe((await ask(address, '/')).text.length);
  });

  test('answers only to names of this machine', async () => {
    const { port } = new URL(address);
    for (const host of [
      'attacker.example',
      `attacker.example:${port}`,
      '127.0.0.1.attacker.example',
      '192.168.0.7',
    ])
      expect([host, (await ask(address, '/', { headers: { host } })).status]).toEqual([host, 421]);
    for (const host of [
      '127.0.0.1',
      `127.0.0.1:${port}`,
      'localhost',
      `LOCALHOST:${port}`,
      '[::1]:80',
      'x.localhost',
    ])
      expect([host, (await ask(address, '/', { headers: { host } })).status]).toEqual([host, 200]);
  });
});

describe('the folder that is served', () => {
  /** @type {import('node:child_process').ChildProcessWithoutNullStreams} */
  let server;
  let address = '';

  beforeAll(async () => {
    server = spawn(process.execPath, [inRoot(servers[0][1][0]), ...servers[0][1].slice(1)]);
    address = String((await once(server.stdout, 'data'))[0]).trim();
  });
  afterAll(() => {
    server.kill();
    fs.rmSync(root, { recursive: true });
  });

  test('links inside it are followed, and none leads out', async () => {
    expect(await ask(address, '/inside.txt')).toMatchObject({ status: 200, text: 'A' });
    for (const wanted of ['/out.txt', '/outside/secret.txt', '/loop', '/loop/', '/loop/a.txt'])
      expect([wanted, (await ask(address, wanted)).status]).toEqual([wanted, 404]);
  });

  test('a folder is its index.html', async () => {
    expect(await ask(address, '/deep/')).toMatchObject({ status: 200, text: '<p>Deep' });
    expect(await ask(address, '/deep')).toMatchObject({ status: 404 });
  });

  test('whoever may use it: pages of this machine, and frames in a sandbox what they run', async () => {
    const { port } = new URL(address);
    /** @param {string | undefined} origin @param {string} [purpose] */
    const allowed = async (origin, purpose) => {
      const headers = { ...(origin && { origin }), ...(purpose && { 'sec-fetch-dest': purpose }) };
      const answer = await ask(address, '/a.txt', { headers });
      expect(answer.headers.vary).toBe('Origin, Sec-Fetch-Dest');
      return answer.headers['access-control-allow-origin'];
    };
    for (const origin of [`http://127.0.0.1:${port}`, 'http://localhost:5173', 'http://[::1]'])
      expect(await allowed(origin, 'empty')).toBe(origin);
    for (const purpose of ['script', 'font', 'style', 'worker'])
      expect(await allowed('null', purpose)).toBe('null');
    for (const purpose of ['empty', 'json', 'track', 'image', undefined])
      expect([purpose, await allowed('null', purpose)]).toEqual([purpose, undefined]);
    for (const origin of [
      undefined,
      'https://attacker.example',
      'http://localhost.attacker.example',
      'http://attacker.example/127.0.0.1',
      'file://127.0.0.1',
    ])
      for (const purpose of ['empty', 'script'])
        expect([origin, await allowed(origin, purpose)]).toEqual([origin, undefined]);
  });

  test('a page in a frame has a policy that names the address, for a sandbox in WebKit', async () => {
    const { host } = new URL(address);
    const policyFor = async (/** @type {string} */ purpose) => {
      const answer = await ask(address, '/deep/', { headers: { 'sec-fetch-dest': purpose } });
      return String(answer.headers['content-security-policy']);
    };
    const [open, framed] = [await policyFor('document'), await policyFor('iframe')];
    expect(open).toContain("script-src 'self' 'wasm-unsafe-eval'");
    expect(open).not.toContain('http:');
    expect(framed).toBe(open.replaceAll("'self'", `'self' http://${host}`));
  });

  test('may be the root of the disk', async () => {
    const { url, close } = await serve({ folder: path.parse(root).root });
    const wanted = path.join(fs.realpathSync(folder), 'a.txt');
    expect(await ask(url, wanted)).toMatchObject({ status: 200, text: 'A' });
    expect(await ask(url, '/none')).toMatchObject({ status: 404 });
    close();
  });
});

test('a file that is gone, or breaks off, when it is read ends one answer and nothing else', async () => {
  const broken = () =>
    Readable.from(
      (function* () {
        yield 'x'.repeat(10);
        throw new Error('broken');
      })(),
    );
  /** @type {Map<string, () => Readable>} */
  const reads = new Map([
    ['/gone', () => fs.createReadStream(path.join(os.tmpdir(), 'scaledot', 'never', 'there'))],
    ['/broken', broken],
    ['/whole', () => Readable.from(['0123456789'])],
  ]);
  const find = (/** @type {string} */ wanted) => {
    const read = reads.get(wanted);
    return read && { type: '.txt', length: wanted === '/broken' ? 20 : 10, read };
  };
  const { url, close } = await startServer(find, { port: 0, tries: 1 });
  for (const wanted of ['/gone', '/broken', '/gone'])
    await expect(ask(url, wanted)).rejects.toThrow(/aborted|hang up/);
  expect(await ask(url, '/whole')).toMatchObject({ status: 200, text: '0123456789' });
  close();
});
