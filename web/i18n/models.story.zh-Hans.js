/** Words of the Models lab below its first picture, about a visitor's files and about its presets, in Simplified Chinese. */
export default {
  'models.fallback':
    '1/√d_k 依赖三个假设：q 和 k 的分量均值为 0、方差为 1，并且互相独立。训练之后，它们很少还成立。在训练好的头里，q·k 的标准差可能只有 √d_k 的几分之一，也可能是它的十倍。缩放因子仍然重要，因为模型是带着它训练的。本实验室在你的浏览器里打开模型文件，逐层运行，并测量每一个头。',

  'models.open.label': '选择文件',
  'models.open.none': '还没有选择文件。',
  'models.open.chosen': '已选择：{names}',
  'models.open.chosen.more': '已选择：{names}，另有 {more} 个',
  'models.open.left': '没有用到的文件：{names}。',
  'models.open.hint':
    '同一个模型的文件要一起选：`.safetensors`（所有分片）、`config.json`、`tokenizer.json`，也可以拖到这里。文件多大都可以：只读取需要的部分，不会上传任何内容。',
  'models.open.found': '{layout} 布局，{layers} 层，宽度 {width}，{heads} 个头，每头宽 {dk}。',
  'models.open.grouped':
    '{layout} 布局，{layers} 层，宽度 {width}，{heads} 个查询头共用 {keyHeads} 个键头，每头宽 {dk}。',
  'models.open.rule.rsqrt': '它除以 √d_k。',
  'models.open.rule.none': '它不缩放 q·k。',
  'models.open.rule.other': '它的缩放因子是 {factor}。',
  'models.open.rule.layers': '它的缩放因子各层不同，从 {factor} 到 {last}。',
  'models.open.read': '它读了 {tokens} 个词元。',
  'models.open.rows': '它读了 {tokens} 个这样的行向量。',
  'models.open.assumed': '文件没有说明，以下为假定：{list}。',
  'models.assumed.and': '；',
  'models.assumed.option': '{name} 为 {value}',
  'models.assumed.activation': '激活函数为 {name}',
  'models.assumed.family': '从张量的名称看，这是 {layout}',
  'models.assumed.tied': '没有 `lm_head`，logits 由词元嵌入算出',
  'models.assumed.quantised': '只计算第一层，因为这个模型有权重经过量化。',
  'models.assumed.experts': '只计算第一层，因为前馈层由多个专家组成。',
  'models.assumed.noType': '只计算第一层，因为没有 `config.json` 说明 `model_type`。',
  'models.assumed.unknownType': '只计算第一层，因为这里不认识 `model_type` {type}。',
  'models.assumed.divided': 'q·k 除以 √d_k',
  'models.assumed.undivided': 'q·k 不缩放',
  'models.assumed.noNorm': '第一个注意力层之前没有归一化',
  'models.assumed.rmsNorm': '嵌入用 {name} 归一化（RMSNorm）',
  'models.assumed.layerNorm': '嵌入用 {name} 归一化（LayerNorm）',
  'models.assumed.causal': '不计位置，每个词元只看到自己和前面的词元',
  'models.assumed.bidirectional': '不计位置，每个词元都看到所有词元',
  'models.noTokenizer': '没有 `tokenizer.json`，所以读随机词元。',
  'models.noEmbeddings':
    '文件里没有词元的嵌入，所以读随机的行：各分量相互独立，均值为 0，方差为 1。',
  'models.noIds': '还没有给出编号，所以读随机词元。',
  'models.badTokenizer': '改读随机词元，因为 `tokenizer.json` 不能用：{reason}。',
  'models.open.unused': '{count} 个张量没有用到',

  'models.scores.title': '真实的得分是什么样子？',
  'models.scores.lead': '按 1/√d_k 的推导，得分应服从 N(0, d_k)。柱子是这个头实际算出的得分。',
  'models.scores.figure': '{head} 的得分 q·k',
  'models.scores.counts': '测量值',
  'models.scores.unit': 'N(0, d_k)',
  'models.scores.independent': '假如互相独立',
  'models.scores.density': '密度',
  'models.scores.summary':
    '{pairs} 个得分，均值 {mean}，标准差 {sd}。d_k = {dk}，√d_k 是 {unit}。如果分量互相独立，用这个头自己的均值和方差会得到 {independent}。',
  'models.scores.note':
    '虚线用这个头的查询和键各分量的均值和方差，并假设所有分量互相独立。它没有考虑一起变化的分量，也没有考虑专门适应某些键的查询；下一幅图把两者分开。',
  'models.scores.column.kind': '内容',
  'models.scores.column.from': '从',
  'models.scores.column.to': '到',
  'models.scores.column.value': '个数或密度',

  'models.assumptions.title': '哪个假设不成立？',
  'models.assumptions.lead': '每根柱子多放弃一个假设，最后一根全部放弃。',
  'models.assumptions.figure': '逐个放弃假设时 q·k 的离散程度：{head}',
  'models.assumptions.y': 'q·k 的标准差',
  'models.assumptions.tick.unit': '√d_k',
  'models.assumptions.tick.spread': '方差',
  'models.assumptions.tick.independent': '均值',
  'models.assumptions.tick.covariance': '协方差',
  'models.assumptions.tick.measured': '测量值',
  'models.assumptions.unit': '方差 1、均值 0、独立',
  'models.assumptions.spread': '实际方差、均值 0、独立',
  'models.assumptions.independent': '实际方差和均值、独立',
  'models.assumptions.covariance': '实际均值和协方差、查询与键独立',
  'models.assumptions.measured': '测量值',
  'models.assumptions.summary':
    '√d_k 是 {unit}。用实际方差得 {spread}，再用实际均值得 {independent}，再用实际协方差得 {covariance}。测量值是 {measured}。',
  'models.assumptions.fails.spread':
    '最不成立的是“方差为 1”：分量的实际方差使离散程度从 {from} 变成 {to}（{times} 倍）。',
  'models.assumptions.fails.independent':
    '最不成立的是“均值为 0”：分量的实际均值使离散程度从 {from} 变成 {to}（{times} 倍）。',
  'models.assumptions.fails.covariance':
    '最不成立的是“分量互相独立”：分量沿着查询和键共有的方向一起变化，使离散程度从 {from} 变成 {to}（{times} 倍）。',
  'models.assumptions.fails.measured':
    '最不成立的是“查询与键独立”：哪个查询遇到哪个键，使离散程度从 {from} 变成 {to}（{times} 倍）。',
  'models.assumptions.fails.several':
    '不是某一个假设的问题：实际方差使离散程度从 {unit} 变成 {spread}，实际均值再使它变成 {independent}，一起变化的分量再使它变成 {covariance}，实际相遇的配对再使它变成 {measured}。',
  'models.assumptions.fails.none':
    '在这个头里，这些假设几乎都成立：测得的离散程度是 {measured}，√d_k 是 {unit}。',
  'models.assumptions.step.unit':
    '如果每个分量均值为 0、方差为 1，并且互相独立：√d_k = √{dk} = {unit}。',
  'models.assumptions.step.spread': '用这个头各分量的实际方差：乘积之和的平方根，{spread}。',
  'models.assumptions.step.independent':
    '再用它们的实际均值：{independent}，围绕均值 {independentMean}。',
  'models.assumptions.step.covariance':
    '再让分量像这里一样一起变化，但查询与键独立：{covariance}，均值不变。',
  'models.assumptions.step.measured': '在一个查询看得到的配对上测得：{measured}，围绕均值 {mean}。',
  'models.assumptions.column.law': '假设',
  'models.assumptions.column.sd': '标准差',

  'models.weights.title': '权重会怎样变化？',
  'models.weights.lead': '改变缩放因子：这一层的每个头都会重新计算。',
  'models.column.query': '查询',
  'models.column.key': '键',
  'models.column.weight': '权重',
  'models.weights.figure': '第 {layer} 层的权重（{factor}）',
  'models.weights.weight': '权重',
  'models.weights.head': '头 {head}',
  'models.weights.query': '查询 {i}“{word}”',
  'models.weights.key': '键 {i}“{word}”',
  'models.weights.own': '{factor}：每行的最大权重，在这一层的头上平均为 {before}。',
  'models.weights.changed':
    '{factor}：每行的最大权重，在这一层的头上平均为 {after}，原来是 {before}。',
  'models.weights.some':
    '共 {heads} 个头，画出第 {first} 至 {last} 个：选择别的头，就画出它附近的头。表格里有全部。',

  'models.prediction.title': '模型还答得出吗？',
  'models.prediction.lead': '缩放因子一变，所有层的权重都变，模型的回答也跟着变。',
  'models.prediction.next': '“{word}”后面是什么？',
  'models.prediction.at': '模型在“{word}”处预测什么？',
  'models.prediction.x': '最可能的词元',
  'models.prediction.figure': '最可能的词元',
  'models.prediction.y': '概率',
  'models.prediction.none': '这些文件没有输出层，所以模型给不出词。',
  'models.prediction.summary': '“{word}”最可能，概率 {before}。',
  'models.prediction.summary.changed':
    '“{word}”的概率是 {before}（模型的缩放因子）和 {after}（{factor}）。',
  'models.prediction.text': '所有词元的困惑度是 {before}。',
  'models.prediction.text.changed':
    '所有词元的困惑度是 {before}（模型的缩放因子）和 {after}（{factor}）。',
  'models.prediction.note':
    '困惑度是平均损失的指数：困惑度为 4，相当于每次在 4 个同样可能的词元中选择。文本预测得越好，困惑度越低。',
  'models.prediction.column.word': '词',
  'models.prediction.column.before': '模型的缩放因子',
  'models.prediction.column.after': '你的缩放因子',

  'models.perplexity.title': '缩放因子有多重要？',
  'models.perplexity.lead': '每个点都是模型的一次完整运行，其中所有得分都乘以同一个数。',
  'models.perplexity.figure': '这 {count} 个词元的困惑度',
  'models.perplexity.figure.none': '一段文本的困惑度',
  'models.perplexity.x': '模型自身缩放因子的倍数',
  'models.perplexity.y': '困惑度',
  'models.perplexity.trained': '训练时',
  'models.perplexity.none': '只有预测下一个词元的模型才有困惑度。',
  'models.perplexity.summary':
    '用模型的缩放因子，困惑度是 {own}；去掉缩放因子，是 {none}。其中最低的是 {best}，在缩放因子的 {at} 倍处。',
  'models.perplexity.summary.own':
    '用模型的缩放因子，困惑度是 {own}。其中最低的是 {best}，在缩放因子的 {at} 倍处。',
  'models.perplexity.summary.best':
    '用模型的缩放因子，困惑度是 {own}；去掉缩放因子，是 {none}。其他缩放因子都没有明显更好。',
  'models.perplexity.summary.own.best':
    '用模型的缩放因子，困惑度是 {own}。其他缩放因子都没有明显更好。',
  'models.perplexity.note':
    '这里用的是上面的词元，不是评测：对于一小段文本，别的缩放因子也可能碰巧预测得更好。文本模型的说明里有几个缩放因子在全部未见文本上的困惑度。',
  'models.perplexity.column.multiplier': '缩放因子的倍数',
  'models.perplexity.column.perplexity': '困惑度',

  'models.matrices.title': '一个头用到多少个方向？',
  'models.matrices.lead':
    'W_q W_kᵀ 把两个词元向量变成 q·k。每个奇异值说明一个方向有多重要。随机的乘积里，d_k 个方向大多起作用；训练之后可能少一些。',
  'models.matrices.figure': 'W_q W_kᵀ 的奇异值，{head}',
  'models.matrices.own': '这个头',
  'models.matrices.random': '随机',
  'models.matrices.x': '奇异值，从大到小；竖线处为 d_k',
  'models.matrices.x.all': '奇异值，从大到小',
  'models.matrices.y': '与最大值之比',
  'models.matrices.summary':
    '输入随机时，{all} 个方向中有 {count} 个承担了 q·k 方差的 90%，随机矩阵需要 {random} 个。有效秩：{effective}，随机为 {effectiveRandom}。',
  'models.matrices.others': '其余 {others} 个方向（共 {width} 个）毫无贡献。',
  'models.matrices.zero': '这个头的 W_q W_kᵀ 是 0。',
  'models.matrices.note':
    '输入的各分量独立、方差为 1 时，q·k 的方差等于奇异值的平方和。有效秩是奇异值的[[熵|entropy]]的指数（Roy 和 Vetterli，2007）。归一化、偏置和旋转位置编码未计入。',
  'models.matrices.column.number': '序号',
  'models.matrices.column.own': '这个头',
  'models.matrices.column.random': '随机',

  'models.wild.title': '真实的模型除以什么？',
  'models.wild.lead': '多数遵循论文，有些不然。',
  'models.wild.model': '模型',
  'models.wild.rule': 'q·k 乘以什么',
  'models.wild.read': '出处',
  'models.wild.links': '链接',
  'models.wild.try': '在“训练”中试试',
  'models.wild.usual.model': '原论文、BERT、GPT-2、Llama、Qwen 2',
  'models.wild.usual.rule': '1/√d_k。',
  'models.wild.t5.model': 'T5、LongT5',
  'models.wild.t5.rule': '什么也不乘。W_q 的初值缩小为原来的 1/√d_k。',
  'models.wild.allennlp.model': 'AllenNLP 的 T5',
  'models.wild.allennlp.rule': '什么也不乘。有审阅者问过原因。',
  'models.wild.neo.model': 'GPT-Neo',
  'models.wild.neo.rule': '什么也不乘。它的 Flax 代码先给 q 乘 √d_k，以抵消一个缩放因子。',
  'models.wild.maxtext.model': 'MaxText',
  'models.wild.maxtext.rule': 'W_q 的初值较小。据报告，有一个内核还会再除一次，共除两次。',
  'models.wild.mistral.model': '斯坦福 Mistral（GPT-2）',
  'models.wild.mistral.rule': '1/√d_k；可选择再除以层号。',
  'models.wild.gemma.model': 'Gemma 2',
  'models.wild.gemma.rule': '1/√（配置里的一个数），并有软上限。',
  'models.wild.qknorm.model': 'Qwen 3、OLMo 2',
  'models.wild.qknorm.rule': '先归一化 q 和 k，再乘 1/√d_k。',
  'models.wild.gemma4.model': 'Gemma 4',
  'models.wild.gemma4.rule': '什么也不乘。q 和 k 先归一化。',
  'models.wild.mup.model': 'muP',
  'models.wild.mup.rule': '1/d_k，使宽模型的训练与窄模型相似。',
  'models.wild.tutorial.model': '一个教程',
  'models.wild.tutorial.rule': '1/√d_model，后来改正。',
  'models.wild.note':
    '2026 年 11 月读自论文、模型代码和讨论。#18284 这样的编号是相应代码库里讨论的编号。',

  'models.preset.root.predict':
    '另一个处理代词的模型用 1/√d_k 训练，d_k = 32。它的各个头里 q·k 的标准差是多少？',
  'models.preset.root.choice.a': '每个头都约为 √32 = 5.7',
  'models.preset.root.choice.b': '每个头都约为 1',
  'models.preset.root.choice.c': '有的头接近 √32，有的头接近它的三倍',
  'models.preset.root.explain':
    '最小的头是 {low}，最大的头是 {high}；√{dk} 是 {expected}。方差 d_k 描述的是随机向量，那是训练的起点。之后每个头的尺度由训练决定。',
  'models.preset.without.predict': '把缩放因子从训练好的模型里去掉。这段文本的困惑度会怎样？',
  'models.preset.without.choice.a': '不变：训练已经定好了尺度',
  'models.preset.without.choice.b': '变差一些',
  'models.preset.without.choice.c': '至少翻倍',
  'models.preset.without.explain':
    '从 {before} 变成 {after}，尽管每行的最大权重平均从 {top} 升到 {plain}。这个模型相当经得起更尖锐的权重。太小的缩放因子代价更大，困惑度曲线可以看到。这只是一个小模型，不能代表别的模型。',
  'models.preset.independent.predict':
    '推导假设方差为 1、均值为 0、分量互相独立。在第 2 层，离散程度接近 √d_k 的九倍。是哪个假设的问题？',
  'models.preset.independent.choice.a': '方差为 1：分量的离散程度大得多',
  'models.preset.independent.choice.b': '均值为 0：分量偏向一边',
  'models.preset.independent.choice.c': '不是某一个假设的问题：三者都有影响',
  'models.preset.independent.explain':
    '√d_k 是 {unit}；用实际方差得 {spread}，用实际均值得 {independent}，用实际协方差得 {covariance}，测得 {measured}。不是某一个假设的问题：方差、均值和一起变化的分量都有影响。',
};
