// Runs programs of the documentation one after the other, as a user of the package would, and tells what each printed: a line of
// JSON for each file. In a process of its own: `import 'scaledot'` finds this repository's dist/.
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
