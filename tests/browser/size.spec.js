// What a visitor waits for: the bytes of each lab in a frame until its first computed picture is there, compressed with
// brotli as a good server does. `npm run bench -- start` measures the times.
import fs from 'node:fs';
import { coldLoad, isEngine, sizeOfAll } from '../bench/first-picture.mjs';
import { inRoot } from '../../scripts/tools.mjs';
import { labs } from '../../web/elements/index.js';
import { expect, isAll, only, test } from './visit.js';

/** Limit for everything but the engine, kB of brotli: the current size and a little room. @type {Record<string, number>} */
const most = {
  story: 83.5,
  variance: 78,
  softmax: 81.5,
  scoring: 81.5,
  attention: 89,
  heads: 73,
  training: 96,
  models: 111,
  playground: 372, // with its worker, the interpreter
};

/**
 * Limit for the engine, kB of brotli: its WebAssembly and the code that starts it. Training includes the training module, 52 kB.
 * @type {Record<string, number>}
 */
const mostEngine = {
  story: 33,
  variance: 45,
  softmax: 33,
  scoring: 31,
  attention: 35,
  heads: 32,
  training: 74,
  models: 52,
  playground: 128,
};

/** @param {readonly {file: string}[]} fetched */
const namesOf = (fetched) => fetched.map(({ file }) => file).join(' ');

for (const kind of labs) {
  test(`${kind.lab}: code and words of the first picture stay small`, async ({
    browser,
    baseURL,
  }) => {
    for (const locale of kind.lab === 'variance' || isAll ? ['en', 'zh-CN'] : ['en']) {
      const cold = await coldLoad(browser, String(baseURL), 'embed.html', kind, { locale });
      // Workers start beside the first picture, and only in Training do they compute it. The font and the screen reader code
      // load after it, which on a slow machine is still before the answer.
      const trains = kind.lab === 'training';
      // What Training fetches after its workers have started does not belong to the picture that they compute.
      const start = Math.max(
        ...cold.fetched.filter(({ file }) => /\/learning-/.test(file)).map(({ from }) => from),
      );
      const fetched = cold.fetched.filter(({ from }) => !trains || from <= start);
      // The model that the Models lab shows is not code.
      const model = fetched.filter(({ file }) => /\/text-model-/.test(file));
      expect(model).toHaveLength(kind.lab === 'models' ? 1 : 0);
      expect(sizeOfAll(inRoot('site'), model).brotli).toBeLessThan(390_000);
      const beside = trains ? /\/(math|handling|sheet)-/ : /\/(worker|math|handling|sheet|text)-/;
      const own = fetched.filter(({ file }) => !isEngine(file) && !beside.test(file));
      const engine = fetched.filter(({ file }) => isEngine(file));
      expect(engine.length).toBeGreaterThanOrEqual(2); // its WebAssembly and the code that starts it
      const limit = 1000 * mostEngine[kind.lab];
      expect(sizeOfAll(inRoot('site'), engine).brotli, namesOf(engine)).toBeLessThan(limit);
      expect(sizeOfAll(inRoot('site'), own).brotli, namesOf(own)).toBeLessThan(
        1000 * most[kind.lab],
      );
      if (locale === 'en')
        expect(sizeOfAll(inRoot('site'), [...own, ...engine]).brotli).toBeLessThan(
          { training: 175_000, models: 160_000, playground: 498_000 }[kind.lab] ?? 121_000,
        );
    }
  });
}

/**
 * Limit for one picture alone with its engine, kB of brotli: the current size and a little room. The picture comes with the
 * labs' common code, its own code and the lab's words. A picture below the main one also has the words of all lower pictures.
 * @type {Readonly<Record<string, number>>}
 */
const mostAlone = {
  'story fan': 109,
  'story root': 110,
  'story tried': 113,
  'story exaggerates': 109,
  'story learns': 110,
  'story exponent': 113,
  'story training': 99,
  'variance histogram': 116,
  'variance walks': 113,
  'variance growth': 110,
  'variance derivation': 109,
  'variance replicate': 115,
  'variance blog': 113,
  'softmax one': 108,
  'softmax jacobian': 112,
  'softmax bands': 118,
  'softmax exponent': 115,
  'softmax vanish': 115,
  'scoring plane': 106,
  'scoring norms': 112,
  'scoring laws': 150,
  'scoring sharpness': 126,
  'scoring layernorm': 130,
  'scoring table': 112,
  'attention tokens': 117,
  'attention matrices': 146,
  'attention masks': 126,
  'attention data': 146,
  'heads shapes': 98,
  'heads cost': 105,
  'heads even': 103,
  'heads spectrum': 106,
  'heads merged': 130,
  'heads fold': 130,
  'heads weights': 131,
  'heads sum': 143,
  'training curves': 164,
  'training maps': 171,
  'training sharpness': 165,
  'training scores': 165,
  'training gradients': 165,
  'training seeds': 164,
  'models heads': 154,
  'models scores': 179,
  'models assumptions': 153,
  'models weights': 157,
  'models prediction': 154,
  'models perplexity': 153,
  'models matrices': 163,
  'models wild': 111,
  'playground program': 242,
};

/**
 * Matches the declaration of a picture, which has its name in quotes. Three pictures of Training share a file that composes
 * their names.
 * @param {string} lab
 * @param {string} name
 */
const declares = (lab, name) =>
  new RegExp(`name:['"\`]${lab}-${name === 'table' ? 'summary' : name}['"\`]`);
const sharing = new Set(['sharpness', 'scores', 'gradients']);

for (const kind of labs) {
  const { lab, pictures } = kind;
  const [main, ...story] = pictures;
  test(
    `${lab}: a picture alone fetches no other picture, no programs and no dialog`,
    only(lab, 'variance'),
    async ({ browser, baseURL }) => {
      // The pronouns need a trained model of 100 kB, and links are not a picture.
      const told = pictures.filter(
        (name) =>
          !['accuracy', 'tokens', 'doors', 'gallery'].includes(name) ||
          (lab === 'attention' && name === 'tokens'),
      );
      for (const alone of told) {
        const options = { alone, rest: 800 };
        const { fetched, later } = await coldLoad(
          browser,
          String(baseURL),
          'embed.html',
          kind,
          options,
        );
        const files = [...new Set([...fetched, ...later].map(({ file }) => file))];
        expect(
          files.filter((file) => /\/(code|whole|formula(?!-frame)|share-dialog)-/.test(file)),
        ).toEqual([]);
        const others = story.filter(
          (name) =>
            name !== alone && !(lab === 'training' && sharing.has(name) && sharing.has(alone)),
        );
        const code = files
          .filter((file) => file.endsWith('.js') && !isEngine(file))
          .map((file) => fs.readFileSync(inRoot('site', file), 'utf8'));
        for (const name of others)
          expect(
            code.some((text) => declares(lab, name).test(text)),
            `${alone} fetches ${name}`,
          ).toBe(false);
        if (alone !== main && lab !== 'training')
          expect(
            code.some((text) => declares(lab, alone).test(text)),
            `${alone} is found by its name`,
          ).toBe(true);
        const own = fetched.filter(
          ({ file }) => !/\/(worker|math|handling|sheet|text)-/.test(file),
        );
        expect
          .soft(sizeOfAll(inRoot('site'), own).brotli, `${lab} ${alone}`)
          .toBeLessThan(1000 * mostAlone[`${lab} ${alone}`]);
      }
    },
  );
}
