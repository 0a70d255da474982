// The recipes of docs/hosts, built with their tools and opened in Chromium: npm test -- hosts.
import { defineConfig } from '@playwright/test';
import browser from '../../playwright.config.js';

export default defineConfig({
  ...browser,
  testDir: '.',
  outputDir: '../../build/reports/hosts',
  workers: 1, // the tools take all cores themselves
  timeout: 600_000,
  webServer: { ...browser.webServer, cwd: '../..' },
});
