// A host page on an origin of its own, and the snippets that the share dialog offers for it.
import http from 'node:http';

/**
 * Serves one page on an origin of its own, under a security policy of its own.
 * @param {string} body
 * @param {string} [policy]
 * @param {Record<string, string>} [headers]  further headers
 */
export async function host(body, policy, headers = {}) {
  const page = `<!doctype html><html lang="en"><head><meta charset="utf-8"><link rel="icon" href="data:,"><title>A tutorial</title></head><body><h1>A tutorial</h1>${body}</body></html>`;
  const server = http.createServer((request, response) => {
    const known = request.url === '/';
    response
      .writeHead(known ? 200 : 404, {
        'Content-Type': 'text/html; charset=utf-8',
        ...(policy && { 'Content-Security-Policy': policy }),
        ...headers,
      })
      .end(known ? page : '');
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(undefined)));
  const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
  return { url: `http://127.0.0.1:${port}/`, close: () => server.close() };
}

/**
 * Returns what the share dialog offers to copy, and closes the dialog.
 * @param {import('@playwright/test').Page} page
 * @param {'link' | 'frame' | 'element' | 'json'} kind
 */
export async function snippet(page, kind) {
  await page.locator('button.share').first().click(); // the preview of the dialog may have one, too
  const text = await page.locator(`textarea#${kind}`).inputValue();
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'hidden' });
  return text;
}
