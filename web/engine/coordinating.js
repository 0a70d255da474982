/** What shares runs out among workers: fetched with the first run, or ahead of it by whoever knows that there will be one. */
export const coordinating = () => import('./workers/coordinator.js');
