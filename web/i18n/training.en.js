/** Words of the Training lab, in English. d_k, *stress* and `code` are typeset by labs/text.js. */
export default {
  'training.title': 'Does it matter for learning?',
  'training.answer.waiting':
    'The same small network learns the same task several times, side by side. Only the rule of its scores differs.',
  'training.answer.soFar':
    'Learning: after {step} of {steps} steps {accuracy} of the answers are right with {one}, {otherAccuracy} with {other}.',
  'training.answer.soFarOne':
    'Learning: after {step} of {steps} steps {accuracy} of the answers are right with {one}.',
  'training.answer.only':
    'Here it does: with {one} the network gives {goal} right answers after {at} steps; with {other} it is at {otherAccuracy} after {step}.',
  'training.answer.never':
    'Here {other} wins: it gives {goal} right answers after {otherAt} steps; with {one} there are {accuracy} after {step}.',
  'training.answer.sooner':
    'Here it does: {goal} right answers come after {at} steps with {one}, after {otherAt} with {other}.',
  'training.answer.later':
    'Here {other} is the quicker one: {goal} right answers after {otherAt} steps, with {one} after {at}.',
  'training.answer.ahead':
    'After {step} steps neither is at {goal} right answers, but {one} is ahead: {accuracy}, and {otherAccuracy} with {other}.',
  'training.answer.behind':
    'After {step} steps neither is at {goal} right answers, but {other} is ahead: {otherAccuracy}, and {accuracy} with {one}.',
  'training.answer.survived':
    'Here it does: with {other} training breaks down at step {otherAt}; with {one} {accuracy} of the answers are right after {step}.',
  'training.answer.diverged':
    'Here {other} wins: with {one} training breaks down at step {at}; with {other} {otherAccuracy} of the answers are right after {step}.',
  'training.answer.same.reached':
    'Here it does not: {goal} right answers after {at} steps with {one}, after {otherAt} with {other}, which is no difference that one run can tell.',
  'training.answer.same.short':
    'This run cannot tell: at step {step} {accuracy} of the answers are right with {one}, {otherAccuracy} with {other}. Neither is at {goal}, and the difference is within the noise.',
  'training.answer.same.near':
    'This run cannot tell: at step {step} {accuracy} of the answers are right with {one}, {otherAccuracy} with {other}. The difference is within the noise.',
  'training.answer.same.diverged':
    'Training breaks down with both: with {one} at step {at}, with {other} at step {otherAt}.',
  'training.answer.one.reached':
    'With {one} the network gives {goal} right answers after {at} steps. Choose a second rule to compare it with.',
  'training.answer.one.lost':
    'With {one} there were {goal} right answers after {at} steps; after {step} there are {accuracy}. Choose a second rule to compare it with.',
  'training.answer.one.short':
    'With {one} {accuracy} of the answers are right after {step} steps. Choose a second rule to compare it with.',
  'training.answer.one.diverged':
    'With {one} training breaks down at step {at}. Choose a second rule to compare it with.',
  'training.fallback':
    'A small transformer is trained several times with the same data and the same start, and only the rule of its scores differs. With d_k = 64 and no factor, one key has nearly all the weight from the first step on, the scores grow further still, and the network does not learn in 300 steps what it learns with 1/√d_k in 200. Where d_k is small and the task is easy, there is no difference. In the examples of this page 1/d_k does better than 1/√d_k with a high learning rate and worse with a low one, and a cosine with a learned factor does at least as well.',

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
  'training.param.size': 'Size of the task',
  'training.param.symbols': 'Different symbols',
  'training.param.modelDim': 'Width of the network, d_model',
  'training.param.heads': 'Heads',
  'training.param.layers': 'Layers',
  'training.param.norm': 'Layer normalisation',
  'training.param.gain': 'Start of W^Q and W^K, times',
  'training.param.optimizer': 'Optimiser',
  'training.param.learningRate': 'Learning rate',
  'training.param.weightDecay': 'Weight decay',
  'training.param.schedule': 'Learning rate after warm-up',
  'training.param.warmup': 'Steps of warm-up',
  'training.param.clip': 'Longest gradient (0: any)',
  'training.param.batch': 'Examples a step',
  'training.param.steps': 'Steps',
  'training.choice.rules.rsqrt': '1/√d_k',
  'training.choice.rules.none': '1 (none)',
  'training.choice.rules.inverse': '1/d_k',
  'training.choice.rules.cosine': 'cosine',
  'training.choice.rules.alpha': '1/d_k to the α',
  'training.choice.rules.additive': 'additive',
  'training.choice.task.recall': 'recall (find the value of a key)',
  'training.choice.task.copy': 'copy a sequence',
  'training.choice.task.reverse': 'reverse a sequence',
  'training.choice.task.sort': 'sort a sequence',
  'training.choice.task.addition': 'add, modulo the size',
  'training.choice.task.dates': 'dates to ISO (long)',
  'training.choice.task.pronouns': 'what does “it” stand for?',
  'training.choice.norm.pre': 'before each part (pre)',
  'training.choice.norm.post': 'after each part (post, the paper)',
  'training.choice.schedule.constant': 'stays',
  'training.choice.schedule.cosine': 'falls to 0 by a cosine',
  'training.choice.optimizer.adam': 'Adam',
  'training.choice.optimizer.adamw': 'AdamW',
  'training.choice.optimizer.sgd': 'SGD with momentum',

  'training.rule.rsqrt': '1/√d_k',
  'training.rule.none': '1 (none)',
  'training.rule.inverse': '1/d_k',
  'training.rule.cosine': 'cosine',
  'training.rule.alpha': '1/d_k^{alpha}',
  'training.rule.additive': 'additive',
  'training.with.rsqrt': '1/√d_k',
  'training.with.none': 'no factor',
  'training.with.inverse': '1/d_k',
  'training.with.cosine': 'the cosine',
  'training.with.alpha': '1/d_k to the power {alpha}',
  'training.with.additive': 'additive scores',
  'training.optimizer.adam': 'Adam',
  'training.optimizer.adamw': 'AdamW',
  'training.optimizer.sgd': 'SGD',

  'training.formula.words':
    'The score z of a query q and a key k, rule by rule, with its factor: {rules}. A step moves the parameters θ against the gradient of the loss, with learning rate η = {rate}.',

  'training.axis.step': 'step',
  'training.column.rule': 'rule',
  'training.column.step': 'step',
  'training.column.seed': 'seed',
  'training.column.head': 'head',
  'training.column.at': 'steps to 90%',
  'training.column.file': 'file',
  'training.column.learningRate': 'learning rate',
  'training.column.trainLoss': 'loss in training',
  'training.column.trainAccuracy': 'right in training',
  'training.column.loss': 'loss',
  'training.column.accuracy': 'right',
  'training.column.exact': 'whole examples right',
  'training.column.query': 'query',
  'training.column.key': 'key',
  'training.column.weight': 'weight',

  'training.curves.title': 'Side by side: the same data, seed and start',
  'training.curves.figure': 'On {examples} examples never seen in training; task: {task}',
  'training.task.recall': 'The network reads pairs such as “b5”, then “b?”, and has to answer “5”.',
  'training.task.copy':
    'The network reads a row of symbols. After the bar it has to write them again.',
  'training.task.reverse':
    'The network reads a row of symbols. After the bar it has to write them in reverse order.',
  'training.task.sort':
    'The network reads a row of symbols. After the bar it has to write them in ascending order.',
  'training.task.addition':
    'The network reads two numbers. It has to say what remains of their sum when it is divided by {size}.',
  'training.task.dates':
    'The network reads a date in one of many spellings. It has to write it as year, month and day.',
  'training.task.pronouns':
    'The network reads a sentence. At “it” it has to say which of the nouns is meant.',
  'training.curves.accuracy': 'Right answers',
  'training.curves.loss': 'Loss (logarithmic)',
  'training.curves.numbers': 'Numbers of each rule',
  'training.curves.summary': 'After {step} of {steps} steps right answers are: {shares}.',
  'training.curves.share': '{rule}: {accuracy}',
  'training.curves.judged':
    'How it is judged: a rule has learned at the first of two measurements in a row with {goal} right answers, unless the last two are below that again. Numbers of steps that differ by less than a fifth count as the same, and so do shares of right answers within two standard errors of {examples} examples. One seed is one draw: the last picture on this page tries five.',
  'training.curves.later': 'The verdict comes when the networks rest.',
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
  'training.status.patient': 'paused at step {step} of {steps}: this takes longer',
  'training.status.done': 'done: {steps} {steps:step|steps}',
  'training.kept.label': 'Checkpoints',
  'training.kept.keep': 'Keep step {step}',
  'training.kept.back': 'Go back to step',
  'training.kept.step': '{step}',
  'training.save': 'Save',
  'training.save.label': 'Save the network with {rule} as a .safetensors file',

  'training.rest.same':
    'With {rule} there is no difference from {other} that this run can tell ({accuracy}).',
  'training.rest.sooner':
    'With {rule} it goes quicker than with {other}: {goal} after {at} steps, not {otherAt}.',
  'training.rest.later':
    'With {rule} it goes slower than with {other}: {goal} after {at} steps, not {otherAt}.',
  'training.rest.only':
    'With {rule} it gets to {goal}, after {at} steps; with {other} it ends at {otherAccuracy}.',
  'training.rest.never': 'With {rule} it ends below {goal}: {accuracy} after {step} steps.',
  'training.rest.ahead': 'With {rule} it is ahead of {other}: {accuracy}, not {otherAccuracy}.',
  'training.rest.behind': 'With {rule} it is behind {other}: {accuracy}, not {otherAccuracy}.',
  'training.rest.survived':
    'With {rule} training does not break down: {accuracy} after {step} steps.',
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
  'training.measure.wq': 'Gradient of W^Q',
  'training.measure.wk': 'Gradient of W^K',
  'training.measure.layer': 'Gradient of layer {layer}',
  'training.measure.gradient': 'Gradient of everything',

  'training.maps.title': 'What do they attend to while they learn?',
  'training.maps.lead':
    'An example that no network has seen in training. Rows are queries, columns keys; the stronger the colour, the more weight.',
  'training.maps.coming': 'Attention weights',
  'training.maps.figure': 'Attention weights at step {step} ({block}, head {head})',
  'training.maps.previous': 'Previous',
  'training.maps.next': 'Next example',
  'training.maps.example': 'example {example}',
  'training.maps.answers': 'The example and the answers',
  'training.maps.read': 'Example',
  'training.maps.wanted': 'Right answer',
  'training.maps.right': 'right',
  'training.maps.wrong': 'wrong',
  'training.maps.weight': 'weight',
  'training.maps.summary':
    'Held-out example {example} at step {step}: the right answer is {wanted}; the networks say {answers}.',
  'training.maps.said': '{rule}: {answer}',
  'training.maps.note':
    'A row with a single strong cell has made up its mind. Whether it has picked the right key shows in the answer.',

  'training.sharpness.title': 'How sharp are the weights?',
  'training.sharpness.lead':
    'Too sharp from the start, and the other keys get hardly any gradient; never sharp, and nothing is found.',
  'training.sharpness.figure': 'Weights on held-out examples while learning ({block})',
  'training.sharpness.note':
    'Means over the positions of held-out examples that see at least two keys, one line a head.',
  'training.scores.title': 'How far apart are the scores?',
  'training.scores.lead':
    'At the start the variance is about d_k without the factor and about 1 with 1/√d_k: the first question of this page. What happens then is up to learning.',
  'training.scores.figure': 'Scores that enter the softmax, on held-out examples ({block})',
  'training.scores.note':
    'A network can make its scores larger or smaller by W^Q and W^K, and the cosine by its factor. What it starts with decides how long that takes.',
  'training.gradients.title': 'How much gradient gets through?',
  'training.gradients.lead':
    'The length of the gradient of the last step, before it is clipped. Adam divides by such lengths, plain SGD does not.',
  'training.gradients.figure': 'Length of gradients while learning ({block})',
  'training.gradients.note':
    'A short gradient is not a vanished one: a network that has learned its task has short gradients, too. Compare the rules at the beginning: a factor divides not only the scores, but also the gradients of W^Q and W^K.',

  'training.seeds.title': 'Do other seeds agree?',
  'training.seeds.lead':
    'One run is one draw of start and data. The same experiment with {seeds} seeds tells how much of it is luck.',
  'training.seeds.start': 'Train with {seeds} seeds',
  'training.seeds.figure': 'Right answers, seed by seed (seeds so far: {seeds})',
  'training.seeds.seed': 'seed {seed}',
  'training.seeds.better':
    'With {other} it goes better than with {one} in {count} of {seeds} seeds.',
  'training.seeds.worse':
    'With {one} it goes better than with {other} in {count} of {seeds} seeds.',
  'training.seeds.same':
    'There is no difference between {one} and {other} in {count} of {seeds} seeds.',
  'training.seeds.alone': 'With {one} it gets to {goal} in {count} of {seeds} seeds.',
  'training.seeds.numbers': 'How often each rule does better, worse or the same',
  'training.seeds.column.reached': 'gets to {goal}',
  'training.seeds.column.better': 'better than {one}',
  'training.seeds.column.same': 'the same',
  'training.seeds.column.worse': 'worse',
  'training.seeds.summary':
    'Seeds of {seeds} in which {goal} of the answers became right: {rules}.',
  'training.seeds.reached': '{rule}: {reached}',

  'training.preset.decides.label': 'Training takes care of it',
  'training.preset.decides.predict':
    'W^Q and W^K are learned, so a network could make up for a missing factor by itself. With d_k = 64, does it?',
  'training.preset.decides.choice.a': 'Not in 300 steps',
  'training.preset.decides.choice.b': 'Yes, a little later',
  'training.preset.decides.choice.c': 'Yes, it makes no difference',
  'training.preset.decides.explain':
    'Without the factor the scores have a variance of about 64 at the start: one key has nearly all the weight. Gradient is not what is missing: a sharp softmax lets less of it through, but nothing divides it by √d_k either, and at the start that of W^Q is even the longer one (fourth picture below). Yet the steps do not undo the sharpness: the scores grow further (third picture). The answer above has the numbers of this run.',
  'training.preset.copy.label': 'No factor, no learning',
  'training.preset.copy.predict':
    'Is the factor always needed? Six symbols are to be copied, with d_k = 8. What happens without it?',
  'training.preset.copy.choice.a': 'It learns nothing',
  'training.preset.copy.choice.b': 'It learns as well',
  'training.preset.copy.choice.c': 'It learns far more slowly',
  'training.preset.copy.explain':
    'Scores of variance 8 are far less sharp than those of variance 64, and copying needs only to look at a place, always the same one: a sharp start does little harm. Where d_k is small and the task is easy, nobody would miss the factor.',
  'training.preset.inverse.label': '1/d_k is too small',
  'training.preset.inverse.predict':
    '1/d_k makes the scores of a random start nearly equal, and the weights even. With d_k = 256 and large steps (learning rate 0.01), how does it learn beside 1/√d_k?',
  'training.preset.inverse.choice.a': 'Worse',
  'training.preset.inverse.choice.b': 'The same',
  'training.preset.inverse.choice.c': 'Better',
  'training.preset.inverse.explain':
    'Even weights are no harm: every key gets gradient. Large steps then let W^Q and W^K grow fast, and with 1/√d_k the scores of long vectors overshoot; the smaller factor keeps them in bounds. 1/√d_k is right for the start, and not the best for every learning rate.',
  'training.preset.reverse.label': 'Then always 1/d_k',
  'training.preset.reverse.predict':
    'With large steps 1/d_k learns best. Eight symbols are to be reversed, with d_k = 128 and small steps (learning rate 0.001): how does it do now?',
  'training.preset.reverse.choice.a': 'It needs longer than 1/√d_k',
  'training.preset.reverse.choice.b': 'It is quicker again',
  'training.preset.reverse.choice.c': 'There is no difference',
  'training.preset.reverse.explain':
    'To look at one place the weights have to become sharp, and the scores large. With 1/d_k they start far smaller, and small steps take long to get there. So the best exponent depends on learning rate and task; 1/2 is the one that starts right for every d_k.',
  'training.preset.cosine.label': 'The cosine has no length',
  'training.preset.cosine.predict':
    'A cosine is at most 1, whatever d_k: sharp weights seem out of reach. How does it learn beside 1/√d_k?',
  'training.preset.cosine.choice.a': 'It stays behind',
  'training.preset.cosine.choice.b': 'At least as well',
  'training.preset.cosine.choice.c': 'Not at all',
  'training.preset.cosine.explain':
    'It has a factor e to the t that every head learns, and that starts at √d_k: this gives scores of variance 1, as 1/√d_k does, and then it goes where learning wants it. As vectors cannot grow in a cosine, it is used in large models whose scores would otherwise run away.',
};
