/** Exports a picture of a lab as a file, for pages that request one. */

/** @import { Section } from '../parts/section.js' */
/** @import { Lab } from './lab.js' */
/** @import { ImageOptions } from './public.js' */

import { imageWidths } from '../../charts/figure.js';
import { checkChoice, checkNumber, checkObject } from '../../engine/border/checks.js';
import { constant } from '../../engine/border/constant.js';

/** File types */
const types = constant(['svg', 'png']);

/** Returns the loaded pictures that can be saved as files. @param {typeof Lab} kind */
export function imagesOf({ lab, pictures, parts }) {
  return pictures.filter((name) => parts[`sd-${lab}-${name}`]?.pictured);
}

/** @param {Lab} lab @param {ImageOptions} [options] @returns {Promise<Blob>} */
export async function exportImage(lab, options) {
  const given = checkObject('exportImage', options, ['picture', 'type', 'width']);
  const { type = 'svg', width } = given;
  const fileType = types[checkChoice('type', type, types)];
  const wide =
    width === undefined ? width : checkNumber('width', width, { ...imageWidths, whole: true });
  const kind = lab.constructor;
  await kind.fetchStory();
  const images = imagesOf(kind);
  const [first = images[0]] = lab.figures.filter((each) => images.includes(each));
  const { picture = first } = given;
  checkChoice('picture', picture, images);
  const name = String(picture);
  if (!lab.isConnected) throw new Error('exportImage: the element is not on a page');
  await lab.start();
  if (lab.engine && !lab.engineFor(name)) await lab.wholeEngine();
  if (!lab.engine) throw new Error(lab.failure || 'exportImage: the element left the page');
  return lab.withPicture(name, async () => {
    const section = lab.section(name);
    const why = lab.isConnected ? 'the picture could not be fetched' : 'the element left the page';
    if (!section) throw new Error(`exportImage: ${why}`);
    return (await section.finished()).image(fileType, wide);
  });
}
