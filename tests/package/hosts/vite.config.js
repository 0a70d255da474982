export default {
  base: './',
  // scaledot's worker loads an engine only when it is told which one, so it has to stay a module.
  worker: { format: 'es' },
};
