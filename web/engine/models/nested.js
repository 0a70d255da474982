/** Configurations with nested parts, as in models of images and text. Finds the part that belongs to the tensors. */

import { isList, isObject } from '../border/checks.js';

/** Prefixes of tensors that read images or audio, and the names of their configurations. */
const towers = Object.freeze([
  { start: /(^|\.)(vision|visual)(_|\.|$)/, name: 'vision_config' },
  { start: /(^|\.)(audio|speech)(_|\.|$)/, name: 'audio_config' },
]);

/**
 * Names of the configuration of a text model: configuration_llava.py; InternVL; DeepSeek-VL, configuration_janus.py.
 */
const textNames = Object.freeze(['text_config', 'llm_config', 'language_config']);

/** The only outer option that the configuration of a tower inherits. */
const ofAll = 'quantization_config';

/** Whether tensors with this prefix read images or audio. @param {string} prefix */
export const isTower = (prefix) => towers.some(({ start }) => start.test(prefix));

/** Whether tensors with this prefix belong to an encoder: text_encoder of SeamlessM4T, encoder.0 of RT-DETR. @param {string} prefix */
export const isEncoder = (prefix) => /(^|[._])encoder\.(\d+\.)?$/.test(prefix);

/** How deeply a configuration may be nested. In Qwen2.5-Omni that of the text model is thinker_config.text_config. */
const deepest = 4;

/** Possible names of a part's configuration: modeling_t5gemma.py has `encoder`, Qwen2.5-Omni `thinker_config`. @param {string} prefix */
function namesOf(prefix) {
  const tower = towers.find(({ start }) => start.test(prefix));
  const segments = prefix.split('.').filter((name) => name !== '');
  const named = segments.flatMap((name) => [name, `${name}_config`]);
  return { tower: tower?.name, names: tower ? [tower.name, ...named] : [...named, ...textNames] };
}

/**
 * Returns the options of the part whose tensors have this prefix, and the outer options that the part lacks.
 *
 * @param {Record<string, unknown>} config
 * @param {string} prefix
 * @returns {{options: Record<string, unknown>, paths: ReadonlyMap<string, string>}} paths: where the options of a part are
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
