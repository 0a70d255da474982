/** @import { Catalogue } from './index.js' */

/** English: words of the share dialog, fetched with it. Placeholders are in braces. @type {Catalogue} */
export default {
  'share.title': 'Share or embed',
  'share.what': 'What',
  'share.what.lab': 'the whole lab',
  'share.what.figure': 'one figure',
  'share.what.slides': 'slides for a class',
  'share.what.story': 'the story',
  'share.figure': 'Figure',
  'share.ways': 'Ways to share',
  'share.link': 'Link',
  'share.linkHint': 'Opens the page with exactly these settings and digits.',
  'share.tooLong':
    'The program is too long for a link and is left out here: copy the element, which holds all of it, or use “Save as” below the program.',
  'share.local': 'This page runs on your own machine, so its link works only there.',
  'share.frame': 'iframe',
  'share.frameHint': 'Works on every page that allows frames; needs no script of yours.',
  'share.fitHint':
    'Its second part is a script that makes the frame as tall as its content. Where scripts are not allowed, leave it out.',
  'share.address': 'Address',
  'share.addressHint': 'For places that take only an address, such as Notion.',
  'share.element': 'Element',
  'share.elementHint':
    'Becomes part of your page: attributes, properties and events are its interface.',
  'share.packageHint':
    'For pages made with the npm package scaledot and a bundler. Elsewhere leave the first line out and load the labs as this page does.',
  'share.package': 'npm',
  'share.packageJsx':
    'For pages made with a bundler (Next.js, Docusaurus, VitePress): npm install scaledot. The import goes to the top of the file.',
  'share.json': 'JSON',
  'share.jsonHint':
    'The complete state for programs: getState() of the element gives it, setState() takes it.',

  'share.qr': 'QR code of the link',
  'share.qrHint': 'For phones: the camera opens the link.',
  'share.qrSave': 'QR code as {kind}',
  'share.qrLong':
    'No QR code: this link has {length} characters, and a code that phones can read from a screen holds about {most}.',

  'share.height': 'Height in pixels',
  'share.fit': 'fit the height with a script',
  'share.tall': 'In the preview it is {height} pixels tall.',

  'share.hide': 'Hide',
  'share.part.controls': 'controls',
  'share.part.presets': 'presets',
  'share.part.formula': 'formula',
  'share.part.code': 'code',
  'share.part.share': 'share button',
  'share.part.badge': 'footer',
  'share.options': 'Options',
  'share.lock': 'lock the controls',
  'share.predict': 'presets without their question',
  'share.theme': 'Theme',
  'share.lang': 'Language',
  'share.langAuto': 'as the reader’s',

  'share.preview': 'Preview',
  'share.previewHint': 'What readers see. It follows your choices and cannot be used here.',
  'share.widths': 'Width of the preview',
  'share.width.phone': 'phone',
  'share.width.article': 'article',
  'share.width.page': 'wide page',
  'share.seen': 'Shown in a column of {width} pixels.',
  'share.noPreview': 'The story is a page of its own: open its link to see it.',
  'share.seenHidden': 'Hidden: {parts}.',
  'share.seenLocked': 'The controls are locked.',
};
