// A Cloudflare Worker that gives nothing.
import variant from './variant.js';

export default { fetch: async () => new Response(await variant()) };
