// The bundler finds the package's worker by its name and bundles it, too (Vite with worker: { format: 'es' }).
export const createWorker = () =>
  new Worker(new URL('scaledot/worker', import.meta.url), { type: 'module' });
