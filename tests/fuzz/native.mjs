// The C++ file readers (tests/fuzz/native) under libFuzzer, AddressSanitizer and UndefinedBehaviorSanitizer, starting from files
// that the tests write. Inputs that libFuzzer keeps are in build/fuzz.
import fs from 'node:fs';
import { cmakeBuild, inRoot, outputOf, run, say } from '../../scripts/tools.mjs';
import { hostileFiles } from '../js/files/files.js';

/** Bytes. Longer files teach libFuzzer nothing new. */
const longest = 8192;

/** Whether clang is installed, with the libraries that libFuzzer needs. */
function hasFuzzer() {
  const named = outputOf('clang++', '-print-file-name=libclang_rt.fuzzer-x86_64.a').trim();
  const folder = outputOf('clang++', '-print-runtime-dir').trim();
  const places = [
    named,
    `${folder}/libclang_rt.fuzzer-${process.arch}.a`,
    `${folder}/libclang_rt.fuzzer.a`,
  ];
  return outputOf('clang++', '--version') !== '' && places.some((place) => fs.existsSync(place));
}

/** Returns the initial files of each target. @returns {Promise<Record<string, Uint8Array[]>>} */
async function seeds() {
  const { npy, safetensors } = hostileFiles();
  const files = [...npy, ...safetensors].map(({ bytes }) => bytes);
  const { seeds: checkpoints } = await import('./checkpoints.mjs');
  return { tensor_file: files, checkpoint: checkpoints };
}

/**
 * Runs every target for its share of the time. Returns how many of them found something.
 * @param {number} minutes
 * @param {number} seed
 */
export async function fuzzNative(minutes, seed) {
  if (!hasFuzzer()) {
    say(
      'fuzz: no clang with libFuzzer here (Debian: clang and libclang-rt-dev): the C++ readers are left out',
    );
    return 0;
  }
  await cmakeBuild('native-fuzz');
  const all = Object.entries(await seeds());
  const seconds = Math.max(1, Math.round((60 * minutes) / all.length));
  let failed = 0;
  for (const [name, files] of all) {
    const corpus = inRoot('build', 'fuzz', name);
    const first = inRoot('build', 'fuzz', `${name}-seeds`);
    fs.mkdirSync(corpus, { recursive: true });
    fs.rmSync(first, { recursive: true, force: true });
    fs.mkdirSync(first);
    for (const [i, bytes] of files.entries())
      if (bytes.length <= longest) fs.writeFileSync(`${first}/${i}`, bytes);
    const begun = performance.now();
    const code = await run(
      inRoot('build', 'native-fuzz', `${name}_fuzz`),
      [
        corpus,
        first,
        `-max_total_time=${seconds}`,
        `-seed=${seed + 1}`,
        `-max_len=${longest}`,
        '-timeout=20',
        '-rss_limit_mb=2048',
        '-verbosity=0',
        '-print_final_stats=0',
        `-artifact_prefix=${inRoot('build', 'fuzz', `${name}-`)}`,
      ],
      { quiet: true },
    );
    if (code !== 0) failed++;
    const kept = fs.readdirSync(corpus).length;
    const took = Math.round((performance.now() - begun) / 1000);
    console.log(
      `fuzz: ${name}.cpp: ${took} s, ${kept} files kept, ${code === 0 ? 'nothing found' : 'FAILED'}`,
    );
    if (code !== 0)
      say(`again: build/native-fuzz/${name}_fuzz FILE, with the file that is named above`);
  }
  return failed;
}
