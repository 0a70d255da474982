// Runs programs of the documentation one after another, as a user of the package would. Prints the output of each as
// one line of JSON. It needs a process of its own, in which `import 'scaledot'` resolves to dist/ of this repository.
import { pathToFileURL } from 'node:url';

const write = process.stdout.write.bind(process.stdout);

for (const file of process.argv.slice(2)) {
  /** @type {string[]} */
  const printed = [];
  console.log = (...values) => void printed.push(values.join(' '));
  const error = await import(pathToFileURL(file).href).then(
    () => undefined,
    (reason) => String(reason?.stack ?? reason),
  );
  write(`${JSON.stringify({ file, printed, error })}\n`);
}
process.exit();
