// Pages of temporary projects, opened in Chromium.
import { chromium } from '@playwright/test';
import { contentSecurityPolicy, serve } from '../../scripts/serve.mjs';

const { SCALEDOT_CHROMIUM } = process.env;

/** The policy of the project's own page without Trusted Types, because bundlers set script addresses as plain strings. */
const policy = () => contentSecurityPolicy().replace(/; require-trusted-types-for .*$/, '');

/** The policy of a page. scaledot/lean fetches files, which the general policy forbids. */
const policyOf = (/** @type {string} */ entry) =>
  entry === 'lean' ? policy().replace("connect-src 'none'", "connect-src 'self'") : policy();

export async function openBrowser() {
  const browser = await chromium.launch({
    executablePath: SCALEDOT_CHROMIUM || '/usr/bin/chromium',
    args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
  });

  /**
   * Returns the answer of a page. Throws any error of the page, including those on its console.
   * @param {string} url
   * @param {{alone?: boolean}} [options]  alone: its lab works without workers
   */
  async function answerAt(url, { alone = false } = {}) {
    const page = await browser.newPage();
    /** @type {string[]} */
    const errors = [];
    let workers = 0;
    page.on('worker', () => ++workers);
    page.on('pageerror', (error) => errors.push(String(error)));
    page.on('console', (message) => {
      if (message.type() === 'error') errors.push(`${message.text()} ${message.location().url}`);
    });
    try {
      await page.goto(url);
      const place = page.locator('html[data-answer], html[data-failure]');
      await place.waitFor({ state: 'attached', timeout: 60_000 }).catch(() => {
        throw new Error(`no answer: ${errors.join('; ') || 'no error either'}`);
      });
      const { answer, failure } = await place.evaluate(({ dataset }) => ({ ...dataset }));
      if (failure) errors.unshift(failure);
      if (errors.length > 0) throw new Error(errors.join('; '));
      // The answer may come first, because the page computes it while its workers start.
      if (url.endsWith('#elements') && !alone && workers === 0)
        await page.waitForEvent('worker', { timeout: 60_000 }).catch(() => {
          throw new Error('the lab has no worker');
        });
      return answer;
    } finally {
      await page.close();
    }
  }

  return {
    answerAt,
    /**
     * Returns the answer of a program in a built project, from a static server with a strict policy.
     * @param {string} folder
     * @param {string} program
     * @param {{change?: (policy: string) => string, page?: string}} [options]  change: changes the policy
     */
    async answerOf(folder, program, { change = (policy) => policy, page = '' } = {}) {
      const { url, close } = await serve({ folder, policy: change(policyOf(program)) });
      try {
        return await answerAt(`${url}${page}#${program}`);
      } finally {
        close();
      }
    },
    close: () => browser.close(),
  };
}
