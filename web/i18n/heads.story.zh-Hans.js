/** Words of the Heads lab below its first picture and about its presets, in Simplified Chinese. The others are in heads.zh-Hans.js. */
export default {
  'heads.fallback':
    '第 i 个头用两个细长的矩阵 W_i^Q 和 W_i^K 打分，各有 d_model × d_k 个数。它们的乘积 W_i^Q (W_i^K)ᵀ 会给出同样的得分，但那是 d_model × d_model 的矩阵：有 d_model² 个数，而不是 2 d_model d_k 个，秩却至多为 d_k。只有当 d_k 超过 d_model/2 时，一个矩阵才更小。当 d_k = d_model/h 时，h 个头合起来的数与一个全宽的头一样多，却有 h 种不同的注意力模式。',

  'heads.bar.factored': '两个细长',
  'heads.bar.merged': '合并',
  'heads.bar.mha': 'MHA',
  'heads.bar.gqa': 'GQA',
  'heads.bar.mqa': 'MQA',
  'heads.cost.title': '合并后的矩阵代价多大？',
  'heads.cost.lead':
    '每个头都用一个矩阵 W_i 代替 W_i^Q 和 W_i^K，[[得分|score]]不变。除非 d_k 很大，要学习的数更多，乘法也更多。',
  'heads.cost.figure': '所有头合计（{heads} 个），n = {length}',
  'heads.cost.parameters': '为得分学习的数',
  'heads.cost.multiplications': '求得分的乘法次数',
  'heads.cost.cache': '每个位置保留的数（KV 缓存）',
  'heads.cost.summary':
    '每个头两个细长矩阵：{pairs} 个数，{factored} 次乘法，每个位置保留 {cache} 个数，全部 {length} 个位置共 {total} 个。合并后：{mergedAll}、{merged}、{mergedCache}。',
  'heads.cost.shared': '（这里 {heads} 个头共用 {keyHeads} 个）',
  'heads.cost.note':
    '所有计数都是一层的，不计偏置。MHA（多头）：每个头有自己的键头。GQA（分组查询）：几个查询头共用一个{shared}。MQA（多查询）：所有头共用唯一的一个。模型写作时要为过去的每个词元保留一些数：用两个矩阵时，每个键头保留一个短的键，还有值；合并后，保留值和整个词元，所有头共用一份。当 d_k = d_model/h 时，词元与所有头的键一样大；共用键头时，词元更大。一次读完全文的模型（如 BERT）不需要保留什么。',

  'heads.even.title': 'd_k 超过多少，一个矩阵反而更小？',
  'heads.even.lead':
    '一对矩阵有 2 d_model d_k 个数，乘积有 d_model² 个。在图上点击，或在某处按回车，即可采用那个 d_k。',
  'heads.even.figure': '一个头里的数与 d_k 的关系',
  'heads.even.y': '一个头里的数',
  'heads.even.mark': '{half} 处相等',
  'heads.even.now': '此处：{dk}',
  'heads.even.less':
    '在 d_k = {dk} 处，一对矩阵有 {pair} 个数，乘积有 {merged} 个：一对更小，d_k 低于 {half} 时都是如此。',
  'heads.even.same':
    '在 d_k = {dk} 处，一对矩阵有 {pair} 个数，乘积有 {merged} 个：两者在此相等（d_model/2 = {half}）。',
  'heads.even.more':
    '在 d_k = {dk} 处，一对矩阵有 {pair} 个数，乘积有 {merged} 个：一对更大，d_k 高于 {half} 时都是如此。',

  'heads.spectrum.title': '乘积很大，秩也大吗？',
  'heads.spectrum.lead':
    '奇异值告诉我们一个矩阵有多少个方向。W_i 是两个随机细长矩阵的乘积，它的奇异值在第 d_k 个之后跌到舍入噪声。',
  'heads.spectrum.figure': 'W_i 的奇异值，{modelDim} × {modelDim}，d_k = {dk}',
  'heads.spectrum.x': '奇异值的序号',
  'heads.spectrum.y': '奇异值',
  'heads.spectrum.noise': '容差',
  'heads.spectrum.mark': '秩 {rank}',
  'heads.spectrum.stopped': '分解已停止。',
  'heads.spectrum.summary':
    '{modelDim} 个奇异值中有 {rank} 个高于容差，从 {first} 到 {last}；下一个是 {next}。其余 {rest} 个是舍入误差：测得的秩是 {rank}。',
  'heads.spectrum.near':
    '{modelDim} 个奇异值中有 {rank} 个高于容差，从 {first} 到 {last}；下一个是 {next}。秩可以是 {bound}：float32 只能把其中 {rank} 个与舍入分开。',
  'heads.spectrum.full':
    '全部 {modelDim} 个奇异值都高于容差，从 {first} 到 {last}：测得的秩是 {rank}。',
  'heads.spectrum.note':
    '容差：最大的奇异值乘以宽度再乘以 2⁻²³，与 NumPy 的 `matrix_rank` 相同。乘积的方向不会比最细的矩阵更多，所以[[秩|rank]]至多为 d_k。第 d_k 个之后的值本应是 0，剩下的只是 float32 的舍入。当 d_k 接近宽度时，真实的小奇异值会淹没在舍入里，测得的秩就更小。',

  'heads.merged.title': '同样的得分，不同的工作量',
  'heads.merged.lead':
    '随机词元 X，一次经过两个细长矩阵，一次经过它们的乘积。除了最后几位，得分一样。',
  'heads.merged.figure': '{tokens} 个词元的得分，两种算法',
  'heads.merged.factored': '(X W_i^Q)(X W_i^K)ᵀ',
  'heads.merged.merged': 'X W_i Xᵀ',
  'heads.merged.key': '键',
  'heads.merged.query': '查询 {i}',
  'heads.merged.score': '得分',
  'heads.merged.summary': '最大的差是 {largest}，而最大的得分是 {scale}。',
  'heads.merged.equal': '所有得分到最后一位都相等；最大的是 {scale}。',
  'heads.merged.note':
    '合并的算法假定 W_i 事先已有，求它的时间不计在内。实际的模型常在 W_i^Q 与 W_i^K 之后按位置旋转查询和键（旋转位置编码）：那样就根本没有单一的 W_i。模型若有偏置，还会多出 W_i 里没有的项。',
  'heads.timing.title': '刚刚在你的浏览器里计时',
  'heads.timing.multiplications': '乘法次数',
  'heads.timing.median': '中位数（范围）',
  'heads.timing.ms': '{ms} 毫秒',
  'heads.timing.again': '再测一次',
  'heads.timing.running': '正在测量……',
  'heads.timing.ratio': '这里用合并的矩阵要花 {time} 倍的时间，乘法次数是 {work} 倍。',
  'heads.timing.about':
    '一个头，{tokens} 个词元，两种算法轮流各 {rounds} 次。时钟有噪声，乘法次数没有。',

  'heads.fold.title': '为什么不投影两次？',
  'heads.fold.lead':
    '在论文里，Q、K、V 是进入这一层的输入，每个头把它们投影：Q W_i^Q。如果读成 Q 本身已是投影 X W^Q，就有两个矩阵连在一起。',
  'heads.fold.steps': '折叠的步骤',
  'heads.fold.back': '上一步',
  'heads.fold.next': '下一步',
  'heads.fold.of': '第 {step} 步，共 {steps} 步',
  'heads.fold.1.title': '1. 照字面读：两次投影',
  'heads.fold.1.text':
    '先为所有的头求 Q = X W^Q，再为这个头求 Q W_i^Q。W^Q 有 {before} 个数，W_i^Q 有 {own} 个：共 {both} 个。',
  'heads.fold.1.figure': '词元经过两个矩阵',
  'heads.fold.2.title': '2. 先把两个矩阵相乘',
  'heads.fold.2.text':
    '两者之间什么也没有，括号可以移动：W_i^Q* = W^Q W_i^Q 仍是细长的矩阵，有 {own} 个数。它只需算一次，在任何词元到来之前。',
  'heads.fold.2.figure': '两个矩阵合成一个，与较细的一样细',
  'heads.fold.3.title': '3. 只投影一次',
  'heads.fold.3.text':
    'X W_i^Q* 给出同样的查询，只用 {own} 个数，而不是 {both} 个。K 和 V 也同样折叠。',
  'heads.fold.3.figure': '词元经过折叠后的矩阵',
  'heads.fold.4.title': '4. 那么第一次投影是多余的吗？',
  'heads.fold.4.text':
    '就使用模型而言，是的：两种算法给出同样的查询，这里至多相差 {largest}，最大的分量是 {scale}。所以实现里直接学习 W_i^Q*，每个头一个细长矩阵，从不用两个。',
  'heads.fold.4.figure': '两种算法得到的查询',
  'heads.fold.twice': '(X W^Q) W_i^Q',
  'heads.fold.once': 'X W_i^Q*',
  'heads.fold.column': '查询的分量',
  'heads.fold.token': '词元 {i}',
  'heads.fold.summary': '两种算法得到的查询至多相差 {largest}；最大的分量是 {scale}。',
  'heads.fold.note':
    '何时不能折叠：两者之间有非线性的东西（归一化、激活函数），或有因位置而异的东西（旋转）。只有偏置则无妨，它也能折叠。训练又是另一回事：连在一起的两个矩阵表达的不比一个多，但学习的路径不同。',

  'heads.weights.title': '为什么要多个头？',
  'heads.weights.single':
    '只有一个头时，无论多宽，也只有一种模式。给这一层更多的头，每个头就带来自己的模式。',
  'heads.weights.mha': '每个[[头|head]]有自己的 W_i^Q 和 W_i^K，因此有自己的模式。',
  'heads.weights.gqa':
    '{heads} 个头有 {heads} 种模式，尽管每 {shared} 个共用 {keyHeads} 个键头中的一个：键相同，查询不同。横线连起共用的头。',
  'heads.weights.mqa':
    '{heads} 个头有 {heads} 种模式，尽管它们共用唯一的键头：键相同，查询不同。横线把它们连在一起。',
  'heads.weights.all': '{heads} 个头的权重，{tokens} 个随机词元；行是查询，列是键',
  'heads.weights.some': '{heads} 个头中前 {shown} 个的权重，{tokens} 个随机词元；行是查询，列是键',
  'heads.weights.head': '头 {head}',
  'heads.weights.key': '键 {i}',
  'heads.weights.query': '查询 {i}',
  'heads.weights.weight': '权重',
  'heads.weights.summary': '{shown} 幅 {tokens} × {tokens} 的权重图；每行之和为 1。',
  'heads.weights.note':
    '这些[[权重|weight]]是随机的，如同训练之前：模式各不相同，但还没有意义。训练会让其中一些看前一个词元，一些看同样的词，一些看代词所指。',

  'heads.sum.title': '拼接再乘 W^O 就是求和',
  'heads.sum.lead':
    '各头的输出并排拼接，再乘以 W^O。每个头只遇到 W^O 中自己的那几行，所以各自加上自己的一份。',
  'heads.sum.added': '已加的头',
  'heads.sum.token': '词元',
  'heads.sum.figure': '每个头给词元 {token} 的输出加上什么：前几个分量',
  'heads.sum.head': '头 {head}',
  'heads.sum.total': '它们的和',
  'heads.sum.output': '这一层',
  'heads.sum.column': '输出的分量',
  'heads.sum.value': '值',
  'heads.sum.summary':
    '所有头相加（{heads} 个）：和与这一层的输出至多相差 {largest}，而最大的值是 {scale}。',
  'heads.sum.partial':
    '加了 {heads} 个头中的 {added} 个，和与这一层的输出还相差至多 {largest}，而最大的值是 {scale}。',
  'heads.sum.note':
    '所以去掉一个头，只需略去它那一项。W_i^V 与 W_i^O 也是一对细长矩阵：它们的乘积，秩同样至多为 d_k，说明一个头在所看之处写下什么。',

  'heads.preset.which-d.predict':
    '一个模型宽 512，有 8 个头，读 512 个位置。得分要除以哪个数的平方根？',
  'heads.preset.which-d.choice.a': 'd_model，模型的宽度',
  'heads.preset.which-d.choice.b': 'd_k，一个头的宽度',
  'heads.preset.which-d.choice.c': 'n，位置的个数',
  'heads.preset.which-d.explain':
    '除以 √d_k = √{dk}。一个得分是 d_k 个乘积之和，一个头的查询和键每个分量一项：实测 {dk} 个分量的得分方差为 {variance}。只有 {modelDim} 个分量的向量才会有 {wide}；而 n 是一行里得分的个数，不是任何求和的长度。',
  'heads.preset.merge.predict':
    '每个头里的 W_i^Q 和 W_i^K（512 × 64）换成它们的乘积 W_i。这样一个头有多少个数？',
  'heads.preset.merge.choice.a': '一半：一个矩阵代替两个',
  'heads.preset.merge.choice.b': '一样多',
  'heads.preset.merge.choice.c': '四倍',
  'heads.preset.merge.explain':
    '{pair} 个数变成 {merged} 个。除舍入外得分不变（最大的差 {largest}）；对 {length} 个位置，所有头的 {factored} 次乘法变成 {mergedScores} 次。大矩阵表达的并不比一对矩阵多：它的秩至多为 {dk}。',
  'heads.preset.more-heads.predict':
    '宽 512 的模型从 8 个头变成 16 个，d_k = d_model/h。这一层的参数个数会怎样？',
  'heads.preset.more-heads.choice.a': '加倍',
  'heads.preset.more-heads.choice.b': '不变',
  'heads.preset.more-heads.choice.c': '减半',
  'heads.preset.more-heads.explain':
    '1 个头时 {one}，8 个头时 {eight}，{heads} 个头时 {total}：只要 h 整除 d_model，宽 d_model/h 的 h 个头合起来总与模型同宽。变的是现在有 {heads} 种模式，每种来自更细的一对：每个 W_i 的秩至多为 {dk}。',
  'heads.preset.full-width.predict':
    '有论文给 8 个头各配 d_model × d_model 的 W_i^Q 和 W_i^K。这意味着什么？',
  'heads.preset.full-width.choice.a': '印错了：无法计算',
  'heads.preset.full-width.choice.b': '同一个模型，写法不同',
  'heads.preset.full-width.choice.c': '八倍的数，秩不受限制',
  'heads.preset.full-width.explain':
    '可以计算：d_k 不必是 d_model/h。但 {heads} 个全宽的头，W_i^Q 和 W_i^K 共有 {pairs} 个数，而不是 {thin} 个。超过 d_k = {half} 后，一对矩阵比乘积还大，这里是 {pair} 比 {merged}：一个完整的矩阵用一半的数就能做到同样的事。',
  'heads.preset.shared-keys.predict':
    'Llama 3 8B 有 32 个查询头，却只有 8 个键头，每个由 4 个查询头共用。什么缩小到四分之一？',
  'heads.preset.shared-keys.choice.a': '每个位置要保留的数',
  'heads.preset.shared-keys.choice.b': '这一层的参数',
  'heads.preset.shared-keys.choice.c': '注意力模式的个数',
  'heads.preset.shared-keys.explain':
    '缓存：每个位置 {cache} 个数，而不是 {allCache} 个。这一层的参数从 {allTotal} 减到 {total}，因为查询的矩阵和 W^O 不变；而模式仍有 {heads} 种，因为每个头有自己的查询。',
};
