/** Words of the Variance lab below its first picture and about its presets, in Simplified Chinese. The others are in variance.zh-Hans.js. */
export default {
  'variance.fallback':
    '得分 q·k 是 d_k 个乘积之和。每个乘积来自两个独立的分量，均值为 0、方差为 1，所以方差也是 1。独立项的方差可以相加，得分的方差就是 d_k。除以 √d_k 会让方差除以 d_k，无论 d_k 多大都恰好剩下 1。',

  'variance.walks.title': '根号从哪里来：得分是一次随机游走',
  'variance.walks.lead':
    '得分把 d_k 个乘积 q_i k_i 逐个相加，有正有负，大部分互相抵消：加到第 i 个时，累加和偏离 0 的距离大约是 √i，而不是 i。',
  'variance.walks.next': '下一对',
  'variance.walks.pair': '第 {pair} 对',
  'variance.walks.chosen': '第 {pair} 对最终得到 q·k = {score}。',
  'variance.walks.figure': '{pairs} 个得分的累加过程，d_k = {dk}',
  'variance.walks.x': '已累加的乘积个数 i',
  'variance.walks.y': '累加和',
  'variance.walks.products': '乘积 q_i k_i',
  'variance.walks.envelope': '±√i',
  'variance.walks.envelopeSd': '±{sd}√i',
  'variance.walks.envelopeMean': '均值 ± {sd}√i',
  'variance.walks.summary':
    '{pairs} 条累加路径的终点在 {lowest} 与 {highest} 之间；理论预期为 {mean} ± {sd}。',
  'variance.walks.inside': '这 {pairs} 条路径中有 {inside} 条的终点落在包络线之内。',
  'variance.walks.longRun': '路径足够多时，大约三分之二如此。',
  'variance.walks.note':
    '方差可以相加，所以 i 步之后的方差是单个乘积的 i 倍；标准差是它的平方根，按 √i 增长。除以 √d_k，就把包络线的终点拉回到 ±{sd}，无论 d_k 是多少。',
  'variance.walks.drift':
    '这里每个乘积的均值是 {mean}，所以路径会整体漂移：包络线的中心随 i 成正比增长，除以 √d_k 也消除不了；只有围绕中心的宽度按 √i 增长。',

  'variance.growth.title': '只有指数 1/2 保持水平',
  'variance.growth.lead':
    '两轴都是对数刻度，所以每种缩放因子都是一条直线：不缩放则上升，除以 d_k 则下降，只有除以 √d_k 保持水平。',
  'variance.growth.alpha': '你的指数 α',
  'variance.growth.figure': '得分方差随 d_k 的变化',
  'variance.growth.x': 'd_k',
  'variance.growth.y': '得分的方差',
  'variance.growth.here': '当前：{variance}',
  'variance.growth.now': '当 d_k = {dk}、缩放因子为 {rule} 时，方差是 {variance}。',
  'variance.growth.summary':
    'd_k 从 1 增加到 {most} 时，方差从 {start} 变为：不缩放时 {none}，除以 d_k 时 {inverse}，除以 √d_k 时 {rsqrt}。',
  'variance.growth.note':
    '直线是理论值；点是用至多 {most} 个查询和 {most} 个键实测的结果，带 95% 置信区间。为什么是 1/2？d_k 个乘积之和的方差与 d_k 成正比，而乘以缩放因子会让方差乘以它的平方，只有 α = 1/2 时二者在任何 d_k 下都恰好抵消。α = 1 时得分随 d_k 增大而缩小，注意力[[权重|weight]]趋于简单平均；α = 0 时得分不断增大，最终一个键独占全部权重。',
  'variance.growth.column.rule': '缩放因子',
  'variance.growth.column.dk': 'd_k',
  'variance.growth.column.variance': '实测方差',
  'variance.growth.column.low': '95% 下限',
  'variance.growth.column.high': '95% 上限',
  'variance.growth.column.theory': '理论值',

  'variance.replicate.title': '复现我的结果：“我试了 2×2，得到 1.6”',
  'variance.replicate.lead':
    '有人把两个随机的 2×2 矩阵相乘，对结果取 `np.var`，得到 1.6，而理论值是 2。把*你自己*的实验填进来：一次小实验，不过是从下面这个分布里抽了一个样本。',
  'variance.replicate.noSeed': '无',
  'variance.replicate.forum': '论坛里的数字',
  'variance.replicate.nextSeed': '试下一个 NumPy 种子',
  'variance.replicate.rate': '每秒重复次数 {rate}',
  'variance.replicate.percentile':
    '你的结果是 {value}。这种实验平均得到 {expectation}，其中 {percentile}% 的实验得到 {value} 或更小的值。',
  'variance.replicate.verdict.ordinary': '所以 {value} 是再普通不过的结果，你的代码没有问题。',
  'variance.replicate.verdict.common': '所以 {value} 略靠边缘，但仍然常见，不说明有什么错误。',
  'variance.replicate.verdict.unusual':
    '所以 {value} 不太常见：在这一侧偏得这么远的实验不到二十分之一。可能只是巧合，换个种子再试。',
  'variance.replicate.verdict.rare':
    '所以 {value} 很少见：在这一侧偏得这么远的实验不到四十分之一。请检查形状、`ddof` 和元素的标准差。',
  'variance.replicate.verdict.veryRare':
    '所以在这种形状下几乎见不到 {value}：在这一侧偏得这么远的实验不到二百分之一。多半有别的不同：形状、`ddof`，或者元素并非标准正态分布。',
  'variance.replicate.figure':
    '{rows}×{columns} 乘积矩阵（d_k = {inner}，ddof = {ddof}）的方差的抽样分布',
  'variance.replicate.bars': '模拟',
  'variance.replicate.mark.median': '中位数 {x}',
  'variance.replicate.mark.expectation': '平均 {x}',
  'variance.replicate.mark.yours': '你的 {x}',
  'variance.replicate.middle': '90% 在 {low} 与 {high} 之间',
  'variance.replicate.middleShort': '90% 在此区间',
  'variance.replicate.x': '各元素的方差，ddof = {ddof}',
  'variance.replicate.above': '另有 {count} 次超出右端',
  'variance.replicate.summary':
    '{draws} 次重复中，90% 的方差在 {low} 与 {high} 之间；中位数是 {median}，期望是 {expectation}；{value} 位于第 {percentile} 百分位。',
  'variance.replicate.why': '为什么平均是 {expectation}？',
  'variance.replicate.because':
    '{n} 个元素各自的方差都是 {inner}，而且互不相关。它们到*自身*均值的距离平方之和，平均是 {inner} 的 {below} 倍，而不是 {n} 倍：均值本身已经向数据靠拢，用掉了 {n} 个自由度中的一个。而这里除以的是 n − ddof = {divisor}。',
  'variance.replicate.ddofZero':
    '如果不指定，NumPy 的 `np.var` 除以 n（`ddof=0`），于是方差偏小，差一个因子 (n − 1)/n。用 `ddof=1`，平均值就是 d_k。',
  'variance.replicate.ddofOne':
    '用 `ddof=1` 时除以 n − 1，平均值恰好是 d_k，2×2 情形里的 3/4 也就消失了。',
  'variance.replicate.ddofOther':
    '用 `ddof` = {ddof} 时除以 n − {ddof}；只有 `ddof=1` 时平均值才是 d_k。',
  'variance.replicate.spread':
    '剩下的就是波动：寥寥几个元素说明不了方差。一半的实验小于 {median}，十分之一落在 {low} 到 {high} 之外。右侧的长尾把平均值拉到了中位数之上。矩阵越大波动越小：试试 64 × 64。',
  'variance.replicate.seedHint':
    '填入你用过的 NumPy 种子，这里就会显示与你完全相同的数字，以及打印它们的程序。',
  'variance.replicate.numpy': '用 NumPy 做同样的事，种子 {seed}',
  'variance.replicate.program': 'NumPy 程序',
  'variance.replicate.product': '乘积矩阵',
  'variance.replicate.prints': '它打印 {value}。',
  'variance.replicate.use': '用它作为我的结果',
  'variance.replicate.dot':
    '对两个矩阵来说，`np.dot(a, b)` *就是* `np.matmul(a, b)`，每一位都相同：最后一行打印 True。帖子里有个回答曾以为 `np.dot` 是另一种运算，后来更正了；逐元素相乘是 `a * b`。',

  'variance.blog.title': '博客里的脚本：一亿个得分',
  'variance.blog.lead':
    '一篇广为转载的中文博客用 10,000 个查询、10,000 个键（各有 100 个分量）和 `np.random.seed(0)` 验证这个结论。这里用同样的随机数运行同样的脚本。',
  'variance.blog.start': '运行脚本',
  'variance.blog.repeat': '再运行一次',
  'variance.blog.ready': '尚未运行。它会用一百亿次乘法算出 100,000,000 个得分。',
  'variance.blog.stopped': '算到 {count} 个得分时停止。',
  'variance.blog.took': '{count} 个得分，用时 {seconds} 秒，{rate}',
  'variance.blog.caption': '均值与标准差（ddof = 1），比较前 {digits} 位有效数字',
  'variance.blog.here': '本页计算',
  'variance.blog.numpy': 'NumPy 打印',
  'variance.blog.agree': '一致？',
  'variance.blog.same': '一致',
  'variance.blog.different': '不一致',
  'variance.blog.figure': '查询、键与缩放后的得分：一维散点与各自的正态曲线',
  'variance.blog.strip.query': 'q 的分量',
  'variance.blog.strip.key': 'k 的分量',
  'variance.blog.strip.scores': '得分 q·k / √100',
  'variance.blog.axis': '数值',
  'variance.blog.summary':
    '{count} 个得分：标准差分别是 q {query}、k {key}、q·k / √100 {scores}；三幅图几乎一样，这正是缩放因子的作用。',
  'variance.blog.column.name': '对象',
  'variance.blog.column.mean': '均值',
  'variance.blog.column.std': '标准差',
  'variance.blog.column.numpyMean': 'NumPy：均值',
  'variance.blog.column.numpyStd': 'NumPy：标准差',
  'variance.blog.memory':
    'NumPy 要存下整个得分矩阵：10,000 × 10,000 个 8 字节的数，共 800 MB。这里一个得分也不保存：每个得分算出之后计入各阶矩和直方图，随即丢弃。',
  'variance.blog.float32':
    '有两个知名的库在 float32 下对这组数给出的标准差是 0.853：平方和累加到一定程度，新的一项若小于它最后一位的一半，就被舍掉了。对大量的数求和，要么用 float64，要么分块相加。',
  'variance.blog.normal':
    '得分上方的曲线是以实测均值和标准差画出的正态分布。d_k = 100 时精确分布与它很接近，但不相等：峰度略大于 3。',

  'variance.derivation.title': '一步一步推导',
  'variance.derivation.lead':
    '从一个分量到缩放后的得分，共六步，每一步旁边是理论值和实测值。去掉一个假设，看看哪一步站不住。',
  'variance.derivation.assume': '假设',
  'variance.derivation.assume.all': '全部成立',
  'variance.derivation.assume.means': '均值不为 0',
  'variance.derivation.assume.independent': 'q 与 k 相关',
  'variance.derivation.assume.identical': '换分布，方差不为 1',
  'variance.derivation.broken': '不再成立',
  'variance.derivation.changed': '数值改变',
  'variance.derivation.previous': '上一步',
  'variance.derivation.next': '下一步',
  'variance.derivation.place': '第 {step} 步，共 {of} 步',
  'variance.derivation.number.query': 'q：均值、标准差',
  'variance.derivation.number.key': 'k：均值、标准差',
  'variance.derivation.number.productMean': '单个乘积的均值',
  'variance.derivation.number.productVariance': '单个乘积的方差',
  'variance.derivation.number.sumMean': 'q·k 的均值',
  'variance.derivation.number.sumVariance': 'q·k 的方差',
  'variance.derivation.number.scaledVariance': '缩放后的方差',
  'variance.derivation.note':
    '单个乘积的实测值来自 d_k = 1 时的一百万对向量；和的实测值来自 {pairs} 对，d_k、缩放因子和种子与本实验室的设置相同。这里说的都是随机向量，也就是刚初始化时的情形；训练会改变均值、长度和相关性，到那时会怎样，同样由这几行式子说明。',

  'variance.derivation.component.name': '分量',
  'variance.derivation.component.text':
    '一切从分量开始：它们彼此独立，均值为 μ，方差为 σ²。通常 μ = 0、σ = 1。它们不必服从正态分布。',
  'variance.derivation.component.means':
    '这里去掉了零均值的假设：均值是 {queryMean} 和 {keyMean}。注意第 3 步，μ 会在那里重新出现。',
  'variance.derivation.component.independent':
    '单看每个分量，一切如前；只是 q 与 k 之间的相关系数变成了 {correlation}。',
  'variance.derivation.component.identical':
    '这里换了分布：q 的分量标准差为 {querySd}，k 的分量标准差为 {keySd}，分布的形状可以任意。',

  'variance.derivation.productMean.name': '单个乘积的均值',
  'variance.derivation.productMean.text':
    '对独立的变量，乘积的均值等于均值的乘积。只要有一边均值为 0，结果就是 0：正负乘积相互抵消。',
  'variance.derivation.productMean.means':
    '这一步成立，但现在得到 {queryMean} × {keyMean} = {productMean}：每个乘积都偏向一边。',
  'variance.derivation.productMean.independent':
    '这一步不再成立。相关系数为 {correlation} 时，多出一项 ρσ_q σ_k，均值变成 {productMean}。q = k 时每个乘积都是平方，不可能为负。',
  'variance.derivation.productMean.identical': '这一步成立：无论什么分布，均值都是 {productMean}。',

  'variance.derivation.productVariance.name': '单个乘积的方差',
  'variance.derivation.productVariance.text':
    'E[(qk)²] = E[q²] E[k²]，而 E[q²] = σ² + μ²。减去均值的平方，就是这一行。均值为 0 时它就是 σ² 乘 σ²；再取 σ = 1，就是 1。',
  'variance.derivation.productVariance.means':
    '“方差乘方差”这个简化式不再成立，它只适用于均值为 0 的情形。完整的式子给出 {productVariance}：q 有了均值，k 的波动就会透过来，反之亦然。',
  'variance.derivation.productVariance.independent':
    '这一步也不再成立：E[(qk)²] 不再等于 E[q²] E[k²]。相关系数为 {correlation} 时，方差是 {productVariance}；对正态分量，若 q = k，它就是平方的方差 3 − 1 = 2。',
  'variance.derivation.productVariance.identical':
    '式子成立，得到 {productVariance}：方差相乘。分布是什么形状无关紧要，起作用的只有方差。',

  'variance.derivation.sumMean.name': '和的均值',
  'variance.derivation.sumMean.text': '和的均值等于均值的和。这一步永远成立，完全不需要独立性。',
  'variance.derivation.sumMean.means':
    '它成立，并且把均值带了过来：{dk} × {productMean} = {sumMean}。',
  'variance.derivation.sumMean.independent':
    '它成立，并且把均值带了过来：{dk} × {productMean} = {sumMean}。与查询相似的键得分高，这正是注意力的用处。',
  'variance.derivation.sumMean.identical': '它成立：{dk} × {productMean} = {sumMean}。',

  'variance.derivation.sumVariance.name': '和的方差',
  'variance.derivation.sumVariance.text':
    '不同的 i 对应的乘积彼此独立，所以方差相加：d_k 个相同的项。*d_k 就是从这里来的。*如果 q 和 k 各自的分量都彼此相关，这里还要加上协方差。',
  'variance.derivation.sumVariance.means':
    '式子成立，只是每一项变大了：{dk} × {productVariance} = {sumVariance}，而不是 {dk}。',
  'variance.derivation.sumVariance.independent':
    '式子成立，因为不同的 i 仍然彼此独立，只是每一项变了：{dk} × {productVariance} = {sumVariance}，而不是 {dk}。',
  'variance.derivation.sumVariance.identical':
    '式子成立，只是每一项不同：{dk} × {productVariance} = {sumVariance}，而不是 {dk}。',

  'variance.derivation.factor.name': '缩放因子',
  'variance.derivation.factor.text':
    '乘以缩放因子 c，方差就乘以 c²。要把 d_k 变回 1，必须 c² = 1/d_k，所以 c = 1/√d_k；若取 c = 1/d_k，就只剩下 1/d_k。',
  'variance.derivation.factor.means':
    '这个缩放因子是为方差 d_k 准备的。现在剩下 {scaledVariance}，而不是 {idealVariance}；均值也仍随 √d_k 增长。（所有键共有的均值没有害处：softmax 感觉不到加上的常数。）',
  'variance.derivation.factor.independent':
    '这个缩放因子是为独立的 q 与 k 准备的。现在剩下 {scaledVariance}，而不是 {idealVariance}；均值也仍随 √d_k 增长：即使缩放之后，查询依然能找到与自己对应的键。',
  'variance.derivation.factor.identical':
    '这个缩放因子是为方差为 1 的分量准备的。现在剩下 {scaledVariance}，而不是 {idealVariance}：所以由初始化和归一化决定的 q、k 的大小才那么重要。',

  'variance.preset.two-by-two.predict':
    '用标准正态随机数填满两个 2×2 矩阵，相乘，再对四个元素取 `np.var`。重复很多很多次，平均是多少？',
  'variance.preset.two-by-two.choice.a': '1',
  'variance.preset.two-by-two.choice.b': '1.5',
  'variance.preset.two-by-two.choice.c': '2',
  'variance.preset.two-by-two.explain':
    '是 {expectation}：`np.var` 除以 4，可自由度只剩 3 个，所以是 2 × 3/4。论坛里的 {value} 位于第 {percentile} 百分位，再普通不过；它是围绕 {expectation} 的波动，而不是围绕 2。',

  'variance.preset.np-dot.predict':
    '帖子里有个回答怪罪 `np.dot`，说注意力要用 `np.matmul`。对同样两个 2×2 数组，它们的结果一样吗？',
  'variance.preset.np-dot.choice.a': '一样，每一位都相同',
  'variance.preset.np-dot.choice.b': '不一样：dot 不是矩阵乘法',
  'variance.preset.np-dot.explain':
    '一样。对二维数组，`np.dot` *就是*矩阵乘法（那个回答后来也更正了）；逐元素相乘是 `a * b`。种子为 0 时，两者给出的方差都是 {digits}。出人意料的原因是样本只有四个数，而不是函数用错了。',

  'variance.preset.always-dk.predict':
    '让每个键等于它的查询，q = k，分量服从标准正态分布，d_k = 64。q·k 的均值和方差是多少？',
  'variance.preset.always-dk.choice.a': '均值 0，方差 64',
  'variance.preset.always-dk.choice.b': '均值 64，方差 64',
  'variance.preset.always-dk.choice.c': '均值 64，方差 128',
  'variance.preset.always-dk.explain':
    '均值 {mean}，方差 {variance}：现在每一项都是平方，均值为 1，方差为 2。所以 d_k 不是自然定律，而是由假设得来的。均值也有影响：q 与 k 独立但均值都是 1 时，方差是 {shifted}。这里乘以 1/√d_k 之后，方差是 {scaled}。',

  'variance.preset.why-root.predict':
    '设 d_k = 64，把得分除以 64，而不是除以 √64 = 8。方差还剩多少？',
  'variance.preset.why-root.choice.a': '1',
  'variance.preset.why-root.choice.b': '1/8',
  'variance.preset.why-root.choice.c': '1/64',
  'variance.preset.why-root.explain':
    '是 {variance} = 1/{dk}：乘以缩放因子，方差就乘以它的平方。d_k = 1024 时只会剩下 {more}，各个得分几乎相等，注意力就成了简单平均。除以根号，则在任何 d_k 下都是 {root}。',

  'variance.preset.which-d.predict':
    '某模型 d_model = 512，有 8 个头，所以每个头 d_k = 64。有人把得分除以 √512。方差还剩多少？',
  'variance.preset.which-d.choice.a': '1',
  'variance.preset.which-d.choice.b': '1/8',
  'variance.preset.which-d.choice.c': '1/512',
  'variance.preset.which-d.explain':
    '是 {variance} = {dk}/{model}。求和的项数等于*一个头*的向量的分量数，所以 d 是头的宽度 d_k；除以 √d_k，方差是 {right}。序列长度（这里有 {keys} 个键）根本没有出现：键更多，只是得分更多，每个和并不更长。',
  'variance.preset.blog-script.predict':
    '脚本抽取 10,000 个查询和 10,000 个键，各有 100 个标准正态分量，再把每个得分除以 √100。它打印的标准差是多少？',
  'variance.preset.blog-script.choice.a': '大约 0.1',
  'variance.preset.blog-script.choice.b': '大约 1',
  'variance.preset.blog-script.choice.c': '大约 10',
  'variance.preset.blog-script.explain':
    '它打印 {printed}。理论值是 {theory}；不乘缩放因子则是 {without}。运行这个脚本，本页会算出同样的数字。',
};
