// What crosses the border between JavaScript and the core: the record of every function, field by field, in the order in which
// it crosses. From this come the JavaScript that writes records (web/engine/records/), the C++ that reads them
// (src/bindings/*_record.h), and the stamp by which an engine and its JavaScript know each other. `npm run border` writes these
// files.
//
// Fields have the names that they have in the core. docs/decisions/one-border.md says why there is one description.
import {
  choice,
  doubles,
  flag,
  floats,
  floatsOrRoom,
  group,
  into,
  number,
  optional,
  real,
  room,
  several,
  size,
  whole,
  wholes,
} from './kinds.mjs';

/** @typedef {import('./kinds.mjs').Call} Call */
/** @typedef {{includes: readonly string[], calls: Readonly<Record<string, Call>>}} Binding */

/** Numbers before the arrays in the block. */
export const recordLength = 128;

// Attention -----------------------------------------------------------------------------------------

const mask = group(
  'Mask',
  'attention',
  { data: floats, strides: several(whole, 4) },
  { cpp: 'MaskTensor', optional: true },
);

const visibility = group(
  'Visibility',
  'attention',
  {
    scale: real,
    softcap: real,
    causal: choice('Causal'),
    windowBefore: whole,
    windowAfter: whole,
    keyLengths: optional(wholes),
    firstQuery: whole,
    wholeQueries: whole,
    allow: mask,
    block: mask,
    bias: mask,
  },
  { cpp: 'AttentionProblem' },
);

const problem = group(
  'Problem',
  'attention',
  {
    batch: whole,
    heads: whole,
    keyHeads: whole,
    queries: whole,
    keys: whole,
    headDim: whole,
    valueDim: whole,
    query: floats,
    key: floats,
    value: floats,
    visibility: into(visibility, ''),
  },
  { cpp: 'AttentionProblem' },
);

const results = group(
  'Results',
  'attention',
  {
    output: room(),
    weights: room(),
    scores: room(),
    scaledScores: room(),
    cappedScores: room(),
    maskedScores: room(),
    logSumExp: room(),
  },
  { cpp: 'AttentionResults' },
);

const linear = group(
  'Linear',
  'multi-head',
  { weight: floats, bias: optional(floats) },
  { cpp: 'Linear' },
);

const multiHeadProblem = group(
  'MultiHeadProblem',
  'multi-head',
  {
    batch: whole,
    queries: whole,
    keys: whole,
    queryWidth: whole,
    keyWidth: whole,
    valueWidth: whole,
    outputWidth: whole,
    heads: whole,
    keyHeads: whole,
    headDim: whole,
    valueDim: whole,
    query: floats,
    key: floats,
    value: floats,
    wq: linear,
    wk: linear,
    wv: linear,
    wo: linear,
    extraKey: optional(floats),
    extraValue: optional(floats),
    zeroKey: flag,
    visibility: into(visibility, 'attention'),
  },
  { cpp: 'MultiHeadProblem' },
);

/** @type {Binding} */
const attention = {
  includes: ['attention/attention.h', 'attention/multi_head.h', 'statistics/head_statistics.h'],
  calls: {
    attention: {
      file: 'attention',
      takes: { problem, results, fullyMasked: room('uint32_t') },
      gives: { fullyMaskedRows: whole },
    },
    attentionGradient: {
      file: 'attention-gradient',
      takes: {
        problem,
        forwardGiven: flag,
        forward: group(
          'Forward',
          'attention-gradient',
          { output: floatsOrRoom, logSumExp: floatsOrRoom },
          { cpp: 'AttentionResults' },
        ),
        outputGradient: floats,
        gradients: group(
          'Gradients',
          'attention-gradient',
          { query: room(), key: room(), value: room(), bias: room(), biasCount: size },
          { cpp: 'AttentionGradients' },
        ),
      },
      gives: { scale: number },
    },
    multiHeadAttention: {
      file: 'multi-head',
      takes: {
        problem: multiHeadProblem,
        results: group(
          'MultiHeadResults',
          'multi-head',
          {
            output: room(),
            attention: results,
            projectedQuery: room(),
            projectedKey: room(),
            projectedValue: room(),
          },
          { cpp: 'MultiHeadResults' },
        ),
        fullyMasked: room('uint32_t'),
      },
      gives: { fullyMaskedRows: whole },
    },
    multiHeadAttentionGradient: {
      file: 'multi-head',
      takes: {
        problem: multiHeadProblem,
        outputGradient: floats,
        gradients: group(
          'MultiHeadGradients',
          'multi-head',
          {
            query: room(),
            key: room(),
            value: room(),
            wq: room(),
            wk: room(),
            wv: room(),
            wo: room(),
            bq: room(),
            bk: room(),
            bv: room(),
            bo: room(),
            extraKey: room(),
            extraValue: room(),
            bias: room(),
            biasCount: size,
          },
          { cpp: 'MultiHeadGradients' },
        ),
      },
      gives: { scale: number },
    },
    headStatistics: {
      file: 'head-statistics',
      takes: {
        problem,
        heads: room('HeadStatistics'),
        bins: whole,
        histograms: room('double'),
      },
    },
    meanOfHeads: {
      file: 'head-statistics',
      takes: { count: whole, heads: doubles('HeadStatistics'), mean: room('HeadStatistics') },
    },
  },
};

/** By the file of src/bindings/. @type {Readonly<Record<string, Binding>>} */
export const bindings = { attention };
