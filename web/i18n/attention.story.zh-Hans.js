/** What the Attention lab says below its first picture and of its presets, in Simplified Chinese; the rest is in attention.zh-Hans.js. */
export default {
  'attention.fallback':
    '每个词元有一个向量，即 X 的一行。三个学到的矩阵把它变成查询、键和值：Q = X W_q，K = X W_k，V = X W_v。一个查询与每个键的点积是它的得分；除以 √d_k，再由 softmax 变成总和为 1 的权重，这个词元的输出就是各个值按这些权重的混合。掩码遮蔽某些键：它们的得分变成 −∞，权重变成 0。',

  'attention.matrices.title': '从 X 到输出，每一个数',
  'attention.matrices.lead':
    '指向、点按或用方向键移到任何一格：算出它的那一行和那一列会亮起来，下方逐项写出它的算式。X、W、Q、K、V 的每一格都可以改，后面的一切随之改变。',
  'attention.matrices.keys': '方向键逐格移动，回车修改一格',
  'attention.feature.word': '词 {number}',
  'attention.feature.position': '位置 {number}',
  'attention.feature.noun': '是名词',
  'attention.feature.number': '单数或复数',
  'attention.feature.alive': '有生命',
  'attention.feature.place': '所在',
  'attention.feature.wantsNoun': '找名词',
  'attention.feature.wantsNumber': '找单数或复数',
  'attention.feature.wantsAlive': '找有生命的',
  'attention.feature.fromPlace': '从何处找',

  'attention.step.all': '步骤',
  'attention.step.back': '上一步',
  'attention.step.next': '下一步',
  'attention.step.together': '全部显示',
  'attention.step.1.short': 'X',
  'attention.step.2.short': 'Q',
  'attention.step.3.short': 'K',
  'attention.step.4.short': 'V',
  'attention.step.5.short': '得分',
  'attention.step.6.short': '缩放',
  'attention.step.7.short': '掩码',
  'attention.step.8.short': '权重',
  'attention.step.9.short': '输出',
  'attention.step.1.title': '词元变成向量',
  'attention.step.2.title': '查询：每个词元在找什么',
  'attention.step.3.title': '键：每个词元凭什么被找到',
  'attention.step.4.title': '值：每个词元交出什么',
  'attention.step.5.title': '得分：每个查询与每个键相遇',
  'attention.step.6.title': '缩放：乘以缩放因子 {rule}',
  'attention.step.7.title': '掩码：遮蔽一些键',
  'attention.step.8.title': '权重：逐行做 softmax',
  'attention.step.9.title': '输出：值按权重混合',
  'attention.step.1.text':
    '每个[[词元|token]]一行。编码器-解码器注意力有两个句子：X 是在看的句子，C 是被看的句子。',
  'attention.step.2.text':
    '所有词元用同一个矩阵 W_q，在训练好的模型里它是学到的。X 的第 i 行乘以它的第 j 列，就是第 (i, j) 格。',
  'attention.step.3.text': '有了第二个矩阵，词元可以寻找一样东西，提供另一样东西。',
  'attention.step.4.text': '第三个矩阵。谁看谁与[[值|value]]无关。',
  'attention.step.5.text':
    '第 i 个[[查询|query]]与第 j 个[[键|key]]逐个分量相乘再求和：每一对有一个[[点积|dot]]。',
  'attention.step.6.text':
    '所有[[得分|score]]乘以同一个数；现在的[[规则|rule]]是 {rule}。d_k 大时得分彼此相差很大，不缩放的话，[[softmax]] 几乎变成赢家通吃。',
  'attention.step.7.text':
    '掩码：{mask}。被遮蔽的键得分变成 −∞，权重就恰好是 0。得分为 0 遮蔽不了它。',
  'attention.step.8.text':
    'e 的得分次方，除以这一行的总和。权重没有小于 0 的；只要查询看得到键，它的权重总和就是 1。',
  'attention.step.9.text': '权重的第 i 行乘以值的第 j 列。注意力交给下一层的，就是这些。',
  'attention.step.given.text': '原样给出：没有给出算它的矩阵。',
  'attention.matrix.x': '词元',
  'attention.matrix.c': '另一个句子的词元',
  'attention.matrix.wq': '查询矩阵',
  'attention.matrix.wk': '键矩阵',
  'attention.matrix.wv': '值矩阵',
  'attention.matrix.q': '查询',
  'attention.matrix.k': '键',
  'attention.matrix.kt': '转置后的键',
  'attention.matrix.v': '值',
  'attention.matrix.scores': '得分',
  'attention.matrix.scaled': '缩放后的得分',
  'attention.matrix.masked': '加掩码后的得分',
  'attention.matrix.weights': '权重',
  'attention.matrix.output': '输出',
  'attention.place.pair': '“{query}”对“{key}”',
  'attention.place.component': '“{token}”的分量 {column}',
  'attention.place.component.named': '“{token}”的分量“{column}”',
  'attention.place.weight': '第 {row} 行，第 {column} 列',
  'attention.given.hand-made': '手工设定，让每个头各有用途。',
  'attention.given.random': '由种子随机产生。',
  'attention.given.trained': '训练得来。',
  'attention.given.own': '来自你自己的数据。',
  'attention.terms.more': '+ 另外 {count} 项',
  'attention.terms.fewer': '收起',
  'attention.terms.zero': '（有 {count} 项是 0）',
  'attention.terms.none': '0（每一项都是 0）',
  'attention.blind.sum': '看不到任何键：没有可除的数，所以规定权重为 0',
  'attention.seen': '可见',
  'attention.unseen': '被遮蔽',
  'attention.softmax.max': '先减去这一行最大的得分 {max}：权重不变，e 的次方也不会太大。',
  'attention.softmax.masked': '{count} 个被遮蔽的键不计入。',
  'attention.edit.label': '修改这一格',
  'attention.edit.notNumber': '“{value}”在这里不是数。请写成 0.5、-2 或 1e-3；这一格保持原样。',
  'attention.edit.empty': '这里是空的。请写成 0.5、-2 或 1e-3 这样的数；这一格保持原样。',
  'attention.edit.clamped': '{value} 超出了限度，改用 {used}。',
  'attention.edit.undo': '恢复原值',
  'attention.edit.follows': '这一格是算出来的：修改 X、W、Q、K 或 V，它会随之改变。',
  'attention.edit.instead': '，你把它改成了',
  'attention.edit.count': '你修改了 {count} 格。',
  'attention.edit.lost': '有 {count} 处修改在这里找不到对应的格子。',
  'attention.edit.reset': '撤销全部修改',
  'attention.edit.full': '链接最多能容纳 {count} 处修改。',
  'attention.save': '保存 {name}：',

  'attention.masks.title': '掩码，以及 True 的含义',
  'attention.masks.lead':
    '[[掩码|mask]]规定一个查询可以看哪些键。行是查询，列是键，斜线表示被遮蔽的一对。点选一种来使用它。',
  'attention.masks.also': '因果自注意力本身就遮蔽后面的键；这里选的掩码再加在它上面。',
  'attention.masks.none': '每个查询看得到每个键，包括排在它后面的。',
  'attention.masks.causal':
    '查询只看得到自己和排在前面的：逐词写作的模型不能偷看后文。解码器用的就是它。',
  'attention.masks.padding':
    '一批句子要补到同样的长度，补上的部分对所有查询都遮蔽。如果填充在开头，*又*用因果掩码，最前面的几行就什么也看不到。',
  'attention.masks.window': '查询只看得到左右邻居，这样很长的文本也算得动。',
  'attention.masks.blind': '有 {count} 行什么也看不到',
  'attention.masks.mistake.none':
    '得分为 0 不等于掩码：e⁰ 是 1，不是 0。选一个会对“{query}”遮蔽某些键的掩码，看看会泄漏多少。',
  'attention.masks.mistake':
    '得分为 0 不等于掩码：e⁰ 是 1，不是 0。如果把“{query}”被遮蔽的得分设为 0 而不是 −∞，被遮蔽的“{key}”分到的注意力会是 {zero}；正确遮蔽时是 {blocked}。',
  'attention.masks.true.title': '掩码里的 True（或 1）是什么意思',
  'attention.masks.true.where': '在哪里',
  'attention.masks.true.true': 'True 或 1',
  'attention.masks.true.added': '浮点数掩码',
  'attention.dialect.torch-sdpa': 'PyTorch `scaled_dot_product_attention` 的 `attn_mask`',
  'attention.dialect.torch-sdpa.true': '可见',
  'attention.dialect.torch-sdpa.added': '加到缩放后的得分上',
  'attention.dialect.torch-mha': 'PyTorch `nn.MultiheadAttention` 的 `attn_mask`',
  'attention.dialect.torch-mha.true': '遮蔽',
  'attention.dialect.torch-mha.added': '加到缩放后的得分上',
  'attention.dialect.torch-padding': 'PyTorch `nn.MultiheadAttention` 的 `key_padding_mask`',
  'attention.dialect.torch-padding.true': '遮蔽（填充）',
  'attention.dialect.torch-padding.added': '加到缩放后的得分上',
  'attention.dialect.onnx': 'ONNX `Attention` 的 `attn_mask`',
  'attention.dialect.onnx.true': '可见',
  'attention.dialect.onnx.added': '加到缩放后的得分上',
  'attention.dialect.keras': 'TensorFlow、Keras `MultiHeadAttention` 的 `attention_mask`',
  'attention.dialect.keras.true': '可见',
  'attention.dialect.keras.added': '没有：只有 1 和 0',
  'attention.dialect.huggingface': 'Hugging Face 的 `attention_mask`',
  'attention.dialect.huggingface.true': '可见（不是填充）',
  'attention.dialect.huggingface.added': '二维：只有 1 和 0；四维：相加',
  'attention.dialect.here': 'scaledot 的 `mask`：`{}`',
  'attention.dialect.here.true': '由名字决定：`allow` 可见，`block` 遮蔽',
  'attention.dialect.here.added': '`bias`：加到缩放后的得分上',

  'attention.data.parts':
    '这些矩阵还在等其余的：Q、K、V 凑成一组，或者 X 与 W_q、W_k、W_v 凑成一组，或者 X 与三者合一的 Wqkv 凑成一组。',
  'attention.data.is': '是',
  'attention.data.text': '文字',
  'attention.data.title': '你自己的矩阵',
  'attention.data.lead':
    '从你自己的模型里粘贴或拖入 Q、K、V，或者 X 与 W_q、W_k、W_v，或者训练好的检查点：CSV、JSON、.npy、.npz 或 .safetensors。文件只留在你的浏览器里，不会上传；也因此链接里不包含它们。',
  'attention.data.paste': '粘贴 CSV 或 JSON',
  'attention.data.placeholder': 'Q\n1,0\n0,1\n\nK\n1,0\n0,1\n\nV\n1,2\n3,4',
  'attention.data.use': '使用它',
  'attention.data.file': '选择文件',
  'attention.data.drop': '也可以拖到这里',
  'attention.data.limits':
    '最多 {tokens} 个词元、{heads} 个头、{width} 个分量、{layers} 层；每个文件最多 {megabytes} MiB，文本最多 {text} MiB。不接受 NaN 和无穷大。',
  'attention.data.refused': '“{name}”无法使用，一切保持原样。原因（英文）：{problem}。',
  'attention.data.models': '完整的检查点可以在模型实验室里打开。',
  'attention.data.these': '这些矩阵合在一起',
  'attention.data.refused.rule':
    '“{name}”无法使用，一切保持原样：它的得分按规则“{rule}”计算，而这里只计算 q·k 的倍数。',
  'attention.data.now': '正在使用你的矩阵。',
  'attention.data.forget': '忘掉我的数据',
  'attention.data.sample': '填入样例',
  'attention.data.download': '下载样例：',
  'attention.data.export': '保存任何一个矩阵（{head}）',
  'attention.data.sandboxed': '如果没有得到文件，说明外层页面不允许这个框架下载。',
  'attention.data.reading': '正在读取……',

  // Numbers so large come from a visitor's own matrices alone, which are shown with all words
  'attention.overflow.scores':
    '“{query}”在这里没有[[权重|weight]]：它对“{token}”的[[得分|score]]超出了 float32 的范围（±3.4 × 10³⁸），[[softmax]] 就得用无穷大减无穷大。',
  'attention.overflow.scaled':
    '“{query}”在这里没有[[权重|weight]]：乘以[[缩放因子|factor]]之后，它对“{token}”的[[得分|score]]超出了 float32 的范围（±3.4 × 10³⁸），[[softmax]] 就得用无穷大减无穷大。',
  'attention.overflow.q':
    '“{query}”在这里没有[[权重|weight]]：它的[[查询|query]]中有一个数超出了 float32 的范围（±3.4 × 10³⁸）。',
  'attention.overflow.k':
    '“{query}”在这里没有[[权重|weight]]：“{token}”的[[键|key]]中有一个数超出了 float32 的范围（±3.4 × 10³⁸）。',
  'attention.overflow.note':
    '{tokens}（共 {count} 个）没有权重：计算中有数超出了 float32 的范围（±3.4 × 10³⁸）。把输入改小，权重就会回来。',

  'attention.param.ownHeads': '你的矩阵有几个头',
  'attention.param.orientation': '你的数据的轴顺序',
  'attention.choice.orientation.assumed': '按假定',
  'attention.choice.orientation.in-out': '[in, out]',
  'attention.choice.orientation.out-in': '[out, in]（nn.Linear）',
  'attention.choice.orientation.heads-first': '[头, 词元, d_k]',
  'attention.choice.orientation.tokens-first': '[词元, 头, d_k]（flash-attention）',
  'attention.own.assumed': '假定：{words}',
  'attention.own.heads': '假定有 {heads} 个头：数据里没有说明。',
  'attention.own.unfit': '{wanted} 个头与这些矩阵的宽度不相容。',
  'attention.own.orientation':
    '假定矩阵按 [in, out] 存放，即 Q = X W_q。它们是方阵，从形状看不出方向；nn.Linear 存的是 [out, in]。',
  'attention.own.linear':
    '假定矩阵按 [out, in] 存放，与 nn.Linear 相同。这是由名称推断的：它们是方阵，从形状看不出方向。',
  'attention.own.turned': '从形状看，矩阵按 [out, in] 存放，与 nn.Linear 相同；使用前已转置。',
  'attention.own.batch': '已去掉长度为 1 的批次轴：{shapes}。',
  'attention.own.axes':
    '读作 {heads} 个头，每头 {tokens} 个词元、{headDim} 个分量：各轴是 [头, 词元, d_k]。',
  'attention.own.tokensFirst':
    '读作 {heads} 个头，每头 {tokens} 个词元、{headDim} 个分量：各轴是 [词元, 头, d_k]。',
  'attention.own.fused':
    '{name} {shape} 已拆分为 W_q、W_k 和 W_v，输出宽度分别为 {query}、{key} 和 {value}。',
  'attention.own.groups': '{heads} 个查询头共用 {keyHeads} 个键值头。',
  'attention.own.unused': '未使用：{names}。',

  'attention.preset.elsewhere':
    '矩阵现在另有来源，原来这里说的是别的矩阵。可以关闭，或重新提问把它们取回来。',
  'attention.preset.trained-head.predict':
    '一个模型受过训练，要说出“it”指哪个名词；没有人告诉它的头该看哪里。它们从“it”看向哪里？',
  'attention.preset.trained-head.choice.a': '每个头都同样看所有的词',
  'attention.preset.trained-head.choice.b': '最后一层看“animal”',
  'attention.preset.trained-head.choice.c': '每一层的每个头都看“animal”',
  'attention.preset.trained-head.explain':
    '在这个头里，“{query}”给“{key}”的注意力占 {weight}。在 {of} 个从未见过的句子中，“it”最大的权重落在它所指的词上的次数：第一层的两个头为 {first}，第二层的两个头为 {second}。试试“too wide”和其他头。',
  'attention.preset.trained-factor.predict':
    '一个模型用 1/√d_k 训练，学会了读日期。矩阵不变，只去掉缩放因子，它还能写对多少日期？',
  'attention.preset.trained-factor.choice.a': '一样多：矩阵已经学好了',
  'attention.preset.trained-factor.choice.b': '更多：注意力更集中',
  'attention.preset.trained-factor.choice.c': '更少：softmax 得到的是别的数',
  'attention.preset.trained-factor.explain':
    '用训练时的缩放因子，日期的正确率是 {with}；现在每个得分是原来的 {times} 倍，正确率是 {now}。缩放因子是模型的一部分。至于*训练时*就没有缩放因子的模型会怎样，请看训练实验室。移动滑块看看。',
  'attention.preset.where-qkv.predict': '一个句子的查询、键和值从哪里来？',
  'attention.preset.where-qkv.choice.a': '是句子的三份拷贝',
  'attention.preset.where-qkv.choice.b': '句子乘以三个学到的矩阵',
  'attention.preset.where-qkv.choice.c': '为每个句子分别学出来',
  'attention.preset.where-qkv.explain':
    '词元 X（{tokens} × {modelDim}）分别乘以三个矩阵 W_q、W_k、W_v（各为 {modelDim} × {dk}）。注意力学到的就是这些矩阵，对所有句子都一样；所以“{query}”可以寻找一样东西，提供另一样东西。没有它们，每个词元找到的多半是自己。',
  'attention.preset.mask-zero.predict':
    '因果掩码遮蔽后面的词。有人把被遮蔽的得分设为 0。被遮蔽的词会分到多少注意力？',
  'attention.preset.mask-zero.choice.a': '一点也没有',
  'attention.preset.mask-zero.choice.b': '有一些：e⁰ 是 1',
  'attention.preset.mask-zero.choice.c': '全部',
  'attention.preset.mask-zero.explain':
    '把被遮蔽的得分设为 0，“{query}”给它不该看的“{key}”的注意力会是 {leak}，其他被遮蔽的词也各分到一些；设为 −∞ 则一点也不给。另外，True 在有的库里表示“可见”，在有的库里表示“遮蔽”：掩码下方的表格列得很清楚。',
  'attention.preset.coreference.predict':
    '“那只动物没有穿过那条马路，它太累了。”有一个头负责指代消解。“它”看得最多的是哪个词？',
  'attention.preset.coreference.choice.a': '“马路”，最近的名词',
  'attention.preset.coreference.choice.b': '“动物”，也就是“它”所指的',
  'attention.preset.coreference.choice.c': '它自己',
  'attention.preset.coreference.explain':
    '“{query}”给“{key}”的注意力占 {weight}。如果句子的结尾换成“太宽了”，它给“{second}”的会是 {other}。相似的词不需要 W 就能彼此找到；让*相关*的词彼此找到，是这些矩阵的功劳。这里的矩阵是为此手工设定的，并且标明了代词可以指什么；训练出来的模型自己也会形成这样的头，只是没有这么干净。',
  'attention.preset.order.predict':
    '把一个句子的词重新排序，X 里也没有位置。两个词之间的注意力会怎样？',
  'attention.preset.order.choice.a': '完全不变',
  'attention.preset.order.choice.b': '稍有变化',
  'attention.preset.order.choice.c': '相邻的词得到最多',
  'attention.preset.order.explain':
    '注意力面对的是一个集合：在原句中“{query}”给“{key}”{before}，把词按读音排序之后是 {after}。只有 X 里的位置能告诉它谁在哪里。手工设定的矩阵里有位置；在那里关掉位置，看前一个词的头就失效了。',
  'attention.preset.no-factor.predict': '随机矩阵，d_k = 64，得分不再除以 √d_k = 8。权重会怎样？',
  'attention.preset.no-factor.choice.a': '没有变化：softmax 会消去倍数',
  'attention.preset.no-factor.choice.b': '分散到所有的词',
  'attention.preset.no-factor.choice.c': '一个词几乎拿走全部',
  'attention.preset.no-factor.explain':
    '现在“{query}”给“{key}”{without}；除以 √d_k 时是 {scaled}。softmax 消去的是整行加上的数，而不是乘上的数：得分大了八倍，彼此的差距也大了八倍，取 e 的次方之后只剩下一个赢家。',
};
