/**
 * Code samples of the Models lab: complete programs that read the model's file, run all of its layers on the page's
 * input, and print what the page says about the selected head and about the model's answer. Programs in NumPy
 * and PyTorch exist for models that are run whole and have token embeddings and regular layers (code-samples-plan.js).
 * Text only.
 */

/** @import { ModelOverrides } from '../../engine/models/index.js' */
/** @import { Params } from '../../tables/types.js' */
/** @import { OpenedModel } from './opened.js' */
/** @import { Plan } from './types.js' */

import { statisticsOf } from './look.js';
import { overridesOf } from './opened.js';
import { decimals, folderOfFiles, printed } from './code-samples-plan.js';
import { pythonSamples } from './code-samples-python.js';

/**
 * @param {OpenedModel} opened
 * @param {Params} params
 * @param {{layer: number, head: number}} selected
 * @param {string} [file]  path of the model's file
 * @returns {Record<string, string>}
 */
export function codeSamples(opened, params, selected, file) {
  const { model, tokens } = opened;
  if (!model || !tokens) return {};
  /** @type {Plan} */
  const plan = {
    file: file ?? (params.source === 'own' ? folderOfFiles : `${params.source}.safetensors`),
    ...{ ids: tokens.ids, ...selected, factor: Number(params.factor) },
    scale: /** @type {Plan['scale']} */ (params.scale),
    ...(tokens.rows && { seed: Number(params.seed) }),
    causal: model.config.causal,
    predicts: model.predicts,
  };
  return {
    ...pythonSamples(model, plan),
    javascript: javascriptSample(plan, overridesOf(params)),
    output: outputOf(opened, plan),
  };
}

/** @param {OpenedModel} opened @param {Plan} plan */
function outputOf({ now, tokens, predictsNext }, plan) {
  const own = statisticsOf(now, plan);
  if (!own || !now || !tokens) return '';
  const number = (/** @type {number} */ value) => value.toFixed(decimals);
  const lines = [
    `layer ${plan.layer + 1}, head ${plan.head + 1}: sd of q.k ${number(own.scoreSd)}, sqrt(d_k) ${number(own.unitSd)}`,
    `largest weight on average: ${number(own.scaled.topWeight)}`,
  ];
  if (now.predicted && predictsNext)
    lines.push(`perplexity of the text: ${number(now.predicted.perplexity)}`);
  if (now.predicted) {
    const probabilities =
      now.predicted.probabilities.get(tokens.ids.length - 1) ?? new Float32Array(0);
    lines.push(`last place: ${lastOf(probabilities).join(', ')}`);
  }
  return `${lines.join('\n')}\n`;
}

/** Returns the numbers of the most likely words. @param {Float32Array} probabilities */
const lastOf = (probabilities) =>
  Array.from(probabilities, (probability, id) => ({ id, probability }))
    .sort((a, b) => b.probability - a.probability)
    .slice(0, printed)
    .map(({ id, probability }) => `${id}: ${probability.toFixed(decimals)}`);

// JavaScript -----------------------------------------------------------------------------------------------------------

/** @param {Plan} plan @param {ModelOverrides} overrides */
function javascriptSample(plan, overrides) {
  const { file, ids, seed, layer, head, scale, factor, causal, predicts } = plan;
  const given = Object.entries(overrides).map(([name, value]) => `${name}: ${value}`);
  const beside = given.length > 0 ? `, { ${given.join(', ')} }` : '';
  const [multiplier, told] =
    scale === 'none'
      ? ["'none'", 'scores stay q.k']
      : [scale === 'times' ? factor : 1, 'of every score, beside what the model multiplies it by'];
  const predictsNext = predicts && causal && seed === undefined; // rows have no known tokens
  const perplexity = predictsNext
    ? `console.log('perplexity of the text: ' + crossEntropy.perplexity.toFixed(${decimals}));
`
    : '';
  const answer = predicts
    ? `
${perplexity}const { data: probabilities } = sd.softmax(logits);
const last = Array.from(probabilities, (probability, id) => ({ id, probability }))
  .sort((a, b) => b.probability - a.probability)
  .slice(0, ${printed});
console.log('last place: ' + last.map(({ id, probability }) => id + ': ' + probability.toFixed(${decimals})).join(', '));
`
    : '';
  const [input, made] =
    seed === undefined
      ? ['ids', `[${ids.join(', ')}]`]
      : ['rows', `sd.randomTensor([${ids.length}, model.width], { seed: ${seed} })`];
  const words = predicts ? ['logits', ...(predictsNext ? ['crossEntropy'] : [])] : [];
  return `import { load } from 'scaledot';
import { openModel } from 'scaledot/models';

const sd = await load({ engine: 'simd' });
const model = await openModel(sd, '${file}'${beside}); // ${file === folderOfFiles ? 'the folder of your files' : `"Save ${file}" on the page`}
const ${input} = ${made};
const { ${['layers', ...words].join(', ')} } = await model.run(${input}, {
  returns: [${['statistics', ...words].map((name) => `'${name}'`).join(', ')}],${
    predicts ? `\n  places: [${ids.length - 1}], // of the last token alone` : ''
  }
  factor: ${multiplier}, // ${told}
});
const head = layers[${layer}].statistics[${head}];
console.log(
  'layer ${layer + 1}, head ${head + 1}: sd of q.k ' + head.scoreSd.toFixed(${decimals}) + ', sqrt(d_k) ' + head.unitSd.toFixed(${decimals}),
);
console.log('largest weight on average: ' + head.scaled.topWeight.toFixed(${decimals}));
${answer}model.close();
sd.dispose();
`;
}
