/** Configurations that hold those of several parts, as models of pictures and text have them: which one belongs to the tensors. */

import { isList, isObject } from '../border/checks.js';

/** What stands before tensors that read pictures or sound, and what their configuration is called. */
const towers = Object.freeze([
  { start: /(^|\.)(vision|visual)(_|\.|$)/, name: 'vision_config' },
  { start: /(^|\.)(audio|speech)(_|\.|$)/, name: 'audio_config' },
]);

/** What the configuration of a text model is called: configuration_llava.py; InternVL; DeepSeek-VL, configuration_janus.py. */
const textNames = Object.freeze(['text_config', 'llm_config', 'language_config']);

/** Of what stands around a tower its own configuration lacks nothing but this. */
const ofAll = 'quantization_config';

/** Whether such tensors read pictures or sound. @param {string} prefix */
export const isTower = (prefix) => towers.some(({ start }) => start.test(prefix));

/** Whether such tensors are an encoder's: text_encoder of SeamlessM4T, encoder.0 of RT-DETR. @param {string} prefix */
export const isEncoder = (prefix) => /(^|[._])encoder\.(\d+\.)?$/.test(prefix);

/** How deep a configuration may stand in others: Qwen2.5-Omni's of text stands in thinker_config.text_config. */
const deepest = 4;

/** What the configuration of a part may be called: modeling_t5gemma.py has `encoder`, Qwen2.5-Omni `thinker_config`. @param {string} prefix */
function namesOf(prefix) {
  const tower = towers.find(({ start }) => start.test(prefix));
  const segments = prefix.split('.').filter((name) => name !== '');
  const named = segments.flatMap((name) => [name, `${name}_config`]);
  return { tower: tower?.name, names: tower ? [tower.name, ...named] : [...named, ...textNames] };
}

/**
 * The options of the part whose tensors begin with a prefix, and of what stands around it those that the part lacks.
 *
 * @param {Record<string, unknown>} config
 * @param {string} prefix
 * @returns {{options: Record<string, unknown>, paths: ReadonlyMap<string, string>}} paths: where options stand that stand in a part
 */
export function partOf(config, prefix) {
  const { tower, names } = namesOf(prefix);
  /** @type {Map<string, string>} */
  const paths = new Map();
  let [options, inner, path] = [config, config, ''];
  for (let depth = 0; depth < deepest; ++depth) {
    const part = names.find((name) => isPart(inner, name));
    if (part === undefined) break;
    inner = /** @type {Record<string, unknown>} */ (inner[part]);
    path += `${part}.`;
    options = { ...(part === tower ? { [ofAll]: options[ofAll] } : options), ...inner };
    for (const name of Object.keys(inner)) paths.set(name, path + name);
  }
  return { options, paths };
}

/** @param {Record<string, unknown>} config @param {string} name */
const isPart = (config, name) =>
  Object.hasOwn(config, name) && isObject(config[name]) && !isList(config[name]);
