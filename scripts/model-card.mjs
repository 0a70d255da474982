// Writes the card of a trained model: its task, its data, its training and its measured quality.

/** @import { Model, Options } from './models.mjs' */

/**
 * The measurements of the program of `npm run train` (src/learning/train_program.cpp).
 *
 * @typedef {object} Measured
 * @property {number} parameters
 * @property {number} examples
 * @property {number} loss
 * @property {number} accuracy
 * @property {number} exact
 * @property {{factor: number, exact: number}[]} factors
 * @property {{largest: number, most: number, weight: number}[]} heads heads of the task pronouns, layer after layer
 *
 * Its measurements for the task text.
 *
 * @typedef {object} MeasuredText
 * @property {number} parameters
 * @property {number[]} characters the number learned from, and the number of held-out ones that were predicted
 * @property {number} perplexity per character
 * @property {number} accuracy
 * @property {number[]} ngrams perplexities of models of counts, by their order from 1
 * @property {{factor: number, perplexity: number}[]} factors
 */

const percent = (/** @type {number} */ share) => `${Number((100 * share).toFixed(3))} %`;

/** @param {Options} options */
const sizes = ({ stack, layers, modelDim, heads, headDim, feedForward, norm, activation }) =>
  `${stack}, ${layers} layers${stack === 'encoder-decoder' ? ' each' : ''}, width ${modelDim}, ${heads} heads of ${headDim}, feed-forward ${feedForward} (${activation}), ${norm}-norm`;

/**
 * Writes the table of the factors of scores.
 * @param {{factor: number, is: string}[]} factors
 * @param {string} what  is measured
 * @param {Options} options
 */
function factorTable(factors, what, { headDim, rule, alpha }) {
  const root = Math.sqrt(Number(headDim));
  const meaning = (/** @type {number} */ factor) => {
    const is = (/** @type {number} */ x) => Math.abs(factor / x - 1) < 1e-2;
    if (factor === 0) return 'every key counts the same';
    if (factor === 1) return 'as trained';
    if (rule !== 'power' || alpha !== 0.5) return '';
    return is(root) ? 'scores not scaled' : is(1 / root) ? 'scores divided by d_k' : '';
  };
  return [
    `| scores times | | ${what} |`,
    '| --- | --- | --- |',
    ...factors.map(
      ({ factor, is }) => `| ${Number(factor.toFixed(3))} | ${meaning(factor)} | ${is} |`,
    ),
  ].join('\n');
}

/** @param {Measured} measured @param {Options} options */
function headTable({ heads, examples }, options) {
  if (heads.length === 0) return '';
  const perLayer = Number(options.heads);
  const rows = heads.map(
    ({ largest, most, weight }, i) =>
      `| ${Math.floor(i / perLayer) + 1} | ${(i % perLayer) + 1} | ${percent(largest)} | ${percent(most)} | ${percent(weight)} |`,
  );
  return `
## Where the pronoun looks

Of the weights with which the pronoun attends, in the same ${examples} held-out sentences: how often its antecedent has the largest (of all
words, the pronoun itself included), how often more than half of the whole, and how much on average.

| layer | head | largest | more than half | mean weight |
| --- | --- | --- | --- | --- |
${rows.join('\n')}
`;
}

const factorsSay =
  'Effect of multiplying the scores of a model trained with 1/sqrt(d_k) by another number:';

/** @param {Measured} measured @param {Options} options */
function examplesPart(measured, options) {
  const several = options.task !== 'pronouns'; // labels of an example
  const factors = measured.factors.map(({ factor, exact }) => ({ factor, is: percent(exact) }));
  return `On ${measured.examples} held-out examples, with the numbers of the file:

| | |
| --- | --- |
| exact: every ${several ? 'token of the answer' : 'answer'} right | ${percent(measured.exact)} |
${several ? `| tokens right | ${percent(measured.accuracy)} |\n` : ''}| loss | ${measured.loss} |

${factorsSay}

${factorTable(factors, 'exact', options)}
${headTable(measured, options)}`;
}

const orders = ['1-gram: how frequent each is', '2-gram', '3-gram, a trigram', '4-gram', '5-gram'];

/** @param {MeasuredText} measured @param {Options} options */
function textPart({ characters, perplexity, accuracy, ngrams, factors }, options) {
  const [learned, predicted] = characters;
  const is = factors.map((of) => ({ factor: of.factor, is: String(of.perplexity) }));
  return `On the held-out tenth, with the numbers of the file: ${learned} characters were learned from, and ${predicted} are predicted, each from the
${Number(options.size) / 2} or more before it. Perplexity is e to the mean of -ln p, where p is the probability that the model gave to the character that came; one that
always hesitates between 5 equally likely characters has 5. The n-grams count the same ${learned} characters and predict the same ${predicted}, each
from n - 1 before it; where these were seldom seen, the next shorter one counts, with the weight of 4 times ([src/learning/ngram.h](../../src/learning/ngram.h)).

| | perplexity per character |
| --- | --- |
| this model | ${perplexity} |
${ngrams.map((of, i) => `| ${orders[i]} | ${of} |`).join('\n')}

In ${percent(accuracy)} of the places the likeliest character is the one that came.

${factorsSay}

${factorTable(is, 'perplexity', options)}

Above ${ngrams[0]} the model does worse than if it knew nothing but how frequent each character is.
`;
}

/**
 * Writes the whole card.
 * @param {string} name
 * @param {Model} model
 * @param {string} command
 * @param {number} bytes  of the checkpoint
 * @param {Measured | MeasuredText} measured
 */
export function modelCard(name, model, command, bytes, measured) {
  const { options } = model;
  return `# ${model.title}

\`${name}.safetensors\`: ${measured.parameters} parameters in float16, ${bytes} bytes, trained by this repository's own C++ core.

${model.about}

| | |
| --- | --- |
| sizes | ${sizes(options)} |
| training | ${options.steps} steps of ${options.batch} examples, ${options.optimizer}, learning rate ${options.learningRate} (warm-up ${options.warmup} steps, then ${options.schedule}), weight decay ${options.weightDecay}, seed ${options.seed} |
| command | \`${command}\`; all settings: [scripts/models.mjs](../../scripts/models.mjs) |

## Measured

${'perplexity' in measured ? textPart(measured, options) : examplesPart(measured, options)}
## Limits

${model.limits.map((limit) => `- ${limit}`).join('\n')}

Licence: that of the repository (MIT). The file is made anew, to the bit, by the command above: [docs/training.md](../../docs/training.md).
`;
}
