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
  // The engine runs in pages, in workers and in Node, so it may use only the globals of all three.
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
  // A link gives the same digits everywhere, but the last digits of these functions, or their words, differ between
  // browsers. They are allowed where they decide only pixels and colours.
  {
    files: ['web/**'],
    ignores: [
      'web/charts/{axis,curves,matrices,panels,plane,ramps,scale}.js',
      'web/cli/**',
      'web/labs/lab/controls.js', // a slider's position, rounded to a whole number
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
  // These pass functions to the page, which has the browser's globals.
  {
    files: ['tests/browser/**', 'tests/browsers/**', 'tests/bench/**', 'tests/package/**'],
    languageOptions: { globals: globals.browser },
  },
  // The globals of the pages there, from watch.js and program.js.
  {
    files: ['tests/browsers/**'],
    languageOptions: { globals: { watch: 'readonly', program: 'readonly' } },
  },
  { files: ['**/*.cjs'], languageOptions: { sourceType: 'commonjs', globals: globals.node } },
];
