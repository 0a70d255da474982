// Training, which is a module of its own: records as in ../records.mjs.
import { bytes, choice, flag, flat, group, number, room, size, whole, wide } from '../kinds.mjs';

const trainer = { file: 'training-core', memory: 'LearningMemory' };

const sentence = group('SentenceRoom', 'training-core', {
  capacity: whole,
  letters: room('char'),
});

/** Of all positions of an example. */
const seen = group('SeenRooms', 'training-core', {
  tokens: room('uint32_t'),
  targets: room('uint32_t'),
  labels: room('uint32_t'),
  best: room('uint32_t'),
});

/** How many tokens and targets there are, and where pronoun and antecedent stand. */
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

/** A trainer's: choices as the numbers of the core's enumerations. */
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
      gives: { fits: flag, stack: whole, parameters: size, length: whole, targetLength: whole },
    },
    trainerCreate: { ...trainer, takes: { settings }, gives: { handle: whole } },
    trainerOpen: {
      ...trainer,
      takes: { anew: flag, handle: whole, count: whole, bytes: bytes(), sentence },
      gives: { sentenceLength: whole, handle: whole },
    },
    trainerFree: { ...trainer, takes: { handle: whole } },
    trainerFacts: {
      ...trainer,
      takes: { handle: whole, blocks: room('uint32_t') },
      gives: {
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
      takes: { handle: whole, text: room('char') },
      gives: { length: size },
    },
    trainerStep: {
      ...trainer,
      takes: { handle: whole, count: whole },
      gives: { steps: wide, divergedAt: wide, rows: whole },
    },
    trainerMetrics: {
      ...trainer,
      takes: { handle: whole, first: whole, count: whole, rows: room('double') },
    },
    trainerEvaluate: {
      ...trainer,
      takes: { handle: whole, first: whole, count: whole, scoreFactor: number },
      gives: {
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
      gives: { seen: seenNumbers },
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
      gives: { sentenceLength: size, seen: seenNumbers },
    },
    trainerRead: {
      ...trainer,
      takes: {
        handle: whole,
        scoreFactor: number,
        length: whole,
        text: bytes('char'),
        sentence,
        tokens: room('uint32_t'),
        probabilities: room(),
        losses: room('double'),
      },
      gives: { sentenceLength: whole, count: whole, loss: number, perplexity: number },
    },
    trainerAttention: {
      ...trainer,
      takes: {
        handle: whole,
        block: whole,
        weights: room(),
        scores: room(),
        input: room(),
        memory: room(),
      },
    },
    trainerSave: {
      ...trainer,
      takes: { handle: whole, numbers: choice('CheckpointNumbers'), optimizer: flag },
      gives: { length: size },
    },
    trainerSaved: { ...trainer, takes: { bytes: room('unsigned char') } },
  },
};
