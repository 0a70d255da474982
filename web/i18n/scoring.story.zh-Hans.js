/** Words of the Scoring lab below its first picture and about its presets, in Simplified Chinese. The others are in scoring.zh-Hans.js. */
export default {
  'scoring.fallback':
    '打分函数衡量一个查询与一个键有多匹配。点积取决于两个向量的夹角和各自的长度；缩放点积再除以 √d_k。余弦只看夹角，介于 −1 与 1 之间，所以有 n 个键时，若不用温度放大，任何权重都不会超过 e²/(e² + n − 1)。加性注意力则用一个小网络来打分。',

  'scoring.short.dot': '点积',
  'scoring.short.scaled': '缩放点积',
  'scoring.short.cosine': '余弦',
  'scoring.short.temperature': '余弦 / τ',
  'scoring.short.distance': '平方距离',
  'scoring.short.general': '一般',
  'scoring.short.additive': '加性',
  'scoring.short.location': '位置',

  'scoring.norms.title': '只把一个键拉长，什么会变？',
  'scoring.norms.lead':
    '把一个键拉长而不转动它。点积随长度成比例增长（若它背向查询，则成比例下降），权重也跟着变；余弦毫无察觉。',
  'scoring.norms.lengths': '各键的长度',
  'scoring.norms.slider': '{key} 的长度',
  'scoring.norms.figure': '{key} 的权重随其长度的变化',
  'scoring.norms.x': '{key} 的长度',
  'scoring.norms.y': '{key} 的权重',
  'scoring.norms.summary':
    '长度为 1 时，{key} 的权重：点积 {dotOne}，余弦 {cosineOne}；长度为 {most} 时分别是 {dotMost} 和 {cosineMost}。',
  'scoring.norms.note':
    '平方距离有一个最喜欢的长度，加性得分会饱和，基于位置的函数根本不看键。长度为 0 处余弦会跳变：没有方向的向量与任何向量的余弦都规定为 0。点积则平滑地趋于 0。',

  'scoring.laws.title': '同一批随机向量，八种分布',
  'scoring.laws.lead':
    '查询与键取随机向量时，每一种[[得分|score]]都有自己的[[分布|law]]；分布越宽，[[softmax]] 越尖锐。',
  'scoring.laws.raw': '原样',
  'scoring.laws.standard': '以标准差为单位',
  'scoring.laws.figure': '随机向量的得分，d_k = {dk}，n = {keys}',
  'scoring.laws.x': '得分',
  'scoring.laws.xStandard': '与均值相差几个标准差',
  'scoring.laws.normal': '正态分布',
  'scoring.laws.below': '都在左边，均值 {mean}',
  'scoring.laws.summary':
    'd_k = {dk} 时的标准差：点积 {dot}，缩放点积 {scaled}，加性 {additive}，余弦 {cosine}。',
  'scoring.laws.caption': '得分的矩，以及 softmax 之后的结果',
  'scoring.laws.column.mean': '均值',
  'scoring.laws.column.std': '标准差',
  'scoring.laws.column.kurtosis': '峰度',
  'scoring.laws.column.topWeight': '最大权重',
  'scoring.laws.column.effectiveKeys': '有效键数',
  'scoring.laws.idle': '已抽取 {draws} 个查询',
  'scoring.laws.note':
    '若分量的均值为 0、标准差为 1，余弦相当于把缩放点积再除以大约 √d_k，所以它的标准差约为 1/√d_k。“一般”、“加性”和“基于位置”的参数是随机的，方差为输入个数的倒数，与训练开始时一样。最后两列是中位数；有效键数是[[熵|entropy]]的指数。正态分布的[[峰度|kurtosis]]是 3；所有得分都相等时，峰度没有定义（–）。',

  'scoring.measure.topWeight': '最大权重',
  'scoring.measure.effectiveKeys': '有效键数',
  'scoring.bands.outer': '5% 到 95% 的查询',
  'scoring.bands.inner': '25% 到 75%',
  'scoring.bands.median': '中位数',
  'scoring.bands.mean': '均值',
  'scoring.sharpness.title': 'd_k 增大时，谁还能保持尖锐？',
  'scoring.sharpness.lead':
    'd_k 最大到 1024：不缩放的点积最终只剩一个键，除以 √d_k 后保持不变，余弦越来越平。',
  'scoring.sharpness.figure.topWeight': '最大权重随 d_k 的变化，n = {keys}',
  'scoring.sharpness.figure.effectiveKeys': '有效键数随 d_k 的变化，n = {keys}',
  'scoring.sharpness.ceiling': '上限',
  'scoring.sharpness.idle': '每个 d_k 抽取 {draws} 个查询',
  'scoring.sharpness.summary.topWeight':
    'd_k = {dk} 时，{keys} 个权重中的最大者：点积 {dot}，缩放点积 {scaled}，加性 {additive}，余弦 {cosine}，带温度的余弦 {temperature}（中位数）。不带温度的余弦不可能超过 {ceiling}。',
  'scoring.sharpness.summary.effectiveKeys':
    'd_k = {dk} 时，{keys} 个键中的有效键数：点积 {dot}，缩放点积 {scaled}，加性 {additive}，余弦 {cosine}，带温度的余弦 {temperature}（中位数）。',
  'scoring.sharpness.one': '只有一个键时没有什么可分的：无论得分和 d_k 是多少，它都得到全部权重。',
  'scoring.sharpness.note':
    '以上假定分量的均值为 0、标准差为 1；键非常多时，图画不到 1024。虚线是余弦的上限：让一个键与查询同向、其余全部反向，实测而得。最初发表的 QK-norm 学习一个[[温度|temperature]]：余弦除以它（小于 1）就被放大，上限随之抬高。加性得分也有上限：无论 d_k 是多少，tanh 总在 −1 与 1 之间。',

  'scoring.stage.input': '输入',
  'scoring.stage.normalized': 'LayerNorm 之后',
  'scoring.stage.gained': '增益与偏置之后',
  'scoring.stage.projected': '乘以 W_q 之后',
  'scoring.layernorm.title': 'LayerNorm 会让点积变成余弦吗？',
  'scoring.layernorm.lead':
    '只在一瞬间会：刚做完 [[LayerNorm|layernorm]]，所有向量的长度都是 √d，点积除以 d *就是*余弦。随后有可学习的增益和偏置，再乘以 W_q 与 W_k，长度又参差不齐。',
  'scoring.layernorm.figure': '{vectors} 个向量在四个阶段的长度，d = {dk}',
  'scoring.layernorm.x': '长度',
  'scoring.layernorm.summary':
    '长度的离散程度：最初为均值的 {input}，LayerNorm 之后 {normalized}，增益与偏置之后 {gained}，乘以 W_q 之后 {projected}；最后点积与余弦最多相差 {difference}。',
  'scoring.layernorm.capped':
    'W_q 有 d × d 个数，所以这幅图只算到 d = {most}，好让滑块还能带动它；当前 d_k 是 {dk}。',
  'scoring.layernorm.one':
    'd = 1 时没有什么可归一化：一个数减去自己的均值就是 0，所以 LayerNorm 之后每个向量都是 0，后面剩下的只有偏置。',
  'scoring.layernorm.caption': '四个阶段的长度',
  'scoring.layernorm.column.length': '平均长度',
  'scoring.layernorm.column.spread': '长度的离散程度',
  'scoring.layernorm.column.difference': '|q·k/d − cos| 的最大值',
  'scoring.layernorm.note':
    '离散程度：标准差除以均值。余弦是各自减去均值后的余弦。Transformer 里的 LayerNorm 在 W_q 和 W_k 之前，而不是之后；最初发表的 QK-norm 在它们之后归一化，这样注意力才真正用上余弦。',

  'scoring.summary.title': '八种函数，逐项对照',
  'scoring.summary.lead':
    '按 {keys} 个查询、{keys} 个键、d_k = {dk}、加性有 {units} 个隐藏单元计数。',
  'scoring.summary.formula': '公式',
  'scoring.summary.range': '取值范围',
  'scoring.summary.sees': '看什么',
  'scoring.summary.parameters': '参数量',
  'scoring.summary.multiplications': '乘法次数',
  'scoring.summary.origin': '出处',
  'scoring.summary.note':
    '只与一个查询或一个键有关的计算只算一次。次数少不等于快：许多查询与许多键的点积是一次矩阵乘法，所有处理器都为它优化过。加性的隐藏层要对每一对、每个单元各算一次 tanh，矩阵乘法帮不上忙。',
  'scoring.range.dot': '全体实数',
  'scoring.range.scaled': '全体实数',
  'scoring.range.cosine': '−1 … 1',
  'scoring.range.temperature': '−1/τ … 1/τ',
  'scoring.range.distance': '≤ 0',
  'scoring.range.general': '全体实数',
  'scoring.range.additive': '−Σ|v| … Σ|v|',
  'scoring.range.location': '全体实数',
  'scoring.sees.dot': '夹角和两者的长度',
  'scoring.sees.scaled': '夹角和两者的长度',
  'scoring.sees.cosine': '只看夹角（基于内容）',
  'scoring.sees.temperature': '只看夹角',
  'scoring.sees.distance': '相距多远',
  'scoring.sees.general': '学到什么看什么',
  'scoring.sees.additive': '学到什么看什么',
  'scoring.sees.location': '只看查询',
  'scoring.column.function': '函数',
  'scoring.column.formula': '公式',
  'scoring.column.range': '取值范围',
  'scoring.column.parameters': '参数量',
  'scoring.column.multiplications': '乘法次数',
  'scoring.column.tangents': 'tanh 次数',
  'scoring.column.origin': '出处',

  'scoring.preset.cosine-is-dot.predict':
    'k₁ 是最长的键，k₂ 的方向与 q 最接近。哪个键得到最多的权重？',
  'scoring.preset.cosine-is-dot.choice.a': '点积和余弦都给 k₁',
  'scoring.preset.cosine-is-dot.choice.b': '点积给 k₁，余弦给 k₂',
  'scoring.preset.cosine-is-dot.choice.c': '点积和余弦都给 k₂',
  'scoring.preset.cosine-is-dot.explain':
    '用点积，{dotKey} 以 {dot} 胜出；用余弦，{cosineKey} 以 {cosine} 胜出，最长的键 {key} 只得到 {left}。系数 1/(|q| |k|) 因键而异，所以它可能改变谁胜出，而不只是胜出多少。只有所有键一样长时，它才是同一个系数。',
  'scoring.preset.layernorm-cosine.predict':
    '向量依次经过 LayerNorm、可学习的增益与偏置、W_q 和 W_k。除了一个系数，最后的点积就是余弦吗？',
  'scoring.preset.layernorm-cosine.choice.a': '是，LayerNorm 让长度都相等',
  'scoring.preset.layernorm-cosine.choice.b': '只在增益、偏置和 W_q 之前',
  'scoring.preset.layernorm-cosine.choice.c': '任何阶段都不是',
  'scoring.preset.layernorm-cosine.explain':
    '刚做完 LayerNorm，长度的离散程度是 {normalized}：此时点积除以 d 就是余弦。增益与偏置之后是 {gained}，乘以 W_q 之后是 {projected}，点积与余弦最多相差 {difference}。想要余弦，就得像最初发表的 QK-norm 那样在 W_q 和 W_k 之后归一化。',
  'scoring.preset.additive-slower.predict':
    '随机向量，d_k = 256，8 个键，不缩放。第一名的键得到多少权重？',
  'scoring.preset.additive-slower.choice.a': '点积和加性一样多',
  'scoring.preset.additive-slower.choice.b': '点积几乎给全部，加性给得少',
  'scoring.preset.additive-slower.choice.c': '加性几乎给全部，点积给得少',
  'scoring.preset.additive-slower.explain':
    'd_k = {dk}、n = {keys} 时，得分最高的键用点积得到 {dot}，用加性得到 {additive}：tanh 总在 −1 与 1 之间，所以加性得分不随 d_k 增长。点积除以 √d_k 后是 {scaled}。加性自己有 {parameters} 个参数，要算 {tangents} 次 tanh 和 {multiplications} 次乘法，而点积只要 {dotMultiplications} 次。所以它是另一种函数，而不是慢一些的同一种；引入 1/√d_k 正是为了让点积追上它。',
  'scoring.preset.ceiling.predict':
    '64 个键中有一个与查询完全同向，其余全部反向。对余弦做 softmax，它得到多少权重？',
  'scoring.preset.ceiling.choice.a': '几乎是 1',
  'scoring.preset.ceiling.choice.b': '大约一半',
  'scoring.preset.ceiling.choice.c': '大约十分之一',
  'scoring.preset.ceiling.explain':
    '{keys} 个键时它得到 {ceiling}；若是 8 个键，则得到 {eight}。任何向量都不会更好：余弦在 −1 与 1 之间，softmax 至多能给出 e²/(e² + n − 1)。同样的余弦除以温度 {temperature}，就能给出 {lifted}；所以 QK-norm 要学习一个温度。',
  'scoring.preset.zero-vector.predict': '把 k₂ 变成零向量。它与 q 的余弦是多少？',
  'scoring.preset.zero-vector.choice.a': 'NaN：0 除以 0',
  'scoring.preset.zero-vector.choice.b': '规定为 0',
  'scoring.preset.zero-vector.choice.c': '1',
  'scoring.preset.zero-vector.explain':
    '照公式是 0/0，而只要有一个 NaN，整行权重都会变成 NaN。所以要作规定：得分是 {score}，与 PyTorch 的 `cosine_similarity` 一样；k₂ 仍得到 {weight} 的权重，比方向相反的键还多。',

  'scoring.rate': '每秒查询数 {rate}',
  'scoring.table.dk': 'd_k',
  'scoring.table.measure': '量',
  'scoring.table.mean': '均值',
  'scoring.table.p05': '5%',
  'scoring.table.p25': '25%',
  'scoring.table.p50': '中位数',
  'scoring.table.p75': '75%',
  'scoring.table.p95': '95%',
  'scoring.table.draws': '查询数',
  'scoring.table.stage': '阶段',
};
