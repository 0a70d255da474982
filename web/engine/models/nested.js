/** Configurations that hold those of several parts, as models of pictures and text have them: which one belongs to the tensors. */

import { isList, isObject } from '../border/checks.js';

/** What stands before tensors that read pictures or sound, and what their configuration is called. */
const towers = Object.freeze([
  { start: /(^|\.)(vision|visual)/, name: 'vision_config' },
  { start: /(^|\.)(audio|speech)/, name: 'audio_config' },
]);

/** What the configuration of a text model is called: configuration_llava.py; InternVL; DeepSeek-VL, configuration_janus.py. */
const textNames = Object.freeze(['text_config', 'llm_config', 'language_config']);

/** Of what stands around a tower its own configuration lacks nothing but this. */
const ofAll = 'quantization_config';

/** Whether such tensors read pictures or sound. @param {string} prefix */
export const isTower = (prefix) => towers.some(({ start }) => start.test(prefix));

/**
 * The options of the part whose tensors begin with a prefix, and of what stands around it those that the part lacks.
 *
 * @param {Record<string, unknown>} config
 * @param {string} prefix
 * @returns {{options: Record<string, unknown>, part?: string, own: ReadonlySet<string>}} part: its name, where it is one of
 *   several; own: names of the options that stand in it
 */
export function partOf(config, prefix) {
  const tower = towers.find(({ start }) => start.test(prefix));
  const names = tower ? [tower.name] : [...textNames, prefix.slice(0, prefix.indexOf('.'))];
  const part = names.find((name) => isObject(config[name]) && !isList(config[name]));
  if (part === undefined) return { options: config, own: new Set() };
  const inner = /** @type {Record<string, unknown>} */ (config[part]);
  const around = tower ? { [ofAll]: config[ofAll] } : config;
  return { options: { ...around, ...inner }, part, own: new Set(Object.keys(inner)) };
}
