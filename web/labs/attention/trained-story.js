/** What only trained models need: fetched when one is chosen. */
export { trainedAnswer, trainedNumbers, trainedRest } from './trained-answer.js';
export { TrainedModel } from './trained.js';
export { TrainedPanel } from './trained-panel.js';
export { planOf, trainedSource, viewOf } from './trained-view.js';
