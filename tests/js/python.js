// Finds a Python that has a module. Without one, tests that compare with NumPy or PyTorch are skipped, with a warning.
import { spawn, spawnSync } from 'node:child_process';
import { createInterface } from 'node:readline';

/** @param {string} module @returns {string | undefined} */
export function pythonWith(module) {
  const found = ['python3', '/usr/bin/python3'].find(
    (command) => spawnSync(command, ['-c', `import ${module}`]).status === 0,
  );
  if (!found) console.warn(`SKIPPED: what compares with ${module}; no python3 here can import it.`);
  return found;
}

// Importing PyTorch takes seconds, and a fork takes no time. So every program runs in a fork of a process that has
// imported it.
const forks = `
import importlib, json, os, runpy, sys, tempfile, traceback
importlib.import_module(sys.argv[1])
for line in sys.stdin:
    folder, file = json.loads(line)
    with tempfile.TemporaryFile() as seen:
        child = os.fork()
        if child == 0:
            status = 0
            try:
                os.dup2(seen.fileno(), 1)
                os.chdir(folder)
                sys.argv = [file]
                runpy.run_path(file, run_name='__main__')
            except BaseException:
                status = 1
                traceback.print_exc(file=sys.stdout)
            sys.stdout.flush()
            os._exit(status)  # not the end of the process that it is a copy of
        status = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
        seen.seek(0)
        print(json.dumps([status, seen.read().decode()]), flush=True)
`;

/**
 * Starts a Python that has imported a module. It runs programs one after another, each as if it were the only one.
 * @param {string} python  found by `pythonWith`
 * @param {string} module
 * @returns {{run: (folder: string, file: string) => Promise<string>, end: () => void}} `run` returns the output of a program,
 *   and throws it if the program fails
 */
export function startPython(python, module) {
  const child = spawn(python, ['-c', forks, module], { stdio: ['pipe', 'pipe', 'inherit'] });
  const lines = createInterface(child.stdout)[Symbol.asyncIterator]();
  return {
    async run(folder, file) {
      child.stdin.write(`${JSON.stringify([folder, file])}\n`);
      const { done, value } = await lines.next();
      if (done) throw new Error(`${python} with ${module} ended`);
      const [status, printed] = JSON.parse(value);
      if (status !== 0) throw new Error(printed);
      return printed;
    },
    end: () => child.stdin.end(),
  };
}
