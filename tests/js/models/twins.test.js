// The code twins of the Models lab are programs: they are run, and what they print is what the page shows.
import fs from 'node:fs';
import path from 'node:path';
import { lookedAt } from '../../../web/labs/models/look.js';
import { OpenedModel } from '../../../web/labs/models/opened.js';
import { twins } from '../../../web/labs/models/twins.js';
import { samples } from '../../../web/tables/models.js';
import { testPrograms } from '../programs.js';

const states = {
  'as the page opens': {},
  'without the factor, another head': { scale: 'none', layer: 1, head: 3 },
  'half the factor, a short text': { scale: 'times', factor: 0.5, text: 'Anne was' },
  'the pronoun model, which reads both ways': { source: 'pronouns', text: samples.pronouns },
};

testPrograms('models', states, async (engine, params, folder) => {
  const opened = new OpenedModel(engine, () => {});
  opened.ask(params, []);
  while (!opened.now?.whole) {
    if (opened.failure) throw new Error(opened.failure);
    await new Promise((resolve) => void setTimeout(resolve, 10));
  }
  const file = `${params.source}.safetensors`;
  fs.writeFileSync(path.join(folder, file), /** @type {Uint8Array} */ (opened.bytes));
  const looked = lookedAt(params, opened.base);
  const made = twins(opened, params, looked);
  const { javascript } = twins(opened, params, looked, `web/models/${file}`);
  opened.dispose();
  return { ...made, javascript };
});
