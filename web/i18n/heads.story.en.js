/** Words of the Heads lab below its first picture and about its presets, in English. The others are in heads.en.js. */
export default {
  'heads.fallback':
    'Head i scores with two thin matrices, W_i^Q and W_i^K, of d_model × d_k numbers each. Their product W_i^Q (W_i^K)ᵀ gives the same scores. It is a d_model × d_model matrix with d_model² numbers instead of 2 d_model d_k, although its rank is at most d_k. One matrix is smaller only where d_k is above d_model/2. With d_k = d_model/h, h heads together have as many numbers as one head of full width, and h different patterns of attention.',

  'heads.bar.factored': 'two thin',
  'heads.bar.merged': 'merged',
  'heads.bar.mha': 'MHA',
  'heads.bar.gqa': 'GQA',
  'heads.bar.mqa': 'MQA',
  'heads.cost.title': 'What does the merged matrix cost?',
  'heads.cost.lead':
    'W_i gives the same [[scores|score]] as W_i^Q and W_i^K. Unless d_k is large, it has more numbers and needs more multiplications.',
  'heads.cost.figure': 'All heads together ({heads}), n = {length}',
  'heads.cost.parameters': 'Numbers learned for the scores',
  'heads.cost.multiplications': 'Multiplications for the scores',
  'heads.cost.cache': 'Numbers kept for each position (KV cache)',
  'heads.cost.summary':
    'Two thin matrices per head: {pairs} numbers, {factored} multiplications and {cache} numbers kept for each position, {total} for all {length}. Merged: {mergedAll}, {merged} and {mergedCache}.',
  'heads.cost.shared': ' (here {heads} heads share {keyHeads})',
  'heads.cost.note':
    'All counts are for one layer, without biases. In multi-head attention (MHA) every head has its own key head. In grouped-query attention (GQA) several query heads share one{shared}. In multi-query attention (MQA) all heads share a single one. While a model writes, it keeps something for every past token. With two matrices it keeps a thin key for each key head, and a value. With merged matrices it keeps the value and the whole token, once for all heads. The token is as large as the keys of all heads where d_k = d_model/h, and larger once keys are shared. A model that reads everything at once, such as BERT, keeps nothing.',

  'heads.even.title': 'Above which d_k is one matrix smaller?',
  'heads.even.lead':
    'A pair has 2 d_model d_k numbers; its product has d_model². Click the picture, or press Enter on it, to take a d_k.',
  'heads.even.figure': 'Numbers in one head against d_k',
  'heads.even.y': 'numbers in one head',
  'heads.even.mark': 'equal at {half}',
  'heads.even.now': 'here: {dk}',
  'heads.even.less':
    'At d_k = {dk} the pair has {pair} numbers and the product {merged}. The pair is smaller for every d_k below {half}.',
  'heads.even.same':
    'At d_k = {dk} the pair has {pair} numbers and the product {merged}. They are equal here (d_model/2 = {half}).',
  'heads.even.more':
    'At d_k = {dk} the pair has {pair} numbers and the product {merged}. The pair is larger for every d_k above {half}.',

  'heads.spectrum.title': 'The product is large. Is its rank?',
  'heads.spectrum.lead':
    'Singular values tell how many directions a matrix uses. Those of W_i, a product of two thin matrices, drop to rounding noise after the first d_k.',
  'heads.spectrum.figure': 'Singular values of W_i, {modelDim} × {modelDim}, with d_k = {dk}',
  'heads.spectrum.x': 'number of the singular value',
  'heads.spectrum.y': 'singular value',
  'heads.spectrum.noise': 'tolerance',
  'heads.spectrum.mark': 'rank {rank}',
  'heads.spectrum.stopped': 'The decomposition was stopped.',
  'heads.spectrum.summary':
    '{rank} of {modelDim} singular values are above the tolerance, from {first} down to {last}. The next is {next}. The other {rest} {rest:is|are} rounding, so the measured rank is {rank}.',
  'heads.spectrum.near':
    '{rank} of {modelDim} singular values are above the tolerance, from {first} down to {last}. The next is {next}. The rank may be {bound}, but float32 can tell only {rank} of these values from rounding.',
  'heads.spectrum.full':
    'All {modelDim} singular values are above the tolerance, from {first} down to {last}. The measured rank is {rank}.',
  'heads.spectrum.note':
    'The tolerance is the largest singular value times the width times 2⁻²³, as in NumPy’s `matrix_rank`. A product has no more directions than its thinnest matrix, so the [[rank]] is at most d_k. Values after the first d_k should be 0; what remains is float32 rounding. Where d_k comes near the width, rounding hides small true values, and the measured rank is smaller.',

  'heads.merged.title': 'Same scores, different work',
  'heads.merged.lead':
    'Random tokens X pass through both thin matrices, and through their product. The scores agree except in the last bits.',
  'heads.merged.figure': 'Scores of {tokens} tokens, both ways',
  'heads.merged.factored': '(X W_i^Q)(X W_i^K)ᵀ',
  'heads.merged.merged': 'X W_i Xᵀ',
  'heads.merged.key': 'key',
  'heads.merged.query': 'query {i}',
  'heads.merged.score': 'score',
  'heads.merged.summary': 'The largest difference is {largest}; the largest score is {scale}.',
  'heads.merged.equal': 'All scores are equal to the last bit. The largest is {scale}.',
  'heads.merged.note':
    'W_i is assumed to be ready; making it is not counted. Real models often rotate queries and keys by their positions (rotary embedding) after W_i^Q and W_i^K. Then no single W_i exists. Biases add terms that W_i does not hold.',
  'heads.timing.title': 'Timed just now in your browser',
  'heads.timing.multiplications': 'multiplications',
  'heads.timing.median': 'median (range)',
  'heads.timing.ms': '{ms} ms',
  'heads.timing.again': 'Measure again',
  'heads.timing.running': 'Measuring…',
  'heads.timing.ratio':
    'The merged matrix needs {work}× the multiplications. Here it took {time}× the time.',
  'heads.timing.about':
    'One head, {tokens} tokens, {rounds} rounds in turn. Clocks are noisy; counts are not.',

  'heads.fold.title': 'Why not project twice?',
  'heads.fold.lead':
    'In the paper every head projects what enters the layer: Q W_i^Q. If Q is itself X W^Q, two matrices follow each other.',
  'heads.fold.steps': 'Steps of folding',
  'heads.fold.back': 'Back',
  'heads.fold.next': 'Next',
  'heads.fold.of': 'Step {step} of {steps}',
  'heads.fold.1.title': '1. Read literally: two projections',
  'heads.fold.1.text':
    'First Q = X W^Q for all heads, then Q W_i^Q for this one. W^Q has {before} numbers and W_i^Q has {own}, together {both}.',
  'heads.fold.1.figure': 'Tokens through two matrices',
  'heads.fold.2.title': '2. Multiply the two matrices first',
  'heads.fold.2.text':
    'Nothing stands between the two, so the brackets may move. W_i^Q* = W^Q W_i^Q is again a thin matrix of {own} numbers. It is computed once, before any token comes.',
  'heads.fold.2.figure': 'Two matrices become one, as thin as the thinner',
  'heads.fold.3.title': '3. Project once',
  'heads.fold.3.text':
    'X W_i^Q* gives the same queries with {own} numbers instead of {both}. K and V fold in the same way.',
  'heads.fold.3.figure': 'Tokens through the folded matrix',
  'heads.fold.4.title': '4. So is the first projection redundant?',
  'heads.fold.4.text':
    'For using a model, yes. Both ways give the same queries: here they differ by at most {largest}; the largest component is {scale}. Programs therefore learn W_i^Q* itself, one thin matrix for each head.',
  'heads.fold.4.figure': 'The queries, both ways',
  'heads.fold.twice': '(X W^Q) W_i^Q',
  'heads.fold.once': 'X W_i^Q*',
  'heads.fold.column': 'component of the query',
  'heads.fold.token': 'token {i}',
  'heads.fold.summary':
    'Both ways, queries differ by at most {largest}; the largest component is {scale}.',
  'heads.fold.note':
    'Folding is not possible if something between the two is not linear (a normalisation, an activation) or differs from position to position (a rotation). A bias can be folded, too. Training is another matter: two matrices in a row can represent no more than one, but they learn along another path.',

  'heads.weights.title': 'Why many heads?',
  'heads.weights.single':
    'One head has one pattern, however wide it is. More heads bring more patterns.',
  'heads.weights.mha': 'Every [[head]] has its own W_i^Q and W_i^K and so its own pattern.',
  'heads.weights.gqa':
    '{heads} heads have {heads} patterns, although {shared} of them share each of the {keyHeads} key heads. Their keys are the same; their queries are not. A bar joins the heads that share.',
  'heads.weights.mqa':
    '{heads} heads have {heads} patterns, although all share a single key head. Their keys are the same; their queries are not. The bar joins them.',
  'heads.weights.all':
    'Weights of {heads} {heads:head|heads}, {tokens} random tokens; rows are queries, columns keys',
  'heads.weights.some':
    'Weights of the first {shown} of {heads} heads, {tokens} random tokens; rows are queries, columns keys',
  'heads.weights.head': 'head {head}',
  'heads.weights.key': 'key {i}',
  'heads.weights.query': 'query {i}',
  'heads.weights.weight': 'weight',
  'heads.weights.summary':
    '{shown} {shown:panel|panels} of {tokens} × {tokens} weights. Each row adds up to 1.',
  'heads.weights.note':
    'These [[weights|weight]] are random, as before training. The patterns differ but mean nothing yet. Training makes some heads look at the previous token, some at the same word, some at the noun that a pronoun stands for.',

  'heads.sum.title': 'Concat and W^O are a sum',
  'heads.sum.lead':
    'The heads’ outputs, side by side, are multiplied by W^O. Each head meets its own rows of W^O, so each adds its own part.',
  'heads.sum.added': 'Heads added',
  'heads.sum.token': 'Token',
  'heads.sum.figure': 'What each head adds to the output of token {token} (first components)',
  'heads.sum.head': 'head {head}',
  'heads.sum.total': 'their sum',
  'heads.sum.output': 'the layer',
  'heads.sum.column': 'component of the output',
  'heads.sum.value': 'value',
  'heads.sum.summary':
    '{heads:The head|All heads} added ({heads}): sum and layer differ by at most {largest}; the largest value is {scale}.',
  'heads.sum.partial':
    'With {added} of {heads} heads, sum and layer differ by up to {largest}; the largest value is {scale}.',
  'heads.sum.note':
    'A head can therefore be removed by leaving out its part. W_i^V and W_i^O are a thin pair, too. Their product has rank at most d_k and decides what a head writes.',

  'heads.preset.which-d.predict':
    'A model is 512 wide, has 8 heads and reads 512 positions. Its scores are divided by the square root of which number?',
  'heads.preset.which-d.choice.a': 'd_model, the width of the model',
  'heads.preset.which-d.choice.b': 'd_k, the width of one head',
  'heads.preset.which-d.choice.c': 'n, the number of positions',
  'heads.preset.which-d.explain':
    'By √d_k = √{dk}. A score is a sum of d_k products, one for each component of the query and key of one head. Measured scores of {dk} components have variance {variance}; vectors of {modelDim} components would have {wide}. n is the number of scores in a row; no score is a sum of n terms.',
  'heads.preset.merge.predict':
    'In every head the product W_i replaces W_i^Q and W_i^K (512 × 64). How many numbers does a head have then?',
  'heads.preset.merge.choice.a': 'Half as many: one matrix instead of two',
  'heads.preset.merge.choice.b': 'The same number',
  'heads.preset.merge.choice.c': 'Four times as many',
  'heads.preset.merge.explain':
    '{pair} numbers become {merged}. The scores stay the same, except for rounding (largest difference {largest}). Over all heads and {length} positions, {factored} multiplications become {mergedScores}. The large matrix says no more than the pair: its rank is at most {dk}.',
  'heads.preset.more-heads.predict':
    'A model of width 512 goes from 8 heads to 16, with d_k = d_model/h. What happens to the number of parameters of the layer?',
  'heads.preset.more-heads.choice.a': 'It doubles',
  'heads.preset.more-heads.choice.b': 'It stays the same',
  'heads.preset.more-heads.choice.c': 'It halves',
  'heads.preset.more-heads.explain':
    '1 head has {one} parameters, 8 heads have {eight}, {heads} heads have {total}. h heads of width d_model/h are together as wide as the model, for every h that divides it. What changes is the number of patterns, now {heads}. Each comes from a thinner pair: the rank of every W_i is at most {dk}.',
  'heads.preset.full-width.predict':
    'A paper gives each of 8 heads a W_i^Q and a W_i^K of size d_model × d_model. What does that mean?',
  'heads.preset.full-width.choice.a': 'A misprint: it cannot be computed',
  'heads.preset.full-width.choice.b': 'The same model, written differently',
  'heads.preset.full-width.choice.c': 'Eight times the numbers, and no limit on the rank',
  'heads.preset.full-width.explain':
    'It can be computed: d_k need not be d_model/h. But {heads} heads of full width have {pairs} numbers in W_i^Q and W_i^K instead of {thin}. Above d_k = {half} a pair is larger than its product, here {pair} against {merged}. One full matrix would do the same with half the numbers.',
  'heads.preset.shared-keys.predict':
    'Llama 3 8B has 32 query heads but only 8 key heads; 4 query heads share each. What becomes four times smaller?',
  'heads.preset.shared-keys.choice.a': 'What is kept for each position',
  'heads.preset.shared-keys.choice.b': 'The parameters of the layer',
  'heads.preset.shared-keys.choice.c': 'The number of attention patterns',
  'heads.preset.shared-keys.explain':
    'The cache. It keeps {cache} numbers for each position instead of {allCache}. The layer goes only from {allTotal} to {total} parameters, because the matrices of the queries and W^O stay. There are still {heads} patterns, because every head has its own queries.',
};
