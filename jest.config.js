// Native ES modules, no transform: the tests run the files as they are.
export default {
  testEnvironment: 'node',
  testMatch: ['<rootDir>/tests/js/**/*.test.js'],
  transform: {},
  maxWorkers: '100%', // its own choice leaves one core out: of two, half
  testTimeout: 300_000, // a busy machine; nothing here measures time
  modulePathIgnorePatterns: [
    '<rootDir>/.toolchain/',
    '<rootDir>/build/npm/',
    '<rootDir>/dist/',
    '<rootDir>/tests/current-node/',
    '<rootDir>/tests/bench/',
    '<rootDir>/tests/package/',
  ],
};
