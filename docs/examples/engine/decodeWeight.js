// Two numbers of bfloat16, as a checkpoint holds them.
import { load } from 'scaledot';

const sd = await load();
const bytes = new Uint8Array([0x80, 0x3f, 0x00, 0xc0]);
console.log(Array.from(sd.decodeWeight({ type: 'BF16', bytes, shape: [2] }).data).join(' ')); // 1 -2
