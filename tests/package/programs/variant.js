import { load } from 'scaledot';

/** Which engine runs here, if nobody says which. */
export default async () => (await load({ parts: [] })).engine.variant;
