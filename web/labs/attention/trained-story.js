/** Code that only trained models need. Fetched when one is chosen. */
export { trainedAnswer, trainedNumbers, trainedRest } from './trained-answer.js';
export { TrainedModel } from './trained.js';
export { TrainedPanel } from './trained-panel.js';
export { planOf, trainedSource, viewOf } from './trained-view.js';
