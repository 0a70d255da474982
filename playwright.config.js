// Tests the built page, served with its security policy, in Chromium. scripts/test.mjs builds the page first and selects
// the Chromium.
import { defineConfig, devices } from '@playwright/test';
import fs from 'node:fs';

// The same port in this process and in its workers, and probably not the port of another run.
process.env.SCALEDOT_TEST_PORT ??= String(20000 + (process.pid % 20000));
const url = `http://127.0.0.1:${process.env.SCALEDOT_TEST_PORT}/`;

const { SCALEDOT_CHROMIUM = '/usr/bin/chromium' } = process.env;

export default defineConfig({
  testDir: 'tests/browser',
  testMatch: '**/*.spec.js',
  grepInvert: process.env.SCALEDOT_ALL ? undefined : /@all/, // tests/browser/visit.js explains the tag
  outputDir: 'build/reports/browser',
  fullyParallel: true,
  workers: 2,
  // Long, because the machine may be busy. No test measures time.
  timeout: 240_000,
  expect: { timeout: 60_000 },
  forbidOnly: process.env.CI === 'true',
  reporter: 'line',
  use: {
    ...devices['Desktop Chrome'],
    baseURL: url,
    viewport: { width: 1280, height: 800 },
    // With service workers, each of hundreds of visits would fetch the whole site. offline.spec.js and strict.spec.js
    // allow them.
    serviceWorkers: 'block',
    launchOptions: {
      executablePath: fs.existsSync(SCALEDOT_CHROMIUM) ? SCALEDOT_CHROMIUM : undefined,
      args: [
        // In rare runs a page got no more frames, nor a screenshot. Composing without software GL should avoid that.
        '--disable-gpu-compositing',
        ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
      ],
    },
  },
  webServer: {
    command: `"${process.execPath}" scripts/serve.mjs --port ${process.env.SCALEDOT_TEST_PORT}`,
    url,
    reuseExistingServer: false,
  },
});
