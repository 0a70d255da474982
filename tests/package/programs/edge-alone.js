// A route of Next.js on its edge runtime that gives nothing.
import variant from './variant.js';

export const GET = async () => new Response(await variant());
