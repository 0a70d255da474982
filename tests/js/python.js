// Which Python here, if any, has a module: tests that compare with NumPy or PyTorch are skipped, loudly, without it.
import { spawnSync } from 'node:child_process';

/** @param {string} module @returns {string | undefined} */
export function pythonWith(module) {
  const found = ['python3', '/usr/bin/python3'].find(
    (command) => spawnSync(command, ['-c', `import ${module}`]).status === 0,
  );
  if (!found) console.warn(`SKIPPED: what compares with ${module}; no python3 here can import it.`);
  return found;
}
