// Training, which is a separate module: records as in ../records.mjs.
import { bytes, choice, flag, flat, group, number, place, size, whole, wide } from '../kinds.mjs';

const trainer = { file: 'training-core', memory: 'LearningMemory' };

const sentence = group('SentenceBuffer', 'training-core', {
  capacity: whole,
  letters: place('char'),
});

/** The arrays of all positions of an example. */
const seen = group('SeenPlaces', 'training-core', {
  tokens: place('uint32_t'),
  targets: place('uint32_t'),
  labels: place('uint32_t'),
  best: place('uint32_t'),
});

/** The numbers of tokens and targets, and the positions of pronoun and antecedent. */
const seenNumbers = flat(
  group(
    'SeenNumbers',
    'training-core',
    {
      length: whole,
      targetLength: whole,
      pronoun: whole,
      antecedent: whole,
    },
    { cpp: 'SeenNumbers' },
  ),
);

/** The settings of a trainer, with choices as numbers of the core's enumerations. */
const settings = group(
  'Settings',
  'training-core',
  {
    task: flat(
      group(
        'TaskSettings',
        'training-core',
        { name: choice('TaskName'), size: whole, symbols: whole },
        { cpp: 'TaskConfig' },
      ),
    ),
    model: flat(
      group(
        'ModelSettings',
        'training-core',
        {
          stack: choice('Stack'),
          layers: whole,
          modelDim: whole,
          heads: whole,
          headDim: whole,
          feedForward: whole,
          norm: choice('NormPlace'),
          activation: choice('Activation'),
          tied: flag,
          rule: choice('AttentionRule'),
          alpha: number,
          queryKeyGain: number,
        },
        { cpp: 'TransformerShape' },
      ),
    ),
    optimizer: flat(
      group(
        'OptimizerSettings',
        'training-core',
        {
          kind: choice('OptimizerKind'),
          learningRate: number,
          momentum: number,
          beta1: number,
          beta2: number,
          epsilon: number,
          weightDecay: number,
          clip: number,
          warmup: whole,
          steps: whole,
          schedule: choice('Schedule'),
          finalRate: number,
        },
        { cpp: 'OptimizerConfig' },
      ),
    ),
    batch: whole,
    seed: wide,
    every: whole,
    heldOut: whole,
  },
  { cpp: 'TrainerConfig' },
);

/** @type {import('../records.mjs').Binding} */
export const training = {
  includes: ['bindings/seen_numbers.h', 'learning/checkpoint.h', 'learning/trainer.h'],
  calls: {
    trainerPlan: {
      ...trainer,
      takes: { settings },
      returns: { fits: flag, stack: whole, parameters: size, length: whole, targetLength: whole },
    },
    trainerCreate: { ...trainer, takes: { settings }, returns: { handle: whole } },
    trainerOpen: {
      ...trainer,
      takes: { anew: flag, handle: whole, count: whole, bytes: bytes(), sentence },
      returns: { sentenceLength: whole, handle: whole },
    },
    trainerFree: { ...trainer, takes: { handle: whole } },
    trainerFacts: {
      ...trainer,
      takes: { handle: whole, blocks: place('uint32_t') },
      returns: {
        parameters: size,
        vocabulary: whole,
        length: whole,
        targetLength: whole,
        positions: whole,
        metricNumbers: whole,
        blockCount: whole,
        settings,
      },
    },
    trainerWords: {
      ...trainer,
      takes: { handle: whole, text: place('char') },
      returns: { length: size },
    },
    trainerStep: {
      ...trainer,
      takes: { handle: whole, count: whole },
      returns: { steps: wide, divergedAt: wide, rows: whole },
    },
    trainerMetrics: {
      ...trainer,
      takes: { handle: whole, first: whole, count: whole, rows: place('double') },
    },
    trainerEvaluate: {
      ...trainer,
      takes: { handle: whole, first: whole, count: whole, scoreFactor: number },
      returns: {
        evaluation: flat(
          group(
            'Evaluation',
            'training-core',
            { loss: number, labels: whole, right: whole, exact: whole, examples: whole },
            { cpp: 'Evaluation' },
          ),
        ),
      },
    },
    trainerLook: {
      ...trainer,
      takes: { handle: whole, split: choice('Split'), index: whole, scoreFactor: number, seen },
      returns: { seen: seenNumbers },
    },
    trainerLookAt: {
      ...trainer,
      takes: {
        handle: whole,
        scoreFactor: number,
        length: whole,
        text: bytes('char'),
        sentence,
        seen,
      },
      returns: { sentenceLength: size, seen: seenNumbers },
    },
    trainerRead: {
      ...trainer,
      takes: {
        handle: whole,
        scoreFactor: number,
        length: whole,
        text: bytes('char'),
        sentence,
        tokens: place('uint32_t'),
        probabilities: place(),
        losses: place('double'),
      },
      returns: { sentenceLength: whole, count: whole, loss: number, perplexity: number },
    },
    trainerAttention: {
      ...trainer,
      takes: {
        handle: whole,
        block: whole,
        weights: place(),
        scores: place(),
        input: place(),
        memory: place(),
      },
    },
    trainerSave: {
      ...trainer,
      takes: { handle: whole, numbers: choice('CheckpointNumbers'), optimizer: flag },
      returns: { length: size },
    },
    trainerSaved: { ...trainer, takes: { bytes: place('unsigned char') } },
  },
};
