// Matrices and heads: records as in ../records.mjs.
import {
  flag,
  flat,
  floats,
  group,
  number,
  optional,
  real,
  place,
  seed,
  several,
  size,
  whole,
} from '../kinds.mjs';

const matrixStack = group(
  'MatrixStack',
  'matrices',
  { strides: several(whole, 2), data: floats },
  { cpp: 'MatrixStack' },
);

/** @type {import('../records.mjs').Binding} */
export const heads = {
  includes: [
    'attention/head_cost.h',
    'attention/merged_head.h',
    'attention/terms.h',
    'lanes/difference.h',
    'lanes/matrix_stack.h',
  ],
  calls: {
    matmul: {
      file: 'matrices',
      takes: {
        product: flat(
          group(
            'StackProduct',
            'matrices',
            {
              counts: several(whole, 2),
              rows: whole,
              inner: whole,
              columns: whole,
              left: matrixStack,
              right: matrixStack,
              transposeRight: flag,
              bias: optional(floats),
            },
            { cpp: 'StackProduct' },
          ),
        ),
        to: place(),
      },
    },
    randomTensor: {
      file: 'matrices',
      takes: { seed, stream: whole, rows: whole, columns: whole, sd: number, to: place() },
    },
    difference: {
      file: 'terms',
      takes: { count: size, a: floats, b: floats },
      returns: {
        difference: flat(
          group(
            'LargestDifference',
            'terms',
            { largest: number, at: size, scale: number },
            { cpp: 'Difference' },
          ),
        ),
      },
    },
    productTerms: {
      file: 'terms',
      takes: {
        count: whole,
        left: floats,
        right: floats,
        bias: optional(floats),
        products: place('double'),
      },
      returns: {
        terms: flat(
          group('SumOfProducts', 'terms', { sum: number, value: real }, { cpp: 'ProductTerms' }),
        ),
      },
    },
    softmaxTerms: {
      file: 'terms',
      takes: { count: whole, index: whole, logits: floats, exponentials: place('double') },
      returns: {
        terms: flat(
          group(
            'Weight',
            'terms',
            { max: real, sum: number, weight: real },
            { cpp: 'SoftmaxTerms' },
          ),
        ),
      },
    },
    headCost: {
      file: 'head-algebra',
      takes: {
        sizes: flat(
          group(
            'HeadSizes',
            'head-algebra',
            {
              modelDim: whole,
              heads: whole,
              keyHeads: whole,
              headDim: whole,
              valueDim: whole,
              length: whole,
            },
            { cpp: 'HeadSizes' },
          ),
        ),
      },
      returns: {
        cost: flat(
          group(
            'HeadCost',
            'head-algebra',
            {
              parameters: group('Parameters', 'head-algebra', {
                query: number,
                key: number,
                value: number,
                output: number,
                total: number,
                pair: number,
                merged: number,
                pairs: number,
                mergedAll: number,
              }),
              multiplications: group('Multiplications', 'head-algebra', {
                projections: number,
                scores: number,
                weighted: number,
                output: number,
                total: number,
                factoredScores: number,
                mergedScores: number,
              }),
              cache: group('Cache', 'head-algebra', {
                perToken: number,
                mergedPerToken: number,
                total: number,
              }),
              breakEven: number,
            },
            { cpp: 'HeadCost' },
          ),
        ),
      },
    },
    spectrum: {
      file: 'head-algebra',
      functions: ['mergedHead', 'thinHead'],
      takes: {
        modelDim: whole,
        headDim: whole,
        wq: floats,
        wk: floats,
        tolerance: group(
          'RankTolerance',
          'head-algebra',
          { value: number, relative: flag },
          { cpp: 'RankTolerance' },
        ),
        singularValues: place('double'),
      },
      returns: {
        head: flat(
          group(
            'MergedHead',
            'head-algebra',
            { rank: number, tolerance: number, effectiveRank: number, carrying: number },
            { cpp: 'MergedHead' },
          ),
        ),
      },
    },
  },
};
