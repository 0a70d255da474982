/**
 * The code that distributes runs to workers. Fetched at the first run, or before it by callers that know there will be
 * one.
 */
export const coordinating = () => import('./workers/coordinator.js');
