// Made by `npm run border` from scripts/border/records.mjs.

/** @import { NumberArray } from '../types.js' */
/** @import { Memory, Place } from '../border/memory.js' */

/**
 * @typedef {object} StepRule
 * @property {number} kind
 * @property {number} learningRate
 * @property {number} momentum
 * @property {number} dampening
 * @property {number} beta1
 * @property {number} beta2
 * @property {number} epsilon
 * @property {number} weightDecay
 * @property {boolean} nesterov
 * @property {boolean} amsgrad
 * @property {boolean} maximize
 * @property {number} step
 */

/** @param {Memory} memory @param {StepRule} stepRule */
export function writeStepRule(memory, stepRule) {
  memory.add([
    stepRule.kind,
    stepRule.learningRate,
    stepRule.momentum,
    stepRule.dampening,
    stepRule.beta1,
    stepRule.beta2,
    stepRule.epsilon,
    stepRule.weightDecay,
  ]);
  memory.number(stepRule.nesterov ? 1 : 0);
  memory.number(stepRule.amsgrad ? 1 : 0);
  memory.number(stepRule.maximize ? 1 : 0);
  memory.number(stepRule.step);
}

/**
 * @typedef {object} StepState
 * @property {NumberArray | null | undefined} first
 * @property {NumberArray | null | undefined} second
 * @property {NumberArray | null | undefined} greatest
 */

/** @param {Memory} memory @param {StepState} stepState */
export function writeStepState(memory, stepState) {
  memory.input(stepState.first);
  memory.input(stepState.second);
  memory.input(stepState.greatest);
}

/**
 * @typedef {object} NextState
 * @property {Place} first
 * @property {Place} second
 * @property {Place} greatest
 */

/** @param {Memory} memory @param {NextState} nextState */
export function writeNextState(memory, nextState) {
  memory.add([nextState.first, nextState.second, nextState.greatest]);
}

/**
 * @typedef {object} OptimizerStepRecord
 * @property {StepRule} rule
 * @property {number} count
 * @property {NumberArray} parameters
 * @property {NumberArray} gradients
 * @property {StepState} state
 * @property {Place} nextParameters
 * @property {NextState} next
 */

/**
 * @param {Memory} memory
 * @param {OptimizerStepRecord} record
 */
export function optimizerStep(memory, record) {
  writeStepRule(memory, record.rule);
  memory.number(record.count);
  memory.input(record.parameters);
  memory.input(record.gradients);
  writeStepState(memory, record.state);
  memory.number(record.nextParameters);
  writeNextState(memory, record.next);
  memory.call(memory.module.optimizerStep);
}
