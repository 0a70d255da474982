// The program of the page: runs what the link names, and leaves the answer where the test reads it.
import { toText } from './answers.js';

const programs = {
  engine: () => import('./engine.js'),
  attention: () => import('./attention.js'),
  workers: () => import('./workers.js'),
  lean: () => import('./lean.js'),
  adapters: () => import('./adapters.js'),
  elements: () => import('./elements.js'),
  charts: () => import('./charts.js'),
};

async function run() {
  const { default: program } = await programs[location.hash.slice(1)]();
  return toText(await program());
}

const { dataset } = document.documentElement;
run().then(
  (answer) => (dataset.answer = answer),
  (error) => (dataset.failure = String(error)),
);
