/** @import { Catalogue } from './index.js' */

/** English: words of the slides, fetched with them. Placeholders are in braces. @type {Catalogue} */
export default {
  'present.slides': 'Slides',
  'present.previous': 'Previous slide',
  'present.next': 'Next slide',
  'present.at': '{at} / {all}',
  'present.spoken': 'Slide {at} of {all}: {title}',
  'present.full': 'Full screen (F)',
  'present.leave': 'End (Escape)',

  'present.phones': 'For phones',
  'present.qr': 'QR code of these settings',
  'present.qrHint': 'The camera of a phone opens these settings.',
  'present.qrOwn': 'This page runs on your own machine: phones cannot open it.',
  'present.qrLong': 'These settings are too long for a code that phones can read.',

  'present.ask': 'Ask the class',
  'present.which': 'Which question?',
  'present.raiseHands': 'Hands up! Tap once for each hand.',
  'present.votes': 'Hands for: {choice}',
  'present.more': 'One more hand for: {choice}',
  'present.fewer': 'One hand fewer for: {choice}',
  'present.reveal': 'Show what happens',
  'present.right': 'This is right',
  'present.most': 'the class: {votes} of {all}',
  'present.some': '{votes} of {all}',
  'present.guess': 'The class’s guess: {choices}.',
  'present.choice': '{choice} ({votes})',
};
