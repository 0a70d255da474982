// node src/run.mjs PROGRAM prints its answer.
import { toText } from './answers.js';

const { default: program } = await import(`./${process.argv[2]}.js`);
console.log(toText(await program()));
