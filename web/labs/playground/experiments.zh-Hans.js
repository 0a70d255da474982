/**
 * Simplified Chinese for the programs of the gallery: comments, texts, and names of columns with their colons. The rest of a
 * program is the same in every language, including the names of controls, by which links store their values, and names of the
 * engine, because visitors write those.
 */

/** @import { Experiment } from '../scaledot-playground.js' */

/** @type {Readonly<Record<Experiment, Readonly<Record<string, string>>>>} */
export default {
  spread: {
    'How far do the scores spread when d_k grows? Move the slider.':
      'd_k 变大时，得分会散得多开？移动滑块看看。',
    'Scaled scores at d_k = ': '缩放后的得分，d_k = ',
    score: '得分',
    'q.k has standard deviation': 'q.k 的标准差是',
    'sqrt(d_k) is': 'sqrt(d_k) 是',
    'divided by sqrt(d_k) it has': '除以 sqrt(d_k) 后，标准差是',
  },
  maximum: {
    'How large is the largest of n scores? A bound and a measurement.':
      'n 个得分里最大的有多大？一个上界，一次测量。',
    measured: '测量值',
    'The largest of n standard normal scores': 'n 个标准正态得分中的最大值',
    score: '得分',
    'measured:': '测量值:',
    'bound:': '上界:',
    'The same as numbers': '同样的结果，写成数字',
    Among: '在',
    'keys the largest score is about': '个键当中，最大的得分约为',
    'standard deviations.': '个标准差。',
    'Dividing by sqrt(d_k) makes the standard deviation 1. It does not stop the maximum from growing with n.':
      '除以 sqrt(d_k) 让标准差变为 1，但最大值仍会随 n 增大。',
  },
  tails: {
    'Do heavy tails break the factor? Components of five laws, all with variance 1.':
      '重尾分布会让缩放因子失效吗？分量取自五种分布，方差都是 1。',
    'law:': '分布:',
    'variance:': '方差:',
    'kurtosis:': '峰度:',
    'largest:': '最大值:',
    'Scaled scores at d_k = ': '缩放后的得分，d_k = ',
    'Kurtosis (a normal law has 3)': '峰度（正态分布为 3）',
    'The variance is near 1 for each law. The tails are not alike: at small d_k, laws with heavy tails give a few scores that dominate.':
      '每种分布的方差都接近 1，尾部却不一样：d_k 较小时，重尾分布会产生少数几个压倒其他的得分。',
  },
  correlated: {
    'What if a query resembles one of its keys? Give the two a correlation.':
      '如果查询与其中一个键相似呢？让两者相关。',
    'The first key shares rho of every component with the query.':
      '第一个键的每个分量与查询的相关系数为 rho。',
    weight: '权重',
    'Weight of the key that resembles the query': '与查询相似的那个键的权重',
    'at d_k =': '当 d_k =',
    'its weight is': '时，它的权重是',
    'it is': '时是',
    'Divided by sqrt(d_k), its score is rho sqrt(d_k) on average, and grows with d_k;':
      '除以 sqrt(d_k) 之后，它的得分平均为 rho sqrt(d_k)，随 d_k 增大；',
    'those of the other keys stay near 0 with variance 1. Resemblance is what attention looks for.':
      '其他键的得分仍在 0 附近，方差为 1。注意力要找的正是相似。',
  },
  temperature: {
    'Are the factor and the temperature the same thing?': '缩放因子和温度是一回事吗？',
    'largest difference of the weights:': '权重的最大差别是',
    'key ': '键 ',
    'Weights at temperature ': '权重，温度 = ',
    'A temperature divides the scores, as a factor multiplies them: the two are one number.':
      '得分除以温度，或乘以因子：两者其实是同一个数。',
    '1/sqrt(d_k) sets it from the width of a head, before anything is learned.':
      '1/sqrt(d_k) 由头的宽度定出这个数，在学习开始之前就定好了。',
  },
  gradient: {
    'How much gradient passes through softmax? Compare scores with the factor and without.':
      '有多少梯度能通过 softmax？比较有因子和无因子的得分。',
    'with 1/sqrt(d_k)': '有 1/sqrt(d_k)',
    without: '无因子',
    'Length of the gradient at the scores (median)': '到达得分处的梯度长度（中位数）',
    length: '长度',
    'scaled:': '有因子:',
    'unscaled:': '无因子:',
    'Median length of the gradient': '梯度长度的中位数',
    'Half of the queries at d_k = 1024 pass a longer gradient than':
      'd_k = 1024 时，一半的查询传回的梯度长于：',
    'with the factor:': '有因子时',
    'without it:': '无因子时',
    'It shrinks; it does not become zero for all.': '梯度会变小，但并非处处变成零。',
  },
  keys: {
    'How many keys does a query really look at? exp(entropy) counts them.':
      '一个查询真正看了多少个键？exp（熵）给出这个数。',
    'with 1/sqrt(d_k)': '有 1/sqrt(d_k)',
    without: '无因子',
    'Effective number of keys, 5 % to 95 %': '有效键数，5 % 到 95 %',
    keys: '键数',
    'exp(entropy)': 'exp（熵）',
    'Among 1024 keys a query spreads over': '在 1024 个键当中，一个查询有因子时分散到',
    'with the factor and over': '个键上，无因子时分散到',
    'without it.': '个键上。',
  },
  mask: {
    'Write a mask of your own: a window that looks back.': '自己写一个掩码：只看过去的窗口。',
    'Weights under a window of ': '权重，窗口宽度 = ',
    key: '键',
    query: '查询',
    'Every row adds up to 1 within': '每一行之和都是 1，误差不超过',
    'The first query sees one key, so its weight is': '第一个查询只看到一个键，所以权重是',
  },
  cosine: {
    'What does the cosine do among many keys? Without a large factor it can hardly choose.':
      '键很多时，余弦会怎样？没有一个大的因子，它几乎无法选择。',
    'the cosine': '余弦',
    'sqrt(d_k) cosine': 'sqrt(d_k) × 余弦',
    'one over n': 'n 分之一',
    'The largest weight': '最大权重',
    keys: '键数',
    weight: '权重',
    'A cosine lies between -1 and 1, so softmax makes nearly equal weights of it.':
      '余弦在 -1 和 1 之间，所以 softmax 得出的权重几乎相等。',
    'Multiplied by sqrt(d_k), it does nearly what q.k / sqrt(d_k) does. Some models learn the multiplier.':
      '乘以 sqrt(d_k) 之后，它的作用与 q.k / sqrt(d_k) 相差无几。有些模型会学习这个乘数。',
  },
  qknorm: {
    'What does QK-norm prevent? Let the vectors grow, as they do in training.':
      'QK 归一化防止了什么？让向量变长，就像训练中那样。',
    'growth:': '长度倍数:',
    'plain:': '未归一化:',
    'normed:': '归一化后:',
    'The largest weight as q and k grow': 'q 和 k 变长时的最大权重',
    'with RMSNorm of q and k': '对 q 和 k 做 RMSNorm',
    'Vectors that grow': '越来越长的向量',
    'times as long': '长度的倍数',
    'largest weight': '最大权重',
    'The factor is fixed. Vectors are not: once they are long, softmax saturates whatever d_k is.':
      '因子是固定的，向量却不是：向量一长，无论 d_k 是多少，softmax 都会饱和。',
    'RMSNorm gives all of them the same length, so growth changes nothing.':
      'RMSNorm 让所有向量一样长，所以变长不起任何作用。',
  },
  grouped: {
    'What do grouped keys save? Count the cache of a large model.':
      '分组的键能省下什么？算一算一个大模型的缓存。',
    'Half precision: two bytes a number.': '半精度：每个数占两个字节。',
    'key heads': '键头数',
    'million parameters': '参数（百万）',
    'numbers per token': '每个词元的数',
    'One layer, d_model = 4096, 8192 tokens in half precision':
      '一层，d_model = 4096，8192 个词元，半精度',
    ' key head': ' 个键头',
    ' key heads': ' 个键头',
    'Cache of keys and values, MiB': '键和值的缓存，MiB',
    'With 8 key heads for 32 query heads the cache shrinks to a quarter. There are as many scores as before: d_k is the same, and so is the factor.':
      '8 个键头对 32 个查询头时，缓存缩小到四分之一。得分的个数与原来一样：d_k 不变，因子也不变。',
  },
  rotary: {
    'Do rotary positions change the variance of a score?': '旋转位置会改变得分的方差吗？',
    'variance of the scaled scores:': '缩放后得分的方差是',
    'with rotary positions:        ': '加上旋转位置之后是',
    score: '得分',
    'One vector with itself, farther and farther away': '一个向量与越来越远的自己',
    distance: '距离',
    'Random vectors point anywhere, and turned they still do: the variance stays. A vector scores highest with itself at distance 0; farther away the score falls off in waves.':
      '随机向量指向任意方向，旋转之后依然如此，所以方差不变。一个向量与自己的得分在距离 0 处最高，离得越远总体上越低，但有起伏。',
  },
  forum: {
    'The forum\'s puzzle: a 2 x 2 product whose variance "should be 2" and is not.':
      '论坛里的谜题：一个 2 x 2 乘积的方差“应该是 2”，却不是。',
    'numpy.var of a random 2 x 2 product': '随机 2 x 2 乘积的 numpy.var',
    variance: '方差',
    'seed 0 gives': '种子 0 得到',
    'the mean of': '用',
    'seeds is': '个种子，平均值是',
    'Every entry has variance 2. numpy.var subtracts the mean of these four entries and divides by four, so 1.5 is expected.':
      '每个元素的方差都是 2。numpy.var 先减去这四个元素的均值，再除以四，所以期望值是 1.5。',
  },
  numpy: {
    'The same digits as NumPy: numpy.random.seed(0); q = randn(100, 64); k = randn(100, 64)':
      '与 NumPy 相同的数字：numpy.random.seed(0); q = randn(100, 64); k = randn(100, 64)',
    'as in NumPy; a tensor holds float32:': '与 NumPy 一致；张量里的 float32 是',
    ' and d_k = 64': '而 d_k = 64',
    score: '得分',
  },
  rank: {
    'What do two thin matrices give up? Look at the singular values of W_q W_k^T.':
      '两个窄矩阵放弃了什么？看看 W_q W_k^T 的奇异值。',
    'singular value': '奇异值',
    'W_q W_k^T at d_k = ': 'W_q W_k^T，d_k = ',
    number: '序号',
    rank: '64 个奇异值当中，不为零的有',
    'of 64. The pair has': '个，这就是秩。一对窄矩阵共有',
    'numbers, the product': '个数，它们的乘积有',
    'Below d_k =': '当 d_k 小于',
    'the pair is smaller. Not every matrix can be written this way: the rank is at most d_k.':
      '时，一对窄矩阵更小。并不是每个矩阵都能这样写：秩最多是 d_k。',
  },
  softcap: {
    'What does a soft cap do to large scores? c tanh(x / c), as Gemma 2 has it.':
      '软上限如何改变较大的得分？c tanh(x / c)，Gemma 2 就用它。',
    plain: '无上限',
    capped: '有上限',
    'The largest weight, soft cap ': '最大权重，软上限 = ',
    'queries are so many times as long': '查询长度的倍数',
    weight: '权重',
    'Scores far below the cap hardly change. Scores far above it all come close to the cap: then the largest weight falls again.':
      '远低于上限的得分几乎不变，远高于上限的得分都接近上限：这时最大权重又会下降。',
  },
  training: {
    'Does a small network learn without the factor? Train two and see.':
      '没有缩放因子，小网络学得会吗？训练两个看看。',
    'ends with loss': '结束时：损失',
    'and accuracy': '准确率',
    'Loss on held-out examples': '未见样本上的损失',
    step: '步数',
    loss: '损失',
    'Here the factor makes learning quicker; whether it decides is another question. One seed is one case: the Training lab compares five.':
      '在这里，有因子学得更快；至于它是不是关键，那是另一个问题。一个种子只是一个例子：训练实验室比较了五个。',
  },
};
