/** Words of the Variance lab, in English. d_k, *stress* and `code` are typeset by labs/text.js. */
export default {
  'variance.part.histogram': 'histogram',
  'variance.part.walks': 'random walk',
  'variance.part.growth': 'growth with d_k',
  'variance.part.derivation': 'derivation',
  'variance.part.replicate': 'replicate',
  'variance.part.blog': 'blog script',
  'variance.title': 'Why does q·k have variance d_k?',
  'variance.answer.waiting':
    'A score q·k is a sum of {dk} {dkCount:product|products}, and variances of independent products add up.',
  'variance.answer.scaled':
    'With d_k = {dk} the scores q·k have variance {before}; multiplied by {factor} it is {after}.',
  'variance.answer.none':
    'With d_k = {dk} the scores q·k have variance {before}, and without a factor they keep it.',
  'variance.fallback':
    'A score q·k is a sum of d_k products of independent components with mean 0 and variance 1. Each product has variance 1, and variances of independent terms add up, so the score has variance d_k. Dividing by √d_k divides the variance by d_k and leaves 1, whatever d_k is.',

  'variance.formula.words':
    'The variance of the scaled score, {variance}, is the square of the factor {factor}, times d_k = {dk}, times the variance of one product, {perProduct}.',
  'variance.formula.wordsRelated':
    'The variance of the scaled score, {variance}, is the square of the factor {factor}, times d_k = {dk}, times the variance of one product, {perProduct}, which the correlation {correlation} of q with k has changed.',
  'variance.formula.related':
    'With q and k correlated the variance of one product is no longer made of the two variances and means alone.',

  'variance.histogram.title': 'All the scores, before and after the factor',
  'variance.histogram.view': 'Which scores to show',
  'variance.histogram.view.both': 'Both on one axis',
  'variance.histogram.view.before': 'Before',
  'variance.histogram.view.after': 'After',
  'variance.histogram.log': 'logarithmic (shows the tails)',
  'variance.histogram.figure.both':
    'All the scores with d_k = {dk}: above q·k, below what the softmax gets to see',
  'variance.histogram.figure.before': 'All the scores q·k with d_k = {dk}, before the factor',
  'variance.histogram.figure.after': 'All the scores with d_k = {dk}, after the factor',
  'variance.histogram.exact': 'exact law',
  'variance.histogram.normal': 'normal law',
  'variance.histogram.sd': '±1 sd = ±{sd}',
  'variance.histogram.measured': 'measured',
  'variance.histogram.axis.before': 'score q·k',
  'variance.histogram.axis.after': 'score × factor',
  'variance.histogram.density': 'density',
  'variance.histogram.summary':
    '{count} {count:score|scores} with d_k = {dk}: variance {before} before the factor (theory {theoryBefore}) and {after} after it (theory {theoryAfter}).',
  'variance.histogram.partly': '{count} {count:score|scores} so far, then stopped',
  'variance.histogram.caption.before': 'Before the factor: q·k',
  'variance.histogram.caption.after': 'After the factor {factor}',
  'variance.histogram.covers':
    'The 95% interval of the variance after the factor, {low} to {high}, covers the {theory} of theory.',
  'variance.histogram.misses':
    'The 95% interval of the variance after the factor, {low} to {high}, misses the {theory} of theory. One sample in twenty does; take another seed and look again.',
  'variance.histogram.sharedVectors':
    'The interval knows that the scores are not independent: {scores} {scores:score is|scores are} made of only {vectors} {vectors:vector|vectors}, so it is wider than the count suggests.',
  'variance.histogram.freshPairs':
    'With q and k correlated every score has two vectors of its own, because one key cannot be correlated with many queries at once.',
  'variance.histogram.heavier':
    'The normal law is an approximation: it has the same mean and variance, but the exact law has kurtosis {kurtosis} instead of 3, a sharper peak and heavier tails, the more so the smaller d_k is.',
  'variance.histogram.lighter':
    'The normal law is an approximation: it has the same mean and variance, but the exact law has kurtosis {kurtosis} instead of 3, so its tails are lighter, the more so the smaller d_k is.',
  'variance.histogram.heavy':
    'Student t components with 5 degrees of freedom have such heavy tails that the measured variance settles slowly and its interval is itself uncertain.',

  'variance.walks.title': 'Where the root comes from: a score is a random walk',
  'variance.walks.lead':
    'A score adds d_k products q_i k_i, one after the other, some up and some down. They mostly cancel: after i steps the sum has strayed not by i but by about √i.',
  'variance.walks.next': 'Next pair',
  'variance.walks.pair': 'pair {pair}',
  'variance.walks.chosen': 'Pair {pair} ends at q·k = {score}.',
  'variance.walks.figure': '{pairs} scores as running sums of their products, d_k = {dk}',
  'variance.walks.x': 'products added, i',
  'variance.walks.y': 'sum so far',
  'variance.walks.products': 'products q_i k_i',
  'variance.walks.envelope': '±√i',
  'variance.walks.envelopeSd': '±{sd}√i',
  'variance.walks.envelopeMean': 'mean ± {sd}√i',
  'variance.walks.summary':
    '{pairs} running sums with d_k = {dk} end between {lowest} and {highest}; theory expects {mean} ± {sd}, the standard deviation growing with the square root of the number of products.',
  'variance.walks.note':
    'Variances add, so after i steps the variance is i times that of one product, and the standard deviation, its root, grows like √i. About two walks in three end inside the envelope. Dividing by √d_k brings the end of the envelope to ±{sd} at every d_k.',
  'variance.walks.drift':
    'These products have mean {mean}, so the walks drift: the middle of the envelope grows like i, which no division by √d_k can undo. Only the width around it grows like √i.',

  'variance.growth.title': 'Only the exponent 1/2 stays flat',
  'variance.growth.lead':
    'The variance of the scores against d_k, both axes logarithmic. A power of d_k is a straight line here, and its slope tells the rule: up without a factor, down for 1/d_k, level for 1/√d_k alone.',
  'variance.growth.alpha': 'exponent α in 1/d_k to the power α',
  'variance.growth.figure': 'Variance of the scores against d_k, one line per factor',
  'variance.growth.x': 'd_k',
  'variance.growth.y': 'variance of the scores',
  'variance.growth.here': 'now: {variance}',
  'variance.growth.now': 'With d_k = {dk} and the factor {rule} the variance is {variance}.',
  'variance.growth.summary':
    'From d_k = 1 to {most} the variance goes from {start} to {none} without a factor, to {inverse} with 1/d_k, and to {rsqrt} with 1/√d_k.',
  'variance.growth.note':
    'Lines are theory; points are measured on at most {most} queries and {most} keys, with 95% intervals. Why 1/2: the variance of a sum of d_k products grows like d_k, a factor acts on the variance with its square, and the two cancel at every d_k only when α is 1/2. With α = 1 the scores shrink as d_k grows and the weights drift towards a plain average; with α = 0 they grow and one key takes all.',
  'variance.growth.column.rule': 'factor',
  'variance.growth.column.dk': 'd_k',
  'variance.growth.column.variance': 'measured variance',
  'variance.growth.column.low': '95% low',
  'variance.growth.column.high': '95% high',
  'variance.growth.column.theory': 'theory',

  'variance.replicate.title': 'Replicate my result: “I tried 2×2 and got 1.6”',
  'variance.replicate.lead':
    'Somebody multiplied two random 2×2 matrices, took `np.var` of the result, and got 1.6 where the book says 2. Type what *you* did. One small experiment is a single draw from the distribution below.',
  'variance.replicate.field.rows': 'rows',
  'variance.replicate.field.columns': 'columns',
  'variance.replicate.field.inner': 'inner size d_k',
  'variance.replicate.field.ddof': '`ddof`',
  'variance.replicate.field.value': 'your variance',
  'variance.replicate.field.draws': 'repetitions',
  'variance.replicate.field.numpySeed': 'NumPy seed',
  'variance.replicate.noSeed': 'none',
  'variance.replicate.forum': 'The forum’s numbers',
  'variance.replicate.nextSeed': 'Try the next NumPy seed',
  'variance.replicate.percentile':
    'Your {value}: on average such an experiment gives {expectation}, and {percentile}% of them give {value} or less.',
  'variance.replicate.verdict.ordinary':
    'So {value} is an entirely ordinary result. Nothing is wrong with your code.',
  'variance.replicate.verdict.common':
    'So {value} is towards the edge but still common; nothing suggests a mistake.',
  'variance.replicate.verdict.unusual':
    'So {value} is unusual: fewer than one experiment in twenty lies as far out on that side. Chance is possible, try another seed.',
  'variance.replicate.verdict.rare':
    'So {value} is rare: fewer than one experiment in forty lies as far out on that side. Check shape, `ddof` and the standard deviation of your entries.',
  'variance.replicate.verdict.veryRare':
    'So {value} is hardly ever seen with this shape: fewer than one experiment in two hundred lies as far out on that side. Something else is probably different: the shape, `ddof`, or entries that are not standard normal.',
  'variance.replicate.figure':
    'Variance of a {rows}×{columns} product with d_k = {inner}, ddof = {ddof}: its sampling distribution',
  'variance.replicate.bars': 'simulated',
  'variance.replicate.mark.median': 'median {x}',
  'variance.replicate.mark.expectation': 'average {x}',
  'variance.replicate.mark.yours': 'yours {x}',
  'variance.replicate.middle': '90% between {low} and {high}',
  'variance.replicate.middleShort': '90% in here',
  'variance.replicate.x': 'variance of the entries, ddof = {ddof}',
  'variance.replicate.above': '{count} beyond',
  'variance.replicate.summary':
    'Over {draws} {draws:repetition|repetitions} the variance is {expectation} in expectation, has median {median}, and lies between {low} and {high} in 90% of them; {value} is at percentile {percentile}.',
  'variance.replicate.why': 'Why {expectation} on average?',
  'variance.replicate.because':
    'Each of the {n} entries has variance {inner}, and they are uncorrelated. The sum of their squared distances from *their own* mean is therefore on average {below} times {inner}, not {n} times: the mean has already moved towards the data and used up one of {n} degrees of freedom. Here that sum is divided by n − ddof = {divisor}.',
  'variance.replicate.ddofZero':
    'NumPy’s `np.var` divides by n unless told otherwise (`ddof=0`), which makes the variance too small by the factor (n − 1)/n. With `ddof=1` the average is d_k.',
  'variance.replicate.ddofOne':
    'With `ddof=1` the division is by n − 1, the average is exactly d_k, and the 3/4 of the 2×2 case is gone.',
  'variance.replicate.ddofOther':
    'With `ddof={ddof}` the division is by n − {ddof}; the average is d_k only for `ddof=1`.',
  'variance.replicate.spread':
    'The rest is spread: a few entries tell little about a variance. Half of all repetitions give less than {median}, and one in ten lies outside {low} to {high}. The long tail to the right pulls the average above the median. Larger matrices narrow it: try 64 × 64.',
  'variance.replicate.seedHint':
    'Give the NumPy seed you used, and your own digits appear here, with the program that prints them.',
  'variance.replicate.numpy': 'The same with NumPy, seed {seed}',
  'variance.replicate.program': 'NumPy program',
  'variance.replicate.product': 'The product matrix',
  'variance.replicate.prints': 'It prints {value}.',
  'variance.replicate.use': 'Take it as my number',
  'variance.replicate.dot':
    'For two matrices `np.dot(a, b)` *is* `np.matmul(a, b)`, to the last bit: the last line prints True. An answer in the thread took `np.dot` for something else and was corrected later; entry by entry would be `a * b`.',

  'variance.blog.title': 'The blog’s script: 100 million scores',
  'variance.blog.lead':
    'A widely copied Chinese article checks the claim with 10,000 queries and 10,000 keys of length 100, `np.random.seed(0)`. Here is the same script with the same random numbers.',
  'variance.blog.start': 'Run the script',
  'variance.blog.repeat': 'Run it again',
  'variance.blog.ready': 'Not run yet. It computes 100,000,000 scores from 10 billion products.',
  'variance.blog.stopped': 'Stopped after {count} scores.',
  'variance.blog.took': '{count} scores in {seconds} s, {rate}',
  'variance.blog.caption':
    'Mean and standard deviation (ddof = 1), compared to {digits} significant digits',
  'variance.blog.here': 'computed here',
  'variance.blog.numpy': 'NumPy prints',
  'variance.blog.agree': 'same?',
  'variance.blog.same': 'same',
  'variance.blog.different': 'different',
  'variance.blog.figure':
    'Queries, keys and scaled scores as points on a line, with their normal curves',
  'variance.blog.strip.query': 'components of q',
  'variance.blog.strip.key': 'components of k',
  'variance.blog.strip.scores': 'scores q·k / √100',
  'variance.blog.axis': 'value',
  'variance.blog.summary':
    '{count} scores: standard deviation {query} for q, {key} for k and {scores} for q·k / √100; the three pictures look alike, which is the point of the factor.',
  'variance.blog.column.name': 'what',
  'variance.blog.column.mean': 'mean',
  'variance.blog.column.std': 'standard deviation',
  'variance.blog.column.numpyMean': 'NumPy: mean',
  'variance.blog.column.numpyStd': 'NumPy: standard deviation',
  'variance.blog.memory':
    'NumPy holds the whole score matrix: 10,000 × 10,000 numbers of 8 bytes, 800 MB. Here no score is kept: each is computed, counted in the moments and the histogram, and forgotten.',
  'variance.blog.float32':
    'Two known libraries print a standard deviation of 0.853 for these very numbers when they work in float32: the running sum of squares stops growing once a new term is smaller than half of its last bit. Sums of many numbers need float64, or must be added in blocks.',
  'variance.blog.normal':
    'The curve over the scores is the normal law with the measured mean and standard deviation. At d_k = 100 the exact law is close to it but not equal: its kurtosis is a little above 3.',

  'variance.derivation.title': 'The derivation, one step at a time',
  'variance.derivation.lead':
    'Six lines from one component to the scaled score. Beside each stands what theory says and what was just measured. Switch an assumption off and see which line gives way.',
  'variance.derivation.assume': 'Assumptions',
  'variance.derivation.assume.all': 'all hold',
  'variance.derivation.assume.means': 'means not 0',
  'variance.derivation.assume.independent': 'q and k correlated',
  'variance.derivation.assume.identical': 'other laws, variance not 1',
  'variance.derivation.broken': 'breaks',
  'variance.derivation.changed': 'another number',
  'variance.derivation.previous': 'Previous step',
  'variance.derivation.next': 'Next step',
  'variance.derivation.place': '{step} of {of}',
  'variance.derivation.number.query': 'q: mean, sd',
  'variance.derivation.number.key': 'k: mean, sd',
  'variance.derivation.number.productMean': 'mean of one product',
  'variance.derivation.number.productVariance': 'variance of one product',
  'variance.derivation.number.sumMean': 'mean of q·k',
  'variance.derivation.number.sumVariance': 'variance of q·k',
  'variance.derivation.number.scaledVariance': 'variance after the factor',
  'variance.derivation.note':
    'The measured product is the score at d_k = 1 of a million pairs; the sum is measured on {pairs} pairs with the lab’s d_k, factor and seed. All this is about random vectors, as at initialisation; training may move means, lengths and correlations, and then these very lines tell what changes.',

  'variance.derivation.component.name': 'The components',
  'variance.derivation.component.text':
    'Everything starts from the components: all independent, each with mean μ and variance σ². The usual story takes μ = 0 and σ = 1. Nothing here asks them to be normal.',
  'variance.derivation.component.means':
    'Dropped here: the means are {queryMean} and {keyMean}. Watch line 3, where μ comes back.',
  'variance.derivation.component.independent':
    'Each component by itself is as before; only q and k now have correlation {correlation}.',
  'variance.derivation.component.identical':
    'Changed here: the components of q have standard deviation {querySd} and those of k {keySd}, and their laws may have any shape.',

  'variance.derivation.productMean.name': 'The mean of one product',
  'variance.derivation.productMean.text':
    'For independent variables the mean of the product is the product of the means. With mean 0 on either side it is 0: products are as often up as down.',
  'variance.derivation.productMean.means':
    'The rule holds, but it now gives {queryMean} × {keyMean} = {productMean}: every product leans to one side.',
  'variance.derivation.productMean.independent':
    'This line breaks. With correlation {correlation} the product is positive more often than not: a term ρσ_q σ_k joins, and the mean is {productMean}. For q = k each product is a square and can never be negative.',
  'variance.derivation.productMean.identical':
    'The rule holds: the mean is {productMean}, whatever the laws.',

  'variance.derivation.productVariance.name': 'The variance of one product',
  'variance.derivation.productVariance.text':
    'E[(qk)²] = E[q²] E[k²], and E[q²] = σ² + μ². Take away the square of the mean and this line is left. With mean 0 it is simply σ² times σ², and with σ = 1 it is 1.',
  'variance.derivation.productVariance.means':
    'The short form “variance times variance” breaks: it holds for means 0 only. The full line gives {productVariance}, because a mean in q lets every wobble of k through, and the other way round.',
  'variance.derivation.productVariance.independent':
    'This line breaks too: E[(qk)²] is no longer E[q²] E[k²]. Computed with correlation {correlation}, the variance is {productVariance}; for q = k and normal components it is that of a square, 3 − 1 = 2.',
  'variance.derivation.productVariance.identical':
    'The line holds and gives {productVariance}: variances multiply. Which shapes the laws have plays no part, only their variances do.',

  'variance.derivation.sumMean.name': 'The mean of the sum',
  'variance.derivation.sumMean.text':
    'The mean of a sum is the sum of the means. This line never breaks: it needs no independence at all.',
  'variance.derivation.sumMean.means':
    'It holds, and carries the mean along: {dk} × {productMean} = {sumMean}.',
  'variance.derivation.sumMean.independent':
    'It holds, and carries the mean along: {dk} × {productMean} = {sumMean}. A key that resembles its query scores high: that is what attention is for.',
  'variance.derivation.sumMean.identical': 'It holds: {dk} × {productMean} = {sumMean}.',

  'variance.derivation.sumVariance.name': 'The variance of the sum',
  'variance.derivation.sumVariance.text':
    'The products of different i are independent, so their variances add: d_k equal terms. *This is where d_k comes from.* If the components of one vector were tied to each other, covariances would have to be added here.',
  'variance.derivation.sumVariance.means':
    'The line holds, the terms are larger: {dk} × {productVariance} = {sumVariance} instead of {dk}.',
  'variance.derivation.sumVariance.independent':
    'The line holds, since pairs of different i are still independent, but the terms are larger: {dk} × {productVariance} = {sumVariance} instead of {dk}.',
  'variance.derivation.sumVariance.identical':
    'The line holds, the terms are different: {dk} × {productVariance} = {sumVariance} instead of {dk}.',

  'variance.derivation.factor.name': 'The factor',
  'variance.derivation.factor.text':
    'A factor acts on the variance with its square. To bring d_k back to 1 it must be c² = 1/d_k, so c = 1/√d_k: not 1/d_k, which would leave 1/d_k.',
  'variance.derivation.factor.means':
    'The factor was made for a variance of d_k. It leaves {scaledVariance} instead of {idealVariance}, and a mean that still grows like √d_k. (A mean that all keys share does no harm: softmax does not notice a constant.)',
  'variance.derivation.factor.independent':
    'The factor was made for independent q and k. It leaves {scaledVariance} instead of {idealVariance}, and a mean that still grows like √d_k: a query keeps finding its own key, also after scaling.',
  'variance.derivation.factor.identical':
    'The factor was made for components of variance 1. It leaves {scaledVariance} instead of {idealVariance}: this is why the sizes of q and k, set by initialisation and normalisation, matter.',

  'variance.preset.two-by-two.label': 'The forum’s 2×2',
  'variance.preset.two-by-two.predict':
    'Fill two 2×2 matrices with standard normal numbers, multiply them, take `np.var` of the four entries. Do it very often. What is the average?',
  'variance.preset.two-by-two.choice.a': '1',
  'variance.preset.two-by-two.choice.b': '1.5',
  'variance.preset.two-by-two.choice.c': '2',
  'variance.preset.two-by-two.explain':
    'It is {expectation}: `np.var` divides by 4 where only 3 degrees of freedom are left, so 2 × 3/4. The forum’s {value} is at percentile {percentile}, as ordinary as can be; it is noise around {expectation}, not around 2.',

  'variance.preset.np-dot.label': 'np.dot or matmul?',
  'variance.preset.np-dot.predict':
    'One answer in the thread blamed `np.dot`: attention needs `np.matmul`. For the same two 2×2 arrays, do they give the same result?',
  'variance.preset.np-dot.choice.a': 'Yes, to the last bit',
  'variance.preset.np-dot.choice.b': 'No: dot is not the matrix product',
  'variance.preset.np-dot.explain':
    'The same. For two-dimensional arrays `np.dot` *is* the matrix product (the answer was corrected later); entry by entry would be `a * b`. With seed 0 either gives the variance {digits}. The surprise came from a sample of four, not from the function.',

  'variance.preset.always-dk.label': 'Always d_k? Try q = k',
  'variance.preset.always-dk.predict':
    'Let every key be its own query, q = k, with standard normal components and d_k = 64. What are mean and variance of q·k?',
  'variance.preset.always-dk.choice.a': 'mean 0, variance 64',
  'variance.preset.always-dk.choice.b': 'mean 64, variance 64',
  'variance.preset.always-dk.choice.c': 'mean 64, variance 128',
  'variance.preset.always-dk.explain':
    'Mean {mean} and variance {variance}: each term is now a square, with mean 1 and variance 2. So d_k is no law of nature but a result of the assumptions. Means do it too: independent q and k with mean 1 give variance {shifted}. After 1/√d_k the variance is {scaled} here.',

  'variance.preset.why-root.label': 'Divide by d instead',
  'variance.preset.why-root.predict':
    'With d_k = 64, divide the scores by 64 instead of by √64 = 8. What variance is left?',
  'variance.preset.why-root.choice.a': '1',
  'variance.preset.why-root.choice.b': '1/8',
  'variance.preset.why-root.choice.c': '1/64',
  'variance.preset.why-root.explain':
    'It is {variance} = 1/{dk}: a factor acts on the variance with its square. At d_k = 1024 only {more} would be left, the scores would be almost equal and attention a plain average. With the root it is {root} at every d_k.',

  'variance.preset.which-d.label': 'Which d?',
  'variance.preset.which-d.predict':
    'A model has d_model = 512 and 8 heads, so d_k = 64 per head. Somebody divides the scores by √512. What variance is left?',
  'variance.preset.which-d.choice.a': '1',
  'variance.preset.which-d.choice.b': '1/8',
  'variance.preset.which-d.choice.c': '1/512',
  'variance.preset.which-d.explain':
    'It is {variance} = {dk}/{model}. The sum has as many terms as the vectors of *one head* have components, so d is the head size d_k; with √d_k the variance is {right}. The length of the sequence (here {keys} {keys:key|keys}) appears nowhere: more keys mean more scores, not longer sums.',
};
