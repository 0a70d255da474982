export default {
  base: './',
  // The worker of scaledot loads its engine when it is told which; so it has to stay a module.
  worker: { format: 'es' },
};
