/** English: what stands on paper for a lab that was far from the window. @type {import('./index.js').Catalogue} */
export default {
  'paper.undrawn': 'Not drawn yet when this page was printed: {link}',
};
