import js from '@eslint/js';
import globals from 'globals';

export default [
  { ignores: ['.toolchain/', 'build/', 'dist/', 'site/', '**/node_modules/'] },
  js.configs.recommended,
  {
    rules: {
      'no-var': 'error',
      'prefer-const': 'error',
      eqeqeq: 'error',
      'no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
    },
  },
  // The engine runs in pages, in workers and in Node: it may only use what all of them have.
  {
    files: ['web/engine/**'],
    languageOptions: {
      globals: {
        ...globals['shared-node-browser'],
        Worker: 'readonly',
        self: 'readonly',
        process: 'readonly',
      },
    },
  },
  {
    files: ['web/**'],
    ignores: ['web/engine/**', 'web/cli/**'],
    languageOptions: { globals: globals.browser },
  },
  {
    files: ['web/cli/**', 'scripts/**', 'tests/**', '*.config.js'],
    languageOptions: { globals: globals.node },
  },
  // These hand functions to the page, which has the browser's names.
  {
    files: ['tests/browser/**', 'tests/bench/**', 'tests/package/**'],
    languageOptions: { globals: globals.browser },
  },
  { files: ['**/*.cjs'], languageOptions: { sourceType: 'commonjs', globals: globals.node } },
];
