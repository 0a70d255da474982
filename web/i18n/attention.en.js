/** Words of the Attention lab, in English. d_k, *stress* and `code` are typeset by labs/text.js. */
export default {
  'attention.title': 'What does attention compute?',
  'attention.answer.waiting': 'Attention mixes [[values|value]], each with its own [[weight]].',
  'attention.answer':
    '{query} gives {weight} of its attention to {key}. Without the [[factor]], it would be {other}.',
  'attention.answer.unscaled':
    '{query} gives {weight} of its attention to {key}. With [[scores|score]] divided by √{dk}, it would be {other}.',
  'attention.answer.same':
    '{query} gives {weight} of its attention to {key}, with or without the [[factor]].',
  'attention.answer.even':
    '{query} gives {weight} to each of the {count} [[tokens|token]] that it sees. Its [[scores|score]] are all equal, and no [[factor]] changes that.',
  'attention.answer.even.factor':
    '{query} gives {weight} to each of the {count} [[tokens|token]] that it sees. Its [[scores|score]] differ, but times the [[factor]] {factor} they make equal [[weights|weight]].',
  'attention.overflow.scores':
    '{query} has no [[weights|weight]] here: its [[score]] for {token} is larger than float32 can hold (±3.4 × 10³⁸). [[Softmax|softmax]] would have to subtract infinity from infinity.',
  'attention.overflow.scaled':
    '{query} has no [[weights|weight]] here: times the [[factor]], its [[score]] for {token} is larger than float32 can hold (±3.4 × 10³⁸). [[Softmax|softmax]] would have to subtract infinity from infinity.',
  'attention.overflow.q':
    '{query} has no [[weights|weight]] here: a number in its [[query]] is larger than float32 can hold (±3.4 × 10³⁸).',
  'attention.overflow.k':
    '{query} has no [[weights|weight]] here: a number in the [[key]] of {token} is larger than float32 can hold (±3.4 × 10³⁸).',
  'attention.answer.blind':
    '{query} sees no [[key]]: the [[mask]] hides its whole row. Its [[weights|weight]] are 0, and so is its output.',
  'attention.answer.missing':
    'No matrices of your own are loaded. Until you paste or drop some below, the hand-made ones are shown.',
  'attention.fallback':
    'Every token has a vector, a row of X. Three learned matrices turn it into a query, a key and a value: Q = X W_q, K = X W_k, V = X W_v. The dot products of a query with all keys, divided by √d_k, are its scores. Softmax turns the scores into weights that add up to 1. The output of the token is the sum of all values, each times its weight. A mask hides keys: their score becomes −∞ and their weight 0.',

  'attention.part.tokens': 'tokens',
  'attention.part.accuracy': 'accuracy of a trained model',
  'attention.part.matrices': 'matrices',
  'attention.part.masks': 'masks',
  'attention.part.data': 'your own data',

  'attention.group.source': 'Matrices',
  'attention.group.words': 'Sentence',
  'attention.group.sentence': 'Attention',
  'attention.group.main': 'Mask and scale',
  'attention.param.source': 'Where the weights come from',
  'attention.param.count': 'Numbered tokens (0: use the words)',
  'attention.param.modelDim': 'Token width, d_model',
  'attention.param.heads': 'Heads',
  'attention.param.positions': 'Positions in X',
  'attention.param.example': 'Sentence',
  'attention.param.text': 'Your sentence',
  'attention.param.second': 'Sentence of keys and values',
  'attention.param.kind': 'Kind of attention',
  'attention.param.head': 'Head',
  'attention.param.token': 'Query token',
  'attention.choice.token.suggested': 'suggested: {word}',
  'attention.param.mask': 'Mask',
  'attention.param.length': 'Keys that are not padding',
  'attention.param.side': 'Padding is',
  'attention.param.window': 'Keys seen on either side',
  'attention.choice.source.hand-made': 'set by hand, each head for a purpose',
  'attention.choice.source.random': 'random',
  'attention.choice.source.dates': 'trained: reads dates',
  'attention.choice.source.pronouns': 'trained: resolves “it”',
  'attention.choice.source.network': 'trained: your own (below)',
  'attention.choice.source.own': 'your own (below)',
  'attention.choice.positions.on': 'yes',
  'attention.choice.positions.off': 'no, words only',
  'attention.head.copy': 'itself',
  'attention.head.previous': 'previous word',
  'attention.head.same': 'same word',
  'attention.head.coreference': 'pronoun',
  'attention.head.alignment': 'alignment',
  'attention.choice.example.tired': '… because it was too tired',
  'attention.choice.example.wide': '… because it was too wide',
  'attention.choice.example.law': 'The Law … its application',
  'attention.choice.example.repeated': '… that cat heard him',
  'attention.choice.example.sorted': '… too tired, sorted A to Z',
  'attention.choice.example.pair-fr': 'French and English',
  'attention.choice.example.tired-zh': '……它太累了',
  'attention.choice.example.wide-zh': '……它太宽了',
  'attention.choice.example.law-zh': '法律……它的适用',
  'attention.choice.example.repeated-zh': '知之为知之……',
  'attention.choice.example.pair-zh': 'Chinese and English',
  'attention.choice.example.own': 'your own',
  'attention.cut': 'Only the first {count} words fit; the rest is left out.',
  'attention.untyped': 'Your sentence is still empty. Until you type one, this one stands in.',
  'attention.choice.kind.self': 'self-attention',
  'attention.choice.kind.causal': 'causal self-attention',
  'attention.choice.kind.cross': 'encoder-decoder',
  'attention.choice.mask.none': 'none',
  'attention.choice.mask.causal': 'causal',
  'attention.choice.mask.padding': 'padding',
  'attention.choice.mask.window': 'window',
  'attention.choice.side.end': 'at the end',
  'attention.choice.side.start': 'at the start',

  'attention.heads': 'Heads',
  'attention.head.all': 'All heads',
  'attention.head.number': 'Head {number}',
  'attention.head.named': '{number} {name}',
  'attention.head.titled': 'Head {number}, {name}',

  'attention.side.query': 'queries: who looks',
  'attention.side.key': 'keys: who is looked at',
  'attention.side.query.cross': 'queries (decoder)',
  'attention.side.key.cross': 'keys (encoder)',
  'attention.axis.query': 'query',
  'attention.axis.key': 'key',
  'attention.weight': 'weight',
  'attention.masked': 'masked',
  'attention.blind': 'sees no key',
  'attention.overflown': 'no weights: too large for float32',
  'attention.tokens.title': 'Who looks at whom: {head}',
  'attention.tokens.summary':
    '{head}: “{query}” looks most at “{key}”, with {weight} of its attention. Lines are as thick as their weights.',
  'attention.tokens.blind': '“{query}” sees no key, so it has no attention to give.',
  'attention.tokens.window': 'Lines join {shown} of {all} tokens; the matrix shows them all. ',
  'attention.tokens.omitted': 'Weights below {threshold} appear when you point at their token.',
  'attention.heat.title': 'The same weights as a matrix: {head}',
  'attention.heat.summary': 'Each row is one query and adds up to 1.',
  'attention.heat.summary.empty':
    'Each row is one query. It adds up to 1, unless it sees no key or is too large for float32.',
  'attention.heat.hidden': ' A stroke marks a hidden key.',
  'attention.overflow.note':
    '{tokens} ({count} {count:row|rows}): no weights, because numbers on the way are larger than float32 can hold (±3.4 × 10³⁸). Smaller inputs bring the weights back.',
  'attention.blind.note':
    '{tokens} ({count} {count:row|rows}): fully masked. Every score in such a row is −∞, and softmax would be 0/0. Here the weights and the output are *defined* as 0. PyTorch’s softmax gives NaN, which then spreads through the network.',
  'attention.column.head': 'head',
  'attention.column.query': 'query',
  'attention.column.key': 'key',
  'attention.column.weight': 'weight',

  'attention.formula.words':
    'The query of “{query}” and the key of “{key}” have the dot product {score}. Scaled and masked it is {scaled}, and softmax gives the weight {weight}.',

  'attention.blind.sum':
    'This query sees no key. There is nothing to divide by, and the weight is 0 by definition',

  'attention.preset.trained-head.label': 'Does a head learn “it”?',
  'attention.preset.trained-factor.label': 'Trained: no factor needed?',
  'attention.preset.where-qkv.label': 'Where do Q, K and V come from?',
  'attention.preset.mask-zero.label': 'Mask = score 0',
  'attention.preset.coreference.label': 'What does “it” mean?',
  'attention.preset.order.label': 'Order does not matter?',
  'attention.preset.no-factor.label': 'Without the factor',
};
