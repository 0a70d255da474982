// The row `native`: Google Benchmark on this machine's own build, see native_bench.cpp.
import fs from 'node:fs';
import { cmakeEnv, inRoot, mustRun, say } from '../../scripts/tools.mjs';
import { figures } from './report.mjs';

/** @param {string} file */
const read = (file) => fs.readFileSync(inRoot(file), 'utf8');

/** @param {boolean} brief */
export async function native(brief) {
  const env = cmakeEnv();
  await mustRun('cmake', ['--preset', 'native'], { env, quiet: true });
  if (/^(benchmark|Eigen3)_DIR:.*NOTFOUND$/m.test(read('build/native/CMakeCache.txt'))) {
    say('without native: it takes Google Benchmark and Eigen (libbenchmark-dev, libeigen3-dev)');
    return;
  }
  const build = ['--build', '--preset', 'native', '--target', 'native_bench'];
  await mustRun('cmake', build, { env, quiet: true });
  const file = 'build/native/native_bench.json';
  await mustRun(inRoot('build/native/native_bench'), [
    `--benchmark_out=${inRoot(file)}`,
    '--benchmark_counters_tabular=true',
    ...(brief ? ['--benchmark_filter=64,16|128,64', '--benchmark_min_time=0.005'] : []),
  ]);
  const { benchmarks } = JSON.parse(read(file));
  figures.push({ name: 'native', rows: benchmarks });
}
