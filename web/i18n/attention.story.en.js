/** Words of the Attention lab below its first picture and about its presets, in English. The others are in attention.en.js. */
export default {
  'attention.fallback':
    'Every token has a vector, a row of X. Three learned matrices turn it into a query, a key and a value: Q = X W_q, K = X W_k, V = X W_v. The dot products of a query with all keys are its scores. Softmax turns them, divided by √d_k, into weights that add up to 1. The output of the token is the sum of all values, each times its weight. A mask hides keys: their score becomes −∞ and their weight 0.',

  'attention.matrices.title': 'Every number, from X to the output',
  'attention.matrices.lead':
    'Point at a cell, tap it, or use the arrow keys. The row and column it comes from light up, and its arithmetic appears below. You can change any cell of X, W, Q, K and V; everything computed from it follows.',
  'attention.matrices.keys': 'Arrow keys move from cell to cell, Enter changes one',
  'attention.feature.word': 'word {number}',
  'attention.feature.position': 'position {number}',
  'attention.feature.noun': 'is a noun',
  'attention.feature.number': 'one or many',
  'attention.feature.alive': 'is alive',
  'attention.feature.place': 'place',
  'attention.feature.wantsNoun': 'seeks a noun',
  'attention.feature.wantsNumber': 'seeks one or many',
  'attention.feature.wantsAlive': 'seeks something alive',
  'attention.feature.fromPlace': 'own place',

  'attention.step.all': 'Steps',
  'attention.step.back': 'Back',
  'attention.step.next': 'Next',
  'attention.step.together': 'All at once',
  'attention.step.1.short': 'X',
  'attention.step.2.short': 'Q',
  'attention.step.3.short': 'K',
  'attention.step.4.short': 'V',
  'attention.step.5.short': 'scores',
  'attention.step.6.short': 'scaled',
  'attention.step.7.short': 'masked',
  'attention.step.8.short': 'weights',
  'attention.step.9.short': 'output',
  'attention.step.1.title': 'Tokens become vectors',
  'attention.step.2.title': 'Queries: what each token looks for',
  'attention.step.3.title': 'Keys: what each token can be found by',
  'attention.step.4.title': 'Values: what each token passes on',
  'attention.step.5.title': 'Scores: every query meets every key',
  'attention.step.6.title': 'Scaled: times the factor {rule}',
  'attention.step.7.title': 'Masked: some keys are hidden',
  'attention.step.8.title': 'Weights: softmax of each row',
  'attention.step.9.title': 'Output: values, mixed by weight',
  'attention.step.1.text':
    'Each [[token]] is one row. Encoder-decoder attention has two sentences: X looks, and C is looked at.',
  'attention.step.2.text':
    'All tokens share the matrix W_q, which a trained model has learned. Row i of X times column j of W_q gives cell (i, j).',
  'attention.step.3.text': 'With a second matrix, a token can seek one thing and offer another.',
  'attention.step.4.text': 'A third matrix. The [[values|value]] do not affect who looks at whom.',
  'attention.step.5.text':
    '[[Query|query]] i times [[key]] j, component by component, added up: one [[dot product|dot]] for each pair.',
  'attention.step.6.text':
    'Every [[score]] is multiplied by the same number; the [[rule]] here is {rule}. Scores at large d_k lie far apart. Unscaled, they push [[softmax]] close to all or nothing.',
  'attention.step.7.text':
    'Mask: {mask}. A hidden key gets the score −∞, so its weight is exactly 0. A score of 0 would not hide it.',
  'attention.step.8.text':
    'e to the power of each score, divided by the sum over its row. No weight is negative; they add up to 1 if the query sees a key.',
  'attention.step.9.text':
    'Row i of the weights times column j of the values. Attention passes this on to the next layer.',
  'attention.step.given.text':
    'Given directly, without the matrices that it would be computed from.',
  'attention.matrix.x': 'tokens',
  'attention.matrix.c': 'tokens of the other sentence',
  'attention.matrix.wq': 'query matrix',
  'attention.matrix.wk': 'key matrix',
  'attention.matrix.wv': 'value matrix',
  'attention.matrix.q': 'queries',
  'attention.matrix.k': 'keys',
  'attention.matrix.kt': 'keys, transposed',
  'attention.matrix.v': 'values',
  'attention.matrix.scores': 'scores',
  'attention.matrix.scaled': 'scaled scores',
  'attention.matrix.masked': 'masked scores',
  'attention.matrix.weights': 'weights',
  'attention.matrix.output': 'output',
  'attention.place.pair': '“{query}” to “{key}”',
  'attention.place.component': '“{token}”, component {column}',
  'attention.place.component.named': '“{token}”, component “{column}”',
  'attention.place.weight': 'row {row}, column {column}',
  'attention.given.hand-made': 'Set by hand, so that each head has a purpose.',
  'attention.given.random': 'Drawn at random from the seed.',
  'attention.given.trained': 'Learned in training.',
  'attention.given.own': 'From your own data.',
  'attention.terms.more': '+ {count} more',
  'attention.terms.fewer': 'fewer',
  'attention.terms.zero': '({count} {count:term is|terms are} 0)',
  'attention.terms.none': '0 (every term is 0)',
  'attention.blind.sum':
    'This query sees no key. There is nothing to divide by, and the weight is 0 by definition',
  'attention.seen': 'seen',
  'attention.unseen': 'hidden',
  'attention.softmax.max':
    'The largest score of the row, {max}, is subtracted first. That changes no weight, and the powers of e stay small.',
  'attention.softmax.masked': '{count} hidden {count:key adds|keys add} nothing.',
  'attention.edit.label': 'Change this cell',
  'attention.edit.notNumber':
    '“{value}” is not a number that can be read here. Write it like 0.5, -2 or 1e-3. The cell stays as it is.',
  'attention.edit.empty':
    'The field is empty. Write a number like 0.5, -2 or 1e-3. The cell stays as it is.',
  'attention.edit.clamped': '{value} is beyond the limit; {used} is used.',
  'attention.edit.undo': 'Restore',
  'attention.edit.follows': 'This cell is computed. Change X, W, Q, K or V, and it follows.',
  'attention.edit.instead': ', changed by you to',
  'attention.edit.count': 'You have changed {count} {count:cell|cells}.',
  'attention.edit.lost': '{count} {count:change fits|changes fit} no cell here.',
  'attention.edit.reset': 'Undo all changes',
  'attention.edit.full': 'A link holds at most {count} changes.',
  'attention.save': 'Save {name}:',

  'attention.masks.title': 'Masks, and what True means',
  'attention.masks.lead':
    'A [[mask]] decides which keys a query may see. Rows are queries, columns are keys, and a stroke marks a hidden pair. Choose a mask to use it.',
  'attention.masks.also':
    'Causal self-attention already hides what comes later; the mask chosen here is added.',
  'attention.masks.none': 'Every query sees every key, including later ones.',
  'attention.masks.causal':
    'A query sees itself and earlier tokens. A model that writes word by word must not read ahead, so decoders use this mask.',
  'attention.masks.padding':
    'The sentences of a batch are padded to one length, and nobody sees the padding. With padding at the start *and* a causal mask, the first rows see nothing.',
  'attention.masks.window':
    'A query sees only its neighbours. That keeps very long texts affordable.',
  'attention.masks.blind': '{count} {count:row sees|rows see} nothing',
  'attention.masks.mistake.none':
    'A score of 0 is not a mask, because e⁰ is 1. Choose a mask that hides something from “{query}” to see what would leak.',
  'attention.masks.mistake':
    'A score of 0 is not a mask, because e⁰ is 1. With its hidden scores set to 0 instead of −∞, “{query}” would give {zero} of its attention to the hidden “{key}”; properly masked, {blocked}.',
  'attention.masks.true.title': 'What True (or 1) means in a mask',
  'attention.masks.true.where': 'where',
  'attention.masks.true.true': 'True or 1',
  'attention.masks.true.added': 'a mask of floats',
  'attention.dialect.torch-sdpa': 'PyTorch `scaled_dot_product_attention`, `attn_mask`',
  'attention.dialect.torch-sdpa.true': 'seen',
  'attention.dialect.torch-sdpa.added': 'added to the scaled scores',
  'attention.dialect.torch-mha': 'PyTorch `nn.MultiheadAttention`, `attn_mask`',
  'attention.dialect.torch-mha.true': 'hidden',
  'attention.dialect.torch-mha.added': 'added to the scaled scores',
  'attention.dialect.torch-padding': 'PyTorch `nn.MultiheadAttention`, `key_padding_mask`',
  'attention.dialect.torch-padding.true': 'hidden (padding)',
  'attention.dialect.torch-padding.added': 'added to the scaled scores',
  'attention.dialect.onnx': 'ONNX `Attention`, `attn_mask`',
  'attention.dialect.onnx.true': 'seen',
  'attention.dialect.onnx.added': 'added to the scaled scores',
  'attention.dialect.keras': 'TensorFlow, Keras `MultiHeadAttention`, `attention_mask`',
  'attention.dialect.keras.true': 'seen',
  'attention.dialect.keras.added': 'none: 1 and 0 only',
  'attention.dialect.huggingface': 'Hugging Face `attention_mask`',
  'attention.dialect.huggingface.true': 'seen (no padding)',
  'attention.dialect.huggingface.added': '2-D: 1 and 0 only; 4-D: added',
  'attention.dialect.here': 'scaledot `mask`: `{}`',
  'attention.dialect.here.true': 'as you name it: `allow` seen, `block` hidden',
  'attention.dialect.here.added': '`bias`: added to the scaled scores',

  'attention.data.parts':
    'These wait for the others: Q, K and V belong together, and so do X, W_q, W_k and W_v, or X and Wqkv, which holds all three.',
  'attention.data.is': 'is',
  'attention.data.text': 'The text',
  'attention.data.title': 'Your own matrices',
  'attention.data.lead':
    'Paste or drop Q, K and V, or X with W_q, W_k and W_v, or a trained checkpoint: CSV, JSON, .npy, .npz or .safetensors. Files stay in your browser. Nothing is sent anywhere, so links do not contain them.',
  'attention.data.paste': 'Paste CSV or JSON',
  'attention.data.placeholder': 'Q\n1,0\n0,1\n\nK\n1,0\n0,1\n\nV\n1,2\n3,4',
  'attention.data.use': 'Use this',
  'attention.data.file': 'Choose files',
  'attention.data.drop': 'or drop them here',
  'attention.data.limits':
    'At most {tokens} tokens, {heads} heads, {width} components and {layers} layers; {megabytes} MiB per file, {text} MiB of text. NaN and infinity are refused.',
  'attention.data.refused': '{name} cannot be used, and nothing has changed: {problem}.',
  'attention.data.models': 'The Models lab opens whole checkpoints.',
  'attention.data.these': 'These matrices together',
  'attention.data.refused.rule':
    '{name} cannot be used, and nothing has changed: its scores follow the rule “{rule}”, and this lab computes multiples of q·k only.',
  'attention.data.now': 'Your matrices are in use.',
  'attention.data.forget': 'Forget my data',
  'attention.data.sample': 'Fill in a sample',
  'attention.data.download': 'Download the sample:',
  'attention.data.export': 'Save any matrix: {head}',
  'attention.data.sandboxed': 'If no file arrives, the page around this frame forbids downloads.',
  'attention.data.reading': 'Reading…',

  // Not in attention.en.js, because only a visitor's own matrices have numbers this large, and they load all words
  'attention.overflow.scores':
    '“{query}” has no [[weights|weight]] here: its [[score]] for “{token}” is larger than float32 can hold (±3.4 × 10³⁸). [[Softmax|softmax]] would have to subtract infinity from infinity.',
  'attention.overflow.scaled':
    '“{query}” has no [[weights|weight]] here: multiplied by the [[factor]], its [[score]] for “{token}” is larger than float32 can hold (±3.4 × 10³⁸). [[Softmax|softmax]] would have to subtract infinity from infinity.',
  'attention.overflow.q':
    '“{query}” has no [[weights|weight]] here: a number in its [[query]] is larger than float32 can hold (±3.4 × 10³⁸).',
  'attention.overflow.k':
    '“{query}” has no [[weights|weight]] here: a number in the [[key]] of “{token}” is larger than float32 can hold (±3.4 × 10³⁸).',
  'attention.overflow.note':
    '{tokens} ({count} {count:row|rows}): no weights, because numbers on the way are larger than float32 can hold (±3.4 × 10³⁸). Smaller inputs bring the weights back.',

  'attention.param.ownHeads': 'Heads of your matrices',
  'attention.param.orientation': 'Order of the axes in your data',
  'attention.choice.orientation.assumed': 'as assumed',
  'attention.choice.orientation.in-out': '[in, out]',
  'attention.choice.orientation.out-in': '[out, in] (nn.Linear)',
  'attention.choice.orientation.heads-first': '[heads, tokens, d_k]',
  'attention.choice.orientation.tokens-first': '[tokens, heads, d_k] (flash-attention)',
  'attention.own.assumed': 'assumed: {words}',
  'attention.own.heads': 'Assumed: {heads} {heads:head|heads}; the data do not say how many.',
  'attention.own.unfit':
    '{wanted} {wanted:head does|heads do} not fit the widths of these matrices.',
  'attention.own.orientation':
    'Assumed: the matrices are [in, out], as in Q = X W_q. They are square, so their shapes do not tell; nn.Linear saves [out, in].',
  'attention.own.linear':
    'Assumed: the matrices are [out, in], as nn.Linear saves them. Their names suggest it; they are square, so their shapes do not tell.',
  'attention.own.turned':
    'By their shapes the matrices are [out, in], as nn.Linear saves them; they are transposed.',
  'attention.own.batch': 'The batch axis of length 1 is left out: {shapes}.',
  'attention.own.axes':
    'Read as {heads} {heads:head|heads} of {tokens} {tokens:token|tokens} and {headDim} components: the axes are [heads, tokens, d_k].',
  'attention.own.tokensFirst':
    'Read as {heads} {heads:head|heads} of {tokens} {tokens:token|tokens} and {headDim} components: the axes are [tokens, heads, d_k].',
  'attention.own.fused':
    '{name} {shape} is split into W_q, W_k and W_v with {query}, {key} and {value} outputs.',
  'attention.own.groups':
    '{heads} {heads:head|heads} of queries share {keyHeads} {keyHeads:head|heads} of keys and values.',
  'attention.own.unused': 'Not used: {names}.',

  'attention.preset.elsewhere':
    'This explanation was about other matrices. Close it, or ask again to bring them back.',
  'attention.preset.trained-head.predict':
    'A model learned to name the noun that “it” stands for. Nobody told its heads where to look. Where do they look from “it”?',
  'attention.preset.trained-head.choice.a': 'At all words alike, in every head',
  'attention.preset.trained-head.choice.b': 'At “animal”, in the last layer',
  'attention.preset.trained-head.choice.c': 'At “animal”, in every head of every layer',
  'attention.preset.trained-head.explain':
    'This head gives {weight} of the attention of “{query}” to “{key}”. Of {of} sentences that the model has never seen, “it” looks most at the right noun in {first} (the two heads of layer 1) and {second} (those of layer 2). Try “too wide”, and the other heads.',
  'attention.preset.trained-factor.predict':
    'A model was trained with 1/√d_k to read dates. Its matrices stay as they are; only the factor is removed. How many dates does it still get right?',
  'attention.preset.trained-factor.choice.a': 'As many: the matrices are learned',
  'attention.preset.trained-factor.choice.b': 'More: attention gets sharper',
  'attention.preset.trained-factor.choice.c': 'Fewer: softmax gets different numbers',
  'attention.preset.trained-factor.explain':
    'With its own factor it gets {with} of the dates right; now, with every score {times} times as large, {now}. The factor is part of the model. A model *trained* without it is another matter; see the Training lab. Move the slider.',
  'attention.preset.where-qkv.predict':
    'Where do the queries, keys and values of a sentence come from?',
  'attention.preset.where-qkv.choice.a': 'They are three copies of the sentence',
  'attention.preset.where-qkv.choice.b': 'The sentence times three learned matrices',
  'attention.preset.where-qkv.choice.c': 'They are learned for each sentence',
  'attention.preset.where-qkv.explain':
    'The tokens X ({tokens} × {modelDim}) are multiplied by three matrices W_q, W_k and W_v ({modelDim} × {dk} each). Attention learns these matrices, and they are the same for every sentence. So “{query}” can seek one thing and offer another. Without them, most tokens would match themselves best.',
  'attention.preset.mask-zero.predict':
    'A causal mask hides later words. Somebody sets the hidden scores to 0. How much attention do the hidden words get?',
  'attention.preset.mask-zero.choice.a': 'None',
  'attention.preset.mask-zero.choice.b': 'Some: e⁰ is 1',
  'attention.preset.mask-zero.choice.c': 'All of it',
  'attention.preset.mask-zero.explain':
    'With hidden scores set to 0, “{query}” would give {leak} of its attention to “{key}”, which it must not see, and some to every other hidden word. With −∞ they get none. True means “seen” in some libraries and “hidden” in others; the table under the masks lists them.',
  'attention.preset.coreference.predict':
    '“The animal didn’t cross the street because it was too tired.” One head resolves pronouns. Which word does “it” look at most?',
  'attention.preset.coreference.choice.a': '“street”, the nearest noun',
  'attention.preset.coreference.choice.b': '“animal”, what “it” stands for',
  'attention.preset.coreference.choice.c': 'Itself',
  'attention.preset.coreference.explain':
    '“{query}” gives {weight} of its attention to “{key}”. If the sentence ended in “too wide”, it would give {other} to “{second}”. Without any W, similar words find each other; the matrices let *related* words do so. These were set by hand and know which nouns the pronoun can stand for. Trained models find such heads by themselves, less cleanly.',
  'attention.preset.order.predict':
    'The words of a sentence are sorted from A to Z, and X holds no positions. What happens to the attention between two words?',
  'attention.preset.order.choice.a': 'It stays exactly the same',
  'attention.preset.order.choice.b': 'It changes a little',
  'attention.preset.order.choice.c': 'Neighbours get the most',
  'attention.preset.order.explain':
    'Attention sees a set of words. “{query}” gives {before} to “{key}” in the sentence, and {after} when the words are sorted from A to Z. Only positions in X tell it which word stands where. The hand-made matrices have them; switch them off there, and the head for the previous word stops working.',
  'attention.preset.no-factor.predict':
    'The matrices are random, d_k = 64, and the scores are no longer divided by √d_k = 8. What happens to the weights?',
  'attention.preset.no-factor.choice.a': 'Nothing: softmax cancels factors',
  'attention.preset.no-factor.choice.b': 'They spread over all words',
  'attention.preset.no-factor.choice.c': 'One word gets nearly everything',
  'attention.preset.no-factor.explain':
    '“{query}” now gives {without} to “{key}”; divided by √d_k it would be {scaled}. Softmax cancels what is added to a row, but not what multiplies it. Scores eight times as large lie eight times as far apart, and their powers of e leave one winner.',
};
