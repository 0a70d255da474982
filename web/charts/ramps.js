/**
 * Perceptually uniform colour ramps for numbers.
 *
 * A sequential ramp runs from near the paper to the strongest contrast with it, in the hue of one quantity. Lightness
 * alone shows the order, so colour vision does not matter. The diverging ramp runs through the paper from ochre
 * (negative) to purple (positive), which colour-blind readers can tell apart. Ramps are computed in OKLab, where distance
 * is perceived difference: each ramp is measured and its steps are spaced evenly. Each has a table for light paper and
 * one for dark paper.
 */

/** @typedef {'query' | 'key' | 'value' | 'weight' | 'score' | 'neutral' | 'diverging'} RampName */
/** @typedef {readonly [lightness: number, a: number, b: number]} Lab */

/** Hue (degrees) and chroma of the accents in tokens.js. @type {Record<string, [hue: number, chroma: number]>} */
const hues = {
  query: [258, 0.13],
  key: [48, 0.14],
  value: [175, 0.1],
  weight: [300, 0.2],
  score: [5, 0.15],
  neutral: [260, 0.015],
  ochre: [72, 0.12],
};

/** Number of steps of a ramp. Odd, so that a diverging ramp has a middle. */
export const levels = 255;

/** @type {Map<string, Uint8Array>} */
const made = new Map();

/**
 * Returns three bytes (red, green, blue) per step.
 * @param {RampName} name
 * @param {boolean} dark
 */
export function ramp(name, dark) {
  const id = `${name}${dark}`;
  const known = made.get(id);
  if (known) return known;
  const table = evenly(name === 'diverging' ? divergingPath(dark) : sequentialPath(name, dark));
  made.set(id, table);
  return table;
}

/**
 * Returns the level of a value on a ramp, 0 to levels - 1, or -1 for NaN.
 * @param {number} value
 * @param {number} low
 * @param {number} high
 */
export function levelOf(value, low, high) {
  const share = high > low ? (value - low) / (high - low) : 0.5;
  if (Number.isNaN(share)) return -1;
  return Math.round(Math.max(0, Math.min(1, share)) * (levels - 1));
}

/**
 * Paints numbers in the colours of a ramp. Values that are not finite stay transparent.
 * @param {Uint8ClampedArray} into  Four bytes per number
 * @param {ArrayLike<number>} values
 * @param {object} scale
 * @param {RampName} scale.ramp
 * @param {readonly [number, number]} scale.domain
 * @param {boolean} dark
 */
export function paintRamp(into, values, { ramp: name, domain: [low, high] }, dark) {
  const table = ramp(name, dark);
  for (let i = 0; i < values.length; i++) {
    const level = Math.abs(values[i]) === Infinity ? -1 : levelOf(values[i], low, high);
    if (level >= 0)
      for (let part = 0; part < 3; part++) into[4 * i + part] = table[3 * level + part];
    into[4 * i + 3] = level < 0 ? 0 : 255;
  }
}

/**
 * Returns the text colour for a step: black or white, whichever has more contrast. The contrast is at least 4.5:1.
 * @param {RampName} name
 * @param {number} level
 * @param {boolean} dark
 */
export function inkOn(name, level, dark) {
  const [red, green, blue] = ramp(name, dark).subarray(3 * level);
  const light = 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue);
  return light > 0.179 ? 'black' : 'white';
}

/** Converts an sRGB byte to linear light, 0 to 1. @param {number} byte */
const linear = (byte) => (byte > 10 ? ((byte / 255 + 0.055) / 1.055) ** 2.4 : byte / 255 / 12.92);

/**
 * @param {string} name
 * @param {boolean} dark
 * @returns {(share: number) => Lab}
 */
function sequentialPath(name, dark) {
  const [hue, chroma] = hues[name];
  const [from, to] = dark ? [0.235, 0.93] : [0.975, 0.33];
  return (share) => {
    // Chroma peaks at about two thirds of the ramp and is close to 0 at the paper.
    const color = chroma * Math.sin(Math.PI * (0.04 + 0.72 * share)) ** 1.2;
    return inGamut(polar(from + (to - from) * share, color, hue));
  };
}

/** @param {boolean} dark @returns {(share: number) => Lab} */
function divergingPath(dark) {
  const [middle, end] = dark ? [0.25, 0.84] : [0.972, 0.42];
  return (share) => {
    const off = 2 * share - 1;
    const [hue, chroma] = hues[off < 0 ? 'ochre' : 'weight'];
    const size = Math.abs(off);
    return inGamut(
      polar(middle + (end - middle) * size, Math.min(0.15, chroma) * Math.sin(2.2 * size), hue),
    );
  };
}

/**
 * Samples a path at points that are equally far apart in perceived colour.
 * @param {(share: number) => Lab} path
 */
function evenly(path) {
  const fine = 1024;
  const points = Array.from({ length: fine + 1 }, (_, i) => path(i / fine));
  const far = [0];
  for (let i = 1; i <= fine; i++) far.push(far[i - 1] + distance(points[i - 1], points[i]));
  const table = new Uint8Array(levels * 3);
  for (let level = 0, i = 0; level < levels; level++) {
    const wanted = (far[fine] * level) / (levels - 1);
    while (i < fine && far[i + 1] < wanted) i++;
    const between = Math.min(1, (wanted - far[i]) / (far[Math.min(fine, i + 1)] - far[i] || 1));
    table.set(bytes(path(Math.min(1, (i + between) / fine))), level * 3);
  }
  return table;
}

/** @param {Lab} one @param {Lab} other */
export const distance = (one, other) =>
  Math.hypot(one[0] - other[0], one[1] - other[1], one[2] - other[2]);

/** @param {number} lightness @param {number} chroma @param {number} hue Degrees @returns {Lab} */
function polar(lightness, chroma, hue) {
  const angle = (hue * Math.PI) / 180;
  return [lightness, chroma * Math.cos(angle), chroma * Math.sin(angle)];
}

/** Reduces the chroma of a colour until it is in the sRGB gamut. Keeps lightness and hue. @param {Lab} color @returns {Lab} */
function inGamut([lightness, a, b]) {
  let [share, most] = [0, 1];
  if (isShown([lightness, a, b])) return [lightness, a, b];
  for (let halving = 0; halving < 16; halving++) {
    const middle = (share + most) / 2;
    if (isShown([lightness, a * middle, b * middle])) share = middle;
    else most = middle;
  }
  return [lightness, a * share, b * share];
}

/** @param {Lab} color */
const isShown = (color) => linearOf(color).every((part) => part >= 0 && part <= 1);

/** Converts OKLab to linear light (B. Ottosson's matrices). @param {Lab} color */
function linearOf([lightness, a, b]) {
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  return [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ];
}

/** @param {Lab} color @returns {[number, number, number]} */
function bytes(color) {
  const [red, green, blue] = linearOf(color).map((part) => {
    const light = Math.max(0, Math.min(1, part));
    const coded = light <= 0.0031308 ? 12.92 * light : 1.055 * light ** (1 / 2.4) - 0.055;
    return Math.round(255 * coded);
  });
  return [red, green, blue];
}
