// The bundler finds the package's worker by its name and also bundles it (Vite with worker: { format: 'es' }).
export const createWorker = () =>
  new Worker(new URL('scaledot/worker', import.meta.url), { type: 'module' });
