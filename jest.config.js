// Native ES modules, no transform: the tests run the files as they are.
export default {
  testEnvironment: 'node',
  testMatch: ['<rootDir>/tests/js/**/*.test.js'],
  transform: {},
  maxWorkers: '100%', // the default leaves one core idle, which is half of two
  testTimeout: 300_000, // for a busy machine; no test measures time
  modulePathIgnorePatterns: [
    '<rootDir>/.toolchain/',
    '<rootDir>/build/npm/',
    '<rootDir>/dist/',
    '<rootDir>/tests/current-node/',
    '<rootDir>/tests/bench/',
    '<rootDir>/tests/package/',
  ],
};
