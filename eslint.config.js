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
    files: ['web/cli/**', 'scripts/**', 'tests/**', 'docs/examples/**', '*.config.js'],
    languageOptions: { globals: globals.node },
  },
  // One link, the same digits: these have other last digits in other browsers, or other words. Where only pixels and colours
  // come of them they may stay.
  {
    files: ['web/**'],
    ignores: [
      'web/charts/{axis,curves,matrices,panels,plane,ramps,scale}.js',
      'web/cli/**',
      'web/labs/lab/controls.js', // a slider's place, rounded to a whole number
    ],
    rules: {
      'no-restricted-properties': [
        'error',
        ...'acos asin atan atan2 cbrt cos cosh exp expm1 hypot log log10 log1p log2 pow sin sinh tan tanh'
          .split(' ')
          .map((property) => ({ object: 'Math', property })),
        { object: 'Intl', property: 'NumberFormat' },
      ],
      'no-restricted-syntax': [
        'error',
        {
          selector: "BinaryExpression[operator='**']:not([left.value=2])",
          message: 'A power of a browser is another in another; squares are products.',
        },
      ],
    },
  },
  // These hand functions to the page, which has the browser's names.
  {
    files: ['tests/browser/**', 'tests/browsers/**', 'tests/bench/**', 'tests/package/**'],
    languageOptions: { globals: globals.browser },
  },
  // What the pages there have: watch.js and program.js.
  {
    files: ['tests/browsers/**'],
    languageOptions: { globals: { watch: 'readonly', program: 'readonly' } },
  },
  { files: ['**/*.cjs'], languageOptions: { sourceType: 'commonjs', globals: globals.node } },
];
