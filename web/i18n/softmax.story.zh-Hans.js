/** Words of the Softmax lab below its first picture and about its presets, in Simplified Chinese. The others are in softmax.zh-Hans.js. */
export default {
  'softmax.fallback':
    'softmax 把一个查询的得分变成权重。不乘缩放因子时，得分的标准差是 √d_k；d_k 越大，一个键就越是独占权重，几乎得不到梯度的查询也越来越多。除以 √d_k 之后，无论 d_k 是多少，得分的离散程度都不变，权重的尖锐程度也就不变。',

  'softmax.sweep.end.dk': '图只画到 d_k = {last}，而你的是 {own}。',
  'softmax.sweep.end.keys': '图只画到 {last} 个键，而你有 {own} 个。',
  'softmax.sweep.masked':
    '被遮蔽的键太多（{masked} 个），图中没有一种大小还剩两个键。请少遮蔽一些。',
  'softmax.sweep.early': '已停止，还没有算到每种大小',
  'softmax.sweep.stopped': '已停止，每种大小至少算了 {count} 个查询',

  'softmax.bands.title': '许多查询，逐个规则地看',
  'softmax.bands.lead':
    '单个查询可能只是碰巧。这里对每种大小、每种[[规则|rule]]都抽取几千个随机查询，各规则用的是同样的向量。',
  'softmax.bands.measures': '度量',
  'softmax.bands.axes': '横轴',
  'softmax.bands.measure.topWeight': '最大权重',
  'softmax.bands.measure.effectiveKeys': '有效键数',
  'softmax.bands.measure.logitGradient': '梯度 |∂L/∂z|',
  'softmax.bands.measure.queryGradient': '梯度 |∂L/∂q|',
  'softmax.bands.measure.outputVariance': '输出的方差',
  'softmax.bands.axis.dk': '随 d_k 变化',
  'softmax.bands.axis.keys': '随键数变化',
  'softmax.bands.figure.dk': '{measure}随 d_k 的变化，{keys} 个键',
  'softmax.bands.figure.keys': '{measure}随键数的变化，d_k = {dk}',
  'softmax.bands.x.dk': 'd_k',
  'softmax.bands.x.keys': '键的个数 n',
  'softmax.bands.outer': '5% 至 95%',
  'softmax.bands.inner': '25% 至 75%',
  'softmax.bands.median': '中位数',
  'softmax.bands.mean': '均值',
  'softmax.bands.summary.dk':
    'd_k = {last} 时，{measure}的中位数：不缩放 {none}，1/√d_k {rsqrt}，1/d_k {inverse}，余弦 {cosine}。',
  'softmax.bands.summary.keys':
    '{last} 个键时，{measure}的中位数：不缩放 {none}，1/√d_k {rsqrt}，1/d_k {inverse}，余弦 {cosine}。',
  'softmax.bands.dead.dead': '几乎没有梯度的查询所占的比例：|∂L/∂z| 小于 0.001',
  'softmax.bands.dead.deadQuery': '几乎没有梯度的查询所占的比例：|∂L/∂q| 小于 0.001',
  'softmax.bands.deadSummary.dk':
    'd_k = {last} 时，不缩放的比例是 {none}，缩放因子为 1/√d_k 的比例是 {rsqrt}。',
  'softmax.bands.deadSummary.keys':
    '{last} 个键时，不缩放的比例是 {none}，缩放因子为 1/√d_k 的比例是 {rsqrt}。',
  'softmax.bands.verdict.dk':
    '问题就在这里：d_k = {last}、不缩放时，|∂L/∂z| 的中位数是 {median}{soFar}，{dead} 的查询几乎没有梯度；少数查询的梯度却很大，所以均值仍有 {mean}。乘以 1/√d_k，中位数是 {scaled}，几乎没有梯度的占 {deadScaled}。',
  'softmax.bands.verdict.plain':
    '在图中最大的 {last} 处，|∂L/∂z| 的中位数：不缩放时 {median}，乘以 1/√d_k 时 {scaled}{soFar}；几乎没有梯度的查询分别占 {dead} 和 {deadScaled}。',
  'softmax.bands.verdict.keys':
    '键多了情况会好些：d_k = {dk}、{last} 个键时，不缩放的 |∂L/∂z| 中位数是 {median}{soFar}（缩放后 {scaled}），{dead} 的查询几乎没有梯度（缩放后 {deadScaled}）。键越多，越常有第二个键来竞争。',
  'softmax.bands.note.topWeight':
    '不缩放时，最大权重随 d_k 增大趋于 1；缩放因子为 1/d_k 时趋于 1/n；随机向量的余弦像 1/√d_k 那样变小，所以也趋于 1/n。用 1/√d_k 时，得分的方差不变，它就稳定在两者之间。',
  'softmax.bands.note.effectiveKeys': '有效键数是 e 的熵次方，在 1 与 n 之间。',
  'softmax.bands.note.logitGradient':
    '纵轴是对数刻度，太小的值落在最底下。不缩放时，中位数一路跌下去，均值却几乎不动：[[分布|law]]有了重尾。只看均值，就看不到这一点。',
  'softmax.bands.note.queryGradient':
    '梯度传到 q 时，还要乘以键和缩放因子。缩放因子使它的*均值*变小而不是变大：不缩放时梯度很大，但只有一部分查询如此。',
  'softmax.bands.note.outputVariance':
    '值的方差为 1 时，输出的每个分量的方差是 Σ a_j²。只有一个键独占全部权重时它才是 1；缩放因子为 1/√d_k 时，这个方差小得多，键很多时约为 e/n。',
  'softmax.bands.draws': '最大的几档抽取的查询较少，具体个数见表格。',
  'softmax.bands.column.rule': '规则',
  'softmax.bands.column.dead': '|∂L/∂z| 小于 0.001 的比例',
  'softmax.bands.column.deadQuery': '|∂L/∂q| 小于 0.001 的比例',

  'softmax.jacobian.title': '梯度要过的关：雅可比矩阵',
  'softmax.jacobian.lead':
    '梯度反向穿过 softmax，就是乘以[[雅可比矩阵|jacobian]] diag(a) − aaᵀ。如果一个权重是 1，其余都是 0，那么这个矩阵的每个元素都是 0。',
  'softmax.jacobian.figure': '上面那个查询的 softmax 雅可比矩阵，d_k = {dk}，{keys} 个键',
  'softmax.jacobian.before': '不缩放的范数 {norm}',
  'softmax.jacobian.after': '{rule}的范数 {norm}',
  'softmax.jacobian.x': '键的 logit',
  'softmax.jacobian.y': '键的权重',
  'softmax.jacobian.from': '算式',
  'softmax.jacobian.summary': '雅可比矩阵的范数：不缩放 {before}，{rule}时 {after}。',
  'softmax.jacobian.verdict':
    '范数：不缩放 {before}，{rule}时 {after}。权重处同样的梯度，穿过 softmax 之后的长度：不缩放 {gradientBefore}，{rule}时 {gradientAfter}。',
  'softmax.jacobian.note':
    '对角线上是 a_i(1 − a_i)，其余是 −a_i a_j；每一行的和都是 0，所以给全部 logit 加上同一个常数，什么也不会改变。两个矩阵用的是同一个色标。',
  'softmax.jacobian.corner': '图中是 {keys} 个键里的前 {most} 个；范数按全部键计算。',
  'softmax.jacobian.column.weight': '哪个键的权重',
  'softmax.jacobian.column.logit': '哪个键的 logit',
  'softmax.jacobian.column.before': '不缩放的值',
  'softmax.jacobian.column.after': '{rule}的值',

  'softmax.exponent.title': '为什么是根号？只有 1/2 稳定在中间',
  'softmax.exponent.lead':
    '把得分除以 d_k 的 α 次方。只有 α = 1/2 使[[得分|score]]的[[方差|variance]]在任何 d_k 下都完全相同，有效键数也就稳定下来。',
  'softmax.exponent.slider': '你的指数 α',
  'softmax.exponent.figure': '{keys} 个键中的有效键数随 d_k 的变化，几种指数',
  'softmax.exponent.y': '有效键数的中位数',
  'softmax.exponent.summary':
    'd_k = {last} 时，{keys} 个键中的有效键数（中位数）：指数为 0 时 {zero}，为 1/2 时 {half}，为 1 时 {one}。',
  'softmax.exponent.plain':
    'd_k 从 {first} 增大到 {last}，α = 1/2 的中位数从 {halfFirst} 变到 {half}{soFar}（共 {keys} 个键）；α = 0 时最后是 {zero}，α = 1 时最后是 {one}。',
  'softmax.exponent.verdict':
    '方差完全相同，这个数却不完全相同：d_k 从 {first} 增大到 {last}，α = 1/2 的中位数从 {halfFirst} 变到 {half}{soFar}（共 {keys} 个键）。α = 0 时降到 {zero}：softmax 变成了取最大值。α = 1 时升到 {one}：变成普通平均，不再理会查询。',
  'softmax.exponent.column.alpha': '指数',
  'softmax.exponent.column.dk': 'd_k',
  'softmax.exponent.column.keys': '有效键数，中位数',

  'softmax.vanish.title': '梯度会消失吗？只对了一半',
  'softmax.vanish.lead':
    '流行的说法是：没有缩放因子，梯度就会消失。这里用没有它时的平均梯度，除以有它时的平均梯度。小于 1，这个说法才成立。',
  'softmax.vanish.figure': '不缩放的平均梯度是{rule}时的多少倍，d_k = {dk}',
  'softmax.vanish.equal': '相等',
  'softmax.vanish.y': '均值之比',
  'softmax.vanish.summary': 'd_k = {dk} 时，不缩放的平均 |∂L/∂z| 与{rule}时相比：{ratios}。',
  'softmax.vanish.far':
    '不缩放时，平均 |∂L/∂z| 与{rule}时相比：{ratios}{soFar}（∞ 表示{rule}时没有梯度通过）。得分离常见范围这么远，两个均值之比说明不了什么；请看几乎分不到梯度的查询占多少：d_k = {dk}、8 个键、不缩放时是 {dead}。',
  'softmax.vanish.zero':
    '缩放因子为 0 时，不管查询是什么，所有权重都相等。logit 处仍有梯度；不缩放时的均值与此相比：{ratios}{soFar}。但是缩放因子为 0 时没有梯度能传到 q，所以查询学不会该看哪里。',
  'softmax.vanish.ratio': '键数 {keys} 时 {ratio} 倍',
  'softmax.vanish.same': '这里{rule}时，梯度与不缩放时一样：d_k = {dk} 时它什么也不改变。',
  'softmax.vanish.plain':
    '不缩放时，平均 |∂L/∂z| 与{rule}时相比：{ratios}{soFar}。均值会不会变小，取决于键数和 d_k；几乎分不到梯度的查询占多少，见下表。',
  'softmax.vanish.verdict':
    '键越多，那个说法越站不住。不缩放时，传到 q 的平均梯度 |∂L/∂q| 在 8 个键时也有{rule}时的 {reach} 倍{soFar}。真正总会发生的是：d_k 越大，梯度越集中在少数查询上；d_k = {dk}、8 个键时，{dead} 的查询几乎分不到。',
  'softmax.vanish.caption': '不缩放与{rule}相比',
  'softmax.vanish.head.keys': '键数',
  'softmax.vanish.head.dk': 'd_k',
  'softmax.vanish.head.ratio': '平均 |∂L/∂z| 之比',
  'softmax.vanish.head.queryRatio': '平均 |∂L/∂q| 之比',
  'softmax.vanish.head.dead': '学不动，不缩放',
  'softmax.vanish.head.deadScaled': '学不动，{rule}',
  'softmax.vanish.note':
    '方括号里是 95% 置信区间。“学不动”指 |∂L/∂z| 小于 0.001 的查询。这里权重处的梯度各分量服从标准正态分布：值的分量是标准正态随机数、损失在输出处的梯度长度为 1 时，正是如此。以上说的都是随机向量，也就是刚初始化时的情形。',
  'softmax.vanish.column.keys': '键数',
  'softmax.vanish.column.dk': 'd_k',
  'softmax.vanish.column.draws': '查询数',
  'softmax.vanish.column.none': '不缩放的平均 |∂L/∂z|',
  'softmax.vanish.column.scaled': '{rule}的平均 |∂L/∂z|',
  'softmax.vanish.column.ratio': '比值',
  'softmax.vanish.column.low': '比值的下限',
  'softmax.vanish.column.high': '比值的上限',
  'softmax.vanish.column.queryNone': '不缩放的平均 |∂L/∂q|',
  'softmax.vanish.column.queryScaled': '{rule}的平均 |∂L/∂q|',
  'softmax.vanish.column.queryRatio': '|∂L/∂q| 的比值',
  'softmax.vanish.column.dead': '不缩放时学不动的比例',
  'softmax.vanish.column.deadScaled': '{rule}时学不动的比例',

  'softmax.preset.vanish.predict':
    '取 256 个键，d_k = 64，不乘缩放因子。与乘以 1/√d_k 相比，logit 处梯度的*平均*长度会怎样？',
  'softmax.preset.vanish.choice.a': '消失',
  'softmax.preset.vanish.choice.b': '差不多',
  'softmax.preset.vanish.choice.c': '大约两倍',
  'softmax.preset.vanish.explain':
    '是 {many} 倍。64 个键时是 {some} 倍，8 个键时是 {few} 倍：只有键很少时那个说法才对。每次都会发生的，是梯度分得很不均匀：d_k = {dk}、8 个键时，{dead} 的查询几乎分不到。分位数看得出来，均值看不出来。',

  'softmax.preset.why-root.predict':
    '设 d_k = 1024，把得分除以 1024，而不是除以 √1024 = 32。对一个普通的查询，8 个键里还有几个起作用？',
  'softmax.preset.why-root.choice.a': '1 个',
  'softmax.preset.why-root.choice.b': '大约 6 个',
  'softmax.preset.why-root.choice.c': '全部 8 个',
  'softmax.preset.why-root.explain':
    '有效键数是 {inverse}，总共 {keys} 个：得分变得太小，不管查询是什么，注意力都成了普通平均。除以根号时是 {root}，不缩放时是 {none}。只有指数 1/2 使得分的方差不随 d_k 改变，也使这个数几乎不变。',

  'softmax.preset.overflow.predict': '取 d_k = 4096，不乘缩放因子。softmax 会溢出吗？',
  'softmax.preset.overflow.choice.a': '会：出现无穷大或 NaN',
  'softmax.preset.overflow.choice.b': '不会，照样能算',
  'softmax.preset.overflow.explain':
    '照样能算。第一个查询最大的 logit 是 {largest}，而 e{power} 确实会超出 float32 的范围（最大约 3 × 10³⁸）。但 softmax 会先减去最大的 logit，所以最大的指数是 e⁰ = 1。结果本身没有错，只是没什么用：最大权重的中位数是 {top}。缩放因子管的是尖锐程度，不是溢出。',

  'softmax.preset.shift.predict': '给一个查询的每个 logit 都加 5。它的权重会怎样？',
  'softmax.preset.shift.choice.a': '变得更平均',
  'softmax.preset.shift.choice.b': '毫无变化',
  'softmax.preset.shift.choice.c': '一个键几乎独占',
  'softmax.preset.shift.explain':
    '毫无变化：最大权重原来是 {plain}，加了之后是 {shifted}。常数会约掉，因为分子和分母里都有 e⁵。*乘*就不同了：乘以 5（温度 0.2），它变成 {times}。让 softmax 饱和的是 logit 之间相距太远，而不是 logit 太大。',

  'softmax.preset.mask.predict':
    '8 个键里的最后 3 个不许看。有人把它们的得分设为 0。它们会分到多少权重？',
  'softmax.preset.mask.choice.a': '没有',
  'softmax.preset.mask.choice.b': '正好 3/8',
  'softmax.preset.mask.choice.c': '不一定：e⁰ = 1',
  'softmax.preset.mask.explain':
    '在这个查询上是 {share}。得分 0 是个普通的得分，在求和里占 e⁰ = 1。被遮蔽的键，logit 必须是 −∞，那样它得到 {blocked}。还要当心 True：在 PyTorch 的 `scaled_dot_product_attention` 的 `attn_mask` 里，以及 Keras 的 `attention_mask` 里，它表示“可见”；而在 PyTorch 的 `MultiheadAttention` 的 `key_padding_mask` 和 `attn_mask` 里，它表示“遮蔽”。',

  'softmax.preset.unit-variance.predict':
    '缩放后的得分方差是 1。如果值的方差也是 1，8 个键时输出的方差是多少？',
  'softmax.preset.unit-variance.choice.a': '1',
  'softmax.preset.unit-variance.choice.b': '小于 1',
  'softmax.preset.unit-variance.choice.c': '大于 1',
  'softmax.preset.unit-variance.explain':
    '小于 1：它是 Σ a_j²，{keys} 个键时平均为 {mean}，64 个键时为 {more}。把独立的值平均起来，波动总比单个值小。缩放因子使 *logit* 的方差为 1，而不是输出；除非一个键独占全部权重，输出的方差才会是 1。',
};
