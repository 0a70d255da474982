// Running calls are rejected; a later load() creates a new engine.
import { load } from 'scaledot';

const sd = await load({ engine: 'fallback', workers: 0 });
const run = sd.run('scoreStatistics', { queries: 10000, keys: 10000 });
sd.dispose();
console.log(await run.catch(({ name }) => name)); // AbortError
