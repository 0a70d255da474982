/** Words of the Heads lab, in English. d_k, *stress* and `code` are typeset by labs/parts/text.js. */
export default {
  'heads.title': 'Why two thin matrices, and why many heads?',
  'heads.answer.waiting': 'Every head has two thin matrices, W_i^Q and W_i^K.',
  'heads.answer.less':
    'Two {modelDim} × {dk} matrices hold {pair} numbers. Their product holds {merged}.',
  'heads.answer.same':
    'Two {modelDim} × {dk} matrices hold {pair} numbers. Their product holds just as many, {merged}.',
  'heads.answer.more':
    'Two {modelDim} × {dk} matrices hold {pair} numbers. Their product holds only {merged}.',
  'heads.rest.rank': 'The product has rank {rank}.',
  'heads.rest.bound': 'The product has a rank of at most {rank}.',
  'heads.rest.rank.less':
    'The product has rank {rank}: the thin pair says the same with fewer numbers.',
  'heads.rest.bound.less':
    'The product has a rank of at most {rank}: the thin pair says the same with fewer numbers.',
  'heads.rest.heads.less':
    'The {heads} heads together hold {pairs} numbers, fewer than one head of full width.',
  'heads.rest.heads.same':
    'The {heads} heads together hold {pairs} numbers, as many as one head of full width.',
  'heads.rest.heads.more':
    'The {heads} heads together hold {pairs} numbers, more than one head of full width.',

  'heads.part.shapes': 'matrices',
  'heads.part.cost': 'cost',
  'heads.part.even': 'break-even',
  'heads.part.spectrum': 'singular values',
  'heads.part.merged': 'factored and merged',
  'heads.part.fold': 'folding',
  'heads.part.weights': 'weights of the heads',
  'heads.part.sum': 'sum over heads',

  'heads.group.main': 'Sizes',
  'heads.group.sample': 'Random tokens and matrices',
  'heads.param.model': 'Model sizes',
  'heads.param.modelDim': 'Model width d_model',
  'heads.param.heads': 'Heads h',
  'heads.param.tie': 'Head width',
  'heads.param.dk': 'Head width d_k',
  'heads.param.shared': 'Query heads per key head',
  'heads.param.length': 'Positions n',
  'heads.param.tokens': 'Tokens in the pictures',
  'heads.choice.model.base': 'the paper’s base model',
  'heads.choice.model.bert': 'BERT-base',
  'heads.choice.model.gpt2': 'GPT-2 (small)',
  'heads.choice.model.llama': 'Llama 3 8B (shared keys)',
  'heads.choice.model.own': 'sizes of your own',
  'heads.choice.tie.tied': 'width of the model / heads',
  'heads.choice.tie.free': 'a number of your own',

  'heads.formula.words':
    'The scores of head i are X W Q times the transpose of X W K, or X times W times X transposed, where W is W Q times the transpose of W K. Two d_model d_k is {pair}, d_model squared is {merged}, with d_model = {modelDim} and d_k = {dk}.',
  'heads.narrowed':
    'Matrices of full size would take too long here. This picture uses d_model = {used} and d_k = {dk}.',

  'heads.column.matrix': 'matrix',
  'heads.column.rows': 'rows',
  'heads.column.columns': 'columns',
  'heads.column.numbers': 'numbers',
  'heads.column.quantity': 'quantity',
  'heads.column.form': 'form',
  'heads.column.value': 'value',
  'heads.column.query': 'query',
  'heads.column.key': 'key',
  'heads.column.head': 'head',
  'heads.column.weight': 'weight',
  'heads.column.token': 'token',
  'heads.column.row': 'row',

  'heads.shapes.title': 'The matrices, drawn to scale',
  'heads.shapes.figure': 'One head, queries and keys, all heads: d_model = {modelDim}, d_k = {dk}',
  'heads.shapes.two': 'One head and all heads: d_model = {modelDim}, d_k = {dk}',
  'heads.shapes.numbers': 'numbers',
  'heads.shapes.rank': 'rank ≤ {rank}',
  'heads.shapes.summary':
    '{heads} {heads:head has|heads have} {pairs} numbers in W_i^Q and W_i^K. With W_i^V and W^O the layer has {total}, not counting biases.',
  'heads.shapes.names':
    'The names are those of the paper. W_i^Q, W_i^K and W_i^V belong to head i. W_i^O are the rows of W^O that meet its output. W_i is the product of W_i^Q and W_i^K transposed. Programs store the heads side by side, as the bottom row shows, and call them W_q, W_k, W_v and W_o; so do the other labs.',
  'heads.shapes.single':
    'There is one head of width {dk}. With more heads, the bottom row would be cut into as many thinner stripes.',
  'heads.shapes.mha':
    'Each stripe of the bottom row is one head of width {dk}; the dark stripe is the first. Side by side, the {heads} thin matrices are one wide matrix. With d_k = d_model/h a pair has 2 d_model²/h numbers, and h pairs have 2 d_model², whatever h is.',
  'heads.shapes.gqa':
    'Each stripe of the bottom row is one head of width {dk}; the dark stripe is the first. {heads} query heads use {keyHeads} key heads, {shared} each (grouped-query attention). That makes the matrices of keys and values narrower.',
  'heads.shapes.mqa':
    'Each stripe of the bottom row is one head of width {dk}; the dark stripe is the first. All {heads} query heads use a single key head (multi-query attention). The matrices of keys and values are one head wide.',

  'heads.preset.which-d.label': 'Which d is under the root?',
  'heads.preset.merge.label': 'Merge the two matrices',
  'heads.preset.more-heads.label': 'More heads, more parameters',
  'heads.preset.full-width.label': 'd_k = d_model',
  'heads.preset.shared-keys.label': 'One key head for many',
};
