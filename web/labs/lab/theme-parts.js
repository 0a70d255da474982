/** What of a lab a host's own styles reach with ::part(); docs/elements.md tells of each. */
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
