// Networks: records as in ../records.mjs.
import {
  bytes,
  choice,
  flag,
  flat,
  floats,
  group,
  number,
  optional,
  real,
  place,
  size,
  whole,
  wholes,
} from '../kinds.mjs';

const fileMatrix = group(
  'FileMatrix',
  'network',
  {
    in: whole,
    out: whole,
    transposed: flag,
    type: choice('NumberType'),
    bytes: bytes(),
  },
  { cpp: 'FileMatrix' },
);

/** @type {import('../records.mjs').Binding} */
export const network = {
  includes: [
    'learning/optimizer.h',
    'network/label_loss.h',
    'network/linear.h',
    'network/pointwise.h',
    'network/positions.h',
  ],
  calls: {
    linear: {
      file: 'network',
      takes: {
        rows: whole,
        weight: fileMatrix,
        x: floats,
        bias: optional(floats),
        add: optional(floats),
        y: place(),
      },
    },
    linearGradient: {
      file: 'network-gradients',
      takes: {
        rows: whole,
        weight: fileMatrix,
        x: floats,
        outputGradient: floats,
        gradients: group(
          'LinearGradients',
          'network-gradients',
          { x: place(), weight: place(), bias: place() },
          { cpp: 'LinearGradients' },
        ),
      },
    },
    pointwiseGradient: {
      file: 'network-gradients',
      takes: {
        activation: choice('PointActivation'),
        count: whole,
        x: floats,
        outputGradient: floats,
        xGradient: place(),
      },
    },
    optimizerStep: {
      file: 'optimizers',
      takes: {
        rule: group(
          'StepRule',
          'optimizers',
          {
            kind: choice('OptimizerKind'),
            learningRate: number,
            momentum: number,
            dampening: number,
            beta1: number,
            beta2: number,
            epsilon: number,
            weightDecay: number,
            nesterov: flag,
            amsgrad: flag,
            maximize: flag,
            step: number,
          },
          { cpp: 'StepRule' },
        ),
        count: size,
        parameters: floats,
        gradients: floats,
        state: group(
          'StepState',
          'optimizers',
          { first: optional(floats), second: optional(floats), greatest: optional(floats) },
          { cpp: 'StepState' },
        ),
        nextParameters: place(),
        next: group(
          'NextState',
          'optimizers',
          { first: place(), second: place(), greatest: place() },
          { cpp: 'NextState' },
        ),
      },
    },
    decode: {
      file: 'network',
      takes: { type: choice('NumberType'), count: whole, bytes: bytes(), numbers: place() },
    },
    pointwise: {
      file: 'network',
      takes: {
        what: flat(
          group(
            'Pointwise',
            'network',
            {
              activation: choice('PointActivation'),
              scale: real,
              gate: optional(floats),
              add: optional(floats),
            },
            { cpp: 'Pointwise' },
          ),
        ),
        count: whole,
        x: floats,
        y: place(),
      },
    },
    rotaryTable: {
      file: 'network',
      takes: {
        positions: whole,
        angles: flat(
          group(
            'RotaryAngles',
            'network',
            {
              rotated: whole,
              base: number,
              stretch: choice('RotaryStretch'),
              factor: number,
              low: number,
              high: number,
              original: number,
            },
            { cpp: 'RotaryAngles' },
          ),
        ),
        cosine: place(),
        sine: place(),
      },
    },
    relativeBias: {
      file: 'network',
      takes: {
        queries: whole,
        keys: whole,
        of: flat(
          group(
            'RelativeBuckets',
            'network',
            { buckets: whole, heads: whole, maxDistance: whole, bidirectional: flag },
            { cpp: 'RelativeBuckets' },
          ),
        ),
        table: floats,
        to: place(),
      },
    },
    crossEntropy: {
      file: 'network',
      takes: {
        before: group('LabelLoss', 'network', { sum: number, rows: number }, { cpp: 'LabelLoss' }),
        rows: whole,
        vocabulary: whole,
        logits: floats,
        labels: wholes,
      },
      returns: { sum: number, rows: number, mean: number, perplexity: number },
    },
  },
};
