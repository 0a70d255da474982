// Builds the recipes of docs/hosts with their tools and opens them in Chromium: npm test -- hosts.
import { defineConfig } from '@playwright/test';
import browser from '../../playwright.config.js';

export default defineConfig({
  ...browser,
  testDir: '.',
  outputDir: '../../build/reports/hosts',
  workers: 1, // the tools use all cores themselves
  timeout: 600_000,
  webServer: { ...browser.webServer, cwd: '../..' },
});
