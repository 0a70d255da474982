/** The parts of a lab that a host page can style with ::part(). docs/elements.md describes each. */
export const themeParts = Object.freeze([
  'lab',
  'notes',
  'title',
  'share',
  'answer',
  'presets',
  'card',
  'controls',
  'formula',
  'picture',
  'code',
  'foot',
]);
