/** Matrices side by side: small multiples with a common colour scale above them. */
import { heat, sharedScale } from '../../charts/heat.js';
import { panels, panelsHeight } from '../../charts/panels.js';

/** @import { HeatSpec } from '../../charts/heat.js' */
/** @import { PanelLayout, Picture, Place } from '../../charts/types.js' */
/** @import { Section } from './section.js' */

/** @typedef {Required<Pick<HeatSpec, 'ramp' | 'domain' | 'scale'>>} Colours  the colours of all matrices */

/**
 * @typedef {object} Own
 * @property {string} key
 * @property {string} title
 * @property {(picture: Picture, place: Place) => Picture} [with]  adds marks beside the cells
 */

/** @typedef {Own & Pick<HeatSpec, 'rows' | 'columns' | 'values' | 'x' | 'y'>} Matrix */

/** @param {number} width @param {PanelLayout} layout @param {Colours} colours */
export const heatsHeight = (width, layout, colours) =>
  panelsHeight(width, { ...layout, scale: sharedScale(colours) });

/**
 * @param {number} width
 * @param {PanelLayout} layout
 * @param {Colours} colours
 * @param {readonly Matrix[]} matrices
 */
export const heats = (width, layout, colours, matrices) =>
  panels(
    width,
    { ...layout, scale: sharedScale(colours) },
    matrices.map(({ key, title, with: complete = (picture) => picture, ...own }) => ({
      key,
      title,
      draw(place) {
        const { width, height, left } = place;
        const scale = { ...colours.scale, hidden: true };
        const spec = { ...own, ...colours, width, height, left, scale, numbers: false };
        return complete(heat(spec), place);
      },
    })),
  );

/**
 * Returns the colours of attention weights, from 0 to 1.
 * @param {string} label
 * @param {Section['format']} format
 * @returns {Colours}
 */
export const weightColours = (label, format) => ({
  ramp: 'weight',
  domain: [0, 1],
  scale: {
    label,
    read: (value) => format.fixed(value, 3),
    format: (value) => format.number(value, 2),
  },
});
