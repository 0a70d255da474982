/** Words of the Variance lab below its first picture and about its presets, in English. The others are in variance.en.js. */
export default {
  'variance.fallback':
    'A score q·k is a sum of d_k products. Each product of two independent components with mean 0 and variance 1 has variance 1. Variances of independent terms add up, so the score has variance d_k. Dividing the score by √d_k divides its variance by d_k and leaves 1, whatever d_k is.',

  'variance.walks.title': 'Where the root comes from: a score is a random walk',
  'variance.walks.lead':
    'A score adds d_k products q_i k_i, some positive, some negative. Most of them cancel: after i steps the sum has strayed by about √i, not by i.',
  'variance.walks.next': 'Next pair',
  'variance.walks.pair': 'pair {pair}',
  'variance.walks.chosen': 'Pair {pair} ends at q·k = {score}.',
  'variance.walks.figure': '{pairs} scores as running sums, d_k = {dk}',
  'variance.walks.x': 'products added, i',
  'variance.walks.y': 'running sum',
  'variance.walks.products': 'products q_i k_i',
  'variance.walks.envelope': '±√i',
  'variance.walks.envelopeSd': '±{sd}√i',
  'variance.walks.envelopeMean': 'mean ± {sd}√i',
  'variance.walks.summary':
    '{pairs} running sums end between {lowest} and {highest}; theory expects {mean} ± {sd}.',
  'variance.walks.inside': '{inside} of these {pairs} walks {inside:ends|end} inside the envelope.',
  'variance.walks.longRun': 'Over many walks, about two in three do.',
  'variance.walks.note':
    'Variances add up: after i steps the variance is i times that of one product. The standard deviation is its square root, so it grows like √i. Dividing by √d_k brings the end of the envelope back to ±{sd} at every d_k.',
  'variance.walks.drift':
    'Each product has mean {mean} here, so the walks drift: the middle of the envelope grows like i, and dividing by √d_k cannot undo that. Only the width around it grows like √i.',

  'variance.growth.title': 'Only the exponent 1/2 stays flat',
  'variance.growth.lead':
    'Both axes are logarithmic, so every factor gives a straight line. Without a factor the line rises, with 1/d_k it falls, and only 1/√d_k is level.',
  'variance.growth.alpha': 'Your exponent α',
  'variance.growth.figure': 'Variance of the scores against d_k',
  'variance.growth.x': 'd_k',
  'variance.growth.y': 'variance of the scores',
  'variance.growth.here': 'now: {variance}',
  'variance.growth.now': 'With d_k = {dk} and the factor {rule} the variance is {variance}.',
  'variance.growth.summary':
    'From d_k = 1 to {most} the variance goes from {start} to {none} without a factor, to {inverse} with 1/d_k and to {rsqrt} with 1/√d_k.',
  'variance.growth.note':
    'Lines are theory. Points are measured on at most {most} queries and {most} keys, with 95% intervals. Why 1/2? The variance of a sum of d_k products grows like d_k, and a factor multiplies the variance by its square. The two cancel at every d_k only when α is 1/2. With α = 1 the scores shrink as d_k grows, and the [[weights|weight]] drift towards a plain average. With α = 0 the scores grow until one key takes all.',
  'variance.growth.column.rule': 'factor',
  'variance.growth.column.dk': 'd_k',
  'variance.growth.column.variance': 'measured variance',
  'variance.growth.column.low': '95% low',
  'variance.growth.column.high': '95% high',
  'variance.growth.column.theory': 'theory',

  'variance.replicate.title': 'Replicate my result: “I tried 2×2 and got 1.6”',
  'variance.replicate.lead':
    'Somebody multiplied two random 2×2 matrices, took `np.var` of the result and got 1.6 where theory says 2. Type in what *you* did: one small experiment is one draw from the distribution below.',
  'variance.replicate.noSeed': 'none',
  'variance.replicate.forum': 'The forum’s numbers',
  'variance.replicate.nextSeed': 'Try the next NumPy seed',
  'variance.replicate.rate': '{rate} {rate:repetition|repetitions}/s',
  'variance.replicate.percentile':
    'You got {value}. Such an experiment gives {expectation} on average, and {percentile}% of them give {value} or less.',
  'variance.replicate.verdict.ordinary':
    'So {value} is an entirely ordinary result. Nothing is wrong with your code.',
  'variance.replicate.verdict.common':
    'So {value} is towards the edge but still common. Nothing suggests a mistake.',
  'variance.replicate.verdict.unusual':
    'So {value} is unusual: fewer than one experiment in twenty lies that far out on that side. It may be chance; try another seed.',
  'variance.replicate.verdict.rare':
    'So {value} is rare: fewer than one experiment in forty lies that far out on that side. Check the shape, `ddof` and the standard deviation of your entries.',
  'variance.replicate.verdict.veryRare':
    'So {value} is hardly ever seen with this shape: fewer than one experiment in two hundred lies that far out on that side. Something else is probably different: the shape, `ddof`, or entries that are not standard normal.',
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
    'Of {draws} {draws:repetition|repetitions}, 90% give a variance between {low} and {high}. The median is {median}, the expected value {expectation}; {value} is at percentile {percentile}.',
  'variance.replicate.why': 'Why {expectation} on average?',
  'variance.replicate.because':
    'Each of the {n} entries has variance {inner}, and they are uncorrelated. Their squared distances from *their own* mean add up to {below} times {inner} on average, not {n} times: the mean has already moved towards the data and used up one of {n} degrees of freedom. Here that sum is divided by n − ddof = {divisor}.',
  'variance.replicate.ddofZero':
    'Unless told otherwise, NumPy’s `np.var` divides by n (`ddof=0`), which makes the variance too small by the factor (n − 1)/n. With `ddof=1` the average is d_k.',
  'variance.replicate.ddofOne':
    'With `ddof=1` it divides by n − 1. The average is then exactly d_k, and the 3/4 of the 2×2 case is gone.',
  'variance.replicate.ddofOther':
    'With `ddof` = {ddof} it divides by n − {ddof}. The average is d_k only for `ddof=1`.',
  'variance.replicate.spread':
    'The rest is noise: a few entries tell little about a variance. Half of all repetitions give less than {median}, and one in ten lies outside {low} to {high}. The long tail on the right pulls the average above the median. Larger matrices narrow it: try 64 × 64.',
  'variance.replicate.seedHint':
    'Enter the NumPy seed you used, and your own digits appear here, with the program that prints them.',
  'variance.replicate.numpy': 'The same with NumPy, seed {seed}',
  'variance.replicate.program': 'NumPy program',
  'variance.replicate.product': 'The product matrix',
  'variance.replicate.prints': 'It prints {value}.',
  'variance.replicate.use': 'Take it as my number',
  'variance.replicate.dot':
    'For two matrices, `np.dot(a, b)` *is* `np.matmul(a, b)`, to the last bit: the last line prints True. An answer in the thread took `np.dot` for something else and was corrected later. Multiplying entry by entry would be `a * b`.',

  'variance.blog.title': 'The blog’s script: 100 million scores',
  'variance.blog.lead':
    'A widely copied Chinese article checks the claim with 10,000 queries and 10,000 keys of 100 components and `np.random.seed(0)`. This is the same script with the same random numbers.',
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
    '{count} scores: the standard deviation is {query} for q, {key} for k and {scores} for q·k / √100. The three pictures look alike: that is what the factor does.',
  'variance.blog.column.name': 'what',
  'variance.blog.column.mean': 'mean',
  'variance.blog.column.std': 'standard deviation',
  'variance.blog.column.numpyMean': 'NumPy: mean',
  'variance.blog.column.numpyStd': 'NumPy: standard deviation',
  'variance.blog.memory':
    'NumPy keeps the whole score matrix: 10,000 × 10,000 numbers of 8 bytes, 800 MB. Here each score is computed, counted in the moments and the histogram, and forgotten.',
  'variance.blog.float32':
    'Two well-known libraries print a standard deviation of 0.853 for these very numbers when they work in float32: a new term that is smaller than half of the running sum’s last bit is lost. Sums of many numbers need float64, or must be added in blocks.',
  'variance.blog.normal':
    'The curve over the scores is the normal distribution with the measured mean and standard deviation. At d_k = 100 the exact one is close to it but not the same: its kurtosis is a little above 3.',

  'variance.derivation.title': 'The derivation, one step at a time',
  'variance.derivation.lead':
    'Six lines from one component to the scaled score, each with what theory says and what was measured. Switch an assumption off and see which line gives way.',
  'variance.derivation.assume': 'Assumptions',
  'variance.derivation.assume.all': 'all hold',
  'variance.derivation.assume.means': 'means not 0',
  'variance.derivation.assume.independent': 'q and k correlated',
  'variance.derivation.assume.identical': 'other distributions, variance not 1',
  'variance.derivation.broken': 'breaks',
  'variance.derivation.changed': 'different number',
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
    'The single product is measured on a million pairs at d_k = 1, the sum on {pairs} pairs with the lab’s d_k, factor and seed. All of this is about random vectors, as at initialisation. Training may change means, lengths and correlations; these same lines then say what follows.',

  'variance.derivation.component.name': 'The components',
  'variance.derivation.component.text':
    'Everything starts with the components: all independent, each with mean μ and variance σ². Usually μ = 0 and σ = 1. They need not be normal.',
  'variance.derivation.component.means':
    'The means are not 0 here but {queryMean} and {keyMean}. Watch line 3, where μ comes back.',
  'variance.derivation.component.independent':
    'Each component on its own is as before, but q and k now have correlation {correlation}.',
  'variance.derivation.component.identical':
    'The components of q now have standard deviation {querySd}, those of k {keySd}. Their distributions may have any shape.',

  'variance.derivation.productMean.name': 'The mean of one product',
  'variance.derivation.productMean.text':
    'For independent variables, the mean of the product is the product of the means. If either mean is 0, so is the result: positive and negative products balance.',
  'variance.derivation.productMean.means':
    'The line holds, but it now gives {queryMean} × {keyMean} = {productMean}: the products lean to one side.',
  'variance.derivation.productMean.independent':
    'This line breaks. With correlation {correlation} a term ρσ_q σ_k joins, and the mean becomes {productMean}. For q = k each product is a square and can never be negative.',
  'variance.derivation.productMean.identical':
    'The line holds: the mean is {productMean}, whatever the distributions.',

  'variance.derivation.productVariance.name': 'The variance of one product',
  'variance.derivation.productVariance.text':
    'E[(qk)²] = E[q²] E[k²], and E[q²] = σ² + μ². Subtract the square of the mean, and this line is left. With mean 0 it is σ² times σ²; with σ = 1 it is 1.',
  'variance.derivation.productVariance.means':
    'The short form “variance times variance” breaks: it needs means of 0. The full line gives {productVariance}, because a mean in q lets the fluctuations of k through, and the other way round.',
  'variance.derivation.productVariance.independent':
    'This line breaks too: E[(qk)²] is no longer E[q²] E[k²]. With correlation {correlation} the variance is {productVariance}. For q = k and normal components it is the variance of a squared normal number, 3 − 1 = 2.',
  'variance.derivation.productVariance.identical':
    'The line holds and gives {productVariance}: variances multiply. The shapes of the distributions do not matter; only their variances do.',

  'variance.derivation.sumMean.name': 'The mean of the sum',
  'variance.derivation.sumMean.text':
    'The mean of a sum is the sum of the means. This line never breaks; it needs no independence.',
  'variance.derivation.sumMean.means':
    'It holds and carries the mean along: {dk} × {productMean} = {sumMean}.',
  'variance.derivation.sumMean.independent':
    'It holds and carries the mean along: {dk} × {productMean} = {sumMean}. A key that resembles its query scores high, which is the point of attention.',
  'variance.derivation.sumMean.identical': 'It holds: {dk} × {productMean} = {sumMean}.',

  'variance.derivation.sumVariance.name': 'The variance of the sum',
  'variance.derivation.sumVariance.text':
    'Products of different i are independent, so their variances add up: d_k equal terms. *This is where d_k comes from.* If components were correlated both within q and within k, covariances would have to be added here.',
  'variance.derivation.sumVariance.means':
    'The line holds, but its terms are larger: {dk} × {productVariance} = {sumVariance} instead of {dk}.',
  'variance.derivation.sumVariance.independent':
    'The line holds, since pairs of different i are still independent, but its terms have changed: {dk} × {productVariance} = {sumVariance} instead of {dk}.',
  'variance.derivation.sumVariance.identical':
    'The line holds with other terms: {dk} × {productVariance} = {sumVariance} instead of {dk}.',

  'variance.derivation.factor.name': 'The factor',
  'variance.derivation.factor.text':
    'A factor c multiplies the variance by c². To bring d_k back to 1 we need c² = 1/d_k, so c = 1/√d_k. With c = 1/d_k, only 1/d_k would be left.',
  'variance.derivation.factor.means':
    'The factor was made for a variance of d_k. Now it leaves {scaledVariance} instead of {idealVariance}, and a mean that still grows like √d_k. (A mean that all keys share does no harm: softmax ignores a constant.)',
  'variance.derivation.factor.independent':
    'The factor was made for independent q and k. Now it leaves {scaledVariance} instead of {idealVariance}, and a mean that still grows like √d_k: even after scaling, a query finds its own key.',
  'variance.derivation.factor.identical':
    'The factor was made for components of variance 1. Now it leaves {scaledVariance} instead of {idealVariance}. That is why initialisation and normalisation, which set the sizes of q and k, matter.',

  'variance.preset.two-by-two.predict':
    'Fill two 2×2 matrices with standard normal numbers, multiply them and take `np.var` of the four entries. Repeat this very often. What is the average?',
  'variance.preset.two-by-two.choice.a': '1',
  'variance.preset.two-by-two.choice.b': '1.5',
  'variance.preset.two-by-two.choice.c': '2',
  'variance.preset.two-by-two.explain':
    'It is {expectation}: `np.var` divides by 4, but only 3 degrees of freedom are left, so the average is 2 × 3/4. The forum’s {value} is at percentile {percentile}: perfectly ordinary noise around {expectation}, not around 2.',

  'variance.preset.np-dot.predict':
    'One answer in the thread blamed `np.dot`: attention needs `np.matmul`. Do the two give the same result for the same 2×2 arrays?',
  'variance.preset.np-dot.choice.a': 'Yes, to the last bit',
  'variance.preset.np-dot.choice.b': 'No: dot is not the matrix product',
  'variance.preset.np-dot.explain':
    'They do. For two-dimensional arrays `np.dot` *is* the matrix product (the answer was corrected later); `a * b` multiplies entry by entry. With seed 0 both give the variance {digits}. The surprise came from a sample of four numbers, not from the function.',

  'variance.preset.always-dk.predict':
    'Let every key equal its query, q = k, with standard normal components and d_k = 64. What are the mean and variance of q·k?',
  'variance.preset.always-dk.choice.a': 'mean 0, variance 64',
  'variance.preset.always-dk.choice.b': 'mean 64, variance 64',
  'variance.preset.always-dk.choice.c': 'mean 64, variance 128',
  'variance.preset.always-dk.explain':
    'Mean {mean} and variance {variance}: each term is now a square, with mean 1 and variance 2. So d_k is not a law of nature; it follows from the assumptions. Means matter too: independent q and k with mean 1 give variance {shifted}. After 1/√d_k the variance here is {scaled}.',

  'variance.preset.why-root.predict':
    'With d_k = 64, divide the scores by 64 instead of by √64 = 8. What variance is left?',
  'variance.preset.why-root.choice.a': '1',
  'variance.preset.why-root.choice.b': '1/8',
  'variance.preset.why-root.choice.c': '1/64',
  'variance.preset.why-root.explain':
    'It is {variance} = 1/{dk}: a factor multiplies the variance by its square. At d_k = 1024 only {more} would be left; the scores would be almost equal and attention a plain average. With the root it is {root} at every d_k.',

  'variance.preset.which-d.predict':
    'A model has d_model = 512 and 8 heads, so d_k = 64 in each head. Somebody divides the scores by √512. What variance is left?',
  'variance.preset.which-d.choice.a': '1',
  'variance.preset.which-d.choice.b': '1/8',
  'variance.preset.which-d.choice.c': '1/512',
  'variance.preset.which-d.explain':
    'It is {variance} = {dk}/{model}. The sum has as many terms as the vectors of *one head* have components, so d is the head width d_k; dividing by √d_k leaves {right}. The length of the sequence (here {keys} {keys:key|keys}) does not matter: more keys mean more scores, not longer sums.',
  'variance.preset.blog-script.predict':
    'The script draws 10,000 queries and 10,000 keys of 100 standard normal components and divides every score by √100. What standard deviation does it print?',
  'variance.preset.blog-script.choice.a': 'about 0.1',
  'variance.preset.blog-script.choice.b': 'about 1',
  'variance.preset.blog-script.choice.c': 'about 10',
  'variance.preset.blog-script.explain':
    'It prints {printed}. Theory says {theory}; without the factor it would be {without}. Run the script: this page computes the same digits.',
};
