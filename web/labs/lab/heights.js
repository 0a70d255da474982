/**
 * How tall the labs and their pictures are, in pixels, in columns of these widths: `all` is a lab as it comes, each other name
 * one of its pictures alone. Measured: `SCALEDOT_HEIGHTS=update` before tests/browser/room.spec.js writes them anew.
 */
export const widths = Object.freeze([320, 480, 640, 960, 1280]);

/** @type {Readonly<Record<string, Readonly<Record<string, readonly number[]>>>>} */
export const heights = Object.freeze({
  story: {
    all: [1827, 1775, 1780, 1572, 1730],
    fan: [498, 472, 472, 596, 596],
    tokens: [538, 538, 474, 474, 474],
    root: [434, 434, 436, 524, 524],
    tried: [474, 434, 436, 494, 494],
    exaggerates: [402, 450, 450, 450, 450],
    learns: [434, 434, 436, 524, 524],
    exponent: [447, 447, 449, 537, 537],
    training: [455, 434, 436, 514, 514],
    doors: [1882, 859, 964, 679, 595],
  },
  variance: {
    all: [2037, 1953, 1920, 1853, 1855],
    histogram: [527, 455, 435, 435, 435],
    walks: [461, 425, 404, 500, 532],
    growth: [478, 403, 405, 501, 553],
    derivation: [531, 437, 358, 358, 358],
    replicate: [600, 597, 471, 547, 579],
    blog: [543, 479, 443, 443, 443],
  },
  softmax: {
    all: [2040, 2006, 1886, 1847, 1848],
    one: [565, 509, 439, 439, 439],
    bands: [751, 659, 455, 419, 383],
    jacobian: [846, 717, 433, 416, 416],
    exponent: [511, 516, 459, 519, 551],
    vanish: [487, 451, 397, 548, 505],
  },
  scoring: {
    all: [2253, 2529, 2242, 2162, 2169],
    plane: [521, 651, 487, 581, 623],
    norms: [559, 487, 397, 493, 525],
    laws: [743, 583, 443, 443, 443],
    sharpness: [833, 634, 493, 493, 493],
    layernorm: [726, 601, 420, 384, 348],
    table: [570, 498, 462, 445, 445],
  },
  attention: {
    all: [2554, 2443, 2281, 2240, 1841],
    tokens: [676, 584, 444, 444, 444],
    accuracy: [76, 53, 40, 40, 40],
    matrices: [1505, 1780, 495, 623, 751],
    masks: [902, 706, 472, 472, 472],
    data: [491, 455, 419, 419, 419],
  },
  heads: {
    all: [2534, 2300, 2067, 1994, 1774],
    shapes: [725, 519, 463, 463, 463],
    cost: [683, 469, 449, 291, 291],
    even: [403, 347, 349, 445, 497],
    spectrum: [467, 411, 377, 473, 505],
    merged: [767, 432, 440, 470, 470],
    fold: [475, 475, 474, 474, 474],
    weights: [597, 459, 447, 463, 463],
    sum: [637, 503, 447, 411, 411],
  },
  training: {
    all: [2339, 2599, 2214, 2148, 1844],
    curves: [679, 607, 387, 387, 387],
    maps: [719, 803, 468, 548, 628],
    sharpness: [691, 615, 415, 415, 415],
    scores: [671, 615, 395, 395, 395],
    gradients: [811, 735, 471, 471, 471],
    seeds: [175, 103, 103, 103, 103],
  },
});
