/** Words of the Models lab below its first picture, about a visitor's files and about its presets, in English. The others are in models.en.js. */
export default {
  'models.fallback':
    '1/√d_k rests on three assumptions: the components of q and k have mean 0, have variance 1 and are independent. Training rarely keeps them. In a trained head the standard deviation of q·k may be a fraction of √d_k or ten times as much. The factor still matters, because the model was trained with it. This lab opens a checkpoint in your browser, runs it layer by layer, and measures every head.',

  'models.open.label': 'Choose files',
  'models.open.none': 'No files are chosen.',
  'models.open.chosen': 'Chosen: {names}',
  'models.open.chosen.more': 'Chosen: {names} and {more} more',
  'models.open.left': 'Files not used: {names}.',
  'models.open.hint':
    'All files of one model together: `.safetensors` (every shard), `config.json`, `tokenizer.json`. You can also drop them here. Files of any size will do: only what is needed is read, and nothing is sent.',
  'models.open.found':
    '{layout} layout, {layers} {layers:layer|layers}, width {width}, {heads} {heads:head|heads} of width {dk}.',
  'models.open.grouped':
    '{layout} layout, {layers} {layers:layer|layers}, width {width}, {heads} query heads that share {keyHeads} key {keyHeads:head|heads}, of width {dk}.',
  'models.open.rule.rsqrt': 'It divides by √d_k.',
  'models.open.rule.none': 'It does not scale q·k.',
  'models.open.rule.other': 'Its factor is {factor}.',
  'models.open.rule.layers': 'Its factor differs from layer to layer, from {factor} to {last}.',
  'models.open.read': 'It reads {tokens} {tokens:token|tokens}.',
  'models.open.rows': 'It reads {tokens} such {tokens:row|rows}.',
  'models.open.assumed': 'Assumed, because the files do not say: {list}.',
  'models.assumed.and': '; ',
  'models.assumed.option': '{name} is {value}',
  'models.assumed.activation': 'the activation is {name}',
  'models.assumed.family': 'the model is a {layout}, judging by the names of its tensors',
  'models.assumed.tied': 'the logits come from the token embeddings, because there is no `lm_head`',
  'models.assumed.quantised':
    'Only the first layer is computed, because weights of this model are quantised.',
  'models.assumed.experts':
    'Only the first layer is computed, because the feed-forward layers are made of experts.',
  'models.assumed.noType':
    'Only the first layer is computed, because no `config.json` names the `model_type`.',
  'models.assumed.unknownType':
    'Only the first layer is computed, because the `model_type` {type} is not known here.',
  'models.assumed.divided': 'q·k is divided by √d_k',
  'models.assumed.undivided': 'q·k is not scaled',
  'models.assumed.noNorm': 'no norm stands before the first attention',
  'models.assumed.rmsNorm': 'the embeddings are normalised by {name}, an RMSNorm',
  'models.assumed.layerNorm': 'the embeddings are normalised by {name}, a LayerNorm',
  'models.assumed.causal':
    'positions are left out, and every token sees itself and the tokens before it',
  'models.assumed.bidirectional': 'positions are left out, and every token sees all tokens',
  'models.noTokenizer': 'There is no `tokenizer.json`, so random tokens are read.',
  'models.noEmbeddings':
    'The files have no embeddings of tokens, so random rows are read: independent components with mean 0 and variance 1.',
  'models.noIds': 'No ids are given yet, so random tokens are read.',
  'models.badTokenizer':
    'Random tokens are read, because `tokenizer.json` cannot be used: {reason}.',
  'models.open.unused': '{count} {count:tensor is|tensors are} not used',

  'models.scores.title': 'What do real scores look like?',
  'models.scores.lead':
    'The derivation of 1/√d_k expects N(0, d_k). The bars are what this head computes.',
  'models.scores.figure': 'Scores q·k of {head}',
  'models.scores.counts': 'measured',
  'models.scores.unit': 'N(0, d_k)',
  'models.scores.independent': 'if independent',
  'models.scores.density': 'density',
  'models.scores.summary':
    '{pairs} scores with mean {mean} and standard deviation {sd}. √d_k, with d_k = {dk}, is {unit}. Independent components with this head’s own means and variances would give {independent}.',
  'models.scores.note':
    'The dashed bell curve uses the mean and variance of every component of this head’s queries and keys, and assumes that all are independent. It misses components that vary together, and queries tuned to particular keys; the next picture tells them apart.',
  'models.scores.column.kind': 'what',
  'models.scores.column.from': 'from',
  'models.scores.column.to': 'to',
  'models.scores.column.value': 'count or density',

  'models.assumptions.title': 'Which assumption fails?',
  'models.assumptions.lead': 'Each bar drops one more assumption. The last bar drops them all.',
  'models.assumptions.figure': 'Spread of q·k, assumption by assumption: {head}',
  'models.assumptions.y': 'standard deviation of q·k',
  'models.assumptions.tick.unit': '√d_k',
  'models.assumptions.tick.spread': 'variance',
  'models.assumptions.tick.independent': 'mean',
  'models.assumptions.tick.covariance': 'covar.',
  'models.assumptions.tick.measured': 'measured',
  'models.assumptions.unit': 'variance 1, mean 0, independent',
  'models.assumptions.spread': 'own variances, mean 0, independent',
  'models.assumptions.independent': 'own variances and means, independent',
  'models.assumptions.covariance': 'own means and covariances, queries independent of keys',
  'models.assumptions.measured': 'measured',
  'models.assumptions.summary':
    '√d_k is {unit}. With the head’s own variances the spread is {spread}; with its means as well, {independent}; with its covariances as well, {covariance}. Measured: {measured}.',
  'models.assumptions.fails.spread':
    'The assumption of variance 1 fails most: the components’ own variances move the spread from {from} to {to}, by a factor of {times}.',
  'models.assumptions.fails.independent':
    'The assumption of mean 0 fails most: the components’ own means move the spread from {from} to {to}, by a factor of {times}.',
  'models.assumptions.fails.covariance':
    'The assumption of independent components fails most: components vary together, along directions that queries and keys share. That moves the spread from {from} to {to}, by a factor of {times}.',
  'models.assumptions.fails.measured':
    'The assumption that queries and keys are independent fails most: which query meets which key moves the spread from {from} to {to}, by a factor of {times}.',
  'models.assumptions.fails.several':
    'No single assumption is to blame: own variances move the spread from {unit} to {spread}, own means to {independent}, components that vary together to {covariance}, and the pairs that meet to {measured}.',
  'models.assumptions.fails.none':
    'All these assumptions nearly hold in this head: the measured spread is {measured}, and √d_k is {unit}.',
  'models.assumptions.step.unit':
    'If every component had mean 0 and variance 1, and all were independent: √d_k = √{dk} = {unit}.',
  'models.assumptions.step.spread':
    'With the variances that this head’s components have: the root of the sum of their products, {spread}.',
  'models.assumptions.step.independent':
    'With their means, too: {independent}, about a mean of {independentMean}.',
  'models.assumptions.step.covariance':
    'With components that vary together as they do here, but queries independent of keys: {covariance}, about the same mean.',
  'models.assumptions.step.measured':
    'Measured, over the pairs that a query sees: {measured}, about a mean of {mean}.',
  'models.assumptions.column.law': 'what is assumed',
  'models.assumptions.column.sd': 'standard deviation',

  'models.weights.title': 'What becomes of the weights?',
  'models.weights.lead': 'Change the factor, and every head of the layer is computed again.',
  'models.column.query': 'query',
  'models.column.key': 'key',
  'models.column.weight': 'weight',
  'models.weights.figure': 'Weights of layer {layer} with {factor}',
  'models.weights.weight': 'weight',
  'models.weights.head': 'head {head}',
  'models.weights.query': 'query {i}, “{word}”',
  'models.weights.key': 'key {i}, “{word}”',
  'models.weights.own':
    'With {factor}, the largest weight of a row is {before}, averaged over the heads of this layer.',
  'models.weights.changed':
    'With {factor}, the largest weight of a row is {after} instead of {before}, averaged over the heads of this layer.',
  'models.weights.some':
    'Heads {first} to {last} of {heads} are drawn: those next to the head you choose. The table has all of them.',

  'models.prediction.title': 'Does the model still answer?',
  'models.prediction.lead':
    'The factor changes the weights of every layer, and so the answer of the model.',
  'models.prediction.next': 'What comes after “{word}”?',
  'models.prediction.at': 'What does the model predict at “{word}”?',
  'models.prediction.x': 'most likely tokens',
  'models.prediction.figure': 'Most likely tokens',
  'models.prediction.y': 'probability',
  'models.prediction.none': 'These files have no output layer, so the model names no words.',
  'models.prediction.summary': '“{word}” is the most likely: {before}.',
  'models.prediction.summary.changed':
    '“{word}” has {before} with the model’s factor and {after} with {factor}.',
  'models.prediction.text': 'Over all tokens the perplexity is {before}.',
  'models.prediction.text.changed':
    'Over all tokens the perplexity is {before} with the model’s factor and {after} with {factor}.',
  'models.prediction.note':
    'Perplexity is the exponential of the mean loss: a perplexity of 4 is as good as choosing between 4 equally likely tokens every time. The better the model predicts the text, the lower it is.',
  'models.prediction.column.word': 'word',
  'models.prediction.column.before': 'the model’s factor',
  'models.prediction.column.after': 'your factor',

  'models.perplexity.title': 'How much does the factor matter?',
  'models.perplexity.lead':
    'Each point is a whole pass through the model with all scores multiplied by one number.',
  'models.perplexity.figure': 'Perplexity of these {count} tokens',
  'models.perplexity.figure.none': 'Perplexity of a text',
  'models.perplexity.x': 'times the model’s own factor',
  'models.perplexity.y': 'perplexity',
  'models.perplexity.trained': 'as trained',
  'models.perplexity.none': 'Only a model that predicts the next token has a perplexity.',
  'models.perplexity.summary':
    'Perplexity {own} with the model’s factor and {none} without it. The lowest of these is {best}, at {at} times the factor.',
  'models.perplexity.summary.own':
    'Perplexity {own} with the model’s factor. The lowest of these is {best}, at {at} times the factor.',
  'models.perplexity.summary.best':
    'Perplexity {own} with the model’s factor and {none} without it. None of the other factors here does noticeably better than the model’s.',
  'models.perplexity.summary.own.best':
    'Perplexity {own} with the model’s factor. None of the other factors here does noticeably better.',
  'models.perplexity.note':
    'These are the tokens above, not a benchmark: on a short text another factor can win by chance. The text model’s card has the perplexity of several factors over all of its held-out text.',
  'models.perplexity.column.multiplier': 'times the factor',
  'models.perplexity.column.perplexity': 'perplexity',

  'models.matrices.title': 'How many directions does a head use?',
  'models.matrices.lead':
    'W_q W_kᵀ turns two token vectors into q·k. Each singular value says how much one direction counts. In a random product most of the d_k directions matter; training may leave fewer.',
  'models.matrices.figure': 'Singular values of W_q W_kᵀ, {head}',
  'models.matrices.own': 'this head',
  'models.matrices.random': 'random',
  'models.matrices.x': 'singular values, largest first; the line is at d_k',
  'models.matrices.x.all': 'singular values, largest first',
  'models.matrices.y': 'as a share of the largest',
  'models.matrices.summary':
    '{count} of {all} directions {count:carries|carry} 90% of the variance that q·k has for random inputs; in a random product {random} do. Effective rank: {effective} against {effectiveRandom}.',
  'models.matrices.others':
    'The other {others} of {width} directions {others:carries|carry} nothing.',
  'models.matrices.zero': 'W_q W_kᵀ is 0 in this head.',
  'models.matrices.note':
    'For inputs with independent components of variance 1, the variance of q·k is the sum of the squared singular values. The effective rank is the exponential of the [[entropy]] of the singular values (Roy and Vetterli 2007). Norms, biases and rotary positions are left out.',
  'models.matrices.column.number': 'number',
  'models.matrices.column.own': 'this head',
  'models.matrices.column.random': 'random',

  'models.wild.title': 'What do real models divide by?',
  'models.wild.lead': 'Most follow the paper. Some do not.',
  'models.wild.model': 'model',
  'models.wild.rule': 'what multiplies q·k',
  'models.wild.read': 'read in',
  'models.wild.links': 'links',
  'models.wild.try': 'Try it in Training',
  'models.wild.usual.model': 'The paper, BERT, GPT-2, Llama, Qwen 2',
  'models.wild.usual.rule': '1/√d_k.',
  'models.wild.t5.model': 'T5, LongT5',
  'models.wild.t5.rule': 'Nothing. W_q starts √d_k times smaller instead.',
  'models.wild.allennlp.model': 'AllenNLP’s T5',
  'models.wild.allennlp.rule': 'Nothing. A reviewer asked why.',
  'models.wild.neo.model': 'GPT-Neo',
  'models.wild.neo.rule': 'Nothing. Its Flax code multiplies q by √d_k first, to cancel a factor.',
  'models.wild.maxtext.model': 'MaxText',
  'models.wild.maxtext.rule':
    'W_q starts smaller. One kernel was reported to divide as well, so twice in all.',
  'models.wild.mistral.model': 'Stanford’s Mistral (GPT-2)',
  'models.wild.mistral.rule': '1/√d_k, divided by the layer’s number on request.',
  'models.wild.gemma.model': 'Gemma 2',
  'models.wild.gemma.rule':
    'One over the square root of a number in its configuration, and a softcap.',
  'models.wild.qknorm.model': 'Qwen 3, OLMo 2',
  'models.wild.qknorm.rule': 'q and k are normalised first; then 1/√d_k.',
  'models.wild.gemma4.model': 'Gemma 4',
  'models.wild.gemma4.rule': 'Nothing. q and k are normalised first.',
  'models.wild.mup.model': 'muP',
  'models.wild.mup.rule': '1/d_k, so that wide models train like narrow ones.',
  'models.wild.tutorial.model': 'A tutorial',
  'models.wild.tutorial.rule': '1/√d_model. Corrected later.',
  'models.wild.note':
    'Read in November 2026 in papers, modelling files and threads. A number such as #18284 is that of a thread in its repository.',

  'models.preset.root.predict':
    'Another model, for pronouns, was trained with 1/√d_k, d_k = 32. What is the standard deviation of q·k in its heads?',
  'models.preset.root.choice.a': 'About √32 = 5.7 in every head',
  'models.preset.root.choice.b': 'About 1 in every head',
  'models.preset.root.choice.c': 'Near √32 in one head, nearly three times as much in another',
  'models.preset.root.explain':
    'It is {low} in one head and {high} in another; √{dk} is {expected}. Variance d_k describes random vectors, which is where training begins. Training then sets the scale of every head.',
  'models.preset.without.predict':
    'Take the factor away from the trained model. What happens to its perplexity for this text?',
  'models.preset.without.choice.a': 'It stays the same: training has settled the scale',
  'models.preset.without.choice.b': 'It gets somewhat worse',
  'models.preset.without.choice.c': 'It at least doubles',
  'models.preset.without.explain':
    'It goes from {before} to {after}, although the largest weight of a row rises from {top} to {plain} on average. This model tolerates sharper weights rather well. A factor that is too small costs it more, as the curve of the perplexity shows. It is one small model and says nothing about others.',
  'models.preset.independent.predict':
    'The derivation assumes variance 1, mean 0 and independent components. In layer 2 the spread is nearly nine times √d_k. Which assumption is to blame?',
  'models.preset.independent.choice.a': 'Variance 1: the components spread far more',
  'models.preset.independent.choice.b': 'Mean 0: the components keep to one side',
  'models.preset.independent.choice.c': 'No single one: each adds its share',
  'models.preset.independent.explain':
    '√d_k is {unit}; own variances give {spread}, own means {independent}, own covariances {covariance}, and {measured} was measured. No single assumption is to blame: variances, means and components that vary together each add their share.',
};
