/** Words of the Training lab, in English. d_k, *stress* and `code` are typeset by labs/parts/text.js. */
export default {
  'training.title': 'Does the factor matter for learning?',
  'training.answer.waiting':
    'One small network learns one task several times. Only the [[rule]] of its [[scores|score]] differs.',
  'training.answer.soFar':
    'Learning, step {step} of {steps}: {accuracy} correct with {one}, {otherAccuracy} with {other}.',
  'training.answer.soFarOne': 'Learning, step {step} of {steps}: {accuracy} correct with {one}.',
  'training.answer.only':
    'Yes, here: {goal} correct after {at} {at:step|steps} with {one}; {otherAccuracy} after {step} with {other}.',
  'training.answer.never':
    'Here {other} does better: {goal} correct after {otherAt} {otherAt:step|steps}; {accuracy} after {step} with {one}.',
  'training.answer.sooner':
    'Yes, here: {goal} correct after {at} {at:step|steps} with {one}, and after {otherAt} with {other}.',
  'training.answer.later':
    'Here {other} is faster: {goal} correct after {otherAt} {otherAt:step|steps}, and after {at} with {one}.',
  'training.answer.ahead':
    'After {step} {step:step|steps} {one} is ahead of {other}: {accuracy} correct against {otherAccuracy}.',
  'training.answer.behind':
    'After {step} {step:step|steps} {other} is ahead of {one}: {otherAccuracy} correct against {accuracy}.',
  'training.answer.survived':
    'Yes, here: with {other} training breaks down at step {otherAt}; {one} reaches {accuracy}.',
  'training.answer.diverged':
    'Training with {one} breaks down at step {at}; {other} reaches {otherAccuracy} correct.',
  'training.answer.same.reached':
    'One run cannot tell: {goal} correct after {at} {at:step|steps} with {one} and {otherAt} with {other}.',
  'training.answer.same.unclear':
    'One run cannot tell: after {step} {step:step|steps} {accuracy} correct with {one}, {otherAccuracy} with {other}.',
  'training.answer.same.diverged':
    'Training breaks down with both [[rules|rule]]: {one} at step {at}, {other} at step {otherAt}.',
  'training.answer.one.reached':
    'With {one}, {goal} are correct after {at} {at:step|steps}. Add a second [[rule]] to compare.',
  'training.answer.one.lost':
    'With {one}, {goal} are correct after {at} {at:step|steps}, {accuracy} after {step}. Add a second [[rule]].',
  'training.answer.one.short':
    'With {one}, {accuracy} are correct after {step} {step:step|steps}. Add a second [[rule]] to compare.',
  'training.answer.one.diverged':
    'Training with {one} breaks down at step {at}. Add a second [[rule]] to compare.',
  'training.fallback':
    'A small transformer is trained several times, with the same data and the same start. Only the rule of its scores differs. With d_k = 64 and no factor, one key has nearly all the weight from the first step on, and the scores keep growing. In 300 steps the network does not learn what it learns in 200 with 1/√d_k. Where d_k is small and the task is easy, there is no difference. In the examples of this page, 1/d_k does better than 1/√d_k with a high learning rate and worse with a low one. A cosine with a learned factor does at least as well as 1/√d_k.',

  'training.part.curves': 'curves',
  'training.part.maps': 'attention while learning',
  'training.part.sharpness': 'sharpness of the weights',
  'training.part.scores': 'variance of the scores',
  'training.part.gradients': 'gradients',
  'training.part.seeds': 'other seeds',

  'training.group.main': 'Rules and task',
  'training.group.model': 'Network',
  'training.group.learning': 'Learning',
  'training.param.rules': 'Rules side by side (up to four)',
  'training.param.task': 'Task',
  'training.param.size': 'Task size',
  'training.param.symbols': 'Number of symbols',
  'training.param.modelDim': 'Model width d_model',
  'training.param.heads': 'Heads',
  'training.param.layers': 'Layers',
  'training.param.norm': 'Layer normalisation',
  'training.param.gain': 'Initial W_q and W_k, times',
  'training.param.optimizer': 'Optimizer',
  'training.param.learningRate': 'Learning rate',
  'training.param.weightDecay': 'Weight decay',
  'training.param.schedule': 'Learning rate after warm-up',
  'training.param.warmup': 'Warm-up steps',
  'training.param.clip': 'Gradient clipping (0: none)',
  'training.param.batch': 'Examples per step',
  'training.param.steps': 'Steps',
  'training.choice.rules.rsqrt': '1/√d_k',
  'training.choice.rules.none': '1 (none)',
  'training.choice.rules.inverse': '1/d_k',
  'training.choice.rules.cosine': 'cosine',
  'training.choice.rules.alpha': '1/d_k to the α',
  'training.choice.rules.additive': 'additive',
  'training.choice.rules.norm': '1/√d_k, q and k normalised',
  'training.choice.rules.folded': 'folded (T5)',
  'training.choice.rules.doubled': 'scaled twice',
  'training.choice.task.recall': 'recall (find the value of a key)',
  'training.choice.task.copy': 'copy a sequence',
  'training.choice.task.reverse': 'reverse a sequence',
  'training.choice.task.sort': 'sort a sequence',
  'training.choice.task.addition': 'add two numbers, modulo the size',
  'training.choice.task.dates': 'dates to ISO (long)',
  'training.choice.task.pronouns': 'what does “it” stand for?',
  'training.choice.norm.pre': 'before each part (pre)',
  'training.choice.norm.post': 'after each part (post, the paper)',
  'training.choice.schedule.constant': 'constant',
  'training.choice.schedule.cosine': 'cosine decay to 0',
  'training.choice.optimizer.adam': 'Adam',
  'training.choice.optimizer.adamw': 'AdamW',
  'training.choice.optimizer.sgd': 'SGD with momentum',

  'training.rule.rsqrt': '1/√d_k',
  'training.rule.none': '1 (none)',
  'training.rule.inverse': '1/d_k',
  'training.rule.cosine': 'cosine',
  'training.rule.alpha': '1/d_k^{alpha}',
  'training.rule.additive': 'additive',
  'training.rule.norm': 'QK-norm',
  'training.rule.folded': 'folded',
  'training.rule.doubled': 'scaled twice',
  'training.with.rsqrt': '1/√d_k',
  'training.with.none': 'no factor',
  'training.with.inverse': '1/d_k',
  'training.with.cosine': 'the cosine',
  'training.with.alpha': '1/d_k to the power {alpha}',
  'training.with.additive': 'additive scores',
  'training.with.norm': 'QK-norm',
  'training.with.folded': 'the factor folded into W_q',
  'training.with.doubled': 'the factor applied twice',
  'training.optimizer.adam': 'Adam',
  'training.optimizer.adamw': 'AdamW',
  'training.optimizer.sgd': 'SGD',

  'training.formula.words':
    'The score z of a query q and a key k under each rule, with the factor: {rules}. A step moves the parameters θ against the gradient of the loss, with learning rate η = {rate}.',

  'training.axis.step': 'step',
  'training.column.rule': 'rule',
  'training.column.step': 'step',
  'training.column.seed': 'seed',
  'training.column.head': 'head',
  'training.column.at': 'steps to 90%',
  'training.column.file': 'file',
  'training.column.learningRate': 'learning rate',
  'training.column.trainLoss': 'loss in training',
  'training.column.trainAccuracy': 'correct in training',
  'training.column.loss': 'loss',
  'training.column.accuracy': 'correct',
  'training.column.exact': 'whole examples correct',
  'training.column.query': 'query',
  'training.column.key': 'key',
  'training.column.weight': 'weight',

  'training.curves.title': 'Same data, same seed, same start',
  'training.curves.figure': '{examples} examples never seen in training. Task: {task}',
  'training.task.recall': 'The network reads pairs such as “b5”, then “b?”. It has to answer “5”.',
  'training.task.copy': 'The network reads a row of symbols. After the bar it has to repeat them.',
  'training.task.reverse':
    'The network reads a row of symbols. After the bar it has to write them backwards.',
  'training.task.sort': 'The network reads a row of symbols. After the bar it has to sort them.',
  'training.task.addition':
    'The network reads two numbers. It has to add them and give the remainder on division by {size}.',
  'training.task.dates':
    'The network reads a date in one of many spellings. It has to write year, month and day.',
  'training.task.pronouns':
    'The network reads a sentence. At “it” it has to name the noun that is meant.',
  'training.curves.accuracy': 'Correct answers',
  'training.curves.loss': 'Loss (logarithmic)',
  'training.curves.numbers': 'Numbers of each rule',
  'training.curves.summary':
    'Correct answers after {step} of {steps} {steps:step|steps}: {shares}.',
  'training.curves.share': '{rule}: {accuracy}',
  'training.curves.judged':
    'How the runs are judged. A rule counts as having learned at the first of two measurements in a row with at least {goal} correct answers, unless the last two measurements fall below {goal} again. Numbers of steps that differ by less than a fifth count as equal. Shares of correct answers count as equal within two standard errors of {examples} examples. One seed is one draw; the last picture on this page tries five.',
  'training.curves.later': 'The verdict appears when the run has ended.',
  'training.at.short': 'not reached',
  'training.at.lost': '{step}, lost again',
  'training.at.diverged': 'broke down at {step}',
  'training.play': 'Train',
  'training.continue': 'Continue',
  'training.pause': 'Pause',
  'training.step.one': '1 step',
  'training.step.many': '{count} steps',
  'training.startOver': 'From the beginning',
  'training.status.training': 'step {step} of {steps}, {speed} steps/s',
  'training.status.paused': 'step {step} of {steps}',
  'training.status.patient': 'paused at step {step} of {steps}; the rest takes longer',
  'training.status.done': 'done: {steps} {steps:step|steps}',
  'training.kept.label': 'Checkpoints',
  'training.kept.keep': 'Keep step {step}',
  'training.kept.back': 'Go back to step',
  'training.kept.step': '{step}',
  'training.save': 'Save',
  'training.save.label': 'Save the network with {rule} as a .safetensors file',

  'training.rest.same': 'This run shows no difference between {rule} and {other} ({accuracy}).',
  'training.rest.sooner':
    'With {rule} the network reaches {goal} sooner than with {other}: after {at} {at:step|steps} instead of {otherAt}.',
  'training.rest.later':
    'With {rule} the network reaches {goal} later than with {other}: after {at} {at:step|steps} instead of {otherAt}.',
  'training.rest.only':
    'With {rule} the network reaches {goal} after {at} {at:step|steps}; with {other} it ends at {otherAccuracy}.',
  'training.rest.never':
    'With {rule} the network ends below {goal}: {accuracy} after {step} {step:step|steps}.',
  'training.rest.ahead':
    'With {rule} the network ends ahead of {other}: {accuracy} against {otherAccuracy}.',
  'training.rest.behind':
    'With {rule} the network ends behind {other}: {accuracy} against {otherAccuracy}.',
  'training.rest.survived':
    'With {rule} training does not break down: {accuracy} after {step} {step:step|steps}.',
  'training.rest.diverged': 'With {rule} training breaks down at step {at}.',

  'training.block': 'Attention in the network',
  'training.block.encoder': 'encoder, layer {layer}',
  'training.block.decoder': 'decoder, layer {layer}',
  'training.block.context': 'decoder to encoder, layer {layer}',
  'training.heads': 'Heads',
  'training.head': 'head {head}',
  'training.summary': '{what} at step {step}: {values}.',
  'training.summary.one': '{rule}: {value}',
  'training.measure.topWeight': 'Largest weight (mean)',
  'training.measure.entropy': 'Entropy of the weights (100%: all alike)',
  'training.measure.scoreVariance': 'Variance of the scores (logarithmic)',
  'training.measure.temperature': 'Learned factor of the cosine',
  'training.measure.wq': 'Gradient of the query matrix',
  'training.measure.wk': 'Gradient of the key matrix',
  'training.measure.layer': 'Gradient of layer {layer}',
  'training.measure.gradient': 'Gradient of all parameters',

  'training.maps.title': 'What do they attend to while they learn?',
  'training.maps.lead':
    'One example that no network saw in training. Rows are [[queries|query]], columns are [[keys|key]]. More colour means more [[weight]].',
  'training.maps.coming': 'Attention weights',
  'training.maps.figure': 'Attention weights at step {step} ({block}, head {head})',
  'training.maps.previous': 'Previous',
  'training.maps.next': 'Next example',
  'training.maps.example': 'example {example}',
  'training.maps.answers': 'The example and the answers',
  'training.maps.read': 'Example',
  'training.maps.wanted': 'Correct answer',
  'training.maps.right': 'correct',
  'training.maps.wrong': 'wrong',
  'training.maps.weight': 'weight',
  'training.maps.summary':
    'Held-out example {example} at step {step}: the correct answer is {wanted}; the networks say {answers}.',
  'training.maps.said': '{rule}: {answer}',
  'training.maps.note':
    'A row with a single strong cell looks at one key. The answer shows whether it is the correct one.',

  'training.sharpness.title': 'How sharp are the weights?',
  'training.sharpness.lead':
    'If the weights are too sharp at the start, the other keys get hardly any [[gradient]]. If they never become sharp, the network finds nothing.',
  'training.sharpness.figure': 'Weights on held-out examples ({block})',
  'training.sharpness.note':
    'Each line is one head: its mean over all positions in [[held-out|heldOut]] examples where at least two keys are seen.',
  'training.scores.title': 'How far apart are the scores?',
  'training.scores.lead':
    'At the start the [[variance]] is about d_k without a [[factor]] and about 1 with 1/√d_k. Learning decides what happens next.',
  'training.scores.figure': 'Scores that enter the softmax, on held-out examples ({block})',
  'training.scores.note':
    'A network can change the size of its scores through W_q and W_k, and the cosine through its factor. How long that takes depends on the start.',
  'training.gradients.title': 'How much gradient gets through?',
  'training.gradients.lead':
    'The length of the [[gradient]] at the last step, before clipping. Adam divides each component by its own recent size; plain SGD does not.',
  'training.gradients.figure': 'Length of the gradients ({block})',
  'training.gradients.note':
    'A short gradient has not vanished: a network that has learned its task has short gradients, too. Compare the rules at the beginning. A factor multiplies the scores and, with them, the gradients of W_q and W_k.',

  'training.seeds.title': 'Do other seeds agree?',
  'training.seeds.lead':
    'One run is one draw of start and data. {seeds} [[seeds|seed]] show how much of the result is luck.',
  'training.seeds.start': 'Train with {seeds} seeds',
  'training.seeds.figure': 'Correct answers, seed by seed (seeds so far: {seeds})',
  'training.seeds.seed': 'seed {seed}',
  'training.seeds.better':
    'With {other} the network does better than with {one} in {count} of {seeds} seeds.',
  'training.seeds.worse':
    'With {one} the network does better than with {other} in {count} of {seeds} seeds.',
  'training.seeds.same':
    'With {one} and with {other} the network does equally well in {count} of {seeds} seeds.',
  'training.seeds.alone': 'With {one} the network reaches {goal} in {count} of {seeds} seeds.',
  'training.seeds.numbers': 'How often each rule does better, worse or equally well',
  'training.seeds.column.reached': 'reaches {goal}',
  'training.seeds.column.better': 'better than {one}',
  'training.seeds.column.same': 'equal',
  'training.seeds.column.worse': 'worse',
  'training.seeds.summary': 'How many of {seeds} seeds reach {goal}: {rules}.',
  'training.seeds.reached': '{rule}: {reached}',

  'training.preset.decides.label': 'Training takes care of it',
  'training.preset.decides.predict':
    'Training changes W_q and W_k, so a network could make up for a missing factor by itself. Does it, with d_k = 64?',
  'training.preset.decides.choice.a': 'Not in 300 steps',
  'training.preset.decides.choice.b': 'Yes, but later',
  'training.preset.decides.choice.c': 'Yes, it makes no difference',
  'training.preset.decides.explain':
    'The network answers {accuracy} correctly with 1/√d_k and {otherAccuracy} without a factor after {steps} steps. Without it the scores start with a variance of about 64, and one key has nearly all the weight. The gradient is not too small: a sharp softmax lets less of it through, but nothing divides it by √d_k. At the start the gradient of W_q is even longer (fourth picture below). Yet the steps do not undo the sharpness; the scores grow further (third picture).',
  'training.preset.copy.label': 'No factor, no learning',
  'training.preset.copy.predict':
    'Is the factor always needed? The network copies six symbols with d_k = 8. What happens without a factor?',
  'training.preset.copy.choice.a': 'It learns nothing',
  'training.preset.copy.choice.b': 'It learns as well',
  'training.preset.copy.choice.c': 'It learns far more slowly',
  'training.preset.copy.explain':
    'The network answers {accuracy} correctly with 1/√d_k and {otherAccuracy} without a factor after {steps} steps. Scores of variance 8 are far less sharp than scores of variance 64. Copying needs only one look at a place that is always the same, so a sharp start does little harm. Where d_k is small and the task is easy, the factor makes no difference.',
  'training.preset.inverse.label': '1/d_k is too small',
  'training.preset.inverse.predict':
    'With 1/d_k a random start has nearly equal scores and nearly equal weights. How well does the network learn compared with 1/√d_k, at d_k = 256 and a high learning rate (0.01)?',
  'training.preset.inverse.choice.a': 'Worse',
  'training.preset.inverse.choice.b': 'The same',
  'training.preset.inverse.choice.c': 'Better',
  'training.preset.inverse.explain':
    'The network answers {accuracy} correctly with 1/√d_k and {otherAccuracy} with 1/d_k after {steps} steps. Equal weights do no harm: every key gets a gradient. Large steps let W_q and W_k grow fast. With 1/√d_k the scores overshoot at large d_k; the smaller factor keeps them in bounds. 1/√d_k is right for the start. It is not best for every learning rate.',
  'training.preset.reverse.label': 'Then always 1/d_k',
  'training.preset.reverse.predict':
    'With large steps 1/d_k learned best. Now the network reverses eight symbols with d_k = 128 and a low learning rate (0.001). How does 1/d_k do?',
  'training.preset.reverse.choice.a': 'It needs longer than 1/√d_k',
  'training.preset.reverse.choice.b': 'It is faster again',
  'training.preset.reverse.choice.c': 'There is no difference',
  'training.preset.reverse.explain':
    'The network answers {accuracy} correctly with 1/√d_k and {otherAccuracy} with 1/d_k after {steps} steps. To look at one place, the network needs sharp weights and large scores. With 1/d_k the scores start far smaller, and small steps take long to get there. The best exponent depends on learning rate and task; 1/2 is the one that starts right for every d_k.',
  'training.preset.cosine.label': 'The cosine has no length',
  'training.preset.cosine.predict':
    'A cosine is at most 1 for every d_k, so sharp weights seem out of reach. How well does it learn compared with 1/√d_k?',
  'training.preset.cosine.choice.a': 'It lags behind',
  'training.preset.cosine.choice.b': 'At least as well',
  'training.preset.cosine.choice.c': 'Not at all',
  'training.preset.cosine.explain':
    'The network answers {accuracy} correctly with 1/√d_k and {otherAccuracy} with the cosine after {steps} steps. The cosine has a factor, e to the t, that every head learns. It starts at √d_k, which gives scores of variance 1 as 1/√d_k does; training then moves it where it is needed. Longer vectors do not raise a cosine. Some large models use it, because scores would otherwise run away.',
  'training.preset.folded.label': 'T5 does not divide. Why does it learn?',
  'training.preset.folded.predict':
    'T5 has no factor. Instead its W_q starts smaller, divided by √d_k. Adam trains both networks, with a low learning rate (0.0003). How well does the one without a factor learn?',
  'training.preset.folded.choice.a': 'It learns nothing',
  'training.preset.folded.choice.b': 'As well as with 1/√d_k',
  'training.preset.folded.choice.c': 'It lags behind',
  'training.preset.folded.explain':
    'The network answers {accuracy} correctly with 1/√d_k and {otherAccuracy} with the factor folded into W_q after {steps} steps. At the start both have the same scores. In training they differ: compared with the size of W_q, a step of Adam is √d_k = 8 times as large in the folded network. Here the steps are small enough. With ten times the learning rate (0.003) the folded network does not reach 90% in 300 steps, and with 1/√d_k it does. T5 was trained with Adafactor, whose steps are proportional to the size of the parameters.',
  'training.preset.sgd.label': 'Folded or divided, it is the same',
  'training.preset.sgd.predict':
    'Again the factor is folded into W_q, and the scores at the start are those of 1/√d_k. Now SGD with momentum trains both networks, with a learning rate (0.03) that works for 1/√d_k. How does the folded one do?',
  'training.preset.sgd.choice.a': 'It does not learn the task',
  'training.preset.sgd.choice.b': 'As well as with 1/√d_k',
  'training.preset.sgd.choice.c': 'Better',
  'training.preset.sgd.explain':
    'The network answers {accuracy} correctly with 1/√d_k and {otherAccuracy} with the factor folded into W_q after {steps} steps. At the start the scores are the same, but the gradient of W_q is √d_k = 8 times as long without a factor (fourth picture below), and W_q is 8 times smaller. Compared with the size of W_q, a step of SGD is therefore d_k = 64 times as large; a step of Adam, which does not depend on the length of the gradient, is 8 times as large. The variance of the scores is above 20 after 60 steps, where 1/√d_k stays below 10 (third picture), and one key has most of the weight. The two rules are the same function at the start, not the same training.',
  'training.preset.doubled.label': 'Scaled twice',
  'training.preset.doubled.predict':
    'By mistake a program divides by √d_k and also starts W_q √d_k times smaller. At the start its scores are as small as those of 1/d_k, which needed longer in “Then always 1/d_k”. Task and settings are the same as there. How does this network do?',
  'training.preset.doubled.choice.a': 'It needs longer, too',
  'training.preset.doubled.choice.b': 'It learns nothing',
  'training.preset.doubled.choice.c': 'As well as with 1/√d_k',
  'training.preset.doubled.explain':
    'The network answers {accuracy} correctly with 1/√d_k and {otherAccuracy} with the factor applied twice after {steps} steps. A start that is too small is soon made up for: Adam’s steps are as long as for a larger W_q, and after 60 steps the variance of its scores is more than half of that with 1/√d_k (third picture below). The factor 1/d_k stays for the whole training; a small start does not. Such a mistake is hard to notice in the result.',
  'training.answer.paused':
    'Paused. Measured at step {step}: {accuracy} correct with {one}, {otherAccuracy} with {other}.',
  'training.answer.pausedOne': 'Paused. Measured at step {step}: {accuracy} correct with {one}.',
  'training.curves.empty': 'No step has been taken yet.',
  'training.preset.waiting': 'The networks are learning. The answer comes when the run has ended.',
  'training.preset.elsewhere':
    'The experiment has changed since this question was asked. Choose the question again to see its answer.',
};
