/** Words of the Heads lab, in English. d_k, *stress* and `code` are typeset by labs/text.js. */
export default {
  'heads.title': 'Why two thin matrices, and why many?',
  'heads.answer.waiting': 'Every head has two thin matrices, W_i^Q and W_i^K.',
  'heads.answer.less':
    'Two {modelDim} × {dk} matrices have {pair} numbers, their product {merged}, yet it has {rank}: the thin pair says the same in less.',
  'heads.answer.same':
    'Two {modelDim} × {dk} matrices have {pair} numbers, as many as their product with {merged}; it has {rank}.',
  'heads.answer.more':
    'Two {modelDim} × {dk} matrices have {pair} numbers, more than the {merged} of their product, which has {rank}.',
  'heads.answer.rank': 'rank {rank}',
  'heads.answer.bound': 'a rank of at most {rank}',
  'heads.answer.heads.less':
    'All {heads} heads together have {pairs} such numbers, fewer than a single head as wide as the model would.',
  'heads.answer.heads.same':
    'All {heads} heads together have {pairs} such numbers: just as many as a single head as wide as the model.',
  'heads.answer.heads.more':
    'All {heads} heads together have {pairs} such numbers, more than a single head as wide as the model would.',
  'heads.fallback':
    'Head i scores with two thin matrices, W_i^Q and W_i^K, of d_model × d_k numbers each. Their product W_i^Q (W_i^K)ᵀ would give the same scores, but it is a d_model × d_model matrix: d_model² numbers instead of 2 d_model d_k, although its rank is d_k at most. One matrix is smaller only where d_k is above d_model/2. With d_k = d_model/h, h heads have together as many numbers as one head of full width, and h different patterns of attention.',

  'heads.part.shapes': 'matrices',
  'heads.part.cost': 'cost',
  'heads.part.even': 'break-even',
  'heads.part.spectrum': 'singular values',
  'heads.part.merged': 'factored and merged',
  'heads.part.fold': 'folding',
  'heads.part.weights': 'weights of the heads',
  'heads.part.sum': 'sum over heads',

  'heads.group.main': 'Sizes',
  'heads.group.sample': 'Random tokens and weights',
  'heads.param.model': 'Sizes of a model',
  'heads.param.modelDim': 'Width of the model, d_model',
  'heads.param.heads': 'Heads h',
  'heads.param.tie': 'Width of a head',
  'heads.param.dk': 'Width of a head, d_k',
  'heads.param.shared': 'Query heads that share a key head',
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
    'The scores of head i are X W Q times the transpose of X W K, or X W X transposed with the product W of both. Two d_model d_k is {pair}, d_model squared is {merged}, with d_model = {modelDim} and d_k = {dk}.',
  'heads.narrowed':
    'Matrices of the full size would take too long here: this picture is calculated with d_model = {used} and d_k = {dk}.',

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

  'heads.shapes.title': 'The matrices, to scale',
  'heads.shapes.figure':
    'Top: the pair of one head and its product. Middle: a few tokens X pass it. Bottom: all heads, d_model = {modelDim}, d_k = {dk}',
  'heads.shapes.numbers': 'numbers',
  'heads.shapes.rank': 'rank ≤ {rank}',
  'heads.shapes.summary':
    'One head has {pair} numbers in its pair of matrices, their product would have {merged}. {heads} {heads:head has|heads have} {pairs} in W_i^Q and W_i^K; with W_i^V and W^O the layer has {total}, biases not counted.',
  'heads.shapes.names':
    'Names as in the paper: W_i^Q, W_i^K and W_i^V belong to head i, W_i^O are the rows of W^O that it meets, and W_i is the product of W_i^Q and W_i^K transposed. Programs store the heads side by side, as in the bottom row, and call them W_q, W_k, W_v and W_o, as the other pages here do.',
  'heads.shapes.single':
    'There is one head, {dk} wide. With more heads, each thinner, the bottom row would be cut into as many stripes.',
  'heads.shapes.mha':
    'In the bottom row each stripe is one head, {dk} wide; the dark one is the first. The {heads} thin matrices side by side are one wide matrix. With d_k = d_model/h one pair has 2 d_model²/h numbers, and h of them 2 d_model² again.',
  'heads.shapes.gqa':
    'In the bottom row each stripe is one head, {dk} wide; the dark one is the first. {heads} query heads use {keyHeads} key heads, {shared} of them each (grouped-query attention): the matrices of keys and values are that much narrower.',
  'heads.shapes.mqa':
    'In the bottom row each stripe is one head, {dk} wide; the dark one is the first. All {heads} query heads use a single key head (multi-query attention): the matrices of keys and values are one head wide.',

  'heads.bar.factored': 'two thin',
  'heads.bar.merged': 'merged',
  'heads.bar.mha': 'MHA',
  'heads.bar.gqa': 'GQA',
  'heads.bar.mqa': 'MQA',
  'heads.cost.title': 'What would the merged matrix cost?',
  'heads.cost.lead':
    'One matrix W_i in every head instead of W_i^Q and W_i^K gives the same scores. It has more numbers to learn and takes more multiplications, unless d_k is large. While a model writes, it keeps something of every past token: with two matrices a thin key for each key head, with merged ones the whole token, once for all heads.',
  'heads.cost.figure': 'All heads together ({heads}), n = {length}',
  'heads.cost.parameters': 'Numbers learned for the scores',
  'heads.cost.multiplications': 'Multiplications for the scores',
  'heads.cost.cache': 'Numbers kept of each position (KV cache)',
  'heads.cost.summary':
    'Two thin matrices a head: {pairs} numbers, {factored} multiplications, {cache} numbers kept of each position, {total} for all {length}. Merged: {mergedAll}, {merged}, {mergedCache}.',
  'heads.cost.note':
    'All counts are for one layer, without biases. MHA, multi-head attention: every head has its own key head. GQA, grouped-query: several query heads share one ({keyHeads} for {heads} here). MQA, multi-query: all share a single one. Merged: values, and the whole token in place of keys; that is as much as the keys of all heads where d_k = d_model/h, and more once keys are shared. The cache holds keys and values of every position that is past; a model that reads everything at once, such as BERT, keeps none.',

  'heads.even.title': 'Above which d_k is one matrix smaller?',
  'heads.even.lead':
    'A pair has 2 d_model d_k numbers, the product d_model² whatever d_k is. They are equal at d_k = d_model/2 = {half}. With d_k = d_model, as some papers have it, the pair is twice as large as its product. Click on the picture, or press Enter on a place, to take that d_k.',
  'heads.even.figure': 'Numbers in one head against d_k',
  'heads.even.y': 'numbers in one head',
  'heads.even.mark': 'equal at {half}',
  'heads.even.now': 'here: {dk}',
  'heads.even.less':
    'At d_k = {dk} the pair has {pair} numbers and the product {merged}: the pair is smaller, as it is below d_k = {half}.',
  'heads.even.same':
    'At d_k = {dk} the pair has {pair} numbers and the product {merged}: here both are equal (d_model/2 = {half}).',
  'heads.even.more':
    'At d_k = {dk} the pair has {pair} numbers and the product {merged}: the pair is larger, as it is above d_k = {half}.',

  'heads.spectrum.title': 'The product is large, but is it full?',
  'heads.spectrum.lead':
    'Singular values tell how many directions a matrix really has. Those of W_i, the product of two random thin matrices, fall off a cliff after d_k of them: what comes then should be 0, and is what float32 makes of it.',
  'heads.spectrum.figure': 'Singular values of W_i, {modelDim} × {modelDim}, with d_k = {dk}',
  'heads.spectrum.x': 'number of the singular value',
  'heads.spectrum.y': 'singular value',
  'heads.spectrum.noise': 'tolerance',
  'heads.spectrum.mark': 'rank {rank}',
  'heads.spectrum.stopped': 'The decomposition was stopped.',
  'heads.spectrum.summary':
    'Of {modelDim} singular values {rank} are above the tolerance, from {first} down to {last}; the next is {next}. The other {rest} {rest:is|are} rounding: the measured rank is {rank}.',
  'heads.spectrum.near':
    'Of {modelDim} singular values {rank} are above the tolerance, from {first} down to {last}; the next is {next}. The rank may be {bound}: float32 can tell {rank} of that from rounding.',
  'heads.spectrum.full':
    'All {modelDim} singular values are above the tolerance, from {first} down to {last}; nothing is left out: the measured rank is {rank}.',
  'heads.spectrum.note':
    'Tolerance: the largest singular value times the width times 2⁻²³, as NumPy’s `matrix_rank` has it. A product can have no more directions than its thinnest factor, so the rank is d_k at most; where d_k comes near the width, small values that are real drown in rounding, and the measured rank is smaller.',

  'heads.merged.title': 'Same scores, another clock',
  'heads.merged.lead':
    'Random tokens X, once through both thin matrices, once through their product. The brackets are set differently; the numbers are the same, but for the last bits.',
  'heads.merged.figure': 'Scores of {tokens} tokens, by both ways',
  'heads.merged.factored': '(X W_i^Q)(X W_i^K)ᵀ',
  'heads.merged.merged': 'X W_i Xᵀ',
  'heads.merged.key': 'key',
  'heads.merged.query': 'query {i}',
  'heads.merged.score': 'score',
  'heads.merged.summary':
    'The largest difference is {largest}, where the largest score is {scale}.',
  'heads.merged.equal': 'All scores are equal to the last bit; the largest is {scale}.',
  'heads.merged.note':
    'For the merged way W_i is there beforehand; making it is not counted. Real models often turn queries and keys by their positions (rotary embedding) after W_i^Q and W_i^K: then there is no single W_i at all. Biases, where a model has them, add terms that W_i does not hold.',
  'heads.timing.title': 'Timed just now, by the engine of this page',
  'heads.timing.multiplications': 'multiplications',
  'heads.timing.median': 'median (range)',
  'heads.timing.ms': '{ms} ms',
  'heads.timing.again': 'Measure again',
  'heads.timing.running': 'Measuring…',
  'heads.timing.ratio':
    'The merged matrix takes {time} times as long here, for {work} times the multiplications.',
  'heads.timing.about':
    'One head, {tokens} tokens, {rounds} rounds in turn. A clock is noisy: other programs, the browser’s own work and coarse timers are in these numbers; the counts are not.',

  'heads.fold.title': 'Why not project twice?',
  'heads.fold.lead':
    'In the paper, Q, K and V are what enters the layer, and every head projects them: Q W_i^Q. Read as if Q were already a projection X W^Q, two matrices stand in a row. Step through what programs make of it.',
  'heads.fold.steps': 'Steps of folding',
  'heads.fold.back': 'Back',
  'heads.fold.next': 'Next',
  'heads.fold.of': 'Step {step} of {steps}',
  'heads.fold.1.title': '1. As it can be read: two projections',
  'heads.fold.1.text':
    'First Q = X W^Q for all heads, then Q W_i^Q for this one. W^Q has {before} numbers and W_i^Q has {own}: {both} in all.',
  'heads.fold.1.figure': 'Tokens through two matrices',
  'heads.fold.2.title': '2. Multiply the two matrices first',
  'heads.fold.2.text':
    'Nothing stands between them, so the brackets may move: W_i^Q* = W^Q W_i^Q is again a thin matrix, of {own} numbers. It is made once, before any token comes.',
  'heads.fold.2.figure': 'Two matrices become one, as thin as the thinner',
  'heads.fold.3.title': '3. Project once',
  'heads.fold.3.text':
    'X W_i^Q* gives the same queries with {own} numbers instead of {both}. K and V are folded in the same way.',
  'heads.fold.3.figure': 'Tokens through the folded matrix',
  'heads.fold.4.title': '4. So is the first projection redundant?',
  'heads.fold.4.text':
    'For using a model, yes: both ways give the same queries, and here they differ by {largest} at most, where the largest is {scale}. That is why implementations learn W_i^Q* at once, one thin matrix for each head, and never two.',
  'heads.fold.4.figure': 'The queries by both ways',
  'heads.fold.twice': '(X W^Q) W_i^Q',
  'heads.fold.once': 'X W_i^Q*',
  'heads.fold.column': 'component of the query',
  'heads.fold.token': 'token {i}',
  'heads.fold.summary': 'Queries by both ways differ by {largest} at most; the largest is {scale}.',
  'heads.fold.note':
    'When folding is not possible: if something stands between the two that is not linear (a normalisation, an activation) or differs from position to position (a rotation); a bias alone does no harm, it folds too. And training is another matter: two matrices in a row can represent no more than one, but they learn along another path.',

  'heads.weights.title': 'Why many heads?',
  'heads.weights.single':
    'With one head there is one pattern, however wide the head is. Give the layer more heads, and each brings a pattern of its own.',
  'heads.weights.mha':
    'Every head has its own W_i^Q and W_i^K, and with them its own pattern: in each of the panels the same tokens attend to different ones. With one head there is one pattern, however wide it is.',
  'heads.weights.gqa':
    '{heads} heads have {heads} patterns, although {shared} of them share each of {keyHeads} key heads: the keys are the same, the queries are not. A bar joins those that share.',
  'heads.weights.mqa':
    '{heads} heads have {heads} patterns, although all share a single key head: the keys are the same, the queries are not. The bar joins them.',
  'heads.weights.all':
    'Weights of {heads} {heads:head|heads}, {tokens} random tokens; rows are queries, columns keys',
  'heads.weights.some':
    'Weights of the first {shown} of {heads} heads, {tokens} random tokens; rows are queries, columns keys',
  'heads.weights.head': 'head {head}',
  'heads.weights.key': 'key {i}',
  'heads.weights.query': 'query {i}',
  'heads.weights.weight': 'weight',
  'heads.weights.summary':
    '{shown} {shown:panel|panels} of {tokens} × {tokens} weights; each row adds up to 1, and a cell without colour is 0.',
  'heads.weights.note':
    'These weights are random, as before training: patterns differ, but mean nothing yet. Training makes some of them look at the previous token, some at the same word, some at what a pronoun means.',

  'heads.sum.title': 'Concat and W^O are a sum',
  'heads.sum.lead':
    'The heads’ outputs are put side by side and multiplied by W^O. Cut W^O into the rows that each head meets, and the same is a sum: every head adds its own part to the token, independent of the others.',
  'heads.sum.added': 'Heads added',
  'heads.sum.token': 'Token',
  'heads.sum.figure': 'What each head adds to the output of token {token}: the first components',
  'heads.sum.head': 'head {head}',
  'heads.sum.total': 'their sum',
  'heads.sum.output': 'the layer',
  'heads.sum.column': 'component of the output',
  'heads.sum.value': 'value',
  'heads.sum.summary':
    '{heads:The head|All heads} added ({heads}): sum and output of the layer differ by {largest} at most, where the largest is {scale}.',
  'heads.sum.partial':
    'With {added} of {heads} heads, sum and output of the layer still differ by up to {largest}, where the largest is {scale}.',
  'heads.sum.note':
    'So a head can be taken out by leaving out its summand. W_i^V and W_i^O are a thin pair, too: their product, again of rank d_k at most, says what a head writes where it looks.',

  'heads.preset.which-d.label': 'Which d is under the root?',
  'heads.preset.which-d.predict':
    'A model is 512 wide, has 8 heads and reads 512 positions. By the root of what are its scores divided?',
  'heads.preset.which-d.choice.a': 'd_model, the width of the model',
  'heads.preset.which-d.choice.b': 'd_k, the width of one head',
  'heads.preset.which-d.choice.c': 'n, the number of positions',
  'heads.preset.which-d.explain':
    'By √d_k = √{dk}. A score is a sum of d_k products, one for each component of one head’s query and key: measured, scores of {dk} components have variance {variance}. Only vectors of {modelDim} components would have {wide}, and n is the number of scores in a row, not the length of any sum.',
  'heads.preset.merge.label': 'Merge the two matrices',
  'heads.preset.merge.predict':
    'In every head, W_i^Q and W_i^K (512 × 64) are replaced by their product W_i. How many numbers does a head have then?',
  'heads.preset.merge.choice.a': 'Half as many: one matrix instead of two',
  'heads.preset.merge.choice.b': 'The same number',
  'heads.preset.merge.choice.c': 'Four times as many',
  'heads.preset.merge.explain':
    '{pair} numbers become {merged}. The scores stay, but for rounding (largest difference {largest}); in all heads, {factored} multiplications for {length} positions become {mergedScores}. The large matrix can say no more than the pair: its rank is {dk} at most, whatever the pair holds.',
  'heads.preset.more-heads.label': 'More heads, more parameters',
  'heads.preset.more-heads.predict':
    'A model 512 wide goes from 8 heads to 16, with d_k = d_model/h. What happens to the number of parameters of the layer?',
  'heads.preset.more-heads.choice.a': 'It doubles',
  'heads.preset.more-heads.choice.b': 'It stays',
  'heads.preset.more-heads.choice.c': 'It halves',
  'heads.preset.more-heads.explain':
    'With 1 head {one}, with 8 {eight}, with {heads} {total}: h heads of width d_model/h are together as wide as the model, for every h that divides it. What changes is that there are {heads} patterns, each from a thinner pair: the rank of every W_i is now {dk} at most.',
  'heads.preset.full-width.label': 'd_k = d_model',
  'heads.preset.full-width.predict':
    'A paper gives each of 8 heads W_i^Q and W_i^K of d_model × d_model. What does that mean?',
  'heads.preset.full-width.choice.a': 'A misprint: it cannot be computed',
  'heads.preset.full-width.choice.b': 'The same model, written differently',
  'heads.preset.full-width.choice.c': 'Eight times the numbers, and no limit on the rank',
  'heads.preset.full-width.explain':
    'It can be computed: d_k need not be d_model/h. But {heads} heads of full width have {pairs} numbers in W_i^Q and W_i^K instead of {thin}. Above d_k = {half} a pair is larger than its product, here {pair} against {merged}: one full matrix would do the same with half of them.',
  'heads.preset.shared-keys.label': 'One key head for many',
  'heads.preset.shared-keys.predict':
    'Llama 3 has 32 query heads but only 8 key heads, each shared by 4. What becomes four times smaller?',
  'heads.preset.shared-keys.choice.a': 'What is kept of each position',
  'heads.preset.shared-keys.choice.b': 'The parameters of the layer',
  'heads.preset.shared-keys.choice.c': 'The number of attention patterns',
  'heads.preset.shared-keys.explain':
    'The cache: {cache} numbers a position instead of {allCache}. The layer goes from {allTotal} to {total} parameters, because the matrices of the queries and W^O stay; and there are still {heads} patterns, because every head has its own queries.',
};
