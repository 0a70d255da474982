/** Words of the Softmax lab below its first picture and about its presets, in English. The others are in softmax.en.js. */
export default {
  'softmax.fallback':
    'Softmax turns the scores of a query into weights. Without the factor the scores have standard deviation √d_k. As d_k grows, one key takes nearly all of the weight, and more and more queries get almost no gradient through the softmax. Dividing by √d_k keeps the spread of the scores the same for every d_k, and with it the sharpness of the weights.',

  'softmax.bands.title': 'Many queries, rule by rule',
  'softmax.bands.lead':
    'One query may be luck. Here are thousands of random ones at every size; every [[rule]] gets the same vectors.',
  'softmax.bands.measures': 'Measure',
  'softmax.bands.axes': 'Horizontal axis',
  'softmax.bands.measure.topWeight': 'largest weight',
  'softmax.bands.measure.effectiveKeys': 'effective number of keys',
  'softmax.bands.measure.logitGradient': 'gradient |∂L/∂z|',
  'softmax.bands.measure.queryGradient': 'gradient |∂L/∂q|',
  'softmax.bands.measure.outputVariance': 'variance of the output',
  'softmax.bands.axis.dk': 'against d_k',
  'softmax.bands.axis.keys': 'against the number of keys',
  'softmax.bands.figure.dk': '{measure} against d_k, for {keys} {keys:key|keys}',
  'softmax.bands.figure.keys': '{measure} against the number of keys, for d_k = {dk}',
  'softmax.bands.x.dk': 'd_k',
  'softmax.bands.x.keys': 'number of keys n',
  'softmax.bands.outer': '5 to 95%',
  'softmax.bands.inner': '25 to 75%',
  'softmax.bands.median': 'median',
  'softmax.bands.mean': 'mean',
  'softmax.sweep.end.dk': 'The picture ends at d_k = {last}; yours is {own}.',
  'softmax.sweep.end.keys': 'The picture ends at {last} keys; you have {own}.',
  'softmax.sweep.masked':
    'With {masked} {masked:key|keys} masked, no size here leaves two keys. Mask fewer.',
  'softmax.sweep.early': 'stopped before every size was reached',
  'softmax.sweep.stopped': 'at least {count} {count:query|queries} at every size, then stopped',
  'softmax.bands.summary.dk':
    'At d_k = {last} the median {measure} is {none} without a factor, {rsqrt} with 1/√d_k, {inverse} with 1/d_k and {cosine} with cosines.',
  'softmax.bands.summary.keys':
    'With {last} {last:key|keys} the median {measure} is {none} without a factor, {rsqrt} with 1/√d_k, {inverse} with 1/d_k and {cosine} with cosines.',
  'softmax.bands.dead.dead': 'Queries with almost no gradient: |∂L/∂z| below 0.001',
  'softmax.bands.dead.deadQuery': 'Queries with almost no gradient: |∂L/∂q| below 0.001',
  'softmax.bands.deadSummary.dk':
    'At d_k = {last} the share is {none} without a factor and {rsqrt} with 1/√d_k.',
  'softmax.bands.deadSummary.keys':
    'For {last} {last:key|keys} the share is {none} without a factor and {rsqrt} with 1/√d_k.',
  'softmax.bands.verdict.dk':
    'This is what goes wrong: at d_k = {last} without a factor the median of |∂L/∂z| is {median}{soFar}, and {dead} of the queries get almost no gradient. A few get so much that the mean is still {mean}. With 1/√d_k the median is {scaled}, and {deadScaled} get almost none.',
  'softmax.bands.verdict.plain':
    'At the largest size shown, {last}, the median of |∂L/∂z| is {median} without a factor and {scaled} with 1/√d_k{soFar}; {dead} and {deadScaled} of the queries have almost no gradient.',
  'softmax.bands.verdict.keys':
    'More keys help: for {last} {last:key|keys} at d_k = {dk} the unscaled median of |∂L/∂z| is {median}{soFar} (scaled: {scaled}), and {dead} of the queries have almost no gradient (scaled: {deadScaled}). Among many keys a second one competes more often.',
  'softmax.bands.note.topWeight':
    'Without a factor the largest weight goes to 1 as d_k grows. With 1/d_k it goes to 1/n, as it does with cosines, which shrink like 1/√d_k for random vectors. With 1/√d_k it settles in between, because the variance of the scores stays the same.',
  'softmax.bands.note.effectiveKeys':
    'The effective number of keys is e to the power of the entropy: between 1 and n.',
  'softmax.bands.note.logitGradient':
    'The scale is logarithmic; values too small for it lie at the bottom. Without a factor the median keeps falling while the mean hardly moves, because the [[distribution|law]] gets a heavy tail. The mean alone would hide that.',
  'softmax.bands.note.queryGradient':
    'On its way to q the gradient is multiplied by the keys and by the factor. The factor makes its *mean* smaller, not larger: without one the gradient is large, but only for some of the queries.',
  'softmax.bands.note.outputVariance':
    'For values with variance 1, each component of the output has variance Σ a_j². That is 1 only if one key has all the weight; with the factor 1/√d_k it is much smaller, about e/n with many keys.',
  'softmax.bands.draws': 'The largest sizes get fewer queries; the table says how many.',
  'softmax.bands.column.rule': 'rule',
  'softmax.bands.column.dead': 'share with |∂L/∂z| below 0.001',
  'softmax.bands.column.deadQuery': 'share with |∂L/∂q| below 0.001',

  'softmax.jacobian.title': 'What a gradient has to pass: the Jacobian',
  'softmax.jacobian.lead':
    'On its way back through softmax a gradient is multiplied by the [[Jacobian|jacobian]] diag(a) − aaᵀ. Where one weight is 1 and the others are 0, all of its entries are 0.',
  'softmax.jacobian.figure':
    'Jacobian of softmax for the query above, d_k = {dk} and {keys} {keys:key|keys}',
  'softmax.jacobian.before': 'Without a factor: norm {norm}',
  'softmax.jacobian.after': 'With {rule}: norm {norm}',
  'softmax.jacobian.x': 'logit of key',
  'softmax.jacobian.y': 'weight of key',
  'softmax.jacobian.from': 'comes from',
  'softmax.jacobian.summary':
    'With {rule} the norm of the Jacobian is {after}, without a factor {before}.',
  'softmax.jacobian.verdict':
    'Norm {before} without a factor, {after} with {rule}. Of the same incoming gradient, softmax passes on a length of {gradientBefore} without a factor and {gradientAfter} with it.',
  'softmax.jacobian.note':
    'The diagonal holds a_i(1 − a_i), the rest −a_i a_j. Every row adds up to 0, so adding a constant to all logits changes nothing. Both matrices share one scale of colours.',
  'softmax.jacobian.corner':
    'The picture shows the first {most} of {keys} keys; the norms are those of the whole matrix.',
  'softmax.jacobian.column.weight': 'weight of key',
  'softmax.jacobian.column.logit': 'logit of key',
  'softmax.jacobian.column.before': 'no factor',
  'softmax.jacobian.column.after': 'with {rule}',

  'softmax.exponent.title': 'Why the root? Only 1/2 settles in between',
  'softmax.exponent.lead':
    'Divide by d_k to the power α. Only α = 1/2 keeps the [[variance]] of the [[scores|score]] exactly the same for every d_k, and then the effective number of keys settles.',
  'softmax.exponent.slider': 'Your exponent α',
  'softmax.exponent.figure':
    'Effective number of {keys} {keys:key|keys} against d_k, for several exponents',
  'softmax.exponent.y': 'effective number of keys, median',
  'softmax.exponent.summary':
    'At d_k = {last} a median query has {zero} {zero:effective key|effective keys} of {keys} with exponent 0, {half} with 1/2 and {one} with 1.',
  'softmax.exponent.plain':
    'From d_k = {first} to {last} the median with α = 1/2 goes from {halfFirst} to {half} of {keys} {keys:key|keys}{soFar}. With α = 0 it ends at {zero}, with α = 1 at {one}.',
  'softmax.exponent.verdict':
    'The variance stays exactly the same, this number only roughly: from d_k = {first} to {last} the median with α = 1/2 goes from {halfFirst} to {half} of {keys} {keys:key|keys}{soFar}. With α = 0 it falls to {zero}: softmax becomes a maximum. With α = 1 it rises to {one}: a plain average that ignores the query.',
  'softmax.exponent.column.alpha': 'exponent',
  'softmax.exponent.column.dk': 'd_k',
  'softmax.exponent.column.keys': 'effective keys, median',

  'softmax.vanish.title': 'Do gradients vanish? Half true',
  'softmax.vanish.lead':
    'The slogan says that gradients vanish without the factor. Here is the mean gradient without it, divided by the mean with it. Below 1 the slogan is right.',
  'softmax.vanish.figure':
    'Mean gradient without a factor, as a multiple of that with {rule}, d_k = {dk}',
  'softmax.vanish.equal': 'equal',
  'softmax.vanish.y': 'ratio of the means',
  'softmax.vanish.summary':
    'At d_k = {dk} the mean |∂L/∂z| without a factor, as a multiple of that with {rule}, is {ratios}.',
  'softmax.vanish.far':
    'Without a factor the mean |∂L/∂z|, as a multiple of that with {rule}, is {ratios}{soFar} (∞ where nothing passes with it). With scores this extreme, the ratio of two means says little. Look at the share of queries that get almost nothing: {dead} without a factor at d_k = {dk} and 8 keys.',
  'softmax.vanish.zero':
    'A factor of 0 makes all weights equal, whatever the query. The logits still get a gradient. Without a factor the mean gradient, as a multiple of this one, is {ratios}{soFar}. But with a factor of 0 no gradient reaches q, so a query cannot learn what to look for.',
  'softmax.vanish.ratio': '{ratio} for {keys} keys',
  'softmax.vanish.same':
    'With {rule} the gradients are the same as without a factor: it changes nothing at d_k = {dk}.',
  'softmax.vanish.plain':
    'Without a factor the mean |∂L/∂z|, as a multiple of that with {rule}, is {ratios}{soFar}. Whether a mean shrinks depends on the number of keys and on d_k; the table says how many queries get almost nothing.',
  'softmax.vanish.verdict':
    'The more keys, the less the slogan holds. Even for 8 keys the mean gradient that reaches q, |∂L/∂q|, is {reach} times as large without a factor as with {rule}{soFar}. What always happens as d_k grows is that a few queries get nearly all of it: with d_k = {dk} and 8 keys, {dead} of them get almost nothing.',
  'softmax.vanish.caption': 'Without a factor against {rule}',
  'softmax.vanish.head.keys': 'keys',
  'softmax.vanish.head.dk': 'd_k',
  'softmax.vanish.head.ratio': 'mean |∂L/∂z|, ratio',
  'softmax.vanish.head.queryRatio': 'mean |∂L/∂q|, ratio',
  'softmax.vanish.head.dead': 'stuck, no factor',
  'softmax.vanish.head.deadScaled': 'stuck, {rule}',
  'softmax.vanish.note':
    'In brackets: 95% intervals. “Stuck” queries have |∂L/∂z| below 0.001. The gradient that arrives at the weights has standard normal components, as it does if the values are standard normal and the loss has a gradient of length 1 at the output. All of this is about random vectors, as at initialisation.',
  'softmax.vanish.column.keys': 'keys',
  'softmax.vanish.column.dk': 'd_k',
  'softmax.vanish.column.draws': 'queries',
  'softmax.vanish.column.none': 'mean |∂L/∂z|, no factor',
  'softmax.vanish.column.scaled': 'mean |∂L/∂z|, with {rule}',
  'softmax.vanish.column.ratio': 'ratio',
  'softmax.vanish.column.low': 'ratio, lower end',
  'softmax.vanish.column.high': 'ratio, upper end',
  'softmax.vanish.column.queryNone': 'mean |∂L/∂q|, no factor',
  'softmax.vanish.column.queryScaled': 'mean |∂L/∂q|, with {rule}',
  'softmax.vanish.column.queryRatio': 'ratio of |∂L/∂q|',
  'softmax.vanish.column.dead': 'stuck share, no factor',
  'softmax.vanish.column.deadScaled': 'stuck share, with {rule}',

  'softmax.preset.vanish.predict':
    'Take 256 keys and d_k = 64. Leave the factor out. How does the *mean* length of the gradient at the logits compare with that under 1/√d_k?',
  'softmax.preset.vanish.choice.a': 'it vanishes',
  'softmax.preset.vanish.choice.b': 'about the same',
  'softmax.preset.vanish.choice.c': 'about twice as large',
  'softmax.preset.vanish.explain':
    'It is {many} times as large. With 64 keys the ratio is {some}, with 8 keys {few}: the slogan is right only for few keys. But the gradient is always shared unevenly: with 8 keys at d_k = {dk}, {dead} of the queries get almost none. Quantiles show that; a mean does not.',

  'softmax.preset.why-root.predict':
    'With d_k = 1024, divide the scores by 1024 instead of by √1024 = 32. How many of 8 keys still count for a typical query?',
  'softmax.preset.why-root.choice.a': '1',
  'softmax.preset.why-root.choice.b': 'about 6',
  'softmax.preset.why-root.choice.c': 'all 8',
  'softmax.preset.why-root.explain':
    'The effective number of keys is {inverse} of {keys}: the scores have become so small that attention is a plain average, whatever the query. With the root it is {root}, without any factor {none}. Only the exponent 1/2 keeps the variance of the scores the same for every d_k. It keeps this number nearly the same.',

  'softmax.preset.overflow.predict': 'Take d_k = 4096 and no factor. Does softmax overflow?',
  'softmax.preset.overflow.choice.a': 'Yes: infinities or NaN',
  'softmax.preset.overflow.choice.b': 'No, it computes',
  'softmax.preset.overflow.explain':
    'It computes. The largest logit of the first query is {largest}, and e{power} would indeed overflow float32, which ends at 3 × 10³⁸. But softmax subtracts the largest logit first, so the largest exponential is e⁰ = 1. The result is correct and of little use: the median of the largest weight is {top}. The factor is about sharpness, not about overflow.',

  'softmax.preset.shift.predict': 'Add 5 to every logit of a query. What happens to its weights?',
  'softmax.preset.shift.choice.a': 'they become more equal',
  'softmax.preset.shift.choice.b': 'nothing',
  'softmax.preset.shift.choice.c': 'one key takes nearly all',
  'softmax.preset.shift.explain':
    'Nothing: the largest weight is {plain} before and {shifted} after. A constant cancels, because e⁵ multiplies numerator and denominator. *Multiplying* is another matter: times 5 (temperature 0.2) makes it {times}. Softmax saturates when logits lie far apart, not when they are large.',

  'softmax.preset.mask.predict':
    'The last 3 of 8 keys must not be seen. Somebody sets their scores to 0. How much of the weight do they get?',
  'softmax.preset.mask.choice.a': 'none',
  'softmax.preset.mask.choice.b': 'exactly 3/8',
  'softmax.preset.mask.choice.c': 'it depends: e⁰ = 1',
  'softmax.preset.mask.explain':
    'For this query {share}. Score 0 is an ordinary score, with e⁰ = 1 in the sum. A masked key needs the logit −∞; then it gets {blocked}. And beware of True: in `attn_mask` of PyTorch’s `scaled_dot_product_attention` and in Keras’ `attention_mask` it means “seen”. In `key_padding_mask` and `attn_mask` of PyTorch’s `MultiheadAttention` it means “hidden”.',

  'softmax.preset.unit-variance.predict':
    'Scaled scores have variance 1. If the values have variance 1 too, what is the variance of the output for 8 keys?',
  'softmax.preset.unit-variance.choice.a': '1',
  'softmax.preset.unit-variance.choice.b': 'less than 1',
  'softmax.preset.unit-variance.choice.c': 'more than 1',
  'softmax.preset.unit-variance.explain':
    'Less: it is Σ a_j², on average {mean} for {keys} {keys:key|keys} and {more} for 64. An average of independent values varies less than each of them. The factor gives the *logits* variance 1, not the output; the output would have it only if one key got all the weight.',
};
